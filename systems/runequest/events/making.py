"""What happens while characters are made, equipped and taught."""

from typing import Literal

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.figures import Arm, Characteristic, Figure, Hand

Sheet = Literal["templates", "homelands", "occupations", "cults"]
"""The four sheets of quick making: sections of the tables."""
Lesson = Literal["skills", "passions", "runes", "spells", "techniques", "mastered", "rune_points"]
"""What one learns; of techniques, runes mastered 0 or 1."""


class SheetChosen(Event, frozen=True, kw_only=True, tag="runequest.sheet_chosen"):
    """A sheet was chosen for a character that is not made yet."""

    character: str
    sheet: Sheet
    choice: str
    """A row of that section; empty where characteristics were given freely."""
    characteristics: dict[Characteristic, int] = msgspec.field(default_factory=dict[Characteristic, int])
    """Of the first sheet: those given freely."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "free" if not self.choice else "changed" if self.characteristics else "chosen"

    @property
    def listed(self) -> tuple[str, ...]:
        """What was given freely, one by one."""
        return tuple(f"{name} {value}" for name, value in self.characteristics.items())


class FigureMade(Event, frozen=True, kw_only=True, tag="runequest.figure_made"):
    """A character, an NPC or a spirit came into play, with everything reckoned."""

    character: str
    figure: Figure

    @property
    def being(self) -> str:
        """How the line tells it: a spirit, somebody of the GM's, a player's."""
        if not self.figure.embodied:
            return "spirit"
        return "npc" if self.figure.npc else "pc"


class CharacteristicChanged(Event, frozen=True, kw_only=True, tag="runequest.characteristic_changed"):
    """A characteristic changed, and with it what is reckoned from it; all as it stands now."""

    character: str
    name: Characteristic
    now: int
    hp: int
    max_hp: int
    mp: int
    max_mp: int
    locations: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Hit points and their maximum, by location."""
    skills: dict[str, int] = msgspec.field(default_factory=dict[str, int])


class Learned(Event, frozen=True, kw_only=True, tag="runequest.learned"):
    """A character knows something so well from now on; 0: no longer."""

    character: str
    lesson: Lesson
    name: str
    now: int

    @property
    def how(self) -> str:
        """How the line tells it."""
        if self.lesson == "rune_points":
            return "rune_points"
        if not self.now:
            return "forgotten"
        return "percent" if self.lesson in ("skills", "passions", "runes") else "known"


class ArmGained(Event, frozen=True, kw_only=True, tag="runequest.arm_gained"):
    """A character has a weapon or shield more."""

    character: str
    arm: str
    """Its id."""
    gained: Arm
    away: tuple[str, ...] = ()
    """The ids of those put away for it."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "iron" if self.gained.iron else "plain"


class ArmGivenAway(Event, frozen=True, kw_only=True, tag="runequest.arm_given_away"):
    """A character has a weapon or shield less."""

    character: str
    arm: str
    weapon: str


class ArmHeld(Event, frozen=True, kw_only=True, tag="runequest.arm_held"):
    """A weapon or shield was taken in hand, or put away."""

    character: str
    arm: str
    weapon: str
    """What it is used as from now on."""
    hand: Hand
    away: tuple[str, ...] = ()
    """The ids of those put away for it."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return self.hand or "away"


class ArmorWorn(Event, frozen=True, kw_only=True, tag="runequest.armor_worn"):
    """Armour was put on, or taken off."""

    character: str
    armor: str
    """Empty for none."""
    points: int
    locations: tuple[str, ...]

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "on" if self.armor else "off"


class LoadChanged(Event, frozen=True, kw_only=True, tag="runequest.load_changed"):
    """A character carries so much besides arms and armour."""

    character: str
    now: int


MAKING_EVENTS: tuple[type[Event], ...] = (
    SheetChosen,
    FigureMade,
    CharacteristicChanged,
    Learned,
    ArmGained,
    ArmGivenAway,
    ArmHeld,
    ArmorWorn,
    LoadChanged,
)
