"""Rows of figures of people, rolls, rounds and wounds, as `tables.toml` holds them."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.systems.runequest.figures import Characteristic, Part

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=400)]
Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
Fraction = Annotated[str, msgspec.Meta(pattern=r"^\d+(/[1-9]\d*)?$")]
"""ENC of a thing, as `"1"` or `"1/4"`."""
Dice = Annotated[str, msgspec.Meta(pattern=r"^(-?\d+[Dd]\d+([+-]\d+)?|-?\d+)?$")]
"""`"1D8+1"`, `"-1D4"`, `"3"`; empty for none."""
Category = Literal[
    "agility",
    "communication",
    "knowledge",
    "magic",
    "manipulation",
    "perception",
    "stealth",
    "weapons",
]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of figures."""


class Bands(Row, frozen=True, kw_only=True):
    """Whole figures by the least value of a band, and how it goes on above the last."""

    least: dict[int, int]
    every: Count = 0
    """Above the last band each so many more …"""
    add: int = 0
    """… add so much."""

    def find(self, value: int) -> int:
        """Return the figure for a value; the lowest band holds for all below."""
        first, last = min(self.least), max(self.least)
        found = self.least[max((one for one in self.least if one <= value), default=first)]
        beyond = (value - last) // self.every if self.every and value > last else 0
        return found + beyond * self.add


class DiceBands(Row, frozen=True, kw_only=True):
    """Dice by the least value of a band, and what is added above the last."""

    least: dict[int, Dice]
    every: Count
    add: Dice

    def find(self, value: int) -> tuple[str, ...]:
        """Return the dice for a value, to be added up; empty for none."""
        first, last = min(self.least), max(self.least)
        found = self.least[max((one for one in self.least if one <= value), default=first)]
        beyond = (value - last) // self.every if value > last else 0
        return tuple(dice for dice in (found, *(self.add,) * beyond) if dice)


class RollsRow(Row, frozen=True, kw_only=True):
    """Percentile rolls."""

    always: Face
    never: Face
    critical: Positive
    special: Positive
    fumble: Positive
    fumble_steps: dict[int, Face]
    """The lowest fumble by the least skill, option `fumble_range = "steps"`."""
    hundred: Positive
    characteristic: Positive


class ResistanceRow(Row, frozen=True, kw_only=True):
    """The resistance roll."""

    base: Count
    each: Positive


class LocationRow(Row, frozen=True, kw_only=True):
    """A hit location: its faces of D20, in order, and how its points differ from the base."""

    low: Positive
    high: Positive
    part: Part
    points: int
    adjacent: tuple[str, ...]


class PartRow(Row, frozen=True, kw_only=True):
    """What a part at 0 points does."""

    bleeds: Count
    """Rounds until bleeding kills; 0 where it does not."""
    falls: bool
    drops: bool
    helpless: Literal["no", "round", "yes"]
    """Whether one can do nothing: not at all, this round, until treated."""
    faints: bool


class DerivedRow(Row, frozen=True, kw_only=True):
    """Derived figures."""

    hp_siz: Bands
    hp_pow: Bands
    location_points: Bands
    damage_bonus: DiceBands
    spirit_damage: DiceBands
    dex_sr: Bands
    siz_sr: Bands
    healing: Positive
    move: Positive
    minor: Bands
    """The small modifier of a skill category, by a characteristic."""
    major: Bands
    off_hand: Count
    iron: Positive
    """Hit points of a weapon of iron, in percent."""


class SkillRow(Row, frozen=True, kw_only=True):
    """A skill: its category and base chance, in percent or by a characteristic."""

    category: Category
    base: Count = 0
    by: Characteristic | Literal[""] = ""
    times: Count = 0


class CategoryRow(Row, frozen=True, kw_only=True):
    """Which characteristics change a category of skills, and which way round."""

    major: tuple[Characteristic, ...] = ()
    minor: tuple[Characteristic, ...] = ()
    major_against: tuple[Characteristic, ...] = ()
    minor_against: tuple[Characteristic, ...] = ()


class TemplateRow(Row, frozen=True, kw_only=True):
    """Sheet 1 of quick making: characteristics (能力値テンプレート)."""

    characteristics: dict[Characteristic, Annotated[int, msgspec.Meta(ge=1, le=30)]]


class OriginRow(Row, frozen=True, kw_only=True):
    """Sheets 2 to 4 of quick making: homeland, occupation, cult; each adds to what stands there."""

    skills: dict[str, int] = {}
    """Added to the base chances; weapons too."""
    passions: dict[str, Percent] = {}
    runes: dict[str, Percent] = {}
    arms: tuple[str, ...] = ()
    armor: dict[str, str] = {}
    """A key of `[armor]` by location."""
    spirit_points: Count = 0
    """Points of spirit magic to choose."""
    spells: tuple[str, ...] = ()
    """Keys of `[spells]` that one may choose from (cults), or knows (rune magic)."""
    rune_points: Count = 0
    shaman: Literal["", "assistant", "shaman"] = ""
    techniques: tuple[str, ...] = ()
    mastered: tuple[str, ...] = ()


class RoundRow(Row, frozen=True, kw_only=True):
    """The melee round and strike ranks."""

    seconds: Positive
    full_turn: Positive
    last_sr: Positive
    unit: Positive
    ready: Positive
    surprise: dict[int, int]
    """SR added by the metres at which one is surprised at most."""
    defence: int
    reach: Positive
    """Metres within which two are engaged."""
    split_least: Positive
    split_part: Positive
    retreat_mounted: Positive


class MeleeRow(Row, frozen=True, kw_only=True):
    """Modifiers of attacks."""

    surprised: int
    helpless: int
    prone: int
    prone_attacker: Positive
    """Divides the skill of one who lies on the ground."""
    prone_die: Positive
    """The die of the location that they hit."""
    aimed: Positive
    broken_weapon: Positive
    dodge_enc: int
    dodge_over: int
    encumbered: int
    """On every skill of agility, manipulation, stealth and weapons, for each ENC above the limit."""
    knockback: Dice


class MissilesRow(Row, frozen=True, kw_only=True):
    """Missiles: ranges in percent of the effective one, divisors, groups."""

    medium: Positive
    far: Positive
    medium_divisor: Positive
    far_divisor: Positive
    crossing: Positive
    evading: Positive
    group: Count
    thrown_bonus: Positive
    """What divides the damage bonus of a thrown weapon, rounded up."""


class WoundsRow(Row, frozen=True, kw_only=True):
    """Wounds, first aid, what sticks, weapons broken."""

    faint_at: Count
    heavy: Positive
    severe: Positive
    mend: Positive
    """Rounds in which a severed or maimed limb can be saved."""
    mend_spell: Positive
    stop_spell: Positive
    stop_rounds: Positive
    heal_rounds: Positive
    heal: dict[Literal["critical", "special", "success", "fumble"], Dice]
    shock: Positive
    """Slash: CON less the damage, times this."""
    shock_hours: Dice
    pull: Positive
    """STR + CON times this, to pull a weapon out of oneself."""
    pull_divisor: Positive
    stuck_divisor: Positive
    shield_enc: Fraction
    """From this ENC on a weapon that sticks in a shield makes it useless; lighter ones halve it."""
    repair: Positive
