"""What can be asked to make characters, to equip them, and to let them learn."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.events.making import Lesson
from tenmatsu.systems.runequest.figures import Characteristic, Hand

Score = Annotated[int, msgspec.Meta(ge=1, le=99)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=400)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]


class MakeCharacter(Command, frozen=True, kw_only=True, tag="runequest.make_character"):
    """Make a player's character in one go: four sheets, and the spells of the fourth."""

    character: str
    template: str = ""
    """A key of `[templates]`; empty where all characteristics are given."""
    homeland: str
    occupation: str
    cult: str
    spells: dict[str, Points] = msgspec.field(default_factory=dict[str, Points])
    """Spirit spells with their points; left out: those listed first, as far as points go."""
    characteristics: dict[Characteristic, Score] = msgspec.field(default_factory=dict[Characteristic, Score])
    """Rolled or allotted freely: they stand in place of the template's."""
    main_hand: Literal["right", "left"] = "right"


class ChooseTemplate(Command, frozen=True, kw_only=True, tag="runequest.choose_template"):
    """Sheet 1: choose the characteristics, by a template or freely."""

    character: str
    template: str = ""
    characteristics: dict[Characteristic, Score] = msgspec.field(default_factory=dict[Characteristic, Score])


class ChooseHomeland(Command, frozen=True, kw_only=True, tag="runequest.choose_homeland"):
    """Sheet 2: choose the homeland."""

    character: str
    homeland: str


class ChooseOccupation(Command, frozen=True, kw_only=True, tag="runequest.choose_occupation"):
    """Sheet 3: choose the occupation."""

    character: str
    occupation: str


class ChooseCult(Command, frozen=True, kw_only=True, tag="runequest.choose_cult"):
    """Sheet 4, behind the others: choose the cult and the spells; the character is made."""

    character: str
    cult: str
    spells: dict[str, Points] = msgspec.field(default_factory=dict[str, Points])
    main_hand: Literal["right", "left"] = "right"


class MakeNpc(Command, frozen=True, kw_only=True, tag="runequest.make_npc"):
    """Bring in somebody of the GM's; whichever sheets are named count, and what is given stands over them."""

    gm_only: ClassVar[bool] = True
    character: str
    friendly: bool = False
    template: str = ""
    homeland: str = ""
    occupation: str = ""
    cult: str = ""
    characteristics: dict[Characteristic, Score] = msgspec.field(default_factory=dict[Characteristic, Score])
    skills: dict[str, Percent] = msgspec.field(default_factory=dict[str, Percent])
    """In percent as they shall be, weapons and sorcery spells too."""
    arms: tuple[str, ...] = ()
    """Keys of `[weapons]`; left out: those of the occupation."""
    armor: Points | None = None
    """Points of armour everywhere; left out: what the occupation wears."""
    natural_armor: Points = 0
    spells: dict[str, Points] = msgspec.field(default_factory=dict[str, Points])
    """Spells known besides those of the sheets; of spirit magic with their points."""
    rune_points: Points | None = None
    mounted: bool = False
    shaman: Literal["", "assistant", "shaman"] = ""


class MakeSpirit(Command, frozen=True, kw_only=True, tag="runequest.make_spirit"):
    """Bring in a spirit, which has no body."""

    gm_only: ClassVar[bool] = True
    character: str
    POW: Score
    CHA: Score
    INT: Points = 0
    spirit_combat: Percent | None = None
    """In percent; left out: the base chance."""
    spells: dict[str, Points] = msgspec.field(default_factory=dict[str, Points])
    spirit_armor: Points = 0
    friendly: bool = False
    visible: bool = False


class ChangeCharacteristic(Command, frozen=True, kw_only=True, tag="runequest.change_characteristic"):
    """Set a characteristic; maxima and skills follow."""

    gm_only: ClassVar[bool] = True
    character: str
    name: Characteristic
    to: Score


class Learn(Command, frozen=True, kw_only=True, tag="runequest.learn"):
    """Let a character know something, or know it better: what it is, and how well from now on."""

    gm_only: ClassVar[bool] = True
    character: str
    lesson: Lesson
    name: str = ""
    to: Percent
    """Percent of a skill, passion or rune; points of a spell; 0 forgets."""


class Equip(Command, frozen=True, kw_only=True, tag="runequest.equip"):
    """Get a weapon or shield, in hand or carried."""

    character: str
    weapon: str
    """A key of `[weapons]`."""
    hand: Hand = ""
    iron: bool = False
    """Enchanted iron or rune metal."""
    shots: Points | None = None
    """Arrows, bolts, stones; left out: nobody counts them."""


class Unequip(Command, frozen=True, kw_only=True, tag="runequest.unequip"):
    """Give a weapon or shield away."""

    character: str
    arm: str
    """Its id."""


class Wield(Command, frozen=True, kw_only=True, tag="runequest.wield"):
    """Take a weapon or shield in hand, outside a melee; what was held there is put away."""

    character: str
    arm: str
    hand: Hand | Literal["away"] = ""
    """Left out: both for a two-handed weapon, the off hand for a shield, else the main hand."""
    grip: str = ""
    """The row of `[weapons]` that it is used as from now on: with two hands, to be thrown."""


class WearArmor(Command, frozen=True, kw_only=True, tag="runequest.wear_armor"):
    """Put armour on locations, or take it off where none is named."""

    character: str
    armor: str = ""
    """A key of `[armor]`."""
    locations: tuple[str, ...]


class Carry(Command, frozen=True, kw_only=True, tag="runequest.carry"):
    """Say how much is carried besides arms and armour, in ENC."""

    character: str
    enc: Points


MAKING_COMMANDS: tuple[type[Command], ...] = (
    MakeCharacter,
    ChooseTemplate,
    ChooseHomeland,
    ChooseOccupation,
    ChooseCult,
    MakeNpc,
    MakeSpirit,
    ChangeCharacteristic,
    Learn,
    Equip,
    Unequip,
    Wield,
    WearArmor,
    Carry,
)
