"""Who witnessed a roll: the log, its audit, its proof and the statistics say the same of each."""

import pytest
from devices import Device
from toytable import all_events, open_toy, roll

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.dice.proving import prove_roll
from tenmatsu.engine.dice.rings import AHEAD
from tenmatsu.engine.dice.stirring import add_word
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import Rolled
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.rolls import ROLLS, rolls_of

Standing = tuple[str, tuple[str, ...]]


def _standing(session: Session) -> list[Standing]:
    """Return how the rolls of a line stand; every reader of the log must agree."""
    told: list[Standing] = [(one.proof, one.witnesses) for one in rolls_of(catch_up(session, ROLLS))]
    places = [at for at, event in enumerate(all_events(session), 1) if isinstance(event, Rolled)]
    proofs = [prove_roll(session, str(at)) for at in places]
    assert [(proof.standing, proof.witnesses) for proof in proofs] == told
    assert not any(proof.problems for proof in proofs)
    report = audit_session(session.store, session.id)
    assert report.ok, [failure.say("en") for failure in report.failures]
    if len(session.branches) == 1:
        for kind in ("witnessed", "worded", "alone"):
            assert getattr(report.tally, kind) == sum(one[0] == kind for one in told)
    return told


def test_roll_without_contributions_is_alone(session: Session) -> None:
    roll(session)
    roll(session, secret=True)

    assert _standing(session) == [("alone", ()), ("alone", ())]


def test_whoever_showed_a_link_since_the_ring_witnesses_all_later_rolls(session: Session) -> None:
    first, second = Device(session, "p1"), Device(session, "p2")
    roll(session)
    first.roll(session)
    roll(session)
    roll(session, secret=True)
    second.roll(session)
    roll(session)

    assert _standing(session) == [
        ("alone", ()),
        ("witnessed", ("p1",)),
        ("witnessed", ("p1",)),
        ("witnessed", ("p1",)),
        ("witnessed", ("p1", "p2")),
        ("witnessed", ("p1", "p2")),
    ]


def test_keepers_own_links_witness_nothing(session: Session) -> None:
    Device(session, "gm").roll(session)

    assert _standing(session) == [("alone", ())]


def test_new_chain_of_anybody_empties_the_witnesses(session: Session) -> None:
    first = Device(session, "p1")
    first.roll(session)
    Device(session, "gm")
    roll(session)
    first.roll(session)

    assert _standing(session) == [("witnessed", ("p1",)), ("alone", ()), ("witnessed", ("p1",))]


def test_word_is_told_until_a_link_is_shown_and_empties_the_witnesses(session: Session) -> None:
    first = Device(session, "p1")
    first.do(session, {"type": "table.say", "text": "いざ"})
    add_word(session, "さくら", actor="p2")
    roll(session)
    first.roll(session)

    assert _standing(session) == [("worded", ()), ("witnessed", ("p1",))]


def test_ring_committed_later_has_no_witness_yet(session: Session) -> None:
    device = Device(session, "p1")
    device.roll(session)
    session.do({"type": "table.renew_dice"}, actor="gm")
    roll(session)
    device.roll(session)

    assert _standing(session) == [("witnessed", ("p1",)), ("alone", ()), ("witnessed", ("p1",))]


def test_link_in_the_commit_that_commits_the_next_ring_came_before_it(session: Session) -> None:
    for _ in range(256 - AHEAD - 1):
        roll(session)
    device = Device(session, "p1")
    device.roll(session)

    assert {name: ring.witnesses for name, ring in session.table.rings.items()} == {
        "o1": ("p1",),
        "h1": ("p1",),
        "o2": (),
        "h2": (),
    }
    for _ in range(AHEAD + 1):
        roll(session)
    assert _standing(session)[-2:] == [("witnessed", ("p1",)), ("alone", ())]


def test_witnesses_of_a_left_line_are_not_those_of_the_new_one(session: Session) -> None:
    device = Device(session, "p1")
    device.roll(session)
    timelines.undo(session, actor="gm")
    roll(session)

    assert _standing(session) == [("alone", ())]


def test_witness_who_leaves_stays_one(session: Session) -> None:
    device = Device(session, "p2")
    device.roll(session)
    session.do({"type": "table.leave", "participant": "p2"}, actor="p2")
    roll(session)

    assert _standing(session)[-1] == ("witnessed", ("p2",))


@pytest.mark.parametrize("keeper,proof", [("p1", "alone"), ("gm", "witnessed")])
def test_player_who_keeps_the_rings_is_no_witness(store: Store, keeper: str, proof: str) -> None:
    session = open_toy(store, keeper=keeper)
    Device(session, "p1").roll(session)

    assert _standing(session)[0][0] == proof
