"""Decide the commands of the part `moving`: ways on the map, cartwheels (連続側転), leaps outside battle."""

from collections.abc import Callable, Sequence
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.moving import CallLeap, Cartwheel, Land, Leap, Move
from tenmatsu.systems.ninjaslayer.decide.judging import (
    Spec,
    check_difficulty,
    continue_with,
    find_place,
    judge,
    list_changes,
)
from tenmatsu.systems.ninjaslayer.decide.mapping import check_square
from tenmatsu.systems.ninjaslayer.decide.phases import check_phase, use_move
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.ninjaslayer.events.moving import Cartwheeled, LeapAsked, Leapt, Moved, Way
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import kind_at
from tenmatsu.systems.ninjaslayer.pools import matches
from tenmatsu.systems.ninjaslayer.reach import Going, check_path, count_squares, find_bar, find_reach
from tenmatsu.systems.ninjaslayer.state import Judging, State
from tenmatsu.systems.ninjaslayer.tables import NORMAL, SIX

CARTWHEEL = Going(cartwheel=True)
UNBARRED = Going(cartwheel=True, door=True, window=True)
"""A cartwheel at its best: no boss bars it."""


def move(work: Work, command: Move) -> None:
    """Move: as the action of the movement phase, by the squares of a full move, or freely outside battle."""
    character, battle = command.character, work.state.battle
    figure = find_able(work, character)
    if battle is None:
        go(work, character, "free", find_way(work, command, Going(), None))
        return
    if battle.extra.get(character):
        check_phase(work, character, "attack")
        most = min(battle.extra[character], work.rules.tables.rules.move_limit)
        go(work, character, "full", find_way(work, command, Going(), most))
        return
    use_move(work, character)
    go(work, character, "move", find_way(work, command, Going(), count_squares(figure, work.rules)))


def find_way(
    work: Work, command: Move | Cartwheel | Land, going: Going, squares: int | None
) -> tuple[str, ...]:
    """Return the way that a command asks for, or refuse; empty without a map."""
    character = command.character
    if not work.state.map.rows:
        if command.to or command.path:
            refuse(work, "no_map")
        return ()
    if not work.state.characters[character].on_map:
        refuse(work, "on_no_square", character=character)
    for name in (*command.path, *filter(None, (command.to,))):
        check_square(work, name)
    if command.path:
        if command.to not in ("", command.path[-1]):
            refuse(work, "path_ends_elsewhere", square=command.to, end=command.path[-1])
        bar, where = check_path(work.state, character, command.path, going=going, squares=squares)
        if bar:
            refuse(work, f"way_{bar}", square=where, squares=squares or 0)
        return command.path
    if not command.to:
        refuse(work, "no_destination", character=character)
    reach = reach_by(work.state, work.rules, character, going, squares)
    if command.to not in reach:
        refuse_way(work, character, command.to, going, squares)
    return reach[command.to]


def reach_by(
    state: State, rules: Rulebook, character: str, going: Going, squares: int | None
) -> dict[str, tuple[str, ...]]:
    """Return where somebody may end, going so."""
    return find_reach(
        state,
        rules,
        character,
        cartwheel=going.cartwheel,
        door=going.door,
        window=going.window,
        squares=squares,
    )


def refuse_way(work: Work, character: str, to: str, going: Going, squares: int | None) -> None:
    """Refuse a square that cannot be reached, and say why."""
    if to == work.state.characters[character].square:
        refuse(work, "way_nowhere", square=to)
    bar = find_bar(work.state, character, to, going=going)
    if bar:
        refuse(work, f"way_{bar}", square=to, squares=squares or 0)
    if squares is not None and to in reach_by(work.state, work.rules, character, going, None):
        refuse(work, "way_far", square=to, squares=squares)
    refuse(work, "way_none", square=to)


def go(work: Work, character: str, way: Way, path: Sequence[str]) -> None:
    """Go a way that was checked: closed doors on it are opened, windows broken."""
    kinds = [(name, kind_at(work.state.map, name)) for name in dict.fromkeys(path)]
    square = path[-1] if path else work.state.characters[character].square
    work.record(
        Moved(
            character=character,
            way=way,
            path=tuple(path),
            square=square,
            steps=len(path),
            opened=tuple(name for name, kind in kinds if kind == "door_closed"),
            broken=tuple(name for name, kind in kinds if kind == "window"),
        )
    )


def measure_cartwheel(figure: Figure, rules: Rulebook, character: str, *, difficulty: int = NORMAL) -> Spec:
    """Return the judgement of a cartwheel (ワザマエ, NORMAL): weapon and fright make it harder."""
    weapon = rules.tables.weapons.get(figure.wielded)
    return Spec(
        character=character,
        purpose="cartwheel",
        value="cartwheel",
        difficulty=difficulty,
        phase="move",
        circumstances=list_changes(
            gear_penalty=0 if weapon is None else weapon.cartwheel, fright=figure.shaken
        ),
    )


def cartwheel(work: Work, command: Cartwheel) -> None:
    """Try a cartwheel in the movement phase; a way that was said is checked before the dice."""
    character = command.character
    figure = find_able(work, character)
    if not figure.ninja:
        refuse(work, "no_ninja_no_cartwheel", character=character)
    if work.state.battle is None:
        refuse(work, "cartwheel_outside_battle")
    use_move(work, character)
    squares = count_squares(figure, work.rules, cartwheel=True)
    if command.to or command.path:
        find_way(work, command, UNBARRED, squares)
    judge(
        work,
        measure_cartwheel(figure, work.rules, character),
        quick=command.quick,
        then="cartwheel",
        about={"to": command.to, "path": " ".join(command.path)},
    )


@continue_with("cartwheel")
def finish_cartwheel(work: Work, judging: Judging) -> None:
    """Settle a cartwheel: dodge dice and the way, or off balance; the attack phase is harder either way."""
    character, rules = judging.character, work.rules.tables.rules
    figure = work.state.characters[character]
    success = judging.successes > 0
    gained = rules.cartwheel_dice if success and figure.dodges else 0
    squares = count_squares(figure, work.rules, cartwheel=True)
    going = Going(
        cartwheel=True,
        door=success and matches(judging.faces, (SIX,) * rules.door_sixes),
        window=success and matches(judging.faces, (SIX,) * rules.window_sixes),
    )
    reach = reach_by(work.state, work.rules, character, going, squares) if success else {}
    path = find_said(work.state, judging, going, squares, reach)
    work.record(
        Cartwheeled(
            character=character,
            success=success,
            gained=gained,
            dodge_dice=figure.dodge_dice + gained,
            hampered=figure.hampered + rules.cartwheel_penalty,
            squares=squares if success else 0,
            door=going.door,
            window=going.window,
            where=() if path else tuple(reach),
        )
    )
    if path:
        go(work, character, "cartwheel", path)


def find_said(
    state: State, judging: Judging, going: Going, squares: int, reach: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the way that was said before the dice, if they opened it."""
    path = tuple(str(judging.about.get("path", "")).split())
    if path:
        bar, _ = check_path(state, judging.character, path, going=going, squares=squares)
        return () if bar or not reach else path
    return reach.get(str(judging.about.get("to", "")), ())


def land(work: Work, command: Land) -> None:
    """Go where a cartwheel that succeeded may lead."""
    about = work.state.choices[0].about
    going = Going(cartwheel=True, door=bool(about["door"]), window=bool(about["window"]))
    go(work, command.character, "cartwheel", find_way(work, command, going, int(about["squares"])))


def call_leap(work: Work, command: CallLeap) -> None:
    """Ask somebody outside battle for a cartwheel's judgement; twice the legs are as far as it leads."""
    character = command.character
    figure = find_able(work, character)
    if work.state.battle is not None:
        refuse(work, "leap_in_battle")
    check_difficulty(work, command.difficulty)
    if command.to:
        check_square(work, command.to)
        if not figure.on_map:
            refuse(work, "on_no_square", character=character)
        squares = count_squares(figure, work.rules, cartwheel=True)
        if command.to not in reach_by(work.state, work.rules, character, UNBARRED, squares):
            refuse_way(work, character, command.to, UNBARRED, squares)
    work.record(LeapAsked(character=character, to=command.to, difficulty=command.difficulty))


def leap(work: Work, command: Leap) -> None:
    """Take the leap, or stay."""
    about, character = work.state.choices[0].about, command.character
    to = str(about["to"])
    if command.choice == "stay":
        if command.quick:
            refuse(work, "quick_for_nothing")
        work.record(Leapt(character=character, result="stayed", to=to))
        return
    figure = find_able(work, character)
    place = find_place(work.rules, str(about["difficulty"]))
    spec = measure_cartwheel(figure, work.rules, character, difficulty=place)
    judge(work, spec, quick=command.quick, then="leap", about={"to": to})


@continue_with("leap")
def finish_leap(work: Work, judging: Judging) -> None:
    """Settle a leap: over there, or as the NM says."""
    character, to = judging.character, str(judging.about.get("to", ""))
    squares = count_squares(work.state.characters[character], work.rules, cartwheel=True)
    work.record(Leapt(character=character, result="success" if judging.successes else "failure", to=to))
    path = reach_by(work.state, work.rules, character, UNBARRED, squares).get(to, ())
    if judging.successes and path:
        go(work, character, "leap", path)


MOVING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Move: move,
    Cartwheel: cartwheel,
    Land: land,
    CallLeap: call_leap,
    Leap: leap,
}
