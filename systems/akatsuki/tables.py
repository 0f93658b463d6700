"""Figures of 君ヨ、暁ノ大地ニ死スベシ。: what `tables.toml` holds, and how its rows are looked up."""

from collections.abc import Mapping
from functools import cache

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.tables import check_names, load_tables, read_tables_text
from tenmatsu.systems.akatsuki.rows import (
    ArchetypeRow,
    CardRow,
    CardsRow,
    ChecksRow,
    CombatRow,
    Count,
    LevelsRow,
    Row,
    SurvivalRow,
    TreatmentRow,
    Way,
    WeaponRow,
    WoundRow,
)
from tenmatsu.systems.akatsuki.state import Ability, Harm, Held, printed_on

RANKS = 5
"""Ranks of each kind of damage card."""
LEVELS_A_RATE = 2
"""Above the last of the rates, each so many levels more are worth another −1 (VI-II)."""


class Tables(Row, frozen=True, kw_only=True):
    """All figures of a rules version."""

    checks: ChecksRow
    rates: dict[int, int]
    """What an NPC's ability of at least this level changes a player's target by."""
    cards: CardsRow
    chips: dict[int, Count]
    deck: dict[str, CardRow]
    fields: dict[Ability, tuple[str, ...]]
    levels: LevelsRow
    archetypes: dict[str, ArchetypeRow]
    weapons: dict[str, WeaponRow]
    combat: CombatRow
    treatment: dict[Way, TreatmentRow]
    survival: SurvivalRow

    def rate(self, level: int) -> int:
        """Return what an NPC's ability changes a player's target by (VI-II)."""
        lowest, last = min(self.rates), max(self.rates)
        rate = self.rates[max((least for least in self.rates if least <= level), default=lowest)]
        return rate - max(0, level - last) // LEVELS_A_RATE

    def face_value(self, card: str) -> int:
        """Return the points of a card of the deck, or of a chip (`chip_20`), got by oneself."""
        if (printed := printed_on(card)) is not None:
            return printed
        row = self.deck.get(card)
        return 0 if row is None else int(getattr(self.cards, row.kind))

    def points(self, held: Held) -> int:
        """Return what an awakening card is worth: a given one a share, rounded up (V)."""
        value = self.face_value(held.card)
        return -(-value // self.cards.given_share) if held.given else value

    def wound(self, harm: Harm, rank: int) -> WoundRow:
        """Return the damage card of a kind and rank."""
        rows = self.survival.lethal if harm == "lethal" else self.survival.nonlethal
        return rows[min(max(rank, 1), RANKS) - 1]


FILES: Mapping[int, str] = {1: "tables.toml"}
"""The file of each rules version; an older version keeps its own."""


def tables_text(version: int) -> str:
    """Return the exact text of the built-in figures of a rules version."""
    return read_tables_text("tenmatsu.systems.akatsuki", FILES[version])


@cache
def load(version: int, own: str | None = None) -> Tables:
    """Return the figures of a rules version, a table's own over them; `UsageError` if these do not fit."""
    tables = load_tables(Tables, tables_text(version), own)
    for kind, rows in (("lethal", tables.survival.lethal), ("nonlethal", tables.survival.nonlethal)):
        if len(rows) != RANKS:
            raise UsageError("tables_length", place=f"survival.{kind}", count=len(rows), needed=RANKS)
    _check_fields(tables)
    for name, row in tables.archetypes.items():
        for ability, field in row.fields.items():
            check_names(f"archetypes.{name}.fields.{ability}", [field], tables.fields.get(ability, ()))
        check_names(f"archetypes.{name}.weapons", row.weapons, tables.weapons)
    return tables


def _check_fields(tables: Tables) -> None:
    """Refuse a field that a rule goes by and nobody could have."""
    combat = tables.combat
    named = {
        "cards.start_field": tables.cards.start_field,
        "combat.held_back_field": combat.held_back_field,
        "combat.hit_field": combat.hit_field,
        "combat.guard_field": combat.guard_field,
        "combat.dodge_field": combat.dodge_field,
        **{f"treatment.{way}.field": row.field for way, row in tables.treatment.items()},
        "survival.field": tables.survival.field,
    }
    for place, field in named.items():
        check_names(place, [field], (field for fields in tables.fields.values() for field in fields))


def list_words(tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the figures that commands take, by the label of their kind."""
    return {
        "weapons": tuple(tables.weapons),
        "archetypes": tuple(tables.archetypes),
        "fields": tuple(field for fields in tables.fields.values() for field in fields),
        "cards": tuple(tables.deck),
    }
