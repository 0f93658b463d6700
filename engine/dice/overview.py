"""What a line knows of its dice: rings, chains of nonces, who has witnessed since when."""

from typing import Literal

import msgspec

from tenmatsu.engine.asking import must_link
from tenmatsu.engine.dice.rings import HIDDEN
from tenmatsu.engine.dice.verify import ENDING
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries
from tenmatsu.engine.session import Session
from tenmatsu.events.table import DiceCommitted, EntropyAdded, NoncesCommitted, RingReason


class Moment(msgspec.Struct, frozen=True):
    """Where something stands in a viewer's log."""

    version: int
    commit: str
    """The commit's hash, in hex."""
    at: str


class Witness(msgspec.Struct, frozen=True):
    """A participant other than a ring's keeper who showed a link since it was committed."""

    by: str
    since: Moment


class RingView(msgspec.Struct, frozen=True, kw_only=True):
    """A ring of keys."""

    ring: str
    kind: Literal["open", "hidden"]
    count: int
    left: int | None
    """Keys that no line has shown; None where the viewer is not to know how many hidden rolls there were."""
    keeper: str
    why: RingReason
    fixed: bool
    ended: bool = False
    """Whether it was given up for a later one."""
    has_seed: bool
    """Whether its seed is in this database, so that it can roll."""
    committed: Moment
    worded: Moment | None = None
    witnesses: tuple[Witness, ...] = ()


class ChainView(msgspec.Struct, frozen=True, kw_only=True):
    """The newest chain of nonces of a participant."""

    by: str
    chain: int
    length: int
    shown: int
    """Its highest link shown on any line."""
    committed: Moment


class DiceView(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of a line at its head."""

    rings: tuple[RingView, ...]
    chains: tuple[ChainView, ...]
    links_required: bool


def look_at_dice(session: Session, viewer: Viewer = EVERYTHING) -> DiceView:
    """Return what a viewer may know of a line's rings and chains, read from its log."""
    looking = _Looking(session, viewer)
    for entry in read_entries(session, viewer):
        looking.take(entry)
    return DiceView(
        rings=tuple(looking.rings.values()),
        chains=tuple(looking.chains.values()),
        links_required=must_link(session.table),
    )


class _Looking:
    """A log being read."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self.rings: dict[str, RingView] = {}
        self.chains: dict[str, ChainView] = {}
        self._session = session
        self._spent = session.store.spent_keys(session.id)
        self._seeds = session.store.seeds(session.id)
        self._knows_hidden = viewer.id is None or viewer.is_gm

    def take(self, entry: Entry) -> None:
        """Read one entry."""
        here = Moment(entry.version, entry.commit, entry.at)
        match entry.event:
            case DiceCommitted() as event:
                self._take_ring(event, here)
            case NoncesCommitted() as event:
                last = self._session.last_link(event.by)
                shown = last.index if last is not None and last.chain == event.chain else 0
                self.chains[event.by] = ChainView(
                    by=event.by, chain=event.chain, length=event.length, shown=shown, committed=here
                )
                self._change_all(witnesses=())
            case EntropyAdded(word=True):
                self._change_all(witnesses=())
                unworded = [name for name, ring in self.rings.items() if ring.worded is None]
                self._change(unworded, worded=here)
            case EntropyAdded() as event:
                for name, ring in self.rings.items():
                    if event.by != ring.keeper and all(one.by != event.by for one in ring.witnesses):
                        self._change([name], witnesses=(*ring.witnesses, Witness(event.by, here)))
            case _:
                pass

    def _take_ring(self, event: DiceCommitted, here: Moment) -> None:
        if event.why in ENDING:
            self._change([name for name in self.rings if name[0] == event.ring[0]], ended=True)
        hidden = event.ring.startswith(HIDDEN)
        left = event.count - self._spent.get(event.ring, 0)
        self.rings[event.ring] = RingView(
            ring=event.ring,
            kind="hidden" if hidden else "open",
            count=event.count,
            left=None if hidden and not self._knows_hidden else left,
            keeper=event.keeper,
            why=event.why,
            fixed=event.fixed,
            has_seed=event.ring in self._seeds,
            committed=here,
        )

    def _change(self, names: list[str], **changes: object) -> None:
        for name in names:
            self.rings[name] = msgspec.structs.replace(self.rings[name], **changes)

    def _change_all(self, **changes: object) -> None:
        self._change(list(self.rings), **changes)
