"""The audit of a played session, beside its fold and beside deciding the same commands."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from tenmatsu.engine.api import Rolled, Session, audit_session
from tenmatsu.engine.audit.rules import RecordedDice
from tenmatsu.engine.deciding import Commands, decide
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.store.checking import read_checked
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.tools.bench.appending import make_store
from tenmatsu.tools.bench.material import fill, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, timed

TURNS = 1_500
EACH = 10
DECIDE = "decide the same commands, no storage"
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
