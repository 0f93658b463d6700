"""A keeper who tells what participants stirred in otherwise is found out."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from devices import Device
from forging import Told, forge, tell
from toytable import open_toy, roll, say

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import EntropyAdded, NoncesCommitted, OptionsChanged, Rolled, SessionOpened

Codes = set[tuple[str, str]]


def _found(session: Session, change: Callable[[list[Told]], Any]) -> Codes:
    """Forge the session's log and return what the audit then finds."""
    assert audit_session(session.store, session.id).ok
    story = tell(session.store, session.id)
    change(story)
    forge(session.store, session.id, story)
    failures = audit_session(session.store, session.id).failures
    return {(failure.check, failure.code) for failure in failures}


def _event(told: Told, kind: type[Any]) -> Any:
    return told.events[told.place(kind)].event


def _fall_again(told: Told, mix: bytes) -> None:
    """Let a roll's faces follow from its key under another mix."""
    event = _event(told, Rolled)
    dice = Stream(bytes.fromhex(event.key), mix).dice([sides for sides, _ in event.dice])
    told.replace(Rolled, dice=dice, mix=None if mix == ZERO_MIX else mix.hex())


def test_link_taken_out_is_missed_by_the_mix(session: Session) -> None:
    Device(session, "p1").roll(session)

    assert _found(session, lambda story: story[-1].events.pop(0)) == {("dice", "dice_mix_wrong")}


def test_link_taken_out_together_with_its_part_in_the_mix_is_left_out(session: Session) -> None:
    device = Device(session, "p1")
    device.roll(session)
    device.do(session, {"type": "table.say", "text": "いざ"})

    def leave_out(story: list[Told]) -> None:
        del story[-2].events[0]
        _fall_again(story[-2], ZERO_MIX)

    assert _found(session, leave_out) == {("dice", "dice_link_left_out")}


def test_link_behind_the_rolls_of_its_commit_is_found(session: Session) -> None:
    Device(session, "p1").roll(session)

    def move(story: list[Told]) -> None:
        story[-1].events.reverse()
        _fall_again(story[-1], ZERO_MIX)

    assert _found(session, move) == {("rules", "audit_outcome_differs")}


def test_link_of_another_than_who_asked_is_found(session: Session) -> None:
    device = Device(session, "p1")
    device.do(session, {"type": "table.say", "text": "いざ"})
    say(session, actor="p2")

    def move(story: list[Told]) -> None:
        story[-1].events.insert(0, story[-2].events.pop(0))

    assert _found(session, move) == {("rules", "audit_outcome_differs")}


def test_two_links_of_one_command_are_found(session: Session) -> None:
    device = Device(session, "p1")
    device.do(session, {"type": "table.say", "text": "いざ"})

    def add(story: list[Told]) -> None:
        second = EntropyAdded(by="p1", value=device.chain.link(2), chain=1, link=2)
        story[-1].events.insert(1, Recorded(second))

    assert _found(session, add) == {("rules", "audit_outcome_differs")}


def test_link_that_not_everybody_sees_is_found(session: Session) -> None:
    Device(session, "p1").do(session, {"type": "table.say", "text": "いざ"})

    def hide(story: list[Told]) -> None:
        story[-1].events[0] = Recorded(story[-1].events[0].event, "@gm")

    assert ("rules", "audit_outcome_differs") in _found(session, hide)


def test_link_beside_secret_events_is_found(session: Session) -> None:
    device = Device(session, "p1")
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")

    def add(story: list[Told]) -> None:
        link = EntropyAdded(by="p1", value=device.chain.link(1), chain=1, link=1)
        story[-1].events.insert(0, Recorded(link))

    assert ("rules", "audit_outcome_differs") in _found(session, add)


def test_links_on_a_whatif_line_are_found(session: Session) -> None:
    device = Device(session, "p1")
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    say(whatif)

    def add(story: list[Told]) -> None:
        link = EntropyAdded(by="p1", value=device.chain.link(1), chain=1, link=1)
        story[-1].events.insert(0, Recorded(link))

    assert _found(session, add) == {("dice", "dice_link_wrong")}


def test_links_in_an_undo_are_found(session: Session) -> None:
    device = Device(session, "p1")
    say(session)
    timelines.undo(session, actor="p1")

    def add(story: list[Told]) -> None:
        link = EntropyAdded(by="p1", value=device.chain.link(1), chain=1, link=1)
        story[-1].events.insert(0, Recorded(link))

    assert ("rules", "audit_outcome_differs") in _found(session, add)


@pytest.mark.parametrize("changes", [{"anchor": "12" * 32}, {"length": 50}])
def test_chain_carried_after_an_undo_is_the_one_that_was_left(
    session: Session, changes: dict[str, Any]
) -> None:
    Device(session, "p1")
    timelines.undo(session, actor="gm")

    found = _found(session, lambda story: story[-1].replace(NoncesCommitted, **changes))
    assert ("dice", "dice_chain_wrong") in found


def test_chain_carried_that_nobody_committed_is_found(session: Session) -> None:
    say(session)
    timelines.undo(session, actor="gm")

    def add(story: list[Told]) -> None:
        made_up = NoncesCommitted(by="p1", chain=1, length=9, anchor="12" * 32, carried=True)
        story[-1].events.insert(1, Recorded(made_up))

    assert ("dice", "dice_chain_wrong") in _found(session, add)


def test_chain_is_committed_by_its_owners_own_command(session: Session) -> None:
    Device(session, "p1")

    found = _found(session, lambda story: story[-1].replace(NoncesCommitted, by="p2"))
    assert ("rules", "audit_outcome_differs") in found
    session = open_toy(Store("sqlite://"))
    say(session)

    def add(story: list[Told]) -> None:
        made_up = NoncesCommitted(by="p1", chain=1, length=9, anchor="12" * 32)
        story[-1].events.append(Recorded(made_up))

    assert _found(session, add) == {("rules", "audit_outcome_differs")}


def test_roll_without_its_link_at_a_table_that_requires_one_is_found(store: Store) -> None:
    session = open_toy(store, table_options={"links": "required"})
    Device(session, "p1").roll(session)

    def leave_out(story: list[Told]) -> None:
        del story[-1].events[0]
        _fall_again(story[-1], ZERO_MIX)

    assert _found(session, leave_out) == {("dice", "dice_link_needed")}


def test_log_of_a_release_without_an_option_passes_and_one_that_lost_its_value_does_not(
    session: Session,
) -> None:
    session.do({"type": "table.change_options", "options": {"dodge": "never"}}, actor="gm")
    roll(session)

    def forget(story: list[Told]) -> None:
        for told, kind in ((story[0], SessionOpened), (story[-2], OptionsChanged)):
            options = dict(_event(told, kind).table_options)
            del options["links"]
            told.replace(kind, table_options=options)
            if kind is SessionOpened:
                kept = {"table_options": {key: options[key] for key in options}}
                told.command = msgspec.structs.replace(told.command, **kept)

    assert _found(session, forget) == set()
    again = open_toy(session.store, table_options={"links": "required"})

    def lose(story: list[Told]) -> None:
        options = dict(_event(story[0], SessionOpened).table_options)
        del options["links"]
        story[0].replace(SessionOpened, table_options=options)

    assert ("rules", "audit_outcome_differs") in _found(again, lose)
