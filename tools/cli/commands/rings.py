"""`dice`: the rings and chains of a session, and who has witnessed since when."""

import argparse
from collections.abc import Iterator

from tenmatsu.engine.api import ChainView, DiceView, RingView, Session, look_at_dice
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.device import Device
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import CliError, say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take_actor()
    parser.take_branch()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    view = look_at_dice(session, viewer)
    here = {chain.by: _is_here(session, chain) for chain in view.chains}
    if context.json:
        write_json({"session": session.id, **plain_line(session), "dice": view, "here": here}, pretty=True)
        return 0
    tell_line(session, context.lang)
    for line in _lines(context, view, here, Teller(session, context.lang, viewer)):
        write(line)
    return 0


def _is_here(session: Session, chain: ChainView) -> bool:
    """Return whether this device keeps a chain; one that cannot be read is not kept."""
    try:
        last = session.last_link(chain.by)
        kept = Device(session.id, chain.by).read()
    except CliError:
        return False
    if last is None:
        return False
    return any(one.length == last.length and one.link(last.index) == last.value for one in kept)


def _lines(context: Context, view: DiceView, here: dict[str, bool], teller: Teller) -> Iterator[str]:
    lang = context.lang
    yield say("dice_rings", lang)
    for ring in view.rings:
        left = say("dice_unknown", lang) if ring.left is None else ring.left
        yield say(
            "dice_ring",
            lang,
            ring=ring.ring,
            kind=say(f"dice_{ring.kind}", lang),
            left=left,
            count=ring.count,
            keeper=teller.name(ring.keeper),
            version=ring.committed.version,
            why=say(f"dice_why_{ring.why}", lang),
        )
        yield from _ring_lines(context, ring, teller)
    yield say("dice_chains", lang)
    for chain in view.chains:
        yield say(
            "dice_chain",
            lang,
            who=teller.name(chain.by),
            chain=chain.chain,
            length=chain.length,
            shown=chain.shown,
            version=chain.committed.version,
            here=say("dice_chain_here", lang) if here[chain.by] else "",
        )
    if not view.chains:
        yield say("dice_chain_none", lang)
    if view.links_required:
        yield say("dice_required", lang)


def _ring_lines(context: Context, ring: RingView, teller: Teller) -> Iterator[str]:
    lang = context.lang
    if ring.fixed:
        yield say("dice_is_fixed", lang)
    if ring.ended or ring.left == 0:
        yield say("dice_ended" if ring.ended else "dice_used_up", lang)
        return
    if not ring.has_seed:
        yield say("dice_seedless", lang)
    for witness in ring.witnesses:
        yield say("dice_witness", lang, who=teller.name(witness.by), version=witness.since.version)
    if not ring.witnesses:
        key = "dice_alone" if ring.worded is None else "dice_worded"
        yield say(key, lang, version=ring.worded.version if ring.worded else 0)


COMMANDS = {"dice": Spec(_arguments, _run)}
