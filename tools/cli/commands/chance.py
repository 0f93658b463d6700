"""`chance`: the exact odds of a check before it is rolled."""

import argparse
from fractions import Fraction

from tenmatsu.engine.api import Chance, Session
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import sit
from tenmatsu.tools.cli.output import table, write, write_json
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.values import read_command
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("command", key="command", metavar="COMMAND")
    parser.take("fields", key="fields", metavar="K=V", nargs="*")
    parser.take_actor()
    parser.take_branch()
    parser.take("--json-body", metavar="'{…}'")


def _run(context: Context, args: argparse.Namespace) -> int:
    session, actor, viewer = sit(context, args.session, args.branch, args.as_)
    tag, fields = read_command(session, args.command, args.fields, actor, args.json_body)
    chance = chance_of(session, {"type": tag, **fields}, actor)
    teller = Teller(session, context.lang, viewer)
    if context.json:
        write_json(
            {
                **plain_line(session),
                "command": tag,
                "roll": chance.roll,
                "needed": chance.needed,
                "under": chance.under,
                "hits_from": chance.hits_from,
                "odds": [
                    {"outcome": one.outcome, "favourable": one.favourable, "possible": one.possible}
                    for one in chance.odds
                ],
                "circumstances": [{"key": one.key, "amount": one.amount} for one in chance.circumstances],
            }
        )
        return 0
    tell_line(session, context.lang)
    for line in chance_lines(context, chance, teller):
        write(line)
    return 0


def chance_of(session: Session, command: dict[str, object], actor: str) -> Chance:
    """Return the odds, worked out from what the actor sees alone; refused where `do` would be."""
    return session.chance(command, actor)


def chance_lines(context: Context, chance: Chance, teller: Teller) -> list[str]:
    """Return the odds in words: fraction and percent of each outcome, and what changes the roll."""
    lines = [teller.roll(chance.roll)]
    if chance.needed is not None and _is_certain(chance):
        lines.append(say("chance_any", context.lang))
    elif chance.needed is not None:
        phrase = "chance_at_most" if chance.under else "chance_needed"
        if chance.hits_from is not None:
            phrase = "chance_hits_at_most" if chance.under else "chance_hits"
        lines.append(say(phrase, context.lang, needed=chance.needed, face=chance.hits_from))
    lines += [f"  {teller.label(one.key)} {one.amount:+d}" for one in chance.circumstances]
    rows: list[list[str]] = []
    for one in chance.odds:
        share = Fraction(one.favourable, one.possible)
        exact = f"{one.favourable}/{one.possible}"
        if share.denominator not in (one.possible, 1):
            exact += f" = {share}"
        rows.append([f"  {teller.label(one.outcome)}", f"{float(share) * 100:6.2f} %", exact])
    return lines + table(rows)


def _is_certain(chance: Chance) -> bool:
    """Return whether the dice succeed whatever they show: one outcome is certain, and no failure is."""
    certain = any(one.favourable == one.possible for one in chance.odds)
    if not certain or chance.needed is None:
        return False
    if chance.hits_from is not None:
        return chance.under or chance.needed <= 0
    return chance.needed >= 2 if chance.under else chance.needed <= 2


COMMANDS = {"chance": Spec(_arguments, _run)}
