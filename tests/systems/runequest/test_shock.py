"""What else damage does: few points left, the shock of a slash, concentration broken."""

from kit import Play
from runequests import begin, make_figure, make_foe
from runewounds import d100, figure_of, hurt, strike

from tenmatsu.systems.runequest.events.wounds import (
    ConcentrationBroken,
    Fainted,
    HitHeld,
)
from tenmatsu.systems.runequest.melee import Action, Melee, Step
from tenmatsu.systems.runequest.state import State

STOUT = {"CON": 21}
"""22 hit points: 8 in legs, abdomen and head, 9 in the chest, 7 in the arms."""


def _begin(**values: int) -> Play:
    return begin(rin=make_figure(**values), jin=make_foe())


def test_a_total_of_1_or_2_takes_consciousness() -> None:
    play = hurt(_begin(**STOUT), "rin", "right_leg", 16)
    assert figure_of(play).is_awake

    hurt(play, "rin", "left_leg", 4)
    assert figure_of(play).hp == 2
    assert play.only(Fainted) == Fainted(character="rin")


def test_a_total_of_3_does_not() -> None:
    play = hurt(_begin(), "rin", "right_leg", 4)
    hurt(play, "rin", "left_leg", 4)
    hurt(play, "rin", "right_arm", 3)

    assert figure_of(play).hp == 3
    assert figure_of(play).is_awake


def test_a_slash_is_withstood_by_con_less_the_damage_times_5() -> None:
    play = _begin()

    strike(play, "rin", "chest", 4, d100(45), by="jin", special="slash")
    assert figure_of(play).is_awake
    events = strike(play, "rin", "chest", 1, [(100, 61), (6, 2)], by="jin", special="slash")
    assert events[-1] == Fainted(character="rin", wakes=600)


def test_a_slash_that_armour_held_shocks_nobody() -> None:
    play = begin(rin=make_figure(armor=6))

    assert strike(play, "rin", "chest", 6, special="slash") == [
        HitHeld(character="rin", location="chest", points=6, armor=6)
    ]


def test_whoever_is_out_already_is_asked_for_no_shock() -> None:
    play = begin(rin=make_figure(unconscious=True))

    assert len(strike(play, "rin", "chest", 1, special="slash")) == 1


def test_damage_breaks_the_concentration_on_spells_of_a_later_moment() -> None:
    play = _begin()
    cast = Step(kind="spell", spell="heal")
    queue = (
        Action(id=1, character="rin", step=cast, sr=3),
        Action(id=2, character="rin", step=cast, sr=9),
        Action(id=3, character="rin", step=cast, sr=3, state="carried", rounds_left=1),
        Action(id=4, character="jin", step=cast, sr=9),
        Action(id=5, character="rin", step=Step(kind="move"), sr=9),
        Action(id=6, character="rin", step=cast, sr=2, state="done"),
    )
    melee = Melee(fighters=("rin", "jin"), queue=queue, batch=(1,), stage="resolution")
    play.given_state(State(characters=play.state.characters, melee=melee))

    events = strike(play, "rin", "chest", 1)
    assert ConcentrationBroken(character="rin", actions=(2, 3)) in events
    assert [one.spoiled for one in play.state.melee.queue] == [False, True, True, False, False, False]
    assert len(strike(play, "rin", "chest", 1)) == 1
