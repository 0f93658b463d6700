"""Decide the commits of a line again, one by one, on a what-if line."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import header_audience, make_commit
from tenmatsu.engine.contract import Pending
from tenmatsu.engine.deciding import decide, is_of_table
from tenmatsu.engine.decision import Decision, DiceSource
from tenmatsu.engine.dice.same import SameDice
from tenmatsu.engine.dice.sources import PlainDice
from tenmatsu.engine.errors import RuleViolation, TenmatsuError, UsageError
from tenmatsu.engine.loading import SNAPSHOT_EVERY
from tenmatsu.engine.refusing import check_rolled, sees_all
from tenmatsu.engine.rights import acting_character
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Viewer
from tenmatsu.engine.store import Append
from tenmatsu.engine.whatif.copying import Gone, Held, copied_command, is_held_back
from tenmatsu.engine.whatif.report import LeftOut, Progress, WhatIf, Why
from tenmatsu.events.envelope import GM_ONLY, Commit, Header
from tenmatsu.events.table import DecidedAgain, Rolled

MOST_ANSWERS = 64
"""Choices that the auto-player answers in a row before one command; a game that asks on and on is left."""


class Redecider:
    """Plays a what-if line on from the commits of another: what fits is decided again, with its own dice."""

    def __init__(self, source: Session, line: Session, *, past: bool, held: Held | None = None) -> None:
        self._source = source
        self._line = line
        self._past = past
        self._held = held or Held()
        self._decided = 0
        self._talk = 0
        self._left: list[LeftOut] = []
        self._answered: list[Commit] = []
        self._stopped: LeftOut | None = None

    def ask(self, command: Command) -> None:
        """Decide a command that stands for no commit of the other line."""
        self._append(command, self._decide(command, self._fresh()))

    def replace(self, commit: Commit, command: Command) -> None:
        """Decide a command in place of a commit, with the dice of that commit."""
        self._again(commit, command)
        self._decided += 1

    def follow(self, commits: Iterable[Commit], total: int, progress: Progress | None = None) -> None:
        """Decide commits again, in order, until one stops the line."""
        for done, commit in enumerate(commits, 1):
            self._take(commit)
            if progress is not None:
                progress(done, total)
            if self._stopped is not None:
                break
        forked_at = self._line.branches[self._line.branch].fork_version
        if self._line.version // SNAPSHOT_EVERY > forked_at // SNAPSHOT_EVERY:
            self._line.keep_snapshot()

    def report(self, replaced: Commit | None) -> WhatIf:
        """Return what came of it."""
        return WhatIf(
            source=self._source,
            line=self._line,
            replaced=replaced,
            redecided=self._decided,
            talk=self._talk,
            left=tuple(self._left),
            answered=tuple(self._answered),
            stopped=self._stopped,
        )

    def _take(self, commit: Commit) -> None:
        commands = self._line.commands
        try:
            command = copied_command(commands, commit, self._held)
        except (Gone, msgspec.DecodeError):
            self._leave(commit, "gone", None)
            return
        if is_held_back(commands, commit, self._held):
            self._left.append(LeftOut(commit=commit, why="held"))
        elif command is None:
            self._talk += 1
        if command is None:
            return
        if not self._is_asked(command):
            self._left.append(LeftOut(commit=commit, why="unasked", refusal=self._refusal(command)))
            return
        if self._past:
            self._answer_for(command)
        try:
            self._again(commit, command)
        except (RuleViolation, UsageError) as refusal:
            self._leave(commit, "waits" if self._waits_for(command) else "refused", refusal)
        else:
            self._decided += 1

    def _leave(self, commit: Commit, why: Why, refusal: TenmatsuError | None) -> None:
        left = LeftOut(commit=commit, why=why, refusal=refusal)
        if self._past:
            self._left.append(left)
        else:
            self._stopped = left

    def _again(self, commit: Commit, command: Command) -> None:
        decision = self._decide(command, SameDice(rolls_of(self._line, commit), self._entropy))
        audience = header_audience([one.audience for one in decision.recorded])
        decision.record(DecidedAgain(of=commit.hash.hex()), audience=audience)
        self._append(command, decision)

    # choices

    def _is_asked(self, command: Command) -> bool:
        """Return whether a command answers nothing, or something that is asked now."""
        return not command.answers or any(_answers(command, one) for one in self._pending())

    def _waits_for(self, command: Command) -> bool:
        """Return whether a choice is open that a command does not answer."""
        passes = command.anytime or is_of_table(command)
        return not passes and not command.answers and bool(self._pending())

    def _pending(self) -> Sequence[Pending]:
        game = self._line.game
        return () if game is None else self._line.system.pending(game)

    def _refusal(self, command: Command) -> TenmatsuError | None:
        try:
            check_rolled(self._line, self._line.state, command)
        except TenmatsuError as refusal:
            return refusal
        return None

    def _answer_for(self, command: Command) -> None:
        """Let the auto-player answer the choices that stand before a command."""
        system = self._line.system
        for _ in range(MOST_ANSWERS):
            pending = self._pending()
            passes = command.anytime or is_of_table(command) or not pending
            if passes or any(_answers(command, one) for one in pending):
                return
            rng = Random(self._line.version)  # noqa: S311  # a choice, not a die
            rules = self._line.rules()
            try:
                answer = system.choose(self._line.game, rules, pending[0].whom, rng)
                asked = msgspec.structs.replace(answer, as_=find_gm(self._line))
                decision = self._decide(asked, self._fresh())
            except RuleViolation:
                return
            self._answered.append(self._append(asked, decision))

    # deciding and storing

    def _entropy(self, count: int) -> bytes:
        return self._line.store.outside.entropy(count)

    def _fresh(self) -> DiceSource:
        return PlainDice(self._entropy)

    def _decide(self, command: Command, dice: DiceSource) -> Decision[Any, Any, Any]:
        line = self._line
        rules = None
        if not is_of_table(command):
            line.folder.check_figures(line.table)
            rules = line.rules()
        return decide(line.folder, line.state, command, dice, rules)

    def _append(self, command: Command, decision: Decision[Any, Any, Any]) -> Commit:
        line, outside = self._line, self._line.store.outside
        header = Header(
            session=line.id,
            branch=line.branch,
            number=line.state.number + 1,
            at=outside.stamp(),
            actor=command.as_,
            command_id=outside.new_id(),
        )
        commit = make_commit(line.state, header, command, decision.recorded, outside)
        line.store.append(Append(commit=commit, header=header))
        line.take_over(commit, decision)
        return commit


def _answers(command: Command, pending: Pending) -> bool:
    if pending.kind not in command.answers:
        return False
    return pending.whom == GM_ONLY or pending.whom == acting_character(command)


def rolls_of(session: Session, commit: Commit) -> list[tuple[Any, Rolled]]:
    """Return the rolls of a commit with the items that hold them, in order."""
    decoded = ((item, session.folder.decode(item.data)) for item in commit.events)
    return [(item, event) for item, event in decoded if isinstance(event, Rolled)]


def check_unhidden(session: Session, actor: str) -> None:
    """Raise `RuleViolation` where the line keeps something from who asks: the answer would tell it."""
    if not session.table.is_gm(actor) and not sees_all(session, Viewer(actor, is_gm=False), session.version):
        raise RuleViolation("whatif_unseen")


def find_gm(session: Session) -> str:
    """Return a GM at the table: the auto-player answers in their name."""
    seats = session.table.seats.items()
    return next((one for one, seat in seats if seat.role == "gm" and seat.present), "")
