"""The phases of a hand (手番開始, 移動, 攻撃, 手番終了): what may still be done in it."""

from collections.abc import Sequence

from tenmatsu.systems.ninjaslayer.battle import PHASES, Battle, Phase
from tenmatsu.systems.ninjaslayer.decide.slayer import sleep_with_naraku
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_able, find_battle, refuse
from tenmatsu.systems.ninjaslayer.events.battle import ActionTaken, InstantTaken, PhaseEntered
from tenmatsu.systems.ninjaslayer.state import State


def is_hand(state: State, character: str) -> bool:
    """Return whether it is somebody's hand now and not over yet."""
    battle = state.battle
    slot = None if battle is None else battle.slot
    return (
        battle is not None
        and slot is not None
        and character in slot.characters
        and character not in battle.ended
    )


def find_clock(state: State) -> int:
    """Return what rests (2ターン連続使用不可) count: turns, or the hands of a duel; 0 outside a battle."""
    battle = state.battle
    if battle is None:
        return 0
    if not battle.duel:
        return battle.turn
    return 2 * battle.turn + (battle.slot is not None and battle.slot.again)


def enter_phase(work: Work, character: str, phase: Phase) -> None:
    """Go on to a phase of a hand, or refuse; those before it close by themselves."""
    battle = check_phase(work, character, phase)
    if battle.phase(character) != phase:
        work.record(PhaseEntered(character=character, phase=phase))
        close_phase(work)


def close_phase(work: Work) -> None:
    """Let what comes at the end of any phase come, right behind the event that ended it."""
    sleep_with_naraku(work)


def check_phase(work: Work, character: str, phase: Phase) -> Battle:
    """Refuse where it is not somebody's hand, or the phase is past or skipped; records nothing."""
    battle = find_battle(work)
    figure = find_able(work, character)
    if not is_hand(work.state, character):
        refuse(work, "not_their_hand", character=character)
    now = battle.phase(character)
    if PHASES.index(now) > PHASES.index(phase):
        refuse(work, "phase_over", character=character, phase=f"phase.{phase}")
    if phase == "move" and figure.focused:
        refuse(work, "focused_stays", character=character)
    return battle


def use_move(work: Work, character: str) -> None:
    """Use the one action of the movement phase, which is entered, or refuse."""
    battle = check_phase(work, character, "move")
    if character in battle.moved:
        refuse(work, "moved_already", character=character)
    work.record(ActionTaken(characters=(character,), phase="move"))
    close_phase(work)


def use_action(work: Work, *characters: str) -> None:
    """Use the one action of the attack phase, which is entered, of one or several mobs; or refuse."""
    for character in characters:
        check_action(work, character)
    focused = list_unmoved_mobs(work.state, work.rules, characters)
    work.record(ActionTaken(characters=characters, phase="attack", focused=focused))
    close_phase(work)


def check_action(work: Work, character: str) -> None:
    """Refuse where somebody has no action of the attack phase now; records nothing."""
    if character in check_phase(work, character, "attack").acted:
        refuse(work, "acted_already", character=character)


def list_unmoved_mobs(state: State, rules: Rulebook, characters: Sequence[str]) -> tuple[str, ...]:
    """Return the mobs that are focused since they did not move (option `mob_focus`)."""
    battle = state.battle
    if battle is None or rules.options.mob_focus == "never":
        return ()
    return tuple(one for one in characters if state.characters[one].kind == "mob" and one not in battle.moved)


def use_instant(work: Work, character: str) -> None:
    """Use the one instant action of the present phase of somebody's hand, or refuse."""
    phase = find_battle(work).phase(character)
    battle = check_phase(work, character, phase)
    if battle.instants.get(character) == phase:
        refuse(work, "instant_taken", character=character)
    work.record(InstantTaken(character=character, phase=phase))
