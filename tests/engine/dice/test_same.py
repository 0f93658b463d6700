"""What-if lines that repeat the dice of the line they left."""

import pytest
from toytable import all_commits, answer, fixed_outside, only, open_toy, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream
from tenmatsu.engine.dice.same import SameDice
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.envelope import Item
from tenmatsu.events.table import Rolled

ENTROPY = fixed_outside("whatif").entropy
KEY = bytes(range(32))


def _roll(dice: SameDice, *sides: int, audience: str = "") -> Rolled:
    return dice.roll(sides, by="a", for_="x", audience=audience, more=None)


def _before(rolled: Rolled, audience: str = "") -> tuple[Item, Rolled]:
    return Item("event", bytes(32), None, None, audience), rolled


def _of_a_ring(*sides: int) -> Rolled:
    dice = Stream(KEY, ZERO_MIX).dice(sides)
    return Rolled(ring="o1", index=4, key=KEY.hex(), dice=dice, by="a", for_="x")


def test_fork_with_same_dice_repeats_the_parents_rolls_commit_by_commit(session: Session) -> None:
    start = session.version
    made = [only(strike(session).events), only(answer(session, "dodge").events)]
    whatif = timelines.fork(session, "同じ目", start, actor="p1", dice="same")
    again = [only(strike(whatif).events), only(answer(whatif, "dodge").events)]

    for one, other in zip(made, again, strict=True):
        assert other.source == "same"
        assert (other.ring, other.index, other.key, other.dice) == (one.ring, one.index, one.key, one.dice)
    assert whatif.game == session.game


def test_fork_with_same_dice_goes_on_with_fresh_ones_behind_the_parents_end(session: Session) -> None:
    start = session.version
    strike(session)
    whatif = timelines.fork(session, "同じ目", start, actor="p1", dice="same")
    strike(whatif)

    assert only(answer(whatif, "dodge").events).source == "whatif"


def test_fork_with_fresh_dice_repeats_none(session: Session) -> None:
    start = session.version
    strike(session)
    whatif = timelines.fork(session, "新しい目", start, actor="p1", dice="fresh")
    rolled = only(strike(whatif).events)

    assert rolled.source == "whatif"
    assert (rolled.ring, rolled.index, rolled.key) == (None, None, None)


def test_commit_without_rolls_takes_the_place_of_the_parents_commit(session: Session) -> None:
    start = session.version
    strike(session)
    whatif = timelines.fork(session, "同じ目", start, actor="p1", dice="same")
    say(whatif)

    assert only(strike(whatif).events).source == "whatif", "the parent's strike was the commit before"


def test_where_more_dice_are_asked_the_keys_stream_goes_on() -> None:
    before = _of_a_ring(6, 6)
    rolled = _roll(SameDice([_before(before)], ENTROPY), 6, 6, 6, 6)

    assert rolled.source == "same"
    assert rolled.dice == Stream(KEY, ZERO_MIX).dice([6, 6, 6, 6])
    assert rolled.dice[:2] == before.dice


def test_repeated_roll_keeps_the_mix_under_which_it_fell() -> None:
    mix = bytes([7]) * 32
    before = Rolled(ring="o1", index=0, key=KEY.hex(), mix=mix.hex(), dice=(), by="a", for_="x")
    rolled = _roll(SameDice([_before(before)], ENTROPY), 6)

    assert rolled.mix == mix.hex()
    assert rolled.dice == Stream(KEY, mix).dice([6])


def test_entered_dice_are_repeated_face_by_face_and_name_the_roll_they_repeat() -> None:
    before = Rolled(dice=((6, 3), (6, 4)), by="a", for_="x", source="entered", vouched="p1")
    rolled = _roll(SameDice([_before(before)], ENTROPY), 6, 6)

    assert (rolled.source, rolled.dice, rolled.of) == ("same", before.dice, bytes(32).hex())
    assert rolled.vouched is None


def test_entered_dice_of_other_sides_are_fresh_from_there_on() -> None:
    before = Rolled(dice=((6, 3), (6, 4), (6, 5)), by="a", for_="x", source="entered")
    rolled = _roll(SameDice([_before(before)], ENTROPY), 6, 2**32, 6)

    assert rolled.dice[0] == (6, 3)
    assert [size for size, _ in rolled.dice] == [6, 2**32, 6]


def test_rolls_are_repeated_in_order_and_then_fresh() -> None:
    dice = SameDice([_before(_of_a_ring(6)), _before(_of_a_ring(10))], ENTROPY)

    assert [_roll(dice, 6).source, _roll(dice, 10).source, _roll(dice, 6).source] == [
        "same",
        "same",
        "whatif",
    ]


@pytest.mark.parametrize(
    "before,now,source",
    [
        ("", "", "same"),
        ("", "@gm,p1", "same"),
        ("@gm", "@gm", "same"),
        ("@gm", "", "whatif"),
        ("@gm", "@gm,p1", "whatif"),
        ("!@gm", "p1", "whatif"),
    ],
)
def test_secret_roll_is_never_repeated_for_others_to_see(before: str, now: str, source: str) -> None:
    dice = SameDice([_before(_of_a_ring(6), before)], ENTROPY)

    assert _roll(dice, 6, audience=now).source == source


def test_players_whatif_line_does_not_open_the_key_of_a_secret_roll(session: Session) -> None:
    start = session.version
    secret = roll(session, secret=True)
    whatif = timelines.fork(session, "のぞき見", start, actor="p1", dice="same")
    peeped = roll(whatif, actor="p1")

    assert peeped.source == "whatif"
    log = b"".join(item.data or b"" for commit in all_commits(whatif) for item in commit.items())
    assert (secret.key or "").encode() not in log


def test_same_line_played_twice_has_the_same_events() -> None:
    games: list[object] = []
    for _ in range(2):
        store = Store("sqlite://", fixed_outside())
        session = open_toy(store)
        start = session.version
        strike(session)
        answer(session, "dodge")
        whatif = timelines.fork(session, "同じ目", start, actor="p1", dice="same")
        strike(whatif)
        games.append((whatif.game, whatif.head))
        store.close()
    assert games[0] == games[1]
