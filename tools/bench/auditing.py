"""The audit of a played session, beside its fold and beside deciding the same commands."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from tenmatsu.engine.api import Event, LineState, Rolled, Session, audit_session
from tenmatsu.engine.audit import following
from tenmatsu.engine.audit.moving import moves_line
from tenmatsu.engine.audit.reveals import RecordedVault
from tenmatsu.engine.audit.rules import RecordedDice, decide_again, find_link
from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import Commands, decide
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.store.checking import read_checked
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.tools.bench.appending import make_store
from tenmatsu.tools.bench.material import fill, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, timed
from tenmatsu.tools.bench.rollouts import Fight

TURNS = 1_500
EACH = 10
DECIDE = "decide the same commands, no storage"
Decided = tuple[Folder, LineState, Rules[Any, Any] | None, Command, Sequence[Event]]
"""A command as an audit decides it again: on which state, and what was recorded."""
WHOLE = "whole audit: chain, versions, decode, dice, rules and all the rest"


def chain(place: Path) -> Comparison:
    """Compare checking chain, versions and decode with the fold: commits of several events, and of one."""
    contenders: dict[str, Contender] = {}
    aims: list[Aim] = []
    for size in (EACH, 1):
        session = open_evening(make_store(place))
        fill(session, TURNS * 2, each=size)
        fold, checked = f"fold, {size} a commit", f"chain, versions, decode, {size} a commit"
        contenders[fold] = partial(_fold, session)
        contenders[checked] = partial(_check, session)
        if size == EACH:
            aims.append(Aim(checked, fold, 0.33))
    return compare("Check of chain, versions and decode", "events", contenders, aims=aims, rounds=3)


def _fold(session: Session) -> tuple[int, float]:
    loader = Loader(session.store, session.folder, session.id)
    return timed(session.version, lambda: loader.load(session.segments(), cached=False))


def _check(session: Session) -> tuple[int, float]:
    span, decode = (session.branch, 1, session.version), session.folder.decode_rows

    def check() -> None:
        for commit in read_checked(session.store.database, session.id, span, NO_PREVIOUS):
            decode(commit.datas)

    return timed(session.version, check)


def audit(place: Path) -> Comparison:
    """Compare a whole audit with deciding the same commands."""
    session = open_evening(make_store(place))
    for _ in range(TURNS):
        session.do({"type": "table.roll", "dice": "3d6"}, actor="gm")
        session.do({"type": "table.say", "text": "いざ、尋常に勝負。"}, actor="gm")
    count, decide_all = session.version, _decide_all(session)
    contenders = {
        DECIDE: lambda: timed(count, decide_all),
        WHOLE: lambda: timed(count, lambda: audit_session(session.store, session.id)),
    }
    aims = [Aim(WHOLE, DECIDE, 0.77)]
    title = "Audit of a played session, one event a commit"
    return compare(title, "events", contenders, aims=aims, rounds=3)


def audit_demo(place: Path) -> Comparison:
    """Compare an audit of the demo, all its lines, with deciding again what it decides, nothing else."""
    own = place / "demo"
    own.mkdir(exist_ok=True)
    session = Fight(own).session
    decided = _decided_in(session)
    count = len(decided)

    def decide_all() -> None:
        for folder, state, rules, command, recorded in decided:
            dice = RecordedDice([event for event in recorded if isinstance(event, Rolled)])
            decide(folder, state, command, dice, rules, find_link(recorded), RecordedVault(recorded))

    contenders = {
        DECIDE: lambda: timed(count, decide_all),
        WHOLE: lambda: timed(count, lambda: audit_session(session.store, session.id)),
    }
    title = "Audit of the demo: characters, checks, a fight"
    return compare(title, "commands", contenders, aims=[Aim(WHOLE, DECIDE, 0.77)])


def _decided_in(session: Session) -> list[Decided]:
    """Return what an audit of a session decides again, moves of lines left out: those are compared only."""
    found: list[Decided] = []

    def note(
        folder: Folder,
        state: LineState,
        rules: Rules[Any, Any] | None,
        command: Command,
        commit: Commit,
        recorded: Sequence[Event],
    ) -> tuple[str | None, Decision[Any, Any, Any] | None]:
        if not moves_line(command):
            found.append((folder, state, rules, command, recorded))
        return decide_again(folder, state, rules, command, commit, recorded)

    with patch.object(following, "decide_again", note):
        audit_session(session.store, session.id)
    return found


def _decide_all(session: Session) -> Callable[[], None]:
    """Return what decides every command of a session again from its recorded dice."""
    commands, folder, store = Commands(session.system), session.folder, session.store
    work = [
        (commands.decode(commit.command.data or b""), [folder.decode(item.data) for item in commit.events])
        for commit in store.commits(session.id, session.segments(), after=1)
    ]
    start = session.state_at(store.commit_at(session.id, session.branch, 1).last_version)
    rules = session.rules()

    def run() -> None:
        state = start
        for command, events in work:
            dice = RecordedDice([event for event in events if isinstance(event, Rolled)])
            decision = decide(folder, state, command, dice, rules)
            state = msgspec.structs.replace(state, table=decision.table, game=decision.state)

    return run
