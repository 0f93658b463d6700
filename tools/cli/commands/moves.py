"""`moves`: what may be done now, and by whom."""

import argparse
from collections.abc import Mapping
from typing import Any

from tenmatsu.engine.api import GM_ONLY, Move, Session, TenmatsuError, Viewer
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.choices import ask_lines, plain_pending
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.disputes import dispute_lines, plain_disputes
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import sit
from tenmatsu.tools.cli.moves_told import tell_moves
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.people import characters_of, find_character
from tenmatsu.tools.cli.seen import moves_seen, seen
from tenmatsu.tools.cli.stopped import (
    anytime_lines,
    moves_when_stopped,
    next_steps,
    steps_to_make,
    why_stopped,
)
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("character", metavar="CHARACTER", nargs="?")
    parser.take_actor()
    parser.take_branch()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, actor, viewer = sit(context, args.session, args.branch, args.as_)
    if args.character is not None:
        characters = [find_character(session, args.character, seen(session, viewer).table.characters)]
    elif session.table.is_gm(actor):
        characters = list(session.table.characters)
    else:
        characters = characters_of(session, actor, seen(session, viewer).table)
    moves = {character: _moves_of(session, viewer, actor, character) for character in characters}
    if args.character is None and session.table.is_gm(actor) and (own := _gm_moves(session, viewer, moves)):
        moves[GM_ONLY] = own
    teller = Teller(session, context.lang, viewer)
    if (stopped := why_stopped(session)) is not None:
        return _tell_stopped(context, session, viewer, teller, stopped)
    if context.json:
        listed = [
            {"character": one, "moves": [_plain(move) for move in found]} for one, found in moves.items()
        ]
        found_disputes = plain_disputes(session, viewer)
        pending = plain_pending(session, teller, viewer)
        told = {"pending": pending, "disputes": found_disputes, "characters": listed}
        write_json({**plain_line(session), **told})
        return 0
    tell_line(session, context.lang)
    for line in ask_lines(session, teller, context.lang, viewer):
        write(line)
    for line in dispute_lines(session, teller, context.lang, viewer):
        write(line)
    for character, found in moves.items():
        player = seen(session, viewer).table.player_of(character)
        name = teller.name(character)
        owned = say("moves_of", context.lang, character=name, player=teller.name(player or ""))
        write(owned if player else name)
        if character != GM_ONLY and steps_to_make(session, viewer, character):
            write(f"  {say('not_made', context.lang)}")
        for line in tell_moves(found, teller):
            write(f"  {line}")
        if not found:
            write(f"  {say('moves_none', context.lang)}")
    for line in anytime_lines(session, viewer, teller, context.lang, moves):
        write(line)
    if not moves:
        write(say("moves_nobody", context.lang))
        if session.table.is_gm(actor):
            write(say("moves_next", context.lang))
            for line in tell_moves(next_steps(session, viewer), teller):
                write(f"  {line}")
    return 0


def _gm_moves(session: Session, viewer: Viewer, others: Mapping[str, list[Move]]) -> list[Move]:
    """Return what the GM may do; a move that stands with a character already is not told twice."""
    told = [move for found in others.values() for move in found]
    return [move for move in moves_seen(session, viewer, GM_ONLY) if move not in told]


def _moves_of(session: Session, viewer: Viewer, actor: str, character: str) -> list[Move]:
    """Return a character's moves, else how it comes to be; what the GM alone may do is listed for the GM."""
    found = moves_seen(session, viewer, character) or steps_to_make(session, viewer, character)
    types, is_gm = session.commands.types, session.table.is_gm(actor)
    return [move for move in found if is_gm or not types[move.command].gm_only]


def _tell_stopped(
    context: Context, session: Session, viewer: Viewer, teller: Teller, stopped: TenmatsuError
) -> int:
    """Say why nothing can be done, and what goes on from there."""
    found = moves_when_stopped(session, viewer)
    if context.json:
        listed = [{"character": None, "moves": [_plain(move) for move in found]}] if found else []
        sentence = stopped.say(context.lang)
        empty: list[Any] = []
        write_json(
            {
                **plain_line(session),
                "pending": empty,
                "disputes": empty,
                "characters": listed,
                "stopped": stopped.code,
                "message": sentence,
            }
        )
        return 0
    tell_line(session, context.lang)
    write(stopped.say(context.lang))
    for line in tell_moves(found, teller):
        write(f"  {line}")
    return 0


def _plain(move: Move) -> dict[str, Any]:
    return {
        "command": move.command,
        "fields": move.fields,
        "open": [
            {
                "name": one.name,
                "choices": list(one.choices),
                "low": one.low,
                "high": one.high,
                "required": one.required,
            }
            for one in move.open
        ],
    }


COMMANDS = {"moves": Spec(_arguments, _run)}
