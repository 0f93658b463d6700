"""What can be asked about 活劇点."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command


class AskCoincidence(Command, frozen=True, kw_only=True, tag="ukiyozoshi.ask_coincidence"):
    """Wish for a convenient coincidence (都合の良い偶然); the GM names its price."""

    character: str
    selfish: bool = False


class PriceCoincidence(Command, frozen=True, kw_only=True, tag="ukiyozoshi.price_coincidence"):
    """Name the price of the coincidence, or say no."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    answers: ClassVar[frozenset[str]] = frozenset({"coincidence"})
    choice: Literal["allow", "deny"]
    price: Annotated[int, msgspec.Meta(ge=0)] = 1


class AnswerPrice(Command, frozen=True, kw_only=True, tag="ukiyozoshi.answer_price"):
    """Pay the price of the coincidence, or let it be."""

    answers: ClassVar[frozenset[str]] = frozenset({"coincidence_price"})
    character: str
    choice: Literal["pay", "decline"]


class CheatDeath(Command, frozen=True, kw_only=True, tag="ukiyozoshi.cheat_death"):
    """Be not dead after all (実は生きていた), for 2 活劇点."""

    character: str
    forced: bool = False


class ComeRound(Command, frozen=True, kw_only=True, tag="ukiyozoshi.come_round"):
    """Bring somebody back to their senses: after a faint, or after a death that was none."""

    gm_only: ClassVar[bool] = True
    character: str


class RefillKatsugeki(Command, frozen=True, kw_only=True, tag="ukiyozoshi.refill_katsugeki"):
    """Refill 活劇点 between sessions (the scenario goes on) or scenarios."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    scenario_goes_on: bool = False


KATSUGEKI_COMMANDS: tuple[type[Command], ...] = (
    AskCoincidence,
    PriceCoincidence,
    AnswerPrice,
    CheatDeath,
    ComeRound,
    RefillKatsugeki,
)
