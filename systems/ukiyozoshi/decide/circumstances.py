"""The circumstances that change a check by themselves: sleep, hunger, fatigue, armour."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_gi_loss
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.state import Figure


def gather_circumstances(figure: Figure, rules: Rulebook) -> tuple[Circumstance, ...]:
    """Return what sleep, food and work add to every difficulty (睡眠 食事 疲労)."""
    row = rules.tables.health
    health = figure.health
    awake, hungry = health.awake >= row.awake_hours * 60, health.scarce_days >= row.hunger_days
    if not (awake or hungry or health.short_sleep or health.fatigued):
        return ()
    burdens = (
        ("awake", awake),
        ("short_sleep", health.short_sleep),
        ("hungry", hungry),
        ("fatigued", health.fatigued),
    )
    return tuple(Circumstance(key, row.circumstance) for key, weighs in burdens if weighs)


def gather_penalties(figure: Figure, ability: str, rules: Rulebook) -> tuple[Circumstance, ...]:
    """Return what armour takes off checks that rest on 技 (甲冑)."""
    loss = measure_gi_loss(figure, rules) if ability == "gi" else 0
    return (Circumstance("armour", -loss),) if loss else ()
