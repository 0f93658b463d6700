"""Play one game: decide and evolve, without session, storage, rights or history."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import AnySystem, Outcome
from tenmatsu.engine.deciding import decide
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import RuleViolation, TenmatsuError, UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.rollouts.dice import GameChance
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event
from tenmatsu.events.table import TABLE_EVENTS, Rolled

MOST_ROUNDS = 50
"""Rounds after which a game counts as unfinished, counted from the one it starts in."""
MOST_COMMANDS = 2_000
"""Commands after which a game counts as unfinished, whatever its rounds."""


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    outcome: Outcome | None
    """None for a game that came to no end."""
    rounds: int
    """Rounds played, the one it started in included."""
    why: str = ""
    """Why it came to no end: `rounds`, `commands`, `nothing_left`, `unseen`, or the code of what refused."""


class Situation:
    """A moment to play on from: a state, and what its commands are decided under."""

    def __init__(self, folder: Folder, start: LineState, *, holes: bool = False) -> None:
        self.folder = folder
        self.system: AnySystem = folder.system
        self.start = start
        self.holes = holes
        """Whether the state was folded from a log of which something was kept: it may break any decision."""
        self.rules: Rules[Any, Any] = folder.rules(start.table)
        self._words = self.system.words()
        self._evolve, self._evolve_table = _lean_evolvers(self.system)
        seats = start.table.seats
        self._gm = next((one for one, seat in seats.items() if seat.role == "gm"), "")

    @cached_property
    def first_round(self) -> int:
        """The round in which it starts."""
        turn = self.system.turn(self.start.game)
        return 1 if turn is None else turn.round

    def begin(self, command: Command, chance: GameChance) -> Any:
        """Return the game's state after a first command, decided as any command of a session is."""
        try:
            return decide(self.folder, self.start, command, chance, self.rules).state
        except TenmatsuError:
            raise
        except Exception:
            if not self.holes:
                raise
            raise RuleViolation("refused_unseen") from None

    def go_on(self, state: Any, character: str, chance: GameChance) -> Any:
        """Return the game's state after what the auto-player does for a character."""
        command = self.system.choose(state, self.rules, character, chance.generator(character))
        decision = Decision[Any, Any, Any](
            state=state,
            table=self.start.table,
            rules=self.rules,
            actor=self.start.table.player_of(character) or self._gm,
            dice=chance,
            evolve=self._evolve,
            evolve_table=self._evolve_table,
            words=self._words,
        )
        self.system.decide(decision, command)
        return decision.state

    def next_to_act(self, state: Any) -> tuple[str, int | None]:
        """Return who chooses or acts next, nobody where nothing plays itself out, and the round if any."""
        choices = self.system.pending(state)
        if choices:
            return choices[0].whom, None
        turn = self.system.turn(state)
        return ("", None) if turn is None else (turn.character, turn.round)


def play(situation: Situation, state: Any, chance: GameChance, rounds: int, commands: int) -> Ending:
    """Play one game from a state to its end, or to a limit."""
    find_outcome, first = situation.system.outcome, situation.first_round
    now = first
    for _ in range(commands):
        outcome = find_outcome(state)
        if outcome is not None:
            return Ending(outcome, now - first + 1)
        whom, turn = situation.next_to_act(state)
        if not whom:
            return Ending(None, now - first + 1, "nothing_left")
        now = now if turn is None else turn
        if now - first >= rounds:
            return Ending(None, rounds, "rounds")
        try:
            state = situation.go_on(state, whom, chance)
        except (RuleViolation, UsageError) as error:
            return Ending(None, now - first + 1, error.code)
        except Exception:
            if not situation.holes:
                raise
            return Ending(None, now - first + 1, "unseen")
    return Ending(None, now - first + 1, "commands")


def _lean_evolvers(
    system: AnySystem,
) -> tuple[Callable[[Any, Event], Any], Callable[[TableState, Event], TableState]]:
    """Return what folds an event into the game and into the table, with nothing done for a roll."""
    mine, evolve = frozenset(system.events), system.evolve
    ours = frozenset(TABLE_EVENTS) - {Rolled}

    def evolve_game(state: Any, event: Event) -> Any:
        return evolve(state, event) if event.__class__ in mine else state

    def evolve_seats(table: TableState, event: Event) -> TableState:
        return evolve_table(table, event) if event.__class__ in ours else table

    return evolve_game, evolve_seats
