"""A player's character is made in one go: abilities, traits and class, species, curse, profile."""

from typing import Any

import msgspec
import pytest
from bloodberries import TABLES, begin, change, gather, make_npc, make_person
from hypothesis import given
from hypothesis import strategies as st
from kit import Play

from tenmatsu.engine.errors import UsageError
from tenmatsu.systems.bloodberry.commands.making import ChooseCurse, MakeCharacter, WriteProfile
from tenmatsu.systems.bloodberry.decide.making import find_classes, may_be_fairy
from tenmatsu.systems.bloodberry.events.making import CharacterMade, CurseChosen, Worded
from tenmatsu.systems.bloodberry.people import Trait
from tenmatsu.systems.bloodberry.staging import Scene
from tenmatsu.systems.bloodberry.tables import load

PASSIONATE = ("頑張り屋", "片思い", "病弱")
"""All raise passion; two of 探索者, one of 古読み."""
APART = ("頑張り屋", "狼さん", "忘却")
"""Of three classes, raising three abilities."""


def make(character: str = "a", **values: Any) -> MakeCharacter:
    """Return the command that makes a 探索者 with 3/2/2."""
    fields = {"passion": 3, "grace": 2, "maturity": 2, "traits": PASSIONATE, **values}
    return msgspec.convert(
        {"type": "bloodberry.make_character", "character": character, **fields}, MakeCharacter
    )


def made(play: Play, **values: Any) -> CharacterMade:
    """Return the event by which the command made a character."""
    event = play.when(make(**values)).only(CharacterMade)
    assert isinstance(event, CharacterMade)
    return event


# ---- abilities ----


@pytest.mark.parametrize("abilities", [(3, 2, 2), (5, 1, 1), (1, 1, 5), (1, 3, 3)])
def test_abilities_of_1_with_four_points_spent_are_allowed(abilities: tuple[int, int, int]) -> None:
    passion, grace, maturity = abilities
    event = made(gather("a"), passion=passion, grace=grace, maturity=maturity)

    assert (event.passion, event.grace, event.maturity) == abilities


@pytest.mark.parametrize("abilities", [(3, 3, 2), (2, 2, 2), (1, 1, 1), (6, 1, 1)])
def test_more_or_fewer_than_four_points_are_refused(abilities: tuple[int, int, int]) -> None:
    passion, grace, maturity = abilities
    command = make(passion=passion, grace=grace, maturity=maturity)

    gather("a").when(command).refused("bloodberry.points_spent")


def test_no_ability_goes_below_1_at_the_making() -> None:
    gather("a").when(make(passion=5, grace=2, maturity=0)).refused("bloodberry.ability_too_low")


def test_an_ability_left_out_stays_at_1() -> None:
    event = made(gather("a"), passion=None, grace=5, maturity=None)

    assert (event.passion, event.grace, event.maturity) == (1, 5, 1)


def test_vigour_starts_at_1() -> None:
    play = gather("a").given(make())

    assert play.state.people["a"].vigour == 1


# ---- traits and class ----


def test_the_class_that_two_of_three_traits_name_is_got_with_its_three_feats() -> None:
    play = gather("a").given(make())
    person = play.state.people["a"]

    assert person.class_ == "探索者"
    assert person.feats == ("遠き夢の中へ", "明日への願い", "言葉")
    assert person.traits == {name: Trait() for name in PASSIONATE}
    assert (person.kind, person.fairy, person.otherworldly, person.cursed) == ("pc", False, False, False)


def test_the_class_that_most_traits_name_may_be_written_and_no_other() -> None:
    assert made(gather("a"), **{"class": "探索者"}).class_ == "探索者"
    gather("a").when(make(**{"class": "古読み"})).refused("bloodberry.wrong_class")


def test_traits_of_three_classes_leave_the_class_open_and_any_of_the_three_may_be_chosen() -> None:
    gather("a").when(make(traits=APART)).refused("bloodberry.class_open")
    for name in ("探索者", "月の魔女", "古読み"):
        event = made(gather("a"), traits=APART, **{"class": name})
        assert (event.class_, event.feats) == (name, TABLES.classes[name])


@pytest.mark.parametrize(
    "traits,code",
    [
        (("頑張り屋", "片思い"), "traits_count"),
        ((*PASSIONATE, "えっち"), "traits_count"),
        ((), "traits_count"),
        (("頑張り屋", "頑張り屋", "病弱"), "trait_twice"),
        (("頑張り屋", "片思い", "勇者"), "unknown_trait"),
    ],
)
def test_three_different_traits_of_the_list_are_needed(traits: tuple[str, ...], code: str) -> None:
    gather("a").when(make(traits=traits)).refused(f"bloodberry.{code}")


# ---- species ----


def test_traits_that_all_raise_passion_allow_a_fairy_who_gives_up_a_class_feat_and_gains_two() -> None:
    event = made(gather("a"), fairy=True, given_up="言葉")

    assert event.feats == ("遠き夢の中へ", "明日への願い", "妖精の呪い", "守護")
    assert event.fairy
    assert event.otherworldly


def test_a_fairy_is_not_of_this_world() -> None:
    play = gather("a").given(make(fairy=True, given_up="言葉"))

    assert play.state.people["a"].otherworldly
    assert play.state.people["a"].fairy


@pytest.mark.parametrize(
    "values,code",
    [
        ({"traits": APART, "class": "探索者", "fairy": True, "given_up": "言葉"}, "no_fairy"),
        ({"fairy": True}, "give_up_a_feat"),
        ({"fairy": True, "given_up": "守護"}, "not_a_class_feat"),
        ({"fairy": True, "given_up": "破魔"}, "not_a_class_feat"),
        ({"given_up": "言葉"}, "humans_keep_feats"),
    ],
)
def test_a_species_that_does_not_fit_is_refused(values: dict[str, Any], code: str) -> None:
    gather("a").when(make(**values)).refused(f"bloodberry.{code}")


# ---- curse and profile ----


def test_a_curse_is_rolled_as_1d3_for_the_group_and_1d6() -> None:
    play = gather("a").when(make(curse="roll"), dice=[(3, 2), (6, 2)])

    assert play.only(CurseChosen) == CurseChosen(character="a", curse="no_luck")
    assert (play.state.people["a"].cursed, play.state.people["a"].curse) == (True, "no_luck")


@pytest.mark.parametrize("entry,curse", [("doll", "doll"), ("34.5", "doll"), ("12.1", "look_alike")])
def test_a_curse_is_chosen_by_its_key_or_number(entry: str, curse: str) -> None:
    assert gather("a").when(make(curse=entry)).only(CurseChosen).curse == curse


def test_a_curse_in_own_words_stands_in_an_event_that_can_be_redacted() -> None:
    play = gather("a").when(make(curse_words=" 鏡に映らない "))

    assert play.only(CurseChosen).curse == "own"
    assert play.only(Worded) == Worded(character="a", what="curse", text="鏡に映らない")
    assert Worded.redactable
    assert MakeCharacter.redactable
    assert play.state.words == {"a": {"curse": "鏡に映らない"}}


@pytest.mark.parametrize(
    "values,code",
    [
        ({"curse": "57.1"}, "unknown_entry"),
        ({"curse": "doll", "curse_words": "鏡"}, "entry_and_words"),
        ({"curse_words": " "}, "no_words"),
        ({"profile": {"age": " "}}, "no_words"),
        ({"character": "nobody"}, "not_at_table"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_rolled(values: dict[str, Any], code: str) -> None:
    gather("a").when(make(**values)).refused(f"bloodberry.{code}")


def test_nobody_is_made_twice() -> None:
    gather("a").given(make()).when(make()).refused("bloodberry.already_made")


def test_a_curse_can_be_chosen_later_and_changed_until_the_first_scene_begins() -> None:
    play = gather("a").given(make(), ChooseCurse(character="a", words="鏡に映らない"))
    play.when(ChooseCurse(character="a", curse="roll"), dice=[(3, 1), (6, 6)])

    assert play.only(CurseChosen).curse == "listless"
    assert play.state.words == {}
    change(play, scene=Scene(number=1)).when(ChooseCurse(character="a", curse="doll"))
    play.refused("bloodberry.curse_stays")


def test_a_first_curse_can_still_come_in_play() -> None:
    play = change(begin(a=make_person()), scene=Scene(number=3))

    assert play.when(ChooseCurse(character="a", curse="doll")).only(CurseChosen).curse == "doll"


def test_a_curse_needs_an_entry_and_a_player_character() -> None:
    play = begin(a=make_person(), n=make_npc())

    play.when(ChooseCurse(character="a")).refused("bloodberry.no_entry")
    play.when(ChooseCurse(character="n", curse="doll")).refused("bloodberry.curse_of_players")
    play.when(ChooseCurse(character="x", curse="doll")).refused("bloodberry.unknown_character")


def test_a_profile_is_told_topic_by_topic() -> None:
    play = gather("a").when(make(profile={"age": "十七", "about": "図書委員"}))

    assert play.all(Worded) == [
        Worded(character="a", what="profile", topic="age", text="十七"),
        Worded(character="a", what="profile", topic="about", text="図書委員"),
    ]
    assert play.state.words == {"a": {"profile:age": "十七", "profile:about": "図書委員"}}


def test_a_profile_may_be_written_before_the_making_and_written_anew() -> None:
    play = gather("a").given(WriteProfile(character="a", topic="joy", text="音楽"), make())
    play.when(WriteProfile(character="a", topic="joy", text="雨の音"))

    assert play.state.words == {"a": {"profile:joy": "雨の音"}}
    play.when(WriteProfile(character="a", text=" ")).refused("bloodberry.no_words")
    play.when(WriteProfile(character="x", text="誰")).refused("bloodberry.not_at_table")


# ---- laws ----

TRAITS = tuple(TABLES.traits)


@given(data=st.data())
def test_any_legal_making_is_accepted_and_its_values_add_up(data: st.DataObject) -> None:
    passion = data.draw(st.integers(1, 5))
    grace = data.draw(st.integers(1, 6 - passion))
    traits = tuple(data.draw(st.lists(st.sampled_from(TRAITS), min_size=3, max_size=3, unique=True)))
    class_ = data.draw(st.sampled_from(find_classes(TABLES, traits)))
    fairy = may_be_fairy(TABLES, traits) and data.draw(st.booleans())
    given_up = data.draw(st.sampled_from(TABLES.classes[class_])) if fairy else ""
    abilities = {"passion": passion, "grace": grace, "maturity": 7 - passion - grace}
    choices = {"traits": traits, "class": class_, "fairy": fairy, "given_up": given_up}
    event = made(gather("a"), **abilities, **choices)

    assert event.passion + event.grace + event.maturity == 7
    assert min(event.passion, event.grace, event.maturity) >= 1
    assert len(event.feats) == (4 if fairy else 3)
    assert event.fairy == fairy


@given(traits=st.permutations(TRAITS), class_=st.sampled_from(tuple(TABLES.classes)))
def test_no_class_is_given_that_fewer_traits_name(traits: list[str], class_: str) -> None:
    three = tuple(traits[:3])
    play = gather("a").when(make(traits=three, **{"class": class_}))
    named = [TABLES.traits[trait].class_ for trait in three]

    if play.refusal is not None:
        play.refused("bloodberry.wrong_class")
        assert any(named.count(other) > named.count(class_) for other in named)
    else:
        assert all(named.count(class_) >= named.count(other) for other in named)


# ---- the GM's own figures ----


def test_figures_of_the_table_take_the_place_of_the_rulebooks() -> None:
    play = gather("a", tables="[making]\npoints = 6\ntraits = 1")
    event = made(play, passion=7, grace=1, maturity=1, traits=("指輪",))

    assert (event.passion, event.class_) == (7, "月の魔女")


@pytest.mark.parametrize("text", ["[making]\nemotion_dice = 3", "[curse_table]\n12 = []"])
def test_tables_that_cannot_be_rolled_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        load(1, text)
