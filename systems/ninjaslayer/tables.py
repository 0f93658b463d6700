"""Figures of ニンジャスレイヤーTRPG: what `tables.toml` holds, and how its rows are looked up."""

from collections.abc import Mapping
from functools import cache

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.tables import check_names, load_tables, read_tables_text
from tenmatsu.systems.ninjaslayer.assaults import Source
from tenmatsu.systems.ninjaslayer.rows import (
    AutomaticRow,
    BarrageRow,
    DifficultyRow,
    EntryRow,
    GainRow,
    LeisureRow,
    MakingRow,
    ModelRow,
    Row,
    RulesRow,
    SatsubatsuRow,
    SkillRow,
    StyleRow,
    WeaponRow,
)


class Tables(Row, frozen=True, kw_only=True):
    """All figures of a rules version, a table's own over them."""

    difficulties: tuple[DifficultyRow, ...]
    automatic: tuple[AutomaticRow, ...]
    rules: RulesRow
    satsubatsu: tuple[SatsubatsuRow, ...]
    atmosphere: dict[Source, tuple[int, int]]
    barrage: tuple[BarrageRow, ...]
    dkk: dict[str, GainRow]
    entries: tuple[EntryRow, ...]
    weapons: dict[str, WeaponRow]
    styles: dict[str, StyleRow]
    skills: dict[str, SkillRow]
    models: dict[str, ModelRow]
    making: MakingRow
    leisure: LeisureRow

    def difficulty(self, place: int) -> DifficultyRow:
        """Return the difficulty at a place of the ladder, the first or last where it goes beyond."""
        return self.difficulties[min(max(place, 0), len(self.difficulties) - 1)]

    def harder(self, source: Source, mode: int) -> int:
        """Return how much harder a dodge is by the atmosphere (0 normal, 1 hard, 2 ultra-hard)."""
        return 0 if mode == 0 else self.atmosphere[source][min(mode, 2) - 1]


NORMAL = 2
"""The place of NORMAL in the ladder of difficulties."""
SIX = 6

FILES: Mapping[int, str] = {1: "tables.toml"}
"""The file of each rules version; an older version keeps its own."""


def tables_text(version: int) -> str:
    """Return the exact text of the built-in figures of a rules version."""
    return read_tables_text("tenmatsu.systems.ninjaslayer", FILES[version])


@cache
def load(version: int, own: str | None = None) -> Tables:
    """Return the figures of a rules version, a table's own over them; `UsageError` if these do not fit."""
    tables = load_tables(Tables, tables_text(version), own)
    for kind, rows in (("satsubatsu", tables.satsubatsu), ("entries", tables.entries)):
        if len(rows) != SIX:
            raise UsageError("tables_length", place=kind, count=len(rows), needed=SIX)
    for name, weapon in tables.weapons.items():
        check_names(f"weapons.{name}.styles", weapon.styles, tables.styles)
    for name, style in tables.styles.items():
        check_names(f"styles.{name}.skill", [style.skill] if style.skill else (), tables.skills)
    for name, model in tables.models.items():
        check_names(f"models.{name}.weapons", model.weapons, tables.weapons)
        check_names(f"models.{name}.skills", model.skills, tables.skills)
    return tables


def list_words(tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the figures that commands take, by the label of their kind."""
    return {
        "weapons": tuple(tables.weapons),
        "styles": tuple(tables.styles),
        "models": tuple(tables.models),
        "difficulties": tuple(row.name for row in tables.difficulties),
        "deeds": tuple(tables.dkk),
    }
