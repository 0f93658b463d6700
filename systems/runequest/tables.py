"""Figures of RuneQuest: what `tables.toml` holds, and how its rows are looked up."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.tables import check_names, load_tables, read_tables_text
from tenmatsu.systems.runequest.rows import (
    CategoryRow,
    DerivedRow,
    LocationRow,
    MeleeRow,
    MissilesRow,
    OriginRow,
    PartRow,
    ResistanceRow,
    RollsRow,
    RoundRow,
    Row,
    SkillRow,
    TemplateRow,
    WoundsRow,
)
from tenmatsu.systems.runequest.rows_arms import (
    ArmorRow,
    FumbleRow,
    FumblesRow,
    ResultsRow,
    ShieldRow,
    WeaponRow,
)
from tenmatsu.systems.runequest.rows_magic import MagicRow, ManipulationRow, SpellRow, SpiritsRow

D20 = 20
D100 = 100
OFF = "off:"
"""In front of a weapon whose skill is that of the other hand."""


class Tables(Row, frozen=True, kw_only=True):
    """All figures of a rules version."""

    rolls: RollsRow
    resistance: ResistanceRow
    derived: DerivedRow
    locations: dict[str, LocationRow]
    parts: dict[str, PartRow]
    categories: dict[str, CategoryRow]
    skills: dict[str, SkillRow]
    round: RoundRow
    melee: MeleeRow
    missiles: MissilesRow
    wounds: WoundsRow
    weapons: dict[str, WeaponRow]
    shields: dict[str, ShieldRow]
    armor: dict[str, ArmorRow]
    results: ResultsRow
    fumbles: FumblesRow
    spells: dict[str, SpellRow]
    manipulation: tuple[ManipulationRow, ...]
    magic: MagicRow
    spirits: SpiritsRow
    templates: dict[str, TemplateRow]
    homelands: dict[str, OriginRow]
    occupations: dict[str, OriginRow]
    cults: dict[str, OriginRow]

    def location_at(self, face: int) -> str:
        """Return the location of a face of D20."""
        return next(name for name, row in self.locations.items() if row.low <= face <= row.high)

    def fumble_at(self, face: int, *, parry: bool) -> FumbleRow:
        """Return the outcome of a fumble by a face of D100."""
        rows = (*self.fumbles.both, *(self.fumbles.parry if parry else self.fumbles.attack))
        return next(row for row in rows if face <= row.high)


FILES: Mapping[int, str] = {1: "tables.toml"}
"""The file of each rules version; an older version keeps its own."""


def tables_text(version: int) -> str:
    """Return the exact text of the built-in figures of a rules version."""
    return read_tables_text("tenmatsu.systems.runequest", FILES[version])


@cache
def load(version: int, own: str | None = None) -> Tables:
    """Return the figures of a rules version, a table's own over them; `UsageError` if these do not fit."""
    tables = load_tables(Tables, tables_text(version), own)
    _check_locations(tables)
    _check_fumbles(tables)
    check_names("skills", (row.category for row in tables.skills.values()), tables.categories)
    for name, weapon in tables.weapons.items():
        check_names(f"weapons.{name}.skill", filter(None, [weapon.skill]), tables.weapons)
        check_names(f"weapons.{name}.grips", weapon.grips, tables.weapons)
        check_names(f"weapons.{name}.shield", filter(None, [weapon.shield]), tables.shields)
    for name, location in tables.locations.items():
        check_names(f"locations.{name}.part", [location.part], tables.parts)
        check_names(f"locations.{name}.adjacent", location.adjacent, tables.locations)
    for kind in ("homelands", "occupations", "cults"):
        origins: dict[str, OriginRow] = getattr(tables, kind)
        for name, origin in origins.items():
            _check_origin(tables, f"{kind}.{name}", origin)
    return tables


def _check_locations(tables: Tables) -> None:
    """Refuse locations that leave a face of D20 out, or name one twice."""
    faces = sorted(face for row in tables.locations.values() for face in range(row.low, row.high + 1))
    if faces != list(range(1, D20 + 1)):
        raise UsageError("tables_length", place="locations", count=len(faces), needed=D20)


def _check_fumbles(tables: Tables) -> None:
    """Refuse fumbles whose faces do not rise to 100."""
    for kind, rows in (("attack", tables.fumbles.attack), ("parry", tables.fumbles.parry)):
        faces = [row.high for row in (*tables.fumbles.both, *rows)]
        if faces != sorted(set(faces)) or faces[-1] != D100:
            raise UsageError("tables_length", place=f"fumbles.{kind}", count=faces[-1], needed=D100)


def _check_origin(tables: Tables, place: str, origin: OriginRow) -> None:
    known = {*tables.skills, *tables.weapons, *tables.spells}
    check_names(f"{place}.skills", (name.removeprefix(OFF) for name in origin.skills), known)
    check_names(f"{place}.arms", origin.arms, tables.weapons)
    check_names(f"{place}.armor", origin.armor, tables.locations)
    check_names(f"{place}.armor", origin.armor.values(), tables.armor)
    check_names(f"{place}.spells", origin.spells, tables.spells)


@cache
def read_enc(text: str) -> Fraction:
    """Return an ENC as the tables write it."""
    return Fraction(text)
