"""`follow`, `publish`: keep read models up to date and carry commits to other services, until stopped."""

import argparse
import logging
import os
import signal
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tenmatsu.engine.api import (
    Follower,
    NatsAccess,
    Publisher,
    Store,
    StoreError,
    catch_up_followers,
    forget_follower,
    last_position,
    measure_lag,
    run_followers,
)
from tenmatsu.projections.following import ModelFollower
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.sheets import HISTORIES
from tenmatsu.projections.timeline import TIMELINE
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lags import plain_lag, say_lag
from tenmatsu.tools.cli.output import flush, table, warn, write, write_json
from tenmatsu.tools.cli.words import CliError, say

if TYPE_CHECKING:
    from types import FrameType

PREFIX = "model:"
MODELS = {one.name: one for one in (ROLLS, TIMELINE, HISTORIES)}
_SERVERS = "TENMATSU_NATS"


def _follow_arguments(parser: Parser) -> None:
    parser.take("models", metavar="MODEL", nargs="*")
    parser.take("--once", action="store_true")
    parser.take("--anew", action="store_true")
    parser.take("--forget", action="store_true")


def _publish_arguments(parser: Parser) -> None:
    parser.take("--nats", metavar="URL", action="append")
    parser.take("--creds", metavar="FILE", default="")
    parser.take("--nkey", metavar="FILE", default="")
    parser.take("--tls-ca", metavar="FILE", default="")
    parser.take("--tls-cert", metavar="FILE", default="")
    parser.take("--tls-key", metavar="FILE", default="")
    parser.take("--stream", metavar="NAME", default="TENMATSU")
    parser.take("--subject", metavar="SUBJECT", default="tenmatsu.commits")
    parser.take("--replicas", metavar="N", type=int, choices=range(1, 6), default=1)
    parser.take("--once", action="store_true")
    parser.take("--from-now", action="store_true")
    parser.take("--forget", action="store_true")


def _follow(context: Context, args: argparse.Namespace) -> int:
    wanted = args.models or list(MODELS)
    for name in wanted:
        if name not in MODELS:
            raise CliError("argument_choice", argument="MODEL", value=name, known=", ".join(MODELS))
    store = context.store()
    if args.forget:
        return _forget(context, store, [PREFIX + name for name in wanted])
    followers = [ModelFollower(store, MODELS[name], anew=args.anew) for name in dict.fromkeys(wanted)]
    return _run(context, store, followers, once=args.once)


def _publish(context: Context, args: argparse.Namespace) -> int:
    if args.forget:
        return _forget(context, context.store(), [f"nats:{args.stream}"])
    given = ",".join(args.nats or [os.environ.get(_SERVERS, "")])
    servers = [one.strip() for one in given.split(",") if one.strip()]
    if not servers:
        raise CliError("publish_nowhere", variable=_SERVERS)
    access = _read_access(args)
    logging.getLogger("asyncio").addFilter(_is_of_use)
    store = context.store()
    publisher = Publisher(
        store, servers, stream=args.stream, subject=args.subject, access=access, replicas=args.replicas
    )
    try:
        if args.from_now:
            publisher.begin(last_position(store))
        if not args.once:
            _open(context, publisher)
        return _run(context, store, [publisher], once=args.once)
    finally:
        publisher.close()


def _is_of_use(record: logging.LogRecord) -> bool:
    """Tell from what the event loop warns of whenever a connection over TLS that the client made ends."""
    return not str(record.msg).startswith("returning true from eof_received()")


def _read_access(args: argparse.Namespace) -> NatsAccess:
    if args.creds and args.nkey:
        raise CliError("argument_together", argument="--creds", other="--nkey")
    if args.tls_key and not args.tls_cert:
        raise CliError("argument_needs", argument="--tls-key", other="--tls-cert")
    return NatsAccess(creds=args.creds, nkey=args.nkey, ca=args.tls_ca, cert=args.tls_cert, key=args.tls_key)


def _open(context: Context, publisher: Publisher) -> None:
    """Say what is wrong before a long run, which only logs it; servers that do not answer are waited for."""
    try:
        publisher.open()
    except StoreError as error:
        warn(error.say(context.lang))


def _forget(context: Context, store: Store, names: Sequence[str]) -> int:
    known = [name for name in names if forget_follower(store, name)]
    if context.json:
        write_json({"forgotten": known})
    else:
        write(
            say("follow_forgotten" if known else "follow_none", context.lang, names=", ".join(known or names))
        )
    return 0


def _run(context: Context, store: Store, followers: Sequence[Follower], *, once: bool) -> int:
    names = [one.name for one in followers]
    done: Mapping[str, int] = {}
    if once:
        done = catch_up_followers(store, followers)
    else:
        if not context.json:
            write(say("follow_begun", context.lang, names=", ".join(names)))
            flush()
        with _ended_by_signals() as stop:
            run_followers(store, followers, stop)
    found = [{**plain_lag(one), **_done(done, one.name)} for one in measure_lag(store) if one.name in names]
    if context.json:
        write_json(found, pretty=True)
        return 0
    for line in table([[f"{one['name']}:", say_lag(one, context.lang)] for one in found]):
        write(line)
    return 0


def _done(done: Mapping[str, int], name: str) -> dict[str, int]:
    return {"done": done[name]} if name in done else {}


@contextmanager
def _ended_by_signals() -> Generator[threading.Event]:
    """Give what is set at the first Ctrl+C or request to end; a second one ends at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def end(number: int, frame: "FrameType | None") -> None:
        del number, frame
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    kept = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


COMMANDS = {"follow": Spec(_follow_arguments, _follow), "publish": Spec(_publish_arguments, _publish)}
