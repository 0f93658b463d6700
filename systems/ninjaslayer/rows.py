"""Rows of figures, as `tables.toml` holds them."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.systems.ninjaslayer.assaults import Source
from tenmatsu.systems.ninjaslayer.figures import Ability, Kind, Place, Value, Weakened

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Patterned = Annotated[int, msgspec.Meta(ge=-6, le=6)]
"""A face of a pattern: 6 for exactly 6, −5 for 5 or more."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of figures."""


class DifficultyRow(Row, frozen=True, kw_only=True):
    """A difficulty (判定難易度): the face that counts, and how many of it are one success."""

    name: str
    face: Face
    count: Positive = 1


class AutomaticRow(Row, frozen=True, kw_only=True):
    """A skill that comes by itself (自動獲得スキル) from a base ability."""

    skill: str
    ability: Ability
    at: Positive
    level: Count = 0


class RulesRow(Row, frozen=True, kw_only=True):
    """Figures of the rules that stand alone."""

    move_limit: Positive
    legs_least: Positive
    cartwheel_dice: Count
    cartwheel_times: Positive
    cartwheel_penalty: int
    door_sixes: Count
    window_sixes: Count
    off_balance: int
    focus: int
    quick_shuriken: int
    full_move_die: Positive
    guard_dice: Count
    counter_damage: Count
    wall_damage: Count
    satsubatsu_sixes: Positive
    namu_sixes: Positive
    namu_dodge: int
    boost_spirit: Count
    boost_ease: int
    revival_vitality: Positive
    revival_spirit: Count
    injury_one: int
    injury_more: int
    atmosphere_hard: Positive
    atmosphere_ultra: Positive
    dkk_most: Positive
    dkk_turn: Positive
    quick_dice: Count
    death_dice: Positive


class SatsubatsuRow(Row, frozen=True, kw_only=True):
    """A result of the table of satsubatsu (サツバツ・クリティカル表)."""

    name: str
    crushing: Count = 0
    lost: dict[Weakened, int] = {}
    spirit: Count = 0
    injury: Place | None = None
    knock: bool = False
    death: bool = False


class BarrageRow(Row, frozen=True, kw_only=True):
    """A barrage (弾幕): damage divided, dodges harder."""

    name: str
    divisor: Positive
    harder: Positive


class GainRow(Row, frozen=True, kw_only=True):
    """A gain: a flat number and dice."""

    flat: int = 0
    dice: Count = 0
    sides: Positive = 6


class EntryRow(Row, frozen=True, kw_only=True):
    """A way in which Ninja Slayer enters (死神のエントリー)."""

    name: str
    near: Literal["target", "door", "window", "treasure", "npc"]
    distances: tuple[int, ...] = ()
    fright: Count = 0


class WeaponRow(Row, frozen=True, kw_only=True):
    """A weapon: what it does and which attacks it allows."""

    source: Source
    damage: Count = 1
    difficulty: int = 0
    """Added to the attack's difficulty."""
    dodge: int = 0
    """Added to the dodge's difficulty."""
    styles: tuple[str, ...] = ()
    attacks_most: Count = 0
    """連続攻撃上限; 0 for none."""
    rapid_fire: Count = 0
    """連射 of a gun itself; 0 where the shooter's own counts."""
    own_rapid_fire: bool = False
    rapid_fire_most: Count = 0
    multi_target: Literal["no", "by_skill", "built_in"] = "no"
    staggered: Literal["no", "by_skill", "built_in"] = "no"
    reach: Count = 0
    """射程 in squares; 0 for as far as sight goes."""
    cartwheel: int = 0
    """装備ペナルティ on cartwheels while it is in hand."""
    slots: Count = 1
    improvised: bool = False


class StyleRow(Row, frozen=True, kw_only=True):
    """A fighting or shooting style (戦闘スタイル, 射撃スタイル)."""

    action: Literal["melee", "shooting"]
    skill: str = ""
    """The skill that allows it; empty where the weapon does."""
    ability: Ability | None = None
    difficulty: int = 0
    dodge: int = 0
    crushing: Count = 0
    attacks_most: Count = 0
    attacks: Count = 0
    """A fixed number of attacks (固定); 0 for none."""
    shots: Count = 0
    """A fixed 連射 (固定); 0 for none."""
    shots_most: Count = 0
    """連射上限; 0 for none."""
    weapon: str = ""
    """The one weapon that it goes with, where a skill allows it."""
    satsubatsu: tuple[Patterned, ...] = ()
    namu: tuple[Patterned, ...] = ()
    uncrushing: bool = False
    by_rapid_fire: bool = False
    """Whether 連射 may stand for 連続攻撃."""
    focused: bool = False
    unmoved: bool = False
    spirit: Count = 0
    area: Count = 0
    damage_die: Count = 0
    """The base damage is one die of so many sides."""
    surge: tuple[Patterned, ...] = ()
    """Faces with which it does `surge_damage` and is harder to dodge by `surge_dodge`."""
    surge_damage: Count = 0
    surge_dodge: int = 0
    resting: bool = False
    """2ターン連続使用不可."""


class SkillRow(Row, frozen=True, kw_only=True):
    """A skill and its figures."""

    dice: int = 0
    die: Count = 0
    marks: Count = 0
    """How many ◉ of ニンジャソウルの闇 it counts."""
    crushing: Count = 0
    dodge: int = 0
    returns: str = ""
    more_attacks: Count = 0
    """連続攻撃+X; of several only the highest counts."""
    more_shots: Count = 0
    """連射+X."""


class ModelRow(Row, frozen=True, kw_only=True):
    """A ready-made character: a mob (モブ敵), a boss, a player's ninja."""

    kind: Kind
    ninja: bool = False
    karate: Positive
    neuron: Positive
    wazamae: Positive
    jitsu: Count = 0
    vitality: Positive
    spirit: Count
    legs: Count = 0
    """0 where it follows from ワザマエ."""
    bonuses: dict[Value, int] = {}
    reduction: Count = 0
    skills: dict[str, int] = {}
    """With the level of those that have one, else 0."""
    weapons: tuple[str, ...] = ()
    cash: Count = 0


class MakingRow(Row, frozen=True, kw_only=True):
    """How characters are made."""

    jitsu_less: Count
    """What the die of a rolled ジツ loses."""
    figure_most: Positive
    """The most that any figure of a sheet may be."""
    cash_most: Positive


class LeisureRow(Row, frozen=True, kw_only=True):
    """Costs of leisure (余暇) in 万札."""

    treatment: Count
    raise_ability: Count
