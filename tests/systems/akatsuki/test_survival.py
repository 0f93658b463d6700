"""Survival checks (生死チェック): what they are measured by, and what a failed one means."""

from typing import Any

import pytest
from akatsukis import begin, face_down, hold, make_figure, make_npc
from kit import d6
from wounds import fighting, owing, owing_in_fight, replace, wounded

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.akatsuki.commands.combat import TakeHit
from tenmatsu.systems.akatsuki.commands.damage import Awaken, InflictHarm, RollSurvival
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock
from tenmatsu.systems.akatsuki.events.cards import CardsSpent
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.events.damage import (
    CameRound,
    Died,
    Doomed,
    FellUnconscious,
    SurvivalDue,
    SurvivalSettled,
    WoundChanged,
)
from tenmatsu.systems.akatsuki.evolve import evolve
from tenmatsu.systems.akatsuki.state import Due, Harm, Wound

ROLL = RollSurvival(character="kyo")


@pytest.mark.parametrize(
    "harm, rank, target",
    [
        ("lethal", 1, 5),
        ("lethal", 2, 4),
        ("lethal", 3, 3),
        ("lethal", 4, 3),
        ("nonlethal", 1, 10),
        ("nonlethal", 2, 9),
        ("nonlethal", 3, 8),
        ("nonlethal", 4, 7),
        ("nonlethal", 5, 6),
    ],
)
def test_lethal_goes_by_fate_points_and_nonlethal_by_taiku_with_the_cards_modifier(
    harm: Harm, rank: int, target: int
) -> None:
    play = owing(wounded(harm, rank)).when(ROLL, d6(1, 2))
    checked = play.only(Checked)

    assert (checked.purpose, checked.field) == ("survival", "気合")
    assert checked.ability == ("fate_points" if harm == "lethal" else "taiku")
    assert (checked.level, checked.target) == (5 if harm == "lethal" else 8, target)
    assert checked.success
    assert play.only(SurvivalSettled).survived
    play.settled()


@pytest.mark.parametrize("option, level", [("points", 5), ("cards", 3)])
def test_lethal_check_may_go_by_the_fate_cards_left(option: str, level: int) -> None:
    play = owing(wounded("lethal", 1, fate=face_down(3)), options={"survival_target": option})
    checked = play.when(ROLL, d6(1, 2)).only(Checked)

    assert (checked.ability, checked.level) == (f"fate_{option}", level)


def test_fate_chips_of_an_npc_count_as_its_fate_cards() -> None:
    boss = replace(make_npc(important=True, fate_chips=4), wound=Wound(harm="lethal", rank=1))
    play = owing(boss, options={"survival_target": "cards"})

    assert play.when(ROLL, d6(1, 3)).only(Checked).target == 4


def test_effects_and_boosts_raise_the_target() -> None:
    play = owing(wounded("lethal", 2, awakening=hold("matsu_2")))
    play.when(RollSurvival(character="kyo", effect=1, plus=4, cards=("matsu_2",)), d6(4, 5))

    assert play.only(CardsSpent).use == "boost"
    assert play.only(Checked).target == 5 - 1 + 1 + 4
    assert play.only(Checked).circumstances == (
        Circumstance("damage_card", -1),
        Circumstance("effect", 1),
        Circumstance("boost", 4),
    )


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_failed_nonlethal_check_takes_consciousness_at_once_and_raises_the_rank(rank: int) -> None:
    play = owing(wounded("nonlethal", rank)).when(ROLL, d6(5, 6))

    assert play.only(FellUnconscious).character == "kyo"
    assert play.only(WoundChanged) == WoundChanged(
        character="kyo", wound=Wound(harm="nonlethal", rank=rank + 1), how="failed"
    )
    assert play.state.characters["kyo"].unconscious
    assert not play.only(SurvivalSettled).survived
    play.settled()


def test_failed_check_of_the_last_nonlethal_rank_is_death_without_zombie_time() -> None:
    play = owing_in_fight(fighting(kyo=wounded("nonlethal", 5), boss=make_npc()), "kyo").when(ROLL, d6(5, 6))

    assert play.only(Died).why == "nonlethal"
    assert play.all(Doomed) == []
    assert play.state.characters["kyo"].dead


def test_unconscious_ones_who_fail_again_only_get_worse() -> None:
    play = owing(wounded("nonlethal", 3, unconscious=True)).when(ROLL, d6(5, 6))

    assert play.all(FellUnconscious) == []
    assert play.only(WoundChanged).wound.rank == 4


@pytest.mark.parametrize("important, dies", [(True, False), (False, True)])
def test_npc_rolls_survival_checks_and_one_of_no_importance_dies_at_once(important: bool, dies: bool) -> None:
    boss = replace(make_npc(important=important, fate_points=2), wound=Wound(harm="lethal", rank=1))
    play = owing_in_fight(fighting(boss=boss, kyo=make_figure()), "boss")
    play.asks("survive", "boss", "roll")
    play.when(RollSurvival(character="boss"), d6(1, 2))

    assert not play.only(Checked).success
    assert bool(play.all(Died)) is dies
    assert bool(play.all(Doomed)) is not dies


@pytest.mark.parametrize("unconscious", [True, False])
def test_who_lies_unconscious_has_no_zombie_time(unconscious: bool) -> None:
    hurt = wounded("lethal", 1, unconscious=unconscious)
    play = owing_in_fight(fighting(at=1, kyo=hurt, boss=make_npc()), "kyo").when(ROLL, d6(5, 6))

    assert bool(play.all(Died)) is unconscious


def test_checks_are_answered_in_the_order_in_which_they_fell_due() -> None:
    play = owing(wounded("lethal", 1), ren=wounded("nonlethal", 1))
    play.given_state(
        replace(play.state, due=(Due(character="ren", why="hours"), Due(character="kyo", why="midnight")))
    )
    play.asks("survive", "ren", "roll").when(ROLL).refused("akatsuki.nothing_due")
    play.when(RollSurvival(character="ren"), d6(1, 2))
    play.asks("survive", "kyo", "roll").when(ROLL, d6(1, 2)).settled()


def test_no_check_is_rolled_where_none_is_due() -> None:
    begin(kyo=wounded("lethal", 1)).when(ROLL).refused("akatsuki.nothing_due")


def test_checks_of_the_dead_fall_away() -> None:
    play = owing(wounded("lethal", 1), times=2, ren=wounded("lethal", 1))
    play.given_state(replace(play.state, due=(*play.state.due, Due(character="ren", why="hours"))))
    play.when(ROLL, d6(6, 6))

    assert play.only(Died).why == "survival"
    assert [event.survived for event in play.all(SurvivalSettled)] == [False, False]
    play.asks("survive", "ren", "roll")


def test_second_check_of_somebody_goes_by_the_card_that_the_first_left() -> None:
    play = owing(wounded("nonlethal", 3), times=2).when(ROLL, d6(6, 6))
    play.when(ROLL, d6(1, 2))

    assert play.only(Checked).target == 8 - 1


@pytest.mark.parametrize("change, survived", [({"wound": None}, True), ({"dead": True}, False)])
def test_check_falls_away_where_the_gm_healed_or_killed_meanwhile(
    change: dict[str, Any], survived: bool
) -> None:
    play = owing(replace(wounded("lethal", 1), **change)).when(ROLL)

    assert play.all(Checked) == []
    assert play.only(SurvivalSettled).survived is survived
    play.settled()


def test_harm_from_nobody_can_be_negated_like_a_blow() -> None:
    play = begin(kyo=make_figure(fate=face_down(2)))
    play.when(InflictHarm(character="kyo", harm="lethal", rank=5))
    play.asks("take", "kyo", "negate", "take")
    play.when(TakeHit(character="kyo", choice="negate"), [(48, 1)])
    assert play.all(WoundChanged) == []
    play.given(InflictHarm(character="kyo", harm="lethal", rank=1))
    assert play.when(TakeHit(character="kyo", choice="take")).only(SurvivalDue).due == (
        Due(character="kyo", why="damage"),
    )


def test_clock_goes_on_once_the_check_is_rolled() -> None:
    play = begin(kyo=wounded("lethal", 1))
    play.when(AdvanceClock(hours=30)).asks("survive", "kyo", "roll")
    assert play.state.clock.now == 24 * 60
    play.when(ROLL, d6(1, 2)).settled()
    assert play.state.clock.now == 30 * 60


def test_gm_lets_an_unconscious_character_come_round() -> None:
    play = begin(kyo=make_figure(unconscious=True), ren=make_figure(), gone=make_figure(dead=True))

    assert play.when(Awaken(character="kyo")).only(CameRound).character == "kyo"
    assert not play.state.characters["kyo"].unconscious
    play.when(Awaken(character="kyo")).refused("akatsuki.not_unconscious")
    play.when(Awaken(character="gone")).refused("akatsuki.is_dead")


def test_events_of_what_nobody_knows_are_passed_over() -> None:
    state = begin(kyo=make_figure()).state

    assert evolve(state, SurvivalSettled(character="kyo", survived=True)) == state
    assert evolve(state, Died(character="nobody", why="survival")) == state
    assert evolve(state, SurvivalDue(due=())) == state
