"""What a sitting changed: each value at its beginning and at its end."""

import msgspec

from tenmatsu.engine.contract import Value
from tenmatsu.engine.differences import ValueChange
from tenmatsu.engine.history import Entry


class Place(msgspec.Struct, frozen=True):
    """A value's newest change in a sitting."""

    new: Value
    version: int
    commit: str


class Shifts:
    """
    Collects the changes of one sitting.

    A value that came up in the sitting itself counts from where it stood when the first scene opened, and
    one of a figure made later from where it stood when the figure was made: that is no result.
    """

    def __init__(self) -> None:
        self.first: dict[str, Value] = {}
        self.last: dict[str, Place] = {}
        self._born: set[str] = set()
        self._made: dict[str, str] = {}
        """By owner, the commit in which it came up."""

    def add(self, change: ValueChange, entry: Entry) -> None:
        """Take in a change."""
        owner = change.name.rpartition(".")[0]
        if change.name not in self.first:
            if change.before is None:
                self._born.add(change.name)
                self._made.setdefault(owner, entry.commit)
            self.first[change.name] = change.after if change.before is None else change.before
        if owner and self._made.get(owner) == entry.commit:
            self.first[change.name] = change.after
        self.last[change.name] = Place(change.after, entry.version, entry.commit)

    def settle(self) -> None:
        """Let what came up so far count from where it stands now."""
        for name in self._born:
            self.first[name] = self.last[name].new

    def found(self) -> list[tuple[str, Value, Place]]:
        """Return (name, value at the beginning, newest change) of the values that differ at the end."""
        return [
            (name, self.first[name], place)
            for name, place in self.last.items()
            if self.first[name] != place.new
        ]
