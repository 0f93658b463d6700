"""The auto-player's own turn: the check or the curse that is worth most, a special action, or none."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.confronting import TakeSpecialAction
from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.judging import UseEffect
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.rounds import ForgoAction
from tenmatsu.systems.bloodberry.decide.curses import list_weaknesses
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.relations import list_affirming
from tenmatsu.systems.bloodberry.decide.strengths import camp_of, find_strength
from tenmatsu.systems.bloodberry.decide.windows import count_effect, list_effects
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.legal_turns import is_in_reach, list_open_curses, list_victims
from tenmatsu.systems.bloodberry.people import Person, RelationType
from tenmatsu.systems.bloodberry.policy_odds import beat, reach
from tenmatsu.systems.bloodberry.state import State

OUT = 3.0
"""What it is worth to a curse to put somebody out, in points of an ability."""
HEALED = 2
"""At so much of an ability or below, it is healed."""


def play_turn(state: State, rules: Rulebook, character: str) -> Command:
    """Choose a turn action for somebody of a confrontation."""
    person = state.people.get(character, Person())
    if character in state.confrontation:
        return _curse(state, rules, character, person) or ForgoAction(character=character)
    healing = _heal(rules, character, person)
    if healing is not None:
        return healing
    best, chance = _find_check(state, rules, character, person)
    special, luck = _find_special(state, rules, character, person)
    if special is not None and luck > chance:
        return special
    return best if best is not None and chance > 0 else ForgoAction(character=character)


def _heal(rules: Rulebook, character: str, person: Person) -> UseEffect | None:
    """Heal a low ability where an effect can; it takes no turn."""
    for trait, row in list_effects(person, rules, "any").items():
        ability = row.heals
        if (
            row.effect == "heal"
            and ability
            and person.lost.get(ability)
            and person.ability(ability) <= HEALED
        ):
            return UseEffect(character=character, trait=trait)
    return None


# ---- relation checks ----


def _find_check(
    state: State, rules: Rulebook, character: str, person: Person
) -> tuple[RelationCheck | None, float]:
    """Return the relation check upon a curse with the best chance, and that."""
    best: RelationCheck | None = None
    most, judge = -1.0, rules.tables.judge
    camp = camp_of(state, character)
    helps = sum(trait.sublimated and not trait.helped for trait in person.traits.values())
    for curse in list_open_curses(state, rules, character):
        needed = find_strength(state, camp, curse) + 1
        for check, row in rules.tables.types.items():
            if check in person.barred:
                continue
            second = max((one for one in ABILITIES if one != row.ability), key=person.ability)
            dice = person.ability(row.ability) + person.ability(second) + helps
            dice += sum(list_affirming(state, rules, character, check).values())
            dice += _count_effects(rules, person, check)
            against = 2 * state.people[curse].ability(row.ability)
            against += sum(list_affirming(state, rules, curse, check).values())
            chance = beat(dice, against, needed, judge.hit, judge.sides)
            if chance > most:
                best = RelationCheck(character=character, target=curse, check=check, second=second)
                most = chance
    return best, most


def _count_effects(rules: Rulebook, person: Person, check: RelationType) -> int:
    """Return the dice that effects left to somebody could add to a check of this type."""
    return sum(
        count_effect(row, person)
        for row in list_effects(person, rules, "active", "before").values()
        if row.effect == "plain_dice" or (row.effect == "own_dice" and check in row.types)
    )


def _find_special(
    state: State, rules: Rulebook, character: str, person: Person
) -> tuple[TakeSpecialAction | None, float]:
    """Return the special action that deepens a relation the likeliest, and how likely."""
    best: TakeSpecialAction | None = None
    most, judge = 0.0, rules.tables.judge
    curses = list_open_curses(state, rules, character)
    for number, special in enumerate(state.specials, start=1):
        if not special.gain or not curses:
            continue
        dice = person.ability(special.first) + person.ability(special.second)
        chance = reach(dice, special.difficulty, judge.hit, judge.sides) if special.first else 1.0
        if chance * special.gain > most:
            most = chance * special.gain
            best = TakeSpecialAction(character=character, action=number, target=curses[0])
    return best, most


# ---- curses ----


def _curse(state: State, rules: Rulebook, curse: str, own: Person) -> CallCurse | None:
    """Strike where it is expected to do most: what puts somebody out counts more."""
    best: CallCurse | None = None
    most = 0.0
    for command, worth in _list_strikes(state, rules, curse, own):
        if worth > most:
            best, most = command, worth
    return best


def _list_strikes(
    state: State, rules: Rulebook, curse: str, own: Person
) -> Iterator[tuple[CallCurse, float]]:
    judge = rules.tables.judge
    for victim in list_victims(state):
        person = state.people[victim]
        for check, row in rules.tables.curses.items():
            value, needed = person.ability(row.ability), own.ability(row.ability)
            if needed < 1 or check in own.barred or not value or not is_in_reach(state, victim):
                continue
            dice = 2 * value + sum(list_weaknesses(person, rules, check).values())
            failing = 1 - reach(dice, needed, judge.hit, judge.sides)
            worth = OUT if value == 1 else 1 + 1 / value
            yield CallCurse(character=victim, check=check, curse=curse), failing * worth
