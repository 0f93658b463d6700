"""Figures of 君ヨ、暁ノ大地ニ死スベシ。: what `tables.toml` holds, and how its rows are looked up."""

from collections.abc import Mapping
from functools import cache

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.tables import load_tables, read_tables_text
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
    WeaponRow,
    WoundRow,
)
from tenmatsu.systems.akatsuki.state import Ability, Harm, Held, printed_on

RANKS = 5
"""Ranks of each kind of damage card."""


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
    treatment: dict[str, TreatmentRow]
    survival: SurvivalRow

    def rate(self, level: int) -> int:
        """Return what an NPC's ability changes a player's target by (VI-II)."""
        return max(((least, rate) for least, rate in self.rates.items() if least <= level), default=(0, 1))[1]

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
    return tables


def list_words(tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the figures that commands take, by the label of their kind."""
    return {
        "weapons": tuple(tables.weapons),
        "archetypes": tuple(tables.archetypes),
        "fields": tuple(field for fields in tables.fields.values() for field in fields),
        "cards": tuple(tables.deck),
    }
