"""The turns of a battle: what goes on by itself between the hands."""

from tenmatsu.systems.ninjaslayer.battle import MODES, Battle, Result
from tenmatsu.systems.ninjaslayer.decide.damage import revive_after_battle
from tenmatsu.systems.ninjaslayer.decide.mapping import ask_deployment
from tenmatsu.systems.ninjaslayer.decide.phases import close_phase
from tenmatsu.systems.ninjaslayer.decide.slayer import return_naraku
from tenmatsu.systems.ninjaslayer.decide.wasshoi import judge_wasshoi, wasshoi_due
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.events.battle import (
    AtmosphereDeclared,
    BattleEnded,
    HandBegun,
    HandEnded,
    TurnBegun,
    TurnEnding,
)
from tenmatsu.systems.ninjaslayer.figures import Side
from tenmatsu.systems.ninjaslayer.initiative import is_in, list_slots
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.values import find_value


def resume_turn(work: Work) -> bool:
    """Take the next step of the turn that nobody has to ask for; False where somebody has to act."""
    battle = work.state.battle
    if battle is None:
        return False
    if ask_deployment(work):
        return True
    match battle.stage:
        case "deploying":
            _begin_turn(work, battle)
        case "hands":
            return _resume_hands(work, battle)
        case "turn_end":
            return False
        case "turn_over" if has_side(work.state, "players") and has_side(work.state, "foes"):
            _begin_turn(work, battle)
        case "turn_over":
            finish(work, find_result(work.state))
    return True


# ---- who is there ----


def has_side(state: State, side: Side) -> bool:
    """Return whether anybody of a side of the battle stands there, or will rise (ナラク・ウィズイン)."""
    battle = state.battle
    if battle is None:
        return False
    figures = {one: state.characters[one] for one in battle.fighters if one in state.characters}
    return any(
        figure.side == side and (figure.able or figure.returns) and _is_here(state, battle, one)
        for one, figure in figures.items()
    )


def _is_here(state: State, battle: Battle, character: str) -> bool:
    """Return whether somebody has not left the map (2-10), where there is one."""
    return not state.map.rows or character in battle.waiting or bool(state.characters[character].square)


def find_result(state: State) -> Result:
    """Return how the battle would end now, by who is left."""
    players, foes = has_side(state, "players"), has_side(state, "foes")
    if players and foes:
        return "undecided"
    if players:
        return "players_win"
    return "foes_win" if foes else "nobody_wins"


def _foes_are_gone(state: State, battle: Battle) -> bool:
    """Return whether not even somebody unconscious is left of the foes."""
    figures = (state.characters.get(one) for one in battle.fighters)
    return not any(is_in(figure) and figure.side == "foes" for figure in figures if figure is not None)


# ---- turns ----


def _begin_turn(work: Work, battle: Battle) -> None:
    """Begin a turn: dodge dice first, then the order by initiative as it is now."""
    state, rules = work.state, work.rules
    slots = list_slots(state, rules, battle)
    present = [(one, state.characters[one]) for slot in slots for one in slot.characters]
    mode = battle.atmosphere if battle.rising is None else battle.rising
    work.record(
        TurnBegun(
            turn=battle.turn + 1,
            slots=slots,
            order=tuple(dict.fromkeys(one for one, _ in present)),
            dodge_dice={one: max(find_value(figure, "dodge"), 0) for one, figure in present if figure.dodges},
            mode=MODES[mode],
        )
    )


def _resume_hands(work: Work, battle: Battle) -> bool:
    """Go on to the next hand once the present one is over; False where somebody has to act."""
    state = work.state
    if _foes_are_gone(state, battle):
        _begin_end(work, battle)
        return True
    slot = battle.slot
    if slot is not None:
        acting = tuple(one for one in slot.characters if one not in battle.ended)
        if any(state.characters[one].able for one in acting):
            return False
        if acting:
            work.record(HandEnded(characters=acting))
            close_phase(work)
    for at in range(battle.at + 1, len(battle.slots)):
        able = tuple(one for one in battle.slots[at].characters if state.characters[one].able)
        if able:
            work.record(HandBegun(characters=able, at=at))
            return True
    _begin_end(work, battle)
    return True


def _begin_end(work: Work, battle: Battle) -> None:
    """Begin a turn's end in the order of the rules: lasting effects, abilities, atmosphere, the NM's part."""
    figures = work.state.characters
    calmed = tuple(
        one for one, figure in figures.items() if figure.shaken and figure.shaken_until <= battle.turn
    )
    work.record(TurnEnding(turn=battle.turn, calmed=calmed))
    close_phase(work)
    return_naraku(work)
    _raise_atmosphere(work, battle)
    if work.rules.options.wasshoi_order == "before":
        try_wasshoi(work)


def _raise_atmosphere(work: Work, battle: Battle) -> None:
    """Declare the atmosphere of the next turn where the turns say so: it never falls by itself."""
    rules = work.rules.tables.rules
    declared = (battle.turn >= rules.atmosphere_hard) + (battle.turn >= rules.atmosphere_ultra)
    if (
        battle.boss
        and battle.turn in (rules.atmosphere_hard, rules.atmosphere_ultra)
        and declared > battle.atmosphere
    ):
        work.record(AtmosphereDeclared(mode=MODES[declared]))


def try_wasshoi(work: Work) -> None:
    """Make the Wasshoi judgement of a turn's end, where it is due."""
    if wasshoi_due(work.state, work.rules):
        judge_wasshoi(work)


# ---- the end ----


def finish(work: Work, result: Result) -> None:
    """End the battle: lasting effects first, then whoever may be revived is."""
    battle = work.state.battle
    if battle is None:
        return
    weapons = work.rules.tables.weapons
    broken: dict[str, tuple[str, ...]] = {}
    for one in battle.fighters:
        own = work.state.characters[one].base.weapons
        improvised = tuple(name for name in own if name in weapons and weapons[name].improvised)
        if improvised:
            broken[one] = improvised
    turns = battle.turn
    work.record(BattleEnded(result=result, fighters=battle.fighters, turns=turns, broken=broken))
    revive_after_battle(work)
