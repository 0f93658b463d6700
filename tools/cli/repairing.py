"""`doctor --repair` in words: what was made anew, what was saved, where it is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tenmatsu.engine.api import Repair, Rescued, repair_database
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.words import CliError, say

DAMAGED = 5
_NAMES = 8


def run_repair(context: Context) -> int:
    """Repair the database, tell what that came to, and return the exit code."""
    file = context.file()
    if file is not None and context.is_missing():
        raise CliError("database_missing", path=file)
    folder = rescue_folder(context)
    repair = repair_database(context.url(), folder)
    saved = folder if folder.exists() else None
    if context.json:
        write_json(_plain(repair, saved))
    else:
        for line in _lines(repair, saved, context):
            write(line)
    return 0 if repair.ok else DAMAGED


def rescue_folder(context: Context) -> Path:
    """Return where what is saved of a damaged log goes."""
    file = context.file()
    return Path(f"{file}.rescued" if file is not None else "tenmatsu.rescued")


def _plain(repair: Repair, folder: Path | None) -> dict[str, Any]:
    return {
        "ok": repair.ok,
        "remade": repair.remade,
        "made": list(repair.made),
        "healthy": repair.healthy,
        "differing": list(repair.differing),
        "folder": None if folder is None else str(folder),
        "sessions": list(repair.sessions),
    }


def _lines(repair: Repair, folder: Path | None, context: Context) -> list[str]:
    lang = context.lang
    lines = [say("repair_remade" if repair.remade else context.for_place("repair_not_remade"), lang)]
    if repair.made:
        lines.append(say("repair_made", lang, names=_listed(repair.made)))
    if repair.ok:
        return [*lines, say("repair_ok", lang, sessions=len(repair.sessions))]
    if not repair.healthy:
        lines.append(say("repair_unhealthy", lang))
    if repair.differing:
        lines.append(say("db_differs", lang, name=_listed(repair.differing)))
    for one in repair.sessions:
        lines += _session_lines(one, context)
    return [*lines, say("repair_nothing" if folder is None else "repair_saved", lang, folder=folder)]


def _listed(names: Sequence[str]) -> str:
    """Return the first names: a guard of a server stands on each of its partitions."""
    return ", ".join([*names[:_NAMES], *(["…"] if len(names) > _NAMES else [])])


def _session_lines(one: Rescued, context: Context) -> list[str]:
    lang = context.lang
    details = {"session": one.session[:8], "commits": one.commits, "rest": one.rest}
    lines = [say("repair_session" if one.damaged else "repair_whole", lang, **details)]
    for at in one.damaged:
        if at.branch:
            lines.append(
                say("repair_place", lang, branch=at.branch, number=at.number, commit=at.commit[:12] or "-")
            )
        else:
            lines.append(say("repair_rows", lang))
    return lines
