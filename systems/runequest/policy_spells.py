"""What the auto-player thinks of spells: who is healed, who is struck, what stands in between."""

from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.casting import specify_resisted
from tenmatsu.systems.runequest.decide.conjuring import find_cost, specify_cast
from tenmatsu.systems.runequest.decide.damaging import Formula
from tenmatsu.systems.runequest.decide.manipulating import find_level
from tenmatsu.systems.runequest.decide.shielded import find_lacking
from tenmatsu.systems.runequest.decide.spellranks import read_casting
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import are_foes
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.policy_odds import measure_success, read_body, weigh_damage
from tenmatsu.systems.runequest.rows_magic import EffectKey, SpellRow
from tenmatsu.systems.runequest.spellbook import list_working
from tenmatsu.systems.runequest.state import State

SAVED = 0.8
"""What it is worth to bring somebody back who is out, or dies at the round's end."""
EASED = 0.3
"""What it is worth to make a location serve again."""
SPELLBOUND: dict[EffectKey, float] = {"demoralize": 0.15, "confuse": 0.2}
"""What a spell that only holds somebody back is worth."""
HEALING: frozenset[EffectKey] = frozenset({"heal", "heal_all"})


def weigh_casting(state: State, rules: Rulebook, character: str, step: Step) -> float:
    """Return what a spell is expected to do for one's own side, in shares of a fighter."""
    row = rules.tables.spells[step.spell]
    casting = read_casting(state, rules, character, step)
    figure = state.characters[character]
    if figure.embodied and find_cost(state, rules, casting)["mp"] >= figure.mp:
        return 0.0
    worth = _weigh_effect(state, rules, row, casting)
    return worth * measure_success(state, rules, specify_cast(state, rules, casting)) if worth > 0 else 0.0


def _weigh_effect(state: State, rules: Rulebook, row: SpellRow, casting: Casting) -> float:
    target = state.characters.get(casting.target)
    if target is None or target.dead:
        return 0.0
    if row.effect in HEALING:
        return 0.0 if are_foes(state, casting.caster, casting.target) else _weigh_healing(rules, target)
    if not are_foes(state, casting.caster, casting.target) or not target.is_awake:
        return 0.0
    through = _measure_resistance(state, rules, row, casting)
    if row.effect == "damage":
        return through * _weigh_bolt(rules, row, casting, target)
    held = list_working(rules.tables, target, row.effect)
    return 0.0 if held else through * SPELLBOUND.get(row.effect, 0.0)


def _weigh_healing(rules: Rulebook, target: Figure) -> float:
    if not target.embodied or all(place.hp >= place.max_hp for place in target.locations.values()):
        return 0.0
    if target.unconscious or target.hp <= rules.tables.wounds.faint_at:
        return SAVED
    return EASED if any(place.hp <= 0 for place in target.locations.values()) else 0.0


def _measure_resistance(state: State, rules: Rulebook, row: SpellRow, casting: Casting) -> float:
    """Return how likely a spell gets through the target's resistance and defensive magic."""
    if find_lacking(state, rules, casting):
        return 0.0
    if not row.resisted:
        return 1.0
    return measure_success(state, rules, specify_resisted(state, rules, casting))


def _weigh_bolt(rules: Rulebook, row: SpellRow, casting: Casting, target: Figure) -> float:
    level = find_level(rules, casting.strength).dice
    dice = row.dice or level
    times = casting.points if row.variable else 1
    formula = Formula(dice=dice, times=times)
    return weigh_damage(formula, 0, read_body(rules.tables, target), bare=not row.physical)
