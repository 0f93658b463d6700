"""Gather what a suspicious player asks of an evening, as far as whoever looks may know it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from tenmatsu.engine.command import Value
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, head_seen
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import sight_of, visible_branches
from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted, Answer, BranchForked, DisputeOpened, DisputeRuled, Noted, Rolled
from tenmatsu.projections.luck import chances_of, measure_each
from tenmatsu.projections.names import names_for
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.rolls import ROLLS, CheckRow, Proof, Roll, checks_of, rolls_of, without_cards
from tenmatsu.projections.trust.ranges import Bias, Place, Range, find_bias, success_range, sum_range
from tenmatsu.projections.walking import Context, walk

Origin = Literal["engine", "entered", "other"]
"""Dice of the engine's rings; physical dice; imported, scripted or what-if dice, which prove nothing."""


class DiceLuck(msgspec.Struct, frozen=True, kw_only=True):
    """What the sum of somebody's dice of one origin is, and what fair dice give."""

    origin: Origin
    dice: int
    by_sides: dict[int, int]
    sum: int
    range: Range | None
    place: Place | None


class CheckLuck(msgspec.Struct, frozen=True, kw_only=True):
    """How many of somebody's checks succeeded, and how many do with fair dice."""

    checks: int
    successes: int
    range: Range
    place: Place


class PersonTrust(msgspec.Struct, frozen=True, kw_only=True):
    """One person's evening."""

    id: str
    name: str
    rolls: int = 0
    entered: int = 0
    """Rolls of physical dice."""
    undos: int = 0
    retries: int = 0
    """Rolls that stand for one that an undo left behind."""
    rerolls: int = 0
    """Rerolls that a rule gave."""
    luck: tuple[DiceLuck, ...] = ()
    checks: CheckLuck | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A value set by hand, on whichever line the table has played."""

    version: int
    commit: str
    by: str
    name: str
    old: Value
    new: Value
    note: str = ""


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """A roll that stands for one that an undo left behind."""

    version: int
    by: str
    first: str
    """The digest of the roll left behind, in hex."""


class DisputeSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute, and its ruling where there is one."""

    number: int
    by: str
    about: str
    note: str = ""
    answer: Answer | None = None
    ruled_by: str = ""
    ruling_note: str = ""


class Trust(msgspec.Struct, frozen=True, kw_only=True):
    """What a suspicious player asks."""

    title: str
    viewer: str
    """The name of whoever looks; empty where everything is shown."""
    is_whole: bool
    """Whether whoever looks may know where something does not hold: the GM, or everything is shown."""
    names: dict[str, str]
    """Of people and figures, as the viewer may know them."""
    version: int
    head: str
    people: tuple[PersonTrust, ...]
    again: tuple[Again, ...]
    changes: tuple[Change, ...]
    disputes: tuple[DisputeSeen, ...]
    proofs: dict[Proof, int]
    """Rolls of the line by how far they are proven."""
    left_behind: int
    """Rolls on lines that the table left: they are in no other figure here."""
    biases: tuple[Bias, ...]
    """Of the engine's dice, by kind of die."""
    unrevealed: int
    """Closed entries on the line: they are in no figure here."""


def find_trust(session: Session, viewer: Viewer = EVERYTHING) -> Trust:
    """Return what a viewer may be told; luck is that of the line, the counts are over all lines played."""
    names = names_for(session, viewer)
    rolled = catch_up(session, ROLLS, viewer)
    rolls, checks = rolls_of(rolled), checks_of(rolled)
    found = _Gathered(session, viewer)
    faces: dict[int, Counter[int]] = {}
    thrown = without_cards(rolls, session.system)
    for roll in thrown:
        for sides, face in roll.dice if _origin(roll) == "engine" else ():
            faces.setdefault(sides, Counter())[face] += 1
    tests = (find_bias(sides, counts) for sides, counts in sorted(faces.items()))
    shown_as = "" if viewer.id is None else names.get(viewer.id, viewer.id)
    return Trust(
        title=session.table.title,
        viewer=shown_as,
        is_whole=viewer.id is None or viewer.is_gm,
        names=names,
        version=found.version,
        head=head_seen(session, viewer),
        people=tuple(_people(found, rolls, thrown, checks, names)),
        again=tuple(found.again),
        changes=tuple(found.changes),
        disputes=tuple(found.disputes.values()),
        proofs=dict(Counter(roll.proof for roll in rolls)),
        left_behind=max(0, found.rolled - len(rolls)),
        biases=tuple(test for test in tests if test is not None),
        unrevealed=found.sealed,
    )


class _Gathered:
    """What is counted over all lines that the table has played, each event once."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self.undos = Counter[str]()
        self.retries = Counter[str]()
        self.rerolls = Counter[str]()
        self.again: list[Again] = []
        self.changes: list[Change] = []
        self.disputes: dict[int, DisputeSeen] = {}
        self.sealed = 0
        self.rolled = 0
        self.version = 0
        self.seats: tuple[str, ...] = ()
        self._noting: Change | DisputeSeen | None = None
        seen = set[str]()
        for line in _lines(session, viewer):
            commit = ""
            for entry, context in _own_part(line, viewer):
                if line.branch == session.branch:
                    self.version = entry.version
                    self.sealed += entry.sealed
                    self.seats = tuple(context.after.table.seats)
                if entry.commit != commit:
                    commit, self._noting = entry.commit, None
                if entry.whatif or entry.digest in seen or not isinstance(entry.event, Event):
                    continue
                seen.add(entry.digest)
                self._see(entry, entry.event, context)

    def _see(self, entry: Entry, event: Event, context: Context) -> None:
        table = context.after.table
        self.rolled += isinstance(event, Rolled)
        match event:
            case BranchForked(why="undo"):
                self.undos[entry.actor] += 1
            case Rolled(retry_of=str(first), by=by):
                self.retries[table.player_of(by) or by] += 1
                self.again.append(Again(version=entry.version, by=by, first=first))
            case Adjusted():
                self._noting = Change(
                    version=entry.version,
                    commit=entry.commit,
                    by=entry.actor,
                    name=event.name,
                    old=event.old,
                    new=event.new,
                )
                self.changes.append(self._noting)
            case DisputeOpened(carried=False):
                self._noting = DisputeSeen(number=event.dispute, by=event.by, about=event.about)
                self.disputes[event.dispute] = self._noting
            case DisputeRuled(carried=False) if event.dispute in self.disputes:
                self._noting = msgspec.structs.replace(
                    self.disputes[event.dispute], answer=event.answer, ruled_by=event.by
                )
                self.disputes[event.dispute] = self._noting
            case Noted():
                self._note(event.text)
            case _:
                aside = context.system.sets_aside(event)
                if aside is not None and aside.again:
                    self.rerolls[table.player_of(aside.by) or aside.by] += 1

    def _note(self, text: str) -> None:
        """Put a note to what stands before it in its commit."""
        about, self._noting = self._noting, None
        if isinstance(about, Change):
            self.changes[-1] = msgspec.structs.replace(about, note=text)
        elif isinstance(about, DisputeSeen) and about.answer is None:
            self.disputes[about.number] = msgspec.structs.replace(about, note=text)
        elif isinstance(about, DisputeSeen):
            self.disputes[about.number] = msgspec.structs.replace(about, ruling_note=text)


def _lines(session: Session, viewer: Viewer) -> Iterator[Session]:
    sight = sight_of(session.store, session.id, viewer)
    for branch in visible_branches(session.store, session.id, sight, session.branches):
        yield session if branch == session.branch else session.on(branch)


def _own_part(line: Session, viewer: Viewer) -> Iterator[tuple[Entry, Context]]:
    """Yield a line's entries: for a viewer from its start, else where it leaves its parent."""
    row = line.branches[line.branch]
    if viewer.id is not None or row.parent is None or line.is_current:
        return walk(line, viewer)
    return walk(line, after=row.fork_version, state=line.state_at(row.fork_version))


def _people(
    found: _Gathered,
    rolls: Sequence[Roll],
    thrown: Sequence[Roll],
    checks: Sequence[CheckRow],
    names: dict[str, str],
) -> Iterator[PersonTrust]:
    measured = {person.id: person for person in measure_each(thrown, checks, whose="player")}
    for id_ in dict.fromkeys([*found.seats, *measured, *found.undos, *found.retries, *found.rerolls]):
        own = [roll for roll in rolls if (roll.player or roll.by) == id_]
        person = measured.get(id_)
        yield PersonTrust(
            id=id_,
            name=names.get(id_, id_),
            rolls=len(own),
            entered=person.entered if person else 0,
            undos=found.undos[id_],
            retries=found.retries[id_],
            rerolls=found.rerolls[id_],
            luck=tuple(_luck([roll for roll in thrown if (roll.player or roll.by) == id_])),
            checks=_check_luck([row for row in checks if (row.player or row.verdict.by) == id_]),
        )


def _origin(roll: Roll) -> Origin:
    if roll.source == "ring":
        return "engine"
    return "entered" if roll.source == "entered" else "other"


def _luck(rolls: Sequence[Roll]) -> Iterator[DiceLuck]:
    """Yield the luck of somebody's dice, apart by origin: a die in the hand is no die of the engine's."""
    for origin in ("engine", "entered", "other"):
        dice = [die for roll in rolls if _origin(roll) == origin for die in roll.dice]
        if not dice:
            continue
        by_sides = dict(sorted(Counter(sides for sides, _ in dice).items()))
        total, expected = sum(face for _, face in dice), sum_range(by_sides)
        yield DiceLuck(
            origin=origin,
            dice=len(dice),
            by_sides=by_sides,
            sum=total,
            range=expected,
            place=expected.place(total) if expected else None,
        )


def _check_luck(checks: Sequence[CheckRow]) -> CheckLuck | None:
    chances: list[Fraction] = chances_of(checks)
    expected = success_range(chances)
    if expected is None:
        return None
    successes = sum(1 for check in checks if check.verdict.needed is not None and check.verdict.success)
    return CheckLuck(
        checks=len(chances), successes=successes, range=expected, place=expected.place(successes)
    )
