"""`doctor`: versions, the database's place and health, games found, what is wrong."""

import argparse
import os
import platform
import shutil
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tenmatsu.engine.api import (
    Store,
    TenmatsuError,
    check_database,
    find_system,
    measure_lag,
    show_address,
    system_ids,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lags import is_old, local_time, plain_lag, say_lag
from tenmatsu.tools.cli.output import table, write, write_json
from tenmatsu.tools.cli.repairing import rescue_folder, run_repair
from tenmatsu.tools.cli.words import say

_LIBRARIES = ("SQLAlchemy", "alembic", "msgspec", "icepool", "prompt_toolkit", "rich")
TROUBLED = 2
_LITTLE_ROOM = 200 * 2**20
_BIG_WAL = 64 * 2**20


def _arguments(parser: Parser) -> None:
    parser.take("--repair", action="store_true")


def _run(context: Context, args: argparse.Namespace) -> int:
    if args.repair:
        return run_repair(context)
    problems: list[dict[str, str]] = []
    found = {
        "versions": _versions(),
        "database": _database(context, problems),
        "systems": _systems(context, problems),
        "problems": problems,
    }
    if context.json:
        write_json(found, pretty=True)
    else:
        for line in _lines(found, context):
            write(line)
    return TROUBLED if problems else 0


def _versions() -> dict[str, str]:
    names = {
        "tenmatsu": version("tenmatsu"),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
    }
    return {**names, **{name: version(name) for name in _LIBRARIES}}


def _database(context: Context, problems: list[dict[str, str]]) -> dict[str, Any]:
    file = context.file()
    about: dict[str, Any] = {
        "url": show_address(context.url()),
        "exists": True,
        "schema": None,
        "sessions": None,
    }
    if file is not None:
        folder = _nearest(file.parent)
        about |= {
            "exists": not context.is_missing(),
            "bytes": file.stat().st_size if file.exists() else 0,
            "free_bytes": shutil.disk_usage(folder).free,
            "writable": os.access(file if file.exists() else folder, os.W_OK),
        }
        if about["free_bytes"] < _LITTLE_ROOM:
            _note(problems, context, "doctor_disk", folder=folder, free=about["free_bytes"] // 2**20)
        if not about["writable"]:
            _note(problems, context, "doctor_not_writable", path=file)
        wal = Path(f"{file}-wal")
        if wal.exists() and wal.stat().st_size > _BIG_WAL:
            _note(problems, context, "doctor_wal", path=wal)
    saved = rescue_folder(context)
    if saved.exists():
        _note(problems, context, "doctor_rescued", folder=saved)
    if about["exists"] and not context.is_missing():
        try:
            _inside(context, about, problems)
        except TenmatsuError as error:
            problems.append({"code": error.code, "message": error.say(context.lang)})
    return about


def _inside(context: Context, about: dict[str, Any], problems: list[dict[str, str]]) -> None:
    health = check_database(context.url())
    about["schema"] = health.revision
    if not health.ok:
        _note(problems, context, "doctor_unhealthy")
    if health.broken_packs:
        _note(problems, context, "doctor_packs", packs=health.broken_packs)
    store = context.store()
    if store.is_unclean:
        _note(
            problems,
            context,
            "doctor_cleaned" if store.clean() else context.for_place("doctor_unclean"),
        )
    _followers(context, store, about, problems)
    rows = store.sessions()
    about["sessions"] = len(rows)
    known = set(system_ids())
    for row in rows:
        if row.system not in known:
            _note(problems, context, "doctor_system_gone", session=row.id[:8], system=row.system)
        elif row.view is None and not store.seeds(row.id):
            _note(problems, context, "doctor_no_seeds", session=row.id[:8])


def _followers(context: Context, store: Store, about: dict[str, Any], problems: list[dict[str, str]]) -> None:
    about["followers"] = lags = [plain_lag(one) for one in measure_lag(store)]
    for one in lags:
        if is_old(one["since"], store.outside.now()):
            details = {"commits": one["waiting"], "since": local_time(one["since"])}
            _note(problems, context, "doctor_follower_behind", name=one["name"], **details)


def _systems(context: Context, problems: list[dict[str, str]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one in system_ids():
        try:
            system = find_system(one)
            found.append(
                {"id": one, "name": system.words().name.say(context.lang), "rules": system.rules_versions[-1]}
            )
        except Exception as error:  # noqa: BLE001 - a broken plug-in must not hide the others
            _note(
                problems,
                context,
                "doctor_system_broken",
                system=one,
                reason=f"{type(error).__name__}: {error}",
            )
    return found


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _note(problems: list[dict[str, str]], context: Context, code: str, **details: object) -> None:
    problems.append({"code": code, "message": say(code, context.lang, **details)})


def _lines(found: dict[str, Any], context: Context) -> list[str]:
    lang, base = context.lang, found["database"]
    lines = table([[f"  {name}", number] for name, number in found["versions"].items()])
    lines = [say("doctor_versions", lang), *lines, say("doctor_database", lang)]
    rows = [[say("doctor_place", lang), base["url"]]]
    if not base["exists"]:
        rows.append([say("doctor_state", lang), say("doctor_not_yet", lang)])
    if "bytes" in base:
        rows.append([say("doctor_size", lang), f"{base['bytes'] / 2**20:.1f} MiB"])
        rows.append([say("doctor_free", lang), f"{base['free_bytes'] / 2**30:.1f} GiB"])
    if base["schema"] is not None:
        rows.append([say("doctor_schema", lang), base["schema"]])
        rows.append([say("doctor_sessions", lang), str(base["sessions"])])
    rows += [
        [say("doctor_followers", lang), f"{one['name']}: {say_lag(one, lang)}"]
        for one in base.get("followers", ())
    ]
    lines += table([[f"  {label}", value] for label, value in rows])
    lines.append(say("doctor_systems", lang))
    lines += table([[f"  {one['id']}", one["name"]] for one in found["systems"]])
    problems = [f"  ! {one['message']}" for one in found["problems"]]
    return lines + ([say("doctor_problems", lang), *problems] if problems else [say("doctor_fine", lang)])


COMMANDS = {"doctor": Spec(_arguments, _run)}
