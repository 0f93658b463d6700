"""`db backup`, `db restore`, `db copy`: whole sessions from one database to another."""

import argparse
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from tenmatsu.engine.api import (
    Copy,
    Store,
    StoreError,
    back_up,
    copy_file,
    copy_sessions,
    open_store,
    open_to_read,
    show_address,
)
from tenmatsu.tools.cli.context import Context, read_address
from tenmatsu.tools.cli.output import progress, warn, write, write_json
from tenmatsu.tools.cli.texts import why_no_file
from tenmatsu.tools.cli.words import CliError, say

_DAMAGED = 5


def run_backup(context: Context, args: argparse.Namespace) -> int:
    """Back up the database into a file."""
    if args.session:
        raise CliError("db_all_sessions")
    with _source(context) as store, progress(say("bar_backup", context.lang)) as ticks:
        made = back_up(store, Path(_place(args)), with_seeds=args.with_seeds, progress=ticks)
    if context.json:
        write_json(made)
    else:
        size = f"{made.bytes / 2**20:.1f}"
        counts = {"sessions": len(made.sessions), "commits": sum(one.commits for one in made.sessions)}
        write(say("backup_done", context.lang, file=made.file, size=size, **counts))
        warn(say("backup_seeds" if made.seeds else "backup_secrets", context.lang))
    for one in made.damaged:
        details = {"session": one.session, "count": len(one.failures)}
        warn(say("backup_damaged", context.lang, first=one.failures[0].say(context.lang), **details))
    return _DAMAGED if made.damaged else 0


def run_restore(context: Context, args: argparse.Namespace) -> int:
    """Bring sessions of a backup, or of any other database's file, into the database."""
    file = Path(_place(args))
    if not file.is_file():
        raise CliError("file_unreadable", path=file, reason=why_no_file(file))
    with _opened(file) as source:
        chosen = _chosen(source, args.session)
        return _copy(context, source, context.store(create=True), chosen, args)


def run_copy(context: Context, args: argparse.Namespace) -> int:
    """Copy sessions of the database into another one."""
    with _source(context) as source:
        chosen = _chosen(source, args.session)
        with closing(open_store(read_address(_place(args)))) as target:
            return _copy(context, source, target, chosen, args)


def _place(args: argparse.Namespace) -> str:
    if not args.place:
        raise CliError("argument_missing", argument="FILE|URL", command="db")
    return str(args.place)


def _chosen(source: Store, texts: list[str] | None) -> list[str] | None:
    return [source.find_session(text).id for text in texts] if texts else None


def _copy(
    context: Context, source: Store, target: Store, chosen: list[str] | None, args: argparse.Namespace
) -> int:
    with progress(say("bar_copy", context.lang)) as ticks:
        made = copy_sessions(source, target, chosen, with_seeds=args.with_seeds, progress=ticks)
    _tell(context, made, show_address(target.database.url.render_as_string()), seeds=args.with_seeds)
    return 0


def _tell(context: Context, made: Copy, place: str, *, seeds: bool) -> None:
    if context.json:
        write_json(made)
        return
    counts = {"sessions": len(made.sessions), "commits": sum(one.commits for one in made.sessions)}
    write(say("copy_done", context.lang, place=place, known=len(made.known), **counts))
    if made.sessions:
        warn(say("copy_seeds" if seeds else "import_dice", context.lang))


@contextmanager
def _source(context: Context) -> Generator[Store]:
    """Give the database to read; a file at an older schema is copied, and the copy upgraded."""
    file = context.file()
    try:
        found = context.store()
    except StoreError as error:
        if error.code != "store_older" or file is None:
            raise
    else:
        yield found
        return
    with _upgraded(file) as store:
        yield store


@contextmanager
def _opened(file: Path) -> Generator[Store]:
    """Give a backup to read; it is never changed, so one at an older schema is copied and upgraded."""
    try:
        store = open_to_read(file)
    except StoreError as error:
        if error.code != "store_older":
            raise StoreError(error.code, **{**error.details, "path": str(file)}) from error
    else:
        with closing(store):
            yield store
        return
    with _upgraded(file) as store:
        yield store


@contextmanager
def _upgraded(file: Path) -> Generator[Store]:
    from tenmatsu.migrations.running import upgrade

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy_file(file, copy)
        upgrade(f"sqlite:///{copy}")
        with closing(open_store(f"sqlite:///{copy}", create=False)) as store:
            yield store
