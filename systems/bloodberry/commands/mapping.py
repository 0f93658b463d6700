"""What can be asked of flag maps (フラグマップ)."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.people import Ability


class BeginMap(Command, frozen=True, kw_only=True, tag="bloodberry.begin_map"):
    """Begin a flag map; then its places are named, and cards dealt."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    camps: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict[str, tuple[str, ...]])
    """Each with its members; left out: one of all player characters, `pc`."""
    by_cards: bool = False
    """Whether the camps' order goes by cards shown; else those of players come first."""


class SetPlace(Command, frozen=True, kw_only=True, tag="bloodberry.set_place"):
    """Name a place (場所), its condition and its flags; or change one that stands."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    place: str
    needs: str
    """The cards that it takes: `♦1 ♥2`, `d,h,h`, `red2 face`, `h#7`, `Q`."""
    flags: tuple[str, ...] = ()
    """What comes about there, one at each coming."""
    end: bool = False
    """Whether the last of them ends the map."""
    barrier: tuple[Ability, ...] = ()
    """The two standards of a judge that entering takes."""


class DealMap(Command, frozen=True, kw_only=True, tag="bloodberry.deal_map"):
    """Deal each camp twice as many cards as there are places, and begin to play."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class AskPlace(Command, frozen=True, kw_only=True, tag="bloodberry.ask_place"):
    """Ask for a place to go to that was not named."""

    character: str
    place: str


class AnswerPlace(Command, frozen=True, kw_only=True, tag="bloodberry.answer_place"):
    """Grant a place that was asked for, with its condition, or refuse it."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"place"})
    answer: Literal["grant", "refuse"]
    needs: str = ""
    flags: tuple[str, ...] = ()
    barrier: tuple[Ability, ...] = ()


class ShowMapCard(Command, frozen=True, kw_only=True, tag="bloodberry.show_map_card"):
    """Lay down a card of the camp's hand, face down, for the order of the camps."""

    character: str
    card: str


class LayPieces(Command, frozen=True, kw_only=True, tag="bloodberry.lay_pieces"):
    """Lay pieces (場所の欠片) upright at a place, three in 20 minutes at most."""

    character: str
    place: str
    cards: tuple[str, ...]


class LayExtras(Command, frozen=True, kw_only=True, tag="bloodberry.lay_extras"):
    """Lay cards sideways at an established place, for a sub-event there."""

    character: str
    place: str
    cards: tuple[str, ...]


class DrawForMap(Command, frozen=True, kw_only=True, tag="bloodberry.draw_for_map"):
    """Take 20 minutes to draw a card for the camp."""

    character: str


class GoTo(Command, frozen=True, kw_only=True, tag="bloodberry.go_to"):
    """Take 20 minutes to go to an established place."""

    character: str
    """Who leads the camp there, and rolls where the way is barred."""
    place: str
    use: tuple[str, ...] = ()
    """What is done before the dice of such a judge, said at once."""


class OpenPlace(Command, frozen=True, kw_only=True, tag="bloodberry.open_place"):
    """Let a camp, or all, pass a barrier without a judge: it paid, or has the key."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    place: str
    camp: str = ""


class EndMap(Command, frozen=True, kw_only=True, tag="bloodberry.end_map"):
    """Break a flag map off."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


MAP_COMMANDS: tuple[type[Command], ...] = (
    BeginMap,
    SetPlace,
    DealMap,
    AskPlace,
    AnswerPlace,
    ShowMapCard,
    LayPieces,
    LayExtras,
    DrawForMap,
    GoTo,
    OpenPlace,
    EndMap,
)
