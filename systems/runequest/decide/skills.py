"""What somebody can do, in percent: learned, by nature, or borrowed from a like weapon."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.derived import (
    count_enc,
    find_base_skill,
    find_category,
    find_characteristic,
    find_max_enc,
    find_noise,
)
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Figure
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import OFF

_NOBODY = Figure()
_BURDENED = frozenset({"agility", "manipulation", "stealth", "weapons"})
_BORROWED = 2
"""What divides the skill of a like weapon."""


def find_skill(state: State, rules: Rulebook, character: str, ability: str) -> int:
    """
    Return the percent of a skill, weapon, rune, passion, characteristic (times 5).

    A weapon never learned is used with half of the best skill of its category, where that is more than its
    base chance; so is one in the other hand (`off:broadsword`) with half of the same hand's opposite.
    """
    figure = state.characters.get(character, _NOBODY)
    tables = rules.tables
    ability = _find_own_skill(rules, ability)
    for name in CHARACTERISTICS:
        if name == ability:
            return find_characteristic(tables, figure, name) * tables.rolls.characteristic
    for known in (figure.skills, figure.runes, figure.passions):
        if ability in known and not ability.startswith(OFF):
            return known[ability]
    base = find_base_skill(tables, ability, figure.characteristics)
    base = max(base, figure.skills.get(ability, 0))
    return max(base, _borrow(rules, figure, ability))


def _find_own_skill(rules: Rulebook, ability: str) -> str:
    """Return the weapon whose skill a weapon is used with; anything else as it is."""
    row = rules.tables.weapons.get(ability.removeprefix(OFF))
    if row is None or not row.skill:
        return ability
    return OFF + row.skill if ability.startswith(OFF) else row.skill


def _borrow(rules: Rulebook, figure: Figure, ability: str) -> int:
    """Return half of the best skill with a weapon of the same category; 0 for what is no weapon."""
    weapons = rules.tables.weapons
    row = weapons.get(ability.removeprefix(OFF))
    if row is None:
        return 0
    like = (
        percent
        for name, percent in figure.skills.items()
        if name != ability
        and (found := weapons.get(name.removeprefix(OFF))) is not None
        and found.category == row.category
    )
    return max(like, default=0) // _BORROWED


def list_burdens(state: State, rules: Rulebook, character: str, ability: str) -> tuple[Circumstance, ...]:
    """
    Return what somebody wears and carries takes off a skill; of dodging `find_dodge_burden` says it.

    ENC above the limit counts on agility, manipulation, stealth and weapons, noise on moving quietly.
    """
    figure, tables = state.characters.get(character), rules.tables
    if figure is None or ability == "dodge":
        return ()
    found = list[Circumstance]()
    if find_category(tables, ability.removeprefix(OFF)) in _BURDENED:
        over = max(0, count_enc(tables, figure) - find_max_enc(figure))
        found.append(Circumstance("encumbered", over * tables.melee.encumbered))
    if ability == "move_quietly":
        found.append(Circumstance("noise", find_noise(tables, figure)))
    return tuple(one for one in found if one.amount)


def is_known(state: State, rules: Rulebook, character: str, ability: str) -> bool:
    """Return whether somebody can roll this at all: something of the figures, or of their own."""
    figure = state.characters.get(character, _NOBODY)
    if ability in figure.skills or ability in figure.runes or ability in figure.passions:
        return True
    tables = rules.tables
    return (
        ability in tables.skills or ability.removeprefix(OFF) in tables.weapons or ability in CHARACTERISTICS
    )
