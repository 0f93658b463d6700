"""What happens by itself when it is due: movement, making ready, standing up; and what the GM judges."""

from typing import Literal

from tenmatsu.systems.runequest.decide.hands import (
    Grip,
    find_row,
    is_launcher,
    is_loading,
    make_ready,
    read_grip,
)
from tenmatsu.systems.runequest.decide.movement import move
from tenmatsu.systems.runequest.decide.performing import perform_with
from tenmatsu.systems.runequest.decide.queueing import settle_action
from tenmatsu.systems.runequest.decide.shooting import is_reloading
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.engaging import list_threats
from tenmatsu.systems.runequest.events.rounds import ArmReadied, Rose, SpellPrepared
from tenmatsu.systems.runequest.melee import Action


@perform_with("move")
def perform_move(work: Work, action: Action, target: str) -> None:
    """Move between other actions; whoever is engaged or lies on the ground stays."""
    figure = work.state.characters[action.character]
    if figure.prone or list_threats(work.state, action.character):
        settle_action(work, action.id, "lost", "engaged_now" if not figure.prone else "prone")
    else:
        move(work, {action.character: (action,)})


@perform_with("ready")
def perform_ready(work: Work, action: Action, target: str) -> None:
    """Draw a weapon or shield, put one away, load one, or prepare a spell."""
    who, step = action.character, action.step
    tables, figure = work.rules.tables, work.state.characters[action.character]
    if step.spell:
        work.record(SpellPrepared(character=who, spell=step.spell))
        settle_action(work, action.id, "done")
        return
    if step.arm in figure.arms and work.state.now < figure.arms[step.arm].away_until:
        settle_action(work, action.id, "lost", "out_of_hand")
        return
    grip = read_grip(tables, figure)
    after = make_ready(tables, figure, grip, step)
    if isinstance(after, str):
        settle_action(work, action.id, "lost", after)
        return
    if is_loading(tables, figure, grip, step):
        _load(work, who, step.arm)
    take_in_hand(work, who, after, dropped=step.at)
    settle_action(work, action.id, "done")


def take_in_hand(work: Work, character: str, grip: Grip, dropped: str = "") -> None:
    """Record what somebody has in hand from now on, where it changes."""
    figure = work.state.characters[character]
    before = read_grip(work.rules.tables, figure)
    for arm in before:
        if arm not in grip:
            how: Literal["dropped", "stowed"] = "dropped" if arm == dropped else "stowed"
            work.record(ArmReadied(character=character, arm=arm, how=how))
    for arm, hand in grip.items():
        if before.get(arm) != hand:
            loaded = figure.arms[arm].loaded
            work.record(ArmReadied(character=character, arm=arm, how="drawn", hand=hand, loaded=loaded))


def load_for(work: Work, action: Action) -> None:
    """Load the weapon of a shot that is due: its strike rank has that time in it."""
    who, name = action.character, action.step.arm
    figure = work.state.characters[who]
    arm, row = figure.arms.get(name), find_row(work.rules.tables, figure, name)
    if action.step.kind != "shoot" or arm is None or row is None or not is_launcher(row):
        return
    if arm.hand and not arm.loaded and arm.shots != 0 and not is_reloading(work.state, arm):
        _load(work, who, name)


def _load(work: Work, character: str, arm: str) -> None:
    hand = work.state.characters[character].arms[arm].hand
    work.record(ArmReadied(character=character, arm=arm, how="loaded", hand=hand, loaded=True))


@perform_with("rise")
def perform_rise(work: Work, action: Action, target: str) -> None:
    """Stand up."""
    work.record(Rose(character=action.character))
    settle_action(work, action.id, "done")


@perform_with("guard", "dodge_missiles", "other")
def perform_other(work: Work, action: Action, target: str) -> None:
    """Do what needs nothing more: it holds already, or the GM judges it."""
    settle_action(work, action.id, "done")
