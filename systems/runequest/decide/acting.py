"""What is due: the choice of whoever it belongs to, and what follows it."""

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import ActNow
from tenmatsu.systems.runequest.decide.arming import frees_hand
from tenmatsu.systems.runequest.decide.choosing import continue_with, open_choice
from tenmatsu.systems.runequest.decide.doing import load_for, take_in_hand
from tenmatsu.systems.runequest.decide.hands import free_a_hand, read_grip
from tenmatsu.systems.runequest.decide.haunting import concentrate
from tenmatsu.systems.runequest.decide.performing import HINDERS, PERFORMERS
from tenmatsu.systems.runequest.decide.queueing import (
    find_action,
    list_actions,
    see_as_due,
    settle_action,
)
from tenmatsu.systems.runequest.decide.steps import STRIKES, TIMELESS
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, find_fighter, refuse
from tenmatsu.systems.runequest.engaging import are_foes, find_distance, list_engaged
from tenmatsu.systems.runequest.events.rounds import ActionStarted, HeldTaken
from tenmatsu.systems.runequest.melee import Action, StepKind
from tenmatsu.systems.runequest.state import Choice, State

UNASKED: frozenset[StepKind] = frozenset({"move", "ready", "rise", "guard", "dodge_missiles"})
"""Steps without dice or choice: they happen by themselves."""
DO = "do"
_TARGET = ":"


def take_action(work: Work, action: Action) -> None:
    """Let what is due happen, or ask whoever it belongs to."""
    if action.step.kind in UNASKED:
        _perform(work, action, "")
        return
    load_for(work, action)
    options = _list_ways(work, action)
    if isinstance(options, str):
        settle_action(work, action.id, "lost", options)
        return
    waits = work.state.melee is not None and work.state.melee.sr < work.rules.tables.round.last_sr
    waits = waits and work.state.characters[action.character].is_awake  # one felled just now acts or never
    more = ("hold", "drop") if waits else ("drop",)
    data: dict[str, int | str] = {"action": action.id, "kind": action.step.kind, "sr": action.sr}
    if action.step.target:
        data["target"] = action.step.target
    open_choice(work, "act", action.character, (*options, *more), "act", data)


def _list_ways(work: Work, action: Action) -> tuple[str, ...] | str:
    """Return how an action can be done now: at its target, or at each that fits; else why it cannot."""
    target = action.step.target
    if target or not needs_target(work.rules, action):
        return hinder_action(work.state, work.rules, action, target) or (DO,)
    fitting = list_targets(work.state, action)
    reasons = [hinder_action(work.state, work.rules, action, one) for one in fitting]
    ways = tuple(f"{DO}{_TARGET}{one}" for one, why in zip(fitting, reasons, strict=True) if not why)
    return ways or next(iter(reasons), "target_gone")


def needs_target(rules: Rulebook, action: Action) -> bool:
    """Return whether an action aims at somebody who has to be named."""
    if action.step.kind == "spell":
        row = rules.tables.spells.get(action.step.spell)
        return row is not None and row.target == "other"
    return action.step.kind in {*STRIKES, "shoot"}


def list_targets(state: State, action: Action) -> tuple[str, ...]:
    """Return whom an action may aim at where the intent left it open."""
    state, who = see_as_due(state, action.id), action.character
    fighters = () if state.melee is None else state.melee.fighters
    there = [one for one in fighters if one in state.characters and not state.characters[one].dead]
    if action.step.kind == "spell":
        return tuple(there)
    foes = [one for one in there if are_foes(state, who, one)]
    if action.step.kind in STRIKES:
        foes = [one for one in foes if one in list_engaged(state, who) or not state.characters[one].embodied]
    return tuple(foes)


def hinder_action(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Return why an action cannot be done now, as a key of `[labels]`."""
    state, kind = see_as_due(state, action.id), action.step.kind
    if target and (target not in state.characters or (kind != "spell" and state.characters[target].dead)):
        return "target_gone"
    if kind in STRIKES and target and not _reaches(state, rules, action.character, target):
        return "not_reached"
    hinder = HINDERS.get(kind)
    return "" if hinder is None else hinder(state, rules, action, target)


def _reaches(state: State, rules: Rulebook, character: str, target: str) -> bool:
    """Return whether somebody can strike at another: engaged, a spirit, or lying senseless within reach."""
    figure = state.characters[target]
    if target in list_engaged(state, character) or not figure.embodied:
        return True
    metres = find_distance(state, character, target)
    return not figure.is_awake and metres is not None and metres <= rules.tables.round.reach


def _perform(work: Work, action: Action, target: str) -> None:
    """Start an action; its performer says when it is over, and `resume_round` where it starts nothing."""
    who, figure = action.character, work.state.characters[action.character]
    if action.step.kind == "spell" and frees_hand(work.rules.tables, action.step):
        take_in_hand(work, who, free_a_hand(figure, read_grip(work.rules.tables, figure)))
    work.record(ActionStarted(action=action.id, character=who, kind=action.step.kind, target=target))
    if not concentrate(work, who, action.step.kind):
        settle_action(work, action.id, "lost", "no_concentration")
        return
    PERFORMERS[action.step.kind](work, action, target)


@continue_with("act")
def answer_act(work: Work, choice: Choice, command: Choose) -> None:
    """Do what is due, hold it back with all that comes behind it, or drop it."""
    action = find_action(work.state, int(choice.data["action"]))
    if action is None:
        return
    if command.use == "drop":
        settle_action(work, action.id, "lost", "given_up")
    elif command.use == "hold":
        for one in list_actions(work.state, action.character, "declared"):
            if one.id == action.id or (one.sr >= action.sr and one.step.kind not in TIMELESS):
                settle_action(work, one.id, "held")
    else:
        _perform(work, action, command.use.partition(_TARGET)[2] or action.step.target)


def act_now(work: Work, command: ActNow) -> None:
    """Do what was held back, before what is due; what was held behind it moves with it."""
    find_fighter(work, command.character)
    state, melee = work.state, work.state.melee
    held = list_actions(state, command.character, "held")
    if melee is None or command.action not in [one.id for one in held]:
        refuse(work, "not_held", character=command.character)
    if held[0].id != command.action:
        refuse(work, "hold_order", character=command.character)
    under_way = state.blow is not None or state.blows or state.casting is not None or state.windows
    if under_way or any(one.kind != "act" for one in state.choices):
        refuse(work, "not_now")
    action = held[0]
    target = action.step.target or command.target
    if action.step.kind not in UNASKED:
        if not target and needs_target(work.rules, action):
            refuse(work, "name_target", character=command.character)
        if not action.step.target and target and target not in list_targets(work.state, action):
            refuse(work, "no_such_target", character=command.character)
        why = "" if action.step.kind == "shoot" else hinder_action(work.state, work.rules, action, target)
        if why:
            refuse(work, "cannot_now", character=command.character, why=why)
    take_held(work, action, melee.sr)
    load_for(work, action)
    why = hinder_action(work.state, work.rules, action, target)
    if why:
        settle_action(work, action.id, "lost", why)
    else:
        _perform(work, action, target)


def take_held(work: Work, action: Action, sr: int) -> None:
    """Let a held action have the strike rank reached; what comes too late behind it is lost."""
    last, later = work.rules.tables.round.last_sr, list[tuple[int, int]]()
    for one in list_actions(work.state, action.character, "held"):
        moved = one.sr + sr - action.sr
        if one.id == action.id:
            continue
        if moved <= last:
            later.append((one.id, moved))
        else:
            settle_action(work, one.id, "lost", "too_late")
    work.record(HeldTaken(action=action.id, character=action.character, sr=sr, ranks=tuple(later)))
