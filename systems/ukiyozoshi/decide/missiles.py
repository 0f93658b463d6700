"""Missiles (飛び道具): near and far, ammunition, readying and reloading."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.missiles import ReadyMissile, ReloadGun, Shoot
from tenmatsu.systems.ukiyozoshi.decide.aiming import specify_hit
from tenmatsu.systems.ukiyozoshi.decide.arms import verify_draw
from tenmatsu.systems.ukiyozoshi.decide.attack import declare_attack, offer_counter
from tenmatsu.systems.ukiyozoshi.decide.budget import SIDESTEP, pay_attack, use_whole, verify_turn
from tenmatsu.systems.ukiyozoshi.decide.checks import verify_check
from tenmatsu.systems.ukiyozoshi.decide.places import SQUARE, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.combat import MissileLoosed, MissileReadied
from tenmatsu.systems.ukiyozoshi.fight import Blow, Turn
from tenmatsu.systems.ukiyozoshi.rows import MissileRow
from tenmatsu.systems.ukiyozoshi.state import Figure, State

_replace = msgspec.structs.replace


def find_missile(work: Work, weapon: str) -> MissileRow:
    """Return the row of a missile weapon, or refuse."""
    row = work.rules.tables.missiles.get(weapon)
    if row is None:
        refuse(work, "no_missile", weapon=weapon)
    return row


def is_thrown(weapon: str, row: MissileRow) -> bool:
    """Return whether the weapon itself flies."""
    return row.ammunition == weapon


def measure_range(state: State, command: Shoot) -> int | None:
    """Return the distance of a shot in half-ken: of the map, as said by the GM, or as the command says."""
    distance = measure_distance(state, command.character, command.target)
    if distance is None and command.ken is not None:
        return command.ken * SQUARE
    return distance


def is_far(distance: int, row: MissileRow, rules: Rulebook) -> bool:
    """Return whether a distance is 遠間 (option `range_edge`)."""
    edge = row.range * SQUARE
    return distance > edge or (distance == edge and rules.options.range_edge == "far")


def read_shot(state: State, rules: Rulebook, command: Shoot, row: MissileRow) -> Blow:
    """Return the shot that a command describes."""
    shots = rules.tables.shots
    parts = (
        ("moving_target", shots.moving_target if command.target_moving else 0),
        ("moving_shooter", shots.moving_shooter if command.moving else 0),
        ("aimed", -command.aimed),
        ("situation", command.modifier),
    )
    return Blow(
        striker=command.character,
        target=command.target,
        weapon=command.weapon,
        skill=row.skill,
        style="shot",
        bought=command.bought,
        stand=command.stand,
        selfish=command.selfish,
        forced=command.forced,
        far=is_far(measure_range(state, command) or 0, row, rules),
        noticed=command.noticed,
        circumstances=tuple(Circumstance(key, amount) for key, amount in parts if amount),
    )


def shoot(work: Work, command: Shoot) -> None:
    """Shoot or throw at somebody within what its range allows (射程)."""
    turn = verify_turn(work, command.character)
    figure = find_able(work, command.character)
    target = find_figure(work, command.target)
    row = find_missile(work, command.weapon)
    if command.character == command.target:
        refuse(work, "same_character", character=command.character)
    if target.dead:
        refuse(work, "target_dead", target=command.target)
    _verify_ready(work, command, figure, row)
    distance = measure_range(work.state, command)
    if distance is None:
        refuse(work, "distance_unknown", character=command.character, other=command.target)
    most = row.range * work.rules.tables.shots.far_times
    if distance > most * SQUARE:
        refuse(work, "out_of_range", weapon=command.weapon, most=most)
    if command.aimed and turn.moves:
        refuse(work, "moved_already", character=command.character)
    blow = read_shot(work.state, work.rules, command, row)
    paid = pay_attack(figure, turn, command.weapon, work.rules)
    if not paid:
        reason = "reloading" if turn.reloading else "no_attack_left"
        refuse(work, reason, character=command.character)
    verify_check(work, specify_hit(work.state, work.rules, "attack", blow))
    declare_attack(work, blow, _replace(turn, aimed=turn.aimed or command.aimed > 0), paid)
    _loose(work, command, figure, row)
    offer_counter(work)


def _verify_ready(work: Work, command: Shoot, figure: Figure, row: MissileRow) -> None:
    if command.weapon not in figure.hands:
        refuse(work, "not_in_hand", character=command.character, weapon=command.weapon)
    if not is_thrown(command.weapon, row) and command.weapon not in figure.loaded:
        refuse(work, "not_loaded", character=command.character, weapon=command.weapon)
    if figure.belongings.get(row.ammunition, 0) < 1:
        refuse(work, "no_ammunition", character=command.character, ammunition=row.ammunition)


def _loose(work: Work, command: Shoot, figure: Figure, row: MissileRow) -> None:
    hands = list(figure.hands)
    if is_thrown(command.weapon, row):
        hands.remove(command.weapon)
    work.record(
        MissileLoosed(
            character=command.character,
            weapon=command.weapon,
            ammunition=row.ammunition,
            left=figure.belongings.get(row.ammunition, 0) - 1,
            hands=tuple(hands),
        )
    )


def ready_missile(work: Work, command: ReadyMissile) -> None:
    """Ready the next missile, an action at a time; outside a fight there is time for all of it."""
    figure = find_able(work, command.character)
    row = find_missile(work, command.weapon)
    thrown = is_thrown(command.weapon, row)
    _verify_supply(work, command.character, command.weapon, figure, row)
    turn: Turn | None = None
    done = needed = max(1, row.ready_actions)
    if work.state.combat is not None:
        if row.gun or row.ready_rounds:
            refuse(work, "reload_it", character=command.character, weapon=command.weapon)
        turn = use_whole(work, command.character, figure, command.pay)
        done = figure.readying.get(command.weapon, 0) + 1
    ready = done >= needed
    work.record(
        MissileReadied(
            character=command.character,
            weapon=command.weapon,
            done=done,
            needed=needed,
            ready=ready,
            hands=(*figure.hands, command.weapon) if thrown and ready else figure.hands,
            turn=turn,
        )
    )


def _verify_supply(work: Work, character: str, weapon: str, figure: Figure, row: MissileRow) -> None:
    if is_thrown(weapon, row):
        verify_draw(work, character, figure, weapon)
        return
    if weapon not in figure.hands:
        refuse(work, "not_in_hand", character=character, weapon=weapon)
    if weapon in figure.loaded:
        refuse(work, "loaded_already", character=character, weapon=weapon)
    if figure.belongings.get(row.ammunition, 0) < 1:
        refuse(work, "no_ammunition", character=character, ammunition=row.ammunition)


def reload_gun(work: Work, command: ReloadGun) -> None:
    """Spend a whole round on reloading; points buy only movement or a sidestep meanwhile."""
    turn = verify_turn(work, command.character)
    figure = find_able(work, command.character)
    row = find_missile(work, command.weapon)
    if not row.ready_rounds:
        refuse(work, "ready_it", character=command.character, weapon=command.weapon)
    _verify_supply(work, command.character, command.weapon, figure, row)
    if turn.reloading or _is_spent(turn):
        refuse(work, "round_not_whole", character=command.character)
    done = figure.readying.get(command.weapon, 0) + 1
    work.record(
        MissileReadied(
            character=command.character,
            weapon=command.weapon,
            done=done,
            needed=row.ready_rounds,
            ready=done >= row.ready_rounds,
            hands=figure.hands,
            turn=_replace(turn, reloading=True),
        )
    )


def _is_spent(turn: Turn) -> bool:
    """Return whether anything but bought movements and sidesteps was done in this round."""
    sidesteps = turn.defences.get(SIDESTEP, 0)
    parries = sum(turn.defences.values()) - sidesteps
    return bool(
        turn.attacks
        or turn.free
        or parries
        or turn.moves > turn.bought_moves
        or sidesteps > turn.bought_defences
    )
