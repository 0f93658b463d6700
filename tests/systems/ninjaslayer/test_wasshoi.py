"""The Wasshoi judgement: what is rolled against, when it comes by itself, who comes."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import alter, begin, change, fight, gather, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Verdict
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.battle import Fought
from tenmatsu.systems.ninjaslayer.chance import find_chance
from tenmatsu.systems.ninjaslayer.commands.battle import (
    EndBattle,
    EndTurn,
    EndTurnPhase,
    Reinforce,
)
from tenmatsu.systems.ninjaslayer.commands.wasshoi import JudgeWasshoi
from tenmatsu.systems.ninjaslayer.decide.wasshoi import wasshoi_due
from tenmatsu.systems.ninjaslayer.events.battle import BattleJoined, TurnBegun, TurnEnded, TurnEnding
from tenmatsu.systems.ninjaslayer.events.wasshoi import (
    EntryRolled,
    SlayerEntered,
    WasshoiJudged,
)
from tenmatsu.systems.ninjaslayer.state import Scenario
from tenmatsu.systems.ninjaslayer.verdict import read_verdict

# ---- the judgement ----


@pytest.mark.parametrize("faces, success", [((3, 4), True), ((4, 4), False), ((1, 1), True)])
def test_the_sum_of_two_dice_is_at_most_the_highest_dkk_of_those_there(
    faces: tuple[int, int], success: bool
) -> None:
    play = begin(a=make_ninja(dkk=3), b=make_ninja(dkk=7), gone=make_ninja(dkk=12, removed=True))
    play.when(JudgeWasshoi(), d6(*faces, 1) if success else d6(*faces))
    assert play.only(WasshoiJudged) == WasshoiJudged(
        target="b", dkk=7, modifier=0, needed=7, faces=faces, total=sum(faces), success=success
    )
    assert len(play.all(SlayerEntered)) == success


def test_the_nm_says_how_much_the_darkness_of_a_soul_changes() -> None:
    play = begin(a=make_ninja(dkk=5)).when(JudgeWasshoi(modifier=3), d6(4, 4, 1))
    assert (play.only(WasshoiJudged).needed, play.only(WasshoiJudged).success) == (8, True)
    lighter = begin(a=make_ninja(dkk=2)).when(JudgeWasshoi(modifier=-3), d6(1, 1))
    assert (lighter.only(WasshoiJudged).needed, lighter.only(WasshoiJudged).success) == (0, False)


def test_in_a_battle_only_its_fighters_are_there() -> None:
    play = fight(begin(a=make_ninja(dkk=2), b=make_ninja(dkk=9), foe=make_mob()), "a", "foe")
    assert play.when(JudgeWasshoi(), d6(6, 6)).only(WasshoiJudged).target == "a"


def test_the_unconscious_and_hostile_ninjas_are_there_too() -> None:
    play = begin(a=make_ninja(dkk=2, unconscious=True), foe=make_boss(dkk=1))
    assert play.when(JudgeWasshoi(), d6(6, 6)).only(WasshoiJudged).target == "a"
    alter(play, "foe", dkk=5)
    assert play.when(JudgeWasshoi(), d6(6, 6)).only(WasshoiJudged).target == "foe"


def test_of_several_with_the_highest_dkk_the_first_in_the_fixed_order_or_whom_the_nm_names() -> None:
    play = begin(a=make_ninja(dkk=4), b=make_ninja(dkk=4), c=make_ninja(dkk=4), d=make_ninja(dkk=1))
    change(play, scenario=Scenario(number=1, stage="play", ties=("b", "d")))
    assert play.when(JudgeWasshoi(), d6(6, 6)).only(WasshoiJudged).target == "b"
    assert play.when(JudgeWasshoi(target="c"), d6(6, 6)).only(WasshoiJudged).target == "c"
    play.when(JudgeWasshoi(target="d")).refused("ninjaslayer.not_most_wanted")


def test_nobody_wanted_and_a_slayer_there_already_refuse_it() -> None:
    begin(m=make_mob()).when(JudgeWasshoi()).refused("ninjaslayer.nobody_wanted")
    play = lay_map(begin(a=make_ninja(dkk=9), ns=make_boss(model="slayer", square="C2")))
    play.when(JudgeWasshoi()).refused("ninjaslayer.slayer_is_here")
    alter(play, "ns", model="naraku").when(JudgeWasshoi()).refused("ninjaslayer.slayer_is_here")
    alter(play, "ns", removed=True).when(JudgeWasshoi(), d6(6, 6))
    assert not play.only(WasshoiJudged).success


def test_who_stands_for_him_is_of_the_table_and_nobody_else() -> None:
    play = begin(a=make_ninja(dkk=12))
    play.when(JudgeWasshoi(slayer="ns")).refused("ninjaslayer.not_at_table")
    play.when(JudgeWasshoi(slayer="a")).refused("ninjaslayer.no_slayer")


def test_its_verdict_counts_low_sums() -> None:
    play = begin(a=make_ninja(dkk=7)).when(JudgeWasshoi(), d6(5, 3))
    assert read_verdict(play.only(WasshoiJudged)) == Verdict(
        by="@gm",
        what="wasshoi",
        needed=7,
        sides=6,
        dice=2,
        keep=2,
        faces=(5, 3),
        total=8,
        success=False,
        under=True,
    )


@pytest.mark.parametrize("dkk, modifier, ways", [(3, 0, 3), (7, 0, 21), (5, 3, 26), (1, 0, 0), (12, 4, 36)])
def test_its_chance_is_told_before_the_roll(dkk: int, modifier: int, ways: int) -> None:
    play = begin(a=make_ninja(dkk=dkk))
    chance = find_chance(play.state, play.rules, JudgeWasshoi(modifier=modifier))
    assert (chance.needed, chance.under) == (dkk + modifier, True)
    assert [(one.outcome, one.favourable, one.possible) for one in chance.odds] == [
        ("succeeds", ways, 36),
        ("fails", 36 - ways, 36),
    ]


def test_without_anybody_wanted_there_is_no_chance_of_it() -> None:
    play = begin(m=make_mob())
    with pytest.raises(RuleViolation, match="no ninja here"):
        find_chance(play.state, play.rules, JudgeWasshoi())


# ---- when it comes ----


def reach_end(options: dict[str, Any] | None = None, dkk: int = 3, **figures: Any) -> Play:
    """Return a battle in which so much DKK came, at the last hand of its first turn."""
    figures = figures or {"a": make_ninja(dkk=3), "foe": make_mob()}
    return fight(begin(options, **figures), "foe", dkk=dkk, fighters=tuple(figures))


@pytest.mark.parametrize("wasshoi, dkk, due", [("karma", 3, True), ("karma", 2, False), ("asked", 12, False)])
def test_at_a_turns_end_it_comes_by_itself_after_3_dkk_or_only_when_asked(
    wasshoi: str, dkk: int, due: bool
) -> None:
    play = reach_end({"wasshoi": wasshoi}, dkk)
    assert wasshoi_due(play.state, play.rules) is due
    play.given(EndTurn(character="foe")).when(EndTurnPhase(), d6(6, 6) if due else ())
    assert len(play.all(WasshoiJudged)) == due
    assert play.only(TurnBegun).turn == 2


@pytest.mark.parametrize("wasshoi", ["karma", "asked"])
def test_the_nm_may_ask_for_it_at_any_time(wasshoi: str) -> None:
    play = reach_end({"wasshoi": wasshoi}, 0)
    assert play.when(JudgeWasshoi(), d6(6, 6)).only(WasshoiJudged).dkk == 3


def test_it_does_not_come_while_he_is_there() -> None:
    play = reach_end(a=make_ninja(dkk=12), foe=make_mob(), ns=make_boss(model="slayer"))
    assert not wasshoi_due(play.state, play.rules)


def test_it_does_not_come_where_no_ninja_is_left() -> None:
    play = reach_end(a=make_ninja(dkk=12, exploded=True), foe=make_mob())
    assert not wasshoi_due(play.state, play.rules)


def test_it_comes_after_the_reinforcements() -> None:
    play = reach_end()
    change(play, characters={**play.state.characters, "late": make_mob()})
    play.when(EndTurn(character="foe"))
    assert play.all(WasshoiJudged) == []
    play.given(Reinforce(characters=("late",)))
    play.when(EndTurnPhase(), d6(1, 1, 1))
    kinds = [type(event) for event in play.events]
    assert kinds.index(TurnEnded) < kinds.index(WasshoiJudged) < kinds.index(TurnBegun)
    assert play.only(TurnBegun).order == ("slayer", "a", "foe", "late")


def test_or_before_them() -> None:
    play = reach_end({"wasshoi_order": "before"})
    change(play, characters={**play.state.characters, "late": make_mob()})
    play.when(EndTurn(character="foe"), d6(1, 1, 1))
    kinds = [type(event) for event in play.events]
    assert kinds.index(TurnEnding) < kinds.index(WasshoiJudged)
    assert play.all(TurnBegun) == []
    play.given(Reinforce(characters=("late",))).when(EndTurnPhase())
    assert play.all(WasshoiJudged) == []
    assert play.only(TurnBegun).order == ("slayer", "a", "foe", "late")


def test_he_keeps_a_battle_going_whose_foes_are_all_gone() -> None:
    play = reach_end(a=make_ninja(dkk=3), foe=make_mob())
    play.given(EndTurn(character="foe"))
    alter(play, "foe", removed=True)
    play.when(EndTurnPhase(), d6(1, 1, 1))
    assert play.only(TurnBegun).order == ("slayer", "a")
    assert play.state.battle.boss


def test_without_him_that_battle_is_over() -> None:
    play = reach_end(a=make_ninja(dkk=3), foe=make_mob())
    play.given(EndTurn(character="foe"))
    alter(play, "foe", removed=True)
    play.when(EndTurnPhase(), d6(6, 6))
    assert play.state.battle is None
    assert play.state.fought == Fought(fighters=("a", "foe"), result="players_win", turns=1)


# ---- who comes ----


def test_he_comes_as_the_model_has_him_with_his_skills() -> None:
    play = begin(a=make_ninja(dkk=12)).when(JudgeWasshoi(), d6(1, 1, 1))
    entered, figure = play.only(SlayerEntered), play.state.characters["slayer"]
    assert (entered.slayer, entered.target, entered.entry) == ("slayer", "a", "from_above")
    assert (figure.model, figure.side, figure.kind, figure.base.karate) == ("slayer", "foes", "boss", 13)
    assert play.state.wasshoi is None


def test_the_scenario_or_the_nm_says_which_character_stands_for_him() -> None:
    play = gather("a", "ns", "other")
    change(
        play,
        characters={"a": make_ninja(dkk=12)},
        scenario=Scenario(number=1, stage="play", slayer="ns"),
    )
    state = play.state
    assert play.when(JudgeWasshoi(), d6(1, 1, 1)).only(SlayerEntered).slayer == "ns"
    play.given_state(state)
    assert play.when(JudgeWasshoi(slayer="other"), d6(1, 1, 1)).only(SlayerEntered).slayer == "other"


def test_whoever_was_brought_in_for_him_enters_as_they_are() -> None:
    waiting = make_boss(model="slayer", karate=11, vitality=20)
    play = fight(begin(a=make_ninja(dkk=12), foe=make_mob(), reaper=waiting), "a", "foe")
    play.when(JudgeWasshoi(), d6(1, 1, 1))
    assert play.only(SlayerEntered).slayer == "reaper"
    assert play.state.characters["reaper"] == waiting
    assert play.only(BattleJoined).characters == ("reaper",)
    assert play.state.battle.fighters == ("a", "foe", "reaper")


def test_who_was_beaten_or_left_comes_anew() -> None:
    old = make_boss(model="slayer", removed=True, now_vitality=1)
    play = begin(a=make_ninja(dkk=12), slayer=old).when(JudgeWasshoi(), d6(1, 1, 1))
    assert play.state.characters["slayer"].vitality == 13
    assert play.state.characters["slayer"].able


def test_outside_a_battle_he_joins_none() -> None:
    play = begin(a=make_ninja(dkk=12)).when(JudgeWasshoi(), d6(1, 1, 1))
    assert play.all(BattleJoined) == []
    assert play.state.battle is None


def test_a_battle_may_be_ended_after_he_came() -> None:
    play = fight(begin(a=make_ninja(dkk=12), foe=make_mob()), "a", "foe")
    play.given(JudgeWasshoi(), EndBattle(), dice=d6(1, 1, 4))
    assert play.state.battle is None
    assert play.state.characters["a"].shaken == 0


def test_the_table_says_how_he_comes() -> None:
    play = begin(a=make_ninja(dkk=12)).when(JudgeWasshoi(), d6(1, 1, 2))
    assert play.only(EntryRolled) == EntryRolled(
        target="a", face=2, entry="by_door", possible=True, slayer="slayer"
    )
