"""Rows of figures, as `tables.toml` holds them."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.systems.akatsuki.state import Ability, Harm

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Rank = Annotated[int, msgspec.Meta(ge=1, le=5)]
Kind = Literal["bright", "animal", "ribbon", "plain"]
"""光札, 種, 短冊, 素札."""

Way = Literal["first_aid", "treatment"]
"""How a wound is cared for: 応急手当, 治療."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of figures."""


class ChecksRow(Row, frozen=True, kw_only=True):
    """Checks (IV-I)."""

    dice: Annotated[int, msgspec.Meta(ge=1, le=9)]
    """How many dice of six are added."""
    boost_points: Positive


class CardsRow(Row, frozen=True, kw_only=True):
    """What cards are worth (V, 覚醒ポイント)."""

    bright: Count
    animal: Count
    ribbon: Count
    plain: Count
    start: Count
    start_field: str
    given_share: Positive
    chivalry: Count


class CardRow(Row, frozen=True, kw_only=True):
    """One of the 花札."""

    month: Annotated[int, msgspec.Meta(ge=1, le=12)]
    kind: Kind


class LevelsRow(Row, frozen=True, kw_only=True):
    """The least and the highest level of an ability."""

    least: Count
    most: Count


class ArchetypeRow(Row, frozen=True, kw_only=True):
    """A ready-made character (II)."""

    goro: Count
    taiku: Count
    tosei: Count
    kaigu: Count
    fields: dict[Ability, str]
    fate_points: Count
    weapons: tuple[str, ...] = ()


class WeaponRow(Row, frozen=True, kw_only=True):
    """What one fights with: the kind and rank of its harm, how many lanes it reaches."""

    harm: Harm
    rank: Rank
    reach: Count
    ability: Ability


class CombatRow(Row, frozen=True, kw_only=True):
    """Action points of a round, and what attacks and defences are rolled with."""

    majors: Count
    minors: Count
    held_back: int
    held_back_field: str
    hit_field: str
    guard_ability: Ability
    guard_field: str
    dodge_ability: Ability
    dodge_field: str
    evade_ability: Ability
    """Which ability of an NPC makes it hard to hit."""


class TreatmentRow(Row, frozen=True, kw_only=True):
    """What a wound is cared for with."""

    ability: Ability
    field: str
    difficulty: int


class WoundRow(Row, frozen=True, kw_only=True):
    """A damage card (ダメージカード): its modifier, times and zombie counters."""

    modifier: int
    combat_end: bool
    hours: Count
    """A check every so many hours; 0 for none."""
    once: Count
    """A check once, so many hours later; 0 for none."""
    counters: Count
    wait: Count
    """Rounds until zombie time begins."""


class SurvivalRow(Row, frozen=True, kw_only=True):
    """The ten damage cards, rank 1 first."""

    field: str
    lethal: tuple[WoundRow, ...]
    nonlethal: tuple[WoundRow, ...]
