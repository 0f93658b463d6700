"""`undo`, `fork`, `branches`, `adopt`: the lines of a session."""

import argparse
import shlex
from collections.abc import Sequence

from tenmatsu.engine.api import (
    LineSeen,
    Marking,
    Session,
    UndoAnswer,
    UndoPlan,
    Viewer,
    adopt,
    can_undo,
    fork,
    head_seen,
    lines_seen,
    locate,
    plan_undo,
    read_line_marks,
    undo,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lines_told import plain_line
from tenmatsu.tools.cli.looking import Seat, look, sit
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.seen import find_line
from tenmatsu.tools.cli.telling import Teller, visible_events
from tenmatsu.tools.cli.tree import kind_of, tree_lines
from tenmatsu.tools.cli.words import say


def _undo_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--reason", metavar="R", default="")
    parser.take("--dry-run", action="store_true")
    parser.take_actor()


def _undo(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, viewer = seat
    names = Teller(session, context.lang, viewer)
    dry: bool = args.dry_run
    if dry and context.json:
        return _tell_answer(seat, can_undo(session, actor), context)
    plan = plan_undo(session, actor=actor) if dry else undo(session, actor=actor, reason=args.reason)
    back_to = seat.version_at(plan.back_to)
    if context.json:
        write_json(
            {
                "session": session.id,
                "dry_run": args.dry_run,
                "ok": True,
                "reason": None,
                "left": plan.leaves.hash.hex(),
                "back_to": plan.back_to.hash.hex(),
                "version": back_to,
                "rolls": plan.rolls,
                "branch": session.branch,
                "head": head_seen(session, viewer),
            }
        )
        return 0
    write(say("undo_would" if args.dry_run else "undo_done", context.lang, version=back_to))
    for line in left_lines(session, plan, names, viewer):
        write(f"  {line}")
    if plan.rolls:
        write(say("undo_rolls", context.lang, rolls=plan.rolls))
    return 0


def _tell_answer(seat: Seat, answer: UndoAnswer, context: Context) -> int:
    """Write whether an undo is possible, and why not; the exit code says it too."""
    session, _, viewer = seat
    plan, refusal = answer.plan, answer.refusal
    write_json(
        {
            "session": session.id,
            "dry_run": True,
            "ok": answer.ok,
            "reason": answer.reason or None,
            "message": refusal.say(context.lang, context.names) if refusal is not None else None,
            "left": plan.leaves.hash.hex() if plan is not None else None,
            "back_to": plan.back_to.hash.hex() if plan is not None else None,
            "version": seat.version_at(plan.back_to) if plan is not None else None,
            "rolls": plan.rolls if plan is not None else None,
            "branch": session.branch,
            "head": head_seen(session, viewer),
        }
    )
    return 0 if refusal is None else refusal.exit_code


def left_lines(session: Session, plan: UndoPlan, teller: Teller, viewer: Viewer) -> list[str]:
    """Return the lines of the commit that an undo leaves, as its asker may see them."""
    return [
        teller.event(event)
        for _, event in visible_events(session, plan.leaves, viewer)
        if event is None or not teller.is_hidden(str(event.__struct_config__.tag or ""))
    ]


def _fork_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("name", metavar="NAME", key="branch_name")
    parser.take("--at", metavar="V", type=int, key="fork_at")
    parser.take("--dice", choices=("same", "fresh"), default="fresh", key="fork_dice")
    parser.take("--secret", action="store_true", key="fork_secret")
    parser.take_branch()
    parser.take_actor()


def _fork(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, args.branch, args.as_)
    session, actor, viewer = seat
    at = seat.version if args.at is None else args.at
    behind = session.version if args.at is None else locate(session, viewer, at)
    made = fork(session, args.name, behind, actor=actor, dice=args.dice, secret=args.secret)
    if context.json:
        write_json(
            {
                "session": session.id,
                **plain_line(made),
                "name": args.name,
                "at": at,
                "dice": args.dice,
                "head": made.head,
            }
        )
    else:
        line = shlex.quote(args.name)
        write(say("fork_done", context.lang, name=args.name, at=at, session=session.id[:8], line=line))
    return 0


def _branches_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--rename", nargs=2, metavar=("B", "NAME"))
    parser.take_actor()


def _branches(context: Context, args: argparse.Namespace) -> int:
    if args.rename is not None:
        line, name = args.rename
        seat = sit(context, args.session, line, args.as_)
        seat.session.do({"type": "table.name_line", "name": name}, actor=seat.actor)
    session, viewer = look(context, args.session, None, args.as_)
    if context.json:
        lines, marks = lines_seen(session, viewer).values(), read_line_marks(session, viewer)
        write_json([_plain(session, line, marks.get(line.row.id, [])) for line in lines], pretty=True)
        return 0
    names = Teller(session, context.lang, viewer).names
    for line in tree_lines(session, viewer, context, names):
        write(line)
    return 0


def _plain(session: Session, seen: LineSeen, marks: Sequence[Marking]) -> dict[str, object]:
    row = seen.row
    kind = kind_of(session, row)
    return {
        "branch": row.id,
        "name": row.name or None,
        "parent": row.parent,
        "fork_version": seen.first - 1,
        "why": row.why,
        "version": seen.last,
        "head": seen.head,
        "current": row.id == session.current_branch,
        "left": row.is_left,
        "kind": kind,
        "whatif": kind == "whatif",
        "marks": [{"by": one.by, "mark": one.mark, "text": one.text} for one in marks],
    }


def _adopt_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("name", metavar="NAME", key="adopt_name")
    parser.take_actor()


def _adopt(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, viewer = seat
    adopt(session, find_line(session, viewer, args.name), actor=actor)
    if context.json:
        write_json(
            {
                "session": session.id,
                "branch": session.branch,
                "version": seat.version,
                "head": head_seen(session, viewer),
            }
        )
    else:
        write(say("adopt_done", context.lang, name=args.name, version=seat.version))
    return 0


COMMANDS = {
    "undo": Spec(_undo_arguments, _undo),
    "fork": Spec(_fork_arguments, _fork),
    "branches": Spec(_branches_arguments, _branches),
    "adopt": Spec(_adopt_arguments, _adopt),
}
