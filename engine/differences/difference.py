"""Tell where two lines part, what was done differently behind that, and how their ends differ."""

import msgspec

from tenmatsu.engine.contract import Outcome, Pending
from tenmatsu.engine.differences.origins import Origins
from tenmatsu.engine.differences.pairing import CommitPair, pair_sides
from tenmatsu.engine.differences.parting import Parting, Tail, Versions, read_parting
from tenmatsu.engine.differences.sides import CommitSide, side_of
from tenmatsu.engine.differences.values import SheetChange, compare_sheets
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer
from tenmatsu.engine.session import Session


class LineEnd(msgspec.Struct, frozen=True, kw_only=True):
    """Where a line ends, how it stands there, and how much lies between that and the parting."""

    branch: str
    whatif: bool
    """Whether it is a what-if line that the table never adopted."""
    version: int
    outcome: Outcome | None
    """How the situation under way ended; None while it is open."""
    pending: tuple[Pending, ...]
    """The choices that it waits for there."""
    commits: int
    commands: int
    """Commits without those that move lines or only keep the books of the dice."""
    rolls: int


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """How two lines differ: their last common commit, what each has behind it, the values at the ends."""

    common: str
    """The hash of the last commit that both have, in hex."""
    common_version: int
    first: tuple[Entry, ...]
    second: tuple[Entry, ...]
    pairs: tuple[CommitPair, ...]
    """The commits that differ, in order; equal ones only where they were asked for."""
    copied: bool
    """Whether some of the commits were decided again from others: table talk is not copied."""
    equal: int
    """Pairs of commits that asked, rolled and brought about the same."""
    values: tuple[SheetChange, ...]
    ends: tuple[LineEnd, LineEnd]

    @property
    def outcomes(self) -> tuple[str, str]:
        """The outcome at each end, empty where the situation is open."""
        one, other = (end.outcome.result if end.outcome else "" for end in self.ends)
        return one, other

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs but book-keeping."""
        return all(pair.kind == "equal" for pair in self.pairs) and not self.values


def find_difference(
    first: Session,
    second: Session,
    viewer: Viewer = EVERYTHING,
    *,
    versions: Versions = (None, None),
    equal: bool = False,
) -> Difference:
    """
    Return how two lines of one session differ, at their heads or at versions in the viewer's own numbers.

    With `equal` the pairs of equal commits are listed too. Raises `UsageError` where the lines are of
    different sessions, or one has no such version.
    """
    parting = read_parting(first, second, viewer, versions)
    sides = _sides(parting, parting.first), _sides(parting, parting.second)
    pairs = _pairs(parting, *sides)
    listed = tuple(pair for pair in pairs if equal or pair.kind != "equal")
    values = compare_sheets(
        (first, parting.first.state),
        (second, parting.second.state),
    )
    return Difference(
        common=parting.common,
        common_version=parting.version,
        first=tuple(entry for told in parting.first.told for entry in told.entries),
        second=tuple(entry for told in parting.second.told for entry in told.entries),
        pairs=listed,
        copied=any(side.of for side in (*sides[0], *sides[1])),
        equal=sum(pair.kind == "equal" for pair in pairs),
        values=tuple(values),
        ends=(_end(parting.first, sides[0]), _end(parting.second, sides[1])),
    )


def compare_versions(session: Session, before: int, after: int, viewer: Viewer = EVERYTHING) -> Difference:
    """Return how two versions of one line differ."""
    return find_difference(session, session, viewer, versions=(before, after))


def pair_commits(
    first: Session, second: Session, viewer: Viewer = EVERYTHING, *, equal: bool = False
) -> tuple[CommitPair, ...]:
    """Return the commits that differ between two lines, in pairs; with `equal` all of them."""
    parting = read_parting(first, second, viewer)
    pairs = _pairs(parting, _sides(parting, parting.first), _sides(parting, parting.second))
    return tuple(pair for pair in pairs if equal or pair.kind != "equal")


def _sides(parting: Parting, tail: Tail) -> list[CommitSide]:
    """Return the commits of a tail that are more than book-keeping."""
    system = tail.session.system
    sides = (side_of(system, parting.sight, told) for told in tail.told)
    return [side for side in sides if not side.is_books]


def _pairs(parting: Parting, first: list[CommitSide], second: list[CommitSide]) -> list[CommitPair]:
    origins = Origins(parting.first.session, parting.sight, [*first, *second])
    return list(pair_sides(first, second, origins.find))


def _end(tail: Tail, sides: list[CommitSide]) -> LineEnd:
    session, state = tail.session, tail.state
    return LineEnd(
        branch=session.branch,
        whatif=session.is_whatif,
        version=state.version,
        outcome=None if state.game is None else session.system.outcome(state.game),
        pending=() if state.game is None else tuple(session.system.pending(state.game)),
        commits=len(tail.told),
        commands=len(sides),
        rolls=sum(len(side.rolls) for side in sides),
    )
