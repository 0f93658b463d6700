"""What somebody can do, in percent: learned, by nature, or borrowed from a like weapon."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.derived import count_enc, find_base_skill, find_max_enc
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
            return figure.of(name) * tables.rolls.characteristic
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
    """Return what ENC above the limit takes off agility, manipulation, stealth and weapons; dodging apart."""
    figure = state.characters.get(character)
    if figure is None or ability == "dodge" or _find_category(rules, ability) not in _BURDENED:
        return ()
    over = max(0, count_enc(rules.tables, figure) - find_max_enc(figure))
    return (Circumstance("encumbered", over * rules.tables.melee.encumbered),) if over else ()


def _find_category(rules: Rulebook, ability: str) -> str:
    row = rules.tables.skills.get(ability)
    if row is not None:
        return row.category
    return "weapons" if ability.removeprefix(OFF) in rules.tables.weapons else ""


def is_known(state: State, rules: Rulebook, character: str, ability: str) -> bool:
    """Return whether somebody can roll this at all: something of the figures, or of their own."""
    figure = state.characters.get(character, _NOBODY)
    if ability in figure.skills or ability in figure.runes or ability in figure.passions:
        return True
    tables = rules.tables
    return (
        ability in tables.skills or ability.removeprefix(OFF) in tables.weapons or ability in CHARACTERISTICS
    )
