"""The audit of a played session, beside its fold and beside deciding the same commands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from tenmatsu.engine.api import Event, LineState, Rolled, Session, audit_session
from tenmatsu.engine.asking import check_link_fits, check_word
from tenmatsu.engine.audit import following
from tenmatsu.engine.audit.checking import LineChecks
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.judging import Judge
from tenmatsu.engine.audit.moving import moves_line
from tenmatsu.engine.audit.report import Tally
from tenmatsu.engine.audit.reveals import RecordedVault
from tenmatsu.engine.audit.rules import RecordedDice, decide_again, find_link
from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import Commands, decide, is_of_table
from tenmatsu.engine.decision import Decision, DiceSource
from tenmatsu.engine.dice.keyring import RING_SIZE
from tenmatsu.engine.dice.retries import LinkedDice
from tenmatsu.engine.dice.rings import RingDice, ring_place, rings_of
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.store.checking import read_checked
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.tools.bench.appending import make_store
from tenmatsu.tools.bench.material import fill, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, timed
from tenmatsu.tools.bench.rollouts import Fight

TURNS = 1_500
EACH = 10
DECIDE = "decide the same commands, dice from the rings, no storage"
JUDGE = "audit of dice and rules"
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
    """Compare the audit of rolls and speech, one event a commit, with deciding the same commands."""
    session = open_evening(make_store(place))
    for _ in range(TURNS):
        session.do({"type": "table.roll", "dice": "3d6"}, actor="gm")
        session.do({"type": "table.say", "text": "いざ、尋常に勝負。"}, actor="gm")
    return _beside_deciding("Audit of a played session, one event a commit", session)


def audit_demo(place: Path) -> Comparison:
    """Compare the audit of the demo, all its lines, with deciding the same commands."""
    own = place / "demo"
    own.mkdir(exist_ok=True)
    return _beside_deciding("Audit of the demo: characters, checks, a fight", Fight(own).session)


def _beside_deciding(title: str, session: Session) -> Comparison:
    """Compare judging dice and rules alone, and a whole audit, with deciding what it decides again."""
    decided, seeds, judge = _decided_in(session), session.store.seeds(session.id), _judging(session)
    count = len(decided)
    if any(_rolls_in(made.event for made in one.decide(seeds).recorded) != one.rolls for one in decided):
        raise RuntimeError("other dice fell")

    def decide_all() -> None:
        for one in decided:
            one.decide(seeds)

    contenders = {
        DECIDE: lambda: timed(count, decide_all),
        JUDGE: lambda: timed(count, judge),
        WHOLE: lambda: timed(count, lambda: audit_session(session.store, session.id)),
    }
    return compare(title, "commands", contenders, aims=[Aim(JUDGE, DECIDE, 0.77)])


def _judging(session: Session) -> Callable[[], None]:
    """Return what judges the dice and rules of commits that were read, checked and decoded before."""
    store, row = session.store, session.store.find_session(session.id)
    branches, folder = store.branches(session.id), session.folder
    checks = LineChecks(store, row, branches, folder, Findings(), Tally())
    left = {one.left_head for one in store.adoptions(session.id)}
    checked = [(line, list(checks.follow(line))) for line in branches.values()]

    def judge() -> None:
        found = Findings()
        judged = Judge(store, row, branches, folder, found, Tally(), checks.adoptions, left)
        for line, commits in checked:
            judged.follow(line, commits)
        judged.check_dice()
        judged.check_story()
        if found.failures:
            raise RuntimeError("the log does not hold")

    return judge


class _Decided(msgspec.Struct):
    """A command as it was decided: on which state, and what was recorded."""

    folder: Folder
    state: LineState
    rules: Rules[Any, Any] | None
    commands: Commands
    data: bytes
    """The command as the log holds it."""
    recorded: Sequence[Event]
    rolls: list[Rolled]
    spent: dict[str, int] | None
    """The keys spent before it; None where its dice are not from a ring (read out, or of a what-if line)."""

    def decide(self, seeds: Mapping[str, bytes]) -> Decision[Any, Any, Any]:
        """Decide it in the steps of a session that come before the append; the states come with it."""
        link, table, command = find_link(self.recorded), self.state.table, self.commands.decode(self.data)
        check_word(command, table, self.spent or {})
        dice: DiceSource = RecordedDice(self.rolls)
        if self.spent is not None:
            dice = RingDice(table if link is None else evolve_table(table, link), self.spent, seeds)
        linked, vault = LinkedDice(dice, {}), RecordedVault(self.recorded)
        if not is_of_table(command):
            self.folder.check_figures(table)
        decision = decide(self.folder, self.state, command, linked, self.rules, link, vault)
        check_link_fits(table, command.as_, link, decision.recorded)
        if isinstance(dice, RingDice):
            dice.are_short(decision.table)
        return decision


def _decided_in(session: Session) -> list[_Decided]:
    """Return what an audit of a session decides again, moves of lines left out: those are compared only."""
    found: list[_Decided] = []

    def note(
        folder: Folder,
        state: LineState,
        rules: Rules[Any, Any] | None,
        command: Command,
        commit: Commit,
        recorded: Sequence[Event],
        kinds: set[type],
    ) -> tuple[str | None, Decision[Any, Any, Any] | None]:
        if not moves_line(command):
            rolls = _rolls_in(recorded)
            spent = _spent_before(state, rolls)
            data = commit.command.data or b""
            found.append(_Decided(folder, state, rules, session.commands, data, recorded, rolls, spent))
        return decide_again(folder, state, rules, command, commit, recorded, kinds)

    with patch.object(following, "decide_again", note):
        audit_session(session.store, session.id)
    return found


def _rolls_in(events: Iterable[Event]) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled)]


def _spent_before(state: LineState, rolls: Sequence[Rolled]) -> dict[str, int] | None:
    """Return how many keys of each ring were spent before these rolls took the next ones."""
    if any(roll.source != "ring" for roll in rolls):
        return None
    spent: dict[str, int] = {}
    for roll in reversed(rolls):
        ring = roll.ring or ""
        earlier = (
            name for name in rings_of(state.table.rings, ring[:1]) if ring_place(name) < ring_place(ring)
        )
        spent |= dict.fromkeys(earlier, RING_SIZE) | {ring: roll.index or 0}
    return spent
