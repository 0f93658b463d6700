"""Shields held up against missiles, and cover."""

from typing import Any

import msgspec
import pytest
from kit import Play, work_on
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.missiles import SetCover
from tenmatsu.systems.runequest.decide import shielding
from tenmatsu.systems.runequest.decide.shielding import (
    Misplaced,
    find_guarded,
    find_struck,
    is_held_up,
    stop_by_guard,
)
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.missiles import CoverSet, CoverStruck, GuardStopped
from tenmatsu.systems.runequest.melee import Melee

ARROW = Blow(attacker="jin", target="rin", arm="composite_bow", kind="missile")


def _fight(shield: str = "medium_shield", **melee: Any) -> Play:
    arms = {"broadsword": hold("broadsword"), shield: hold(shield, "left")}
    play = begin(rin=make_figure(arms=arms), jin=make_foe())
    return play.given_state(
        msgspec.structs.replace(play.state, melee=Melee(fighters=("jin", "rin"), **melee))
    )


def _guarded(shield: str, *locations: str) -> tuple[str, ...] | str:
    play = _fight(shield)
    found = find_guarded(play.state, play.rules, "rin", shield, locations)
    return found.reason if isinstance(found, Misplaced) else found


def _do(play: Play, *dice: tuple[int, int]) -> tuple[Work, ScriptedDice]:
    script = ScriptedDice(dice)
    return work_on(play, script), script


def _told(work: Work) -> list[Event]:
    return [one.event for one in work.recorded]


# How many locations


def test_a_small_shield_covers_the_arm_that_holds_it() -> None:
    assert _guarded("small_shield") == ("left_arm",)
    assert _guarded("small_shield", "left_arm") == ("left_arm",)
    assert _guarded("small_shield", "head") == "too_many_guarded"


def test_a_medium_shield_covers_one_more() -> None:
    assert _guarded("medium_shield") == ("left_arm",)
    assert _guarded("medium_shield", "head") == ("left_arm", "head")
    assert _guarded("medium_shield", "right_leg") == ("right_leg", "left_arm")
    assert _guarded("medium_shield", "head", "chest") == "too_many_guarded"


def test_a_large_shield_covers_two_more_next_to_each_other() -> None:
    assert _guarded("large_shield", "abdomen", "left_leg") == ("left_leg", "abdomen", "left_arm")
    assert _guarded("large_shield", "left_leg", "abdomen") == ("left_leg", "abdomen", "left_arm")
    assert _guarded("large_shield", "head", "left_leg") == "guarded_apart"
    assert _guarded("large_shield", "head", "chest", "abdomen") == "too_many_guarded"


def test_only_a_shield_in_hand_covers_locations_that_are_there() -> None:
    play = _fight()

    assert _guarded("medium_shield", "tail") == "guarded_unknown"
    for arm in ("broadsword", "large_shield"):
        assert find_guarded(play.state, play.rules, "rin", arm, ()) == Misplaced(reason="no_shield")


# What they stop


def test_a_shield_held_up_takes_its_hit_points_off_the_damage_and_loses_none() -> None:
    play = _fight(guards={"rin|medium_shield": ("left_arm", "head")})
    work, _ = _do(play)

    assert stop_by_guard(work, ARROW, "head", 15) == 3
    assert _told(work) == [
        GuardStopped(target="rin", arm="medium_shield", location="head", points=15, left=3)
    ]
    assert work.state.characters["rin"].arms["medium_shield"].hp == 12
    assert stop_by_guard(work, ARROW, "left_arm", 12) == 0


def test_other_locations_stand_open_and_so_does_everything_to_a_sword() -> None:
    play = _fight(guards={"rin|medium_shield": ("left_arm", "head")})
    work, _ = _do(play)

    assert stop_by_guard(work, ARROW, "chest", 15) == 15
    assert stop_by_guard(work, msgspec.structs.replace(ARROW, kind="melee"), "head", 15) == 15
    assert stop_by_guard(work, msgspec.structs.replace(ARROW, target="jin"), "head", 15) == 15
    assert _told(work) == []


def test_it_takes_off_the_hit_points_that_are_left_and_nothing_once_let_go() -> None:
    play = _fight(guards={"rin|medium_shield": ("left_arm", "head")})

    def left_with(**changes: Any) -> int:
        rin = play.state.characters["rin"]
        shield = msgspec.structs.replace(rin.arms["medium_shield"], **changes)
        figure = msgspec.structs.replace(rin, arms={"medium_shield": shield})
        play.given_state(
            msgspec.structs.replace(play.state, characters={**play.state.characters, "rin": figure})
        )
        return stop_by_guard(_do(play)[0], ARROW, "head", 10)

    assert left_with(hp=4) == 6
    assert left_with(hp=-2) == 10
    assert left_with(hp=12, hand="") == 10


def test_a_shield_held_up_is_known_as_such_for_the_round() -> None:
    play = _fight(guards={"rin|medium_shield": ("left_arm",)})

    assert is_held_up(play.state, "rin", "medium_shield")
    assert not is_held_up(play.state, "rin", "broadsword")
    assert not is_held_up(begin(rin=make_figure()).state, "rin", "medium_shield")
    assert stop_by_guard(_do(begin(rin=make_figure()))[0], ARROW, "left_arm", 4) == 4


# Cover


def test_what_hits_a_covered_location_hits_the_cover() -> None:
    work, _ = _do(_fight(cover={"rin": ("left_leg", "right_leg")}))

    assert find_struck(work, ARROW, "left_leg", critical=False) == ""
    assert _told(work) == [CoverStruck(target="rin", location="left_leg")]
    assert find_struck(work, ARROW, "head", critical=False) == "head"
    assert find_struck(work, msgspec.structs.replace(ARROW, kind="melee"), "left_leg", critical=False) == (
        "left_leg"
    )


def test_a_critical_is_rolled_again_until_it_finds_a_bare_location(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled = iter(["right_leg", "left_leg", "abdomen"])

    def roll(work: Work, by: str) -> str:
        assert by == "jin"
        return next(rolled)

    monkeypatch.setattr(shielding, "roll_location", roll)
    work, _ = _do(_fight(cover={"rin": ("left_leg", "right_leg")}))

    assert find_struck(work, ARROW, "left_leg", critical=True) == "abdomen"
    assert _told(work) == []


def test_whoever_is_behind_cover_from_head_to_foot_is_not_found_even_by_a_critical() -> None:
    work, _ = _do(_fight(cover={"rin": tuple(make_figure().locations)}))

    assert find_struck(work, ARROW, "head", critical=True) == ""


def test_the_gm_says_what_is_behind_cover() -> None:
    play = _fight().when(SetCover(character="rin", locations=("left_leg", "right_leg")))
    play.then(CoverSet(character="rin", locations=("right_leg", "left_leg")))
    assert play.state.melee.cover == {"rin": ("right_leg", "left_leg")}

    play.when(SetCover(character="rin"))
    assert play.state.melee.cover == {}


def test_cover_is_of_locations_that_are_there_and_leaves_one_bare() -> None:
    play = _fight()

    play.when(SetCover(character="rin", locations=("tail",))).refused("runequest.no_such_location")
    everything = tuple(play.state.characters["rin"].locations)
    play.when(SetCover(character="rin", locations=everything)).refused("runequest.cover_everything")
    play.when(SetCover(character="kai")).refused("runequest.unknown_character")
    begin(rin=make_figure()).when(SetCover(character="rin")).refused("runequest.no_melee")
