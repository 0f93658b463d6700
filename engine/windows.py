"""
Moments of answering: several people may do something, each in turn, before a game goes on.

A game opens a window with what each may do, in the order in which they are asked; who can do nothing is not
asked and costs no question. Whoever is asked does something, and is asked again as long as something is left,
or passes; when all have passed the window is gone. What somebody does may change what is left to others, or
open another window on top, for those who may answer that: the game keeps them in its state as a stack, the
newest last, and asks the newest.

All of it is data and pure functions. A game records what came of them as events of its own (a window opened,
somebody passed), so that its log says who was asked, who passed and who did what.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tenmatsu.engine.contract import Pending
from tenmatsu.engine.errors import RuleViolation

PASS = "pass"  # noqa: S105  # no password
"""Do nothing; always allowed, and said in the log."""


class Window(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A moment of answering."""

    kind: str
    """A key of `[pending]` in `words.toml`."""
    asked: tuple[str, ...]
    """Those who are still to answer, in the order in which they are asked."""
    options: dict[str, tuple[str, ...]]
    """What each of them may do besides passing: keys of `[labels]`."""
    passed: tuple[str, ...] = ()
    """Those who have passed."""

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
    now, *rest = window.asked
    if not rest:
        return None
    options = {one: can for one, can in window.options.items() if one != now}
    return msgspec.structs.replace(window, asked=tuple(rest), options=options, passed=(*window.passed, now))


def renew_window(window: Window, options: Mapping[str, Sequence[str]]) -> Window | None:
    """
    Return the window with what is left to do, after somebody did something; None where nobody can.

    It asks in the order of `options`: also those who could do nothing before, but nobody who has passed.
    """
    able = {one: tuple(can) for one, can in options.items() if can and one not in window.passed}
    return msgspec.structs.replace(window, asked=tuple(able), options=able) if able else None


def renew_top(windows: Sequence[Window], window: Window | None) -> tuple[Window, ...]:
    """Return the stack with its newest window as it is now; without it where that is None."""
    return (*windows[:-1], *(() if window is None else (window,)))


def check_answer(windows: Sequence[Window], character: str, option: str) -> Window:
    """
    Return the newest window, if this character may answer it so.

    `RuleViolation` says what is wrong: nothing is asked, somebody else is, or it is none of the choices.
    """
    if not windows:
        raise RuleViolation("nothing_pending")
    window = windows[-1]
    if character != window.now:
        raise RuleViolation("window_asks_another", whom=window.now, character=character)
    if not window.allows(character, option):
        options = (*window.options.get(character, ()), PASS)
        raise RuleViolation("window_option", option=option, options=", ".join(options))
    return window


def ask_window(window: Window, command: str, details: Mapping[str, int | str] | None = None) -> Pending:
    """Return the choice that a window is for whoever is asked now."""
    return Pending(
        id=window.kind,
        kind=window.kind,
        whom=window.now,
        options=(*window.options.get(window.now, ()), PASS),
        command=command,
        details=dict(details or {}),
    )
