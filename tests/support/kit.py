"""Try a game's rules without any store: given commands, when one more, then these events or this refusal."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import msgspec

from tenmatsu.engine.contract import AnySystem, Command, Event, Pending, Rules
from tenmatsu.engine.decision import Decision, DiceSource
from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import Character, Seat, TableState
from tenmatsu.events.table import Rolled

Dice = Iterable[tuple[int, int]]


def d6(*faces: int) -> list[tuple[int, int]]:
    """Return a script of dice of six."""
    return [(6, face) for face in faces]


class Play:
    """A game in memory: its state, its table, and the events of the last command."""

    def __init__(
        self,
        system: AnySystem,
        tables: str | None = None,
        *,
        players: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        self.system = system
        self.rules = Rules(
            version=system.rules_versions[-1],
            options=msgspec.convert(options, system.options),
            tables=system.tables(system.rules_versions[-1], tables),
        )
        self.state: Any = system.initial(self.rules.options)
        self.events: list[Event] = []
        """Of the game, by the last command."""
        self.history: list[Event] = []
        """Of the game and the table, since the beginning."""
        self.refusal: RuleViolation | None = None
        owners = players or {}
        self.table = TableState(
            system=system.id,
            is_open=True,
            seats={"gm": Seat("gm"), **{owner: Seat("player") for owner in owners.values()}},
            characters={character: Character(owner) for character, owner in owners.items()},
        )

    def given(self, *commands: Command, dice: Dice = ()) -> Self:
        """Do what led here; a refusal is an error. `dice` are shared by the commands, in order."""
        script = ScriptedDice(dice)
        for command in commands:
            self._decide(command, script, "gm")
        assert script.left == (), f"dice left over: {script.left}"
        return self

    def given_state(self, state: Any) -> Self:
        """Set the state by hand, where the way to it does not matter."""
        self.state = state
        return self

    def when(self, command: Command, dice: Dice = (), *, by: str = "gm") -> Self:
        """Ask for one command; what came of it is in `events` or `refusal`."""
        script = ScriptedDice(dice)
        self.events, self.refusal = [], None
        before = self.state
        try:
            self._decide(command, script, by)
        except RuleViolation as refusal:
            self.refusal = refusal
            assert self.state is before
            self._assert_sentence(refusal)
        assert script.left == (), f"dice left over: {script.left}"
        return self

    def then(self, *expected: Event) -> Self:
        """Assert the events of the last command."""
        assert self.refusal is None, f"refused: {self.refusal}"
        assert self.events == list(expected)
        return self

    def refused(self, code: str) -> Self:
        """Assert that the last command was refused."""
        assert self.refusal is not None, f"not refused, but {self.events}"
        assert self.refusal.code == code
        return self

    def only(self, kind: type[Event]) -> Any:
        """Return the one event of a kind that the last command recorded."""
        found = self.all(kind)
        assert self.refusal is None, f"refused: {self.refusal}"
        assert len(found) == 1, f"{len(found)} {kind.__name__} in {self.events}"
        return found[0]

    def all(self, kind: type[Event]) -> list[Any]:
        """Return the events of a kind that the last command recorded."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The choices open now."""
        choices: tuple[Pending, ...] = self.system.pending(self.state)
        return choices

    def asks(self, kind: str, whom: str, *options: str) -> Self:
        """Assert the one choice that is open."""
        assert self.refusal is None, f"refused: {self.refusal}"
        assert [(p.kind, p.whom, p.options) for p in self.pending] == [(kind, whom, options)]
        return self

    def settled(self) -> Self:
        """Assert that nobody has anything to choose."""
        assert self.refusal is None, f"refused: {self.refusal}"
        assert self.pending == ()
        return self

    def _decide(self, command: Command, dice: ScriptedDice, by: str) -> None:
        self._assert_answers(command)
        asked, before, frozen = self.pending, self.state, msgspec.msgpack.encode(self.state)
        work = work_on(self, dice, by)
        self.system.decide(work, command)
        assert asked or command.anytime or not command.answers, f"{command!r} while nothing is open"
        assert work.recorded, f"{command!r} recorded nothing"
        assert msgspec.msgpack.encode(before) == frozen, "decide changed the state it was given"
        events = [recorded.event for recorded in work.recorded]
        self._assert_folds(before, events, work.state)
        self.history += events
        self.events = [event for event in events if not isinstance(event, Rolled)]
        self.state, self.table = work.state, work.table
        self._assert_round_trips(events)
        self._assert_lines(events)

    def _assert_answers(self, command: Command) -> None:
        """While a choice is open the engine lets only answers pass, and what may be done at any time."""
        kinds = {choice.kind for choice in self.pending}
        if kinds and not command.anytime:
            assert command.answers & kinds, f"{command!r} while {kinds} are open"

    def _assert_folds(self, state: Any, events: Sequence[Event], live: Any) -> None:
        known = self.system.events
        for event in events:
            if isinstance(event, Rolled):
                continue
            assert isinstance(event, known), f"{event!r} is not among the system's events"
            state = self.system.evolve(state, event)
        assert state == live, "folding the events gives another state"

    def _assert_round_trips(self, events: Sequence[Event]) -> None:
        state = msgspec.msgpack.decode(msgspec.msgpack.encode(self.state), type=self.system.state)
        assert state == self.state, "the state does not survive a snapshot"
        for event in events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event

    def _assert_lines(self, events: Sequence[Event]) -> None:
        words = self.system.words()
        for event in events:
            tag = event.__struct_config__.tag
            if isinstance(event, Rolled):
                continue
            for lang in LANGUAGES:
                line = words.event(str(tag), event, lang, {})
                assert line, f"no line for {tag}"
                assert line != tag, f"no line for {tag}"
                assert "{" not in line, line
        for choice in self.pending:
            question = words.pending(choice.kind, choice, "ja", {})
            assert question != choice.kind, f"no question for {choice.kind}"

    @staticmethod
    def _assert_sentence(refusal: RuleViolation) -> None:
        for lang in LANGUAGES:
            sentence = refusal.say(lang)
            assert sentence != refusal.code, f"no sentence for {refusal.code}"
            assert "{" not in sentence, sentence


def work_on(play: Play, dice: DiceSource | None = None, actor: str = "gm") -> Decision[Any, Any, Any]:
    """Return a decision on the play's state, to call a part of the rules by itself."""
    return Decision(
        state=play.state,
        table=play.table,
        rules=play.rules,
        actor=actor,
        dice=ScriptedDice(()) if dice is None else dice,
        evolve=play.system.evolve,
        evolve_table=evolve_table,
        words=play.system.words(),
    )


def decide_freely(play: Play, command: Command, dice: DiceSource) -> None:
    """Decide a command on dice that nobody fixed, and go on; a refusal is raised."""
    work = work_on(play, dice)
    play.system.decide(work, command)
    assert work.recorded, command
    play.history += [recorded.event for recorded in work.recorded]
    play.state = work.state
