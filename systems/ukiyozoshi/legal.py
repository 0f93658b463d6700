"""What may legally be done now: answers to open choices, a turn in a fight, checks outside one."""

from collections.abc import Iterable, Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.ukiyozoshi.decide.aiming import HELD, find_obstacle, is_drawn
from tenmatsu.systems.ukiyozoshi.decide.arms import has_free_hands
from tenmatsu.systems.ukiyozoshi.decide.attack import list_weapons
from tenmatsu.systems.ukiyozoshi.decide.budget import (
    OTHER,
    find_turn,
    has_move,
    left_of_move,
    pay_attack,
    whose_turn,
)
from tenmatsu.systems.ukiyozoshi.decide.missiles import is_thrown
from tenmatsu.systems.ukiyozoshi.decide.places import SQUARE, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow, Turn
from tenmatsu.systems.ukiyozoshi.pending import list_pending
from tenmatsu.systems.ukiyozoshi.state import Figure, State

TAG = "ukiyozoshi."


def list_moves(state: State, rules: Rulebook, character: str) -> Iterable[Move]:
    """Return what a character (or `@gm`) may do now."""
    pending = list_pending(state)
    if pending:
        for choice in pending:
            if choice.whom == character:
                who = {} if character.startswith("@") else {"character": character}
                for option in choice.options:
                    yield Move(command=choice.command, fields={**who, "choice": option})
        return
    figure = state.characters.get(character)
    if figure is None:
        return
    if state.combat is not None:
        if whose_turn(state.combat) == character:
            yield from _list_turn(state, rules, character, figure)
        return
    if figure.can_act:
        yield from _list_checks(rules, character)


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the GM's next steps before play, or how a character is made that was not yet."""
    if character in state.characters:
        return
    if not character:
        if not state.players:
            yield Move(command=f"{TAG}open_party", open=(OpenField("players", low=1),))
        if not state.clock.dated:
            date = (OpenField("year"), OpenField("month", low=1), OpenField("day", low=1), OpenField("hour"))
            yield Move(command=f"{TAG}set_calendar", open=date)
        return
    abilities = tuple(OpenField(name, low=1) for name in ("shin", "gi", "tai"))
    for command in ("make_character", "make_npc"):
        ranks = tuple(rank for rank in rules.tables.ranks if command == "make_npc" or rank != "extra")
        rank = OpenField("rank", choices=ranks)
        yield Move(command=f"{TAG}{command}", fields={"character": character}, open=(rank, *abilities))


def _list_checks(rules: Rulebook, character: str) -> Iterator[Move]:
    difficulty = OpenField("difficulty", low=0, high=99, required=False)
    skills = tuple(name for name, row in rules.tables.skills.items() if row.special != "must")
    yield Move(
        command=f"{TAG}roll_skill",
        fields={"character": character},
        open=(OpenField("skill", choices=skills), difficulty),
    )
    yield Move(
        command=f"{TAG}roll_ability",
        fields={"character": character},
        open=(OpenField("ability", choices=("shin", "gi", "tai")), difficulty),
    )


def _list_turn(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    who = {"character": character}
    if figure.can_act:
        yield from _list_blows(state, rules, character, figure)
        yield from _list_shots(state, rules, character, figure)
        yield from _list_acts(state, rules, character, figure)
        if figure.katsugeki >= rules.tables.katsugeki.action:
            for kind in ("move", "attack"):
                if kind == "move" or not find_turn(state, character).reloading:
                    yield Move(command=f"{TAG}buy_action", fields={**who, "kind": kind})
    yield Move(command=f"{TAG}end_turn", fields=who)


def list_foes(state: State, character: str) -> tuple[str, ...]:
    """Return the others in the fight who are not dead, in the order of their turns."""
    order = () if state.combat is None else state.combat.order
    return tuple(
        other for other in order if other != character and not state.characters.get(other, Figure()).dead
    )


def _list_blows(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    turn = find_turn(state, character)
    weapons = [w for w in list_weapons(figure, rules) if pay_attack(figure, turn, w, rules)]
    grips = pay_attack(figure, turn, "組む", rules)
    for target in list_foes(state, character):
        who = {"character": character, "target": target}
        for weapon in weapons:
            drawn = is_drawn(figure, weapon, rules)
            blow = Blow(striker=character, target=target, weapon=weapon, drawn=drawn)
            if find_obstacle(state, rules, blow) is None:
                yield Move(command=f"{TAG}attack", fields={**who, "weapon": weapon})
        if not grips:
            continue
        for style in ("grapple", *HELD):
            weapon = "投げ" if style == "throw" else "組む"
            blow = Blow(striker=character, target=target, weapon=weapon, style=style)
            if find_obstacle(state, rules, blow) is None:
                aims = (OpenField("aim", choices=("faint", "kill")),) if style == "choke" else ()
                yield Move(command=f"{TAG}{style}", fields=who, open=aims)


def _list_shots(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    turn = find_turn(state, character)
    for weapon in dict.fromkeys(figure.hands):
        row = rules.tables.missiles.get(weapon)
        if row is None or not pay_attack(figure, turn, weapon, rules):
            continue
        ready = is_thrown(weapon, row) or weapon in figure.loaded
        if not ready or figure.belongings.get(row.ammunition, 0) < 1:
            continue
        for target in list_foes(state, character):
            distance = measure_distance(state, character, target)
            if distance is not None and distance <= row.range * SQUARE * rules.tables.shots.far_times:
                fields = {"character": character, "target": target, "weapon": weapon}
                yield Move(command=f"{TAG}shoot", fields=fields)


def _list_acts(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    turn = find_turn(state, character)
    who = {"character": character}
    left = 0 if turn.aimed else left_of_move(figure, turn, rules)
    if left >= SQUARE and not figure.held_by:
        yield from _list_ways(state, who, figure, left // SQUARE)
    for pay in _list_pay(figure, turn, left, rules):
        for weapon in figure.belongings:
            if is_drawable(figure, weapon, rules):
                yield Move(command=f"{TAG}draw_weapon", fields={**who, "weapon": weapon, "pay": pay})
        for weapon in dict.fromkeys(figure.hands):
            yield Move(command=f"{TAG}sheathe_weapon", fields={**who, "weapon": weapon, "pay": pay})
    yield from _list_readying(figure, turn, who, rules)
    if figure.posture == "prone" and has_move(turn) and not turn.aimed:
        yield Move(command=f"{TAG}take_posture", fields={**who, "posture": "standing"})


def _list_readying(figure: Figure, turn: Turn, who: dict[str, str], rules: Rulebook) -> Iterator[Move]:
    ways = ("move",) if has_move(turn) and not turn.aimed else ()
    if pay_attack(figure, turn, OTHER, rules) == "usual":
        ways = (*ways, "attack")
    for weapon in dict.fromkeys((*figure.hands, *figure.belongings)) if ways else ():
        if is_unready(figure, weapon, rules):
            for pay in ways:
                yield Move(command=f"{TAG}ready_missile", fields={**who, "weapon": weapon, "pay": pay})


def _list_ways(state: State, who: dict[str, str], figure: Figure, ken: int) -> Iterator[Move]:
    if figure.x is not None and figure.y is not None:
        squares = (
            OpenField("x", low=figure.x - ken, high=figure.x + ken),
            OpenField("y", low=figure.y - ken, high=figure.y + ken),
        )
        yield Move(command=f"{TAG}move", fields=who, open=squares)
        return
    for other in list_foes(state, who["character"]):
        if measure_distance(state, who["character"], other) is not None:
            for way in ("toward", "away_from"):
                way_open = (OpenField("ken", low=1, high=ken),)
                yield Move(command=f"{TAG}move", fields={**who, way: other}, open=way_open)


def _list_pay(figure: Figure, turn: Turn, left: int, rules: Rulebook) -> tuple[str, ...]:
    move = ("move",) if left >= rules.tables.combat.draw_move else ()
    usual = pay_attack(figure, turn, OTHER, rules) == "usual"
    return (*move, "attack") if usual else move


def is_drawable(figure: Figure, weapon: str, rules: Rulebook) -> bool:
    """Return whether a weapon can be taken to hand (one that flew must be readied instead)."""
    known = weapon in rules.tables.weapons or weapon in rules.tables.missiles
    spare = figure.belongings.get(weapon, 0) > figure.hands.count(weapon)
    missile = rules.tables.missiles.get(weapon)
    readied = missile is not None and is_thrown(weapon, missile) and figure.thrown
    return known and spare and not readied and has_free_hands(figure, weapon, rules)


def is_unready(figure: Figure, weapon: str, rules: Rulebook) -> bool:
    """Return whether a missile takes actions to ready: a bow to be loaded, a blade to be taken to hand."""
    row = rules.tables.missiles.get(weapon)
    if row is None or row.gun or row.ready_rounds or figure.belongings.get(row.ammunition, 0) < 1:
        return False
    if not is_thrown(weapon, row):
        return weapon in figure.hands and weapon not in figure.loaded
    spare = figure.belongings.get(weapon, 0) > figure.hands.count(weapon)
    return figure.thrown and spare and has_free_hands(figure, weapon, rules)
