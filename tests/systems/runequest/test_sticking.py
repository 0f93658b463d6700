"""Weapons that stick: in a body, in a shield; pulled at once, with a round to it, out of oneself."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, work_on
from runequests import TABLES, begin, hold, make_figure, make_foe
from runewounds import cure, d100, figure_of, hurt, place_of, strike

from tenmatsu.systems.runequest.bodies import list_stuck, list_stuck_in_body
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.wounds import FirstAid, Mend, PassTime, PullWeapon
from tenmatsu.systems.runequest.decide.wounding import stick_in_shield
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.wounds import (
    ArmDamaged,
    ArmDropped,
    PullFailed,
    WeaponPulled,
    WeaponStuck,
)
from tenmatsu.systems.runequest.figures import Arm, Hand
from tenmatsu.systems.runequest.melee import Melee
from tenmatsu.systems.runequest.state import State

SKILLS = {"short_spear": 60, "javelin_thrown": 60, "first_aid": 50}
STUCK = WeaponStuck(character="jin", arm="short_spear", weapon="short_spear", target="rin", at="chest")


def _begin(weapon: str = "short_spear", hand: Hand = "right") -> Play:
    arms = {weapon: hold(weapon, hand)}
    return begin(rin=make_figure(), jin=make_foe(arms=arms, skills=SKILLS))


def _impale(play: Play, weapon: str = "short_spear", points: int = 3) -> Play:
    strike(play, "rin", "chest", points, by="jin", arm=weapon, special="impale")
    return play


def _spear(play: Play) -> Arm:
    return figure_of(play, "jin").arms["short_spear"]


def test_an_impale_that_hurts_sticks_and_whoever_holds_it_may_pull_at_once() -> None:
    play = _impale(_begin())

    play.asks("pull_out", "jin", "pull", "leave")
    assert (_spear(play).stuck_in, _spear(play).stuck_at, _spear(play).hand) == ("rin", "chest", "right")
    assert len(list_stuck(play.state, "rin", "chest")) == 1


def test_an_impale_that_armour_held_does_not_stick() -> None:
    play = begin(rin=make_figure(armor=3), jin=make_foe(arms={"short_spear": hold("short_spear")}))

    assert list_stuck(_impale(play).state, "rin") == ()


@pytest.mark.parametrize("face, out", [(30, True), (31, False)])
def test_pulled_at_once_it_takes_half_the_skill_and_a_failure_lets_go(face: int, out: bool) -> None:
    play = _impale(_begin()).when(Choose(character="jin", use="pull"), dice=d100(face))

    assert play.only(Checked).limits.chance == 30
    assert (_spear(play).stuck_in, _spear(play).hand) == (("", "right") if out else ("rin", ""))
    assert bool(play.all(ArmDropped)) is not out


def test_left_where_it_is_it_stays_in_hand() -> None:
    play = _impale(_begin()).when(Choose(character="jin", use="leave"))

    assert (_spear(play).stuck_in, _spear(play).hand) == ("rin", "right")
    play.settled()


def test_what_is_out_already_is_not_pulled() -> None:
    play = _impale(_begin())
    figures = play.state.characters
    free = msgspec.structs.replace(figures["jin"], arms={"short_spear": hold("short_spear")})
    play.given_state(msgspec.structs.replace(play.state, characters={**figures, "jin": free}))

    assert play.when(Choose(character="jin", use="pull")).all(Checked) == []


def _leave(play: Play) -> Play:
    return _impale(play).when(Choose(character="jin", use="leave"))


@pytest.mark.parametrize("face, how", [(60, WeaponPulled), (61, PullFailed), (99, ArmDamaged)])
def test_with_a_round_to_it_takes_the_skill_keeps_the_weapon_and_breaks_it_by_a_fumble(
    face: int, how: type[WeaponPulled] | type[PullFailed] | type[ArmDamaged]
) -> None:
    play = _leave(_begin()).when(PullWeapon(character="jin", arm="short_spear"), dice=d100(face))

    play.only(how)
    assert play.state.now == 1
    assert (_spear(play).hand, _spear(play).broken) == (("", True) if how is ArmDamaged else ("right", False))
    assert (_spear(play).stuck_in == "rin") is (how is PullFailed)


@pytest.mark.parametrize("face, out", [(52, True), (53, False)])
def test_out_of_oneself_it_takes_str_and_con_twice(face: int, out: bool) -> None:
    play = _leave(_begin()).when(PullWeapon(character="rin"), dice=d100(face))

    assert play.only(Checked).ability == "endurance"
    assert (_spear(play).stuck_in == "") is out
    assert (_spear(play).hand == "") is out


def test_arrows_stick_without_an_arm_and_are_pulled_one_by_one() -> None:
    play = _begin("self_bow", "both")
    _impale(_impale(play, "self_bow", 1), "self_bow", 1).settled()
    assert place_of(play, "chest").missiles == ("self_bow", "self_bow")

    play.when(PullWeapon(character="rin", location="chest"), dice=d100(52))
    assert play.only(WeaponPulled).owner == ""
    assert place_of(play, "chest").missiles == ("self_bow",)


def test_what_was_thrown_sticks_and_nobody_is_asked() -> None:
    play = _impale(_begin("javelin_thrown", ""), "javelin_thrown").settled()

    assert figure_of(play, "jin").arms["javelin_thrown"].stuck_in == "rin"


def test_teeth_do_not_stick() -> None:
    play = begin(rin=make_figure(), jin=make_foe(arms={"bite": hold("bite", "")}))

    assert list_stuck(_impale(play, "bite").state, "rin") == ()
    assert len(strike(play, "rin", "chest", 1, by="nobody", arm="bite", special="impale")) == 1


def test_where_it_sticks_only_magic_of_2_helps_and_only_against_blood() -> None:
    play = _begin()
    hurt(play, "rin", "chest", 3)
    _impale(play)
    play.when(Choose(character="jin", use="leave"))

    assert cure(play, "rin", "chest", 1) == 0
    assert figure_of(play).dies_at == 50
    assert cure(play, "rin", "chest", 6) == 0
    assert figure_of(play).dies_at is None
    assert cure(play, "rin", "chest", 3, magic=False) == 0
    assert place_of(play, "chest").hp == 0
    aid = FirstAid(character="jin", target="rin", location="chest")
    play.when(aid).refused("runequest.weapon_sticks")
    play.when(Mend(character="rin", points=1, location="chest")).refused("runequest.weapon_sticks")


def test_rest_heals_around_what_sticks() -> None:
    play = _leave(_begin())

    play.when(PassTime(weeks=1))
    assert place_of(play, "chest").hp == 3


# --- shields


def _stick_in_shield(weapon: str, hand: Hand = "right") -> Play:
    play = _begin(weapon, hand)
    work = work_on(play)
    stick_in_shield(work, "jin", weapon, "rin", "medium_shield")
    return play.given_state(work.state)


@pytest.mark.parametrize("whose", ["rin", "jin"])
def test_out_of_a_shield_it_is_pulled_in_a_round_without_a_roll(whose: str) -> None:
    play = _stick_in_shield("short_spear")
    assert [one.at for one in list_stuck(play.state, "rin")] == ["medium_shield"]
    assert list_stuck_in_body(play.state, "rin") == ()

    play.when(PullWeapon(character=whose, arm="short_spear" if whose == "jin" else ""))
    assert play.only(WeaponPulled).character == whose
    assert (_spear(play).stuck_in, _spear(play).hand) == ("", "right" if whose == "jin" else "")
    assert play.state.now == 1


def test_arrows_and_parts_of_the_body_do_not_burden_a_shield() -> None:
    assert list_stuck(_stick_in_shield("self_bow", "both").state, "rin") == ()
    assert list_stuck(_stick_in_shield("bite", "").state, "rin") == ()


def test_refusals() -> None:
    play = begin(rin=make_figure(), jin=make_foe(unconscious=True))

    play.when(PullWeapon(character="rin")).refused("runequest.nothing_sticks")
    play.when(PullWeapon(character="rin", arm="broadsword")).refused("runequest.nothing_sticks")
    play.when(PullWeapon(character="jin")).refused("runequest.cannot_act")
    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin",))))
    play.when(PullWeapon(character="rin")).refused("runequest.time_in_melee")


@given(name=st.sampled_from(sorted(TABLES.weapons)))
def test_any_weapon_that_is_no_part_of_the_body_sticks_once(name: str) -> None:
    play = _impale(_begin(name, ""), name, 1)

    assert len(list_stuck(play.state, "rin", "chest")) == (0 if TABLES.weapons[name].natural else 1)
    assert isinstance(play.state, State)
