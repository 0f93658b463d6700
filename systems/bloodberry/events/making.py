"""What happens in making characters and their relations."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.people import Kind

Topic = Literal[
    "gender", "age", "hated_curse", "plans", "joy", "pain", "key_person", "view_of_curses", "about"
]
"""The eight topics of a profile (設定), and whatever else there is to say."""


class Worded(Event, frozen=True, kw_only=True, tag="bloodberry.worded"):
    """Something of a character was put in somebody's own words: the profile, a curse, a name, an emotion."""

    redactable: ClassVar[bool] = True
    character: str
    what: Literal["profile", "curse", "relation", "emotion"]
    topic: Topic = "about"
    """Of a profile."""
    other: str = ""
    """With whom, of a relation or an emotion."""
    place: int = 1
    """Which of several, counted from 1: the second relation, the second emotion."""
    text: str

    @property
    def heading(self) -> str:
        """The label of the profile's topic."""
        return f"profile.{self.topic}"


class PointsSpent(Event, frozen=True, kw_only=True, tag="bloodberry.points_spent"):
    """The points were spent; the abilities as they stand now."""

    character: str
    passion: int
    grace: int
    maturity: int


class TraitsChosen(Event, frozen=True, kw_only=True, tag="bloodberry.traits_chosen"):
    """Traits and class were chosen."""

    character: str
    traits: tuple[str, ...]
    class_: str = msgspec.field(name="class")


class CharacterMade(Event, frozen=True, kw_only=True, tag="bloodberry.character_made"):
    """A character is there: a player's, another person or an embodied curse."""

    character: str
    kind: Kind
    passion: int
    grace: int
    maturity: int
    """Abilities; of an embodied curse 疑問, 悪意 and 不安."""
    vigour: int
    traits: tuple[str, ...] = ()
    class_: str = msgspec.field(name="class", default="")
    fairy: bool = False
    feats: tuple[str, ...] = ()
    otherworldly: bool = False

    @property
    def being(self) -> str:
        """How the line tells it: by kind, fairies and those without traits by themselves."""
        if self.kind == "pc":
            return "fairy" if self.fairy else "pc"
        return "npc_traits" if self.kind == "npc" and self.traits else self.kind


class CurseChosen(Event, frozen=True, kw_only=True, tag="bloodberry.curse_chosen"):
    """A player's character bears a curse of its own: a key of the curse table, or `own`."""

    character: str
    curse: str


class RingSet(Event, frozen=True, kw_only=True, tag="bloodberry.ring_set"):
    """The player characters were tied in a ring of relations, which have no names yet."""

    order: tuple[str, ...]
    ties: tuple[tuple[str, str], ...] = ()
    doubled: bool = False
    """Whether the two of a ring of two have two relations."""
    loosed: tuple[tuple[str, str], ...] = ()
    """Relations of an earlier ring that are no more."""

    @property
    def size(self) -> str:
        """How the line tells it."""
        return "alone" if not self.ties else "doubled" if self.doubled else "ring"


class RelationNamed(Event, frozen=True, kw_only=True, tag="bloodberry.relation_named"):
    """A relation has a name: a key of the relation table, or `own`."""

    character: str
    other: str
    relation: str
    second: bool = False


class EmotionsSet(Event, frozen=True, kw_only=True, tag="bloodberry.emotions_set"):
    """Somebody feels this in a relation, and nothing else: keys of the emotion table, or `own`."""

    character: str
    other: str
    emotions: tuple[str, ...]


MAKING_EVENTS: tuple[type[Event], ...] = (
    Worded,
    PointsSpent,
    TraitsChosen,
    CharacterMade,
    CurseChosen,
    RingSet,
    RelationNamed,
    EmotionsSet,
)
