"""Kaishaku, revival, healing, and what the NM brings about by hand."""

from typing import Any

import pytest
from kit import Play, d6
from landing import let, let_land
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.battle import Phase
from tenmatsu.systems.ninjaslayer.commands.damage import Heal, PerformKaishaku, Revive, Spare, Weaken
from tenmatsu.systems.ninjaslayer.decide.damage import hurt
from tenmatsu.systems.ninjaslayer.decide.making import reset_for_scenario
from tenmatsu.systems.ninjaslayer.events.battle import ActionTaken
from tenmatsu.systems.ninjaslayer.events.damage import (
    AbilityLost,
    CriticalSettled,
    DamageTaken,
    DeathSpared,
    Exploded,
    FellUnconscious,
    Healed,
    Revived,
    SpiritLost,
    TakenOff,
)

KAISHAKU = PerformKaishaku(character="kyo", target="foe")
REVIVE = Revive(character="kyo", target="ren")
DOWN: dict[str, Any] = {"now_vitality": 0, "now_spirit": 2, "unconscious": True}


def _duel(phase: Phase = "start", **foe: Any) -> Play:
    boss = make_boss(**{**DOWN, "square": "B2", **foe})
    play = lay_map(begin(kyo=make_ninja(square="A1"), foe=boss), "....", "....", "....")
    return fight(play, "kyo", "foe", phase=phase)


@pytest.mark.parametrize("phase", ["start", "move", "attack"])
def test_kaishaku_is_result_6_without_a_roll_and_an_other_action_of_the_attack_phase(phase: Phase) -> None:
    play = _duel(phase).when(KAISHAKU)

    settled = play.only(CriticalSettled)
    assert (settled.result, settled.critical, settled.effect) == (6, "kaishaku", "heart_crushed")
    assert play.only(Exploded) == Exploded(character="foe", slain=True)
    assert play.only(ActionTaken).characters == ("kyo",)
    play.when(KAISHAKU).refused("ninjaslayer.is_gone")


def test_kaishaku_on_one_who_resists_death_crushes_by_2d6() -> None:
    play = _duel(skills=("resists_death",), now_spirit=9).when(KAISHAKU, d6(2, 3))

    assert (play.only(DamageTaken).damage, play.only(DamageTaken).spent) == (1 + 5, 6)
    assert play.state.characters["foe"].spirit == 3


def test_kaishaku_comes_once_in_an_attack_phase() -> None:
    play = _duel(skills=("resists_death",), now_spirit=30).given(KAISHAKU, dice=d6(2, 3))

    play.when(KAISHAKU).refused("ninjaslayer.acted_already")


def test_nobody_with_naraku_within_is_finished_even_before_he_sleeps() -> None:
    _duel(skills=("naraku_within",)).when(KAISHAKU).refused("ninjaslayer.naraku_waits")


def test_kaishaku_needs_no_turn_outside_a_battle() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**DOWN)).when(KAISHAKU)

    assert play.all(ActionTaken) == []
    assert play.only(Exploded).slain


@pytest.mark.parametrize(
    "who, changes, reason",
    [
        ("foe", {"unconscious": False}, "is_awake"),
        ("foe", {"returns": 2}, "naraku_waits"),
        ("foe", {"square": "D3"}, "not_next_to"),
        ("foe", {"side": "players"}, "no_foe"),
        ("foe", {"removed": True}, "is_gone"),
        ("kyo", {"ninja": False}, "no_ninja"),
        ("kyo", {"unconscious": True}, "cannot_act"),
    ],
)
def test_kaishaku_is_for_a_ninja_next_to_an_unconscious_foe(
    who: str, changes: dict[str, Any], reason: str
) -> None:
    alter(_duel(), who, **changes).when(KAISHAKU).refused(f"ninjaslayer.{reason}")


def test_kaishaku_waits_for_the_own_hand_and_comes_no_more_after_the_attack_phase() -> None:
    play = _duel()
    fight(play, "foe", "kyo").when(KAISHAKU).refused("ninjaslayer.not_their_hand")
    fight(play, "kyo", "foe", phase="end").when(KAISHAKU).refused("ninjaslayer.phase_over")


def _fallen(**ren: Any) -> Play:
    lying = make_ninja(**{**DOWN, "square": "B1", **ren})
    play = begin(kyo=make_ninja(square="A1"), ren=lying, foe=make_boss(square="D3"))
    lay_map(play, "....", "....", "....")
    return fight(play, "kyo", "ren", "foe")


def test_comrade_next_to_somebody_revives_them_as_an_other_action() -> None:
    play = _fallen(now_spirit=-2).when(REVIVE, by="pl_kyo")

    assert play.only(Revived) == Revived(character="ren", by="kyo", why="remedy", vitality=1, spirit=0)
    assert play.only(ActionTaken).characters == ("kyo",)
    assert play.state.characters["ren"].able


def test_nm_revives_anybody_with_what_a_remedy_says() -> None:
    play = _fallen().when(Revive(target="ren", vitality=3, spirit=1))

    assert (play.only(Revived).by, play.only(Revived).vitality, play.only(Revived).spirit) == ("", 3, 1)
    assert play.all(ActionTaken) == []


def test_only_the_nm_says_what_a_remedy_gives() -> None:
    play = _fallen()
    play.when(Revive(target="ren"), by="pl_kyo").refused("ninjaslayer.remedy_of_the_nm")
    own = Revive(character="kyo", target="ren", vitality=6)
    play.when(own, by="pl_kyo").refused("ninjaslayer.remedy_of_the_nm")


@pytest.mark.parametrize("vitality, spirit", [(0, 0), (7, 0), (1, -1), (1, 4)])
def test_revival_stays_within_the_sheet(vitality: int, spirit: int) -> None:
    command = Revive(target="ren", vitality=vitality, spirit=spirit)

    _fallen().when(command).refused("ninjaslayer.revival_beyond")


@pytest.mark.parametrize(
    "who, changes, reason",
    [
        ("ren", {"unconscious": False}, "is_awake"),
        ("ren", {"exploded": True}, "is_gone"),
        ("ren", {"returns": 1}, "naraku_waits"),
        ("ren", {"square": "D1"}, "not_next_to"),
        ("ren", {"side": "foes"}, "no_comrade"),
        ("kyo", {"unconscious": True}, "cannot_act"),
    ],
)
def test_revival_is_for_an_unconscious_comrade_next_to_one(
    who: str, changes: dict[str, Any], reason: str
) -> None:
    alter(_fallen(), who, **changes).when(REVIVE).refused(f"ninjaslayer.{reason}")


def test_healing_gives_back_at_most_what_the_sheet_says_and_wakes_nobody() -> None:
    play = _fallen().when(Heal(character="ren", vitality=9, spirit=9))

    assert play.only(Healed) == Healed(character="ren", vitality=6, spirit=3)
    assert play.state.characters["ren"].unconscious
    let(play, lambda work: hurt(work, "ren", 6))
    assert play.all(FellUnconscious) == []
    assert play.state.characters["ren"].vitality == 0


def test_healing_needs_an_amount_and_something_to_heal() -> None:
    play = _fallen()
    play.when(Heal(character="ren")).refused("ninjaslayer.nothing_healed")
    play.when(Heal(character="ren", vitality=-1, spirit=2)).refused("ninjaslayer.nothing_healed")
    play.when(Heal(character="kyo", vitality=2)).refused("ninjaslayer.nothing_to_heal")
    alter(play, "ren", exploded=True).when(Heal(character="ren", spirit=1)).refused("ninjaslayer.is_gone")


def test_one_whom_a_scenario_spares_is_left_unconscious_by_instant_death() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(vitality=8, spirit=5))
    assert play.when(Spare(character="foe")).only(DeathSpared).spared
    let_land(play, d6(6), critical="satsubatsu")

    assert play.only(FellUnconscious) == FellUnconscious(character="foe", why="spared", vitality=0, spirit=0)
    assert play.state.characters["foe"].unconscious


def test_scenario_that_spares_somebody_no_more_lets_them_die() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss())
    play.given(Spare(character="foe"), Spare(character="foe", spared=False))

    assert let_land(play, death=True).only(Exploded).slain


def test_next_scenario_spares_nobody_by_itself() -> None:
    play = begin(kyo=make_ninja(spared=True))

    assert not let(play, lambda work: reset_for_scenario(work, "kyo")).state.characters["kyo"].spared


def test_nm_lets_spirit_or_an_ability_be_lost_without_a_blow() -> None:
    play = begin(kyo=make_ninja(spirit=3, karate=6), foe=make_mob())

    assert play.when(Weaken(character="kyo", what="spirit", amount=2)).only(SpiritLost).now == 1
    assert play.when(Weaken(character="kyo", what="karate", amount=9)).only(AbilityLost).lost == 5
    assert play.when(Weaken(character="foe", what="legs", amount=1)).only(TakenOff).why == "ability"
    play.when(Weaken(character="kyo", what="legs", amount=0)).refused("ninjaslayer.amount_too_low")
    play.when(Weaken(character="foe", what="legs", amount=1)).refused("ninjaslayer.is_gone")
