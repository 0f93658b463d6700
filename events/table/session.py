"""Events of a session as a whole: its opening, sittings, rules and options."""

from typing import Any, ClassVar

import msgspec

from tenmatsu.events.base import Event


class SessionOpened(Event, frozen=True, kw_only=True, tag="table.session_opened"):
    """The first event of every log: which game, and under which rules and figures."""

    system: str
    rules_version: int
    options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """The game's house rules, whole: every option with its value."""
    table_options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """The engine's own options of the table, whole."""
    tables_sha256: str
    """Of the text of the game's built-in tables, in hex."""
    tables: str | None = None
    """The whole text of the table's own figures, where it has some."""


class SessionTitled(Event, frozen=True, kw_only=True, tag="table.session_titled"):
    """The session got its title."""

    redactable: ClassVar[bool] = True
    title: str


class SessionClosed(Event, frozen=True, kw_only=True, tag="table.session_closed"):
    """A sitting ended; the session may be taken up again."""

    sitting: int
    """Counted from 1."""


class SessionResumed(Event, frozen=True, kw_only=True, tag="table.session_resumed"):
    """The next sitting began."""

    sitting: int
    scenario_goes_on: bool = True
    """Whether the scenario of the sitting before continues."""


class OptionsChanged(Event, frozen=True, kw_only=True, tag="table.options_changed"):
    """House rules changed from here on."""

    options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """The game's house rules after the change, whole."""
    table_options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    changed: tuple[str, ...]
    """The names whose value is another now."""
    before: dict[str, Any] | None = None
    """The values that these had."""

    @property
    def shown(self) -> tuple[str, ...]:
        """Each change with the value before and after it, for words."""
        now = {**self.options, **self.table_options}
        before = self.before or {}
        return tuple(f"{name}: {before.get(name, '?')} → {now.get(name, '?')}" for name in self.changed)


class RulesMoved(Event, frozen=True, kw_only=True, tag="table.rules_moved"):
    """The session goes on under another version of the game's rules."""

    rules_version: int
    tables_sha256: str
    tables: str | None = None


class Adjusted(Event, frozen=True, kw_only=True, tag="table.adjusted"):
    """The GM set a value by hand."""

    name: str
    """As the sheet shows it: `pc1.endurance`."""
    old: int | str | bool | None
    new: int | str | bool | None
