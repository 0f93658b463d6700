"""Deciding: what a system may do while it decides, and what is a fault of its own."""

from dataclasses import replace
from typing import Any

import pytest
import toy
from toytable import dump

from tenmatsu.engine.contract import AnySystem, Command
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.dice.sources import EnteredDice, ScriptedDice
from tenmatsu.engine.errors import Fault, RuleViolation
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.table import Rolled


def _decision(*script: tuple[int, int], audience: str = "") -> Decision[Any, Any, Any]:
    system: AnySystem = toy.SYSTEM
    return Decision(
        state=toy.State(hp={"a": 10}),
        table=TableState(),
        rules=Rules(2, toy.Options(), system.tables(2, None)),
        actor="p1",
        dice=ScriptedDice(script),
        evolve=Folder(system).evolve_game,
        evolve_table=evolve_table,
        words=system.words(),
        audience=audience,
    )


def test_state_is_up_to_date_with_what_was_recorded() -> None:
    decision = _decision()
    decision.record(toy.Hurt(who="a", amount=3, now=7))

    assert decision.state.hp == {"a": 7}
    assert [one.event for one in decision.recorded] == [toy.Hurt(who="a", amount=3, now=7)]


def test_roll_is_recorded_in_its_place_between_the_events_around_it() -> None:
    decision = _decision((6, 2), (6, 5))
    decision.record(toy.Crept(who="a"))
    faces = decision.roll("2d6", by="a", for_="hide")
    decision.record(toy.Hid(who="a", well=True))

    assert faces == (2, 5)
    assert [type(one.event) for one in decision.recorded] == [toy.Crept, Rolled, toy.Hid]


def test_refusal_after_a_roll_is_a_fault_since_it_would_show_a_key_and_keep_it() -> None:
    decision = _decision((6, 2))
    decision.roll("d6", by="a", for_="hide")

    with pytest.raises(Fault, match="after a roll"):
        decision.refuse("not_there", who="a")


def test_refusal_before_a_roll_is_a_refusal() -> None:
    with pytest.raises(RuleViolation) as caught:
        _decision().refuse("not_there", who="a")

    assert caught.value.say("en") == "a is not there."


def test_draw_gives_a_place_counted_from_nothing() -> None:
    assert _decision((3, 1)).draw(3, by="a", for_="draw") == 0
    assert _decision((3, 3)).draw(3, by="a", for_="draw") == 2


def test_draw_from_an_empty_deck_is_a_fault() -> None:
    with pytest.raises(Fault, match="empty deck"):
        _decision().draw(0, by="a", for_="draw")


@pytest.mark.parametrize(
    "audience,hidden,expected",
    [("", False, ""), ("", True, "@gm"), ("p1", False, "p1"), ("p1", True, "p1")],
)
def test_draw_is_closed_where_a_card_is_hidden_from_somebody(
    audience: str, hidden: bool, expected: str
) -> None:
    decision = _decision((3, 1), audience=audience)
    decision.draw(3, by="a", for_="draw", hidden=hidden)

    assert decision.recorded[0].audience == expected


def test_narrower_audience_of_the_decision_holds_for_all_that_says_no_other() -> None:
    decision = _decision((6, 1), audience="p1")
    decision.record(toy.Crept(who="a"))
    decision.record(toy.Crept(who="a"), audience="")
    decision.roll("d6", by="a", for_="x")

    assert [one.audience for one in decision.recorded] == ["p1", "", "p1"]


def _with(store: Store, session: Session, decide: Any) -> Session:
    return Session(store, store.find_session(session.id), replace(toy.SYSTEM, decide=decide))


def _nothing(decision: Any, command: Command) -> None:
    """Decide nothing."""


def _late(decision: Any, command: Command) -> None:
    decision.record(toy.Crept(who="a"))
    decision.roll("d6", by="a", for_="x")
    decision.refuse("not_there", who="a")


@pytest.mark.parametrize("decide,match", [(_nothing, "recorded nothing"), (_late, "after a roll")])
def test_fault_of_a_system_stores_nothing(session: Session, decide: Any, match: str) -> None:
    faulty = _with(session.store, session, decide)
    rows, state = dump(session.store), faulty.state
    with pytest.raises(Fault, match=match):
        faulty.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1")

    assert dump(session.store) == rows
    assert faulty.state is state


def test_command_of_another_game_is_a_fault_of_the_program(session: Session) -> None:
    class Fly(Command, frozen=True, kw_only=True, tag="other.fly"):
        character: str = "a"

    with pytest.raises(Fault, match="Fly"):
        session.do(Fly(), actor="p1")


def test_deciding_before_the_opening_needs_a_table(session: Session) -> None:
    from tenmatsu.engine.deciding import decide
    from tenmatsu.engine.errors import UsageError
    from tenmatsu.engine.table.commands import Say

    with pytest.raises(UsageError):
        decide(session.folder, LineState(), Say(as_="p1", text="x"), EnteredDice((), None), None)
