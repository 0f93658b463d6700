"""Shots from the string to the body: rolled, met, stopped by cover and shields, astray."""

from typing import Any

import msgspec
import pytest
from archers import fight, make_archer
from kit import Play, work_on
from runequests import begin, make_foe

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.chance import find_chance
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.decide.blowing import resume_blow, start_blow
from tenmatsu.systems.runequest.decide.missiles import perform_shot
from tenmatsu.systems.runequest.events.attacks import BlowSettled, DamageRolled
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.missiles import CoverStruck, GuardStopped, ShotLoosed, ShotStrayed
from tenmatsu.systems.runequest.figures import Hindrance
from tenmatsu.systems.runequest.melee import Action, Step, pair

BOW = Blow(attacker="rin", target="jin", arm="composite_bow", kind="missile")


def _calm(weapon: str = "composite_bow", options: dict[str, str] | None = None, **values: Any) -> Play:
    return begin(options=options, rin=make_archer(weapon, **values), jin=make_foe())


def _shoot(weapon: str = "composite_bow", **fields: Any) -> Shoot:
    return Shoot(character="rin", target="jin", arm=weapon, metres=15, **fields)


def _let_fly(play: Play, blow: Blow, *dice: tuple[int, int]) -> list[Event]:
    script = ScriptedDice(dice)
    work = work_on(play, script)
    start_blow(work, blow)
    while resume_blow(work):
        assert not work.state.choices
    assert script.left == ()
    play.given_state(work.state)
    return [one.event for one in work.recorded]


def _find(told: list[Event], kind: type[Event]) -> Any:
    (found,) = (one for one in told if isinstance(one, kind))
    return found


# Outside a melee


def test_a_shot_that_misses_has_left_the_string() -> None:
    play = _calm().when(_shoot(), [(100, 61)])

    assert play.only(ShotLoosed) == ShotLoosed(
        character="rin",
        target="jin",
        arm="composite_bow",
        hand="both",
        loaded=False,
        ready_round=0,
        shots=None,
    )
    assert play.only(BlowSettled).outcome == "missed"
    assert not play.state.characters["rin"].arms["composite_bow"].loaded


def test_a_shot_that_hits_does_its_damage_without_a_damage_bonus() -> None:
    play = _calm().when(_shoot(), [(100, 60), (8, 2), (20, 12)])

    assert play.only(DamageRolled).points == 3
    assert play.state.characters["jin"].locations["chest"].hp == 3
    assert play.state.characters["jin"].hp == 11


def test_a_shot_by_surprise_has_40_percent_more() -> None:
    play = _calm().when(_shoot(unaware=True, plus=-10), [(100, 91)])

    assert play.only(Checked).limits.chance == 90


def test_what_is_thrown_is_met_as_a_blow_and_gone() -> None:
    play = _calm("javelin_thrown").when(_shoot("javelin_thrown"))

    play.asks("defend", "jin", "none", "parry:broadsword", "parry:medium_shield", "dodge")
    assert play.state.characters["rin"].arms["javelin_thrown"].hand == ""
    parry = find_chance(play.state, play.rules, Choose(character="jin", use="parry:medium_shield"))
    assert (parry.roll, parry.needed) == ("parry", 60)
    play.when(Choose(character="jin", use="dodge"), [(100, 61), (100, 90)])
    assert [one.purpose for one in play.all(Checked)] == ["attack", "dodge"]


def test_half_of_the_damage_bonus_counts_for_what_is_thrown_rounded_up() -> None:
    play = _calm("javelin_thrown", STR=16, SIZ=16).when(_shoot("javelin_thrown"))

    play.when(Choose(character="jin", use="none"), [(100, 40), (10, 1), (4, 3), (20, 12)])
    assert play.only(DamageRolled).points == 3


@pytest.mark.parametrize("reading, dice, points", [("impale", [(8, 3), (8, 2)], 5), ("crush", [(8, 3)], 3)])
def test_a_special_with_a_sling_pierces_or_crushes(
    reading: str, dice: list[tuple[int, int]], points: int
) -> None:
    play = _calm("sling", {"sling_special": reading})
    play.when(_shoot("sling"), [(100, 12), *dice, (20, 12)])

    rolled = play.only(DamageRolled)
    assert (rolled.special, rolled.points) == (reading, points)


def test_an_attack_lost_by_an_earlier_fumble_keeps_the_arrow() -> None:
    lost = Hindrance(kind="no_attack", times=1)
    play = _calm(hindrances=(lost,)).when(_shoot())

    assert play.all(ShotLoosed) == []
    assert play.state.characters["rin"].arms["composite_bow"].loaded
    assert play.state.characters["rin"].hindrances == ()


@pytest.mark.parametrize("hindrance", [Hindrance(kind="shocked"), Hindrance(kind="no_attack")])
def test_whoever_cannot_attack_at_all_does_not_shoot(hindrance: Hindrance) -> None:
    _calm(hindrances=(hindrance,)).when(_shoot()).refused("runequest.cannot_shoot")


# In a melee


def test_a_shot_of_the_queue_is_loosed_and_the_blow_begins() -> None:
    play = fight()
    work = work_on(play, ScriptedDice(()))
    step = Step(kind="shoot", target="jin", arm="composite_bow")
    perform_shot(work, Action(id=4, character="rin", step=step, sr=1), "jin")

    assert work.state.blow == msgspec.structs.replace(BOW, action=4)
    assert not work.state.characters["rin"].arms["composite_bow"].loaded


def test_a_shot_at_3_in_a_melee_that_strays_strikes_whom_the_dice_name() -> None:
    play = fight(engaged=(pair("aya", "jin"), pair("aya", "kai")))
    told = _let_fly(play, BOW, (100, 21), (3, 1), (8, 2), (20, 12))

    assert _find(told, ShotStrayed).victim == "aya"
    assert play.state.characters["aya"].hp == 11
    assert play.state.characters["jin"].hp == 14


def test_a_third_of_the_chance_strikes_the_aim() -> None:
    play = fight(engaged=(pair("aya", "jin"), pair("aya", "kai")))
    _let_fly(play, BOW, (100, 20), (8, 2), (20, 12))

    assert play.state.characters["jin"].hp == 11


def test_a_shot_at_a_packed_group_has_its_bonus_and_finds_one_of_them() -> None:
    play = fight(packed=(("jin", "kai"),))
    shot = msgspec.structs.replace(BOW, packed=True)
    told = _let_fly(play, shot, (100, 70), (2, 2), (8, 2), (20, 12))

    rolled = _find(told, Checked)
    assert (rolled.limits.chance, rolled.limits.special, rolled.limits.critical) == (70, 12, 3)
    assert play.state.characters["kai"].hp == 11


def test_a_shield_held_up_stops_what_hits_its_locations() -> None:
    play = fight(guards={"jin|medium_shield": ("left_arm", "chest")})
    told = _let_fly(play, BOW, (100, 60), (8, 8), (20, 12))

    assert _find(told, GuardStopped) == GuardStopped(
        target="jin", arm="medium_shield", location="chest", points=9, left=0
    )
    assert _find(told, BlowSettled).points == 0
    assert play.state.characters["jin"].hp == 14


def test_cover_takes_what_hits_behind_it_but_for_a_critical() -> None:
    play = fight(cover={"jin": ("right_leg", "left_leg", "abdomen")})
    told = _let_fly(play, BOW, (100, 60), (8, 8), (20, 1))
    assert _find(told, CoverStruck) == CoverStruck(target="jin", location="right_leg")

    # the most of an impale, 18, at a head that the third roll finds
    told = _let_fly(play, BOW, (100, 3), (20, 1), (20, 9), (20, 12))
    assert _find(told, DamageRolled).points == 18
    assert play.state.characters["jin"].locations["chest"].hp == 6 - 18
