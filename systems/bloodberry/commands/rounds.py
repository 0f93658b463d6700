"""What can be asked of round progress with playing cards."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command


class BeginRounds(Command, frozen=True, kw_only=True, tag="bloodberry.begin_rounds"):
    """Begin round progress (ラウンド進行): lay out the decks and deal everybody a hand."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    actors: tuple[str, ...] = ()
    """Those who act; left out: all of the confrontation, or of the scene."""


class ShowCard(Command, frozen=True, kw_only=True, tag="bloodberry.show_card"):
    """Lay a card of the hand down for the initiative; all are turned over together."""

    answers: ClassVar[frozenset[str]] = frozenset({"show_card"})
    character: str
    card: str
    """A card of the hand: `s1` or, where there are two of it, `s1_a`."""


class ExchangeCard(Command, frozen=True, kw_only=True, tag="bloodberry.exchange_card"):
    """Discard a card in one's turn, and take one from the pile once nobody changes for it any more."""

    character: str
    card: str


class AnswerChange(Command, frozen=True, kw_only=True, tag="bloodberry.answer_change"):
    """Change (チェンジ) a card of one's own for the one just discarded, once a round; or let it be."""

    answers: ClassVar[frozenset[str]] = frozenset({"change"})
    character: str
    choice: Literal["change", "pass"]
    card: str = ""
    """The card given for it."""


class ForgoAction(Command, frozen=True, kw_only=True, tag="bloodberry.forgo_action"):
    """Let one's turn action go: all that a hand has earned, or one's turn in a confrontation."""

    character: str


class ShuffleDiscard(Command, frozen=True, kw_only=True, tag="bloodberry.shuffle_discard"):
    """Shuffle the discard into the pile."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class EndRounds(Command, frozen=True, kw_only=True, tag="bloodberry.end_rounds"):
    """End round progress."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


ROUND_COMMANDS: tuple[type[Command], ...] = (
    BeginRounds,
    ShowCard,
    ExchangeCard,
    AnswerChange,
    ForgoAction,
    ShuffleDiscard,
    EndRounds,
)
