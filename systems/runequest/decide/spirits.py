"""Decide commands: of spirit combat; perform what is declared of it in a melee."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.spirits import Appear, BeginSpiritCombat, EndSpiritCombat
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_skill, roll_check
from tenmatsu.systems.runequest.decide.choosing import continue_with
from tenmatsu.systems.runequest.decide.clock import set_clock
from tenmatsu.systems.runequest.decide.ghosting import leave
from tenmatsu.systems.runequest.decide.haunting import TEACH, drive_off, is_in_spirit_combat, list_fights
from tenmatsu.systems.runequest.decide.performing import perform_with, specify_with
from tenmatsu.systems.runequest.decide.queueing import settle_action
from tenmatsu.systems.runequest.decide.work import (
    Rulebook,
    Work,
    find_awake,
    find_fighter,
    find_figure,
    refuse,
)
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.spirits import (
    SpiritAppeared,
    SpiritBound,
    SpiritCombatBegun,
    SpiritCombatEnded,
    SpiritDanced,
    SpiritTaught,
)
from tenmatsu.systems.runequest.melee import Action, pair
from tenmatsu.systems.runequest.state import Choice, State

DANCE = "spirit_dance"


def _is_fought(state: State, one: str, other: str) -> bool:
    return any(pair(fight.one, fight.other) == pair(one, other) for fight in state.spirit_fights)


def begin_spirit_combat(work: Work, command: BeginSpiritCombat) -> None:
    """Begin spirit combat: whoever begins has no body on them, and is visible to attack one who has."""
    who, against = command.character, command.target
    figure, foe = find_fighter(work, who), find_figure(work, against)
    melee = work.state.melee
    if melee is None or melee.stage != "intents":
        refuse(work, "spirit_intents_only")
    if figure.embodied:
        refuse(work, "no_spirit", character=who)
    if against == who or against not in melee.fighters or not foe.is_awake:
        refuse(work, "no_spirit_target", target=against)
    if foe.embodied and not figure.visible:
        refuse(work, "must_appear", character=who)
    if figure.controlled_by or figure.mp <= 0:
        refuse(work, "cannot_act", character=who)
    if _is_fought(work.state, who, against):
        refuse(work, "fights_that_spirit", character=who, target=against)
    work.record(SpiritCombatBegun(one=who, other=against))


def end_spirit_combat(work: Work, command: EndSpiritCombat) -> None:
    """End a spirit combat that both sides agree to end."""
    if not _is_fought(work.state, command.character, command.target):
        refuse(work, "not_in_spirit_combat", character=command.character, target=command.target)
    work.record(SpiritCombatEnded(one=command.character, other=command.target, why="agreed"))


def appear(work: Work, command: Appear) -> None:
    """Let a spirit become visible outside a melee; a round passes."""
    figure = find_awake(work, command.character)
    if work.state.melee is not None:
        refuse(work, "time_in_melee")
    if figure.embodied:
        refuse(work, "no_spirit", character=command.character)
    if figure.visible:
        refuse(work, "visible_already", character=command.character)
    work.record(SpiritAppeared(character=command.character))
    set_clock(work, work.rules.tables.spirits.appear)


def hinder_appear(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Say why a spirit cannot become visible."""
    figure = state.characters[action.character]
    return "visible_already" if figure.embodied or figure.visible else ""


@perform_with("appear", hinder=hinder_appear)
def perform_appear(work: Work, action: Action, target: str) -> None:
    """Become visible, with the whole round to it."""
    work.record(SpiritAppeared(character=action.character))
    settle_action(work, action.id, "done")


def hinder_in_combat(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Say why somebody cannot get out of spirit combat: they are in none."""
    return "" if is_in_spirit_combat(state, action.character) else "not_in_spirit_combat"


@perform_with("spirit_leave", hinder=hinder_in_combat)
def perform_leave(work: Work, action: Action, target: str) -> None:
    """Stand by what was declared: a win in spirit combat takes one out of it."""
    settle_action(work, action.id, "done")


def specify_dance(state: State, rules: Rulebook, character: str) -> CheckSpec:
    """Return the roll of a spirit dance."""
    return CheckSpec(
        character=character,
        purpose=DANCE,
        ability=DANCE,
        skill=find_skill(state, rules, character, DANCE),
    )


@specify_with("spirit_dance")
def specify_step_dance(state: State, rules: Rulebook, action: Action, target: str) -> CheckSpec:
    """Return the roll of a declared spirit dance."""
    return specify_dance(state, rules, action.character)


@perform_with("spirit_dance", hinder=hinder_in_combat)
def perform_dance(work: Work, action: Action, target: str) -> None:
    """Dance to get out of spirit combat; either way there is none for the dancer this round."""
    who = action.character
    away = is_success(roll_check(work, specify_dance(work.state, work.rules, who)))
    work.record(SpiritDanced(character=who, away=away))
    if away:
        for fight in list_fights(work.state, who):
            leave(work, who, fight.other if fight.one == who else fight.one, "danced")
    settle_action(work, action.id, "done")


@continue_with("deal_with_spirit")
def deal_with_spirit(work: Work, choice: Choice, command: Choose) -> None:
    """Make a beaten spirit teach, take control of it, or let it go."""
    spirit, who = str(choice.data["spirit"]), choice.whom
    if command.use.startswith(TEACH):
        spell = command.use.removeprefix(TEACH)
        points = work.state.characters[spirit].known[spell]
        work.record(SpiritTaught(character=who, spirit=spirit, spell=spell, points=points))
    if command.use == "control":
        work.record(SpiritBound(character=who, spirit=spirit))
    else:
        drive_off(work, spirit)


SPIRIT_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginSpiritCombat: begin_spirit_combat,
    EndSpiritCombat: end_spirit_combat,
    Appear: appear,
}
"""By command class."""
