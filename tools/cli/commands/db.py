"""`db upgrade`, `db check`, `db rebuild`, `db backup`, `db restore`, `db copy`: the database itself."""

import argparse

from tenmatsu.engine.api import Health, check_database, drop_caches, find_opened, keep_snapshot
from tenmatsu.projections.projection import rebuild
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.sheets import HISTORIES
from tenmatsu.projections.timeline import TIMELINE
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.backups import run_backup, run_copy, run_restore
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import progress, write, write_json
from tenmatsu.tools.cli.words import CliError, say

FAILED = 5
_COPYING = {"backup": run_backup, "restore": run_restore, "copy": run_copy}
ACTIONS = ("upgrade", "check", "rebuild", *_COPYING)


def _arguments(parser: Parser) -> None:
    parser.take("action", metavar="|".join(ACTIONS), choices=ACTIONS, key="db_action")
    parser.take("place", metavar="FILE|URL", nargs="?", key="db_place")
    parser.take("--session", metavar="SESSION", action="append", key="db_session")
    parser.take("--with-seeds", action="store_true")


def _run(context: Context, args: argparse.Namespace) -> int:
    if args.action in _COPYING:
        return _COPYING[args.action](context, args)
    if args.place or args.session or args.with_seeds:
        given = args.place or ("--session" if args.session else "--with-seeds")
        raise CliError("argument_unknown", argument=given, command=f"db {args.action}")
    file = context.file()
    if file is not None and context.is_missing() and args.action != "upgrade":
        raise CliError("database_missing", path=file)
    if args.action == "upgrade":
        return _upgrade(context)
    if args.action == "rebuild":
        return _rebuild(context)
    health = check_database(context.url())
    if context.json:
        write_json({**_plain(health), "ok": health.ok})
    else:
        for line in health_lines(health, context):
            write(line)
    return 0 if health.ok else FAILED


def _upgrade(context: Context) -> int:
    from tenmatsu.migrations.running import upgrade

    before, now = upgrade(context.url())
    if context.json:
        write_json({"before": before, "now": now})
    elif before == now:
        write(say("db_newest", context.lang, now=now))
    else:
        write(say("db_upgraded" if before else "db_made", context.lang, before=before, now=now))
    return 0


def _rebuild(context: Context) -> int:
    store = context.store()
    drop_caches(store)
    rows = store.sessions()
    sessions = len(rows)
    with progress(say("bar_rebuild", context.lang)) as ticks:
        for done, row in enumerate(rows, 1):
            session = find_opened(store, row.id)
            keep_snapshot(session)
            rebuild(session, ROLLS)
            rebuild(session, HISTORIES)
            rebuild(session, TIMELINE)
            ticks(done, sessions)
    if context.json:
        write_json({"sessions": sessions})
    else:
        write(say("db_rebuilt", context.lang, sessions=sessions))
    return 0


def health_lines(health: Health, context: Context) -> list[str]:
    """Return in words what a check of the database found."""
    lang = context.lang
    key = "db_schema" if health.revision else "db_no_schema"
    lines = [say(key, lang, found=health.revision, known=health.known)]
    lines.append(say("db_ok" if health.ok else "db_broken", lang))
    if not health.compared:
        lines.append(say("db_not_compared", lang))
    if health.broken_packs:
        lines.append(say("doctor_packs", lang, packs=health.broken_packs))
    lines += [say("db_damaged", lang, problem=problem) for problem in health.damage]
    lines += [say("db_differs", lang, name=name) for name in health.differing]
    return lines


def _plain(health: Health) -> dict[str, object]:
    return {
        "revision": health.revision,
        "known": health.known,
        "damage": health.damage,
        "differing": health.differing,
        "broken_packs": health.broken_packs,
        "compared": health.compared,
    }


COMMANDS = {"db": Spec(_arguments, _run)}
