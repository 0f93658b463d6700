"""A spell before it is cast: what is left open filled in, its cost, its roll, what stands in its way."""

from collections.abc import Callable

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.bodies import can_do_nothing, find_worst
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_skill
from tenmatsu.systems.runequest.decide.manipulating import (
    add_inscribed,
    count_levels,
    find_level,
    hinder_manipulation,
    measure_sorcery,
)
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import are_engaged, find_distance
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.rows_magic import EffectKey, SpellRow
from tenmatsu.systems.runequest.spellbook import list_working
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables
from tenmatsu.systems.runequest.wielding import get_row

HEALING: frozenset[EffectKey] = frozenset({"heal", "heal_all", "regrow"})
_BODILY: frozenset[EffectKey] = frozenset({*HEALING, "strength", "armor", "ward"})
"""They need a body to work on."""
_replace = msgspec.structs.replace


def complete_casting(state: State, rules: Rulebook, casting: Casting) -> Casting:
    """Return a casting with everything that was left open; the caster and the spell exist."""
    tables, figure = rules.tables, state.characters[casting.caster]
    row = tables.spells[casting.spell]
    casting = _replace(casting, magic=row.magic, points=_settle_points(figure, row, casting))
    if row.magic == "sorcery":
        casting = add_inscribed(figure, casting)
    if row.magic == "rune" and not casting.rune:
        casting = _replace(casting, rune=_find_best_rune(figure, row))
    if row.target == "self":
        casting = _replace(casting, target=casting.caster)
    elif row.target == "area":
        casting = _replace(casting, target="")
    elif not casting.target:
        casting = _replace(casting, target=casting.caster)
    target = state.characters.get(casting.target)
    if target is None or casting.at:
        return casting
    if row.target == "weapon":
        return _replace(casting, at=_find_weapon(tables, target, row))
    if row.target == "location":
        lost = row.effect == "regrow"
        at = _find_maimed(target) if lost else find_worst(state, casting.target)
        return _replace(casting, at=at)
    return casting


def _find_maimed(figure: Figure) -> str:
    """Return a limb that is lost, severed or maimed; empty where there is none."""
    return next(
        (name for name, one in figure.locations.items() if one.state in ("severed", "maimed", "lost")), ""
    )


def _settle_points(figure: Figure, row: SpellRow, casting: Casting) -> int:
    """Return the points of a spell; of sorcery its intensity."""
    if row.magic == "sorcery":
        return 1 + count_levels(add_inscribed(figure, casting))
    if casting.points:
        return casting.points
    if row.magic == "rune" or not row.variable:
        return row.cost
    return figure.known.get(casting.spell, row.cost)


def _find_best_rune(figure: Figure, row: SpellRow) -> str:
    fitting = [name for name in figure.runes if not row.runes or name in row.runes]
    return max(fitting, key=lambda name: figure.runes[name], default="")


def _find_weapon(tables: Tables, figure: Figure, row: SpellRow) -> str:
    """Return the weapon in hand that a spell works on; for a repair the one that misses most."""
    if row.effect == "repair":
        hurt = {name: arm.max_hp - arm.hp for name, arm in figure.arms.items() if not arm.broken}
        return max((name for name in hurt if hurt[name] > 0), key=lambda name: hurt[name], default="")
    fitting = [name for name in figure.arms if _fits(tables, figure, row, name) and figure.arms[name].hand]
    return fitting[0] if fitting else ""


def _fits(tables: Tables, figure: Figure, row: SpellRow, name: str) -> bool:
    arm, weapon = figure.arms.get(name), get_row(tables, figure, name)
    if arm is None or arm.broken:
        return False
    if row.effect == "repair":
        return True
    return not weapon.shield and bool(weapon.range) == (row.effect == "missile_damage")


def find_cost(state: State, rules: Rulebook, casting: Casting) -> dict[str, int]:
    """Return what it costs where it succeeds: `mp`, `rune_points`."""
    if casting.magic == "rune":
        return {"mp": casting.boost, "rune_points": casting.points}
    if casting.magic == "spirit":
        return {"mp": casting.points + casting.boost, "rune_points": 0}
    figure, row = state.characters[casting.caster], rules.tables.spells[casting.spell]
    sorcery = measure_sorcery(rules, figure, row, count_levels(casting))
    own = 0 if sorcery is None else sorcery.base + sorcery.manipulation
    return {"mp": own + casting.boost, "rune_points": 0}


def specify_cast(state: State, rules: Rulebook, casting: Casting) -> CheckSpec:
    """Return the casting roll: POW × 5, a rune affinity, the spell's skill."""
    figure = state.characters[casting.caster]
    if casting.magic == "spirit":
        ability, skill = "POW", figure.of("POW") * rules.tables.magic.cast
    elif casting.magic == "rune":
        ability, skill = casting.rune, figure.runes.get(casting.rune, 0)
    else:
        ability = casting.spell
        skill = find_skill(state, rules, casting.caster, casting.spell)
    favor = Circumstance("gm_says", figure.spell_plus)
    told = (favor,) if favor.amount else ()
    return CheckSpec(
        character=casting.caster, purpose="cast", ability=ability, skill=skill, circumstances=told
    )


def hinder_casting(state: State, rules: Rulebook, casting: Casting) -> str:
    """Return why a complete casting is not possible now, as a key of `[labels]`; empty where it is."""
    for check in CHECKS:
        reason = check(state, rules, casting)
        if reason:
            return reason
    return ""


def hinder_own(state: State, rules: Rulebook, casting: Casting) -> str:
    """Return why somebody cannot cast this whoever it is for: what they know, and what it costs."""
    return _check_spell(state, rules, casting) or _check_cost(state, rules, casting)


def _check_caster(state: State, rules: Rulebook, casting: Casting) -> str:
    figure, row = state.characters[casting.caster], rules.tables.spells[casting.spell]
    if not figure.is_awake:
        return "cannot_act"
    if list_working(rules.tables, figure, "confuse"):
        return "confused"
    if can_do_nothing(figure) and not _is_last_prayer(rules, figure, casting, row):
        return "cannot_act"
    if figure.is_hindered("shocked") and row.resisted:
        return "shocked"
    return ""


def _is_last_prayer(rules: Rulebook, figure: Figure, casting: Casting, row: SpellRow) -> bool:
    """Return whether Rune magic heals its own caster, whose chest is at 0 (option `chest_zero_magic`)."""
    if rules.options.chest_zero_magic != "rune" or row.magic != "rune" or row.effect not in HEALING:
        return False
    this_round = any(one.kind == "shocked" and one.until is not None for one in figure.hindrances)
    return casting.target == casting.caster and not this_round


def _check_spell(state: State, rules: Rulebook, casting: Casting) -> str:
    figure, row = state.characters[casting.caster], rules.tables.spells[casting.spell]
    known = casting.spell in figure.known or casting.spell in figure.inscribed
    if not known and not (row.magic == "sorcery" and casting.spell in figure.skills):
        return "spell_unknown"
    if row.magic == "sorcery":
        if measure_sorcery(rules, figure, row, 0) is None:
            return "not_mastered"
        return hinder_manipulation(rules, figure, casting)
    most = row.cost
    if row.variable:
        most = figure.known.get(casting.spell, 0) if row.magic == "spirit" else casting.points
    if not row.cost <= casting.points <= most:
        return "wrong_points"
    if row.magic == "rune" and (
        casting.rune not in figure.runes or (row.runes and casting.rune not in row.runes)
    ):
        return "no_rune"
    return hinder_manipulation(rules, figure, casting)


def _check_cost(state: State, rules: Rulebook, casting: Casting) -> str:
    figure, cost = state.characters[casting.caster], find_cost(state, rules, casting)
    if cost["rune_points"] > figure.rune_points:
        return "no_rune_points"
    return "no_mp" if cost["mp"] > figure.mp else ""


def _check_target(state: State, rules: Rulebook, casting: Casting) -> str:
    row, target = rules.tables.spells[casting.spell], state.characters.get(casting.target)
    if row.target == "area":
        return ""
    if target is None or target.dead:
        return "target_gone"
    if not target.embodied and (row.effect in _BODILY or row.target in ("weapon", "location")):
        return "no_body"
    if not target.embodied and not target.visible and casting.target != casting.caster:
        return "not_visible"
    if row.target == "weapon" and not _fits(rules.tables, target, row, casting.at):
        return "no_weapon"
    if row.target == "location" and casting.at and casting.at not in target.locations:
        return "no_location"
    if row.effect == "regrow" and not casting.at:
        return "no_location"
    return "" if is_in_range(state, rules, casting) else "out_of_range"


def is_in_range(state: State, rules: Rulebook, casting: Casting) -> bool:
    """Return whether the target is near enough: within reach for a touch; always where no place is known."""
    if casting.target == casting.caster or are_engaged(state, casting.caster, casting.target):
        return True
    metres, row = find_distance(state, casting.caster, casting.target), rules.tables.spells[casting.spell]
    if row.magic == "sorcery":
        limit = find_level(rules, casting.range).range
    else:
        limit = row.range or rules.tables.round.reach
    return metres is None or metres <= limit


CHECKS: tuple[Callable[[State, Rulebook, Casting], str], ...] = (
    _check_caster,
    _check_spell,
    _check_cost,
    _check_target,
)
"""In the order in which they are asked."""
