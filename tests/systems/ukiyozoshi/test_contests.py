"""対抗ロール, and the skills that use one: 隠密, 走行, 馬術, 掏り, 偽証."""

import pytest
from edo import begin, make_figure, make_npc
from kit import d6

from tenmatsu.systems.ukiyozoshi.commands.checks import (
    AnswerFailure,
    AnswerRoll,
    Chase,
    Oppose,
    PickPocket,
    Sneak,
    TellLie,
)
from tenmatsu.systems.ukiyozoshi.events.checks import (
    CheckAsked,
    Checked,
    ContestBegun,
    ContestDecided,
    ContestHung,
    ContestTied,
    LieTold,
    PocketPicked,
    Sneaked,
)
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiSpent

ARMS = Oppose(character="oryu", opponent="ronin", ability="tai")


def test_the_higher_total_wins() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(ARMS, d6(5, 4, 1) + d6(4, 4, 1)).settled()
    assert play.only(ContestDecided) == ContestDecided(winner="oryu", loser="ronin", lead=1, success=True)


def test_equal_totals_go_to_the_side_that_resists() -> None:
    play = begin(oryu=make_figure(katsugeki=0), ronin=make_npc()).when(ARMS, d6(5, 4, 1) + d6(5, 4, 1))
    assert play.only(ContestDecided).winner == "ronin"


def test_option_opposed_tie_again_rolls_again() -> None:
    play = begin(options={"opposed_tie": "again"}, oryu=make_figure(), ronin=make_npc())
    play.when(ARMS, d6(5, 4, 1) + d6(5, 4, 1) + d6(6, 4, 1) + d6(5, 4, 1))
    assert play.only(ContestTied).contest.rounds == 2
    assert play.only(ContestDecided).winner == "oryu"


def test_with_a_difficulty_the_margins_are_compared() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    command = Oppose(character="oryu", opponent="ronin", ability="tai", difficulty=10, opponent_difficulty=14)
    play.when(command, d6(4, 3, 1) + d6(6, 4, 1))
    assert play.only(ContestDecided) == ContestDecided(winner="oryu", loser="ronin", lead=1, success=True)


def test_the_winner_must_reach_the_difficulty_too() -> None:
    play = begin(oryu=make_figure(katsugeki=0), ronin=make_npc())
    play.when(
        Oppose(character="oryu", opponent="ronin", ability="tai", difficulty=15), d6(4, 3, 1) + d6(2, 1, 1)
    )
    assert not play.only(ContestDecided).success


def test_the_loser_may_reroll_for_1() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc()).when(ARMS, d6(2, 1, 1) + d6(4, 4, 1))
    play.asks("after_failure", "oryu", "stand", "reroll", "success")
    assert play.only(ContestHung).character == "oryu"
    play.when(AnswerFailure(character="oryu", choice="reroll"), d6(6, 5, 1)).settled()
    assert play.only(ContestDecided).winner == "oryu"


def test_the_loser_may_win_for_3_by_just_enough() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc()).given(ARMS, dice=d6(2, 1, 1) + d6(4, 4, 1))
    play.when(AnswerFailure(character="oryu", choice="success")).settled()
    assert play.only(Checked).check.total == 15
    assert play.only(ContestDecided) == ContestDecided(winner="oryu", loser="ronin", lead=1, success=True)


def test_the_loser_may_let_it_stand() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc()).given(ARMS, dice=d6(2, 1, 1) + d6(4, 4, 1))
    play.when(AnswerFailure(character="oryu", choice="stand")).settled()
    assert play.only(ContestDecided).winner == "ronin"


def test_the_loser_beyond_reach_is_not_offered_the_success() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc(tai=10)).when(ARMS, d6(2, 1, 1) + d6(5, 5, 1))
    play.asks("after_failure", "oryu", "stand", "reroll")


def test_a_winner_short_of_the_difficulty_may_still_turn_it() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(
        Oppose(character="oryu", opponent="ronin", ability="tai", difficulty=15), d6(4, 3, 1) + d6(2, 1, 1)
    )
    play.asks("after_failure", "oryu", "stand", "reroll", "success")
    play.when(AnswerFailure(character="oryu", choice="success"))
    assert play.only(ContestDecided).success


def test_the_one_who_resists_may_buy_before_the_roll() -> None:
    play = begin(ronin=make_npc(), oryu=make_figure())
    play.when(Oppose(character="ronin", opponent="oryu", ability="tai"), d6(6, 5, 1))
    play.asks("before_roll", "oryu", "roll", "buy")
    assert play.only(CheckAsked).check.contest == "resisting"
    play.when(AnswerRoll(character="oryu", choice="buy")).settled()
    assert play.only(KatsugekiSpent).use == "automatic"
    assert play.only(ContestDecided).winner == "oryu"


def test_the_one_who_acts_may_buy_before_the_roll_and_wins() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(Oppose(character="oryu", opponent="ronin", ability="tai", bought=True), d6(6, 6, 1)).settled()
    assert play.only(ContestDecided).winner == "oryu"


def test_where_both_buy_the_side_that_resists_holds() -> None:
    play = begin(oryu=make_figure(), bunta=make_figure())
    play.given(Oppose(character="oryu", opponent="bunta", ability="tai", bought=True))
    play.when(AnswerRoll(character="bunta", choice="buy")).settled()
    assert play.only(ContestDecided).winner == "bunta"


def test_an_opposed_roll_names_a_skill_or_an_ability_and_somebody_else() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(Oppose(character="oryu", opponent="ronin")).refused("ukiyozoshi.skill_or_ability")
    play.when(Oppose(character="oryu", opponent="oryu", ability="tai")).refused("ukiyozoshi.same_character")
    play.when(Oppose(character="oryu", opponent="ronin", skill="忍術")).refused("ukiyozoshi.unknown_skill")


def test_a_chase_is_opposed_on_foot_or_on_horseback() -> None:
    play = begin(oryu=make_figure(mounted="trained", skills={"馬術": 3}), ronin=make_npc(skills={"走行": 2}))
    play.when(Chase(character="oryu", quarry="ronin"), d6(5, 4, 1) + d6(4, 4, 1)).settled()
    contest = play.only(ContestBegun).contest
    assert (contest.active.skill, contest.active.effective) == ("馬術", 10)
    assert (contest.resisting.skill, contest.resisting.effective) == ("走行", 8)


def test_hiding_is_opposed_to_perception() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(Sneak(character="oryu", watcher="ronin"), d6(6, 5, 1) + d6(3, 2, 1)).settled()
    assert play.only(Sneaked) == Sneaked(character="oryu", watcher="ronin", hidden=True)


def test_following_needs_ones_own_perception_as_well() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    command = Sneak(character="oryu", watcher="ronin", tail=True)
    play.when(command, d6(4, 4, 1)).asks("before_roll", "oryu", "roll", "buy")
    play.when(AnswerRoll(character="oryu", choice="roll"), d6(6, 5, 1) + d6(3, 2, 1)).settled()
    assert play.only(Sneaked) == Sneaked(character="oryu", watcher="ronin", tail=True, hidden=True)
    play.when(Sneak(character="oryu", watcher="ronin", tail=True, stand=True), d6(1, 2, 1)).settled()
    assert not play.only(Sneaked).hidden


@pytest.mark.parametrize(
    "thief, victim, taken, noticed",
    [
        ((6, 5, 1), (3, 3, 1), True, False),
        ((6, 5, 1), (6, 4, 1), True, True),
        ((2, 1, 1), (1, 1, 1), False, True),
    ],
)
def test_the_total_of_a_pickpocket_also_a_failed_one_is_what_perception_needs(
    thief: tuple[int, ...], victim: tuple[int, ...], taken: bool, noticed: bool
) -> None:
    play = begin(oryu=make_figure(skills={"掏り": 3}, katsugeki=0), ronin=make_npc())
    play.when(PickPocket(character="oryu", target="ronin"), d6(*thief) + d6(*victim)).settled()
    assert play.only(PocketPicked) == PocketPicked(
        character="oryu", target="ronin", taken=taken, noticed=noticed
    )
    assert play.all(Checked)[1].check.difficulty == play.all(Checked)[0].check.total


def test_a_failed_pickpocket_may_be_rerolled_before_anybody_notices() -> None:
    play = begin(oryu=make_figure(skills={"掏り": 3}), ronin=make_npc())
    play.when(PickPocket(character="oryu", target="ronin"), d6(2, 1, 1))
    play.asks("after_failure", "oryu", "stand", "reroll", "success")
    play.when(AnswerFailure(character="oryu", choice="reroll"), d6(5, 5, 1) + d6(1, 1, 1)).settled()
    assert play.only(PocketPicked).taken


def test_a_lie_is_seen_through_at_its_total_and_half_the_level_of_eloquence() -> None:
    play = begin(oryu=make_figure(skills={"偽証": 3, "弁舌": 5}), ronin=make_npc())
    play.when(TellLie(character="oryu", listener="ronin"), d6(4, 4, 1) + d6(5, 4, 1)).settled()
    assert play.only(LieTold) == LieTold(character="oryu", listener="ronin", difficulty=20, believed=False)


def test_a_lie_has_no_difficulty_and_cannot_be_bought() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(TellLie(character="oryu", listener="ronin", bought=True)).refused("ukiyozoshi.nothing_to_buy")


def test_either_roll_of_a_tail_may_be_bought_before_it_falls() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(Sneak(character="oryu", watcher="ronin", tail=True, bought=True))
    play.asks("before_roll", "oryu", "roll", "buy")
    play.when(AnswerRoll(character="oryu", choice="buy"), d6(6, 6, 1)).settled()
    assert play.only(Sneaked).hidden
    assert play.state.characters["oryu"].katsugeki == 1
