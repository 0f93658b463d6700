"""`roll` and `verify-roll`: dice outside any rule, and the proof of any roll."""

import argparse
from typing import Any

from tenmatsu.engine.api import AuditFailed, RollProof, Session, prove_roll
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.do import tell_result
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.people import find_actor
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.typed import roll_typed
from tenmatsu.tools.cli.values import read_faces
from tenmatsu.tools.cli.words import say

FAILED = 5


def _roll_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("notation", metavar="NOTATION")
    parser.take("--for", dest="for_", metavar="TEXT")
    parser.take("--secret", action="store_true")
    parser.take("--bot", metavar="ID")
    parser.take("--dice", metavar="5,5,6")
    parser.take_actor()
    parser.take_branch()


def _roll(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session, args.branch)
    actor = find_actor(session, args.as_)
    dice = None if args.dice is None else read_faces(args.dice)
    words = session.system.words()
    key, text = args.for_ or "free", ""
    if words.roll(key, context.lang) == key:
        key, text = "free", args.for_
    found = roll_typed(session, args.notation, actor, args.bot)
    command = {"type": "table.roll", "dice": args.notation} if found is None else found
    result = session.do({**command, "for": key, "secret": args.secret}, actor=actor, dice=dice)
    if text:
        secret = bool(result.commit.header.audience)
        _remark(session, text, actor, result.commit.last_version, secret=secret)
    tell_result(context, session, result, actor)
    return 0


def _remark(session: Session, text: str, actor: str, about: int, *, secret: bool) -> None:
    """Say in one's own words what the roll was for: beside it, or to those alone who see a secret one."""
    if secret:
        session.do({"type": "table.say", "text": text, "to": ["@gm"]}, actor=actor)
    else:
        session.do({"type": "table.note", "text": text, "about": about}, actor=actor)


def _verify_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("roll", metavar="ROLL")
    parser.take_branch()


def _verify(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session, args.branch)
    proof = prove_roll(session, args.roll)
    problems = [AuditFailed(problem.code, **problem.details) for problem in proof.problems]
    if context.json:
        sentences = [problem.say(context.lang, session.names()) for problem in problems]
        write_json({**_plain(proof), "problems": sentences}, pretty=True)
    else:
        for line in _proof_lines(context, session, proof):
            write(line)
        for problem in problems:
            write(f"✗ {problem.say(context.lang, session.names())}")
    return FAILED if problems else 0


def _plain(proof: RollProof) -> dict[str, Any]:
    roll = proof.roll
    return {
        "ok": not proof.problems,
        "version": proof.version,
        "digest": proof.digest,
        "commit": proof.commit,
        "source": roll.source,
        "ring": roll.ring,
        "index": roll.index,
        "key": roll.key,
        "mix": proof.mix,
        "leaf_committed": proof.leaf_committed,
        "leaf_of_key": proof.leaf_of_key,
        "dice": [list(die) for die in roll.dice],
        "recomputed": None if proof.recomputed is None else [list(die) for die in proof.recomputed],
        "standing": proof.standing,
        "witnesses": list(proof.witnesses),
        "fixed": proof.fixed,
        "retry_of": roll.retry_of,
    }


def _proof_lines(context: Context, session: Session, proof: RollProof) -> list[str]:
    lang, roll = context.lang, proof.roll
    teller = Teller(session, lang)
    lines = [
        say("proof_head", lang, version=proof.version, digest=proof.digest[:12]),
        f"  {teller.event(roll)}",
    ]
    if roll.key is not None:
        lines += [
            say("proof_ring", lang, ring=roll.ring, index=roll.index),
            say("proof_leaf", lang, leaf=proof.leaf_committed or "-"),
            say("proof_key", lang, key=roll.key, leaf=proof.leaf_of_key),
            say("proof_mix", lang, mix=proof.mix),
            say("proof_faces", lang, faces=_faces(proof.recomputed or ())),
        ]
    if proof.standing is not None:
        who = ("、" if lang == "ja" else ", ").join(teller.name(one) for one in proof.witnesses)
        lines.append(say(f"proof_{proof.standing}", lang, who=who))
    else:
        lines.append(say(f"proof_source_{roll.source}", lang, who=teller.name(roll.vouched or "-")))
    if proof.fixed:
        lines.append(say("proof_fixed", lang))
    if roll.retry_of is not None:
        lines.append(say("proof_retry", lang, digest=roll.retry_of[:12]))
    if not proof.problems:
        lines.append(say("proof_ok" if roll.key is not None else "proof_nothing", lang))
    return lines


def _faces(dice: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{face} (d{sides})" for sides, face in dice)


COMMANDS = {"roll": Spec(_roll_arguments, _roll), "verify-roll": Spec(_verify_arguments, _verify)}
