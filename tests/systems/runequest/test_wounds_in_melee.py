"""Wounds in a melee round: what is lost by them, and what its end brings."""

import msgspec
import pytest
from kit import Dice, Play
from runequests import begin, hold, make_figure, make_foe
from runewounds import cure, d100, figure_of, hurt, place_of, strike

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import BeginMelee, CloseIntents, DeclareIntent
from tenmatsu.systems.runequest.events.clock import HindrancesEnded
from tenmatsu.systems.runequest.events.healing import Healed, TreatmentBegun, TreatmentEnded
from tenmatsu.systems.runequest.events.rounds import ActionSettled, Disengaged, RoundBegun
from tenmatsu.systems.runequest.events.wounds import Bled, Died, PullFailed, WeaponPulled, Wounded
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Melee, Step, StepKind

CARE = {"first_aid": 50}
SPEAR = {"short_spear": 60}


def _fight(distance: int = 40, **figures: Figure) -> Play:
    known = {"rin": make_figure(), "ren": make_figure(skills=CARE), "jin": make_foe(), **figures}
    places = {name: 0 if one.friendly else distance for name, one in known.items()}
    return begin(None, None, **known).given(BeginMelee(places=places))


def _mean(play: Play, character: str, *steps: Step) -> Play:
    return play.when(DeclareIntent(character=character, steps=steps))


def _end(play: Play, dice: Dice = ()) -> Play:
    """Let the round go by with what was declared."""
    return play.when(CloseIntents(), dice)


def _do(play: Play, character: str, dice: Dice = ()) -> Play:
    return play.when(Choose(character=character, use="do"), dice)


def _melee(play: Play) -> Melee:
    melee: Melee | None = play.state.melee
    assert melee is not None
    return melee


def test_whoever_is_healed_before_the_round_ends_lives() -> None:
    play = hurt(_fight(), "rin", "abdomen", 15)
    assert figure_of(play).hp == -1
    cure(play, "rin", "abdomen", 3)

    _end(play)
    assert play.only(RoundBegun).round == 2
    assert (figure_of(play).hp, figure_of(play).dead) == (2, False)


def test_a_spell_at_a_later_strike_rank_of_the_round_saves() -> None:
    play = _fight(ren=make_figure(known={"heal": 3}))
    _mean(play, "ren", Step(kind="spell", spell="heal", target="rin", points=3, at="abdomen"))
    hurt(play, "rin", "abdomen", 15)
    assert figure_of(play).hp == -1
    _end(play)

    _do(play, "ren", d100(50))
    assert play.only(Healed).points == 3
    assert (_melee(play).round, figure_of(play).hp, figure_of(play).dead) == (2, 2, False)


def test_whoever_is_not_dies_as_it_ends() -> None:
    play = hurt(_fight(), "rin", "abdomen", 15)

    assert _end(play).all(Died) == [Died(character="rin", why="hp")]


def test_blood_runs_as_each_round_ends() -> None:
    play = hurt(_fight(rin=make_figure(CON=21)), "rin", "abdomen", 17)

    assert _end(play).all(Bled) == [Bled(character="rin", hp=4)]
    assert _end(play).all(Bled) == [Bled(character="rin", hp=3)]


def test_a_leg_at_0_costs_what_was_to_come_this_round_and_no_more() -> None:
    play = _mean(_fight(distance=2), "rin", Step(kind="attack", arm="broadsword", target="jin"))

    hurt(play, "rin", "left_leg", 5)
    assert [(one.how, one.why) for one in play.all(ActionSettled)] == [("lost", "shocked")]
    _end(play)
    assert play.only(HindrancesEnded).character == "rin"
    assert figure_of(play).hindrances == ()


def test_shock_of_a_limb_costs_strikes_alone() -> None:
    play = _mean(_fight(distance=2), "rin", Step(kind="attack", arm="broadsword", target="jin"))
    hurt(play, "rin", "left_arm", 9)
    assert len(play.all(ActionSettled)) == 1

    play = _mean(_fight(), "rin", Step(kind="first_aid", target="rin"))
    assert hurt(play, "rin", "left_arm", 9).all(ActionSettled) == []


def test_whoever_faints_is_out_of_reach_and_of_the_queue() -> None:
    play = _fight(distance=2)
    melee = msgspec.structs.replace(_melee(play), engaged=(("jin", "rin"),))
    play.given_state(msgspec.structs.replace(play.state, melee=melee))

    _mean(play, "rin", Step(kind="attack", arm="broadsword", target="jin"))
    hurt(play, "rin", "head", 5)
    assert play.only(Disengaged).one == "rin"
    assert play.only(ActionSettled).why == "unconscious"
    assert [one.state for one in _melee(play).queue] == ["lost"]


@pytest.mark.parametrize(
    "part, points, kind, refused",
    [
        ("left_arm", 9, "attack", True),
        ("left_arm", 9, "dodge_missiles", True),
        ("left_arm", 9, "other", False),
        ("chest", 6, "first_aid", True),
        ("chest", 6, "other", False),
        ("left_leg", 5, "first_aid", True),
        ("left_arm", 4, "first_aid", False),
    ],
)
def test_shock_says_what_may_be_declared(part: str, points: int, kind: StepKind, refused: bool) -> None:
    play = hurt(_fight(distance=2), "rin", part, points)
    step = Step(kind=kind, arm="broadsword" if kind == "attack" else "", target="jin")

    _mean(play, "rin", step)
    assert (play.refusal is not None and play.refusal.code == "runequest.shocked") is refused


# --- first aid


def _treat(play: Play, dice: Dice = ()) -> Play:
    _mean(play, "ren", Step(kind="first_aid", target="rin"))
    _end(play)
    return _do(play, "ren", dice)


def test_first_aid_takes_the_round_and_is_rolled_as_it_ends() -> None:
    play = _treat(hurt(_fight(), "rin", "chest", 6), d100(50))

    assert play.only(TreatmentEnded).degree == "success"
    assert play.only(RoundBegun).round == 2
    assert figure_of(play).dies_at is None


def test_a_wound_is_healed_by_keeping_it_up_for_five_rounds() -> None:
    play = _treat(hurt(_fight(), "rin", "chest", 3))
    assert len(play.all(TreatmentBegun)) == 1
    for _ in range(3):
        assert _treat(play).all(TreatmentBegun) == []

    _treat(play, [*d100(50), (3, 2)])
    assert play.only(Healed).points == 2
    assert play.state.treatments == ()


def test_what_is_not_kept_up_is_broken_off_and_costs_no_try() -> None:
    play = _treat(hurt(_fight(), "rin", "chest", 3))

    _end(play)
    assert play.only(TreatmentEnded).degree is None
    assert place_of(play, "chest").wounds == 1


def test_turning_to_somebody_else_breaks_it_off() -> None:
    play = hurt(hurt(_fight(), "rin", "chest", 3), "jin", "chest", 3)
    _treat(play)
    _mean(play, "ren", Step(kind="first_aid", target="jin"))
    _end(play)

    _do(play, "ren")
    assert play.all(TreatmentEnded)[0].degree is None
    assert [one.patient for one in play.state.treatments] == ["jin"]


def test_where_there_is_nothing_to_treat_it_is_lost() -> None:
    play = _fight()
    _mean(play, "ren", Step(kind="first_aid", target="rin"))

    assert _end(play).only(ActionSettled).why == "nothing_to_treat"


# --- what sticks


def _impale(where: str = "chest") -> Play:
    jin = make_foe(arms={"short_spear": hold("short_spear")}, skills=SPEAR)
    play = _fight(distance=2, jin=jin)
    strike(play, "rin", where, 3, by="jin", arm="short_spear", special="impale")
    return play.when(Choose(character="jin", use="leave"))


def test_its_owner_pulls_by_the_skill_with_the_round_to_it() -> None:
    play = _mean(_impale(), "jin", Step(kind="pull_weapon", arm="short_spear"))
    _end(play)

    _do(play, "jin", d100(60))
    assert play.only(WeaponPulled).hand == "right"


def test_whom_it_hurts_pulls_by_strength_of_will() -> None:
    play = _mean(_impale(), "rin", Step(kind="pull_weapon"))
    _end(play)

    _do(play, "rin", d100(53))
    assert play.only(PullFailed).character == "rin"
    assert _melee(play).round == 2


def test_its_owner_may_name_the_target_instead() -> None:
    play = _mean(_impale(), "jin", Step(kind="pull_weapon", target="rin"))
    _end(play)

    assert _do(play, "jin", d100(61)).only(PullFailed).character == "jin"


def test_where_nothing_sticks_it_is_lost() -> None:
    play = _mean(_fight(), "rin", Step(kind="pull_weapon"))

    assert _end(play).only(ActionSettled).why == "nothing_sticks"


def test_whoever_moves_with_it_takes_half_its_damage() -> None:
    play = _impale("abdomen")
    melee = msgspec.structs.replace(_melee(play), moved={"rin": 2})
    play.given_state(msgspec.structs.replace(play.state, melee=melee))

    _end(play, [(6, 4)])
    assert play.only(Wounded) == Wounded(
        character="rin", location="abdomen", points=2, left=0, hp=9, wounds=2
    )


def test_whoever_stays_takes_none() -> None:
    assert _end(_impale("abdomen")).all(Wounded) == []
