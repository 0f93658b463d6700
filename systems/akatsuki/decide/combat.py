"""Fights: who is in them and where, turns and rounds, their end."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.combat import (
    Act,
    BeginCombat,
    Defend,
    EndCombat,
    EndTurn,
    JoinCombat,
    LeaveCombat,
    MoveLane,
    Strike,
    TakeHit,
)
from tenmatsu.systems.akatsuki.decide.attacks import answer_hit, defend, strike
from tenmatsu.systems.akatsuki.decide.harming import die, end_zombies, queue_checks
from tenmatsu.systems.akatsuki.decide.turns import (
    after_death,
    count_majors,
    find_turn,
    is_in_fight,
    may_pass,
    pass_turn,
    pay_major,
    pay_minor,
)
from tenmatsu.systems.akatsuki.decide.work import Work, find_combat, find_figure, refuse
from tenmatsu.systems.akatsuki.events.combat import (
    Acted,
    CombatBegun,
    CombatEnded,
    CombatEnding,
    CombatJoined,
    CombatLeft,
    LaneMoved,
)
from tenmatsu.systems.akatsuki.pending import list_pending
from tenmatsu.systems.akatsuki.sides import can_stand, find_result
from tenmatsu.systems.akatsuki.state import Combat, Due


def begin_combat(work: Work, command: BeginCombat) -> None:
    """Begin a fight; turns go in the order that the GM names."""
    if work.state.combat is not None:
        refuse(work, "combat_already")
    order = command.characters
    if len(order) < 2 or len(set(order)) != len(order):
        refuse(work, "too_few_fighters")
    for character in order:
        _verify_fighter(work, character)
    for character in command.lanes:
        if character not in order:
            refuse(work, "not_in_combat", character=character)
    able = [place for place, character in enumerate(order) if find_figure(work, character).is_awake]
    if not able:
        refuse(work, "nobody_can_act")
    work.record(
        CombatBegun(
            order=order,
            at=able[0],
            lanes={character: command.lanes.get(character, 0) for character in order},
            majors={character: count_majors(work, find_figure(work, character), 1) for character in order},
            minors=dict.fromkeys(order, work.rules.tables.combat.minors),
        )
    )


def _verify_fighter(work: Work, character: str) -> None:
    if find_figure(work, character).dead:
        refuse(work, "is_dead", character=character)


def join_combat(work: Work, command: JoinCombat) -> None:
    """Bring somebody in, last in the order; they act in this round already."""
    combat = find_combat(work)
    if command.character in combat.order:
        refuse(work, "in_combat_already", character=command.character)
    _verify_fighter(work, command.character)
    figure = find_figure(work, command.character)
    work.record(
        CombatJoined(
            character=command.character,
            lane=command.lane,
            majors=count_majors(work, figure, combat.round),
            minors=work.rules.tables.combat.minors,
        )
    )


def leave_combat(work: Work, command: LeaveCombat) -> None:
    """Take somebody out of the fight; its end brings their check as well."""
    who, combat = command.character, find_combat(work)
    if who not in combat.order:
        refuse(work, "not_in_combat", character=who)
    if len(combat.order) == 1:
        refuse(work, "last_fighter", character=who)
    others = [work.state.characters.get(one) for one in combat.order if one != who]
    if find_turn(work.state) == who and any(map(can_stand, others)) and may_pass(work.state, work.rules):
        pass_turn(work)
        combat = find_combat(work)
    order = tuple(one for one in combat.order if one != who)
    at = combat.at - (combat.order.index(who) < combat.at)
    work.record(CombatLeft(character=who, order=order, at=min(at, len(order) - 1)))


def end_combat(work: Work, command: EndCombat) -> None:
    """End the fight: zombie time ends, and the wounded owe a check (戦闘終了後), in the order of turns."""
    combat = find_combat(work)
    if combat.ending is not None:  # the GM settled the last checks by hand: `settle_fight` ends it
        return
    work.record(CombatEnding(result=find_result(work.state, combat)))
    end_zombies(work)
    queue_checks(work, _list_due(work, combat))


def _list_due(work: Work, combat: Combat) -> tuple[Due, ...]:
    due: list[Due] = []
    for character in (*combat.order, *combat.left):
        figure = work.state.characters.get(character)
        wound = None if figure is None else figure.wound
        if wound is None or wound.treated:
            continue
        if work.rules.tables.wound(wound.harm, wound.rank).combat_end:
            due.append(Due(character=character, why="combat_end"))
    return tuple(due)


def settle_fight(work: Work) -> None:
    """
    Go on, after a command that left nothing open, with what follows by itself.

    Whoever spent the last zombie counter dies; a fight whose last check was rolled is over; the turn passes
    where the one whose turn it is cannot act any more.
    """
    if list_pending(work.state):
        return
    for character, figure in work.state.characters.items():
        if figure.doomed and not figure.dead and not figure.zombie_counters:
            die(work, character, "counters")
    combat = work.state.combat
    if combat is not None and combat.ending is not None:
        work.record(CombatEnded(rounds=combat.round, result=combat.ending))
        return
    after_death(work)


def _verify_in_fight(work: Work, character: str) -> None:
    find_combat(work)
    if not is_in_fight(work.state, character):
        refuse(work, "not_in_combat", character=character)


def move_lane(work: Work, command: MoveLane) -> None:
    """Go to a neighbouring lane."""
    _verify_in_fight(work, command.character)
    pay_minor(work, command.character)
    lane = find_figure(work, command.character).lane
    if lane is None or abs(command.lane - lane) != 1:
        refuse(work, "not_neighbouring", lane=command.lane, now=lane)
    work.record(LaneMoved(character=command.character, lane=command.lane))


def act(work: Work, command: Act) -> None:
    """Take an action of one's own devising; outside a fight only those who still have zombie counters do."""
    figure = find_figure(work, command.character)
    if not (figure.doomed and figure.zombie_counters):
        _verify_in_fight(work, command.character)
    pay = pay_major if command.timing == "major" else pay_minor
    pay(work, command.character)
    work.record(Acted(character=command.character, timing=command.timing, text=command.text))


def end_turn(work: Work, command: EndTurn) -> None:
    """End one's turn."""
    find_combat(work)
    whose = find_turn(work.state)
    if command.character != whose:
        refuse(work, "not_your_turn", character=command.character, whose=whose)
    pass_turn(work)


COMBAT_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginCombat: begin_combat,
    EndCombat: end_combat,
    JoinCombat: join_combat,
    LeaveCombat: leave_combat,
    MoveLane: move_lane,
    Act: act,
    EndTurn: end_turn,
    Strike: strike,
    Defend: defend,
    TakeHit: answer_hit,
}
