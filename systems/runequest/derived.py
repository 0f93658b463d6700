"""Derived figures: pure functions of characteristics and tables, reckoned whenever they are needed."""

from collections.abc import Mapping
from fractions import Fraction

from tenmatsu.systems.runequest.figures import Arm, Characteristic, Figure
from tenmatsu.systems.runequest.rows_arms import ArmorRow
from tenmatsu.systems.runequest.spellbook import sum_working
from tenmatsu.systems.runequest.tables import OFF, Tables, read_enc

Characteristics = Mapping[Characteristic, int]
_MAGIC: dict[Characteristic, str] = {"STR": "strength", "DEX": "agility"}
"""Characteristics that spells change, by the key of their effect."""
TRUNK = ("abdomen", "chest")
"""Parts that one piece of armour covers."""


def find_hit_points(tables: Tables, characteristics: Characteristics) -> int:
    """Return the total hit points: CON, changed by SIZ and POW; at least 1."""
    siz, power = characteristics.get("SIZ", 0), characteristics.get("POW", 0)
    derived = tables.derived
    return max(1, characteristics.get("CON", 0) + derived.hp_siz.find(siz) + derived.hp_pow.find(power))


def find_location_points(tables: Tables, location: str, total: int) -> int:
    """Return the hit points of a location by the total."""
    return max(1, tables.derived.location_points.find(total) + tables.locations[location].points)


def find_characteristic(tables: Tables, figure: Figure, name: Characteristic) -> int:
    """Return a characteristic with the magic that changes it now: strength, agility."""
    effect = _MAGIC.get(name)
    return figure.of(name) + (sum_working(tables, figure, effect) if effect else 0)


def find_damage_bonus(tables: Tables, figure: Figure) -> tuple[str, ...]:
    """Return the dice that STR (with magic) + SIZ add to damage, empty for none; `-1D4` takes off."""
    strength = find_characteristic(tables, figure, "STR")
    return tables.derived.damage_bonus.find(strength + figure.of("SIZ"))


def find_spirit_damage(tables: Tables, figure: Figure) -> tuple[str, ...]:
    """Return the dice of spirit combat damage, without a shaman's bonus."""
    return tables.derived.spirit_damage.find(figure.of("POW") + figure.of("CHA"))


def find_dex_sr(tables: Tables, figure: Figure) -> int:
    """Return the strike rank of DEX."""
    return tables.derived.dex_sr.find(figure.of("DEX"))


def find_siz_sr(tables: Tables, figure: Figure) -> int:
    """Return the strike rank of SIZ."""
    return tables.derived.siz_sr.find(figure.of("SIZ"))


def find_max_enc(figure: Figure) -> int:
    """Return what can be carried: the smaller of STR and the mean of STR and CON, rounded down."""
    return min(figure.of("STR"), (figure.of("STR") + figure.of("CON")) // 2)


def count_enc(tables: Tables, figure: Figure) -> int:
    """Return what is carried, in full ENC: arms and armour, rounded down together, and the rest."""
    arms = sum((read_enc(_find_enc(tables, arm)) for arm in figure.arms.values()), Fraction())
    armor = sum((read_enc(piece.enc) for piece in _list_pieces(tables, figure)), Fraction())
    return figure.enc + int(arms + armor)


def find_noise(tables: Tables, figure: Figure) -> int:
    """Return what worn armour takes off moving quietly: that of its noisiest piece."""
    return min((piece.noise for piece in _list_pieces(tables, figure)), default=0)


def _list_pieces(tables: Tables, figure: Figure) -> list[ArmorRow]:
    """Return the pieces of armour worn: one covers chest and abdomen, one both arms, one both legs."""
    worn = {
        (location.worn, TRUNK if location.part in TRUNK else location.part)
        for location in figure.locations.values()
        if location.worn in tables.armor and location.armor
    }
    return [tables.armor[name] for name, _ in worn]


def _find_enc(tables: Tables, arm: Arm) -> str:
    row = tables.weapons.get(arm.weapon)
    return "0" if row is None else row.enc


def find_healing_rate(tables: Tables, figure: Figure) -> int:
    """Return the points that each location heals in a week."""
    return -(-figure.of("CON") // tables.derived.healing)


def find_category_modifier(tables: Tables, category: str, characteristics: Characteristics) -> int:
    """Return what characteristics add to a category of skills, or take off."""
    row, derived = tables.categories[category], tables.derived
    plus = sum(derived.major.find(characteristics.get(name, 0)) for name in row.major)
    plus += sum(derived.minor.find(characteristics.get(name, 0)) for name in row.minor)
    minus = sum(derived.major.find(characteristics.get(name, 0)) for name in row.major_against)
    minus += sum(derived.minor.find(characteristics.get(name, 0)) for name in row.minor_against)
    return plus - minus


def find_bare_chance(tables: Tables, name: str, characteristics: Characteristics) -> int:
    """Return the base chance of a skill or weapon before its category's modifier; of an unknown one 0."""
    row, weapon = tables.skills.get(name), tables.weapons.get(name)
    if row is not None:
        return row.base + (characteristics.get(row.by, 0) * row.times if row.by else 0)
    return 0 if weapon is None else weapon.base


def find_category(tables: Tables, name: str) -> str:
    """Return the category whose modifier a skill, weapon or sorcery spell gets; nothing for others."""
    if name in tables.skills:
        return tables.skills[name].category
    if name in tables.weapons:
        return "weapons"
    return "magic" if name in tables.spells else ""


def find_base_skill(tables: Tables, name: str, characteristics: Characteristics, added: int = 0) -> int:
    """
    Return a skill or weapon as it is with so much learned: base chance, category's modifier and that.

    A chance of 0 gets no modifier: what nobody knows by nature is learned first. An unknown name is 0.
    The other hand starts from its own base chance. Never below 0.
    """
    if name.startswith(OFF):
        return tables.derived.off_hand + added
    chance, category = find_bare_chance(tables, name, characteristics) + added, find_category(tables, name)
    if not chance or not category:
        return chance
    return max(0, chance + find_category_modifier(tables, category, characteristics))


def find_free_int(tables: Tables, figure: Figure) -> int:
    """Return the INT left for manipulation: less the spirit and sorcery spells remembered."""
    remembered = [name for name in figure.known if name in tables.spells]
    return max(0, figure.of("INT") - sum(tables.spells[name].magic != "rune" for name in remembered))
