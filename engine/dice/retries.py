"""Find the rolls that undos left behind, and let the next roll of the same check name them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.decision import DiceSource, MoreDice
from tenmatsu.engine.store.reading import lineage
from tenmatsu.engine.store.rows import BranchRow, Segment
from tenmatsu.events.base import event_type
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import Rolled

if TYPE_CHECKING:
    from tenmatsu.engine.store.store import Store

Retries = dict[tuple[str, str], list[tuple[str, str]]]
"""(Digest in hex, audience) of rolls left behind, by (by, for), which the next such roll stands for."""

FoundRoll = tuple[str, Rolled, str]
"""The digest of a roll in hex, the roll, who may see it."""
FindRolls = Callable[[str, int, int], Iterable[FoundRoll]]
"""From a branch and its first and last version, the rolls there."""

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
        digest = take_waiting(self._waiting.get((by, for_), []), audience)
        return event if digest is None else msgspec.structs.replace(event, retry_of=digest)

    @property
    def retries(self) -> Retries:
        """The rolls left behind that nothing stands for yet."""
        return {key: digests for key, digests in self._waiting.items() if digests}


def take_waiting(waiting: list[tuple[str, str]], audience: str) -> str | None:
    """
    Take out the first roll that one with this audience may name, None where there is none.

    It must be one that all may see who see the new one: else the link would tell of a secret.
    """
    place = next((at for at, one in enumerate(waiting) if one[1] in (EVERYBODY, audience)), None)
    return None if place is None else waiting.pop(place)[0]


def rolls_left_behind(
    store: "Store", session: str, branches: Mapping[str, BranchRow], branch: str
) -> Retries:
    """Return the rolls of lines left behind that nothing on this line stands for yet, by the store's rows."""

    def find(line: str, low: int, high: int) -> Iterator[FoundRoll]:
        for item in store.reader.items_of_type(session, line, low, high, event_type(Rolled)):
            try:
                yield item.digest.hex(), _ROLLED.decode(item.data or b""), item.audience
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
    here = {digest: event for digest, event, _ in _rolls(find, mine, start)}
    rests = _rolls(find, _left_behind(branches, left, mine), start)
    behind = {digest: (event, audience) for digest, event, audience in rests}
    known = here | {digest: event for digest, (event, _) in behind.items()}
    answered = {_first(known, digest) for digest in here}
    waiting: dict[str, tuple[str, Rolled, str]] = {}
    for digest, (event, audience) in behind.items():
        if (first := _first(known, digest)) not in answered:
            waiting[first] = (digest, event, audience)
    found: Retries = {}
    for digest, event, audience in waiting.values():
        found.setdefault((event.by, event.for_), []).append((digest, audience))
    return found


def _first(known: Mapping[str, Rolled], digest: str) -> str:
    """Return the first roll of the check that a roll stands for."""
    for _ in known:
        event = known.get(digest)
        if event is None or event.retry_of is None:
            break
        digest = event.retry_of
    return digest


def _left_behind(
    branches: Mapping[str, BranchRow], left: Iterable[BranchRow], mine: Iterable[Segment]
) -> list[Segment]:
    """Return what the lines left behind have, their ancestors' parts among it, and this line does not."""
    reach = {row.id: row.head_version for row in left}
    for row in reversed(list(branches.values())):
        if row.id in reach and row.parent is not None:
            reach[row.parent] = max(reach.get(row.parent, 0), row.fork_version)
    ends = {segment.branch: segment.last_version for segment in mine}
    return [
        Segment(row.id, max(row.fork_version, ends.get(row.id, 0)) + 1, reach[row.id], 0, 0)
        for row in branches.values()
        if row.id in reach
    ]


def _rolls(find: FindRolls, segments: Iterable[Segment], start: int) -> Iterator[FoundRoll]:
    """Yield the rolls behind version `start` that were not made for a what-if line."""
    for segment in segments:
        low = max(segment.first_version, start + 1)
        if low > segment.last_version:
            continue
        for digest, event, audience in find(segment.branch, low, segment.last_version):
            if event.source not in _OF_WHATIF:
                yield digest, event, audience
