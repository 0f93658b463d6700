"""The rows and sections of the figures, typed: what may stand in `tables.toml`."""

from typing import Annotated, Literal

import msgspec

Ability = Literal["shin", "gi", "tai"]
"""心, 技, 体."""
Rank = Literal["lead", "second", "support", "extra"]
"""役格: 主役, 準主役, 脇役, 雑魚."""
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Dice = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""How many dice fall at once: more than a hand holds is a slip of the pen."""
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row or section of the figures: no field but those named."""


class PartyRow(Row, frozen=True, kw_only=True):
    """The build points of a whole party (役作り点表)."""

    points: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1)]
    """For 1, 2, … players."""
    further: Count
    """For each player more than the table has."""


class RankRow(Row, frozen=True, kw_only=True):
    """What a rank costs and how many 活劇点 it has (役格表)."""

    cost: Count
    start: Count
    limit: Count
    """The most it can hold (活劇点蓄積限度)."""
    gains_on: tuple[Face, ...]
    """The faces of which a pair gains one 活劇点."""
    npc_dice: Annotated[int, msgspec.Meta(ge=0, le=20)]
    """Dice of six for the 活劇点 an NPC enters with."""
    npc_minus: Count = 0


class CharacterRow(Row, frozen=True, kw_only=True):
    """Figures of character making."""

    master_level: Positive
    """The level from which a skill carries a school, makes ammunition, senses a presence."""
    endurance_cost: Count
    """Build points for one point of endurance (耐久点) more."""
    evasion: Count
    """What is added to 技 and the level of 体さばき for evasion (回避値)."""


class SkillRow(Row, frozen=True, kw_only=True):
    """A skill (技能一覧表)."""

    base: Ability
    """The base ability (基本能力値); the default one where it is agreed on with the GM."""
    martial: bool = False
    """Whether it is one of the nine 武芸技能."""
    special: Literal["no", "may", "must"] = "no"
    """Whether a field stands behind it, as in `職人:鋳物`."""
    base_agreed: bool = False
    """Whether player and GM agree on the base ability."""
    makes_ammunition: bool = False


class Effects(Row, frozen=True, kw_only=True, cache_hash=True):
    """What a school or a perk changes; every default is "nothing"."""

    deadly_more: bool = False
    """More faces of the damage die are deadly hits (`combat.deadly_more`)."""
    first_blow_times: Positive = 1
    """Damage of the round's first blow is multiplied by this."""
    attack_ease: Count = 0
    """Own attacks are easier by this."""
    parry_ease: Count = 0
    """Own parries are easier by this."""
    sidestep_ease: Count = 0
    """Own sidesteps are easier by this."""
    parry_penalty: Count = 0
    """Own parries are harder by this: a drawback."""
    foe_defence_penalty: Count = 0
    """Foes parry and sidestep every own attack at so much more."""
    first_blow_penalty: Count = 0
    """Foes parry and sidestep the round's first blow at so much more."""
    drawn_blow_penalty: Count = 0
    """Foes parry and sidestep a blow struck in drawing at so much more."""
    counter_after_parry: Count = 0
    """Foes parry a counter right after an own successful parry at so much more."""
    pierces_parry: bool = False
    """Damage above the target's 体 goes through a parry."""
    breaks_weapon: bool = False
    """A deadly hit that was parried breaks the parrying weapon."""
    draw_attack: bool = False
    """May attack and parry with an undrawn blade (居合い)."""
    free_extra: Count = 0
    """Attacks or parries a round beyond the usual, without a 活劇点."""
    two_swords: bool = False
    """One attack and one parry with each of two swords; a bought action gives one more with each."""
    enemy_armour_halved: bool = False
    own_armour_eased: Count = 0
    """Own armour costs so much less 技."""

    def named(self) -> dict[str, int | bool]:
        """Return the effects that do something, by name."""
        nothing = Effects()
        pairs = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in pairs if value != getattr(nothing, name)}


class StyleRow(Row, frozen=True, kw_only=True):
    """A school (有名剣術流派表) or a perk of one's own style (我流特典表)."""

    cost: int
    """Build points; below 0 for a drawback, whose gain only pays for perks."""
    effects: Effects


class WeaponRow(Row, frozen=True, kw_only=True):
    """A weapon in the hand (武器一覧表)."""

    plus: int = 0
    """打撃力: one die of six with so much added."""
    reach: Positive
    """間合い in half-ken."""
    deadly: bool = False
    """致命."""
    body_bonus: bool = False
    """体修正."""
    skill: str
    hands: Literal[1, 2] = 1
    parries: bool = True
    sword: bool = False
    """Whether it is one of the long and short swords (大小) of 居合い and 二天一流."""
    bare: bool = False
    """Whether it is a part of the body: never drawn, lost or broken."""
    half_level: bool = False
    """Whether half the skill's level is added to the damage."""
    evasion_plus: Count = 0
    """What the target's evasion gains against it."""


class MissileRow(Row, frozen=True, kw_only=True):
    """A missile weapon (飛び道具一覧表)."""

    plus: int
    range: Positive
    """In ken: near up to it, far up to twice as much."""
    deadly: bool = False
    body_bonus: bool = False
    skill: str
    hands: Literal[1, 2] = 1
    ammunition: str
    """What one shot uses up."""
    ready_actions: Count = 0
    """Actions (attack or movement) that the next shot takes to ready."""
    ready_rounds: Count = 0
    """Whole rounds that the next shot takes to ready."""
    gun: bool = False


class ArmourRow(Row, frozen=True, kw_only=True):
    """Armour (甲冑)."""

    protection: Count
    gi_loss: Count
    """What 技 loses in checks."""


class StandingRow(Row, frozen=True, kw_only=True):
    """The money that a standing (身分) starts with: dice of six, each worth so many 文."""

    dice: Dice
    mon: Count


class MedicineRow(Row, frozen=True, kw_only=True):
    """A medicine (医薬)."""

    ease: Count


class ThrowingRow(Row, frozen=True, kw_only=True):
    """How far a pebble flies (手投げ): 体 times this and the level, in ken."""

    times: Count


class SilverRow(Row, frozen=True, kw_only=True):
    """The rate of silver by weight: so many 匁 are worth so many 文."""

    momme: Positive
    mon: Positive


class CalendarRow(Row, frozen=True, kw_only=True):
    """The game's calendar: months all of one length."""

    months: Positive
    days: Positive
    morning: Annotated[int, msgspec.Meta(ge=0, lt=1440)]
    """The minute of the day at which sleepers wake and recovery is rolled."""
