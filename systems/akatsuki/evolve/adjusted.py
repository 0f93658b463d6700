"""Fold values that the GM set by hand."""

from collections.abc import Mapping

import msgspec

from tenmatsu.engine.clock import MINUTES_A_DAY, read_time
from tenmatsu.engine.contract import Value
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.akatsuki.adjust import ALLOWED, FIGURE_NAMES
from tenmatsu.systems.akatsuki.events.time import LAST_DAY
from tenmatsu.systems.akatsuki.evolve.figures import with_figure
from tenmatsu.systems.akatsuki.evolve.time import set_now
from tenmatsu.systems.akatsuki.state import Due, Figure, Harm, State, Wound

RANKS = range(1, 6)
_HARMS: Mapping[str, Harm] = {"lethal": "lethal", "nonlethal": "nonlethal"}
_MAY_BE_NONE = frozenset({"lane", "zombie_from"})
_ENDS_CHECKS = frozenset({"dead", "doomed", "wound", "rank", "treated"})
_STOPPED_BY_TREATMENT = frozenset({"combat_end", "midnight", "hours", "once"})
_replace = msgspec.structs.replace


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    character, stop, name = event.name.partition(".")
    if not stop:
        return _set_clock(state, event.name, event.new)
    figure = state.characters.get(character)
    if figure is None:
        return state
    if name not in FIGURE_NAMES:
        wound = _change_wound(figure.wound, name, event.new, state.clock.now)
        state = with_figure(state, character, wound=wound)
    elif _fits(figure, name, event.new):
        state = with_figure(state, character, **{name: event.new})
    return _drop_checks(state, character) if name in _ENDS_CHECKS else state


def _set_clock(state: State, name: str, new: Value) -> State:
    """Set day or time: no time passes by it."""
    day, minute = divmod(state.clock.now, MINUTES_A_DAY)
    if name == "day" and type(new) is int and 1 <= new <= LAST_DAY:
        return set_now(state, (new - 1) * MINUTES_A_DAY + minute)
    time = read_time(new) if name == "clock" and isinstance(new, str) else None
    return state if time is None else set_now(state, day * MINUTES_A_DAY + time)


def _fits(figure: Figure, name: str, new: Value) -> bool:
    if name in _MAY_BE_NONE:
        return new is None or type(new) is int
    if type(new) is int:
        return type(getattr(figure, name)) is int and new >= 0
    return type(new) is type(getattr(figure, name))


def _change_wound(wound: Wound | None, name: str, new: Value, now: int) -> Wound | None:
    """Return the damage card after its kind or rank was set: its times count from now; or turned over."""
    if name == "wound" and new in ALLOWED["wound"]:
        harm = _HARMS.get(str(new))
        return None if harm is None else Wound(harm=harm, rank=1 if wound is None else wound.rank, since=now)
    if wound is None:
        return None
    if name == "rank" and type(new) is int and new in RANKS:
        return Wound(harm=wound.harm, rank=new, since=now)
    if name == "treated" and isinstance(new, bool):
        return _replace(wound, treated=new)
    return wound


def _drop_checks(state: State, character: str) -> State:
    """Let checks that are due fall away where nothing calls for them any more; with the last, time stands."""
    due = tuple(one for one in state.due if one.character != character or _is_needed(state, one))
    if due == state.due:
        return state
    clock = state.clock if due else _replace(state.clock, until=None)
    return _replace(state, due=due, clock=clock)


def _is_needed(state: State, due: Due) -> bool:
    figure = state.characters[due.character]
    wound = figure.wound
    if figure.dead or figure.doomed or wound is None or (wound.harm == "lethal" and wound.rank == RANKS[-1]):
        return False
    return not (wound.treated and due.why in _STOPPED_BY_TREATMENT)
