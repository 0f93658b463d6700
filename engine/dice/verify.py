"""Verify dice: one roll, or all rolls of a session's lines."""

import re
from collections.abc import Sequence
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
_NAME = re.compile("[oh][1-9][0-9]{0,8}")
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
    last = max((name[1:] for name in line.rings if _NAME.fullmatch(name)), key=int, default="")
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
    problems = _impossible(event)
    of_other_line = event.source == "ring" if line.is_whatif else event.source in _OF_WHATIF
    if of_other_line:
        problems.append(DiceProblem("dice_of_other_line", _place(event)))
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
    if ring.ended:
        problems.append(DiceProblem("dice_ring_ended", _place(event)))
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
    """Which keys and links a whole log shows, over all its lines."""

    def __init__(self) -> None:
        self.used: set[tuple[str, int]] = set()
        self.ended: dict[str, RingReason] = {}
        """The rings that were given up, and why."""
        self._shown: dict[tuple[str, int], tuple[str | None, str | None]] = {}
        self._rolls: set[str] = set()
        self._rings: dict[str, tuple[Any, ...]] = {}
        self._own: set[str] = set()
        self._links: dict[tuple[str, int], set[int]] = {}
        self._chains: dict[tuple[str, int], tuple[int, str]] = {}
        self._carried: set[tuple[str, int]] = set()

    def add_ring(self, event: DiceCommitted, *, carried: bool = False) -> list[DiceProblem]:
        """
        Note a ring; return what is wrong where another line knows it otherwise.

        `carried` says that it came from a line left. `renewed`, `moved` and `lost` give up all earlier
        ones of its kind.
        """
        if event.why in ENDING:
            earlier = (ring for ring in self._rings if ring[:1] == event.ring[:1] and ring != event.ring)
            self.ended |= dict.fromkeys(earlier, event.why)
        own = not carried and event.why != "carried"
        kept = (event.leaves, event.count, event.keeper, event.fixed)
        twice = own and event.ring in self._own
        self._own |= {event.ring} if own else set()
        if self._rings.setdefault(event.ring, kept) == kept and not twice:
            return []
        return [DiceProblem("dice_ring_wrong", {"ring": event.ring})]

    def add(self, event: Rolled, digest: str = "") -> list[DiceProblem]:
        """Note a roll; return what is wrong where its key was shown before, or what it repeats was not."""
        known = event.source != "same" or self._was_shown(event)
        self._rolls.add(digest)
        if not known:
            return [DiceProblem("dice_same_of_none", _place(event))]
        if event.source != "ring" or event.ring is None or event.index is None:
            return []
        place = (event.ring, event.index)
        if place in self.used:
            return [DiceProblem("dice_key_twice", _place(event))]
        self.used.add(place)
        self._shown[place] = (event.key, event.mix)
        return []

    def _was_shown(self, event: Rolled) -> bool:
        """Return whether a roll that repeats another has the key and mix of one in the log, or names it."""
        if event.key is None:
            return event.of in self._rolls
        if event.ring is None or event.index is None:
            return False
        return self._shown.get((event.ring, event.index)) == (event.key, event.mix)

    def add_chain(self, event: NoncesCommitted) -> list[DiceProblem]:
        """Note a chain of nonces; return what is wrong where another line knows it otherwise."""
        place, kept = (event.by, event.chain), (event.length, event.anchor)
        twice = not event.carried and place in self._chains and place not in self._carried
        if event.carried and place not in self._chains:
            self._carried.add(place)
        elif not event.carried:
            self._carried.discard(place)
        if self._chains.setdefault(place, kept) == kept and not twice:
            return []
        return [DiceProblem("dice_chain_wrong", {"by": event.by})]

    def chains_never_made(self) -> list[str]:
        """Return the participants of chains that were carried to a line and committed on none."""
        return sorted({by for by, _ in self._carried})

    def add_link(self, event: EntropyAdded) -> list[DiceProblem]:
        """Note a link; return what is wrong where it was shown before, on whatever line."""
        if event.word:
            return []
        links = self._links.setdefault((event.by, event.chain or 0), set())
        if event.link is None or event.link in links:
            return [DiceProblem("dice_link_wrong", {"by": event.by})]
        links.add(event.link)
        return []

    def missing_links(self) -> list[str]:
        """Return the participants of whose chains a link below the highest shown stands nowhere."""
        return sorted({by for (by, _), links in self._links.items() if max(links, default=0) > len(links)})

    def unspent(self, ring: str) -> int:
        """Return how many keys of a ring were never shown."""
        return RING_SIZE - sum(1 for name, _ in self.used if name == ring)

    def never_made(self) -> list[str]:
        """Return the rings that were carried to a line and committed on none."""
        return sorted(self._rings.keys() - self._own)

    def missing(self, kinds: Sequence[str]) -> list[tuple[str, int]]:
        """Return the keys of these kinds of ring that were skipped below the last one shown."""
        last: dict[str, int] = {}
        newest: dict[str, int] = {}
        for ring, index in self.used:
            if _NAME.fullmatch(ring) is None:
                continue  # `follow_ring` has found it wrong
            last[ring] = max(last.get(ring, -1), index)
            newest[ring[:1]] = max(newest.get(ring[:1], 0), int(ring[1:]))
        for ring in self._rings.keys() - self.ended.keys():
            if _NAME.fullmatch(ring) is not None and int(ring[1:]) < newest.get(ring[:1], 0):
                last[ring] = RING_SIZE
        return [
            (ring, index)
            for ring in sorted(last)
            if ring[:1] in kinds
            for index in range(min(last[ring], RING_SIZE))
            if (ring, index) not in self.used
        ]
