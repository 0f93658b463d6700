"""`turning`: the turning points of fights (山場), and the chances after each of their commits."""

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from tenmatsu.engine.api import Entry, Session, Viewer, read_entries
from tenmatsu.engine.cells import width_of
from tenmatsu.projections import phrases
from tenmatsu.projections.turning import Curve, measure_fights, sparkline, turning_points
from tenmatsu.projections.turning.showing import show_change, show_span, show_stake
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import progress, write, write_json
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

GAMES = 200
GAMES_OF_A_RECAP = 60
_WIDTH = 80
"""Cells of a line where it does not go to a terminal."""
_INDENT = "  "


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--games", metavar="N", type=int, default=GAMES, key="turning_games")
    parser.take("--seed", metavar="N", type=int, default=0, key="turning_seed")
    parser.take("--workers", metavar="N", type=int, key="turning_workers")
    parser.take_branch()
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    curves = measure(context, session, viewer, games=args.games, seed=args.seed, workers=args.workers)
    teller = Teller(session, context.lang, viewer)
    entries = _told_entries(session, viewer, curves)
    if context.json:
        fights = [_plain(curve, entries, teller, context) for curve in curves]
        whole = {"session": session.id, **plain_line(session), "games": args.games, "seed": args.seed}
        write_json({**whole, "fights": fights}, pretty=True)
        return 0
    tell_line(session, context.lang)
    if not curves:
        write(say("turning_none", context.lang))
    for place, curve in enumerate(curves):
        if place:
            write()
        for line in _lines(curve, entries, teller, context):
            write(line)
    return 0


def measure(
    context: Context,
    session: Session,
    viewer: Viewer,
    *,
    games: int,
    seed: int = 0,
    workers: int | None = None,
) -> tuple[Curve, ...]:
    """Return the curves of the fights that a viewer sees, with a progress bar on a terminal."""
    with progress(say("bar_turning", context.lang)) as ticks:
        return measure_fights(session, viewer, games=games, seed=seed, workers=workers, progress=ticks)


def _told_entries(session: Session, viewer: Viewer, curves: tuple[Curve, ...]) -> dict[int, Entry]:
    wanted = {point.told for curve in curves for point in curve.points}
    if not wanted:
        return {}
    entries = read_entries(session, viewer, min(wanted), max(wanted))
    return {entry.version: entry for entry in entries if entry.version in wanted}


def _lines(curve: Curve, entries: Mapping[int, Entry], teller: Teller, context: Context) -> Iterator[str]:
    lang = context.lang
    width = shutil.get_terminal_size((_WIDTH, 0)).columns if sys.stdout.isatty() else _WIDTH
    yield f"■ {_title(curve, context)}{_INDENT}v{curve.first}-{curve.last}"
    yield from _wrapped([teller.name(one) for one in curve.fighters], width, context)
    for stake in curve.drawn:
        chances = curve.chances(stake)
        text = phrases.say("fight_chance", lang, stake=show_stake(stake, lang, teller.name))
        yield f"{text}{_INDENT}{show_span(chances[0], chances[-1], lang)}"
        yield f"{_INDENT}{sparkline(chances, max(1, width - len(_INDENT)))}"
    turns = sorted(turning_points(curve), key=lambda turn: turn.point)
    yield phrases.say("turning" if turns else "fight_none", lang)
    for turn in turns:
        moved, change = show_stake(turn.stake, lang, teller.name), show_change(turn, lang)
        told = curve.points[turn.point].told
        head = f"{_INDENT}v{told}{_INDENT}"
        yield head + phrases.say("turned_line", lang, stake=moved, change=change)
        yield " " * len(head) + teller.told(entries[told])
    yield phrases.say("fight_estimate", lang, games=curve.games, seed=curve.seed)


def _title(curve: Curve, context: Context) -> str:
    lang = context.lang
    if not curve.scene:
        return phrases.say("fight", lang)
    title = phrases.tidy_line(curve.title)
    scene = phrases.say("scene_titled" if title else "scene", lang, number=curve.scene, title=title)
    return phrases.say("fight_of", lang, scene=scene)


def _wrapped(names: list[str], width: int, context: Context) -> Iterator[str]:
    """Yield names in lines that fit."""
    line, comma = "", "、" if context.lang == "ja" else ", "
    for place, name in enumerate(names):
        part = name + (comma if place < len(names) - 1 else "")
        if line and width_of(_INDENT + line + part.rstrip()) > width:
            yield _INDENT + line.rstrip()
            line = ""
        line += part
    if line:
        yield _INDENT + line


def _plain(curve: Curve, entries: Mapping[int, Entry], teller: Teller, context: Context) -> dict[str, Any]:
    """Return a fight for JSON, its chances by commit and words beside keys and ids."""
    points = [
        {
            "first": point.first,
            "last": point.last,
            "version": point.told,
            "commit": point.commit,
            "text": teller.told(entries[point.told]),
            "certain": point.certain,
            "results": point.results,
            "alive": point.alive,
        }
        for point in curve.points
    ]
    told = {turn.point for turn in turning_points(curve)}
    turns = [
        {
            "point": turn.point,
            "version": curve.points[turn.point].told,
            "commit": curve.points[turn.point].commit,
            "stake": curve.stakes.index(turn.stake),
            "before": turn.before,
            "after": turn.after,
            "gain": turn.gain,
            "told": turn.point in told,
        }
        for turn in curve.turns
    ]
    return {
        "scene": curve.scene or None,
        "title": curve.title,
        "fighters": [{"character": one, "name": teller.name(one)} for one in curve.fighters],
        "first": curve.first,
        "last": curve.last,
        "over": curve.over,
        "result": curve.result or None,
        "stakes": [
            {
                "result": stake.result or None,
                "character": stake.character or None,
                "label": show_stake(stake, context.lang, teller.name),
            }
            for stake in curve.stakes
        ],
        "points": points,
        "turns": turns,
    }


COMMANDS = {"turning": Spec(_arguments, _run)}
