"""Follow what is committed to a store, in the order of its positions."""

import msgspec

from tenmatsu.engine.store import Store
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
    return [
        Followed(position, owner, store.commit_at(owner, branch, number))
        for position, owner, branch, number in places
    ]


def last_position(store: Store) -> int:
    """Return the position of the newest commit, 0 for an empty store."""
    return store.reader.last_position()
