"""Whether a game lets its story be wound back: what an undo, a ruling or an adoption would leave behind."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tenmatsu.engine.contract import Rewinding
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.events.base import event_type
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import Adjusted, Rolled

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session
    from tenmatsu.engine.store import Segment

_ROLLED, _ADJUSTED = event_type(Rolled), event_type(Adjusted)


def check_undo(session: "Session", leaves: Commit) -> None:
    """
    Refuse an undo that the game does not allow.

    Speech and other commits without anything of the game may be undone at any time. Where only the last
    declaration may be taken back, an undo right behind one that took it back is refused.
    """
    _check(session, [leaves], leaves)


def check_ruling(session: "Session", disputed: Commit) -> None:
    """Refuse a ruling that would wind back what the game does not let go: then only numbers are corrected."""
    parts = [_cut(segment, disputed.number) for segment in session.segments()]
    _check(session, _read(session, parts), disputed)


def check_adoption(current: "Session", target: "Session") -> None:
    """Refuse to adopt a line that leaves something of the game behind, where nothing is wound back."""
    if ask_rewinding(current) == "free":
        return
    ends = {segment.branch: segment.last_number for segment in target.segments()}
    parts = [_cut(one, ends[one.branch] + 1 if one.branch in ends else 1) for one in current.segments()]
    if any(is_play(current, commit) for commit in _read(current, parts)):
        raise RuleViolation("rewinding_never")


def ask_rewinding(session: "Session") -> Rewinding:
    """Return how far the game lets its story be wound back now."""
    if session.state.game is None:
        return "free"
    answer: Rewinding = session.system.rewinds(session.state.game, session.rules().options)
    return answer


def is_play(session: "Session", commit: Commit) -> bool:
    """
    Return whether something of the game happened in a commit: an event that it folds, or dice.

    A value set by hand is a number, not a part of the story.
    """
    start, wanted = f"{session.system.id}.", {event_type(kind) for kind in session.system.events}
    told = (wanted | {_ROLLED}) - {_ADJUSTED}
    tags = [tag_of(item.data) for item in commit.events if item.data is not None]
    return any(tag in told or tag.startswith(start) for tag in tags)


def _check(session: "Session", left: Iterable[Commit], first: Commit) -> None:
    how = ask_rewinding(session)
    if how == "free":
        return
    played = sum(is_play(session, commit) for commit in left)
    if played and how == "never":
        raise RuleViolation("rewinding_never")
    if played and played + sum(is_play(session, one) for one in _left_since(session, first)) > 1:
        raise RuleViolation("rewinding_last")


def _left_since(session: "Session", first: Commit) -> Iterator[Commit]:
    """Yield what the lines that opened behind a commit, the next to be left, have left already."""
    segments = session.segments()
    at = next((at for at, one in enumerate(segments) if one.branch == first.branch), len(segments))
    parts: list[Segment | None] = []
    for segment in segments[at:-1]:
        head = session.branches[segment.branch].head_number
        parts.append(_cut(replace(segment, last_number=head), segment.last_number + 1))
    return _read(session, parts)


def _cut(segment: "Segment", low: int) -> "Segment | None":
    """Return the part of a segment from a number on, None where there is none."""
    start = max(segment.first_number, low)
    return replace(segment, first_number=start) if start <= segment.last_number else None


def _read(session: "Session", parts: "Iterable[Segment | None]") -> Iterator[Commit]:
    return session.store.commits(session.id, [part for part in parts if part is not None])
