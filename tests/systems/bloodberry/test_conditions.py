"""Victory conditions (勝利条件): two a player character, with the GM's leave."""

from bloodberries import begin, make_npc
from bloodscenes import close_scene, fold, open_scene
from bloodties import make_quiet
from kit import Play

from tenmatsu.events.table import SessionResumed
from tenmatsu.systems.bloodberry.commands.scenes import (
    DropCondition,
    GiveCondition,
    MeetCondition,
    ProposeCondition,
    RuleOn,
)
from tenmatsu.systems.bloodberry.events.scenes import (
    ConditionDropped,
    ConditionGiven,
    ConditionMet,
    ConditionProposed,
    ConditionRuled,
    Phrased,
)
from tenmatsu.systems.bloodberry.people import Condition


def gather() -> Play:
    """Return a player character and somebody else before the first scene."""
    return begin(a=make_quiet(), npc=make_npc())


def between() -> Play:
    """Return them between scenes."""
    return close_scene(open_scene(gather(), "a"))


def own(play: Play, text: str = "父に会う", replaces: int = 0) -> Play:
    """Let `a` have a condition granted."""
    return play.given(ProposeCondition(character="a", text=text, replaces=replaces), RuleOn(answer="grant"))


def numbers(play: Play) -> list[int]:
    """Return the numbers of the conditions that `a` holds."""
    return [one.number for one in play.state.people["a"].conditions]


def test_a_condition_is_made_between_scenes_with_the_gms_leave() -> None:
    play = between()
    play.when(ProposeCondition(character="a", text="父に会う"), by="pl_a")
    play.then(
        ConditionProposed(character="a", condition=1, replaces=0),
        Phrased(character="a", what="condition", number=1, text="父に会う"),
    )
    play.asks("condition", "@gm", "grant", "refuse")
    assert numbers(play) == []
    play.when(RuleOn(answer="grant"))
    play.then(ConditionRuled(character="a", condition=1, replaces=0, ruling="granted")).settled()
    assert play.state.people["a"].conditions == (Condition(number=1),)


def test_without_the_gms_leave_there_is_none() -> None:
    play = between()
    play.when(ProposeCondition(character="a", text="父に会う"), by="pl_a")
    play.when(RuleOn(answer="refuse"))
    play.then(ConditionRuled(character="a", condition=1, replaces=0, ruling="refused")).settled()
    assert numbers(play) == []


def test_a_player_makes_none_in_a_scene_or_before_the_first() -> None:
    for play in (gather(), open_scene(gather(), "a")):
        play.when(ProposeCondition(character="a", text="父に会う"))
        play.refused("bloodberry.only_between_scenes")


def test_a_character_holds_two_at_most_and_may_change_one() -> None:
    play = own(own(between()), "母に会う")
    assert numbers(play) == [1, 2]
    play.when(ProposeCondition(character="a", text="兄に会う")).refused("bloodberry.too_many_conditions")
    own(play, "兄に会う", replaces=1)
    assert numbers(play) == [2, 3]
    play.when(ProposeCondition(character="a", text="妹に会う", replaces=1))
    play.refused("bloodberry.no_such_condition")


def test_a_change_that_is_refused_leaves_the_old_one() -> None:
    play = own(between())
    play.given(ProposeCondition(character="a", text="母に会う", replaces=1), RuleOn(answer="refuse"))
    assert numbers(play) == [1]


def test_the_gm_gives_one_at_the_scenarios_start_and_may_change_it_later() -> None:
    play = gather()
    play.when(GiveCondition(character="a", text="呪いを暴く"))
    play.then(
        ConditionGiven(character="a", condition=1, replaces=0),
        Phrased(character="a", what="condition", number=1, text="呪いを暴く"),
    )
    assert play.state.people["a"].conditions == (Condition(number=1, by_gm=True),)

    own(close_scene(open_scene(play, "a")))
    play.when(GiveCondition(character="a", text="呪いと話す"))
    assert play.only(ConditionGiven) == ConditionGiven(character="a", condition=3, replaces=1)
    assert play.state.words["a"]["condition:3"] == "呪いと話す"
    assert play.state.people["a"].conditions == (Condition(number=2), Condition(number=3, by_gm=True))


def test_the_gm_gives_no_second_one_and_none_once_scenes_have_begun() -> None:
    play = gather().given(GiveCondition(character="a", text="呪いを暴く"))
    play.when(GiveCondition(character="a", text="呪いと話す"))
    assert play.only(ConditionGiven).replaces == 1
    between().when(GiveCondition(character="a", text="呪いを暴く")).refused("bloodberry.scenario_begun")


def test_the_one_that_the_gm_gave_counts_among_the_two() -> None:
    play = gather().given(GiveCondition(character="a", text="呪いを暴く"))
    own(close_scene(open_scene(play, "a")))
    play.when(ProposeCondition(character="a", text="母に会う")).refused("bloodberry.too_many_conditions")


def test_of_two_that_contradict_each_other_one_is_dropped() -> None:
    play = own(own(between()), "父に会わない")
    play.when(DropCondition(character="a", condition=1, against=2))
    play.then(ConditionDropped(character="a", condition=1, against=2))
    assert numbers(play) == [2]
    play.when(DropCondition(character="a", condition=2, against=2)).refused("bloodberry.same_condition")
    play.when(DropCondition(character="a", condition=1, against=2)).refused("bloodberry.no_such_condition")


def test_a_condition_that_came_true_is_recorded_once() -> None:
    play = own(between())
    play.when(MeetCondition(character="a", condition=1)).then(ConditionMet(character="a", condition=1))
    assert play.state.people["a"].conditions == (Condition(number=1, met=True),)
    play.when(MeetCondition(character="a", condition=1)).refused("bloodberry.condition_met_already")
    play.when(MeetCondition(character="a", condition=2)).refused("bloodberry.no_such_condition")


def test_conditions_are_of_player_characters_and_have_words() -> None:
    play = between()
    play.when(ProposeCondition(character="npc", text="呪う")).refused("bloodberry.for_players_only")
    play.when(ProposeCondition(character="a", text="")).refused("bloodberry.words_missing")


def test_another_scenario_begins_without_conditions() -> None:
    play = own(between())
    fold(play, SessionResumed(sitting=2, scenario_goes_on=True))
    assert numbers(play) == [1]
    fold(play, SessionResumed(sitting=3, scenario_goes_on=False))
    assert numbers(play) == []
    assert not play.state.scene.begun
