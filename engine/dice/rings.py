"""Rings of keys: commit them ahead, and let rolls take the next unspent key."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from tenmatsu.engine.decision import MoreDice, Recorded
from tenmatsu.engine.dice.keyring import RING_SIZE, ZERO_MIX, Stream, fixed_seed, ring_key, ring_leaves
from tenmatsu.engine.dice.sources import throw
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.table.state import Ring, TableState
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import DiceCommitted, RingReason, Rolled

AHEAD = 64
"""The next rings are committed while so many keys of the present one are left."""
OPEN, HIDDEN = "o", "h"


def ring_kind(audience: str) -> str:
    """Return which rings a roll with this audience takes its key from."""
    return OPEN if audience == EVERYBODY else HIDDEN


def ring_place(ring: str) -> int:
    """Return the number in a ring's name."""
    return int(ring[1:])


def rings_of(rings: Iterable[str], kind: str) -> list[str]:
    """Return the rings of one kind in the order in which they are used up."""
    return sorted((ring for ring in rings if ring.startswith(kind)), key=ring_place)


def newest_rings(rings: Mapping[str, Ring]) -> dict[str, Ring]:
    """Return the rings of both kinds that were committed last, by name."""
    last = max(map(ring_place, rings), default=0)
    return {name: ring for name, ring in rings.items() if ring_place(name) == last}


def keeper_of(rings: Mapping[str, Ring]) -> str:
    """Return who keeps the newest rings."""
    return rings[max(rings, key=ring_place)].keeper


class RingDice:
    """
    Rolls from the rings that a line has committed, one key a roll.

    Nothing is spent before the commit is stored: a decision made again takes the same keys.
    """

    def __init__(self, table: TableState, spent: Mapping[str, int], seeds: Mapping[str, bytes]) -> None:
        self._rings = table.rings
        self._mix = bytes.fromhex(table.mix) or ZERO_MIX
        self._next = {ring: spent.get(ring, 0) for ring in table.rings}
        self._seeds = seeds
        self.taken: list[tuple[str, int]] = []

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Roll under the next unspent key; `StoreError` where the seed is gone or the rings are used up."""
        ring, index = self._take(ring_kind(audience))
        key = ring_key(self._seeds[ring], index)
        stream = Stream(key, self._mix)
        return Rolled(
            ring=ring,
            index=index,
            key=key.hex(),
            mix=None if self._mix == ZERO_MIX else self._mix.hex(),
            dice=throw(sides, stream.die, more),
            by=by,
            for_=for_,
        )

    def are_short(self, table: TableState) -> bool:
        """Return whether this decision's rolls left so few keys of a kind that the next rings are due."""
        return bool(self.taken) and min(self._left(table, OPEN), self._left(table, HIDDEN)) <= AHEAD

    def _left(self, table: TableState, kind: str) -> int:
        return sum(
            max(0, ring.count - self._next.get(name, 0))
            for name, ring in table.rings.items()
            if name.startswith(kind) and not ring.ended
        )

    def _take(self, kind: str) -> tuple[str, int]:
        for ring in rings_of(self._rings, kind):
            index = self._next[ring]
            if index < self._rings[ring].count and not self._rings[ring].ended:
                if ring not in self._seeds or not _makes(self._seeds[ring], self._rings[ring]):
                    raise StoreError("seed_lost", ring=ring)
                self._next[ring] = index + 1
                self.taken.append((ring, index))
                return ring, index
        raise StoreError("rings_used_up")


def _makes(seed: bytes, ring: Ring) -> bool:
    """Return whether a seed makes the leaves that were committed: a damaged one must not roll."""
    return leaves_sha256(seed, ring.count) == ring.leaves_sha256


@lru_cache(maxsize=64)
def leaves_sha256(seed: bytes, count: int) -> str:
    """Return the SHA-256, in hex, of a ring's leaves as its event writes them."""
    return sha256(ring_leaves(seed, count).hex().encode()).hexdigest()


class Ringmaker:
    """Makes rings and keeps their seeds until the commit that carries them is stored."""

    def __init__(self, outside: Outside, secret: bytes | None) -> None:
        self._outside = outside
        self._secret = secret
        self.seeds: list[tuple[str, bytes]] = []

    def make(self, ring: str, keeper: str, why: RingReason) -> DiceCommitted:
        """Return the event that commits a new ring."""
        secret = self._secret
        seed = self._outside.entropy(32) if secret is None else fixed_seed(secret, ring)
        self.seeds.append((ring, seed))
        return DiceCommitted(
            ring=ring,
            count=RING_SIZE,
            leaves=ring_leaves(seed).hex(),
            keeper=keeper,
            why=why,
            fixed=secret is not None,
        )

    def make_pair(self, rings: Mapping[str, Ring], keeper: str, why: RingReason) -> list[Recorded]:
        """Return the events for the next ring of each kind, committed together."""
        following = max((ring_place(ring) for ring in rings), default=0) + 1
        return [Recorded(self.make(f"{kind}{following}", keeper, why)) for kind in (OPEN, HIDDEN)]
