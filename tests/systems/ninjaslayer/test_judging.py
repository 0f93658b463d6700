"""Judgements: pools of abilities and values, difficulties and their changes, patterns."""

import pytest
from kit import d6
from ninjajudging import acting, alone, ask, roll
from ninjas import TABLES, begin, fight, make_boss, make_ninja, working

from tenmatsu.engine.contract import Circumstance, SetAside
from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.battle import Phase
from tenmatsu.systems.ninjaslayer.commands.judging import Resist
from tenmatsu.systems.ninjaslayer.decide.judging import (
    STEPS,
    Spec,
    continue_with,
    judge,
    list_changes,
    measure,
)
from tenmatsu.systems.ninjaslayer.events.judging import (
    Judged,
    JudgementKept,
    SixthSenseUsed,
)
from tenmatsu.systems.ninjaslayer.state import Judging

# ---- pools and difficulties ----


def test_a_judgement_at_normal_succeeds_with_one_four_among_the_dice_of_the_ability() -> None:
    judged = roll(alone(karate=4), 1, 1, 4, 6)

    assert (judged.difficulty, judged.successes, judged.success) == ("normal", 2, True)
    assert judged.result == "success"


def test_wazamae_3_at_hard_with_3_1_4_fails() -> None:
    judged = roll(alone(wazamae=3), 3, 1, 4, value="wazamae", difficulty="hard")

    assert (judged.successes, judged.result) == (0, "failure")


@pytest.mark.parametrize(
    "value, dice",
    [
        ("karate", 6),
        ("neuron", 3),
        ("wazamae", 4),
        ("attack", 8),
        ("shooting", 4),
        ("hacking", 3),
        ("precision", 4),
        ("cartwheel", 5),
        ("activation", 5),
    ],
)
def test_an_ability_or_a_value_of_the_sheet_gives_the_dice(value: str, dice: int) -> None:
    play = alone(jitsu=2, bonuses={"attack": 2, "cartwheel": 1})

    assert len(roll(play, *[1] * dice, value=value).faces) == dice


def test_ability_damage_takes_dice_and_the_nm_gives_or_takes_some() -> None:
    hurt = alone(karate=6, lost={"karate": 2})

    assert len(roll(hurt, 1, 1, 1, 1, 1, dice=1).faces) == 5
    assert len(roll(alone(karate=6), 1, 1, dice=-4).faces) == 2


def test_without_dice_a_judgement_fails_and_no_die_falls() -> None:
    judged = roll(alone(jitsu=0), value="jitsu")

    assert (judged.faces, judged.successes, judged.result) == ((), 0, "no_dice")


def test_a_fixed_number_of_dice_falls_whatever_the_ability() -> None:
    assert roll(alone(karate=6), 1, 6, fixed=2).faces == (1, 6)


def test_all_changes_add_up_before_the_ladder_ends_them() -> None:
    play = acting(focused=True, hampered=1, untreated=("head", "arms"))

    judged = roll(play, 5, 5, 5, 5, 5, 5, harder=1)

    assert judged.difficulty == "ultra_hard2"
    assert judged.circumstances == (
        Circumstance("harder", 1),
        Circumstance("injuries", 2),
        Circumstance("focus", -1),
        Circumstance("hampered", 1),
    )
    assert judged.result == "failure_changed"


@pytest.mark.parametrize("harder, difficulty", [(-9, "kids"), (9, "ultra_hard3"), (-1, "easy"), (1, "hard")])
def test_nothing_is_easier_than_kids_or_harder_than_uh3(harder: int, difficulty: str) -> None:
    assert roll(alone(karate=1), 1, harder=harder).difficulty == difficulty


def test_a_change_beyond_the_ladder_makes_up_for_another_before_it_is_cut() -> None:
    harder = alone(karate=1, untreated=("head", "arms"))

    assert roll(harder, 1, difficulty="kids", harder=-1).difficulty == "easy"
    assert roll(harder, 1, difficulty="ultra_hard3", harder=-1).difficulty == "ultra_hard3"


@pytest.mark.parametrize(
    "untreated, difficulty",
    [
        ((), "normal"),
        (("arms",), "hard"),
        (("arms", "legs"), "ultra_hard"),
        (("arms", "legs", "head"), "ultra_hard"),
    ],
)
def test_untreated_injuries_make_every_judgement_harder_by_1_and_from_two_places_on_by_2(
    untreated: tuple[str, ...], difficulty: str
) -> None:
    play = alone(karate=1, untreated=untreated)

    assert roll(play, 1).difficulty == difficulty
    resisted = play.when(Resist(character="pc1", value="karate"), d6(1)).only(Judged)
    assert resisted.difficulty == difficulty


def test_injuries_of_this_scenario_change_no_difficulty_yet() -> None:
    assert roll(alone(karate=1, injuries={"arms": 2}), 1).difficulty == "normal"


@pytest.mark.parametrize("phase, difficulty", [("start", "normal"), ("move", "normal"), ("attack", "easy")])
def test_focus_eases_own_judgements_of_the_attack_phase_alone(phase: Phase, difficulty: str) -> None:
    play = acting(phase, karate=1, focused=True)

    assert roll(play, 1).difficulty == difficulty


def test_focus_eases_nothing_in_the_hand_of_another() -> None:
    play = begin(pc1=make_ninja(karate=1, focused=True), sonic=make_boss())

    assert roll(fight(play, "sonic", "pc1", phase="attack"), 1).difficulty == "normal"


def test_a_changed_difficulty_never_changes_a_pattern() -> None:
    judged = roll(alone(karate=3), 5, 6, 6, harder=4, pattern=(6, 6))

    assert (judged.difficulty, judged.matched, judged.result) == (
        "ultra_hard3",
        True,
        "failure_pattern_changed",
    )
    easy = roll(alone(karate=3), 5, 5, 5, harder=-2, pattern=(6, -5))
    assert (easy.successes, easy.matched, easy.result) == (3, False, "success_changed")


@pytest.mark.parametrize(
    "faces, harder, result",
    [
        ((6, 6), 0, "success_pattern"),
        ((6, 6), 1, "success_pattern_changed"),
        ((6, 5), 0, "success"),
        ((1, 5), 0, "success"),
        ((1, 1), 0, "failure"),
    ],
)
def test_the_line_says_success_pattern_and_what_changed_the_difficulty(
    faces: tuple[int, ...], harder: int, result: str
) -> None:
    assert roll(alone(karate=2), *faces, harder=harder, pattern=(6, 6)).result == result


def test_a_pattern_may_fall_in_a_failure() -> None:
    judged = roll(alone(karate=2), 1, 2, pattern=(2,))

    assert judged.result == "failure_pattern"
    assert judged.wanted == "2"
    assert roll(alone(karate=2), 6, 5, pattern=(6, -5)).wanted == "6,5+"


def test_a_line_names_who_what_difficulty_and_faces_in_both_languages() -> None:
    judged = roll(alone(wazamae=3), 3, 1, 4, value="wazamae", difficulty="hard")
    ja, en = (SYSTEM.words().event("ninjaslayer.judged", judged, lang, {"pc1": "Bob"}) for lang in LANGUAGES)

    assert ja == "Bobの判定【ワザマエ:HARD】: 3,1,4 → 失敗"
    assert en == "Bob, judgement (wazamae, HARD): 3,1,4, failure"


@pytest.mark.parametrize("given", [{"dice": 1}, {"harder": -1}, {"fixed": 9}])
def test_only_the_nm_adds_dice_eases_or_fixes_a_judgement(given: dict[str, int]) -> None:
    play = alone(karate=4)
    asked = ask(**given)

    play.when(asked, by="pl_pc1").refused("ninjaslayer.nm_eases")
    faces = 4 + given.get("dice", 0) if "fixed" not in given else 9
    assert play.when(asked, dice=d6(*[4] * faces)).only(Judged).success


def test_a_player_may_make_their_own_judgement_harder() -> None:
    play = alone(karate=2)
    resisted = Resist(character="pc1", value="karate", harder=1, dice=-1)

    assert play.when(resisted, by="pl_pc1", dice=d6(5)).only(Judged).difficulty == "hard"
    play.when(Resist(character="pc1", value="karate", dice=2), by="pl_pc1").refused("ninjaslayer.nm_eases")


def test_a_difficulty_that_is_none_is_refused() -> None:
    alone().when(ask(difficulty="lunatic")).refused("ninjaslayer.no_such_difficulty")
    alone().when(Resist(character="pc1", value="karate", difficulty="x")).refused(
        "ninjaslayer.no_such_difficulty"
    )


def test_somebody_unknown_or_down_makes_no_judgement_of_their_own() -> None:
    alone().when(ask(character="pc9")).refused("ninjaslayer.unknown_character")
    alone(unconscious=True).when(ask()).refused("ninjaslayer.cannot_act")


# ---- measuring ----


def test_a_spec_is_measured_without_any_roll() -> None:
    play = alone(karate=6, focused=True, hampered=1, untreated=("legs",))
    spec = Spec(
        character="pc1",
        purpose="judgement",
        value="karate",
        dice=2,
        difficulty=3,
        circumstances=list_changes(harder=1, other=0),
        phase="attack",
    )

    dice, place, circumstances = measure(play.state, play.rules, spec)

    assert (dice, place) == (8, 5)
    assert [one.key for one in circumstances] == ["harder", "injuries", "focus", "hampered"]


def test_what_follows_a_judgement_gets_its_faces_and_what_it_needs_to_know() -> None:
    seen: list[Judging] = []
    continue_with("test_step")(lambda work, judging: seen.append(judging))
    try:
        work = working(alone(karate=2), ScriptedDice(d6(6, 1)))
        spec = Spec(character="pc1", purpose="judgement", value="karate")
        judge(work, spec, then="test_step", about={"where": "C4"})
    finally:
        STEPS.pop("test_step")

    assert [(one.faces, one.successes, one.about) for one in seen] == [((6, 1), 1, {"where": "C4"})]


# ---- what statistics read ----


@pytest.mark.parametrize(
    "difficulty, needed, hits_from, total, success",
    [("normal", 1, 4, 3, True), ("hard", 1, 5, 2, True), ("ultra_hard2", 2, 6, 1, False)],
)
def test_a_verdict_counts_dice_from_the_face_of_the_difficulty(
    difficulty: str, needed: int, hits_from: int, total: int, success: bool
) -> None:
    verdict = SYSTEM.verdict(roll(alone(karate=4), 6, 5, 4, 1, difficulty=difficulty))

    assert verdict is not None
    assert (verdict.needed, verdict.hits_from, verdict.total) == (needed, hits_from, total)
    assert (verdict.success, verdict.dice, verdict.keep, verdict.sides) == (success, 4, 4, 6)
    assert not verdict.any_will_do


def test_a_sixth_sense_sets_the_judgement_just_made_aside() -> None:
    assert SYSTEM.sets_aside(SixthSenseUsed(character="pc1")) == SetAside(by="pc1")
    assert SYSTEM.sets_aside(JudgementKept(character="pc1")) is None
    assert SYSTEM.verdict(JudgementKept(character="pc1")) is None


def test_every_difficulty_ability_and_value_has_a_label() -> None:
    words = SYSTEM.words()
    keys = [row.name for row in TABLES.difficulties]
    keys += ["karate", "neuron", "wazamae", "jitsu", "attack", "shooting", "initiative", "hacking"]
    keys += ["dodge", "precision", "cartwheel", "activation", "harder", "injuries", "focus", "hampered"]
    for lang in LANGUAGES:
        assert [key for key in keys if words.label(key, lang) == key and lang == "ja"] == []
