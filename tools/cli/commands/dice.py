"""`roll` and `verify-roll`: dice outside any rule, and the proof of any roll."""

import argparse
from typing import Any

from msgspec.structs import replace

from tenmatsu.engine.api import (
    AuditFailed,
    Rolled,
    RollProof,
    RollStory,
    Session,
    UsageError,
    Viewer,
    explain_roll,
    prove_roll,
    read_entries,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.do import tell_result
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.device import ask
from tenmatsu.tools.cli.explaining import plain_story, story_lines
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import look, sit
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.people import participant_named
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
    parser.take("--blind", action="store_true")
    parser.take("--silent", action="store_true")
    parser.take("--to", metavar="WHO", action="append", default=[])
    parser.take("--bot", metavar="ID")
    parser.take("--dice", metavar="5,5,6")
    parser.take("--proof", action="store_true")
    parser.take_actor()
    parser.take_branch()


def _roll(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, args.branch, args.as_)
    session, actor, _ = seat
    dice = None if args.dice is None else read_faces(args.dice)
    words = session.system.words()
    key, text = args.for_ or "free", ""
    if words.roll(key, context.lang) == key:
        key, text = "free", args.for_
    found = roll_typed(session, args.notation, actor, args.bot)
    command = {"type": "table.roll", "dice": args.notation} if found is None else found
    to = [participant_named(session, one) for one in args.to]
    modes = {"secret": args.secret, "blind": args.blind, "silent": args.silent, "to": to}
    kept = {name: value for name, value in modes.items() if value}
    if text:
        kept["note"] = text
    result = ask(session, {**command, **kept, "for": key}, actor=actor, dice=dice)
    tell_result(context, seat, result, proof=args.proof)
    return 0


def _verify_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("roll", metavar="ROLL")
    parser.take("--explain", action="store_true")
    parser.take_branch()
    parser.take_actor()


def _verify(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    proof = _prove(session, args.roll, viewer)
    problems = [AuditFailed(problem.code, **problem.details) for problem in proof.problems]
    explained = args.explain and proof.roll.key is not None
    story = explain_roll(session, proof) if explained else None
    whole = viewer.id is None
    if context.json:
        sentences = [problem.say(context.lang, context.names) for problem in problems]
        told = {} if story is None else {"explain": plain_story(story, whole=whole)}
        write_json({**plain_line(session), **_plain(proof), **told, "problems": sentences}, pretty=True)
    else:
        tell_line(session, context.lang)
        for line in _proof_lines(context, session, proof, viewer, story):
            write(line)
        for problem in problems:
            write(f"✗ {problem.say(context.lang, context.names)}")
    return FAILED if problems or (story is not None and story.wrong) else 0


def _prove(session: Session, roll: str, viewer: Viewer) -> RollProof:
    """Return the proof of a roll that a viewer sees, by their own number or the start of its digest."""
    if viewer.id is None:
        return prove_roll(session, roll)
    text = roll.strip().lower().removeprefix("@")
    number = int(text) if text.isdecimal() and len(text) < 8 else None
    for entry in read_entries(session, viewer, raw=True):
        meant = entry.version == number if number is not None else entry.digest.startswith(text)
        if meant and isinstance(entry.event, Rolled):
            return replace(prove_roll(session, entry.digest), version=entry.version)
        if meant and number is not None:
            raise UsageError("roll_not_there", version=number)
    raise UsageError("roll_unknown", roll=roll)


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


def _proof_lines(
    context: Context, session: Session, proof: RollProof, viewer: Viewer, story: RollStory | None
) -> list[str]:
    lang, roll = context.lang, proof.roll
    teller = Teller(session, lang, viewer)
    lines = [
        say("proof_head", lang, version=proof.version, digest=proof.digest[:12]),
        f"  {teller.event(roll)}",
    ]
    if story is not None:
        lines += story_lines(proof, story, teller, lang, whole=viewer.id is None)
    elif roll.key is not None:
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
    if not proof.problems and not (story is not None and story.wrong):
        lines.append(say("proof_ok" if roll.key is not None else "proof_nothing", lang))
    return lines


def _faces(dice: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{face} (d{sides})" for sides, face in dice)


COMMANDS = {"roll": Spec(_roll_arguments, _roll), "verify-roll": Spec(_verify_arguments, _verify)}
