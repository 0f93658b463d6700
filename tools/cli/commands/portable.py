"""`export` and `import`: the portable log."""

import argparse
from pathlib import Path

from tenmatsu.engine.api import Session, Viewer, export_log, export_plain, import_log
from tenmatsu.tools.cli.aliases import read_aliases, take_aliases
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import progress, warn, write, write_json
from tenmatsu.tools.cli.texts import why_no_file
from tenmatsu.tools.cli.words import CliError, say
from tenmatsu.tools.cli.writing import writing


def _export_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("file", metavar="FILE", key="export_file")
    parser.take("--force", action="store_true")
    parser.take("--no-proof", action="store_true")
    take_aliases(parser)
    parser.take_actor()


def _export(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, None, args.as_)
    path = Path(args.file)
    lines = _write_whole(context, session, viewer, args)
    if context.json:
        write_json(
            {
                "session": session.id,
                "file": str(path),
                "lines": lines,
                "view": viewer.id,
                "head": None if args.no_proof else session.head,
            }
        )
    else:
        write(say("export_done", context.lang, file=path, lines=lines))
        if viewer.id is None and not args.no_proof:
            warn(say("export_whole", context.lang))
    return 0


def _write_whole(context: Context, session: Session, viewer: Viewer, args: argparse.Namespace) -> int:
    """Write the log beside its place and move it there when it is whole: never half a file."""
    total = sum(row.head_number - row.fork_number for row in session.branches.values())
    done = 0
    with (
        writing(Path(args.file), context.file(), replace=args.force) as file,
        progress(say("bar_export", context.lang)) as ticks,
    ):

        def tick(commits: int) -> None:
            nonlocal done
            done += commits
            ticks(done, total)

        if args.no_proof:
            return export_plain(session, file, viewer)
        return export_log(session, file, viewer, tick, read_aliases(args.alias))


def _import_arguments(parser: Parser) -> None:
    parser.take("file", metavar="FILE", key="import_file")


def _import(context: Context, args: argparse.Namespace) -> int:
    path = Path(args.file)
    if not path.is_file():
        raise CliError("file_unreadable", path=path, reason=why_no_file(path))
    with progress(say("bar_import", context.lang)):
        report = import_log(context.store(create=True), path)
    if report.waits:
        warn(say(context.for_place("redact_waits"), context.lang))
    if context.json:
        write_json(report)
        return 0
    write(say("import_done", context.lang, session=report.session, added=report.added, known=report.known))
    if report.view is not None:
        name = context.store().names(report.session).get(report.view, report.view)
        write(say("import_view", context.lang, viewer=name))
    elif report.added:
        write(say("import_dice", context.lang))
    return 0


COMMANDS = {"export": Spec(_export_arguments, _export), "import": Spec(_import_arguments, _import)}
