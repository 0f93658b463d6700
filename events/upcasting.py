"""Upcasters: each lifts one stored schema to the next, dict to dict."""

from collections.abc import Callable, Mapping
from typing import Any

Fields = dict[str, Any]
Upcaster = Callable[[Fields], Fields]


class Upcasters:
    """
    The chain of schema changes of a set of stored names.

    Keys are stored names with their version (`"table.said"` is the first, `"table.said@2"` the
    second); each upcaster returns the fields of a later one, its `type` included.
    """

    def __init__(self, steps: Mapping[str, Upcaster]) -> None:
        self._steps = dict(steps)

    def __contains__(self, tag: str) -> bool:
        """Return whether `tag` is an older schema."""
        return tag in self._steps

    @property
    def tags(self) -> frozenset[str]:
        """Every older schema that can be lifted."""
        return frozenset(self._steps)

    def lift(self, fields: Fields) -> Fields:
        """
        Return `fields` under the newest schema.

        Raises `ValueError` where a chain does not end.
        """
        seen: set[str] = set()
        while (tag := str(fields.get("type", ""))) in self._steps:
            if tag in seen:
                raise ValueError(f"upcasters go round in a circle at {tag!r}")
            seen.add(tag)
            fields = self._steps[tag](dict(fields))
        return fields

    def joined(self, other: "Upcasters") -> "Upcasters":
        """Return the chains of both."""
        return Upcasters({**self._steps, **other._steps})
