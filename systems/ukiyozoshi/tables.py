"""Figures of 八百八町浮世草子: what `tables.toml` holds as a whole, and how its rows are looked up."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

import msgspec

from tenmatsu.engine.tables import check_names, load_tables, read_tables_text
from tenmatsu.systems.ukiyozoshi.rows import (
    ArmourRow,
    CalendarRow,
    CharacterRow,
    Count,
    Effects,
    MedicineRow,
    MissileRow,
    PartyRow,
    Positive,
    Rank,
    RankRow,
    Row,
    SilverRow,
    SkillRow,
    StandingRow,
    StyleRow,
    ThrowingRow,
    WeaponRow,
)
from tenmatsu.systems.ukiyozoshi.ruling import (
    ChecksRow,
    CombatRow,
    HealthRow,
    KatsugekiRow,
    ReadingRow,
    ShotsRow,
)


class Tables(Row, frozen=True, kw_only=True):
    """All figures of a rules version."""

    western: tuple[str, ...]
    """The western tongues of 読み書き on which 蘭学 can rest."""
    party: PartyRow
    ranks: dict[Rank, RankRow]
    ability_costs: dict[int, Count]
    level_costs: dict[int, Count]
    character: CharacterRow
    body_bonus: dict[int, Count]
    skills: dict[str, SkillRow]
    weapons: dict[str, WeaponRow]
    missiles: dict[str, MissileRow]
    armour: dict[str, ArmourRow]
    schools: dict[str, StyleRow]
    perks: dict[str, StyleRow]
    checks: ChecksRow
    katsugeki: KatsugekiRow
    combat: CombatRow
    shots: ShotsRow
    standings: dict[str, StandingRow]
    health: HealthRow
    medicines: dict[str, MedicineRow]
    reading: ReadingRow
    throwing: ThrowingRow
    coins: dict[str, Positive]
    """What each coin is worth in 文."""
    silver: SilverRow
    calendar: CalendarRow
    eras: dict[str, int]

    def party_points(self, players: int) -> int:
        """Return the build points of a party of so many players (役作り点表)."""
        rows = self.party.points
        return rows[min(players, len(rows)) - 1] + self.party.further * max(0, players - len(rows))

    def body_bonus_of(self, tai: int) -> int:
        """Return the body bonus (追加打撃) of a 体."""
        return max((bonus for least, bonus in self.body_bonus.items() if least <= tai), default=0)

    def skill(self, name: str) -> SkillRow | None:
        """Return a skill's row, `職人:鋳物` under 職人; None where that is no skill."""
        stem, colon, field = name.partition(":")
        row = self.skills.get(stem)
        if row is None or (colon and not field) or (bool(field) and row.special == "no"):
            return None
        return None if row.special == "must" and not field else row

    def style(self, name: str) -> StyleRow | None:
        """Return the row of a school or perk."""
        return self.schools.get(name) or self.perks.get(name)


FILES: Mapping[int, str] = {1: "tables.toml"}
"""The file of each rules version; an older version keeps its own."""


def tables_text(version: int) -> str:
    """Return the exact text of the built-in figures of a rules version."""
    return read_tables_text("tenmatsu.systems.ukiyozoshi", FILES[version])


@cache
def load(version: int, own: str | None = None) -> Tables:
    """Return the figures of a rules version, a table's own over them; `UsageError` if these do not fit."""
    tables = load_tables(Tables, tables_text(version), own)
    for name, weapon in tables.weapons.items():
        check_names(f"weapons.{name}.skill", [weapon.skill], tables.skills)
    for name, missile in tables.missiles.items():
        check_names(f"missiles.{name}.skill", [missile.skill], tables.skills)
    return tables


def list_words(tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the figures that commands take, by the label of their kind."""
    return {
        "skills": tuple(tables.skills),
        "weapons": (*tables.weapons, *tables.missiles),
        "armour": tuple(tables.armour),
        "medicine": tuple(tables.medicines),
        "schools": tuple(tables.schools),
        "perks": tuple(tables.perks),
        "standing": tuple(tables.standings),
    }


def combine_effects(parts: Sequence[Effects], stack: Literal["strongest", "both"] = "strongest") -> Effects:
    """
    Return what several schools and perks do together (reading `school_perk_stack`).

    Where two name the same effect, the stronger counts; or both: sums, and the product of what
    multiplies the first blow.
    """
    return _combine(tuple(parts), stack)


@lru_cache(maxsize=1024)  # asked for again and again in every blow
def _combine(parts: tuple[Effects, ...], stack: Literal["strongest", "both"]) -> Effects:
    total: dict[str, int | bool] = {}
    for name, value in (pair for part in parts for pair in part.named().items()):
        before = total.get(name)
        if before is None or isinstance(value, bool):
            total[name] = value
        elif stack == "strongest":
            total[name] = max(before, value)
        else:
            total[name] = before * value if name == "first_blow_times" else before + value
    return msgspec.convert(total, Effects)
