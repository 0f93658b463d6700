"""Shots declared, due and done in the rounds of a melee."""

from typing import Any

from archers import make_archer
from kit import Play
from runequests import begin, make_figure, make_foe

from tenmatsu.systems.runequest.chance import find_chance
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.missiles import SetGroup
from tenmatsu.systems.runequest.commands.rounds import BeginMelee, CloseIntents, DeclareIntent
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.missiles import GuardStopped, ShotLoosed
from tenmatsu.systems.runequest.events.wounds import WeaponStuck
from tenmatsu.systems.runequest.melee import Step

SHOT = Step(kind="shoot", target="jin", arm="composite_bow")


def _meet(weapon: str = "composite_bow", distance: int = 60, **values: Any) -> Play:
    play = begin(rin=make_archer(weapon, **values), jin=make_foe())
    return play.given(BeginMelee(fighters=("rin", "jin"), distance=distance))


def _declare(play: Play, *steps: Step, **foe: tuple[Step, ...]) -> Play:
    play.when(DeclareIntent(character="rin", steps=steps))
    assert play.refusal is None
    if foe:
        play.when(DeclareIntent(character="jin", steps=foe["jin"]))
    else:
        play.when(CloseIntents())
    assert play.refusal is None
    return play


def test_a_ready_bow_shoots_when_its_strike_rank_comes() -> None:
    play = _declare(_meet(), SHOT)

    play.asks("act", "rin", "do", "hold", "drop")
    assert play.state.melee.sr == 1
    assert find_chance(play.state, play.rules, Choose(character="rin", use="do")).needed == 60
    play.when(Choose(character="rin", use="do"), [(100, 60), (8, 2), (20, 12)])
    assert play.state.characters["jin"].hp == 11
    assert play.state.melee.round == 2


def test_a_bow_shoots_twice_where_the_strike_ranks_allow_it() -> None:
    play = _declare(_meet(), SHOT, SHOT)

    assert [one.sr for one in play.state.melee.queue] == [1, 7]
    play.when(Choose(character="rin", use="do"), [(100, 90)])
    play.when(Choose(character="rin", use="do"), [(100, 91)])
    assert play.only(ShotLoosed).loaded is False


def test_a_crossbow_shoots_every_second_round() -> None:
    play = _meet("light_crossbow")
    shot = Step(kind="shoot", target="jin", arm="light_crossbow")
    _declare(play, shot).when(Choose(character="rin", use="do"), [(100, 90)])

    assert play.state.melee.round == 2
    play.when(DeclareIntent(character="rin", steps=(shot,))).refused("runequest.reloading")
    play.when(CloseIntents())
    assert play.state.melee.round == 3
    _declare(play, shot).when(Choose(character="rin", use="do"), [(100, 90)])
    assert play.only(ShotLoosed).ready_round == play.state.now + 1


def test_a_foe_out_of_range_is_no_target() -> None:
    play = _declare(_meet(distance=201), SHOT)

    play.settled()
    assert play.state.melee.round == 2
    assert play.state.characters["rin"].arms["composite_bow"].loaded


def test_a_shield_is_held_up_for_the_round_and_does_not_parry() -> None:
    guard = Step(kind="guard", arm="medium_shield", locations=("chest",))
    play = _declare(_meet(), SHOT, jin=(guard,))

    play.when(Choose(character="rin", use="do"), [(100, 60), (8, 8), (20, 12)])
    assert play.only(GuardStopped).left == 0
    assert play.state.characters["jin"].hp == 14
    assert play.state.melee.guards == {}


def test_a_shield_held_up_does_not_parry_what_is_thrown() -> None:
    guard = Step(kind="guard", arm="medium_shield", locations=("chest",))
    throw = Step(kind="shoot", target="jin", arm="javelin_thrown")
    play = _declare(_meet("javelin_thrown", 15), throw, jin=(guard,))

    play.when(Choose(character="rin", use="do"))
    play.asks("defend", "jin", "none", "parry:broadsword", "dodge")


def test_a_shield_is_not_held_up_for_more_than_it_covers() -> None:
    play = _meet()
    wide = Step(kind="guard", arm="medium_shield", locations=("chest", "head"))

    play.when(DeclareIntent(character="jin", steps=(wide,))).refused("runequest.too_many_guarded")
    unknown = Step(kind="guard", arm="medium_shield", locations=("tail",))
    play.when(DeclareIntent(character="jin", steps=(unknown,))).refused("runequest.guarded_unknown")


def test_whoever_gives_the_round_to_it_dodges_an_arrow() -> None:
    play = _declare(_meet(), SHOT, jin=(Step(kind="dodge_missiles"),))

    play.when(Choose(character="rin", use="do")).asks("defend", "jin", "none", "dodge")
    play.when(Choose(character="jin", use="dodge"), [(100, 60), (100, 20)])
    # 40 less 3 ENC; it is the first defence of the round
    assert [(one.limits.chance, one.degree) for one in play.all(Checked)] == [
        (60, "success"),
        (37, "success"),
    ]
    assert play.state.characters["jin"].hp == 14


def test_who_moves_first_shoots_later() -> None:
    play = _meet()
    steps = (Step(kind="move", units=3, toward="jin"), SHOT)
    _declare(play, *steps)

    assert play.state.melee.sr == 4
    play.asks("act", "rin", "do", "hold", "drop")


def test_a_shot_at_anyone_of_a_group_is_declared_as_such() -> None:
    play = begin(rin=make_archer(), jin=make_foe(), kai=make_foe(), aya=make_figure())
    play.given(BeginMelee(fighters=("rin", "jin", "kai"), distance=60), SetGroup(members=("jin", "kai")))
    anyone = Step(kind="shoot", target="jin", arm="composite_bow", anyone=True)
    play.when(DeclareIntent(character="rin", steps=(anyone,))).when(CloseIntents())

    assert find_chance(play.state, play.rules, Choose(character="rin", use="do")).needed == 70
    play.when(Choose(character="rin", use="do"), [(100, 70), (2, 2), (8, 2), (20, 12)])
    assert play.state.characters["kai"].hp == 11


def test_an_arrow_that_pierces_stays_in_the_body_and_the_bow_in_hand() -> None:
    play = _declare(_meet(), SHOT)

    play.when(Choose(character="rin", use="do"), [(100, 12), (8, 1), (8, 1), (20, 12)])
    assert play.only(WeaponStuck).missile
    assert play.state.characters["jin"].locations["chest"].missiles == ("composite_bow",)
    assert play.state.characters["rin"].arms["composite_bow"].hand == "both"
