"""
Moments of answering: several people may do something, each in turn, before a game goes on.

A game opens a window with what each may do; who can do nothing is not asked. The first of those asked does
something or passes; when all have passed the window closes. What somebody does may open another window on
top of it, for those who may answer that; the game keeps them as a stack in its state.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tenmatsu.engine.contract import Pending

PASS = "pass"  # noqa: S105  # no password
"""Do nothing; always allowed, and said in the log."""


class Window(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A moment of answering."""

    kind: str
    """A key of `[pending]` in `words.toml`."""
    asked: tuple[str, ...]
    """Those who have not passed yet, in the order in which they are asked."""
    options: dict[str, tuple[str, ...]]
    """What each may do besides passing: keys of `[labels]`."""

    @property
    def now(self) -> str:
        """Who is asked now."""
        return self.asked[0] if self.asked else ""

    def allows(self, character: str, option: str) -> bool:
        """Return whether it is this character's turn to answer, and so."""
        return character == self.now and (option == PASS or option in self.options.get(character, ()))


def open_window(kind: str, options: Mapping[str, Sequence[str]]) -> Window | None:
    """Return a window that asks in the order of `options`; None where nobody can do anything."""
    able = {character: tuple(can) for character, can in options.items() if can}
    return Window(kind=kind, asked=tuple(able), options=able) if able else None


def pass_window(window: Window) -> Window | None:
    """Return the window after whoever is asked now has passed; None where nobody is left."""
    rest = window.asked[1:]
    return msgspec.structs.replace(window, asked=rest) if rest else None


def ask_window(window: Window, command: str, details: Mapping[str, int | str]) -> Pending:
    """Return the choice that a window is for whoever is asked now."""
    return Pending(
        id=window.kind,
        kind=window.kind,
        whom=window.now,
        options=(*window.options.get(window.now, ()), PASS),
        command=command,
        details=dict(details),
    )
