"""Verify dice: one roll, or all rolls of a session's lines."""

import re
from typing import Any, Literal

import msgspec

from tenmatsu.engine.dice.keyring import RING_SIZE, ZERO_MIX, Stream, leaf, previous_link, stir
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    RingReason,
    Rolled,
    TimelineAdopted,
)

Standing = Literal["witnessed", "worded", "alone"]
_LEAF = 32
RING_NAME = re.compile("[oh][1-9][0-9]{0,8}")
_LONGEST_CHAIN = 2**20
_OF_WHATIF = frozenset({"whatif", "same"})
ENDING: frozenset[RingReason] = frozenset({"renewed", "moved", "lost"})
"""Why a ring is committed that gives up all earlier ones of its kind."""


class DiceProblem(msgspec.Struct, frozen=True):
    """What is wrong with a roll, ring or contribution: a code of `messages.toml`, and its details."""

    code: str
    details: dict[str, Any] = {}


class CheckedRing(msgspec.Struct, frozen=True):
    """A committed ring as a checker sees it on a line."""

    leaves: bytes
    number: int
    """The commit that committed it on this line."""
    keeper: str
    fixed: bool
    highest: int = -1
    """The highest index used on this line."""
    ended: bool = False
    """Whether it was given up for a later one."""
    worded: bool = False
    witnesses: tuple[str, ...] = ()


class CheckedLine(msgspec.Struct, frozen=True):
    """What a checker knows of the dice at one point of a line."""

    rings: dict[str, CheckedRing] = {}
    mix: bytes = ZERO_MIX
    anchors: dict[str, tuple[int, int, bytes]] = {}
    """For each participant: chain, index and value of the last link, the anchor at index 0."""
    lengths: dict[str, int] = {}
    """For each participant: how many links their chain has."""
    is_whatif: bool = False
    """Whether this is a what-if line that the table never adopted."""


class Proof(msgspec.Struct, frozen=True):
    """What the log proves of one roll."""

    standing: Standing | None
    """None for dice that no ring proves."""
    witnesses: tuple[str, ...] = ()
    fixed: bool = False


def faces_follow(roll: Rolled) -> bool:
    """Return whether a roll's faces follow from its key and mix."""
    if roll.key is None:
        return False
    try:
        key, mix = bytes.fromhex(roll.key), bytes.fromhex(roll.mix) if roll.mix else ZERO_MIX
        die = Stream(key, mix).die
        for sides, face in roll.dice:
            if die(sides) != face:
                return False
    except (ValueError, ZeroDivisionError):
        return False
    return True


def follow_ring(
    line: CheckedLine, event: DiceCommitted, number: int
) -> tuple[CheckedLine, list[DiceProblem]]:
    """Return the line after a ring was committed."""
    try:
        leaves = bytes.fromhex(event.leaves)
    except ValueError:
        leaves = b""
    problems: list[DiceProblem] = []
    named = RING_NAME.fullmatch(event.ring) is not None
    whole = event.count == RING_SIZE and len(leaves) == event.count * _LEAF
    if not named or not whole or event.ring in line.rings or not _kept_by_right(line, event):
        problems.append(DiceProblem("dice_ring_wrong", {"ring": event.ring}))
    rings = dict(line.rings)
    if event.why in ENDING:
        same = [name for name in rings if name[:1] == event.ring[:1]]
        rings.update((name, msgspec.structs.replace(rings[name], ended=True)) for name in same)
    rings[event.ring] = CheckedRing(leaves, number, event.keeper, event.fixed)
    return msgspec.structs.replace(line, rings=rings), problems


def _kept_by_right(line: CheckedLine, event: DiceCommitted) -> bool:
    """Return whether a ring committed ahead has the keeper of those before it: nobody else has the secret."""
    if event.why != "ahead" or not line.rings:
        return True
    return event.keeper in {ring.keeper for ring in _newest(line)}


def _newest(line: CheckedLine) -> list[CheckedRing]:
    """Return the rings of both kinds that were committed last."""
    last = max((name[1:] for name in line.rings if RING_NAME.fullmatch(name)), key=int, default="")
    return [ring for name, ring in line.rings.items() if name[1:] == last]


def follow_line(line: CheckedLine, event: BranchForked | TimelineAdopted) -> CheckedLine:
    """Return the line after it left another, or after the table adopted it."""
    is_whatif = isinstance(event, BranchForked) and event.why == "whatif"
    return msgspec.structs.replace(line, is_whatif=is_whatif)


def check_nonces(line: CheckedLine, event: NoncesCommitted) -> list[DiceProblem]:
    """Return what is wrong with a chain of nonces: its number, its length or its anchor."""
    last = line.anchors.get(event.by, (0, 0, b""))[0]
    follows = event.chain > last if event.carried else event.chain == last + 1
    if follows and 0 < event.length <= _LONGEST_CHAIN and len(_from_hex(event.anchor)) == _LEAF:
        return []
    return [DiceProblem("dice_chain_wrong", {"by": event.by})]


def follow_nonces(line: CheckedLine, event: NoncesCommitted) -> CheckedLine:
    """Return the line after a chain of nonces was committed: nobody is a witness any more."""
    rings = {name: msgspec.structs.replace(ring, witnesses=()) for name, ring in line.rings.items()}
    anchor = (event.chain, 0, _from_hex(event.anchor))
    return msgspec.structs.replace(
        line,
        rings=rings,
        anchors={**line.anchors, event.by: anchor},
        lengths={**line.lengths, event.by: min(event.length, _LONGEST_CHAIN)},
    )


def follow_entropy(line: CheckedLine, event: EntropyAdded) -> tuple[CheckedLine, list[DiceProblem]]:
    """Return the line after a contribution, and what is wrong with it."""
    value = _from_hex(event.value)
    anchors = line.anchors
    if event.word:
        fits, code = _is_timely(line, event), "dice_word_wrong"
    else:
        fits, code = _is_next_link(line, event, value), "dice_link_wrong"
        anchors = {**anchors, event.by: (event.chain or 0, event.link or 0, value)}
    fits = fits and len(value) == _LEAF and not line.is_whatif
    problems = [] if fits else [DiceProblem(code, {"by": event.by})]
    rings = {name: _witness(ring, event) for name, ring in line.rings.items()}
    mix = stir(line.mix, event.by, value)
    return msgspec.structs.replace(line, rings=rings, mix=mix, anchors=anchors), problems


def _is_next_link(line: CheckedLine, event: EntropyAdded, value: bytes) -> bool:
    """Return whether a link hashes back to the last one on the line, within the chain's length."""
    chain, index, last = line.anchors.get(event.by, (0, 0, b""))
    at = event.link or 0
    if event.chain != chain or not index < at <= line.lengths.get(event.by, 0):
        return False
    for _ in range(at - index):
        value = previous_link(value)
    return value == last


def _is_timely(line: CheckedLine, event: EntropyAdded) -> bool:
    """Return whether a word came before the newest rings' first key, and not from their keeper."""
    return all(ring.highest < 0 and ring.keeper != event.by for ring in _newest(line))


def _witness(ring: CheckedRing, event: EntropyAdded) -> CheckedRing:
    if event.word:
        return msgspec.structs.replace(ring, worded=True, witnesses=())
    if event.by == ring.keeper or event.by in ring.witnesses:
        return ring
    return msgspec.structs.replace(ring, witnesses=(*ring.witnesses, event.by))


def follow_roll(
    line: CheckedLine, event: Rolled, number: int, audience: str
) -> tuple[CheckedLine, list[DiceProblem], Proof]:
    """Return the line after a roll, what is wrong with it, and what it proves."""
    follows = event.key is not None and faces_follow(event)
    problems = [] if follows else _impossible(event)
    of_other_line = event.source == "ring" if line.is_whatif else event.source in _OF_WHATIF
    if of_other_line:
        problems.append(DiceProblem("dice_of_other_line", roll_place(event)))
    if event.source != "ring":
        if event.source == "same" and event.key is not None and not follows:
            problems.append(DiceProblem("dice_faces_wrong", roll_place(event)))
        return line, problems, Proof(None)
    name = event.ring or ""
    ring = line.rings.get(name)
    if ring is None or event.index is None or event.key is None:
        return line, [*problems, DiceProblem("dice_ring_missing", roll_place(event))], Proof(None)
    kind = "o" if audience == EVERYBODY else "h"
    if ring.number >= number or not name.startswith(kind):
        problems.append(DiceProblem("dice_ring_not_yet", roll_place(event)))
    if ring.ended:
        problems.append(DiceProblem("dice_ring_ended", roll_place(event)))
    if _leaf_at(ring, event.index) != leaf(_from_hex(event.key)):
        problems.append(DiceProblem("dice_leaf_wrong", roll_place(event)))
    if (_from_hex(event.mix) if event.mix else ZERO_MIX) != line.mix:
        problems.append(DiceProblem("dice_mix_wrong", roll_place(event)))
    if not follows:
        problems.append(DiceProblem("dice_faces_wrong", roll_place(event)))
    if event.index <= ring.highest:
        problems.append(DiceProblem("dice_index_back", roll_place(event)))
    standing: Standing = "witnessed" if ring.witnesses else "worded" if ring.worded else "alone"
    highest = max(ring.highest, event.index)
    after = CheckedRing(
        ring.leaves, ring.number, ring.keeper, ring.fixed, highest, ring.ended, ring.worded, ring.witnesses
    )
    rings = {**line.rings, name: after}
    line = CheckedLine(rings, line.mix, line.anchors, line.lengths, line.is_whatif)
    return line, problems, Proof(standing, ring.witnesses, ring.fixed)


def _impossible(event: Rolled) -> list[DiceProblem]:
    for sides, face in event.dice:
        if not 1 <= face <= sides:
            return [DiceProblem("dice_face_none", roll_place(event))]
    return []


def roll_place(event: Rolled) -> dict[str, Any]:
    """Return what a finding says of where a roll stands."""
    return {"ring": event.ring or "-", "index": "-" if event.index is None else event.index, "by": event.by}


def _leaf_at(ring: CheckedRing, index: int) -> bytes:
    return ring.leaves[index * _LEAF : (index + 1) * _LEAF] if index >= 0 else b""


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
