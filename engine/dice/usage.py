"""Which keys, rings, chains and links a whole log shows, over all its lines."""

from collections.abc import Sequence
from typing import Any

from tenmatsu.engine.dice.keyring import RING_SIZE
from tenmatsu.engine.dice.verify import ENDING, RING_NAME, DiceProblem, roll_place
from tenmatsu.events.table import DiceCommitted, EntropyAdded, NoncesCommitted, RingReason, Rolled


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
            return [DiceProblem("dice_same_of_none", roll_place(event))]
        if event.source != "ring" or event.ring is None or event.index is None:
            return []
        place = (event.ring, event.index)
        if place in self.used:
            return [DiceProblem("dice_key_twice", roll_place(event))]
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
            known = last.get(ring)
            if known is None or index > known:
                last[ring] = index
        for ring in [*last]:
            if RING_NAME.fullmatch(ring) is None:
                del last[ring]  # `follow_ring` has found it wrong
            else:
                newest[ring[:1]] = max(newest.get(ring[:1], 0), int(ring[1:]))
        for ring in self._rings.keys() - self.ended.keys():
            if RING_NAME.fullmatch(ring) is not None and int(ring[1:]) < newest.get(ring[:1], 0):
                last[ring] = RING_SIZE
        return [
            (ring, index)
            for ring in sorted(last)
            if ring[:1] in kinds
            for index in range(min(last[ring], RING_SIZE))
            if (ring, index) not in self.used
        ]
