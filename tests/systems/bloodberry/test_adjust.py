"""Values that the GM sets by hand (`table.adjusted`)."""

from typing import Any

import pytest
from bloodberries import begin, change, hold, make_curse, make_person, relate

from tenmatsu.events.table import Adjusted
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.adjust import ABILITY_NAMES, PERSON_NAMES, TABLE_NAMES, TRAIT_NAMES
from tenmatsu.systems.bloodberry.people import Person, pair
from tenmatsu.systems.bloodberry.staging import Camp
from tenmatsu.systems.bloodberry.state import State


def table() -> State:
    """Return two related people and a curse that a camp has met."""
    people = {"a": make_person(traits=hold("指輪")), "b": make_person(traits={}), "it": make_curse()}
    play = change(begin(), people=people, relations=relate("a", "b", 1))
    state: State = change(
        play, confronting={"us": Camp(members=("a", "b"), strengths={"it": 1}, size=2)}
    ).state
    return state


def adjust(state: State, name: str, new: Any) -> State:
    return SYSTEM.evolve(state, Adjusted(name=name, old=None, new=new))


@pytest.mark.parametrize(
    "name, new",
    [
        ("a.passion", 5),
        ("a.grace", 0),
        ("a.maturity", 1),
        ("a.vigour", 3),
        ("a.fairy", True),
        ("a.otherworldly", True),
        ("a.out", True),
        ("a.absent", 2),
        ("a.vanished", True),
        ("a.killed", True),
        ("a.checked", True),
        ("a.refreshed", True),
        ("a.no_checks_until", 60),
        ("a.lost:grace", 2),
        ("a.sublimated:指輪", True),
        ("a.used:指輪", True),
        ("a.helped:指輪", True),
        ("a.strength:b", 3),
        ("b.strength:a", 0),
        ("us.strength:it", 2),
        ("it.malice", 4),
        ("it.lost:doubt", 1),
        ("clock", 90),
        ("session", 2),
        ("ending", True),
    ],
)
def test_a_value_is_set(name: str, new: Any) -> None:
    state = table()
    assert SYSTEM.adjustable(state)[name] != new
    assert SYSTEM.adjustable(adjust(state, name, new))[name] == new


def test_a_relation_has_one_strength_from_both_ends() -> None:
    state = adjust(table(), "b.strength:a", 2)
    assert state.relations[pair("a", "b")].strength == 2
    assert SYSTEM.adjustable(state)["a.strength:b"] == 2


def test_an_ability_set_to_0_puts_somebody_out_and_above_it_back() -> None:
    state = adjust(table(), "a.grace", 0)
    assert state.people["a"].out
    assert not adjust(state, "a.grace", 1).people["a"].out


@pytest.mark.parametrize(
    "name, new",
    [
        ("a.passion", "many"),
        ("a.passion", True),
        ("a.passion", -1),
        ("a.out", 1),
        ("a.out", None),
        ("a.feats", 3),
        ("a.doubt", 3),
        ("it.passion", 3),
        ("it.lost:passion", 3),
        ("a.lost:grace", -1),
        ("a.lost:grace", True),
        ("a.lost:vigour", 1),
        ("a.used:指輪", 1),
        ("a.used:教師", True),
        ("a.broken:指輪", True),
        ("a.strength:b", -1),
        ("a.strength:b", "strong"),
        ("a.strength:ghost", 2),
        ("us.strength:a", 2),
        ("ghost.passion", 1),
        ("clock", -1),
        ("clock", "noon"),
        ("ending", 1),
        ("weather", 1),
    ],
)
def test_what_does_not_fit_changes_nothing(name: str, new: Any) -> None:
    assert adjust(table(), name, new) == table()


def test_every_name_is_a_field_of_somebody_or_of_the_table() -> None:
    assert set(PERSON_NAMES) <= set(Person.__struct_fields__)
    assert set(TABLE_NAMES) <= set(State.__struct_fields__)
    assert set(ABILITY_NAMES) <= set(Person.__struct_fields__)


def test_every_name_has_words_in_both_languages() -> None:
    words = SYSTEM.words()
    for name in (
        *ABILITY_NAMES,
        *ABILITY_NAMES.values(),
        *PERSON_NAMES,
        *TABLE_NAMES,
        *TRAIT_NAMES,
        "strength",
        "lost",
    ):
        assert words.value_name(name, "ja") != name
        assert words.value_name(name, "en")


def test_cards_are_counted_by_no_number() -> None:
    assert not {name for name in SYSTEM.adjustable(table()) if "card" in name or "hand" in name}
