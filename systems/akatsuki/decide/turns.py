"""Lanes, action points, and whose turn it is."""

from tenmatsu.systems.akatsuki.decide.dying import is_zombie
from tenmatsu.systems.akatsuki.decide.work import Rulebook, Work, find_awake, find_combat, refuse
from tenmatsu.systems.akatsuki.events.combat import MajorSpent, MinorSpent, RoundBegun, TurnEnded
from tenmatsu.systems.akatsuki.state import Combat, Figure, State


def pay_major(work: Work, character: str) -> None:
    """
    Pay a major action: with an action point, in zombie time with a counter.

    A fight lets it be taken on one's own turn alone. Who is in no fight pays in zombie time alone. Whoever
    spends the last counter dies once the action is resolved (`settle_fight`).
    """
    figure, in_fight = _find_actor(work, character), is_in_fight(work.state, character)
    if figure.majors and in_fight:
        majors, counters, by = figure.majors - 1, figure.zombie_counters, "points"
    elif figure.zombie_counters and is_zombie(work.state, figure):
        majors, counters, by = figure.majors, figure.zombie_counters - 1, "counter"
    elif not in_fight:
        return
    else:
        refuse(work, "no_major", character=character)
    work.record(
        MajorSpent(
            character=character,
            majors=majors,
            zombie_counters=counters,
            by="points" if by == "points" else "counter",
        )
    )


def pay_minor(work: Work, character: str) -> None:
    """Pay a minor action, on one's own turn; free for those who are in no fight."""
    figure = _find_actor(work, character)
    if not is_in_fight(work.state, character):
        return
    if not figure.minors:
        refuse(work, "no_minor", character=character)
    work.record(MinorSpent(character=character, minors=figure.minors - 1))


def are_near(state: State, one: str, other: str) -> bool:
    """Return whether two are in the same or neighbouring lanes; two who are in no fight always are."""
    if all(state.characters.get(name, Figure()).lane is None for name in (one, other)):
        return True
    distance = measure_distance(state, one, other)
    return distance is not None and distance <= 1


def is_in_fight(state: State, character: str) -> bool:
    """Return whether somebody is in the fight, and has not left it."""
    return state.combat is not None and character in state.combat.order


def measure_distance(state: State, one: str, other: str) -> int | None:
    """Return how many lanes lie between two, 0 outside a fight; None where one is not in the fight."""
    if state.combat is None:
        return 0
    here, there = (state.characters.get(name, Figure()) for name in (one, other))
    if one == other:
        return 0
    if here.lane is None or there.lane is None:
        return None
    return abs(here.lane - there.lane)


def has_major(state: State, figure: Figure) -> bool:
    """Return whether somebody in a fight can pay a major action, by a point or a zombie counter."""
    return figure.majors > 0 or (figure.zombie_counters > 0 and is_zombie(state, figure))


def waits(figure: Figure, combat: Combat) -> bool:
    """Return whether zombie time begins for them in a later round."""
    return figure.zombie_from is not None and figure.zombie_from > combat.round


def in_zombie_time(figure: Figure, round_: int) -> bool:
    """Return whether zombie time has begun for them."""
    return figure.doomed and (figure.zombie_from is None or figure.zombie_from <= round_)


def count_majors(work: Work, figure: Figure, round_: int) -> int:
    """Return the major action points that somebody begins a round with: none in zombie time."""
    return 0 if in_zombie_time(figure, round_) else work.rules.tables.combat.majors


def can_act(state: State, rules: Rulebook, character: str) -> bool:
    """Return whether a turn of the present round may be theirs."""
    figure, combat = state.characters.get(character), state.combat
    if figure is None or combat is None or not figure.is_awake:
        return False
    return rules.options.zombie_wait == "acts" or not waits(figure, combat)


def find_turn(state: State) -> str:
    """Return whose turn it is; empty where there is no fight, or nobody is in it."""
    combat = state.combat
    if combat is None or not 0 <= combat.at < len(combat.order):
        return ""
    return combat.order[combat.at]


def pass_turn(work: Work) -> None:
    """
    End the turn under way: the next who can act follows, else the next round begins.

    Refuses where nobody could act in that either.
    """
    combat, whose = find_combat(work), find_turn(work.state)
    later = _find_later(work.state, work.rules, combat)
    if later is not None:
        work.record(TurnEnded(character=whose, at=later, next=combat.order[later]))
        return
    first = _find_first(work.state, work.rules, combat)
    if first is None:
        refuse(work, "nobody_can_act")
    work.record(TurnEnded(character=whose, at=first, next=""))
    _begin_round(work, combat, first)


def may_pass(state: State, rules: Rulebook) -> bool:
    """Return whether somebody can act later in this round, or in the next."""
    combat = state.combat
    if combat is None:
        return False
    return _find_later(state, rules, combat) is not None or _find_first(state, rules, combat) is not None


def after_death(work: Work) -> None:
    """
    Pass the turn on where the one whose turn it is cannot act any more and nothing else waits.

    It is called after every command (`settle_fight`); where nobody can act, the turn stays, and the GM ends
    the fight.
    """
    state = work.state
    combat = state.combat
    if combat is None or combat.ending or state.due or state.attack is not None:
        return
    if not can_act(state, work.rules, find_turn(state)) and may_pass(state, work.rules):
        pass_turn(work)


def _find_actor(work: Work, character: str) -> Figure:
    figure = find_awake(work, character)
    combat = work.state.combat
    if combat is None:
        return figure
    if is_in_fight(work.state, character) and find_turn(work.state) != character:
        refuse(work, "not_your_turn", character=character, whose=find_turn(work.state))
    if not can_act(work.state, work.rules, character):
        refuse(work, "zombie_waits", character=character, round=figure.zombie_from)
    return figure


def _find_later(state: State, rules: Rulebook, combat: Combat) -> int | None:
    """Return the place of the next who can act in this round."""
    for place in range(combat.at + 1, len(combat.order)):
        if can_act(state, rules, combat.order[place]):
            return place
    return None


def _find_first(state: State, rules: Rulebook, combat: Combat) -> int | None:
    """Return the place of the first who can act in the next round."""
    for place, name in enumerate(combat.order):
        figure = state.characters.get(name)
        if figure is None or not figure.is_awake:
            continue
        waiting = figure.zombie_from is not None and figure.zombie_from > combat.round + 1
        if rules.options.zombie_wait == "acts" or not waiting:
            return place
    return None


def _begin_round(work: Work, combat: Combat, place: int) -> None:
    figures, coming = work.state.characters, combat.round + 1
    present = {name: figures[name] for name in combat.order if name in figures}
    work.record(
        RoundBegun(
            round=coming,
            at=place,
            first=combat.order[place],
            majors={name: count_majors(work, figure, coming) for name, figure in present.items()},
            minors=dict.fromkeys(present, work.rules.tables.combat.minors),
        )
    )
