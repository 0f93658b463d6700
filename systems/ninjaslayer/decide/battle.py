"""Decide what the NM does with a battle: begin it, its turns' ends, end it."""

from collections.abc import Callable, Sequence
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.battle import Battle, Slot, Stage
from tenmatsu.systems.ninjaslayer.commands.battle import (
    AdrenalineBoost,
    ArrangeFoes,
    BeginBattle,
    BeginPhase,
    CarryAlly,
    EndBattle,
    EndTurn,
    EndTurnPhase,
    Focus,
    FullMove,
    Guard,
    PutDown,
    Reinforce,
    RunFoes,
    SetAtmosphere,
    TakeInstant,
    TryAction,
    UseRemedy,
    Wield,
)
from tenmatsu.systems.ninjaslayer.decide import actions
from tenmatsu.systems.ninjaslayer.decide.boosting import boost_attack
from tenmatsu.systems.ninjaslayer.decide.joining import find_waiting, join_order
from tenmatsu.systems.ninjaslayer.decide.running import run_foes
from tenmatsu.systems.ninjaslayer.decide.turns import find_result, finish, try_wasshoi
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_battle, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.battle import (
    AtmosphereDeclared,
    BattleBegun,
    FoesArranged,
    TurnEnded,
)
from tenmatsu.systems.ninjaslayer.initiative import is_in


def begin_battle(work: Work, command: BeginBattle) -> None:
    """Begin a battle of all who are able, or of those named: at least one on each side."""
    state = work.state
    if state.battle is not None:
        refuse(work, "battle_already")
    fighters = command.fighters or tuple(one for one, figure in state.characters.items() if figure.able)
    _check_fighters(work, fighters)
    sides = {state.characters[one].side for one in fighters}
    if sides != {"players", "foes"}:
        refuse(work, "one_side_alone")
    figures = {one: state.characters[one] for one in fighters}
    if command.duel and (len(fighters) != 2 or not all(figure.ninja for figure in figures.values())):
        refuse(work, "no_duel")
    bosses = any(figure.kind == "boss" and figure.side == "foes" for figure in figures.values())
    ties = _order_ties(work, command.ties, fighters)
    work.record(
        BattleBegun(
            fighters=fighters,
            ties=ties,
            boss=bosses if command.boss == "found" else command.boss == "yes",
            duel=command.duel,
            waiting=find_waiting(state, fighters, ties),
            wielded={
                one: figure.base.weapons[0]
                for one, figure in figures.items()
                if figure.kind != "pc" and figure.base.weapons and figure.wielded == actions.UNARMED
            },
        )
    )


def _check_fighters(work: Work, characters: Sequence[str]) -> None:
    if len(set(characters)) != len(characters):
        refuse(work, "named_twice", character=_find_twice(characters))
    for one in characters:
        if not is_in(find_figure(work, one)):
            refuse(work, "not_there", character=one)


def _find_twice(names: Sequence[str]) -> str:
    return next(one for at, one in enumerate(names) if one in names[:at])


def _order_ties(work: Work, named: Sequence[str], fighters: Sequence[str]) -> tuple[str, ...]:
    """Return the fixed order of the players' side: as named, as in this scenario, as the fighters are."""
    figures = work.state.characters
    own = [one for one in fighters if figures[one].side == "players"]
    for one in named:
        if one not in own:
            refuse(work, "no_fighting_player", character=one)
    ordered = dict.fromkeys((*named, *work.state.scenario.ties, *own))
    return tuple(one for one in ordered if one in own)


def _find_turn_end(work: Work, stage: Stage = "turn_end") -> Battle:
    """Return the battle at a turn's end, or refuse."""
    battle = find_battle(work)
    if battle.stage != stage:
        refuse(work, "not_turn_end")
    return battle


def reinforce(work: Work, command: Reinforce) -> None:
    """Let characters join at a turn's end; they act from the next turn."""
    battle = _find_turn_end(work)
    if not command.characters:
        refuse(work, "nobody_named")
    _check_fighters(work, command.characters)
    for one in command.characters:
        if one in battle.fighters:
            refuse(work, "fights_already", character=one)
    join_order(work, command.characters)


def set_atmosphere(work: Work, command: SetAtmosphere) -> None:
    """Declare the atmosphere of the next turn, as the scenario or the NM wants it."""
    _find_turn_end(work)
    work.record(AtmosphereDeclared(mode=command.mode))


def end_turn_phase(work: Work, command: EndTurnPhase) -> None:
    """End the NM's part of a turn's end; the Wasshoi judgement comes last."""
    battle = _find_turn_end(work)
    work.record(TurnEnded(turn=battle.turn))
    if work.rules.options.wasshoi_order == "after":
        try_wasshoi(work)


def arrange_foes(work: Work, command: ArrangeFoes) -> None:
    """Let foes of one initiative act in another order, as far as they have not acted in this turn."""
    battle, figures = find_battle(work), work.state.characters
    if battle.stage != "hands":
        refuse(work, "not_in_hands")
    if len(set(command.order)) != len(command.order):
        refuse(work, "named_twice", character=_find_twice(command.order))
    places: list[int] = []
    for one in command.order:
        found = [at for at, slot in enumerate(battle.slots) if at > battle.at and one in slot.characters]
        if not found or find_figure(work, one).side != "foes":
            refuse(work, "hand_not_to_come", character=one)
        places.append(found[0])
    chosen: list[Slot] = [battle.slots[at] for at in places]
    if len(set(places)) != len(places) or len({slot.initiative for slot in chosen}) != 1:
        refuse(work, "not_of_one_initiative")
    slots = list(battle.slots)
    for at, slot in zip(sorted(places), chosen, strict=True):
        slots[at] = slot
    order = tuple(dict.fromkeys(one for slot in slots for one in slot.characters if one in figures))
    work.record(FoesArranged(slots=tuple(slots), order=order))


def end_battle(work: Work, command: EndBattle) -> None:
    """End the battle at once, with the result that the NM says or that shows."""
    find_battle(work)
    finish(work, find_result(work.state) if command.result == "found" else command.result)


BATTLE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginBattle: begin_battle,
    EndBattle: end_battle,
    Reinforce: reinforce,
    SetAtmosphere: set_atmosphere,
    EndTurnPhase: end_turn_phase,
    ArrangeFoes: arrange_foes,
    Wield: actions.wield,
    Focus: actions.focus,
    BeginPhase: actions.begin_phase,
    TakeInstant: actions.take_instant,
    AdrenalineBoost: boost_attack,
    Guard: actions.guard,
    FullMove: actions.move_fully,
    UseRemedy: actions.use_remedy,
    TryAction: actions.try_action,
    CarryAlly: actions.carry_ally,
    PutDown: actions.put_down,
    EndTurn: actions.end_turn,
    RunFoes: run_foes,
}
"""What decides the commands of this part."""
