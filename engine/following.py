"""Follow what is committed to a store, in the order of its positions."""

import msgspec

from tenmatsu.engine.history import Entry, entries_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.sight import Viewer, sight_of, visible_branches
from tenmatsu.engine.store import Segment, Store
from tenmatsu.events.envelope import Commit


class Followed(msgspec.Struct, frozen=True):
    """A commit as a follower meets it."""

    position: int
    """Where to go on: positions rise, with gaps."""
    session: str
    commit: Commit


def follow_commits(
    store: Store, after: int = 0, *, session: str | None = None, most: int = 500
) -> list[Followed]:
    """
    Return the commits behind a position, at most `most`, of one session or of all.

    An empty list says that there is nothing new yet: ask again later with the last position.
    """
    places = store.reader.after_position(after, most, session)
    spans: dict[tuple[str, str], list[int]] = {}
    for _, owner, branch, number in places:
        spans.setdefault((owner, branch), []).append(number)
    # the commits of a line have their positions in the order of their numbers: none between is another's
    found: dict[tuple[str, str, int], Commit] = {}
    for (owner, branch), numbers in spans.items():
        segment = Segment(branch, 0, 0, min(numbers), max(numbers))
        for commit in store.commits(owner, [segment]):
            found[owner, branch, commit.number] = commit
    return [Followed(place[0], place[1], found[place[1:]]) for place in places]


class FollowedEvents(msgspec.Struct, frozen=True, gc=False):
    """The events of a commit as a follower meets them that needs neither proof nor who asked for what."""

    position: int
    """Where to go on: positions rise, with gaps."""
    session: str
    branch: str
    number: int
    """Of the commit."""
    events: list[bytes | None]
    """Their exact bytes; None where those are gone."""


def follow_events(
    store: Store, after: int = 0, *, session: str | None = None, most: int = 100
) -> list[FollowedEvents]:
    """
    Return the bare events of the commits behind a position, as `follow_commits` does the whole.

    A page that fits into a processor's cache is read fastest: more at once gains nothing.
    """
    found = store.reader.events_after(after, most, session)
    return [FollowedEvents(*one) for one in found]


class Feed(msgspec.Struct, frozen=True):
    """What is new for one viewer, and where to go on."""

    after: int
    """
    The position to ask behind next time.

    It is for whoever serves the viewer, not for the viewer: it moves on with what they do not see too.
    """
    entries: tuple[Entry, ...]
    """Without numbers of their own (0): a feed does not count what came before it."""


def follow_entries(store: Store, session: str, viewer: Viewer, after: int = 0, *, most: int = 500) -> Feed:
    """
    Return what a viewer may see of the commits of a session behind a position, on all its lines.

    What a reveal opens stands in the reveal itself; in its old place `read_entries` shows it.
    """
    followed = follow_commits(store, after, session=session, most=most)
    if not followed:
        return Feed(after, ())
    opened = find_opened(store, session)
    sight = sight_of(store, session, viewer)
    lines = visible_branches(store, session, sight, opened.branches)
    entries = [
        msgspec.structs.replace(entry, number=0)
        for one in followed
        if one.commit.branch in lines
        for entry in entries_of(opened, one.commit, sight)
    ]
    return Feed(followed[-1].position, tuple(entries))


def last_position(store: Store) -> int:
    """Return the position of the newest commit, 0 for an empty store."""
    return store.reader.last_position()
