"""Fold judges and moments of answering."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.windows import Window, pass_window, renew_top
from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events import judging as j
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.judges import JUDGE_WINDOWS, Effect, Side
from tenmatsu.systems.bloodberry.people import Trait
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _with_side(state: State, of: str, side: Side | None) -> State:
    judge = state.judge
    if judge is None or side is None or not of:
        return state
    return _replace(
        state, judge=_replace(judge, active=side) if of == "active" else _replace(judge, passive=side)
    )


def _with_trait(state: State, character: str, trait: str, **changes: Any) -> State:
    person = state.people.get(character)
    held = None if person is None else person.traits.get(trait)
    if person is None or held is None:
        return state
    changed: Trait = _replace(held, **changes)
    return with_person(state, character, traits={**person.traits, trait: changed})


def _acted(state: State, character: str) -> State:
    """Return the state in which somebody has used something before the dice, if they are a side."""
    judge = state.judge
    side = None if judge is None else judge.side(judge.place_of(character))
    if judge is None or side is None or judge.stage != "before":
        return state
    return _with_side(state, judge.place_of(character), _replace(side, acted=True))


def _without_plan(state: State, character: str, use: str) -> State:
    """Return the state in which an announced use was done."""
    judge = state.judge
    plan = () if judge is None else judge.planned.get(character, ())
    if judge is None or use not in plan:
        return state
    planned = {**judge.planned, character: tuple(one for one in plan if one != use)}
    return _replace(state, judge=_replace(judge, planned=planned))


def _begun(state: State, event: j.JudgeBegun) -> State:
    return _replace(state, judge=event.judge)


def _opened(state: State, event: j.WindowOpened) -> State:
    judge = state.judge
    if judge is not None and event.window.kind in JUDGE_WINDOWS:
        state = _replace(state, judge=_replace(judge, asked=True))
    return _replace(state, windows=(*state.windows, event.window))


def _with_top(state: State, window: Window | None) -> State:
    return _replace(state, windows=renew_top(state.windows, window)) if state.windows else state


def _renewed(state: State, event: j.WindowRenewed) -> State:
    return _with_top(state, event.window)


def _passed(state: State, event: j.Passed) -> State:
    top = state.windows[-1] if state.windows else None
    if top is None or top.kind != event.kind or top.now != event.character:
        return state
    return _with_top(state, pass_window(top))


def _helped(state: State, event: j.TraitHelped) -> State:
    state = _with_trait(state, event.character, event.trait, helped=True)
    state = _acted(_with_side(state, event.of, event.side), event.character)
    return _without_plan(state, event.character, f"help:{event.trait}")


def _used(state: State, event: j.EffectUsed) -> State:
    state = _with_trait(state, event.character, event.trait, used=True)
    effect = Effect(character=event.character, trait=event.trait, target=event.target)
    state = _replace(state, effects=(*state.effects, effect))
    return _without_plan(_acted(state, event.character), event.character, f"effect:{event.trait}")


def _worked(state: State, event: j.EffectWorked) -> State:
    state = _with_side(_replace(state, effects=state.effects[:-1]), event.of, event.side)
    if state.judge is not None and event.cancelled:
        state = _replace(state, judge=_replace(state.judge, cancelled=True))
    return state


def _cancelled(state: State, event: j.EffectCancelled) -> State:
    state = _with_trait(state, event.by, event.spent, used=True)
    state = _with_trait(state, event.character, event.trait, used=event.used)
    top = state.windows[-1] if state.windows else None
    if top is not None and top.kind == "answer_effect":
        state = _with_top(state, None)
    return _replace(state, effects=state.effects[:-1])


def _gave_up(state: State, event: j.GaveUp) -> State:
    side = None if state.judge is None else state.judge.side(event.of)
    if side is not None:
        state = _with_side(state, event.of, _replace(side, given_up=True))
    return _without_plan(state, event.character, "give_up")


def _rolled(state: State, event: j.JudgeRolled) -> State:
    state = _with_side(state, event.of, event.side)
    judge = state.judge
    if judge is None or judge.stage == "dice":
        return state
    return _replace(state, judge=_replace(judge, stage="dice", asked=False))


def _rerolled(state: State, event: j.Rerolled) -> State:
    return state if event.now is None else with_person(state, event.character, vigour=event.now)


def _shown(state: State, event: j.ResultShown) -> State:
    judge = state.judge
    if judge is None:
        return state
    return _replace(state, judge=_replace(judge, stage="result", asked=False, winner=event.winner))


def _refused(state: State, event: j.SuccessRefused) -> State:
    side = None if state.judge is None else state.judge.side(event.of)
    return state if side is None else _with_side(state, event.of, _replace(side, failed=True))


def _decided(state: State, event: j.JudgeDecided | j.JudgeClosed) -> State:
    left = tuple(window for window in state.windows if window.kind not in JUDGE_WINDOWS)
    return _replace(state, judge=None, windows=left)


JUDGE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    j.JudgeBegun: _begun,
    j.WindowOpened: _opened,
    j.WindowRenewed: _renewed,
    j.Passed: _passed,
    j.TraitHelped: _helped,
    j.EffectUsed: _used,
    j.EffectWorked: _worked,
    j.EffectCancelled: _cancelled,
    j.GaveUp: _gave_up,
    j.JudgeRolled: _rolled,
    j.Rerolled: _rerolled,
    j.ResultShown: _shown,
    j.SuccessRefused: _refused,
    j.JudgeDecided: _decided,
    j.JudgeClosed: _decided,
}
