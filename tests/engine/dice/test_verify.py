"""Anyone checks the dice from the log alone."""

from hashlib import sha256

import msgspec
import pytest

from tenmatsu.engine.dice.keyring import (
    ZERO_MIX,
    Stream,
    previous_link,
    ring_key,
    ring_leaves,
    stir,
    word_value,
)
from tenmatsu.engine.dice.usage import KeyUse
from tenmatsu.engine.dice.verify import (
    CheckedLine,
    faces_follow,
    follow_entropy,
    follow_line,
    follow_nonces,
    follow_ring,
    follow_roll,
)
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import Ring, TableState
from tenmatsu.events.base import Event
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    Rolled,
    TimelineAdopted,
)

SEED = bytes(range(32))
LINKS = [bytes(range(0x20, 0x40))]
for _ in range(3):
    LINKS.insert(0, previous_link(LINKS[0]))

RING = DiceCommitted(ring="o1", count=256, leaves=ring_leaves(SEED).hex(), keeper="gm", why="opened")
HIDDEN = DiceCommitted(ring="h1", count=256, leaves=ring_leaves(SEED[::-1]).hex(), keeper="gm", why="opened")
CHAIN = NoncesCommitted(by="p1", chain=1, length=3, anchor=LINKS[0].hex())
WHATIF = BranchForked(parent="0", at="00" * 32, why="whatif")
ADOPTED = TimelineAdopted(number=1, left="0", head="00" * 32)
WORD = EntropyAdded(by="p2", value=word_value("さくら").hex(), word=True)


def _link(index: int, *, by: str = "p1", chain: int = 1) -> EntropyAdded:
    return EntropyAdded(by=by, value=LINKS[index].hex(), chain=chain, link=index)


def _rolled(index: int = 0, mix: bytes = ZERO_MIX, sides: tuple[int, ...] = (6, 6, 6)) -> Rolled:
    key = ring_key(SEED, index)
    return Rolled(
        ring="o1",
        index=index,
        key=key.hex(),
        mix=None if mix == ZERO_MIX else mix.hex(),
        dice=Stream(key, mix).dice(sides),
        by="a",
        for_="strike",
    )


def _line(*events: Event) -> CheckedLine:
    """Return the line behind these events, all of which are right."""
    line, problems = CheckedLine(), list[object]()
    for event in events:
        match event:
            case DiceCommitted():
                line, found = follow_ring(line, event, 0)
                problems += found
            case NoncesCommitted():
                line = follow_nonces(line, event)
            case EntropyAdded():
                line, found = follow_entropy(line, event)
                problems += found
            case BranchForked() | TimelineAdopted():
                line = follow_line(line, event)
            case _:
                raise TypeError(event)
    assert problems == []
    return line


def _codes(line: CheckedLine, rolled: Rolled, *, number: int = 2, audience: str = "") -> list[str]:
    return [problem.code for problem in follow_roll(line, rolled, number, audience)[1]]


def test_honest_roll_has_no_fault() -> None:
    assert _codes(_line(RING), _rolled()) == []
    assert faces_follow(_rolled())


@pytest.mark.parametrize("index", [0, 1, 255])
def test_every_key_of_a_ring_is_known_by_its_leaf(index: int) -> None:
    assert _codes(_line(RING), _rolled(index)) == []


@pytest.mark.parametrize(
    "changes,code",
    [
        ({"dice": ((6, 5), (6, 2), (6, 2))}, "dice_faces_wrong"),
        ({"dice": ((6, 5), (6, 2))}, None),
        ({"key": ring_key(SEED, 1).hex()}, "dice_leaf_wrong"),
        ({"index": 1}, "dice_leaf_wrong"),
        ({"index": 256}, "dice_leaf_wrong"),
        ({"index": -1}, "dice_leaf_wrong"),
        ({"key": "no hex"}, "dice_leaf_wrong"),
        ({"key": None}, "dice_ring_missing"),
        ({"index": None}, "dice_ring_missing"),
        ({"ring": "o9"}, "dice_ring_missing"),
        ({"ring": "h1"}, "dice_leaf_wrong"),
        ({"mix": "11" * 32}, "dice_mix_wrong"),
        ({"dice": ((6, 0),)}, "dice_face_none"),
        ({"dice": ((6, 7),)}, "dice_face_none"),
        ({"dice": ((0, 0),)}, "dice_face_none"),
    ],
)
def test_bent_roll_is_caught(changes: dict[str, object], code: str | None) -> None:
    codes = _codes(_line(RING, HIDDEN), msgspec.structs.replace(_rolled(), **changes))

    assert (code in codes) if code else codes == [], codes


def test_open_roll_of_a_hidden_ring_and_hidden_roll_of_an_open_one_are_caught() -> None:
    assert "dice_ring_not_yet" in _codes(_line(RING), _rolled(), audience="@gm")


def test_ring_serves_only_commits_behind_its_own() -> None:
    line, _ = follow_ring(CheckedLine(), RING, 5)

    assert _codes(line, _rolled(), number=5) == ["dice_ring_not_yet"]
    assert _codes(line, _rolled(), number=6) == []


def test_indices_of_a_line_rise() -> None:
    line = _line(RING)
    for index in (0, 3):
        line, problems, _ = follow_roll(line, _rolled(index), 2, "")
        assert problems == []
    assert _codes(line, _rolled(2)) == ["dice_index_back"]
    assert _codes(line, _rolled(3)) == ["dice_index_back"]


@pytest.mark.parametrize("changes", [{"leaves": "00"}, {"leaves": "no hex"}, {"count": 255}, {"leaves": ""}])
def test_ring_without_a_leaf_for_every_key_is_caught(changes: dict[str, object]) -> None:
    _, problems = follow_ring(CheckedLine(), msgspec.structs.replace(RING, **changes), 0)

    assert [problem.code for problem in problems] == ["dice_ring_wrong"]


def test_ring_is_committed_once_on_a_line() -> None:
    _, problems = follow_ring(_line(RING), RING, 3)

    assert [problem.code for problem in problems] == ["dice_ring_wrong"]


def test_links_are_stirred_in_one_after_the_other() -> None:
    line = _line(RING, CHAIN, _link(1))
    mix = stir(ZERO_MIX, "p1", LINKS[1])

    assert line.mix == mix
    assert _codes(line, _rolled(1, mix)) == []
    assert _rolled(1, mix).faces == (1, 4, 1)
    assert _codes(line, _rolled(1)) == ["dice_mix_wrong"]


def test_link_that_was_shown_on_a_left_line_is_passed_over_on_this_one() -> None:
    assert _line(RING, CHAIN, _link(2)).mix == stir(ZERO_MIX, "p1", LINKS[2])


@pytest.mark.parametrize(
    "wrong",
    [
        EntropyAdded(by="p1", value=LINKS[2].hex(), chain=1, link=1),
        EntropyAdded(by="p1", value="00" * 32, chain=1, link=1),
        EntropyAdded(by="p1", value=LINKS[0].hex(), chain=1, link=0),
        EntropyAdded(by="p1", value=LINKS[1].hex(), chain=2, link=1),
        EntropyAdded(by="p2", value=LINKS[1].hex(), chain=1, link=1),
        EntropyAdded(by="p1", value=LINKS[1].hex()),
    ],
)
def test_link_that_does_not_lead_back_to_the_anchor_is_caught(wrong: EntropyAdded) -> None:
    _, problems = follow_entropy(_line(RING, CHAIN), wrong)

    assert [problem.code for problem in problems] == ["dice_link_wrong"]


def test_link_is_not_shown_twice() -> None:
    _, problems = follow_entropy(_line(RING, CHAIN, _link(1)), _link(1))

    assert [problem.code for problem in problems] == ["dice_link_wrong"]


@pytest.mark.parametrize(
    "events,standing,witnesses",
    [
        ((RING,), "alone", ()),
        ((RING, WORD), "worded", ()),
        ((RING, CHAIN, _link(1)), "witnessed", ("p1",)),
        ((CHAIN, _link(1), RING), "alone", ()),
        ((RING, CHAIN, _link(1), WORD), "worded", ()),
        ((RING, WORD, CHAIN, _link(1)), "witnessed", ("p1",)),
        ((RING, CHAIN, _link(1), msgspec.structs.replace(CHAIN, by="p2")), "alone", ()),
        ((RING, msgspec.structs.replace(CHAIN, by="gm"), _link(1, by="gm")), "alone", ()),
    ],
)
def test_standing_of_a_roll_follows_from_who_showed_a_link_since_its_ring_was_committed(
    events: tuple[Event, ...], standing: str, witnesses: tuple[str, ...]
) -> None:
    line = _line(*events)
    _, problems, proof = follow_roll(line, _rolled(0, line.mix), 2, "")

    assert problems == []
    assert (proof.standing, proof.witnesses, proof.fixed) == (standing, witnesses, False)


@pytest.mark.parametrize(
    "events",
    [
        (RING,),
        (RING, WORD),
        (RING, CHAIN, _link(1), _link(2)),
        (RING, HIDDEN, CHAIN, _link(1), WORD),
        (RING, CHAIN, _link(1), msgspec.structs.replace(CHAIN, by="p2")),
    ],
)
def test_checker_and_table_agree_on_mix_and_witnesses(events: tuple[Event, ...]) -> None:
    line, table = _line(*events), TableState()
    for event in events:
        table = evolve_table(table, event)

    assert bytes.fromhex(table.mix) == (b"" if line.mix == ZERO_MIX else line.mix)
    for name, ring in line.rings.items():
        leaves = sha256(ring.leaves.hex().encode()).hexdigest()
        known = Ring(256, "gm", False, leaves, worded=ring.worded, witnesses=ring.witnesses)
        assert table.rings[name] == known


def test_fixed_dice_prove_nothing_and_say_so() -> None:
    line = _line(msgspec.structs.replace(RING, fixed=True))

    assert follow_roll(line, _rolled(), 2, "")[2].fixed


@pytest.mark.parametrize("source", ["entered", "imported", "scripted", "whatif", "same"])
def test_dice_of_no_ring_prove_nothing(source: str) -> None:
    rolled = Rolled(dice=((6, 3),), by="a", for_="x", source=source)  # type: ignore[arg-type]  # is one
    _, problems, proof = follow_roll(_line(RING, WHATIF), rolled, 2, "")

    assert problems == []
    assert proof.standing is None


@pytest.mark.parametrize("source", ["whatif", "same"])
def test_whatif_dice_on_the_tables_own_line_are_caught(source: str) -> None:
    rolled = Rolled(dice=((6, 3),), by="a", for_="x", source=source)  # type: ignore[arg-type]  # is one

    assert _codes(_line(RING), rolled) == ["dice_of_other_line"]
    assert _codes(_line(RING, WHATIF, ADOPTED), rolled) == ["dice_of_other_line"]


def test_ring_used_on_a_whatif_line_is_caught() -> None:
    assert _codes(_line(RING, WHATIF), _rolled()) == ["dice_of_other_line"]
    assert _codes(_line(RING, WHATIF, ADOPTED), _rolled()) == []


def test_repeated_roll_with_a_key_has_the_faces_of_that_key() -> None:
    honest = msgspec.structs.replace(_rolled(), source="same")
    bent = msgspec.structs.replace(honest, dice=((6, 1), (6, 1), (6, 1)))

    assert _codes(_line(RING, WHATIF), honest) == []
    assert _codes(_line(RING, WHATIF), bent) == ["dice_faces_wrong"]


def test_key_shown_twice_in_a_session_is_caught_and_repeats_are_none() -> None:
    use = KeyUse()

    assert use.add(_rolled(0)) == []
    assert use.add(msgspec.structs.replace(_rolled(0), source="same")) == []
    assert [problem.code for problem in use.add(_rolled(0))] == ["dice_key_twice"]


def test_key_left_out_is_named() -> None:
    use = KeyUse()
    use.add_ring(RING)
    for index in (0, 1, 4):
        use.add(_rolled(index))

    assert use.missing(("o",)) == [("o1", 2), ("o1", 3)]
    assert use.missing(("h",)) == []


def test_ring_with_a_name_that_is_none_stops_no_audit() -> None:
    use = KeyUse()
    for ring in ("oops", "", "o", "h-1"):
        use.add(msgspec.structs.replace(_rolled(0), ring=ring))
    use.add(_rolled(1))

    assert use.missing(("o", "h")) == [("o1", 0)]


def test_keys_of_a_ring_that_was_given_up_are_not_missing() -> None:
    use = KeyUse()
    use.add_ring(RING)
    use.add(_rolled(0))
    use.add_ring(msgspec.structs.replace(RING, ring="o2", why="renewed"))
    use.add(msgspec.structs.replace(_rolled(0), ring="o2"))

    assert use.missing(("o", "h")) == []


def test_keys_of_a_ring_before_the_one_in_use_are_missing() -> None:
    use = KeyUse()
    use.add_ring(RING)
    use.add_ring(msgspec.structs.replace(RING, ring="o2", why="ahead"))
    use.add(_rolled(0))
    use.add(msgspec.structs.replace(_rolled(0), ring="o2"))

    assert len(use.missing(("o",))) == 255


def test_ring_carried_to_another_line_keeps_its_leaves() -> None:
    use = KeyUse()
    carried = msgspec.structs.replace(RING, why="carried")
    swapped = msgspec.structs.replace(carried, leaves=HIDDEN.leaves)

    assert use.add_ring(RING) == []
    assert use.add_ring(carried) == []
    assert [problem.code for problem in use.add_ring(swapped)] == ["dice_ring_wrong"]
