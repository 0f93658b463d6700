"""What schools (流派), perks (我流特典) and armour (甲冑) make of a character's figures."""

from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.rows import Effects
from tenmatsu.systems.ukiyozoshi.state import Figure
from tenmatsu.systems.ukiyozoshi.tables import combine_effects

NO_EFFECTS = Effects()


def combine_styles(figure: Figure, rules: Rulebook) -> Effects:
    """Return what a character's schools and perks do together."""
    names = (*figure.schools, *figure.perks)
    if not names:
        return NO_EFFECTS
    if len(names) == 1:
        row = rules.tables.style(names[0])
        return NO_EFFECTS if row is None else row.effects
    rows = [rules.tables.style(name) for name in names]
    parts = [row.effects for row in rows if row is not None]
    return combine_effects(parts, rules.options.school_perk_stack)


def measure_gi_loss(figure: Figure, rules: Rulebook) -> int:
    """Return what 技 loses to the armour worn; 鹿島 loses less."""
    armour = rules.tables.armour.get(figure.armour) if figure.armour else None
    if armour is None:
        return 0
    return max(0, armour.gi_loss - combine_styles(figure, rules).own_armour_eased)


def measure_evasion(figure: Figure, rules: Rulebook) -> int:
    """Return evasion (回避値): 技 + level of 体さばき + 5, armour counted in (option `armour_evasion`)."""
    loss = measure_gi_loss(figure, rules) if rules.options.armour_evasion == "lowers" else 0
    return figure.gi - loss + figure.skills.get("体さばき", 0) + rules.tables.character.evasion


def find_base(figure: Figure, skill: str, rules: Rulebook) -> str:
    """Return the base ability (基本能力値) of a skill for a character."""
    row = rules.tables.skill(skill)
    return figure.skill_bases.get(skill) or (row.base if row is not None else "gi")


def measure_skill(figure: Figure, skill: str, rules: Rulebook) -> int:
    """Return the effective level (技能実効値): base ability and level, before armour."""
    return figure.ability(find_base(figure, skill, rules)) + figure.skills.get(skill, 0)
