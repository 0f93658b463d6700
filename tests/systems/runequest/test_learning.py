"""What characters learn: skills, passions, runes, spells, sorcery, rune points."""

from typing import Any

import pytest
from runemaking import choose, gather
from runequests import begin, make_figure

from tenmatsu.systems.runequest.commands.making import Learn
from tenmatsu.systems.runequest.events.making import Learned, Lesson
from tenmatsu.systems.runequest.figures import Figure


def _learn(lesson: Lesson, name: str, to: int, **values: Any) -> Figure:
    play = begin(rin=make_figure(**values)).given(Learn(character="rin", lesson=lesson, name=name, to=to))
    rin = play.state.characters["rin"]
    assert isinstance(rin, Figure)
    return rin


@pytest.mark.parametrize("name", ["rapier", "off:rapier", "track", "burning_lance", "broadsword"])
def test_skills_weapons_the_other_hand_and_sorcery_are_learned_in_percent(name: str) -> None:
    assert _learn("skills", name, 75).skills[name] == 75


def test_runes_and_passions_are_learned_in_percent() -> None:
    assert _learn("runes", "air", 80).runes == {"air": 80}
    assert _learn("passions", "honor", 60).passions == {"honor": 60}


def test_zero_forgets() -> None:
    assert _learn("runes", "air", 0, runes={"air": 60, "death": 40}).runes == {"death": 40}
    assert _learn("spells", "heal", 0, known={"heal": 2}).known == {}
    assert _learn("techniques", "tap", 0, techniques=("tap", "summon")).techniques == ("summon",)


def test_spirit_spells_have_points_and_others_are_known_or_not() -> None:
    assert _learn("spells", "heal", 4, known={"heal": 2}).known == {"heal": 4}
    assert _learn("spells", "shield", 9).known == {"shield": 1}
    assert _learn("spells", "veil_of_mist", 9).known == {"veil_of_mist": 1}


def test_techniques_and_runes_are_mastered_once() -> None:
    assert _learn("techniques", "tap", 1, techniques=("tap",)).techniques == ("tap",)
    assert _learn("mastered", "water", 5).mastered == ("water",)


def test_more_rune_points_can_be_held_and_come_at_once_fewer_cap_them() -> None:
    more = _learn("rune_points", "", 5, rune_points=1, max_rune_points=3)
    fewer = _learn("rune_points", "", 2, rune_points=3, max_rune_points=3)

    assert (more.rune_points, more.max_rune_points) == (3, 5)
    assert (fewer.rune_points, fewer.max_rune_points) == (2, 2)


def test_what_is_learned_is_told_as_it_stands_now() -> None:
    play = begin(rin=make_figure()).when(Learn(character="rin", lesson="skills", name="track", to=40))
    play.then(Learned(character="rin", lesson="skills", name="track", now=40))


@pytest.mark.parametrize(
    "lesson, name, to, code",
    [
        ("skills", "no_such", 5, "unknown_row"),
        ("skills", "heal", 5, "unknown_row"),
        ("passions", "no_such", 5, "unknown_row"),
        ("runes", "no_such", 5, "unknown_row"),
        ("mastered", "no_such", 1, "unknown_row"),
        ("techniques", "no_such", 1, "unknown_row"),
        ("spells", "no_such", 1, "unknown_row"),
        ("spells", "", 1, "unknown_row"),
        ("spells", "demoralize", 1, "wrong_spell_points"),
    ],
)
def test_what_there_is_not_to_learn_is_refused(lesson: Lesson, name: str, to: int, code: str) -> None:
    command = Learn(character="rin", lesson=lesson, name=name, to=to)

    begin(rin=make_figure()).when(command).refused(f"runequest.{code}")


def test_a_sorcerer_learns_no_more_spells_than_int_and_others_may() -> None:
    sorcerer = make_figure(INT=2, known={"heal": 1, "light": 1, "shield": 1}, techniques=("summon",))
    other = make_figure(INT=2, known={"heal": 1, "light": 1, "shield": 1})
    spell = Learn(character="rin", lesson="spells", name="strength", to=2)

    begin(rin=sorcerer).when(spell).refused("runequest.too_much_to_remember")
    assert begin(rin=sorcerer).when(Learn(character="rin", lesson="spells", name="multispell", to=1)).events
    play = begin(rin=other).given(spell)
    technique = Learn(character="rin", lesson="techniques", name="summon", to=1)
    play.when(technique).refused("runequest.too_much_to_remember")


def test_whoever_is_not_there_learns_nothing() -> None:
    play = gather("rin", "jin").given(choose())

    play.when(Learn(character="jin", lesson="skills", name="track", to=40)).refused(
        "runequest.unknown_character"
    )
