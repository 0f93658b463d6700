"""What each may do before the dice of a judge, after them and after its result, and who is asked first."""

from tenmatsu.systems.bloodberry.decide.fairies import list_cursable, may_wish
from tenmatsu.systems.bloodberry.decide.scening import is_present
from tenmatsu.systems.bloodberry.decide.settling import find_winner, is_worth_rerolling, needs_roll
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.judges import JUDGE_WINDOWS, Judge
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.tables import TraitRow

WINDOWS = dict(zip(("before", "dice", "result"), JUDGE_WINDOWS, strict=True))
"""The moment of answering of each stage of a judge."""
ANSWER = "answer_effect"
"""The moment in which an announced effect may be cancelled."""
BEFORE_TIMINGS = ("before", "active", "passive")
RESULT_TIMINGS = ("result", "result_passive")
FEATS = frozenset({"effect", "wish", "fairy_curse"})
"""What is left of the options to the killed (完全支配)."""


def list_options(state: State, rules: Rulebook, judge: Judge) -> dict[str, tuple[str, ...]]:
    """Return what each may do at this stage of a judge: the active side, the passive one, then others."""
    sides = [side.character for side in (judge.active, judge.passive) if side is not None]
    options = {one: list_uses(state, rules, judge, one) for one in dict.fromkeys((*sides, *state.people))}
    return {one: uses for one, uses in options.items() if uses}


def list_uses(state: State, rules: Rulebook, judge: Judge, character: str) -> tuple[str, ...]:
    """Return what somebody may do at this stage of a judge."""
    person = state.people.get(character)
    # Whoever is about to enter a scene is no participant yet, but a side of the judge about it.
    here = bool(judge.place_of(character)) or is_present(state, character)
    if person is None or not person.can_use_feats or not here:
        return ()
    if judge.stage == "before":
        uses = _list_before(rules, judge, character, person)
    elif judge.stage == "dice":
        uses = _list_after_dice(state, rules, judge, character, person)
    else:
        uses = _list_after_result(rules, judge, character, person)
    return uses if person.can_act else tuple(use for use in uses if use.partition(":")[0] in FEATS)


def list_effects(person: Person, rules: Rulebook, *timings: str) -> dict[str, TraitRow]:
    """Return the effects of sublimated traits that are left to somebody, of these timings."""
    rows = rules.tables.traits
    return {
        name: rows[name]
        for name, trait in person.traits.items()
        if trait.sublimated and not trait.used and name in rows and rows[name].timing in timings
    }


def list_forgetters(state: State, rules: Rulebook, character: str) -> dict[str, tuple[str, ...]]:
    """Return who may cancel an effect of this character, and by what: others with a 忘却 left."""
    return {
        other: tuple(f"effect:{name}" for name in list_effects(person, rules, "effect"))
        for other, person in state.people.items()
        if other != character and person.can_use_feats and is_present(state, other)
    }


def _list_before(rules: Rulebook, judge: Judge, character: str, person: Person) -> tuple[str, ...]:
    of = judge.place_of(character)
    side = judge.side(of)
    rolls = side is not None and needs_roll(judge, rules, of)
    uses = list[str]()
    if rolls:
        uses += [f"help:{name}" for name in _list_helping(judge, person)]
    for name, row in list_effects(person, rules, *BEFORE_TIMINGS).items():
        if _fits_before(rules, judge, row, of, character, person):
            uses.append(f"effect:{name}")
    announced = "give_up" in judge.planned.get(character, ())
    if rolls and (uses or announced or judge.open or _may_yield(judge, of, person)):
        uses.append("give_up")
    return tuple(uses)


def _list_helping(judge: Judge, person: Person) -> list[str]:
    """Return the sublimated traits that may still give a die in this scene."""
    return [
        name
        for name, trait in person.traits.items()
        if trait.sublimated and not trait.helped and (judge.fitting is None or name in judge.fitting)
    ]


def _may_yield(judge: Judge, of: str, person: Person) -> bool:
    """Return whether giving up alone is worth a question: to a player whom another's act meets, once."""
    side = judge.passive
    if of != "passive" or judge.active is None or side is None or side.acted:
        return False
    return person.kind == "pc"


def _fits_before(
    rules: Rulebook, judge: Judge, row: TraitRow, of: str, character: str, person: Person
) -> bool:
    """Return whether an effect may be used before the dice by somebody on this side, or on none."""
    if row.effect == "other_dice":
        return bool(list_targets(rules, judge, character))
    if row.effect == "passive_standards":
        passive = judge.passive
        changes = passive is not None and needs_roll(judge, rules, "passive")
        return of == row.timing and judge.type in row.types and changes
    if not of or not needs_roll(judge, rules, of):
        return False
    if row.effect == "plain_dice":
        return True
    if row.effect == "own_dice" and count_effect(row, person) < 1:
        return False
    return of == row.timing and judge.type in row.types


def count_effect(row: TraitRow, person: Person) -> int:
    """Return how many dice an effect of somebody adds: so many, or those of a value of theirs."""
    if row.dice is None:
        return row.amount
    return person.vigour if row.dice == "vigour" else person.ability(row.dice)


def list_targets(rules: Rulebook, judge: Judge, character: str) -> tuple[str, ...]:
    """Return whose dice somebody may add to: those who roll, but oneself (自堕落)."""
    found = list[str]()
    for of, side in (("active", judge.active), ("passive", judge.passive)):
        if side is not None and side.character not in ("", character) and needs_roll(judge, rules, of):
            found.append(side.character)
    return tuple(found)


def _list_after_dice(
    state: State, rules: Rulebook, judge: Judge, character: str, person: Person
) -> tuple[str, ...]:
    of = judge.place_of(character)
    side = judge.side(of)
    uses = list[str]()
    top = state.windows[-1] if state.windows else None
    asked = top is None or top.kind != WINDOWS["dice"] or character in top.asked
    in_time = of != "active" or asked  # before the passive side, whatever that does
    if side is not None and in_time and is_worth_rerolling(judge, rules, of):
        if person.vigour >= rules.tables.vigour.reroll:
            uses.append("reroll")
        if may_wish(state, rules, side):
            uses.append("wish")
    if list_cursable(state, rules, character):
        uses.append("fairy_curse")
    return tuple(uses)


def _list_after_result(rules: Rulebook, judge: Judge, character: str, person: Person) -> tuple[str, ...]:
    of = judge.place_of(character)
    uses = list[str]()
    for name, row in list_effects(person, rules, *RESULT_TIMINGS).items():
        if _fits_after(judge, row, of):
            uses.append(f"effect:{name}")
    if of and find_winner(judge, rules) == of and (uses or judge.open):
        uses.append("fail")
    return tuple(uses)


def _fits_after(judge: Judge, row: TraitRow, of: str) -> bool:
    if judge.cancelled:
        return False
    if row.effect == "cancel_result":
        return judge.type in row.types
    active = judge.active
    lowers = active is not None and not active.given_up and active.achievement > 0
    return row.effect == "lower_active" and judge.kind == "relation" and of == "passive" and lowers
