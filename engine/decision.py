"""A decision under way: the state so far, the dice handed in, and what was recorded."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NoReturn, Protocol, TypeVar

import msgspec

from tenmatsu.engine.dice.notation import parse_dice
from tenmatsu.engine.errors import Fault, RuleViolation
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.vault import Vault
from tenmatsu.engine.words import Words
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import Rolled

StateT = TypeVar("StateT", bound=msgspec.Struct)
OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
TablesT = TypeVar("TablesT", bound=msgspec.Struct)

MoreDice = Callable[[tuple[int, ...]], int]
"""From the faces so far, the sides of one more die of the same roll, or 0."""


class DiceSource(Protocol):
    """Where faces come from: a ring of keys, physical dice, a script, a log."""

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Let the dice fall and return the event that records them."""
        ...


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event that a decision recorded, with who may see it."""

    event: Event
    audience: str = EVERYBODY


class Decision(Generic[StateT, OptionsT, TablesT]):
    """
    What `decide` works on.

    `state` is always up to date with what has been recorded. Check first, then roll: a refusal after
    a roll is a fault, since it would show a key and keep it.
    """

    def __init__(
        self,
        *,
        state: StateT,
        table: TableState,
        rules: Rules[OptionsT, TablesT],
        actor: str,
        dice: DiceSource,
        evolve: Callable[[Any, Event], Any],
        evolve_table: Callable[[TableState, Event], TableState],
        words: Words,
        audience: str = EVERYBODY,
        vault: Vault | None = None,
    ) -> None:
        self._state = state
        self._table = table
        self._rules = rules
        self._dice = dice
        self._evolve = evolve
        self._evolve_table = evolve_table
        self._words = words
        self._rolled = False
        self.actor = actor
        """The participant who asks."""
        self.audience = audience
        """Who may see what is recorded, where nothing narrower is said."""
        self.vault = vault
        """What the log keeps closed, for the table's own commands that open it."""
        self.recorded: list[Recorded] = []

    @property
    def state(self) -> StateT:
        """The game's state, with everything recorded so far."""
        return self._state

    @property
    def table(self) -> TableState:
        """The table's state: participants, characters, scene, options."""
        return self._table

    @property
    def rules(self) -> Rules[OptionsT, TablesT]:
        """The rules version, options and tables in force."""
        return self._rules

    @property
    def is_gm(self) -> bool:
        """Whether the GM asks."""
        return self._table.is_gm(self.actor)

    def record(self, event: Event, *, audience: str | None = None) -> None:
        """Record what happened; the state has it from here on."""
        self.recorded.append(Recorded(event, self.audience if audience is None else audience))
        self._table = self._evolve_table(self._table, event)
        self._state = self._evolve(self._state, event)

    def roll(
        self,
        dice: str | Sequence[int],
        *,
        by: str,
        for_: str,
        more: MoreDice | None = None,
        audience: str | None = None,
    ) -> tuple[int, ...]:
        """
        Roll `"3d6"` (or dice of these sides) and return the faces in order.

        `for_` is a key of `words.toml`. `more` asks for further dice of the same roll (exploding
        ones), one at a time, from the faces so far.
        """
        sides = parse_dice(dice) if isinstance(dice, str) else tuple(dice)
        seen = self.audience if audience is None else audience
        event = self._dice.roll(sides, by=by, for_=for_, audience=seen, more=more)
        self._rolled = True
        self.record(event, audience=seen)
        return event.faces

    def draw(self, remaining: int, *, by: str, for_: str, hidden: bool = False) -> int:
        """
        Draw one of `remaining` cards and return its place, counted from 0, in the deck as the state holds it.

        `hidden` says that some card of the deck is hidden from somebody: the roll is then closed.
        """
        if remaining < 1:
            raise Fault("a card was drawn from an empty deck")
        audience = self.audience or ("@gm" if hidden else EVERYBODY)
        return self.roll((remaining,), by=by, for_=for_, audience=audience)[0] - 1

    def refuse(self, code: str, **details: object) -> NoReturn:
        """Refuse the command: raise `RuleViolation`, whose sentence stands in `words.toml`."""
        if self._rolled:
            raise Fault(f"refused {code!r} after a roll")
        raise RuleViolation(code, words=self._words, **details)
