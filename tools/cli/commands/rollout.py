"""`rollout`: play on from a version many times by the auto-player, and tell what comes of it."""

import argparse
import shlex
from typing import Any

import msgspec

from tenmatsu.engine.api import FirstMove, Rollout, roll_out
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.futures import Futures
from tenmatsu.tools.cli.looking import Seat, sit
from tenmatsu.tools.cli.output import progress, write, write_json
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.values import read_command
from tenmatsu.tools.cli.words import CliError, say

_DIGITS = 6
"""Of a share or a mean, for machines."""


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--at", metavar="V", type=int, key="rollout_at")
    parser.take_branch()
    parser.take_actor()
    parser.take("--games", metavar="N", type=int, default=1_000)
    parser.take("--choice", metavar='"COMMAND K=V…"', action="append", default=[], key="rollout_choice")
    parser.take("--seed", metavar="N", type=int, default=0)
    parser.take("--rounds", metavar="N", type=int, default=50)
    parser.take("--workers", metavar="N", type=int)
    parser.take("--scheduler", metavar="ADDRESS")


def _run(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, args.branch, args.as_)
    moves = [_read_choice(seat, text) for text in args.choice]
    with progress(say("bar_rollout", context.lang)) as ticks:
        found = roll_out(
            seat.session,
            viewer=seat.viewer,
            at=args.at,
            moves=moves,
            games=args.games,
            seed=args.seed,
            rounds=args.rounds,
            workers=args.workers,
            scheduler=args.scheduler,
            progress=ticks,
        )
    version = args.at or seat.version
    if context.json:
        place = {"session": seat.session.id, "branch": seat.session.branch, "version": version}
        write_json({**place, "whatif": True, **_plain(found)}, pretty=True)
        return 0
    teller = Teller(seat.session, context.lang, seat.viewer)
    order = seat.session.table.characters
    for line in Futures(teller, context.lang, order).lines(found, version):
        write(line)
    return 0


def _read_choice(seat: Seat, text: str) -> FirstMove:
    """Return the command written in one `--choice`, asked by whoever sits there."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise CliError("rollout_choice_quotes", choice=text) from error
    if not words:
        raise CliError("rollout_choice_empty")
    tag, fields = read_command(seat.session, words[0], words[1:], seat.actor)
    return FirstMove(command={"type": tag, **fields}, actor=seat.actor, label=text.strip())


def _plain(found: Rollout) -> dict[str, Any]:
    """Return an answer for JSON; of a comparison also with which choice, and what is beyond chance."""
    plain: dict[str, Any] = _rounded(msgspec.to_builtins(found))
    for choice in plain["choices"]:
        choice["choice"] = choice.pop("label") or None
    for told, comparison in zip(plain["comparisons"], found.comparisons, strict=True):
        told["choice"] = told.pop("label")
        told["against"] = found.choices[0].label
        for part in ("results", "alive", "standing", "values"):
            for name, difference in getattr(comparison, part).items():
                told[part][name]["beyond_chance"] = difference.is_beyond_chance
    return plain


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, _DIGITS)
        case dict():
            return {key: _rounded(one) for key, one in value.items()}  # type: ignore[misc, unused-ignore]
        case list() | tuple():
            return [_rounded(one) for one in value]  # type: ignore[misc, unused-ignore]
        case _:
            return value


COMMANDS = {"rollout": Spec(_arguments, _run)}
