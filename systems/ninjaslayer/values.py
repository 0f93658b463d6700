"""The values of a sheet's second line (攻撃, 射撃, 機先, 電脳, 回避, 精密, 側転, 発動) and skills, now."""

from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure, Value


def find_value(figure: Figure, name: Value) -> int:
    """Return a value now: its ability (回避: the highest; 発動: ニューロン + ジツ) and its bonus dice."""
    bonus = figure.base.bonuses.get(name, 0)
    karate, neuron, wazamae = (figure.ability(one) for one in ("karate", "neuron", "wazamae"))
    match name:
        case "attack":
            return karate + bonus
        case "initiative" | "hacking":
            return neuron + bonus
        case "dodge":
            return max(karate, neuron, wazamae) + bonus
        case "activation":
            return neuron + figure.ability("jitsu") + bonus
        case _:
            return wazamae + bonus


def find_level(figure: Figure, rules: Rulebook, skill: str) -> int:
    """
    Return the level of an automatic or own skill; 0 where it is not there, 1 where it has no level.

    Automatic ones (2-16) go by the base ability alone; own ones stand in `Base.skills` as `multi_attack:2`.
    """
    level = 0
    for row in rules.tables.automatic:
        if row.skill == skill and getattr(figure.base, row.ability) >= row.at:
            level = max(level, row.level or 1)
    for own in figure.base.skills:
        name, _, number = own.partition(":")
        if name == skill:
            level = max(level, int(number) if number.isdecimal() else 1)
    return level


def list_automatic(figure: Figure, rules: Rulebook) -> tuple[str, ...]:
    """Return the automatic skills that the base abilities bring, with their levels: `multi_attack:2`."""
    levels: dict[str, int] = {}
    for row in rules.tables.automatic:
        if getattr(figure.base, row.ability) >= row.at:
            levels[row.skill] = max(levels.get(row.skill, 0), row.level)
    return tuple(f"{skill}:{level}" if level else skill for skill, level in levels.items())


def has_skill(figure: Figure, rules: Rulebook, skill: str) -> bool:
    """Return whether somebody has a skill."""
    return find_level(figure, rules, skill) > 0
