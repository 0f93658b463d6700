"""Figures as models have them, and as they are when a scenario begins and ends: what other parts ask for."""

from typing import Any

from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.making import CharacterMade, ScenarioReset, WeaponGiven
from tenmatsu.systems.ninjaslayer.figures import Base, Figure, Side
from tenmatsu.systems.ninjaslayer.rows import ModelRow

NOT_CARRIED = ("unarmed", "shuriken")
"""素手&スリケン: everybody has them, nobody owns them."""


def derive_legs(wazamae: int, rules: Rulebook) -> int:
    """Return the 脚力 that follows from a ワザマエ: half of it rounded up, with a least value."""
    return max(rules.tables.rules.legs_least, (wazamae + 1) // 2)


def count_slots(weapon: str, rules: Rulebook) -> int:
    """Return the weapon slots that a weapon takes."""
    row = rules.tables.weapons.get(weapon)
    return 0 if row is None else row.slots


def count_quick(base: Base, rules: Rulebook) -> int:
    """Return the 即応ダイス at the start of a scenario: each slot of a weapon costs one."""
    slots = sum(count_slots(weapon, rules) for weapon in base.weapons)
    return max(rules.tables.rules.quick_dice - slots, 0)


def find_model(work: Work, model: str) -> ModelRow:
    """Return a model, or refuse."""
    row = work.rules.tables.models.get(model)
    if row is None:
        refuse(work, "unknown_model", model=model, known=tuple(work.rules.tables.models))
    return row


def build_figure(work: Work, model: str, side: Side, **overrides: Any) -> Figure:
    """
    Return a figure as a model has it; overrides are base figures and `cash`, None for as it is.

    Only player characters have quick dice. Those of the GM begin with their first weapon in hand.
    """
    row = find_model(work, model)
    changes = {name: value for name, value in overrides.items() if value is not None}
    cash = int(changes.pop("cash", row.cash))
    wazamae = int(changes.get("wazamae", row.wazamae))
    given = {
        "karate": row.karate,
        "neuron": row.neuron,
        "wazamae": wazamae,
        "jitsu": row.jitsu,
        "vitality": row.vitality,
        "spirit": row.spirit,
        "legs": row.legs or derive_legs(wazamae, work.rules),
        "bonuses": row.bonuses,
        "reduction": row.reduction,
        "skills": tuple(f"{name}:{level}" if level else name for name, level in row.skills.items()),
        "weapons": row.weapons,
    }
    base = Base(**{**given, **changes})
    players = row.kind == "pc"
    return Figure(
        kind=row.kind,
        ninja=row.ninja,
        side=side,
        model=model,
        base=base,
        vitality=base.vitality,
        spirit=base.spirit,
        quick_dice=count_quick(base, work.rules) if players else 0,
        emergency_dice=base.emergency,
        cash=cash,
        wielded=base.weapons[0] if base.weapons and not players else "unarmed",
    )


def make_from_model(work: Work, character: str, model: str, side: Side, **overrides: Any) -> None:
    """Bring one character in as a model has it; overrides are base figures and `cash`."""
    figure = build_figure(work, model, side, **overrides)
    work.record(CharacterMade(character=character, kind=figure.kind, figure=figure))


def pick_up(work: Work, character: str, weapon: str) -> None:
    """Give a weapon to somebody; in a scenario its slots cost quick dice, as far as there are any."""
    figure = find_figure(work, character)
    begun = work.state.scenario.stage in ("briefing", "play")
    lost = min(count_slots(weapon, work.rules), figure.quick_dice) if begun else 0
    dice = figure.quick_dice - lost
    work.record(WeaponGiven(character=character, weapon=weapon, lost=lost, quick_dice=dice))


def reset_for_scenario(work: Work, character: str) -> None:
    """
    End for somebody what lasts for one scenario, at its end and again at the next one's start.

    Ability damage heals and injuries keep only their places, until treated; quick dice follow from the
    weapon slots, emergency dice from the gear. Vitality and spirit are full again, but for the dead.
    """
    figure = find_figure(work, character)
    base = figure.base
    work.record(
        ScenarioReset(
            character=character,
            vitality=figure.vitality if figure.exploded else base.vitality,
            spirit=figure.spirit if figure.exploded else base.spirit,
            quick_dice=count_quick(base, work.rules) if figure.kind == "pc" else 0,
            emergency_dice=base.emergency,
            untreated=tuple(dict.fromkeys((*figure.untreated, *figure.injuries))),
        )
    )


def verify_base(work: Work, base: Base) -> None:
    """Refuse base figures that nobody can have, and skills and weapons that the tables do not know."""
    most = work.rules.tables.making.figure_most
    for names, least in (
        (("karate", "neuron", "wazamae", "vitality", "legs"), 1),
        (("jitsu", "spirit", "reduction", "emergency"), 0),
    ):
        for name in names:
            value = int(getattr(base, name))
            if not least <= value <= most:
                refuse(work, "figure_out_of_range", what=name, value=value, least=least, most=most)
    for name, bonus in base.bonuses.items():
        if not -most <= bonus <= most:
            refuse(work, "figure_out_of_range", what=name, value=bonus, least=-most, most=most)
    for skill in base.skills:
        name, colon, level = skill.partition(":")
        if name not in work.rules.tables.skills:
            refuse(work, "unknown_skill", skill=name, known=tuple(work.rules.tables.skills))
        if colon and level not in _LEVELS:
            refuse(work, "skill_level", skill=name, level=level)
    for weapon in base.weapons:
        if weapon not in work.rules.tables.weapons or weapon in NOT_CARRIED:
            known = tuple(one for one in work.rules.tables.weapons if one not in NOT_CARRIED)
            refuse(work, "unknown_weapon", weapon=weapon, known=known)


_LEVELS = frozenset("123456789")
