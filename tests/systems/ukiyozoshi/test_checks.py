"""行為判定: ability rolls, skill rolls, difficulty, margin, circumstances."""

import pytest
from edo import begin, make_figure, make_npc
from kit import d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.checks import RollAbility, RollSkill, SensePresence, ThrowObject
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.state import Health


def test_a_skill_roll_takes_the_best_two_of_three_dice_and_adds_ability_and_level() -> None:
    play = begin(oryu=make_figure())
    check = play.when(RollSkill(character="oryu", skill="剣術"), d6(5, 2, 6)).only(Checked).check
    assert (check.effective, check.kept, check.total, check.margin) == (12, (6, 5), 23, 8)
    assert check.success


def test_a_skill_used_without_it_rolls_the_base_ability_and_two_dice() -> None:
    play = begin(oryu=make_figure(katsugeki=0))
    check = play.when(RollSkill(character="oryu", skill="泳術"), d6(4, 4)).only(Checked).check
    assert (check.effective, check.dice, check.total, check.success) == (6, 2, 14, False)


def test_an_ability_roll_has_three_dice_where_no_skill_covers_the_act() -> None:
    play = begin(oryu=make_figure())
    check = play.when(RollAbility(character="oryu", ability="tai"), d6(3, 1, 6)).only(Checked).check
    assert (check.effective, check.kept, check.total) == (6, (6, 3), 15)


def test_an_ability_roll_has_two_dice_where_a_skill_would_cover_the_act() -> None:
    play = begin(oryu=make_figure())
    command = RollAbility(character="oryu", ability="gi", difficulty=10, covered=True)
    assert play.when(command, d6(3, 1)).only(Checked).check.total == 11


def test_an_endurance_roll_uses_what_is_left_of_it() -> None:
    play = begin(oryu=make_figure(endurance=3))
    command = RollAbility(character="oryu", ability="endurance", difficulty=10)
    assert play.when(command, d6(6, 5, 1)).only(Checked).check.effective == 3


def test_the_difficulty_is_15_unless_said_and_reaching_it_is_a_success_with_margin_0() -> None:
    play = begin(oryu=make_figure())
    check = play.when(RollSkill(character="oryu", skill="知覚"), d6(2, 2, 1)).only(Checked).check
    assert (check.difficulty, check.total, check.margin, check.success) == (15, 15, 0, True)


def test_what_the_gm_adds_for_the_situation_changes_the_difficulty() -> None:
    play = begin(oryu=make_figure())
    command = RollSkill(character="oryu", skill="知覚", modifier=-3)
    check = play.when(command, d6(1, 1, 1)).only(Checked).check
    assert (check.difficulty, check.circumstances) == (12, (Circumstance("situation", -3),))


def test_another_base_ability_may_be_named_for_a_skill() -> None:
    play = begin(oryu=make_figure(skills={"職人:鋳物": 4}))
    command = RollSkill(character="oryu", skill="職人:鋳物", ability="tai")
    assert play.when(command, d6(4, 4, 1)).only(Checked).check.effective == 10


@pytest.mark.parametrize(
    "health, keys",
    [
        (Health(awake=22 * 60), ["awake"]),
        (Health(short_sleep=True), ["short_sleep"]),
        (Health(awake=22 * 60, short_sleep=True), ["awake", "short_sleep"]),
        (Health(scarce_days=2), ["hungry"]),
        (Health(scarce_days=1), []),
        (Health(fatigued=True), ["fatigued"]),
        (Health(awake=20 * 60), ["awake"]),
        (Health(awake=20 * 60 - 1), []),
    ],
)
def test_lack_of_sleep_hunger_and_fatigue_add_1_each_to_every_difficulty(
    health: Health, keys: list[str]
) -> None:
    play = begin(oryu=make_figure(health=health))
    check = play.when(RollSkill(character="oryu", skill="知覚"), d6(6, 5, 1)).only(Checked).check
    assert [c.key for c in check.circumstances] == keys
    assert check.difficulty == 15 + len(keys)


@pytest.mark.parametrize("armour, loss", [("具足", 2), ("鎖帷子", 1), ("", 0)])
def test_armour_takes_gi_off_checks_that_rest_on_it(armour: str, loss: int) -> None:
    play = begin(oryu=make_figure(armour=armour))
    assert (
        play.when(RollSkill(character="oryu", skill="剣術"), d6(4, 4, 1)).only(Checked).check.effective
        == 12 - loss
    )
    assert (
        play.when(RollSkill(character="oryu", skill="知覚"), d6(4, 4, 1)).only(Checked).check.effective == 11
    )


def test_the_kashima_school_loses_1_less_to_armour() -> None:
    play = begin(oryu=make_figure(armour="具足", schools=("鹿島神当流",)))
    assert (
        play.when(RollSkill(character="oryu", skill="剣術"), d6(4, 4, 1)).only(Checked).check.effective == 11
    )


def test_a_presence_is_sensed_with_perception_from_level_4() -> None:
    play = begin(oryu=make_figure(), bunta=make_figure(skills={"知覚": 3}))
    assert play.when(SensePresence(character="oryu"), d6(4, 4, 1)).only(Checked).check.success
    play.when(SensePresence(character="bunta")).refused("ukiyozoshi.level_too_low")


def test_a_pebble_flies_tai_times_3_and_the_level() -> None:
    play = begin(oryu=make_figure(skills={"手投げ": 2}))
    assert play.when(ThrowObject(character="oryu", ken=30), d6(4, 4, 1)).only(Checked).check.effective == 8
    play.when(ThrowObject(character="oryu", ken=31)).refused("ukiyozoshi.throw_too_far")


def test_an_unknown_skill_is_refused() -> None:
    begin(oryu=make_figure()).when(RollSkill(character="oryu", skill="忍術")).refused(
        "ukiyozoshi.unknown_skill"
    )


def test_an_unknown_character_is_refused() -> None:
    begin().when(RollSkill(character="oryu", skill="剣術")).refused("ukiyozoshi.unknown_character")


@pytest.mark.parametrize("flag", ["dead", "seeming_dead", "unconscious", "helpless", "beaten"])
def test_who_cannot_act_rolls_nothing(flag: str) -> None:
    play = begin(oryu=make_figure(**{flag: True}))
    play.when(RollSkill(character="oryu", skill="剣術")).refused("ukiyozoshi.cannot_act")
    play.when(RollAbility(character="oryu", ability="tai")).refused("ukiyozoshi.cannot_act")


def test_the_verdict_tells_statistics_what_the_dice_had_to_reach() -> None:
    play = begin(ronin=make_npc())
    verdict = SYSTEM.verdict(play.when(RollSkill(character="ronin", skill="剣術"), d6(1, 1, 1)).events[0])
    assert verdict is not None
    assert (verdict.by, verdict.what, verdict.needed, verdict.dice, verdict.keep) == (
        "ronin",
        "剣術",
        3,
        3,
        2,
    )
    assert (verdict.faces, verdict.total, verdict.success) == ((1, 1, 1), 14, False)


def test_an_endurance_roll_always_has_three_dice() -> None:
    command = RollAbility(character="oryu", ability="endurance", covered=True, stand=True)
    assert begin(oryu=make_figure()).when(command, d6(1, 1, 1)).only(Checked).check.dice == 3
