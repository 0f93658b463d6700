"""Values that the GM sets by hand (`table.adjusted`)."""

from typing import Any

import msgspec
import pytest
from akatsukis import begin, face_down, make_figure, make_npc

from tenmatsu.engine.api import UsageError, audit_session, open_session, open_store
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.adjust import ALLOWED, FIGURE_NAMES, TABLE_NAMES, WOUND_NAMES
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock, SetClock
from tenmatsu.systems.akatsuki.state import Due, Figure, State, Wound
from tenmatsu.systems.akatsuki.wording import load_words

HURT = Wound(harm="lethal", rank=2, since=30)


def table(**values: Any) -> State:
    """Return a table with one character, at 1:30 of the first day."""
    state: State = begin(a=make_figure(**values)).given(AdvanceClock(minutes=90)).state
    return state


def adjust(state: State, name: str, new: Any) -> State:
    return SYSTEM.evolve(state, Adjusted(name=name, old=None, new=new))


@pytest.mark.parametrize(
    "name, new",
    [
        ("goro", 9),
        ("fate_points", 2),
        ("points", 4),
        ("important", False),
        ("friendly", False),
        ("lane", -1),
        ("lane", None),
        ("majors", 0),
        ("minors", 2),
        ("unconscious", True),
        ("doomed", True),
        ("zombie_from", 3),
        ("zombie_counters", 4),
        ("dead", True),
    ],
)
def test_a_value_of_a_character_is_set(name: str, new: Any) -> None:
    assert SYSTEM.adjustable(adjust(table(lane=2), f"a.{name}", new))[f"a.{name}"] == new


def test_a_damage_card_is_laid_before_somebody_changed_turned_and_taken_away() -> None:
    state = adjust(table(), "a.wound", "nonlethal")
    assert state.characters["a"].wound == Wound(harm="nonlethal", rank=1, since=90)
    state = adjust(state, "a.rank", 4)
    assert state.characters["a"].wound == Wound(harm="nonlethal", rank=4, since=90)
    state = adjust(state, "a.treated", True)
    assert state.characters["a"].wound == Wound(harm="nonlethal", rank=4, treated=True, since=90)
    assert adjust(state, "a.wound", "").characters["a"].wound is None


def test_the_times_of_a_card_count_from_when_its_kind_or_rank_was_set() -> None:
    state = table(wound=HURT)
    assert adjust(state, "a.wound", "nonlethal").characters["a"].wound == Wound(
        harm="nonlethal", rank=2, since=90
    )
    assert adjust(state, "a.rank", 3).characters["a"].wound == Wound(harm="lethal", rank=3, since=90)
    assert adjust(state, "a.treated", True).characters["a"].wound == Wound(
        harm="lethal", rank=2, treated=True, since=30
    )


def test_rank_and_side_of_a_card_can_be_set_only_where_there_is_one() -> None:
    assert {f"a.{name}" for name in WOUND_NAMES} <= set(SYSTEM.adjustable(table(wound=HURT)))
    assert not {f"a.{name}" for name in WOUND_NAMES} & set(SYSTEM.adjustable(table()))
    assert SYSTEM.adjustable(table())["a.wound"] == ""


def test_day_and_time_are_set_without_any_time_passing() -> None:
    state = adjust(adjust(table(wound=HURT), "day", 3), "clock", "22:30")
    values = SYSTEM.adjustable(state)
    assert (values["day"], values["clock"]) == (3, "22:30")
    wound = state.characters["a"].wound
    assert wound is not None
    assert state.clock.now - wound.since == 60


@pytest.mark.parametrize(
    "name, new",
    [
        ("a.goro", "many"),
        ("a.goro", True),
        ("a.goro", -1),
        ("a.dead", 1),
        ("a.lane", "left"),
        ("a.lane", False),
        ("a.wound", "scratch"),
        ("a.wound", None),
        ("a.rank", 0),
        ("a.rank", 6),
        ("a.rank", True),
        ("a.treated", 1),
        ("a.fate", 3),
        ("a.chivalry", 3),
        ("a.secret", 1),
        ("ghost.goro", 1),
        ("day", 0),
        ("day", "tomorrow"),
        ("clock", "24:00"),
        ("clock", 90),
        ("weather", 1),
    ],
)
def test_what_does_not_fit_changes_nothing(name: str, new: Any) -> None:
    state = table(wound=HURT)
    assert adjust(state, name, new) == state


def test_a_card_cannot_be_ranked_or_turned_where_there_is_none() -> None:
    state = table()
    assert adjust(adjust(state, "a.rank", 3), "a.treated", True) == state


def test_cards_and_chips_are_counted_by_no_number() -> None:
    figure = make_figure(fate=face_down(3), chivalry=2)
    names = SYSTEM.adjustable(begin(a=figure, boss=make_npc(fate_chips=2)).state)
    assert not {name for name in names if name.endswith(("fate", "fate_chips", "awakening", "chivalry"))}


def waiting(*due: Due) -> State:
    """Return a table at which time has stopped for checks."""
    state = begin(a=make_figure(wound=HURT), b=make_figure(wound=HURT)).given(SetClock(time="23:00")).state
    clock = msgspec.structs.replace(state.clock, until=state.clock.now + 60)
    return State(characters=state.characters, due=due, clock=clock)


NIGHTLY, BLOW = Due(character="a", why="midnight"), Due(character="a", why="damage")
OTHER = Due(character="b", why="midnight")


@pytest.mark.parametrize(
    "name, new, kept",
    [
        ("dead", True, ()),
        ("doomed", True, ()),
        ("wound", "", ()),
        ("rank", 5, ()),
        ("treated", True, (BLOW,)),
        ("rank", 3, (NIGHTLY, BLOW)),
        ("goro", 3, (NIGHTLY, BLOW)),
    ],
)
def test_checks_that_nothing_calls_for_any_more_fall_away(name: str, new: Any, kept: tuple[Due, ...]) -> None:
    state = adjust(waiting(NIGHTLY, BLOW, OTHER), f"a.{name}", new)
    assert state.due == (*kept, OTHER)
    assert state.clock.until is not None


def test_a_check_at_the_end_of_a_fight_falls_away_with_treatment_like_those_of_time() -> None:
    state = adjust(waiting(Due(character="a", why="combat_end"), BLOW), "a.treated", True)
    assert state.due == (BLOW,)


def test_time_stands_where_the_last_check_it_waited_for_fell_away() -> None:
    state = adjust(waiting(NIGHTLY), "a.treated", True)
    assert state.due == ()
    assert state.clock.until is None


def test_time_stands_where_the_clock_was_set_by_hand_and_checks_still_wait() -> None:
    state = adjust(waiting(NIGHTLY), "clock", "21:00")
    assert state.due == (NIGHTLY,)
    assert (state.clock.now, state.clock.until) == (21 * 60, None)


def test_every_name_can_be_read() -> None:
    values = SYSTEM.adjustable(table(wound=HURT))
    names = {*TABLE_NAMES, *ALLOWED, *FIGURE_NAMES, *WOUND_NAMES}
    assert {name if name in TABLE_NAMES else f"a.{name}" for name in names} == set(values)


def test_every_name_is_a_field_of_somebody() -> None:
    assert set(FIGURE_NAMES) <= set(Figure.__struct_fields__)


@pytest.mark.parametrize("name", [*FIGURE_NAMES, *WOUND_NAMES, *TABLE_NAMES, *ALLOWED])
def test_every_name_is_called_something_in_both_languages(name: str) -> None:
    words = load_words()
    assert not words.value_name(name, "ja").isascii()
    assert "_" not in words.value_name(name, "en")


@pytest.mark.parametrize("name, word", [(name, word) for name, few in ALLOWED.items() for word in few])
def test_every_word_that_a_value_may_be_reads_as_one(name: str, word: str) -> None:
    assert not load_words().value(name, word, "ja", {}).isascii()
    assert load_words().value(name, word, "en", {}) not in ("", "wound")


def test_the_game_master_sets_values_at_the_table() -> None:
    session = open_session(open_store(), "夜", "akatsuki")
    session.do({"type": "table.take_character", "character": "a"}, actor="gm")
    session.do({"type": "akatsuki.make_character", "character": "a", "archetype": "bare_fists"}, actor="gm")
    for name, value in (("clock", "23:50"), ("a.wound", "lethal"), ("a.rank", 3)):
        session.do({"type": "table.adjust", "name": name, "value": value}, actor="gm")
    assert session.game.characters["a"].wound == Wound(harm="lethal", rank=3, since=23 * 60 + 50)
    session.do({"type": "akatsuki.advance_clock", "to": "06:00"}, actor="gm")
    assert [(choice.whom, choice.details["why"]) for choice in session.pending()] == [("a", "midnight")]
    session.do({"type": "table.adjust", "name": "a.treated", "value": True}, actor="gm")
    assert session.pending() == ()
    with pytest.raises(UsageError):
        session.do({"type": "table.adjust", "name": "a.fate", "value": 3}, actor="gm")
    assert audit_session(session.store, session.id).ok
