"""What a line takes along from the one it stands for: dice commitments, disputes and rulings."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.dice.verify import ENDING
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import (
    DiceCommitted,
    DisputeOpened,
    DisputeRuled,
    NoncesCommitted,
    RingReason,
)

_DICE = frozenset({"table.dice_committed", "table.nonces_committed"})


def carry_over(table: TableState, left: Session, without: Commit | None = None) -> list[Recorded]:
    """
    Return what the left line has and the other one, whose table this is, lacks.

    `without` is the commit that an undo leaves: a ruling in it is taken back.
    """
    events = () if without is None else (left.folder.decode(item.data) for item in without.events)
    return [*_dice(table, left), *carry_disputes(table, left.table, rulings_in(events))]


def _dice(table: TableState, left: Session) -> Iterator[Recorded]:
    missing = {ring for ring in left.table.rings if ring not in table.rings}
    if not missing and left.table.links.items() <= table.links.items():
        return
    for _, data in left.store.reader.events(left.id, left.segments()):
        if isinstance(data, str) or tag_of(data) not in _DICE:
            continue
        event = left.folder.decode(data)
        if isinstance(event, DiceCommitted) and event.ring in missing:
            why: RingReason = event.why if event.why in ENDING else "carried"  # what was given up stays so
            missing.discard(event.ring)
            yield Recorded(replace(event, why=why))
        elif isinstance(event, NoncesCommitted) and _newest_chain(table, event.by) < event.chain:
            yield Recorded(replace(event, carried=True))


def _newest_chain(table: TableState, participant: str) -> int:
    link = table.links.get(participant)
    return 0 if link is None else link.chain


def rulings_in(events: Iterable[Event | Unknown | None]) -> frozenset[int]:
    """Return the numbers of the disputes that these events rule on."""
    return frozenset(event.dispute for event in events if isinstance(event, DisputeRuled))


def carry_disputes(table: TableState, left: TableState, undone: Collection[int] = ()) -> Iterator[Recorded]:
    """
    Yield the disputes and rulings that a line lacks and the one left has, so that none is lost.

    `undone` are those whose ruling an undo takes back.
    """
    for one in left.disputes:
        known = table.find_dispute(one.number)
        if known is None:
            opened = DisputeOpened(
                dispute=one.number,
                by=one.by,
                about=one.about,
                commit=one.commit,
                audience=one.audience,
                carried=True,
            )
            yield Recorded(opened, one.audience)
        if one.answer is not None and one.number not in undone and (known is None or known.answer is None):
            ruled = DisputeRuled(dispute=one.number, by=one.ruled_by, answer=one.answer, carried=True)
            yield Recorded(ruled, one.audience)
