"""Exact chances of pools, counted against every way in which few dice may fall."""

from collections import Counter
from itertools import product
from math import comb
from typing import Any

import pytest
from kit import Play
from ninjas import TABLES, begin, fight, make_boss, make_ninja

from tenmatsu.engine.contract import Chance, Circumstance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.judging import Judge, Oppose, PassJudgement, Resist
from tenmatsu.systems.ninjaslayer.odds import Throw, count_falls, count_throw
from tenmatsu.systems.ninjaslayer.pools import count_successes, matches

PATTERNS = ((6, 6), (6, -5), (6, 6, 6), (4,), (-3, -3, 5))


def tell(play: Play, command: Command) -> Chance:
    """Return the chance of a command."""
    return SYSTEM.chance(play.state, play.rules, command)


def odds(chance: Chance) -> dict[str, tuple[int, int]]:
    """Return the ways that lead to each outcome, and all ways."""
    return {one.outcome: (one.favourable, one.possible) for one in chance.odds}


def ask(**values: Any) -> Judge:
    """Return a judgement of カラテ at NORMAL by pc1, with changes."""
    fields: dict[str, Any] = {"character": "pc1", "value": "karate", **values}
    return Judge(**fields)


@pytest.mark.parametrize("dice", range(5))
def test_every_way_in_which_dice_fall_is_counted_at_every_difficulty(dice: int) -> None:
    for row in TABLES.difficulties:
        counted = Counter(
            (count_successes(faces, row), tuple(matches(faces, pattern) for pattern in PATTERNS))
            for faces in product(range(1, 7), repeat=dice)
        )
        assert dict(count_falls(dice, row, PATTERNS)) == dict(counted)


def test_a_judgement_succeeds_unless_every_die_misses() -> None:
    chance = tell(begin(pc1=make_ninja(karate=4)), ask())

    assert odds(chance) == {"succeeds": (6**4 - 3**4, 6**4), "fails": (3**4, 6**4)}
    assert (chance.roll, chance.needed, chance.hits_from, chance.under) == ("judgement", 1, 4, False)


def test_quick_dice_focus_and_injuries_are_in_the_chance() -> None:
    play = begin(
        pc1=make_ninja(karate=1, focused=True, untreated=("head", "legs"), square="A1"),
        sonic=make_boss(square="C1"),
    )
    chance = tell(fight(play, "pc1", "sonic", phase="attack"), ask(quick=1))

    assert odds(chance)["succeeds"] == (36 - 16, 36)
    assert chance.circumstances == (Circumstance("injuries", 2), Circumstance("focus", -1))
    assert chance.hits_from == 5


def test_uh2_needs_two_sixes() -> None:
    chance = tell(begin(pc1=make_ninja(karate=6)), ask(difficulty="ultra_hard2"))

    least = 6**6 - 5**6 - comb(6, 1) * 5**5
    assert odds(chance)["succeeds"] == (least, 6**6)
    assert (chance.needed, chance.hits_from) == (2, 6)


def test_a_pattern_asked_for_is_told_where_it_falls_in_a_success() -> None:
    chance = tell(begin(pc1=make_ninja(karate=2)), ask(pattern=(6, 6)))

    assert odds(chance)["with_pattern"] == (1, 36)
    unseen = tell(begin(pc1=make_ninja(karate=2)), ask(pattern=(6, 6), difficulty="ultra_hard3"))
    assert odds(unseen)["with_pattern"] == (0, 36)


def test_without_dice_nothing_can_succeed() -> None:
    assert odds(tell(begin(pc1=make_ninja(jitsu=0)), ask(value="jitsu")))["succeeds"] == (0, 1)


def test_a_resistance_has_the_chance_of_its_pool() -> None:
    chance = tell(begin(pc1=make_ninja(neuron=3)), Resist(character="pc1", value="neuron", difficulty="hard"))

    assert odds(chance)["succeeds"] == (216 - 64, 216)
    assert chance.roll == "resistance"


def test_of_two_opposed_each_has_their_chance_and_nobody_has_the_rest() -> None:
    play = begin(pc1=make_ninja(karate=2), pc2=make_ninja(karate=1))
    command = Oppose(characters=("pc1", "pc2"), value="karate")
    counted = Counter[str]()
    for faces in product(range(1, 7), repeat=3):
        mine, theirs = (count_successes(part, TABLES.difficulty(2)) for part in (faces[:2], faces[2:]))
        counted["wins:pc1" if mine > theirs else "wins:pc2" if theirs > mine else "nobody_wins"] += 1

    chance = tell(play, command)

    assert odds(chance) == {key: (ways, 216) for key, ways in counted.items()}
    assert chance.needed is None


def test_of_three_opposed_the_chances_come_to_all_ways() -> None:
    play = begin(pc1=make_ninja(neuron=1), pc2=make_ninja(neuron=2), pc3=make_ninja(neuron=1))
    command = Oppose(characters=("pc1", "pc2", "pc3"), value="neuron", quick={"pc3": 1})

    chance = tell(play, command)

    assert sum(one.favourable for one in chance.odds) == 6**5
    assert {one.possible for one in chance.odds} == {6**5}


def test_of_a_throws_patterns_the_first_that_fits_is_counted_and_counters_need_more_successes() -> None:
    throw = Throw(
        roll="judgement",
        dice=3,
        row=TABLES.difficulty(2),
        patterns={"namu_amida_butsu": (6, 6, 6), "satsubatsu": (6, 6)},
        above=1,
    )

    found, possible = count_throw(throw)

    assert possible == 216
    assert (found["namu_amida_butsu"], found["satsubatsu"]) == (1, 15)
    assert found["counters"] == 27 + 3 * 9 * 3


def test_the_words_of_an_outcome_name_the_part_or_the_person() -> None:
    words = SYSTEM.words()
    assert [words.label("wins:pc1", lang, {"pc1": "Bob"}) for lang in LANGUAGES] == ["勝ち:Bob", "wins: Bob"]


def test_what_rolls_nothing_or_is_unknown_has_no_chance() -> None:
    play = begin(pc1=make_ninja())
    for command, code in (
        (PassJudgement(character="pc1", value="karate"), "no_roll"),
        (ask(character="pc9"), "unknown_character"),
        (ask(difficulty="lunatic"), "no_such_difficulty"),
        (Oppose(characters=("pc1", "pc9"), value="karate"), "unknown_character"),
    ):
        with pytest.raises(RuleViolation) as refusal:
            tell(play, command)
        assert refusal.value.code == f"ninjaslayer.{code}"
