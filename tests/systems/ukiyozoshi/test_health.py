"""負傷, 食事, 疲労: treatment, recovery, serious wounds, hunger, thirst, fatigue."""

from typing import Any

import pytest
from edo import begin, make_figure
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, AnswerRoll, RollSkill
from tenmatsu.systems.ukiyozoshi.commands.health import Eat, Recover, Sleep, Tend, Tire, Treat
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import ComeRound
from tenmatsu.systems.ukiyozoshi.commands.time import PassTime
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.health import (
    Ate,
    DayTurned,
    Fed,
    HelplessDayPassed,
    ItemUsed,
    Recovered,
    SeriousWoundBled,
    Starved,
    Tired,
    WoundsTended,
    WoundsTreated,
)
from tenmatsu.systems.ukiyozoshi.state import Figure, Health


def poor(**values: Any) -> Figure:
    """Return a character without 活劇点, who is asked for nothing before or after a roll."""
    return make_figure(**{"katsugeki": 0, **values})


def hurt(wounds: int = 4, **health: Any) -> Figure:
    """Return somebody with 8 endurance who has lost some of it to wounds."""
    return poor(endurance=8 - wounds, health=Health(wounds=wounds, **health))


def doctor(level: int = 3, **values: Any) -> Figure:
    """Return a doctor with some salve."""
    return poor(skills={"医術": level} if level else {}, belongings={"軟膏": 2}, **values)


def health_of(play: Play, character: str = "oryu") -> Health:
    """Return somebody's health."""
    health: Health = play.state.characters[character].health
    return health


TREAT = Treat(character="genan", patient="oryu")


def test_treatment_rolls_medicine_at_10_and_the_wounds() -> None:
    play = begin(oryu=hurt(), genan=doctor()).when(TREAT, d6(4, 1, 1))
    check = play.all(Checked)[0].check
    assert (check.skill, check.difficulty, check.total, check.success) == ("医術", 14, 15, True)
    assert play.only(WoundsTreated) == WoundsTreated(character="genan", patient="oryu", success=True, medic=3)
    assert (health_of(play).treated, health_of(play).medic) == (True, 3)


def test_without_the_skill_treatment_rolls_shin_and_two_dice() -> None:
    play = begin(oryu=hurt(), genan=doctor(0)).when(TREAT, d6(4, 3))
    assert play.only(Checked).check.dice == 2
    assert play.only(WoundsTreated).medic == 0


def test_a_failed_treatment_makes_recovery_harder_by_3() -> None:
    play = begin(oryu=hurt(), genan=doctor(1)).given(TREAT, dice=d6(1, 1, 2))
    check = play.when(Recover(character="oryu"), d6(6, 6, 6)).only(Checked).check
    assert check.difficulty == 14 - 1 + 3
    assert check.circumstances == (Circumstance("medic", -1), Circumstance("ill_treated", 3))


def test_the_failure_weighs_on_later_days_as_well() -> None:
    play = begin(oryu=hurt(), genan=doctor(1)).given(TREAT, dice=d6(1, 1, 2))
    play.given(Recover(character="oryu"), Tend(character="genan", patient="oryu"), dice=d6(1, 2, 3))
    assert play.when(Recover(character="oryu"), d6(6, 6, 6)).all(Checked)[0].check.difficulty == 16


def test_a_bought_treatment_succeeds() -> None:
    play = begin(oryu=hurt(), genan=doctor(katsugeki=2))
    command = Treat(character="genan", patient="oryu", bought=True)
    assert play.when(command).only(WoundsTreated).success


def test_a_failed_treatment_may_be_turned_into_a_success() -> None:
    play = begin(oryu=hurt(), genan=doctor(katsugeki=3)).given(TREAT, dice=d6(1, 1, 2))
    play.when(AnswerFailure(character="genan", choice="success"))
    assert play.only(WoundsTreated).success


def test_recovery_with_4_wounds_is_14_with_three_dice_on_the_unreduced_endurance() -> None:
    play = begin(oryu=hurt(treated=True)).when(Recover(character="oryu"), d6(3, 3, 1))
    check = play.only(Checked).check
    assert (check.effective, check.dice, check.difficulty) == (8, 3, 14)
    assert play.only(Recovered) == Recovered(character="oryu", change=1, endurance=5, wounds=3)


def test_a_doctor_of_level_3_and_salve_bring_it_down_to_9() -> None:
    play = begin(oryu=hurt(), genan=doctor())
    play.given(Treat(character="genan", patient="oryu", medicine="軟膏"), dice=d6(6, 6, 1))
    check = play.when(Recover(character="oryu"), d6(1, 1, 1)).only(Checked).check
    assert (check.difficulty, check.success) == (9, True)
    assert check.circumstances == (Circumstance("medic", -3), Circumstance("medicine", -2))


@pytest.mark.parametrize("faces, change", [((3, 3, 1), 1), ((2, 3, 1), 0), ((1, 1, 1), 0)])
def test_a_recovery_roll_gives_a_point_or_nothing(faces: tuple[int, ...], change: int) -> None:
    play = begin(oryu=hurt(treated=True)).when(Recover(character="oryu"), d6(*faces))
    assert play.only(Recovered).change == change


@pytest.mark.parametrize("wounds, change", [(4, 0), (5, -1)])
def test_a_roll_missed_by_5_or_more_costs_another_point(wounds: int, change: int) -> None:
    play = begin(oryu=hurt(wounds, treated=True)).when(Recover(character="oryu"), d6(1, 1, 1))
    recovered = play.only(Recovered)
    assert (recovered.change, recovered.wounds) == (change, wounds - change)


def test_the_last_point_lost_to_a_recovery_roll_kills() -> None:
    play = begin(oryu=hurt(7, treated=True)).when(Recover(character="oryu"), d6(1, 1, 1))
    assert play.only(Recovered).dies
    assert (play.state.characters["oryu"].dead, play.state.characters["oryu"].death) == (True, "wound")


def test_healed_wounds_leave_nothing_behind() -> None:
    figure = hurt(1, treated=True, first_treated=True, treatment_failed=True)
    play = begin(oryu=figure).given(Recover(character="oryu"), dice=d6(6, 6, 1))
    assert play.state.characters["oryu"].endurance == 8
    assert health_of(play) == Health()


def test_without_care_there_is_no_recovery_roll() -> None:
    begin(oryu=hurt()).when(Recover(character="oryu")).refused("ukiyozoshi.untreated")


def test_without_care_the_roll_may_be_3_harder() -> None:
    play = begin(options={"untreated": "harder"}, oryu=hurt()).when(Recover(character="oryu"), d6(6, 6, 1))
    assert play.only(Checked).check.difficulty == 17


def test_care_holds_for_one_recovery_roll() -> None:
    play = begin(oryu=hurt(), genan=doctor()).given(
        TREAT, Recover(character="oryu"), dice=d6(6, 6, 1, 1, 1, 1)
    )
    play.when(Recover(character="oryu")).refused("ukiyozoshi.untreated")
    play.when(Tend(character="genan", patient="oryu"))
    play.then(WoundsTended(character="genan", patient="oryu", medic=3))
    play.when(Tend(character="genan", patient="oryu")).refused("ukiyozoshi.tended_today")


def test_fresh_wounds_are_treated_before_they_are_tended() -> None:
    play = begin(oryu=hurt(), genan=doctor())
    play.when(Tend(character="genan", patient="oryu")).refused("ukiyozoshi.needs_treatment")
    play.given(TREAT, dice=d6(6, 6, 1)).when(TREAT).refused("ukiyozoshi.treated_before")


def test_who_is_not_wounded_needs_no_care() -> None:
    play = begin(oryu=poor(), genan=doctor())
    play.when(TREAT).refused("ukiyozoshi.no_wounds")
    play.when(Tend(character="genan", patient="oryu")).refused("ukiyozoshi.no_wounds")
    play.when(Recover(character="oryu")).refused("ukiyozoshi.no_wounds")


def test_medicine_is_used_up_the_healers_first() -> None:
    play = begin(oryu=hurt(), genan=doctor()).when(
        Treat(character="genan", patient="oryu", medicine="軟膏"), d6(6, 6, 1)
    )
    assert play.only(ItemUsed) == ItemUsed(character="genan", item="軟膏", now=1)


def test_the_patients_own_medicine_serves_as_well() -> None:
    figure = hurt(first_treated=True)
    patient = poor(endurance=4, health=figure.health, belongings={"軟膏": 1})
    play = begin(oryu=patient, kenji=poor())
    play.when(Tend(character="kenji", patient="oryu", medicine="軟膏"))
    assert play.only(ItemUsed) == ItemUsed(character="oryu", item="軟膏", now=0)
    assert play.only(WoundsTended).medicine == "軟膏"


def test_medicine_must_be_known_and_there() -> None:
    play = begin(oryu=hurt(first_treated=True), kenji=poor())
    command = Tend(character="kenji", patient="oryu", medicine="軟膏")
    play.when(command).refused("ukiyozoshi.not_owned")
    command = Tend(character="kenji", patient="oryu", medicine="毒消し")
    play.when(command).refused("ukiyozoshi.unknown_medicine")
    play.when(Treat(character="kenji", patient="oryu")).refused("ukiyozoshi.treated_before")


def test_the_senseless_treat_nobody() -> None:
    begin(oryu=hurt(), genan=doctor(unconscious=True, faint_minutes=9)).when(TREAT).refused(
        "ukiyozoshi.cannot_act"
    )


def night(play: Play, *faces: int, dry: bool = False) -> Play:
    """Let the character sleep until the morning, from the evening on."""
    play.given(PassTime(to="夜四ツ"), Sleep(character="oryu"))
    return play.when(PassTime(until_morning=True, dry=dry), d6(*faces))


def test_recovery_is_rolled_in_the_morning_on_waking() -> None:
    play = night(begin(oryu=hurt(treated=True)).given(Eat(character="oryu", meals=2)), 3, 3, 1)
    kinds = [type(event).__name__ for event in play.events]
    assert kinds[-5:] == ["Woke", "DayTurned", "Checked", "Recovered", "TimeEnded"]
    assert not health_of(play).recovering


def test_the_morning_waits_for_the_choices_of_a_recovery_roll() -> None:
    figure = make_figure(katsugeki=2, endurance=4, health=Health(wounds=4, treated=True))
    play = night(begin(oryu=figure)).asks("before_roll", "oryu", "roll", "buy")
    play.when(AnswerRoll(character="oryu", choice="roll"), d6(1, 1, 1))
    play.asks("after_failure", "oryu", "stand", "reroll")
    play.when(AnswerFailure(character="oryu", choice="reroll"), d6(6, 6, 1)).settled()
    assert play.only(Recovered).change == 1


def test_who_was_not_cared_for_does_not_roll_in_the_morning() -> None:
    assert night(begin(oryu=hurt())).all(Recovered) == []


def test_who_was_not_cared_for_rolls_in_the_morning_where_the_table_says_so() -> None:
    play = night(begin(options={"untreated": "harder"}, oryu=hurt()), 6, 6, 1)
    assert play.only(Recovered).change == 1


def test_a_serious_wound_costs_a_point_an_hour_until_a_treatment_succeeds() -> None:
    play = begin(options={"serious_wounds": "on"}, oryu=hurt(serious=True), genan=doctor(0))
    play.when(PassTime(minutes=59))
    assert play.all(SeriousWoundBled) == []
    play.when(PassTime(hours=1))
    assert play.only(SeriousWoundBled) == SeriousWoundBled(character="oryu", endurance=3, wounds=5)
    play.given(TREAT, dice=d6(1, 2)).when(PassTime(hours=1)).only(SeriousWoundBled)
    play.given(TREAT, dice=d6(6, 6)).when(PassTime(hours=2))
    assert play.all(SeriousWoundBled) == []


def test_a_serious_wound_kills_in_the_end() -> None:
    play = begin(options={"serious_wounds": "on"}, oryu=hurt(6, serious=True)).when(PassTime(hours=5))
    assert [event.dies for event in play.all(SeriousWoundBled)] == [False, True]
    assert play.state.characters["oryu"].dead


def test_serious_wounds_are_an_option() -> None:
    assert begin(oryu=hurt(serious=True)).when(PassTime(hours=3)).all(SeriousWoundBled) == []


def day(play: Play, meals: int = 0, *, dry: bool = False) -> Play:
    """Let a day go by with a good night, and return the play at its morning."""
    if meals:
        play.given(Eat(character="oryu", meals=meals, water=not dry))
    return night(play, dry=dry)


def test_meals_are_counted_by_the_day() -> None:
    play = begin(oryu=poor()).when(Eat(character="oryu")).then(Ate(character="oryu", meals=1, water=True))
    play.when(Eat(character="oryu", water=False)).then(Ate(character="oryu", meals=2, water=True))
    assert day(play).only(DayTurned).scarce_days == 0
    assert health_of(play).meals == 0


def test_nothing_at_all_is_no_meal() -> None:
    play = begin(oryu=poor())
    play.when(Eat(character="oryu", meals=0, water=False)).refused("ukiyozoshi.nothing_to_eat")


def test_too_few_meals_for_two_days_make_everything_harder() -> None:
    play = day(begin(oryu=poor()), 1)
    check = play.when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1)).only(Checked).check
    assert check.circumstances == ()
    day(play, 1)
    check = play.when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1)).only(Checked).check
    assert check.circumstances == (Circumstance("hungry", 1),)
    day(play, 2)
    assert health_of(play).scarce_days == 0


def test_no_food_costs_a_point_every_second_day() -> None:
    play = begin(oryu=poor())
    losses = [[event.loss for event in day(play).all(Starved)] for _ in range(4)]
    assert losses == [[], [1], [], [1]]
    assert (play.state.characters["oryu"].endurance, health_of(play).hunger) == (6, 2)


def test_neither_food_nor_water_costs_two_points_a_day() -> None:
    play = begin(oryu=poor())
    assert day(play, dry=True).only(Starved) == Starved(
        character="oryu", loss=2, endurance=6, hunger=2, thirst=True, helpless=False
    )
    assert day(play, dry=True).only(Starved).endurance == 4


def test_a_drink_of_water_keeps_thirst_away() -> None:
    play = begin(oryu=poor()).given(Eat(character="oryu", meals=0, water=True))
    assert day(play, dry=True).all(Starved) == []


def test_hunger_is_no_wound() -> None:
    play = day(begin(oryu=poor()), dry=True)
    assert health_of(play).wounds == 0
    play.when(Recover(character="oryu")).refused("ukiyozoshi.no_wounds")


def test_food_brings_back_a_point_a_day() -> None:
    play = day(begin(oryu=poor()), dry=True)
    assert day(play, 1).only(Fed) == Fed(character="oryu", gain=1, endurance=7, hunger=1)
    assert day(play, 2).only(Fed).endurance == 8
    assert day(play, 2).all(Fed) == []


def test_endurance_0_by_hunger_is_helplessness_and_not_death() -> None:
    play = day(begin(oryu=poor(endurance=1, health=Health(hunger=7))), dry=True)
    starved = play.only(Starved)
    assert (starved.loss, starved.endurance, starved.helpless) == (1, 0, True)
    figure = play.state.characters["oryu"]
    assert (figure.dead, figure.helpless, figure.can_act) == (False, True, False)
    play.when(RollSkill(character="oryu", skill="剣術")).refused("ukiyozoshi.cannot_act")


def test_three_days_helpless_are_death() -> None:
    play = begin(oryu=poor(endurance=0, helpless=True, health=Health(hunger=8)))
    for days in (1, 2, 3):
        play.when(PassTime(days=1))
        assert play.only(HelplessDayPassed) == HelplessDayPassed(character="oryu", days=days, dies=days == 3)
    assert (play.state.characters["oryu"].dead, play.state.characters["oryu"].death) == (True, "hunger")


def test_the_helpless_are_saved_by_food() -> None:
    play = begin(oryu=poor(endurance=0, helpless=True, health=Health(hunger=8, helpless_days=2)))
    play.given(Eat(character="oryu", meals=1)).when(PassTime(days=1))
    assert play.only(Fed).endurance == 1
    figure = play.state.characters["oryu"]
    assert (figure.helpless, figure.health.helpless_days) == (False, 0)


def test_the_senseless_and_the_dead_eat_nothing() -> None:
    begin(oryu=poor(dead=True)).when(Eat(character="oryu")).refused("ukiyozoshi.cannot_act")
    begin(oryu=poor(unconscious=True, faint_minutes=5)).when(Eat(character="oryu")).refused(
        "ukiyozoshi.cannot_act"
    )


def test_fatigue_makes_everything_harder_until_a_good_night() -> None:
    play = begin(oryu=poor()).when(Tire(character="oryu")).then(Tired(character="oryu", fatigued=True))
    check = play.when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1)).only(Checked).check
    assert check.circumstances == (Circumstance("fatigued", 1),)
    assert day(play, 2).only(DayTurned).fatigued is False


def test_fatigue_stays_after_a_short_night() -> None:
    play = begin(oryu=poor()).given(Tire(character="oryu"), PassTime(to="夜四ツ"))
    play.given(Sleep(character="oryu", hours=3), PassTime(until_morning=True))
    assert health_of(play).fatigued


def test_the_gm_may_call_somebody_rested() -> None:
    play = begin(oryu=poor()).given(Tire(character="oryu"))
    play.when(Tire(character="oryu")).refused("ukiyozoshi.fatigue_as_is")
    play.when(Tire(character="oryu", fatigued=False)).then(Tired(character="oryu", fatigued=False))


def test_who_cheated_death_has_the_wounds_that_leave_one_point() -> None:
    figure = make_figure(seeming_dead=True, endurance=-2, health=Health(wounds=8, hunger=2))
    play = begin(oryu=figure).given(ComeRound(character="oryu"))
    assert play.state.characters["oryu"].endurance == 1
    assert (health_of(play).wounds, health_of(play).hunger) == (5, 2)


def test_who_cheated_death_by_hunger_can_move_again() -> None:
    figure = make_figure(seeming_dead=True, helpless=True, endurance=0, health=Health(hunger=8))
    play = begin(oryu=figure).given(ComeRound(character="oryu"))
    assert play.state.characters["oryu"].can_act
    assert health_of(play).hunger == 7
