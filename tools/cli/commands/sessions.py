"""`sessions`: what the database holds."""

import argparse
from datetime import datetime
from typing import Any

from tenmatsu.engine.api import SessionRow, Store, TenmatsuError, find_opened
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import table, write, write_json
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    del parser


def _run(context: Context, args: argparse.Namespace) -> int:
    del args
    if context.is_missing():
        found: list[dict[str, Any]] = []
    else:
        store = context.store()
        found = [_about(store, row) for row in store.sessions()]
    if context.json:
        write_json(found, pretty=True)
        return 0
    if not found:
        write(say("sessions_none", context.lang))
        return 0
    rows = [
        [say(f"column_{name}", context.lang) for name in ("session", "system", "opened", "version", "title")]
    ]
    for one in found:
        title = (
            one["title"]
            if one["problem"] is None
            else say("session_problem", context.lang, code=one["problem"])
        )
        view = say("session_view", context.lang, viewer=one["viewer"]) if one["view"] else ""
        rows.append(
            [
                one["session"][:8],
                one["system"],
                _local(one["opened_at"]),
                str(one["version"] or ""),
                f"{title}{view}",
            ]
        )
    for line in table(rows):
        write(line)
    return 0


def _local(at: str) -> str:
    """Return a time of the log as the clock on the wall shows it."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return at[:16]


def _about(store: Store, row: SessionRow) -> dict[str, Any]:
    """Return what to show of a session; one that cannot be opened here says why, and hides no other."""
    about: dict[str, Any] = {
        "session": row.id,
        "system": row.system,
        "opened_at": row.opened_at,
        "title": None,
        "version": None,
        "head": None,
        "open": None,
        "branches": len(store.branches(row.id)),
        "view": row.view,
        "viewer": store.names(row.id).get(row.view, row.view) if row.view is not None else None,
        "problem": None,
    }
    try:
        session = find_opened(store, row.id)
    except TenmatsuError as error:
        return {**about, "problem": error.code}
    table_ = session.table
    return {
        **about,
        "title": table_.title,
        "version": session.version,
        "head": session.head,
        "open": table_.is_open,
    }


COMMANDS = {"sessions": Spec(_arguments, _run)}
