"""What can be asked of making characters and their relations."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.events.making import Topic


class MakeCharacter(Command, frozen=True, kw_only=True, tag="bloodberry.make_character"):
    """Make a player's character in one go: profile, abilities, traits and class, species, curse."""

    redactable: ClassVar[bool] = True
    character: str
    passion: int | None = None
    grace: int | None = None
    maturity: int | None = None
    """Abilities with the points spent on them; left out: as they start."""
    traits: tuple[str, ...] = ()
    """Keys of `[traits]`."""
    class_: str = msgspec.field(name="class", default="")
    """Where the traits leave a choice."""
    fairy: bool = False
    given_up: str = ""
    """The class feat that a fairy gives up."""
    curse: str = ""
    """A key of the curse table, its number as in `34.2`, or `roll`."""
    curse_words: str = ""
    """A curse in own words."""
    profile: dict[Topic, str] = msgspec.field(default_factory=dict[Topic, str])
    """Who they are, by topic, in own words."""


class WriteProfile(Command, frozen=True, kw_only=True, tag="bloodberry.write_profile"):
    """Write one topic of a character's profile (設定), before or after the character is made."""

    redactable: ClassVar[bool] = True
    character: str
    topic: Topic = "about"
    text: str


class SpendPoints(Command, frozen=True, kw_only=True, tag="bloodberry.spend_points"):
    """Step 3: spend the points on the three abilities."""

    character: str
    passion: int
    grace: int
    maturity: int


class ChooseTraits(Command, frozen=True, kw_only=True, tag="bloodberry.choose_traits"):
    """Step 4: choose the traits, and the class where they leave a choice."""

    character: str
    traits: tuple[str, ...]
    class_: str = msgspec.field(name="class", default="")


class ChooseSpecies(Command, frozen=True, kw_only=True, tag="bloodberry.choose_species"):
    """Step 5: choose the species; with the steps before it, the character is made."""

    character: str
    species: Literal["human", "fairy"] = "human"
    given_up: str = ""
    """The class feat that a fairy gives up."""


class ChooseCurse(Command, frozen=True, kw_only=True, tag="bloodberry.choose_curse"):
    """Step 6, for whoever likes: bear a curse of the table or one in own words."""

    redactable: ClassVar[bool] = True
    character: str
    curse: str = ""
    """A key of the curse table, its number as in `34.2`, or `roll`."""
    words: str = ""


class MakeNpc(Command, frozen=True, kw_only=True, tag="bloodberry.make_npc"):
    """Bring in another person, with the figures that the GM likes."""

    gm_only: ClassVar[bool] = True
    character: str
    passion: int = 1
    grace: int = 1
    maturity: int = 1
    vigour: int = 0
    traits: tuple[str, ...] = ()
    class_: str = msgspec.field(name="class", default="")
    feats: tuple[str, ...] = ()
    """Keys of `[feats]`; left out: those of the class."""
    otherworldly: bool = False
    """Not of this world."""


class MakeCurse(Command, frozen=True, kw_only=True, tag="bloodberry.make_curse"):
    """Bring in an embodied curse (形ある呪い)."""

    gm_only: ClassVar[bool] = True
    character: str
    doubt: int = 1
    malice: int = 1
    unease: int = 1
    vigour: int = 0


class SetRing(Command, frozen=True, kw_only=True, tag="bloodberry.set_ring"):
    """Step 2: tie the player characters in a ring of relations, PC1–PC2–…–PCn–PC1."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    order: tuple[str, ...]
    relations: tuple[str, ...] = ()
    """For each relation in order a key or number of the relation table, or `roll`; left out: named later."""


class NameRelation(Command, frozen=True, kw_only=True, tag="bloodberry.name_relation"):
    """Name a relation of the ring."""

    redactable: ClassVar[bool] = True
    character: str
    other: str
    relation: str = ""
    """A key or number of the relation table, or `roll`."""
    words: str = ""
    """A name in own words."""
    second: bool = False
    """Whether the second relation of two people is meant (option `small_ring`)."""


class Feel(Command, frozen=True, kw_only=True, tag="bloodberry.feel"):
    """Step 7: say what one feels in a relation, one or two emotions."""

    redactable: ClassVar[bool] = True
    character: str
    other: str
    emotions: tuple[str, ...] = ()
    """Keys or numbers of the emotion table, or `roll`."""
    words: tuple[str, ...] = ()
    """Emotions in own words besides."""


MAKING_COMMANDS: tuple[type[Command], ...] = (
    MakeCharacter,
    WriteProfile,
    SpendPoints,
    ChooseTraits,
    ChooseSpecies,
    ChooseCurse,
    MakeNpc,
    MakeCurse,
    SetRing,
    NameRelation,
    Feel,
)
