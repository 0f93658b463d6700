"""The table as a whole: clock, round, the queue of strike ranks, what is held and carried, who is where."""

from collections.abc import Iterable, Iterator

from tenmatsu.engine.clock import MINUTES_A_DAY, MINUTES_AN_HOUR
from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.systems.runequest.decide.queueing import list_order
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import list_engaged
from tenmatsu.systems.runequest.melee import Action, Melee
from tenmatsu.systems.runequest.state import ROUNDS_A_MINUTE, State

AT = ":"


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return the table as a whole."""
    entries = [*_list_clock(state)]
    if state.melee is not None:
        entries += [*_list_melee(state.melee), *_list_queue(state, state.melee), *_list_places(state)]
    return Sheet(character="", entries=tuple(entries))


def _list_clock(state: State) -> Iterator[SheetEntry]:
    """Yield the clock in rounds and as time since play began, and what is under way."""
    group = "clock"
    yield SheetEntry(key="now", value=state.now, group=group)
    minutes = state.now // ROUNDS_A_MINUTE
    if minutes:
        days, rest = divmod(minutes, MINUTES_A_DAY)
        if days:
            yield SheetEntry(key="days_passed", value=days, group=group)
        hours, rest = divmod(rest, MINUTES_AN_HOUR)
        yield SheetEntry(key="time_passed", value=f"{hours}:{rest:02}", group=group)
    if state.until is not None:
        yield SheetEntry(key="until", value=state.until, group=group)
    for one in state.treatments:
        key = f"treating{AT}{one.healer}"
        yield SheetEntry(key=key, value=(one.patient, one.location), group=group)
    for fight in state.spirit_fights:
        yield SheetEntry(key="spirit_combat", value=(fight.one, fight.other), group=group)


def _list_melee(melee: Melee) -> Iterator[SheetEntry]:
    group = "melee"
    yield SheetEntry(key="round", value=melee.round, group=group)
    yield SheetEntry(key="stage", value=melee.stage, group=group)
    if melee.sr:
        yield SheetEntry(key="sr", value=melee.sr, group=group)
    if melee.ending is not None:
        yield SheetEntry(key="ending", value=melee.ending, group=group)
    if melee.stage == "intents" and melee.intents:
        yield SheetEntry(key="declared", value=tuple(melee.intents), group=group)


def _list_queue(state: State, melee: Melee) -> Iterator[SheetEntry]:
    """Yield what is to come, a line a strike rank; what is held and what goes on, behind that."""
    group, order = "queue", list_order(state)
    for sr in dict.fromkeys(one.sr for one in order):
        yield SheetEntry(key=f"sr{AT}{sr}", value=_tell(one for one in order if one.sr == sr), group=group)
    for key in ("held", "carried"):
        found = _tell(one for one in melee.queue if one.state == key)
        if found:
            yield SheetEntry(key=key, value=found, group=group)


def _tell(actions: Iterable[Action]) -> tuple[str, ...]:
    """Return actions as keys of `[labels]`, each with whose it is."""
    return tuple(f"{one.step.kind}{AT}{one.character}" for one in actions)


def _list_places(state: State) -> Iterator[SheetEntry]:
    """Yield where everybody stands, and with whom they are engaged."""
    melee = state.melee
    for who in () if melee is None else melee.fighters:
        if melee is not None and who in melee.places:
            yield SheetEntry(key=f"place{AT}{who}", value=melee.places[who], group="places")
        if met := list_engaged(state, who):
            yield SheetEntry(key=f"engaged{AT}{who}", value=met, group="places")
