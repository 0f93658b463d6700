"""Figures of ブラッドベリー: what `tables.toml` holds, and how its rows are looked up."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

import msgspec

from tenmatsu.engine.tables import check_names, load_tables, read_tables_text
from tenmatsu.systems.bloodberry.people import Ability, CurseType, RelationType

TABLE_SIDES = 6
"""Of the dice that the tables of making are rolled with."""
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Standards = tuple[Ability, Ability]
EffectKind = Literal[
    "raise_relation",
    "own_dice",
    "cancel_result",
    "heal",
    "passive_standards",
    "own_standards",
    "other_dice",
    "plain_dice",
    "lower_active",
    "cancel_effect",
]
Timing = Literal["any", "before", "active", "passive", "result", "result_passive", "effect"]
"""When an effect may be used: any time; before a judge; before a check of its types as one of its sides;
after the result; after it as the passive side of a relation check; against an effect."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of figures."""


class MakingRow(Row, frozen=True, kw_only=True):
    """Making a character."""

    start: Count
    points: Count
    traits: Positive
    vigour: Count
    emotions_least: Count
    emotions_most: Positive
    ring_most: Positive
    relation_dice: Positive
    emotion_dice: Positive


class JudgeRow(Row, frozen=True, kw_only=True):
    """Judges (ジャッジ)."""

    hit: Positive
    sides: Positive


class VigourRow(Row, frozen=True, kw_only=True):
    """Vigour (気力): the most of it, and what its uses cost."""

    most: Count
    reroll: Count
    take_over: Count
    refresh: Count


class RelationRow(Row, frozen=True, kw_only=True):
    """The highest strength of a relation."""

    most: Positive


class TypeRow(Row, frozen=True, kw_only=True):
    """The ability of a type of check."""

    ability: Ability


class TraitRow(Row, frozen=True, kw_only=True):
    """A basic trait (基本特技) and its sublimation."""

    class_: str = msgspec.field(name="class")
    affirms: RelationType
    weakness: CurseType
    raises: Ability
    effect: EffectKind
    timing: Timing
    types: tuple[RelationType | CurseType, ...] = ()
    dice: Ability | Literal["vigour"] | None = None
    """Of whose value so many dice are added."""
    standards: Standards | None = None
    heals: Ability | None = None
    amount: Count = 0


class FeatRow(Row, frozen=True, kw_only=True):
    """A feat of class or species."""

    standards: Standards | None = None
    difficulty: Count = 0
    cost_ability: Ability | None = None
    cost: Count = 0
    plus: Count = 0
    rerolls: Count = 0
    strength: Count = 0


class EntranceRow(Row, frozen=True, kw_only=True):
    """The entrance check (登場判定)."""

    standards: Standards
    difficulty: Count


class ScenesRow(Row, frozen=True, kw_only=True):
    """Scenes and interludes."""

    actors: Count
    conditions: Count
    emotions_most: Positive
    emotion_strength: Count


class AbsenceRow(Row, frozen=True, kw_only=True):
    """Sessions missed by whoever is still at 0."""

    dice: str


class CardsRow(Row, frozen=True, kw_only=True):
    """Round progress with playing cards."""

    decks: Positive
    hand: Positive
    high_sum: Count
    low_sum: Count
    few: Count
    many: Count


class MapRow(Row, frozen=True, kw_only=True):
    """Flag maps."""

    hand_factor: Positive
    pieces: Positive
    minutes: Positive


class Tables(Row, frozen=True, kw_only=True):
    """All figures of a rules version."""

    making: MakingRow
    judge: JudgeRow
    vigour: VigourRow
    relation: RelationRow
    types: dict[RelationType, TypeRow]
    curses: dict[CurseType, TypeRow]
    traits: dict[str, TraitRow]
    classes: dict[str, tuple[str, ...]]
    species: dict[str, tuple[str, ...]]
    feats: dict[str, FeatRow]
    relation_table: dict[int, str]
    emotion_table: dict[int, str]
    curse_table: dict[str, Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]]
    entrance: EntranceRow
    scenes: ScenesRow
    absence: AbsenceRow
    cards: CardsRow
    map: MapRow

    def ability_of(self, type_: str) -> Ability:
        """Return the ability of a type of relation or curse check."""
        row = self.types.get(type_) or self.curses.get(type_)  # type: ignore[call-overload]
        return "passion" if row is None else row.ability


FILES: Mapping[int, str] = {1: "tables.toml"}
"""The file of each rules version; an older version keeps its own."""


def tables_text(version: int) -> str:
    """Return the exact text of the built-in figures of a rules version."""
    return read_tables_text("tenmatsu.systems.bloodberry", FILES[version])


@cache
def load(version: int, own: str | None = None) -> Tables:
    """Return the figures of a rules version, a table's own over them; `UsageError` if these do not fit."""
    tables = load_tables(Tables, tables_text(version), own)
    for name, trait in tables.traits.items():
        check_names(f"traits.{name}.class", [trait.class_], tables.classes)
    for name, feats in (*tables.classes.items(), *tables.species.items()):
        check_names(f"classes.{name}", feats, tables.feats)
    making = tables.making
    for place, dice, table in (
        ("relation_table", making.relation_dice, tables.relation_table),
        ("emotion_table", making.emotion_dice, tables.emotion_table),
    ):
        check_names(place, map(str, range(dice, dice * TABLE_SIDES + 1)), map(str, table))
    return tables


def list_words(tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the figures that commands take, by the label of their kind."""
    return {
        "traits": tuple(tables.traits),
        "classes": tuple(tables.classes),
        "feats": tuple(tables.feats),
        "relations": tuple(tables.relation_table.values()),
        "emotions": tuple(tables.emotion_table.values()),
    }
