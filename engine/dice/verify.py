"""Verify dice: one roll, or all rolls of a session's lines."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, leaf, previous_link, stir
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import DiceCommitted, EntropyAdded, NoncesCommitted, RingReason, Rolled

Standing = Literal["witnessed", "worded", "alone"]
_LEAF = 32
_NAME = re.compile("[oh][1-9][0-9]{0,8}")
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
    worded: bool = False
    witnesses: tuple[str, ...] = ()


class CheckedLine(msgspec.Struct, frozen=True):
    """What a checker knows of the dice at one point of a line."""

    rings: dict[str, CheckedRing] = {}
    mix: bytes = ZERO_MIX
    anchors: dict[str, tuple[int, int, bytes]] = {}
    """For each participant: chain, index and value of the last link, the anchor at index 0."""


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
        return Stream(key, mix).dice([sides for sides, _ in roll.dice]) == roll.dice
    except (ValueError, ZeroDivisionError):
        return False


def follow_ring(
    line: CheckedLine, event: DiceCommitted, number: int
) -> tuple[CheckedLine, list[DiceProblem]]:
    """Return the line after a ring was committed."""
    try:
        leaves = bytes.fromhex(event.leaves)
    except ValueError:
        leaves = b""
    problems: list[DiceProblem] = []
    named = _NAME.fullmatch(event.ring) is not None
    if not named or len(leaves) != event.count * _LEAF or event.ring in line.rings:
        problems.append(DiceProblem("dice_ring_wrong", {"ring": event.ring}))
    ring = CheckedRing(leaves, number, event.keeper, event.fixed)
    return msgspec.structs.replace(line, rings={**line.rings, event.ring: ring}), problems


def follow_nonces(line: CheckedLine, event: NoncesCommitted) -> CheckedLine:
    """Return the line after a chain of nonces was committed: nobody is a witness any more."""
    rings = {name: msgspec.structs.replace(ring, witnesses=()) for name, ring in line.rings.items()}
    anchor = (event.chain, 0, bytes.fromhex(event.anchor))
    return msgspec.structs.replace(line, rings=rings, anchors={**line.anchors, event.by: anchor})


def follow_entropy(line: CheckedLine, event: EntropyAdded) -> tuple[CheckedLine, list[DiceProblem]]:
    """Return the line after a contribution, and what is wrong with it."""
    value = bytes.fromhex(event.value)
    problems: list[DiceProblem] = []
    anchors = line.anchors
    if not event.word:
        chain, index, last = anchors.get(event.by, (0, 0, b""))
        link = value
        steps = (event.link or 0) - index
        for _ in range(max(0, steps)):
            link = previous_link(link)
        if event.chain != chain or steps < 1 or link != last:
            problems.append(DiceProblem("dice_link_wrong", {"by": event.by}))
        anchors = {**anchors, event.by: (event.chain or 0, event.link or 0, value)}
    rings = {name: _witness(ring, event) for name, ring in line.rings.items()}
    return CheckedLine(rings, stir(line.mix, event.by, value), anchors), problems


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
    problems = _impossible(event)
    if event.source != "ring":
        if event.source == "same" and event.key is not None and not faces_follow(event):
            problems.append(DiceProblem("dice_faces_wrong", _place(event)))
        return line, problems, Proof(None)
    ring = line.rings.get(event.ring or "")
    if ring is None or event.index is None or event.key is None:
        return line, [*problems, DiceProblem("dice_ring_missing", _place(event))], Proof(None)
    kind = "o" if audience == EVERYBODY else "h"
    if ring.number >= number or not (event.ring or "").startswith(kind):
        problems.append(DiceProblem("dice_ring_not_yet", _place(event)))
    if _leaf_at(ring, event.index) != leaf(_from_hex(event.key)):
        problems.append(DiceProblem("dice_leaf_wrong", _place(event)))
    if (_from_hex(event.mix) if event.mix else ZERO_MIX) != line.mix:
        problems.append(DiceProblem("dice_mix_wrong", _place(event)))
    if not faces_follow(event):
        problems.append(DiceProblem("dice_faces_wrong", _place(event)))
    if event.index <= ring.highest:
        problems.append(DiceProblem("dice_index_back", _place(event)))
    standing: Standing = "witnessed" if ring.witnesses else "worded" if ring.worded else "alone"
    after = msgspec.structs.replace(ring, highest=max(ring.highest, event.index))
    line = msgspec.structs.replace(line, rings={**line.rings, event.ring or "": after})
    return line, problems, Proof(standing, ring.witnesses, ring.fixed)


def _impossible(event: Rolled) -> list[DiceProblem]:
    if all(1 <= face <= sides for sides, face in event.dice):
        return []
    return [DiceProblem("dice_face_none", _place(event))]


def _place(event: Rolled) -> dict[str, Any]:
    return {"ring": event.ring or "-", "index": "-" if event.index is None else event.index, "by": event.by}


def _leaf_at(ring: CheckedRing, index: int) -> bytes:
    return ring.leaves[index * _LEAF : (index + 1) * _LEAF] if index >= 0 else b""


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


class KeyUse:
    """Which keys a whole log shows, over all its lines."""

    def __init__(self) -> None:
        self.used: set[tuple[str, int]] = set()
        self._counts: dict[str, int] = {}
        self._leaves: dict[str, str] = {}
        self._ended: set[str] = set()

    def add_ring(self, event: DiceCommitted) -> list[DiceProblem]:
        """
        Note a ring; return what is wrong where another line knows it with other leaves.

        `renewed`, `moved` and `lost` give up all earlier ones of its kind.
        """
        if event.why in ENDING:
            self._ended |= {ring for ring in self._counts if ring[:1] == event.ring[:1]}
        self._counts[event.ring] = event.count
        if self._leaves.setdefault(event.ring, event.leaves) == event.leaves:
            return []
        return [DiceProblem("dice_ring_wrong", {"ring": event.ring})]

    def add(self, event: Rolled) -> list[DiceProblem]:
        """Note the key of a roll; return what is wrong where it was shown before."""
        if event.source != "ring" or event.ring is None or event.index is None:
            return []
        place = (event.ring, event.index)
        if place in self.used:
            return [DiceProblem("dice_key_twice", _place(event))]
        self.used.add(place)
        return []

    def missing(self, kinds: Sequence[str]) -> list[tuple[str, int]]:
        """Return the keys of these kinds of ring that were skipped below the last one shown."""
        highest: dict[str, int] = {}
        for ring, index in self.used:
            if _NAME.fullmatch(ring) is None:
                continue  # `follow_ring` has found it wrong
            highest[ring] = max(highest.get(ring, -1), index)
        for ring in set(highest) - self._ended:
            if any(other[:1] == ring[:1] and int(other[1:]) > int(ring[1:]) for other in highest):
                highest[ring] = self._counts.get(ring, 0)
        return [
            (ring, index)
            for ring, last in sorted(highest.items())
            if ring[:1] in kinds
            for index in range(last)
            if (ring, index) not in self.used
        ]
