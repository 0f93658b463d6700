"""Decide a session again under other house rules, other figures or another version of the rules."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import decide, unfit
from tenmatsu.engine.dice.sources import EnteredDice
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import read_commits
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import ChangeOptions, MoveRules
from tenmatsu.engine.timelines import commit_ending, fork
from tenmatsu.engine.whatif.copying import Held
from tenmatsu.engine.whatif.redeciding import Redecider, check_unhidden, find_gm
from tenmatsu.engine.whatif.report import Progress, WhatIf


class OtherRules(msgspec.Struct, frozen=True, kw_only=True):
    """Under what a session is decided again; what is left out stays as it was."""

    options: Mapping[str, Any] = {}
    tables: str | None = None
    """The TOML text of the table's own figures; empty for none."""
    rules_version: int | None = None


def rerule(
    session: Session,
    other: OtherRules,
    *,
    actor: str,
    name: str,
    at: int | None = None,
    past: bool = False,
    secret: bool = False,
    progress: Progress | None = None,
) -> WhatIf:
    """
    Decide the line again under other rules, from its opening or from behind the commit that ends at `at`.

    Every commit takes its own dice. What the line itself changed later of the options given, or of the
    rules, is left out (`held`). It ends, or goes on with `past`, as `replace_commit` does. Under equal rules
    nothing changes. Raises as `fork`, and for options, figures or versions that this release does not
    know; nothing is stored then.
    """
    check_unhidden(session, actor)
    first = next(read_commits(session)) if at is None else commit_ending(session, at)
    state = session.state_at(first.last_version)
    changes = _changes(session, state, other)
    for command in changes:
        decide(session.folder, state, command, EnteredDice((), None), None)
    line = fork(session, name, first.last_version, actor=actor, secret=secret)
    held = Held(tuple(other.options), other.tables is not None or other.rules_version is not None)
    redecider = Redecider(session, line, past=past, held=held)
    for command in changes:
        redecider.ask(command)
    later = read_commits(session, first.number)
    redecider.follow(later, session.state.number - first.number, progress)
    return redecider.report(None)


def _changes(session: Session, state: LineState, other: OtherRules) -> list[Command]:
    """Return the commands that set the other rules; none for what is so already."""
    gm, table = find_gm(session), state.table
    if (reason := unfit(dict(other.options)) or unfit(other.tables)) is not None:
        raise UsageError("opening_wrong", reason=reason)
    found: list[Command] = []
    version = table.rules_version if other.rules_version is None else other.rules_version
    tables = table.tables if other.tables is None else other.tables or None
    if (version, tables) != (table.rules_version, table.tables):
        found.append(MoveRules(as_=gm, rules_version=version, tables=tables))
    options = ChangeOptions(as_=gm, options=dict(other.options))
    return [*found, options] if other.options and not _is_so(session, state, options) else found


def _is_so(session: Session, state: LineState, command: ChangeOptions) -> bool:
    try:
        decide(session.folder, state, command, EnteredDice((), None), None)
    except RuleViolation as refusal:
        return refusal.code == "options_same"
    return False
