"""`nonces` and `word`: what participants stir into the dice."""

import argparse

from tenmatsu.engine.api import CHAIN_LENGTH, TenmatsuError, add_word, commit_chain, make_chain
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.device import Device
from tenmatsu.tools.cli.looking import sit
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.words import CliError, say

_LONGEST = 2**20


def _nonces_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take_actor()
    parser.take("--length", metavar="N", type=int, default=CHAIN_LENGTH)


def _nonces(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, _ = seat
    if not 1 <= args.length <= _LONGEST:
        raise CliError("nonces_length", value=args.length, most=_LONGEST)
    device = Device(session.id, actor)
    before = device.read()
    chain = make_chain(session.store.outside.entropy(32), args.length)
    device.keep((*before, chain))  # first here: a chain that is committed and lost is of no use
    try:
        commit_chain(session, chain, actor=actor)
    except TenmatsuError:
        device.keep(before)
        raise
    device.keep((chain,))
    number = session.table.links[actor].chain
    if context.json:
        plain = {"participant": actor, "chain": number, "length": chain.length, "anchor": chain.anchor}
        write_json({"session": session.id, **plain, "version": seat.version, "file": str(device.path)})
    else:
        who = context.names.get(actor, actor)
        write(say("nonces_done", context.lang, who=who, chain=number, length=chain.length, path=device.path))
    return 0


def _word_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("word", key="spoken", metavar="WORD")
    parser.take_actor()


def _word(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, _ = seat
    add_word(session, args.word, actor=actor)
    if context.json:
        write_json({"session": session.id, "participant": actor, "version": seat.version})
    else:
        write(say("word_done", context.lang, who=context.names.get(actor, actor)))
    return 0


COMMANDS = {"nonces": Spec(_nonces_arguments, _nonces), "word": Spec(_word_arguments, _word)}
