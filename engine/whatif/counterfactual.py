"""Replace one command of the past and decide the rest again (design, section 8)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.errors import TenmatsuError, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import read_commits
from tenmatsu.engine.refusing import check_rolled
from tenmatsu.engine.rights import acting_character, check_rights
from tenmatsu.engine.session import Session
from tenmatsu.engine.timelines import fork
from tenmatsu.engine.whatif.copying import SPOKEN, as_copied, can_stand
from tenmatsu.engine.whatif.redeciding import Redecider, check_unhidden, find_gm
from tenmatsu.engine.whatif.report import Progress, WhatIf
from tenmatsu.events.envelope import Commit


def replace_commit(
    session: Session,
    at: int,
    command: Command | Mapping[str, Any],
    *,
    actor: str,
    name: str,
    past: bool = False,
    secret: bool = False,
    progress: Progress | None = None,
) -> WhatIf:
    """
    Put a command in the place of the commit that holds version `at`; return the line that comes of it.

    The new line leaves before that commit. The command takes the commit's own dice; so does every later
    commit that is decided again. Answers that nobody asks for are left out. At the first command that the
    rules refuse, or that has to wait for a choice which nobody answered, the line ends; with `past` it is
    left out and the auto-player answers. Plain fields without a `type` change those of the old command.

    Raises as `fork` and `Session.do`; nothing is stored then.
    """
    check_unhidden(session, actor)
    replaced = _find_replaced(session, at)
    before = _state_before(session, replaced)
    asked = _read(session, before, replaced, command, actor)
    check_rolled(session, before, asked)
    line = fork(session, name, replaced.first_version - 1, actor=actor, secret=secret)
    redecider = Redecider(session, line, past=past)
    redecider.replace(replaced, asked)
    later = read_commits(session, replaced.number)
    redecider.follow(later, session.state.number - replaced.number, progress)
    return redecider.report(replaced)


def commit_holding(session: Session, version: int) -> Commit:
    """Return the commit of the line that holds a version; `UsageError` where there is none."""
    if not 1 <= version <= session.version:
        raise UsageError("version_unknown", version=version, last=session.version)
    place = session.store.place_of(session.id, session.branch_of(version), version)
    return next(read_commits(session, place.number - 1))


def _find_replaced(session: Session, version: int) -> Commit:
    commit = commit_holding(session, version)
    if commit.number == 1:
        raise UsageError("whatif_first", version=commit.last_version)
    return commit


def _state_before(session: Session, commit: Commit) -> LineState:
    state = session.state_at(commit.first_version - 1)
    return msgspec.structs.replace(state, number=commit.number - 1, hash=commit.previous)


def _read(
    session: Session, state: LineState, replaced: Commit, command: Command | Mapping[str, Any], who: str
) -> Command:
    """
    Return the command, asked by whoever asked the old one, or else by the character's player or the GM.

    Nobody is made to speak: talk is asked by `who` asks what if.
    """
    old = _old_command(session, replaced)
    if not isinstance(command, Command) and "type" not in command:
        if old is None:
            raise UsageError("whatif_gone", version=replaced.first_version)
        command = _changed(old, command)
    kind = (
        command.__class__
        if isinstance(command, Command)
        else session.commands.types.get(str(command["type"]))
    )
    if kind is not None and not can_stand(kind):
        raise UsageError("whatif_cannot_stand", command=str(kind.__struct_config__.tag))
    if kind in SPOKEN:
        return session.read_command(command, who)
    actor = old.as_ if old is not None else find_gm(session)
    asked = session.read_command(command, actor)
    for other in (actor, state.table.player_of(acting_character(asked)), find_gm(session)):
        tried = msgspec.structs.replace(asked, as_=other or "")
        if _may_ask(state, tried):
            return tried
    return asked


def _may_ask(state: LineState, command: Command) -> bool:
    try:
        check_rights(state.table, command, command.as_)
    except TenmatsuError:
        return False
    return True


def command_at(session: Session, version: int) -> Command | None:
    """
    Return the command of the commit that holds a version, None where it was redacted.

    Raises `UsageError` where the line has no such version, or it is that of the opening.
    """
    return _old_command(session, _find_replaced(session, version))


def _old_command(session: Session, commit: Commit) -> Command | None:
    if commit.command.data is None:
        return None
    try:
        return as_copied(session.commands.decode(commit.command.data))
    except msgspec.DecodeError:
        return None


def _changed(old: Command, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the old command with some changed; None takes one away."""
    plain: dict[str, Any] = {**msgspec.to_builtins(old), **fields}
    plain.pop("as", None)
    return {key: value for key, value in plain.items() if value is not None}
