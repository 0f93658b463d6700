"""Rows of weapons, armour, result tables and fumbles, as `tables.toml` holds them."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.systems.runequest.blows import Counter, DamageKind, ParryLoss
from tenmatsu.systems.runequest.figures import Special
from tenmatsu.systems.runequest.rows import Count, Dice, Face, Fraction, Positive, Row

Rate = Literal["", "S/MR", "1/MR", "1/2R", "1/3R", "1/5R"]
Shield = Literal["", "small", "medium", "large"]


class WeaponRow(Row, frozen=True, kw_only=True):
    """A weapon, shield or part of a body that one fights with."""

    category: str
    """Weapons of one category lend each other half of their skill."""
    base: Count
    damage: Dice
    min_str: Count = 0
    min_dex: Count = 0
    """The least STR and DEX; 0 for none."""
    hp: Count = 0
    natural: Literal["", "arm", "leg", "head"] = ""
    """A part of the body: its location stands for the weapon's hit points."""
    enc: Fraction = "0"
    sr: Count = 0
    """By its length; missiles have none."""
    specials: tuple[Special, ...] = ()
    hands: Literal[1, 2] = 1
    shield: Shield = ""
    range: Count = 0
    """The effective one in metres; 0 in hand."""
    least_range: Count = 0
    rate: Rate = ""
    thrown: bool = False
    skill: str = ""
    """The weapon whose skill it is used with, where not its own."""
    sling: bool = False
    inborn: bool = False
    """Whether everybody of human shape has it."""
    grips: tuple[str, ...] = ()
    """Other rows of the same thing: held with both hands, or thrown."""
    price: Count | None = None
    """In lunars (L)."""


class ShieldRow(Row, frozen=True, kw_only=True):
    """How many locations a shield held up covers besides the arm that holds it."""

    guards: Count


class ArmorRow(Row, frozen=True, kw_only=True):
    """A piece of armour."""

    points: Count
    enc: Fraction = "0"
    noise: Annotated[int, msgspec.Meta(le=0, ge=-100)] = 0
    """On moving quietly."""


class CellRow(Row, frozen=True, kw_only=True):
    """What comes of an attack against a parry or a dodge."""

    damage: DamageKind = "none"
    ignores_armor: bool = False
    parry: ParryLoss = "none"
    counter: Counter = "none"


class Results(Row, frozen=True, kw_only=True):
    """A result table: the attack's degree, then the defence's."""

    critical: dict[str, CellRow]
    special: dict[str, CellRow]
    success: dict[str, CellRow]
    failure: dict[str, CellRow]
    fumble: dict[str, CellRow]

    def find(self, attack: str, defence: str) -> CellRow:
        """Return the cell of two degrees; nothing happens where there is none."""
        rows: dict[str, CellRow] = getattr(self, attack)
        return rows.get(defence, CellRow())


FumbleKey = Literal[
    "lose_parry",
    "lose_attack",
    "lose_both",
    "lose_all",
    "lose_attacks",
    "lose_both_many",
    "shield_gone",
    "shield_and_attack",
    "armor_gone",
    "armor_and_both",
    "fall",
    "ankle",
    "fall_and_ankle",
    "sight",
    "sight_worse",
    "blind",
    "distracted",
    "drop",
    "knocked_away",
    "shattered",
    "hit_friend",
    "hit_friend_maximum",
    "hit_friend_critical",
    "hit_self",
    "hit_self_maximum",
    "hit_self_critical",
    "foe_hits",
    "foe_hits_maximum",
    "foe_hits_critical",
    "roll_twice",
    "roll_thrice",
]


class FumbleRow(Row, frozen=True, kw_only=True):
    """An outcome of a fumble: its faces of D100 (to `high`), and figures."""

    high: Face
    key: FumbleKey
    amount: int = 0
    dice: Dice = ""
    """How many, or for how long."""
    rounds: Dice = ""


class FumblesRow(Row, frozen=True, kw_only=True):
    """The fumble table: what attacks and parries share, and what each has of its own."""

    both: tuple[FumbleRow, ...]
    attack: tuple[FumbleRow, ...]
    parry: tuple[FumbleRow, ...]
    shattered_spirit: Count
    """How much less likely a weapon shatters for each point of spirit magic on it, in percent."""
    shattered_rune: Count
    direction: Positive


class PrintedRow(Row, frozen=True, kw_only=True):
    """Cells of the printed table that options put in place."""

    critical_special: CellRow
    critical_special_loss: Count
    failure_fumble: CellRow
    double_fumble: CellRow


class ResultsRow(Row, frozen=True, kw_only=True):
    """The result tables."""

    parry: Results
    dodge: Results
    printed: PrintedRow
