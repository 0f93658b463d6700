"""`run`: play a session script."""

import argparse
from pathlib import Path
from typing import Any, ClassVar, Literal

from tenmatsu.engine.api import (
    Session,
    StoreError,
    TenmatsuError,
    UsageError,
    adopt,
    fork,
    open_session,
    undo,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.new import warn_of_names_alike
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import progress, warn, write, write_json
from tenmatsu.tools.cli.people import find_actor
from tenmatsu.tools.cli.script import read_script
from tenmatsu.tools.cli.script_steps import OWN_STEPS, Script, Step, told
from tenmatsu.tools.cli.values import with_ids
from tenmatsu.tools.cli.words import CliError, say
from tenmatsu.tools.demo import DICE_SECRET, find_evening

DEMO = "@demo"
"""In place of a file: the evening that comes with Tenmatsu, with its own fixed dice."""


def _arguments(parser: Parser) -> None:
    parser.take("script", metavar="SCRIPT")
    parser.take("--dice-secret", metavar="HEX")


class ScriptStopped(CliError):
    """A script that stopped: where, at what, and which session holds what was played."""


class ScriptRefused(ScriptStopped):
    """A command of a script was refused."""

    exit_code: ClassVar[int] = 3


class ScriptConflict(ScriptStopped):
    """Somebody else played on the script's session."""

    exit_code: ClassVar[int] = 4


class ScriptFailed(ScriptStopped):
    """A command that should have been refused was not."""

    exit_code: ClassVar[int] = 5


_STOPS: dict[int, type[ScriptStopped]] = {4: ScriptConflict}


def _run(context: Context, args: argparse.Namespace) -> int:
    is_demo = args.script == DEMO
    secret = _read_secret(args.dice_secret or (DICE_SECRET if is_demo else None))
    script = read_script(find_evening() if is_demo else Path(args.script))
    session = _open(context, script, secret)
    if not context.json:
        warn_of_names_alike(script.participants, context)
    if secret is not None and not context.json:
        warn(say("dice_fixed", context.lang))
    with progress(say("bar_run", context.lang)) as ticks:
        for done, step in enumerate(script.steps, 1):
            context.names = session.names()
            try:
                session = _play(session, step)
                _check_accepted(script, step, session)
            except ScriptStopped:
                raise
            except TenmatsuError as error:
                _check_refused(context, script, step, session, error)
            ticks(done, len(script.steps))
    if context.json:
        write_json(
            {
                "session": session.id,
                "branch": session.branch,
                "version": session.version,
                "commits": session.state.number,
                "head": session.head,
                "steps": len(script.steps),
            }
        )
    else:
        write(session.id)
    return 0


def _open(context: Context, script: Script, secret: bytes | None) -> Session:
    """Open the script's session; what is wrong with its head names the file too."""
    store = context.store(create=True)
    try:
        return open_session(
            store,
            script.title,
            script.system,
            participants=script.participants,
            options=script.options,
            table_options=script.table_options,
            tables=script.tables,
            keeper=script.keeper,
            dice_secret=secret,
        )
    except UsageError as error:
        raise told(script.path, 1, error) from error


def _read_secret(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        secret = bytes.fromhex(text)
    except ValueError as error:
        raise CliError("secret_wrong", value=text) from error
    if not secret:
        raise CliError("secret_wrong", value=text)
    return secret


def _play(session: Session, step: Step) -> Session:
    """Play one step; return the session to go on with."""
    actor = find_actor(session, step.actor)
    if step.tag in OWN_STEPS and step.tag not in session.commands.types:
        return _play_own(session, step, actor)
    fields = with_ids(session, session.commands.types[step.tag], step.fields)
    session.do({"type": step.tag, **fields}, actor=actor, dice=step.dice)
    return session


def _play_own(session: Session, step: Step, actor: str) -> Session:
    fields: dict[str, Any] = step.fields
    match step.tag:
        case "table.undo":
            undo(session, actor=actor, reason=fields.get("reason", ""))
        case "table.fork":
            source: Literal["same", "fresh"] = "same" if fields.get("dice_source") == "same" else "fresh"
            fork(session, fields["name"], fields.get("at", session.version), actor=actor, dice=source)
            session.reload()
        case _:
            adopt(session, fields["branch"], actor=actor)
    return session


def _check_accepted(script: Script, step: Step, session: Session) -> None:
    if step.refused is not None:
        details = {"command": step.tag, "refused": step.refused, "session": session.id[:8]}
        raise ScriptFailed("script_not_refused", file=script.path, line=step.line, **details)


def _check_refused(
    context: Context, script: Script, step: Step, session: Session, error: TenmatsuError
) -> None:
    if step.refused is not None and step.refused in (error.code, f"{script.system}.{error.code}"):
        return
    names = session.names()
    details = {
        "command": step.tag,
        "error": error.say(context.lang, names),
        "reason": error.code,
        "refused": step.refused,
        "session": session.id[:8],
    }
    kind = _STOPS.get(error.exit_code, ScriptRefused)
    if isinstance(error, StoreError):
        kind = ScriptStopped
    code = "script_refused" if step.refused is None else "script_refused_otherwise"
    raise kind(code, file=script.path, line=step.line, **details) from error


COMMANDS = {"run": Spec(_arguments, _run)}
