"""What to show of a character, and of the table as a whole."""

from collections.abc import Iterator

from tenmatsu.engine.clock import MINUTES_A_DAY, show_time
from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival
from tenmatsu.systems.akatsuki.decide.checking import measure_target
from tenmatsu.systems.akatsuki.decide.clock import list_checks
from tenmatsu.systems.akatsuki.decide.damage import specify_survival
from tenmatsu.systems.akatsuki.decide.harming import is_beyond_check
from tenmatsu.systems.akatsuki.decide.paying import count_points
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.state import Figure, State, printed_on


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    figure = state.characters.get(character)
    if figure is None:
        return Sheet(character=character, entries=())
    entries = (
        *_list_person(figure),
        *_list_cards(figure, rules),
        *_list_body(state, rules, character, figure),
        *_list_actions(figure),
    )
    return Sheet(character=character, entries=entries)


def _list_person(figure: Figure) -> Iterator[SheetEntry]:
    if figure.npc:
        yield SheetEntry(key="friendly", value=figure.friendly, group="person")
        yield SheetEntry(key="important", value=figure.important, group="person")
    for name in ("goro", "taiku", "tosei", "kaigu"):
        yield SheetEntry(key=name, value=figure.ability(name), group="abilities")
    for ability, field in figure.fields.items():
        yield SheetEntry(key=f"field_{ability}", value=field, group="fields")


def _list_cards(figure: Figure, rules: Rulebook) -> Iterator[SheetEntry]:
    """Yield 命運点 and 命運札, then each awakening card with its points and what all are worth."""
    group = "fate"
    yield SheetEntry(key="fate_points", value=figure.fate_points, group=group)
    if figure.fate or not figure.npc:
        yield SheetEntry(key="fate_count", value=len(figure.fate), group=group)
    if figure.fate_chips:
        yield SheetEntry(key="fate_chips", value=figure.fate_chips, group=group)
    if seen := tuple(one.card for one in figure.fate if one.card):
        yield SheetEntry(key="fate_faces", value=seen, group=group)
    group = "awakening"
    for held in figure.awakening:
        if printed_on(held.card) is None:
            key = f"given:{held.card}" if held.given else held.card
            yield SheetEntry(key=key, value=rules.tables.points(held), group=group)
    chips = [rules.tables.points(held) for held in figure.awakening if printed_on(held.card) is not None]
    if chips:
        yield SheetEntry(key="chips", value=tuple(map(str, sorted(chips, reverse=True))), group=group)
    if figure.chivalry or not figure.npc:
        yield SheetEntry(key="chivalry", value=figure.chivalry, group=group)
    if figure.points:
        yield SheetEntry(key="points", value=figure.points, group=group)
    yield SheetEntry(key="awakening_points", value=count_points(rules, figure), group=group)


def _list_body(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[SheetEntry]:
    """Yield the damage card with its next check, zombie time, and what state they are in."""
    wound, group = figure.wound, "body"
    if wound is not None:
        yield SheetEntry(key="wound", value=wound.harm, group=group)
        yield SheetEntry(key="rank", value=wound.rank, group=group)
        if not (figure.dead or figure.doomed):
            yield SheetEntry(key="treated", value=wound.treated, group=group)
        if not (figure.dead or figure.doomed or is_beyond_check(state, character)):
            target, _ = measure_target(
                state, rules, specify_survival(state, rules, RollSurvival(character=character))
            )
            yield SheetEntry(key="survival_target", value=target, group=group)
        yield from _list_next(state, rules, character)
    if figure.doomed and not figure.dead:
        if figure.zombie_from is not None:
            yield SheetEntry(key="zombie_from", value=figure.zombie_from, group=group)
        yield SheetEntry(key="zombie_counters", value=figure.zombie_counters, group=group)
    for key in ("dead",) if figure.dead else ("unconscious", "doomed"):
        if getattr(figure, key):
            yield SheetEntry(key=key, value=True, group=group)


def _list_next(state: State, rules: Rulebook, character: str) -> Iterator[SheetEntry]:
    """Yield when time brings the next survival check, and the day where it is another."""
    now = state.clock.now
    coming = [due.minutes for due in list_checks(state, rules, now) if due.character == character]
    if not coming:
        return
    minute = now + min(coming)
    if minute // MINUTES_A_DAY != now // MINUTES_A_DAY:
        yield SheetEntry(key="next_check_day", value=minute // MINUTES_A_DAY + 1, group="body")
    yield SheetEntry(key="next_check", value=show_time(minute), group="body")


def _list_actions(figure: Figure) -> Iterator[SheetEntry]:
    if figure.weapons:
        yield SheetEntry(key="weapons", value=figure.weapons, group="fight")
    if figure.lane is None:
        return
    for name in ("lane", "majors", "minors"):
        yield SheetEntry(key=name, value=getattr(figure, name), group="fight")


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return the table as a whole: clock, deck and chips, fight, checks that are due."""
    return Sheet(character="", entries=(*_list_clock(state), *_list_deck(state), *_list_fight(state)))


def _list_clock(state: State) -> Iterator[SheetEntry]:
    now, until = state.clock.now, state.clock.until
    yield SheetEntry(key="day", value=now // MINUTES_A_DAY + 1, group="calendar")
    yield SheetEntry(key="clock", value=show_time(now), group="calendar")
    if until is not None:
        yield SheetEntry(key="until", value=show_time(until), group="calendar")
    if state.due:
        yield SheetEntry(key="due", value=tuple(one.character for one in state.due), group="calendar")


def _list_deck(state: State) -> Iterator[SheetEntry]:
    deck = state.deck
    values = {
        "pile": deck.left,
        "face_down": sum(len(one.fate) for one in state.characters.values()),
        "discard": len(deck.discard),
        "chips_left": state.chips_left,
    }
    for key, value in values.items():
        yield SheetEntry(key=key, value=value, group="deck")


def _list_fight(state: State) -> Iterator[SheetEntry]:
    combat = state.combat
    if combat is None:
        return
    yield SheetEntry(key="round", value=combat.round, group="fight")
    yield SheetEntry(key="order", value=combat.order, group="fight")
    if combat.ending is not None:
        yield SheetEntry(key="ending", value=combat.ending, group="fight")
    elif combat.at < len(combat.order):
        yield SheetEntry(key="turn", value=combat.order[combat.at], group="fight")
