"""A session as its users hold it: what a line can be asked, and how commands are decided and stored."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tenmatsu.engine.asked import read_asked
from tenmatsu.engine.asking import check_link_fits, check_word
from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.contract import Chance
from tenmatsu.engine.corrections import complete, redacted_in
from tenmatsu.engine.deciding import decide, is_of_table
from tenmatsu.engine.decision import Decision, DiceSource
from tenmatsu.engine.dice.links import read_link
from tenmatsu.engine.dice.retries import LinkedDice
from tenmatsu.engine.dice.rings import RingDice, Ringmaker, keeper_of
from tenmatsu.engine.dice.same import whatif_dice
from tenmatsu.engine.dice.sources import EnteredDice, check_entered
from tenmatsu.engine.errors import ConcurrencyConflict, RuleViolation, StoreError, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.line import Line
from tenmatsu.engine.loading import SNAPSHOT_EVERY
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.refusing import check_rolled, check_whatif, seen_refusal
from tenmatsu.engine.revealing import LogVault
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.seen import state_seen
from tenmatsu.engine.sight import EVERYTHING, Viewer
from tenmatsu.engine.store import Append
from tenmatsu.engine.table.commands import CommitDice, RenewDice
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.tracing import span
from tenmatsu.events.base import Event
from tenmatsu.events.codec import encode
from tenmatsu.events.envelope import EVERYBODY, Commit, Header
from tenmatsu.events.table import BranchNamed, DiceSourceName, EntropyAdded, Rolled

ATTEMPTS = 5
"""How often a command is decided again on a line that moved on meanwhile."""

_log = make_log("tenmatsu.engine")


class Result(msgspec.Struct, frozen=True):
    """What a command came to."""

    commit: Commit
    events: tuple[Event, ...]
    repeated: bool = False
    """Whether the same command id had been done before; nothing new was stored then."""
    waits: bool = False
    """Whether redacted words linger in the database's files until those who read them end (`Store.clean`)."""


class Session(Line):
    """
    A line of a session that takes commands.

    Not to be shared between threads; open one each.
    """

    def chance(self, command: Command | Mapping[str, Any], actor: str) -> Chance:
        """
        Return the exact chances of a check before it is rolled, from what the actor sees alone.

        Raises as `do` would, where the command would not come to a roll.
        """
        asked = self.read_command(command, actor)
        state = state_seen(self, EVERYTHING if self.table.is_gm(actor) else Viewer(actor, is_gm=False))
        check_rolled(self, state, asked)
        return self.system.chance(state.game, self.rules(state.table), asked)

    def read_command(self, command: Command | Mapping[str, Any], actor: str) -> Command:
        """Return a command of plain fields (`{"type": …}`) or a Struct as asked by `actor`."""
        return read_asked(self, command, actor)

    def do(
        self,
        command: Command | Mapping[str, Any],
        *,
        actor: str,
        command_id: str | None = None,
        expected: str | None = None,
        dice: Sequence[int] | None = None,
        dice_source: DiceSourceName = "entered",
        link: str | None = None,
    ) -> Result:
        """
        Decide a command and append its commit.

        The same `command_id` again returns the first result. With `expected`, the head (hex) that the
        caller had seen, nothing is decided on any other. `dice` are physical dice in the order in
        which they fell. `link` is the next link (hex) of the actor's chain of nonces: it goes into the
        mix before the command's rolls. Raises `RuleViolation`, `UsageError` or `ConcurrencyConflict`;
        nothing is stored then.
        """
        asked = complete(self, self.read_command(command, actor), command_id)
        if command_id is not None and (len(command_id) > 64 or not command_id.isprintable()):
            raise UsageError("command_id_wrong", command_id=command_id[:64])
        if dice is not None:
            check_entered(dice, dice_source)
        if command_id is not None and (done := self._done_before(asked, command_id, dice)):
            return done
        self._check_playable(asked, actor, dice)
        given = command_id or self.store.outside.new_id()
        if isinstance(asked, Rule) and asked.answer == "wound_back":
            return self._wind_back(asked, given, expected)
        for attempt in range(1, ATTEMPTS + 1):
            if expected is not None and expected != self.head:
                self.reload()
            if expected is not None and expected != self.head:
                raise ConcurrencyConflict("head_moved", expected=expected[:12], head=self.head[:12])
            try:
                with span("do", session=self.id, branch=self.branch, attempt=attempt):
                    return self._decide_and_append(asked, given, dice, dice_source, link)
            except ConcurrencyConflict:
                _log.info("conflict", session=self.id, branch=self.branch, attempt=attempt)
                self.reload()
                if done := self._done_before(asked, given, dice):
                    return done
                if expected is not None or attempt == ATTEMPTS:
                    raise
                self._check_playable(asked, actor, dice)
                _log.info("retried", session=self.id, branch=self.branch, attempt=attempt + 1)
        raise AssertionError("unreachable")

    def _wind_back(self, command: Rule, command_id: str, expected: str | None) -> Result:
        """Rule that the table goes back before what is disputed; never tried twice."""
        from tenmatsu.engine.timelines import wind_back

        if expected is not None and expected != self.head:
            raise ConcurrencyConflict("head_moved", expected=expected[:12], head=self.head[:12])
        commit = wind_back(self, command, command_id)
        decoded = (self.folder.decode(item.data) for item in commit.events)
        return Result(commit, tuple(event for event in decoded if isinstance(event, Event)))

    def _check_playable(self, command: Command, actor: str, dice: Sequence[int] | None) -> None:
        if self.view is not None:
            raise RuleViolation("view_only", viewer=self.view)
        check_whatif(self, command)
        if self.branches[self.branch].is_left:
            raise RuleViolation("line_left", branch=self.branch, current=self.current_branch)
        who = self.table.table_options.get("entered_dice", "anybody")
        if dice is not None and (who == "nobody" or (who == "gm" and not self.table.is_gm(actor))):
            raise RuleViolation("dice_not_entered", who=who)

    def _done_before(self, command: Command, command_id: str, dice: Sequence[int] | None) -> Result | None:
        place = self.store.find_command(self.id, command_id)
        if place is None:
            return None
        commit = self.store.commit_at(self.id, *place)
        decoded = (self.folder.decode(item.data) for item in commit.events)
        events = tuple(event for event in decoded if isinstance(event, Event))
        faces = [face for event in events if isinstance(event, Rolled) for face in event.faces]
        other = commit.command.data is not None and commit.command.data != encode(command)
        if other or (dice is not None and list(dice) != faces):
            raise ConcurrencyConflict("command_id_reused", command_id=command_id)
        _log.info("repeated", session=self.id, branch=place[0], commit=commit.hash)
        return Result(commit, events, repeated=True)

    def _dice(
        self, entered: Sequence[int] | None, actor: str, source: DiceSourceName, link: EntropyAdded | None
    ) -> DiceSource:
        if entered is not None:
            return EnteredDice(entered, actor if source == "entered" else None, source)
        if not self.is_whatif:
            table = self.table if link is None else evolve_table(self.table, link)
            return RingDice(table, self._spent, self._seeds)
        return whatif_dice(self.store, self.folder, self.branches, self.branch, self.state)

    def _decide_and_append(
        self,
        command: Command,
        command_id: str,
        entered: Sequence[int] | None,
        source: DiceSourceName,
        brought: str | None,
    ) -> Result:
        link = None
        if brought is not None:
            link = read_link(brought, command.as_, self.last_link(command.as_), whatif=self.is_whatif)
        check_word(command, self.table, self._spent)
        dice = self._dice(entered, command.as_, source, link)
        linked = LinkedDice(dice, self._rolls_left_behind())
        vault = LogVault(self.store, self.id, self.segments())
        try:
            decision = decide(self.folder, self.state, command, linked, self._rules_for(command), link, vault)
        except (RuleViolation, UsageError) as error:
            raise seen_refusal(self, command, error, entered) from None
        check_link_fits(self.table, command.as_, link, decision.recorded)
        if isinstance(dice, EnteredDice) and dice.left:
            raise RuleViolation("dice_left_over", faces=", ".join(map(str, dice.left)))
        maker = Ringmaker(self.store.outside, self.dice_secret)
        if isinstance(command, RenewDice):
            self._renew_dice(decision, command, maker)
        hidden = all(one.audience for one in decision.recorded)
        short = isinstance(dice, RingDice) and dice.are_short(decision.table)
        if short and not hidden:
            self._commit_ahead(decision, maker)
        result = self._append(command, decision, command_id, dice, maker)
        self._retries = linked.retries
        if short and hidden:
            self._commit_ahead_apart()
        return result

    def _rules_for(self, command: Command) -> Rules[Any, Any] | None:
        """Return what a command is decided under; `UsageError` where this release has other figures."""
        if is_of_table(command):
            return None
        self.folder.check_figures(self.table)
        return self.rules()

    def _commit_ahead(self, decision: Decision[Any, Any, Any], maker: Ringmaker) -> None:
        """Commit the next rings while some keys of the present ones are left."""
        rings = decision.table.rings
        for one in maker.make_pair(rings, keeper_of(rings), "ahead"):
            decision.record(one.event, audience=EVERYBODY)

    def _commit_ahead_apart(self) -> None:
        """Commit the next rings behind a hidden commit, in one of their own: else they would show it."""
        command = CommitDice(as_=keeper_of(self.table.rings))
        maker, dice = Ringmaker(self.store.outside, self.dice_secret), EnteredDice((), None)
        decision = decide(self.folder, self.state, command, dice, None)
        self._commit_ahead(decision, maker)
        try:
            self._append(command, decision, self.store.outside.new_id(), dice, maker)
        except (ConcurrencyConflict, StoreError) as error:
            _log.warning("rings_later", session=self.id, branch=self.branch, code=error.code)

    def _renew_dice(self, decision: Decision[Any, Any, Any], command: RenewDice, maker: Ringmaker) -> None:
        if self.is_whatif:
            raise RuleViolation("whatif_no_rings")
        for one in maker.make_pair(decision.table.rings, command.as_, command.why):
            decision.record(one.event, audience=EVERYBODY)

    def _append(
        self,
        command: Command,
        decision: Decision[Any, Any, Any],
        command_id: str,
        dice: DiceSource,
        maker: Ringmaker,
    ) -> Result:
        header = Header(
            session=self.id,
            branch=self.branch,
            number=self.state.number + 1,
            at=self.store.outside.stamp(),
            actor=command.as_,
            command_id=command_id,
        )
        commit = make_commit(self.state, header, command, decision.recorded, self.store.outside)
        taken = dice.taken if isinstance(dice, RingDice) else []
        redacted = redacted_in(decision.recorded)
        name = next((one.event.name for one in decision.recorded if isinstance(one.event, BranchNamed)), None)
        work = Append(
            commit=commit,
            header=header,
            keys=taken,
            seeds=maker.seeds,
            redacted=redacted,
            branch_name=name,
        )
        self.store.append(work)
        if name is not None:
            self.branches[self.branch] = msgspec.structs.replace(self.branches[self.branch], name=name)
        before = self.state.version
        self.take_over(commit, decision)
        for ring, index in taken:
            self._spent[ring] = index + 1
        self._seeds.update(maker.seeds)
        if redacted:
            self.reload()
        elif self.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
            self.keep_snapshot()
        waits = bool(redacted) and not self.store.clean()
        return Result(commit, tuple(one.event for one in decision.recorded), waits=waits)

    def take_over(self, commit: Commit, decision: Decision[Any, Any, Any]) -> None:
        """Make the decision's state the session's: nothing is folded twice."""
        self.state = LineState(
            commit.last_version,
            commit.number,
            commit.hash,
            decision.table,
            decision.state,
            self.state.unknown,
        )
        self.branches[self.branch] = self.branches[self.branch].moved_to(commit)
