"""Find the rolls that undos left behind, and let the next roll of the same check name them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.decision import DiceSource, MoreDice
from tenmatsu.engine.store.reading import lineage
from tenmatsu.engine.store.rows import BranchRow, Segment
from tenmatsu.events.base import event_type
from tenmatsu.events.table import Rolled

if TYPE_CHECKING:
    from tenmatsu.engine.store.store import Store

Retries = dict[tuple[str, str], list[str]]
"""Digests (hex) of rolls left behind, by (by, for), which the next such roll stands for."""

FindRolls = Callable[[str, int, int], Iterable[tuple[str, Rolled]]]
"""From a branch and its first and last version, (digest, roll) of the rolls there."""

_ROLLED = msgspec.json.Decoder(Rolled)
_OF_WHATIF = frozenset({"whatif", "same"})


class LinkedDice:
    """Dice of any source, whose rolls name the one left behind that they stand for."""

    def __init__(self, dice: DiceSource, retries: Retries) -> None:
        self._dice = dice
        self._waiting = {key: list(digests) for key, digests in retries.items()}

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Let the dice fall and link what is recorded."""
        event = self._dice.roll(sides, by=by, for_=for_, audience=audience, more=more)
        waiting = self._waiting.get((by, for_))
        return msgspec.structs.replace(event, retry_of=waiting.pop(0)) if waiting else event

    @property
    def retries(self) -> Retries:
        """The rolls left behind that nothing stands for yet."""
        return {key: digests for key, digests in self._waiting.items() if digests}


def rolls_left_behind(
    store: "Store", session: str, branches: Mapping[str, BranchRow], branch: str
) -> Retries:
    """Return the rolls of lines left behind that nothing on this line stands for yet, by the store's rows."""

    def find(line: str, low: int, high: int) -> Iterator[tuple[str, Rolled]]:
        for digest, data in store.reader.of_type(session, line, low, high, event_type(Rolled)):
            try:
                yield digest.hex(), _ROLLED.decode(data or b"")
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue  # the audit names it

    return find_left_behind(find, branches, branch)


def find_left_behind(find: FindRolls, branches: Mapping[str, BranchRow], branch: str) -> Retries:
    """
    Return the rolls of lines left behind that nothing on a line stands for yet.

    A check that was rolled several times over waits as its newest roll.
    """
    left = [row for row in branches.values() if row.is_left and row.id != branch]
    if not left:
        return {}
    start = min(row.fork_version for row in branches.values() if row.parent is not None)
    mine = lineage(branches, branch)
    ends = {segment.branch: segment.last_version for segment in mine}
    here = dict(_rolls(find, mine, {}, start))
    behind: dict[str, Rolled] = {}
    for row in left:
        behind |= _rolls(find, lineage(branches, row.id), ends, start)
    known = here | behind
    answered = {_first(known, digest) for digest in here}
    waiting: dict[str, tuple[str, Rolled]] = {}
    for digest, event in behind.items():
        if (first := _first(known, digest)) not in answered:
            waiting[first] = (digest, event)
    found: Retries = {}
    for digest, event in waiting.values():
        found.setdefault((event.by, event.for_), []).append(digest)
    return found


def _first(known: Mapping[str, Rolled], digest: str) -> str:
    """Return the first roll of the check that a roll stands for."""
    for _ in known:
        event = known.get(digest)
        if event is None or event.retry_of is None:
            break
        digest = event.retry_of
    return digest


def _rolls(
    find: FindRolls, segments: list[Segment], ends: Mapping[str, int], start: int
) -> Iterator[tuple[str, Rolled]]:
    """Yield (digest, roll) of the rolls behind version `start` that were not made for a what-if line."""
    for segment in segments:
        low = max(segment.first_version, ends.get(segment.branch, 0) + 1, start + 1)
        for digest, event in find(segment.branch, low, segment.last_version):
            if event.source not in _OF_WHATIF:
                yield digest, event
