"""A simple player that fights sensibly, and how a fight ends, for rollouts."""

from random import Random

import msgspec

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ukiyozoshi.commands import blows, checks, combat, katsugeki, missiles
from tenmatsu.systems.ukiyozoshi.decide.aiming import find_obstacle, is_drawn
from tenmatsu.systems.ukiyozoshi.decide.arms import has_free_hands
from tenmatsu.systems.ukiyozoshi.decide.attack import list_weapons
from tenmatsu.systems.ukiyozoshi.decide.budget import (
    find_turn,
    left_of_move,
    pay_attack,
    whose_turn,
)
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_skill
from tenmatsu.systems.ukiyozoshi.decide.places import SQUARE, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.legal import list_foes, list_moves
from tenmatsu.systems.ukiyozoshi.pending import list_pending
from tenmatsu.systems.ukiyozoshi.state import Figure, State
from tenmatsu.systems.ukiyozoshi.wording import load_words

SPARE = 2
"""活劇点 that the simple player keeps back for better use than a reroll or an action."""

__all__ = ["choose_move", "find_next", "find_outcome", "list_moves"]

_COMMANDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (*blows.BLOW_COMMANDS, *checks.CHECK_COMMANDS, *katsugeki.KATSUGEKI_COMMANDS)
}


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character; `RuleViolation` where there is nothing to do."""
    for choice in list_pending(state):
        if choice.whom == character:
            option = _answer(state, rules, choice.kind, character, choice.options)
            return _build(choice.command, character, option)
    figure = state.characters.get(character)
    if figure is None or state.combat is None or whose_turn(state.combat) != character:
        return _pass(state, rules, character, rng)
    if not figure.can_act:
        return combat.EndTurn(character=character)
    return (
        _strike(state, rules, character, figure, rng)
        or _draw(state, rules, character, figure)
        or _approach(state, rules, character, figure)
        or combat.EndTurn(character=character)
    )


def _build(tag: str, character: str, option: str) -> Command:
    who = {} if character.startswith("@") else {"character": character}
    return msgspec.convert({"type": tag, **who, "choice": option}, _COMMANDS[tag])


def _pass(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Roll some skill the character has, where there is no fight to think about."""
    figure = state.characters.get(character)
    able = figure is not None and figure.can_act and state.combat is None and not list_pending(state)
    skills = sorted(figure.skills) if figure is not None and able else []
    if not skills:
        raise RuleViolation("ukiyozoshi.nothing_to_choose", words=load_words(), character=character)
    return checks.RollSkill(character=character, skill=rng.choice(skills))


# ---- answers ----


def _answer(state: State, rules: Rulebook, kind: str, character: str, options: tuple[str, ...]) -> str:
    figure = state.characters.get(character, Figure())
    match kind:
        case "after_failure":
            return _after_failure(state, figure, options)
        case "defend":
            return _defend(rules, figure, options)
        case "counter" | "resist":
            return options[0] if not options[0].startswith("buy_") else "none"
        case "before_roll":
            return "roll"
        case "coincidence":
            return "deny"
        case "coincidence_price":
            return "decline"
        case _:
            return options[-1]


def _after_failure(state: State, figure: Figure, options: tuple[str, ...]) -> str:
    """Turn what would cost blood; reroll what points are left over for."""
    roll = "" if state.check is None else state.check.roll
    if "success" in options and roll in {"parry", "sidestep", "stun"} and figure.endurance <= 6:
        return "success"
    return "reroll" if "reroll" in options and figure.katsugeki > SPARE else "stand"


def _defend(rules: Rulebook, figure: Figure, options: tuple[str, ...]) -> str:
    """Parry or sidestep, whichever is better; pay for it when hurt or rich."""
    free = [option for option in options if option in {"parry", "sidestep"}]
    paid = [option for option in options if option.startswith("buy_")]
    worth = figure.katsugeki > SPARE or figure.endurance <= 4
    choices = free or (paid if worth else [])
    return max(choices, key=lambda option: _measure_defence(rules, figure, option), default="none")


def _measure_defence(rules: Rulebook, figure: Figure, option: str) -> int:
    if option.endswith("sidestep"):
        return measure_skill(figure, "体さばき", rules) + (1 if figure.skills.get("体さばき") else -1)
    rows = [rules.tables.weapons[w] for w in figure.hands if w in rules.tables.weapons]
    return max((measure_skill(figure, row.skill, rules) for row in rows if row.parries), default=0)


# ---- a turn ----


def list_enemies(state: State, character: str) -> tuple[str, ...]:
    """Return those of the other side who can still act."""
    side = _is_players(state.characters.get(character, Figure()))
    return tuple(
        other
        for other in list_foes(state, character)
        if (figure := state.characters.get(other, Figure())).can_act and _is_players(figure) is not side
    )


def _is_players(figure: Figure) -> bool:
    return not figure.npc or figure.companion


def _strike(state: State, rules: Rulebook, character: str, figure: Figure, rng: Random) -> Command | None:
    turn = find_turn(state, character)
    best: list[tuple[int, str, str]] = []
    for weapon in list_weapons(figure, rules):
        row = rules.tables.weapons[weapon]
        if not pay_attack(figure, turn, weapon, rules):
            continue
        worth = measure_skill(figure, row.skill, rules) + row.plus - row.evasion_plus
        for target in list_enemies(state, character):
            drawn = is_drawn(figure, weapon, rules)
            blow = Blow(striker=character, target=target, weapon=weapon, drawn=drawn)
            if find_obstacle(state, rules, blow) is None:
                best.append((worth, target, weapon))
    if not best:
        return _shoot(state, rules, character)
    most = max(worth for worth, _, _ in best)
    _, target, weapon = rng.choice([choice for choice in best if choice[0] == most])
    return blows.Attack(character=character, target=target, weapon=weapon)


def _shoot(state: State, rules: Rulebook, character: str) -> Command | None:
    for move in list_moves(state, rules, character):
        if move.command == "ukiyozoshi.shoot" and move.fields["target"] in list_enemies(state, character):
            return missiles.Shoot(**move.fields)
    return None


def _draw(state: State, rules: Rulebook, character: str, figure: Figure) -> Command | None:
    """Draw the best weapon at hand where nothing is drawn."""
    if any(weapon in rules.tables.weapons for weapon in figure.hands):
        return None
    owned = [
        weapon
        for weapon, count in figure.belongings.items()
        if count > 0 and weapon in rules.tables.weapons and has_free_hands(figure, weapon, rules)
    ]
    draws = [
        move.fields
        for move in list_moves(state, rules, character)
        if move.command == "ukiyozoshi.draw_weapon" and move.fields["weapon"] in owned
    ]
    if not draws:
        return None
    rows = rules.tables.weapons
    return combat.DrawWeapon(**max(draws, key=lambda fields: rows[fields["weapon"]].plus))


def _approach(state: State, rules: Rulebook, character: str, figure: Figure) -> Command | None:
    """Go towards the nearest enemy until a weapon reaches."""
    turn = find_turn(state, character)
    left = 0 if turn.aimed or figure.held_by else left_of_move(figure, turn, rules) // SQUARE
    near = sorted(
        (distance, enemy)
        for enemy in list_enemies(state, character)
        if (distance := measure_distance(state, character, enemy)) is not None
    )
    if not left or not near:
        return None
    distance, enemy = near[0]
    want = SQUARE if _has_reach(figure, rules) else 0
    steps = min(left, (distance - want + 1) // SQUARE)
    if distance < SQUARE <= want and figure.x is not None:
        return combat.Move(character=character, x=figure.x + 1, y=figure.y)
    if steps < 1:
        return None
    foe = state.characters.get(enemy, Figure())
    if figure.x is None or figure.y is None or foe.x is None or foe.y is None:
        return combat.Move(character=character, toward=enemy, ken=steps)
    x = figure.x + _step(foe.x - figure.x, steps, want)
    y = figure.y + _step(foe.y - figure.y, steps, want)
    return None if (x, y) == (figure.x, figure.y) else combat.Move(character=character, x=x, y=y)


def _step(way: int, steps: int, want: int) -> int:
    """Return how far to go along one axis, stopping next to the foe."""
    short = max(0, abs(way) - want // SQUARE)
    return (1 if way > 0 else -1) * min(steps, short)


def _has_reach(figure: Figure, rules: Rulebook) -> bool:
    rows = [rules.tables.weapons[w] for w in figure.hands if w in rules.tables.weapons]
    return any(row.reach >= SQUARE for row in rows)


# ---- the end ----


def find_next(state: State) -> Turn | None:
    """Return whose turn (行動手番) it is in the fight; None outside one."""
    combat = state.combat
    return None if combat is None else Turn(whose_turn(combat), combat.round)


def find_outcome(state: State) -> Outcome | None:
    """Return which side is left standing, None while both are or there is no fight."""
    if state.combat is None:
        return None
    figures: dict[str, Figure] = {
        one: figure for one in state.combat.order if (figure := state.characters.get(one)) is not None
    }
    ours = any(figure.can_act for figure in figures.values() if _is_players(figure))
    theirs = any(figure.can_act for figure in figures.values() if not _is_players(figure))
    if ours and theirs:
        return None
    values: dict[str, int] = {}
    for one, figure in figures.items():
        values |= {f"{one}.endurance": figure.endurance, f"{one}.katsugeki": figure.katsugeki}
    result = "players_win" if ours else "foes_win" if theirs else "nobody_wins"
    return Outcome(result=result, values=values)
