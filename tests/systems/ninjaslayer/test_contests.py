"""Opposed judgements: the same judgement by two or more, their successes compared."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import begin, fight, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.judging import Oppose, UseSixthSense
from tenmatsu.systems.ninjaslayer.events.judging import (
    Judged,
    JudgementKept,
    OppositionBegun,
    OppositionSettled,
    QuickDiceSpent,
    SixthSenseUsed,
)

BOTH = ("bob", "sonic")


def meet(**values: Any) -> Play:
    """Return a play with bob, a ninja of カラテ 4 and 体力 4, and sonic, a boss of カラテ 12."""
    bob = make_ninja(**{"karate": 4, "vitality": 4, "spirit": 4, **values})
    return begin(bob=bob, sonic=make_boss(karate=12, vitality=12))


def oppose(**values: Any) -> Oppose:
    """Return bob and sonic opposed by カラテ, with changes."""
    fields: dict[str, Any] = {"characters": BOTH, "value": "karate", **values}
    return Oppose(**fields)


ONE = (1, 2, 3, 4)
EIGHT = (4, 4, 5, 5, 6, 6, 4, 4, 1, 1, 2, 3)


def test_8_successes_against_1_cost_the_loser_7() -> None:
    play = meet().when(oppose(damage=True), d6(*ONE, *EIGHT))

    assert play.only(OppositionSettled) == OppositionSettled(winner="sonic", most=8, second=1)
    bob = play.state.characters["bob"]
    assert (bob.vitality, bob.spirit, bob.unconscious) == (0, 1, True)
    assert play.state.characters["sonic"].vitality == 12
    play.settled()


def test_without_damage_the_winner_is_named_alone() -> None:
    play = meet().when(oppose(), d6(*ONE, *EIGHT))

    begun, first, second, settled = play.events
    assert begun == OppositionBegun(characters=BOTH, value="karate", place=2)
    assert isinstance(first, Judged)
    assert isinstance(second, Judged)
    assert (first.purpose, second.purpose) == ("opposed", "opposed")
    assert settled == OppositionSettled(winner="sonic", most=8, second=1)
    assert play.state.characters["bob"].vitality == 4
    assert play.state.contest is None


def test_as_many_successes_on_both_sides_win_nothing() -> None:
    play = meet().when(oppose(damage=True, dice={"sonic": -8}), d6(*ONE, *ONE))

    assert play.only(OppositionSettled).result == "tied"
    assert play.state.characters["bob"].vitality == 4


def test_no_success_at_all_wins_nothing() -> None:
    play = meet().when(oppose(dice={"sonic": -8}), d6(1, 1, 1, 1, 2, 2, 2, 2))

    assert play.only(OppositionSettled) == OppositionSettled(winner="", most=0, second=0)


@pytest.mark.parametrize(
    "difficulty, most, second",
    [("ultra_hard", 6, 4), ("ultra_hard2", 5, 3), ("ultra_hard3", 4, 2)],
)
def test_sixes_are_counted_in_sets_from_uh2_on(difficulty: str, most: int, second: int) -> None:
    sixes = d6(*[6] * 4, *[6] * 6)
    play = meet().when(oppose(difficulty=difficulty, dice={"sonic": -6}), sixes)

    assert play.only(OppositionSettled) == OppositionSettled(winner="sonic", most=most, second=second)


def test_three_roll_and_every_loser_takes_the_difference_to_the_winner() -> None:
    play = begin(pc1=make_ninja(neuron=3), pc2=make_ninja(neuron=2), pc3=make_ninja(neuron=1, reduction=0))
    command = Oppose(characters=("pc1", "pc2", "pc3"), value="neuron", damage=True)

    play.when(command, d6(4, 5, 6, 4, 1, 1))

    assert play.only(OppositionSettled) == OppositionSettled(winner="pc1", most=3, second=1)
    assert [play.state.characters[one].vitality for one in ("pc1", "pc2", "pc3")] == [6, 4, 3]


def test_an_opposed_judgement_gets_no_focus_but_injuries_count() -> None:
    play = begin(
        bob=make_ninja(karate=1, focused=True, hampered=1, square="A1", untreated=("head",)),
        sonic=make_boss(karate=1, square="C1"),
    )
    fight(play, "bob", "sonic", phase="attack")

    bob, sonic = play.when(oppose(), d6(3, 3)).all(Judged)

    assert (bob.difficulty, sonic.difficulty) == ("hard", "normal")


def test_what_the_nm_adds_to_the_difficulty_holds_for_all() -> None:
    judged = meet().when(oppose(harder=1, dice={"sonic": -8}), d6(*ONE, *ONE)).all(Judged)

    assert {one.difficulty for one in judged} == {"hard"}


def test_quick_dice_are_declared_before_and_add_dice() -> None:
    play = meet(quick_dice=2).when(oppose(quick={"bob": 2}), d6(*ONE, 6, 6, *EIGHT))

    assert play.only(QuickDiceSpent) == QuickDiceSpent(character="bob", count=2, left=0)
    assert play.all(Judged)[0].successes == 3


def test_a_sixth_sense_is_offered_at_once_and_the_others_roll_behind_it() -> None:
    play = meet(neuron=13).when(oppose(), d6(*ONE))
    play.asks("sixth_sense", "bob", "reroll", "keep")

    play.when(UseSixthSense(character="bob", choice="reroll"), d6(6, 6, 6, 6, *EIGHT))

    assert play.only(OppositionSettled) == OppositionSettled(winner="sonic", most=8, second=4)


def test_a_roll_kept_counts_as_it_fell() -> None:
    play = meet(neuron=13).given(oppose(), dice=d6(*ONE))

    play.when(UseSixthSense(character="bob", choice="keep"), d6(*EIGHT))

    assert play.only(OppositionSettled) == OppositionSettled(winner="sonic", most=8, second=1)


def test_one_alone_opposes_nobody() -> None:
    meet().when(oppose(characters=("bob",))).refused("ninjaslayer.oppose_two")
    meet().when(oppose(characters=("bob", "bob"))).refused("ninjaslayer.oppose_two")


def test_whoever_is_down_unknown_or_short_of_quick_dice_is_refused_before_any_roll() -> None:
    meet(unconscious=True).when(oppose()).refused("ninjaslayer.cannot_act")
    meet().when(oppose(characters=("bob", "nobody"))).refused("ninjaslayer.unknown_character")
    meet().when(oppose(quick={"sonic": 1})).refused("ninjaslayer.too_few_quick")
    meet().when(oppose(difficulty="lunatic")).refused("ninjaslayer.no_such_difficulty")


@pytest.mark.parametrize("field", ["dice", "quick"])
def test_dice_for_somebody_who_takes_no_part_are_refused(field: str) -> None:
    play = begin(bob=make_ninja(), sonic=make_boss(), mob=make_mob())

    play.when(oppose(**{field: {"mob": 1}})).refused("ninjaslayer.not_opposed")


def test_folding_passes_over_what_it_cannot_place() -> None:
    state = meet().state
    stranger = Judged(
        character="nobody",
        purpose="opposed",
        value="karate",
        difficulty="normal",
        place=2,
        face=4,
        faces=(4,),
        successes=1,
    )
    for event in (
        stranger,
        JudgementKept(character="nobody"),
        SixthSenseUsed(character="nobody"),
        QuickDiceSpent(character="nobody", count=1, left=0),
        OppositionSettled(winner="nobody", most=1, second=0),
    ):
        assert SYSTEM.evolve(state, event) == state
