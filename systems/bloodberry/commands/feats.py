"""What can be asked of feats of classes and species."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.people import Ability, CurseType, RelationType


class ListenFar(Command, frozen=True, kw_only=True, tag="bloodberry.listen_far"):
    """遠き夢の中へ: hear the voice of somebody seen outside this world, by a check."""

    redactable: ClassVar[bool] = True
    character: str
    target: str = ""
    """Whose voice, where it is a character of the table."""
    words: str = ""
    use: tuple[str, ...] = ()
    """What one does before the dice, announced with it: `help:指輪`, `effect:指輪`, `give_up`, `pass`."""


class GiveAnswer(Command, frozen=True, kw_only=True, tag="bloodberry.give_answer"):
    """言葉: give somebody who wavers in their wish an answer, for 1 大人."""

    redactable: ClassVar[bool] = True
    character: str
    target: str = ""
    own: bool = False
    """Whether they find an answer of their own."""
    words: str = ""


class ReplayPast(Command, frozen=True, kw_only=True, tag="bloodberry.replay_past"):
    """過去の残像: make something past happen once more with what it takes at hand, by a check."""

    redactable: ClassVar[bool] = True
    character: str
    words: str = ""
    use: tuple[str, ...] = ()
    """What one does before the dice, announced with it: `help:指輪`, `effect:指輪`, `give_up`, `pass`."""


class HandKey(Command, frozen=True, kw_only=True, tag="bloodberry.hand_key"):
    """合い鍵: hand somebody a key beforehand."""

    character: str
    to_character: str


class OpenDoor(Command, frozen=True, kw_only=True, tag="bloodberry.open_door"):
    """合い鍵: open a gate or door with one's own key or one that was handed over (GM)."""

    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    character: str
    difficulty: int
    words: str = ""
    use: tuple[str, ...] = ()
    """What one does before the dice, announced with it: `help:指輪`, `effect:指輪`, `give_up`, `pass`."""


class StopTime(Command, frozen=True, kw_only=True, tag="bloodberry.stop_time"):
    """時間: stop the time of this world for as many hours as 情熱 is spent, or delay a collapse."""

    redactable: ClassVar[bool] = True
    character: str
    hours: int
    way: Literal["stop", "delay"] = "stop"
    words: str = ""


class TakeIn(Command, frozen=True, kw_only=True, tag="bloodberry.take_in"):
    """淀みに浮かぶ泡沫の: let what is not of this world hide in one's soul, by a check."""

    redactable: ClassVar[bool] = True
    character: str
    target: str = ""
    """Who, where it is somebody; a thing has only words."""
    ability: Ability = "passion"
    """What rises by 1 where it is somebody."""
    words: str = ""
    use: tuple[str, ...] = ()
    """What one does before the dice, announced with it: `help:指輪`, `effect:指輪`, `give_up`, `pass`."""


class LetGo(Command, frozen=True, kw_only=True, tag="bloodberry.let_go"):
    """淀みに浮かぶ泡沫の: let somebody out of one's soul, one's own wish fulfilled."""

    character: str
    target: str


class Exorcise(Command, frozen=True, kw_only=True, tag="bloodberry.exorcise"):
    """破魔: weaken the relation to somebody not of this world, and make one type of their checks unusable."""

    character: str
    target: str
    check: RelationType | CurseType


class LiftBar(Command, frozen=True, kw_only=True, tag="bloodberry.lift_bar"):
    """破魔: let somebody's checks of a type be usable again."""

    character: str
    target: str
    check: RelationType | CurseType


class Dominate(Command, frozen=True, kw_only=True, tag="bloodberry.dominate"):
    """完全支配: kill whoever consents, hold whoever does not, or crush a thing, for 1 気品."""

    redactable: ClassVar[bool] = True
    character: str
    target: str = ""
    """Who; empty for a thing without a heart, which is crushed."""
    words: str = ""


class AnswerDominate(Command, frozen=True, kw_only=True, tag="bloodberry.answer_dominate"):
    """Consent to 完全支配, or not."""

    answers: ClassVar[frozenset[str]] = frozenset({"dominate"})
    character: str
    choice: Literal["consent", "decline"]


class AnswerFairyCurse(Command, frozen=True, kw_only=True, tag="bloodberry.answer_fairy_curse"):
    """Consent to 妖精の呪い, with the ability that is lost for it, or not; or pick it as the fairy."""

    answers: ClassVar[frozenset[str]] = frozenset({"fairy_curse", "fairy_pick"})
    character: str
    choice: Ability | Literal["consent", "decline"]


class Bless(Command, frozen=True, kw_only=True, tag="bloodberry.bless"):
    """守護: in the ending, bless whom one loves for good, and vanish from this world."""

    redactable: ClassVar[bool] = True
    character: str
    target: str
    ability: Ability
    words: str = ""


FEAT_COMMANDS: tuple[type[Command], ...] = (
    ListenFar,
    GiveAnswer,
    ReplayPast,
    HandKey,
    OpenDoor,
    StopTime,
    TakeIn,
    LetGo,
    Exorcise,
    LiftBar,
    Dominate,
    AnswerDominate,
    AnswerFairyCurse,
    Bless,
)
