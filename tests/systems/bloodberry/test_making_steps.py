"""A character made step by step, the GM's own people, and what is still missing."""

from typing import Any

import msgspec
import pytest
from bloodberries import begin, change, gather, make_curse, make_npc, make_person, relate
from kit import Play, d6

from tenmatsu.engine.contract import Move
from tenmatsu.systems.bloodberry.commands.making import (
    ChooseSpecies,
    ChooseTraits,
    Feel,
    MakeCurse,
    MakeNpc,
    NameRelation,
    SetRing,
    SpendPoints,
)
from tenmatsu.systems.bloodberry.events.making import CharacterMade, PointsSpent, TraitsChosen
from tenmatsu.systems.bloodberry.people import Draft
from tenmatsu.systems.bloodberry.preparing import list_making_moves, list_settling_moves
from tenmatsu.systems.bloodberry.staging import Scene

POINTS = SpendPoints(character="a", passion=3, grace=2, maturity=2)
TRAITS = ChooseTraits(character="a", traits=("頑張り屋", "片思い", "病弱"))


def list_commands(play: Play, character: str) -> list[str]:
    """Return the commands by which a character comes to be, without the game's name."""
    return [
        move.command.removeprefix("bloodberry.")
        for move in list_making_moves(play.state, play.rules, character)
    ]


def settle(play: Play, character: str) -> list[Move]:
    """Return what a character that is there may still settle."""
    return list(list_settling_moves(play.state, play.rules, character))


# ---- steps ----


def test_points_and_traits_are_kept_until_the_species_makes_the_character() -> None:
    play = gather("a").when(POINTS)

    play.then(PointsSpent(character="a", passion=3, grace=2, maturity=2))
    play.when(TRAITS).then(TraitsChosen(character="a", traits=TRAITS.traits, class_="探索者"))
    assert play.state.drafts == {
        "a": Draft(passion=3, grace=2, maturity=2, traits=TRAITS.traits, class_="探索者")
    }
    assert play.state.people == {}
    event = play.when(ChooseSpecies(character="a")).only(CharacterMade)
    assert (event.passion, event.grace, event.maturity, event.class_) == (3, 2, 2, "探索者")
    assert play.state.drafts == {}
    assert play.state.people["a"].feats == ("遠き夢の中へ", "明日への願い", "言葉")


def test_a_step_may_be_taken_again_before_the_character_is_made() -> None:
    play = gather("a").given(TRAITS, POINTS, SpendPoints(character="a", passion=1, grace=1, maturity=5))

    assert play.when(ChooseSpecies(character="a")).only(CharacterMade).maturity == 5


def test_a_fairy_is_made_by_steps_too() -> None:
    play = gather("a").given(POINTS, TRAITS)
    play.when(ChooseSpecies(character="a", species="fairy")).refused("bloodberry.give_up_a_feat")
    play.when(ChooseSpecies(character="a", species="fairy", given_up="言葉"))

    assert play.only(CharacterMade).feats == ("遠き夢の中へ", "明日への願い", "妖精の呪い", "守護")


def test_the_species_comes_after_points_and_traits() -> None:
    gather("a").when(ChooseSpecies(character="a")).refused("bloodberry.points_first")
    gather("a").given(POINTS).when(ChooseSpecies(character="a")).refused("bloodberry.traits_first")


@pytest.mark.parametrize(
    "command,code",
    [
        (SpendPoints(character="a", passion=3, grace=3, maturity=2), "points_spent"),
        (SpendPoints(character="a", passion=5, grace=2, maturity=0), "ability_too_low"),
        (SpendPoints(character="x", passion=3, grace=2, maturity=2), "not_at_table"),
        (ChooseTraits(character="a", traits=("頑張り屋", "狼さん", "忘却")), "class_open"),
        (ChooseTraits(character="a", traits=("頑張り屋", "片思い", "病弱"), class_="古読み"), "wrong_class"),
    ],
)
def test_a_wrong_step_is_refused(command: Any, code: str) -> None:
    gather("a").when(command).refused(f"bloodberry.{code}")


@pytest.mark.parametrize("command", [POINTS, TRAITS, ChooseSpecies(character="a")])
def test_no_step_is_taken_by_who_is_made_already(command: Any) -> None:
    begin(a=make_person()).when(command).refused("bloodberry.already_made")


# ---- the GM's people ----


def test_an_npc_has_what_the_gm_gives() -> None:
    command = MakeNpc(
        character="n", passion=4, vigour=2, traits=("指輪",), class_="月の魔女", otherworldly=True
    )
    play = gather("n").given(command)
    person = play.state.people["n"]

    assert (person.kind, person.passion, person.grace, person.maturity) == ("npc", 4, 1, 1)
    assert (person.vigour, tuple(person.traits), person.otherworldly) == (2, ("指輪",), True)
    assert (person.class_, person.feats) == ("月の魔女", ("過去の残像", "合い鍵", "時間"))


def test_an_npc_may_have_single_feats_and_no_class() -> None:
    play = gather("n").given(MakeNpc(character="n", feats=("破魔", "守護")))

    assert play.state.people["n"].feats == ("破魔", "守護")
    assert play.state.people["n"].vigour == 0


def test_an_embodied_curse_has_doubt_malice_and_unease_and_is_not_of_this_world() -> None:
    play = gather("c").when(MakeCurse(character="c", doubt=3, malice=1, unease=2))

    play.then(
        CharacterMade(
            character="c", kind="curse", passion=3, grace=1, maturity=2, vigour=0, otherworldly=True
        )
    )
    assert play.state.people["c"] == make_curse(doubt=3, malice=1, unease=2)


@pytest.mark.parametrize(
    "command,code",
    [
        (MakeNpc(character="a", passion=-1), "figure_out_of_range"),
        (MakeNpc(character="a", maturity=100), "figure_out_of_range"),
        (MakeNpc(character="a", vigour=4), "vigour_out_of_range"),
        (MakeNpc(character="a", traits=("勇者",)), "unknown_trait"),
        (MakeNpc(character="a", traits=("指輪", "指輪")), "trait_twice"),
        (MakeNpc(character="a", class_="勇者"), "unknown_class"),
        (MakeNpc(character="a", feats=("勇気",)), "unknown_feat"),
        (MakeNpc(character="x"), "not_at_table"),
        (MakeCurse(character="a", doubt=-1), "figure_out_of_range"),
        (MakeCurse(character="a", vigour=-1), "vigour_out_of_range"),
        (MakeCurse(character="x"), "not_at_table"),
    ],
)
def test_figures_that_the_gm_cannot_give_are_refused(command: Any, code: str) -> None:
    gather("a").when(command).refused(f"bloodberry.{code}")


def test_only_the_gm_brings_in_npcs_and_curses_and_ties_the_ring() -> None:
    assert MakeNpc.gm_only
    assert MakeCurse.gm_only
    assert SetRing.gm_only


# ---- what is missing ----


def test_each_step_is_offered_until_it_is_taken() -> None:
    play = gather("a", "b")

    def offered() -> list[str]:
        settled = [one.command.removeprefix("bloodberry.") for one in settle(play, "a")]
        names = dict.fromkeys([*list_commands(play, "a"), *settled])
        return [one for one in names if not one.startswith("make_") and one != "choose_curse"]

    assert offered() == ["spend_points", "choose_traits"]
    play.given(SetRing(order=("a", "b")))
    assert offered() == ["spend_points", "choose_traits", "name_relation", "feel"]
    play.given(POINTS, NameRelation(character="b", other="a", relation="双子"))
    assert offered() == ["choose_traits", "feel"]
    play.given(TRAITS)
    assert offered() == ["choose_species", "feel"]
    play.given(ChooseSpecies(character="a"))
    assert offered() == ["feel"]
    play.given(Feel(character="a", other="b", emotions=("永遠",)))
    assert offered() == []


def test_nothing_is_missing_of_npcs_and_curses() -> None:
    play = begin(n=make_npc(), c=make_curse())

    for one in ("n", "c"):
        assert list_commands(play, one) == []
        assert settle(play, one) == []


def test_moves_offer_the_whole_making_and_the_steps_that_are_open() -> None:
    play, whole = gather("a"), ["make_character", "make_npc", "make_curse"]

    assert list_commands(play, "a") == [*whole, "spend_points", "choose_traits"]
    play.given(POINTS)
    assert list_commands(play, "a") == [*whole, "choose_traits"]
    play.given(TRAITS)
    assert list_commands(play, "a") == [*whole, "choose_species"]
    play.given(ChooseSpecies(character="a"))
    assert list_commands(play, "a") == []


@pytest.mark.parametrize(
    "traits,class_,species",
    [
        (("頑張り屋", "片思い", "病弱"), "", ("human", "fairy")),
        (("頑張り屋", "狼さん", "忘却"), "古読み", ("human",)),
    ],
)
def test_only_who_may_be_a_fairy_is_offered_it(
    traits: tuple[str, ...], class_: str, species: tuple[str, ...]
) -> None:
    play = gather("a").given(POINTS, ChooseTraits(character="a", traits=traits, class_=class_))
    move = list(list_making_moves(play.state, play.rules, "a"))[-1]

    assert move.open[0].choices == species


def test_the_gm_is_offered_the_ring_while_a_player_character_is_not_in_it() -> None:
    play = begin(a=make_person(), b=make_person(), n=make_npc())
    ring = Move(command="bloodberry.set_ring", fields={"order": ("a", "b")})

    assert settle(play, "@gm") == [ring]
    assert list(list_making_moves(play.state, play.rules, "")) == [ring]
    play.given(SetRing(order=("b", "a")))
    assert settle(play, "@gm") == []


def test_what_is_still_to_settle_is_offered_and_each_offer_is_accepted() -> None:
    play = begin({"small_ring": "two"}, a=make_person(), b=make_person()).given(SetRing(order=("a", "b")))
    taken: list[str] = []
    while moves := settle(play, "a"):
        field = moves[0].open[0]
        value: Any = field.choices[1] if field.name != "emotions" else field.choices[1:3]
        kind = next(k for k in play.system.commands if k.__struct_config__.tag == moves[0].command)
        play.given(msgspec.convert({"type": moves[0].command, **moves[0].fields, field.name: value}, kind))
        taken.append(moves[0].command.removeprefix("bloodberry."))

    assert taken == ["choose_curse", "name_relation", "name_relation", "feel"]


def test_nothing_of_the_making_is_offered_once_a_scene_has_begun_or_to_npcs() -> None:
    play = begin(a=make_person(), n=make_npc(), relations=relate("a", "n", 1))

    assert settle(play, "n") == []
    change(play, scene=Scene(number=1))
    assert settle(play, "a") == []
    assert settle(play, "@gm") == []
    assert list(list_making_moves(play.state, play.rules, "")) == []


def test_a_late_character_can_still_be_made() -> None:
    play = change(gather("a"), scene=Scene(number=2)).given(POINTS, TRAITS)

    assert play.when(ChooseSpecies(character="a")).only(CharacterMade).character == "a"


def test_a_rolled_step_takes_its_dice_in_order() -> None:
    play = gather("a", "b", "c").when(
        SetRing(order=("a", "b", "c"), relations=("roll",) * 3), dice=d6(1, 6, 3)
    )

    assert [play.state.relations[key].kind for key in ("a|b", "b|c", "a|c")] == ["双子", "旧縁", "腐縁"]
