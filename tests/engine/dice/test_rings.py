"""Rings of keys: committed beforehand, spent once, carried along."""

import pytest
import sqlalchemy as sa
from toytable import (
    SECRET,
    all_commits,
    all_events,
    answer,
    check_chain,
    dump,
    only,
    open_toy,
    roll,
    say,
    strike,
)

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.dice.keyring import RING_SIZE, ZERO_MIX, Stream, leaf, ring_key, ring_leaves
from tenmatsu.engine.dice.rings import AHEAD
from tenmatsu.engine.errors import Fault, RuleViolation, StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.table.commands import CommitDice
from tenmatsu.events.table import DiceCommitted, Rolled


def _rings(session: Session) -> dict[str, DiceCommitted]:
    return {event.ring: event for event in all_events(session) if isinstance(event, DiceCommitted)}


def _spend(session: Session, count: int, *, secret: bool = False) -> list[Rolled]:
    return [roll(session, secret=secret) for _ in range(count)]


def _spend_until_one_more_is_due(session: Session, *, secret: bool = False) -> None:
    """Leave one key more than the number at which the next rings are committed."""
    _spend(session, RING_SIZE - AHEAD - 1, secret=secret)


def test_session_opens_with_an_open_and_a_hidden_ring_in_its_first_commit(session: Session) -> None:
    first = all_commits(session)[0]
    opened = [
        event for item in first.events if isinstance(event := session.folder.decode(item.data), DiceCommitted)
    ]

    assert [ring.ring for ring in opened] == ["o1", "h1"]
    assert all(ring.why == "opened" and ring.keeper == "gm" and not ring.fixed for ring in opened)
    assert all(ring.count == RING_SIZE and len(ring.leaves) == 64 * RING_SIZE for ring in opened)
    assert opened[0].leaves != opened[1].leaves
    assert all(not item.audience for item in first.events)


def test_leaves_are_those_of_the_stored_seeds_and_seeds_stand_in_no_event(session: Session) -> None:
    seeds = session.store.seeds(session.id)

    assert set(seeds) == {"o1", "h1"}
    assert {name: ring.leaves for name, ring in _rings(session).items()} == {
        name: ring_leaves(seed).hex() for name, seed in seeds.items()
    }
    log = b"".join(item.data or b"" for commit in all_commits(session) for item in commit.items())
    assert not any(seed.hex().encode() in log for seed in seeds.values())


def test_roll_shows_the_next_key_and_its_faces_follow(session: Session) -> None:
    leaves = bytes.fromhex(_rings(session)["o1"].leaves)
    for index, rolled in enumerate(_spend(session, 3)):
        key = bytes.fromhex(rolled.key or "")
        assert (rolled.source, rolled.ring, rolled.index, rolled.mix) == ("ring", "o1", index, None)
        assert leaf(key) == leaves[32 * index : 32 * index + 32]
        assert rolled.dice == Stream(key, ZERO_MIX).dice([6])


def test_exploding_dice_come_from_the_stream_of_the_same_key(session: Session) -> None:
    lengths: set[int] = set()
    for _ in range(12):
        strike(session)
        rolled = only(answer(session, "dodge").events)
        key = bytes.fromhex(rolled.key or "")
        assert rolled.dice == Stream(key, ZERO_MIX).dice([6] * len(rolled.dice))
        lengths.add(len(rolled.dice))
        session.do({"type": "table.adjust", "name": "b.hp", "value": 9}, actor="gm")
    assert lengths > {1}, "no six fell among the fixed dice"


def test_keys_are_spent_with_the_commit(session: Session) -> None:
    strike(session)

    assert session.store.spent_keys(session.id) == {"o1": 1}
    assert session.table.rings["o1"].spent == 1


def test_refused_command_spends_no_key(session: Session) -> None:
    with pytest.raises(RuleViolation):
        session.do({"type": "toy.strike", "character": "a", "at": "nobody"}, actor="p1")

    assert session.store.spent_keys(session.id) == {}
    assert roll(session).index == 0


def test_secret_roll_takes_the_hidden_ring(session: Session) -> None:
    assert roll(session, secret=True).ring == "h1"
    assert roll(session, actor="p1", secret=True).index == 1
    assert roll(session).ring == "o1"


def test_narrower_audience_of_one_roll_takes_the_hidden_ring(session: Session) -> None:
    result = session.do({"type": "toy.hide", "character": "a"}, actor="p1")

    assert only(result.events).ring == "h1"
    assert [item.audience for item in result.commit.events] == ["", "!@gm", "!@gm"]


def test_card_is_one_die_of_as_many_sides_as_cards_remain(session: Session) -> None:
    drawn: list[str] = []
    for remaining, hidden in ((3, False), (2, True), (1, False)):
        deck = session.game.deck
        result = session.do({"type": "toy.draw", "character": "a", "hidden": hidden}, actor="p1")
        ((sides, face),) = only(result.events).dice
        assert sides == remaining
        assert only(result.events).ring == ("h1" if hidden else "o1")
        drawn.append(deck[face - 1])
    assert sorted(drawn) == sorted(("鶴", "月", "幕"))
    assert session.game.deck == ()


def test_next_rings_are_committed_together_while_64_keys_are_left(session: Session) -> None:
    _spend_until_one_more_is_due(session)
    assert set(session.table.rings) == {"o1", "h1"}

    result = session.do({"type": "table.roll", "dice": "d6"}, actor="gm")

    assert [type(event) for event in result.events] == [Rolled, DiceCommitted, DiceCommitted]
    ahead = [event for event in result.events if isinstance(event, DiceCommitted)]
    assert [(ring.ring, ring.why) for ring in ahead] == [("o2", "ahead"), ("h2", "ahead")]
    assert all(not item.audience for item in result.commit.events)
    assert set(session.store.seeds(session.id)) == {"o1", "h1", "o2", "h2"}


def test_ring_is_used_up_before_the_next_and_no_key_is_used_twice(session: Session) -> None:
    rolled = _spend(session, RING_SIZE + 3)

    assert [(one.ring, one.index) for one in rolled] == [
        *(("o1", index) for index in range(RING_SIZE)),
        *(("o2", index) for index in range(3)),
    ]
    assert len({one.key for one in rolled}) == len(rolled)
    assert [ring for ring in session.table.rings if ring.startswith("o")] == ["o1", "o2"]
    check_chain(session)


def test_rings_ahead_stand_in_a_commit_of_their_own_behind_a_hidden_one(session: Session) -> None:
    _spend_until_one_more_is_due(session, secret=True)
    result = session.do({"type": "table.roll", "dice": "d6", "secret": True}, actor="p1")
    last = all_commits(session)[-1]

    assert [type(event) for event in result.events] == [Rolled]
    assert all(item.audience for item in result.commit.items()), "nothing of the secret roll is shown"
    assert last.number == result.commit.number + 1 == session.state.number
    assert [event.ring for event in all_events(session)[-2:] if isinstance(event, DiceCommitted)] == [
        "o2",
        "h2",
    ]
    assert all(not item.audience for item in last.items())
    assert b"p1" not in (last.header.data or b"") + (last.command.data or b""), "nor who rolled"
    assert find_opened(session.store, session.id).state == session.state


def test_rings_ahead_are_asked_for_by_the_engine_alone(session: Session) -> None:
    with pytest.raises(Fault, match="engine's own"):
        session.do(CommitDice(), actor="gm")


def test_no_roll_uses_a_ring_committed_in_its_own_commit(session: Session) -> None:
    committed: dict[str, int] = {}
    _spend(session, RING_SIZE + 2)
    for commit in all_commits(session):
        for item in commit.events:
            event = session.folder.decode(item.data)
            if isinstance(event, DiceCommitted):
                committed[event.ring] = commit.number
            elif isinstance(event, Rolled) and event.ring is not None:
                assert commit.number > committed[event.ring]


def test_undo_goes_on_with_the_next_unspent_key(session: Session) -> None:
    first = only(strike(session).events)
    timelines.undo(session, actor="gm")
    second = only(strike(session).events)

    assert (first.index, second.index) == (0, 1)
    assert session.store.spent_keys(session.id) == {"o1": 2}


def test_undo_across_a_ring_boundary_carries_the_rings_that_the_line_lacks(session: Session) -> None:
    _spend_until_one_more_is_due(session)
    roll(session)
    rings = _rings(session)
    timelines.undo(session, actor="gm")
    carried = [event for event in all_events(session) if isinstance(event, DiceCommitted)][2:]

    assert [(ring.ring, ring.why) for ring in carried] == [("o2", "carried"), ("h2", "carried")]
    assert [ring.leaves for ring in carried] == [rings["o2"].leaves, rings["h2"].leaves]
    rest = _spend(session, AHEAD + 1)
    assert [(rest[0].ring, rest[0].index), (rest[-1].ring, rest[-1].index)] == [
        ("o1", RING_SIZE - AHEAD),
        ("o2", 0),
    ]
    assert set(session.table.rings) == {"o1", "h1", "o2", "h2"}, "no third ring was made meanwhile"


def test_undo_of_a_commit_in_the_second_ring_goes_on_there(session: Session) -> None:
    _spend(session, RING_SIZE + 1)
    timelines.undo(session, actor="gm")

    assert (roll(session).ring, session.store.spent_keys(session.id)["o2"]) == ("o2", 2)


def test_whatif_line_spends_no_key_and_commits_no_ring(session: Session) -> None:
    strike(session)
    whatif = timelines.fork(session, "もしも", session.version, actor="p1")
    rows = {name: dump(session.store)[name] for name in ("keys_spent", "ring_seeds")}
    answer(whatif, "dodge")
    for _ in range(3):
        assert roll(whatif).source == "whatif"

    assert {name: dump(session.store)[name] for name in rows} == rows
    assert answer(session, "dodge").events[0] == _rolled_at(session, 1)


def _rolled_at(session: Session, index: int) -> Rolled:
    """Return the roll of the session's line with this index of `o1`, made anew from the seed."""
    key = ring_key(session.store.seeds(session.id)["o1"], index)
    faces = [face for _, face in Stream(key, ZERO_MIX).dice([6])]
    while faces[-1] == 6:
        faces = [face for _, face in Stream(key, ZERO_MIX).dice([6] * (len(faces) + 1))]
    dice = tuple((6, face) for face in faces)
    return Rolled(ring="o1", index=index, key=key.hex(), dice=dice, by="b", for_="dodge")


def test_lost_seed_stops_only_new_rolls_of_its_kind(store: Store) -> None:
    session = open_toy(store)
    roll(session)
    with store.database.writing() as connection:
        connection.execute(sa.delete(schema.ring_seeds).where(schema.ring_seeds.c.ring == "o1"))
    session = find_opened(store, session.id)
    with pytest.raises(StoreError) as caught:
        roll(session)

    assert caught.value.code == "seed_lost"
    assert caught.value.details == {"ring": "o1"}
    assert roll(session, secret=True).ring == "h1"
    assert roll(session, dice=[3]).source == "entered"
    say(session)
    timelines.undo(session, actor="gm")


def test_rings_renewed_after_a_lost_seed_give_up_the_earlier_ones(store: Store) -> None:
    session = open_toy(store)
    with store.database.writing() as connection:
        connection.execute(sa.delete(schema.ring_seeds))
    session = find_opened(store, session.id)
    session.do({"type": "table.renew_dice", "why": "lost"}, actor="gm")

    assert [(name, ring.ended) for name, ring in session.table.rings.items()] == [
        ("o1", True),
        ("h1", True),
        ("o2", False),
        ("h2", False),
    ]
    assert roll(session).ring == "o2"
    assert roll(session, secret=True).ring == "h2"
    assert find_opened(store, session.id).state == session.state


@pytest.mark.parametrize("why", ["renewed", "moved", "lost"])
def test_ring_that_was_given_up_stays_so_on_every_line(session: Session, why: str) -> None:
    roll(session)
    before = session.version
    session.do({"type": "table.renew_dice", "why": why}, actor="gm")
    say(session)
    for _ in range(3):
        timelines.undo(session, actor="gm")

    assert session.table.rings["o1"].ended
    assert roll(session).ring == "o2"
    timelines.fork(session, "もしも", before - 1, actor="gm")
    timelines.adopt(session, "もしも", actor="gm")
    assert roll(session).ring == "o2"
    assert roll(session, secret=True).ring == "h2"
    assert audit_session(session.store, session.id).ok


def test_rings_are_renewed_by_the_gm_alone_and_never_on_a_whatif_line(session: Session) -> None:
    with pytest.raises(RuleViolation) as caught:
        session.do({"type": "table.renew_dice"}, actor="p1")
    assert caught.value.code == "gm_only"

    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    with pytest.raises(RuleViolation) as caught:
        whatif.do({"type": "table.renew_dice"}, actor="gm")
    assert caught.value.code == "whatif_no_rings"


def test_command_that_would_use_up_all_rings_is_refused_whole(session: Session) -> None:
    session.do({"type": "table.renew_dice"}, actor="gm")
    with session.store.database.writing() as connection:
        connection.execute(
            sa.insert(schema.keys_spent),
            [{"session": session.id, "ring": "o2", "index": index} for index in range(RING_SIZE)],
        )
    session = find_opened(session.store, session.id)
    rows = dump(session.store)
    with pytest.raises(StoreError) as caught:
        roll(session)

    assert caught.value.code == "rings_used_up"
    assert dump(session.store) == rows


def test_dice_secret_fixes_all_rings_and_marks_them(store: Store) -> None:
    one, other = (open_toy(store, dice_secret=SECRET) for _ in range(2))

    assert one.id != other.id
    assert _rings(one) == _rings(other)
    assert all(ring.fixed for ring in _rings(one).values())
    assert roll(one) == roll(other)
    assert all(ring.fixed for ring in one.table.rings.values())


def test_without_a_secret_every_session_has_dice_of_its_own(store: Store) -> None:
    one, other = open_toy(store), open_toy(store)

    assert _rings(one)["o1"].leaves != _rings(other)["o1"].leaves
