"""Where rules meet: what one of them changes about another."""

import pytest
from kit import Play
from runeblows import LOSE_PARRY, duel, make_jin, make_rin
from runeblows import strike as blow
from runemelees import act, close_in, fight, go, make_archer, mean, plan, put, queue, shot, step, strike
from runequests import begin, hold, make_figure, make_foe
from runewounds import cure, d100, figure_of, hurt

from tenmatsu.systems.runequest.bodies import can_do_nothing, can_stand, list_stuck
from tenmatsu.systems.runequest.commands.checks import Resist, RollCharacteristic
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.commands.rounds import ActNow, CloseIntents
from tenmatsu.systems.runequest.commands.wounds import FirstAid, PullWeapon
from tenmatsu.systems.runequest.events.attacks import Fumbled, Shoved
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.rounds import ActionSettled, Disengaged, RoundBegun
from tenmatsu.systems.runequest.events.wounds import WeaponStuck, Wounded
from tenmatsu.systems.runequest.figures import Spell
from tenmatsu.systems.runequest.legal_melee import list_held_moves

NEAR = {"rin": 0, "jin": 12}


# --- strike ranks


def test_a_split_behind_a_closing_move_comes_at_5_and_10_all_the_same() -> None:
    play = fight(NEAR, rin=make_figure(skills={"broadsword": 140}), jin=make_foe())
    steps = (go(3, "jin"), strike("jin", parts=(70, 70)))

    assert plan(play, "rin", *steps) == [3, 5, 10]
    play.given(mean("rin", *steps)).when(mean("jin"))
    assert [sr for _, kind, sr, _ in queue(play) if kind == "attack"] == [5, 10]


def test_so_does_a_second_weapon() -> None:
    arms = {"broadsword": hold("broadsword"), "shortsword": hold("shortsword", "left")}
    play = fight(NEAR, rin=make_figure(arms=arms), jin=make_foe())

    assert plan(play, "rin", go(3, "jin"), strike("jin"), strike("jin", "shortsword")) == [3, 5, 11]


def test_a_rider_on_the_move_shoots_again_as_much_later_as_one_who_stands() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(mounted=True), jin=make_foe())

    assert plan(play, "rin", go(4, "jin"), shot("jin"), shot("jin")) == [4, 1, 7]


def test_each_strike_of_a_split_counts_as_1_where_the_strike_rank_is_below_1() -> None:
    tall = make_figure(DEX=19, SIZ=22, arms={"pike": hold("pike", "both")}, skills={"pike": 150})
    play = fight(rin=tall, jin=make_foe())

    assert plan(play, "rin", strike("jin", "pike", parts=(50, 50, 50))) == [1, 2, 3]


# --- slow weapons


def _reload() -> Play:
    bow = hold("heavy_crossbow", "both", loaded=True, ready_round=2)
    return fight({"rin": 0, "jin": 60}, rin=make_figure(arms={"heavy_crossbow": bow}), jin=make_foe())


@pytest.mark.parametrize("busy", [go(1, "jin"), step("first_aid", target="rin"), strike("jin", "kick")])
def test_the_rounds_of_reloading_leave_defences_alone(busy: object) -> None:
    play = _reload()

    play.when(mean("rin", busy)).refused("runequest.still_reloading")  # type: ignore[arg-type]
    assert plan(play, "rin") == []
    assert plan(play, "rin", step("dodge_missiles")) == [12]


def test_whoever_puts_the_slow_weapon_away_is_free() -> None:
    assert plan(_reload(), "rin", step("ready", arm="heavy_crossbow"), go(2, "jin")) == [5, 7]


def test_once_it_is_ready_everything_is_possible_again() -> None:
    play = _reload()
    play.given(mean("rin")).given(mean("jin")).given(mean("rin")).when(mean("jin"))

    assert play.only(RoundBegun).round == 3
    assert plan(play, "rin", go(2, "jin"), shot("jin", "heavy_crossbow")) == [2, 3]


# --- bodies


@pytest.mark.parametrize("part", ["right_leg", "left_leg", "abdomen"])
def test_legs_that_carry_nobody_leave_one_fighting_on_the_ground(part: str) -> None:
    play = hurt(fight(), "rin", part, 5).when(CloseIntents())

    assert not can_stand(figure_of(play))
    play.when(mean("rin", step("rise"))).refused("runequest.cannot_rise")
    assert plan(play, "rin", strike("jin")) == [5]
    cure(play, "rin", part, 2)
    assert plan(play, "rin", step("rise")) == [5]


def test_the_chest_at_0_leaves_nothing_to_do_even_where_the_blood_is_stopped() -> None:
    healer = make_figure(skills={"first_aid": 50})
    play = hurt(begin(rin=make_figure(), jin=healer), "rin", "chest", 8)
    play.when(FirstAid(character="jin", target="rin", location="chest"), d100(50))

    assert figure_of(play).dies_at is None
    assert can_do_nothing(figure_of(play))
    cure(play, "rin", "chest", 2)
    assert can_do_nothing(figure_of(play))
    cure(play, "rin", "chest", 1)
    assert not can_do_nothing(figure_of(play))


# --- shields


def test_a_shield_that_a_heavy_weapon_sticks_in_is_not_held_up_either() -> None:
    spear = make_foe(arms={"short_spear": hold("short_spear", stuck_in="rin", stuck_at="medium_shield")})
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(), jin=spear)
    play.when(mean("rin", step("guard", arm="medium_shield"))).refused("runequest.arm_no_use")

    light = make_foe(arms={"javelin": hold("javelin", stuck_in="rin", stuck_at="medium_shield")})
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(), jin=light)
    assert plan(play, "rin", step("guard", arm="medium_shield")) == [1]


# --- pushes


@pytest.mark.parametrize("reading, pushed", [("miss", False), ("hit", True)])
def test_a_push_that_missed_a_fumbled_parry_goes_by_the_reading_of_parries(
    reading: str, pushed: bool
) -> None:
    push = [(100, 35), (3, 1)] if pushed else []
    play = blow(
        duel({"parry_fumble_hit": reading}),
        "parry:medium_shield",
        (100, 90),
        (100, 100),
        *push,
        LOSE_PARRY,
        how="knockback",
    )

    assert bool(play.all(Shoved)) is pushed
    assert play.only(Fumbled).of == "parry"


def test_whoever_is_thrown_back_by_their_own_push_is_out_of_reach_too() -> None:
    play = fight({"rin": 0, "jin": 3}).given(mean("rin", step("knockback", target="jin", arm="broadsword")))
    play.given(mean("jin"))
    act(play, "rin")
    play.asks("defend", "jin", "none", "parry:broadsword", "parry:medium_shield", "dodge")
    act(play, "jin", "none", ((100, 30), (100, 36), (100, 50), (3, 3)))

    assert play.only(Shoved).character == "rin"
    assert play.only(Disengaged).one == "rin"


# --- fumbles


@pytest.mark.parametrize("reading, sticks", [("impale", True), ("crush", False)])
def test_a_sling_that_hits_oneself_critically_pierces_by_its_reading(reading: str, sticks: bool) -> None:
    arms = {"sling": hold("sling", loaded=True)}
    play = begin(
        None, {"sling_special": reading}, rin=make_figure(arms=arms, skills={"sling": 50}), jin=make_foe()
    )
    dice = [(100, 100), (100, 98), (20, 20)]
    play.when(Shoot(character="rin", target="jin", arm="sling", metres=30), dice)
    assert bool(play.all(WeaponStuck)) is sticks


# --- one moment


def _strike_first(dex: int, location: int, damage: int = 8) -> Play:
    """Let rin strike jin, whose own strike at rin is due at the same strike rank."""
    play = fight(rin=make_figure(), jin=make_foe(DEX=dex))
    play.given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    act(play, "rin")
    return act(play, "jin", "none", ((100, 30), (8, damage), (4, 1), (20, location)))


@pytest.mark.parametrize("location", [13, 1, 9, 12, 19])
def test_at_equal_strike_rank_and_dex_both_strike_whatever_the_first_blow_does(location: int) -> None:
    play = _strike_first(16, location)
    awake = play.state.characters["jin"].is_awake
    play.asks("act", "jin", *(("do", "hold", "drop") if awake else ("do", "drop")))

    act(play, "jin")
    play.asks("defend", "rin", "none", "parry:broadsword", "parry:medium_shield", "dodge")
    act(play, "rin", "none", ((100, 60), (8, 1), (4, 4), (20, 1)))
    assert play.all(Checked)[0].limits.chance == 60
    assert play.all(Wounded)[0].points == 6


@pytest.mark.parametrize("location", [13, 1, 9, 12, 19])
def test_whoever_comes_later_is_stopped_by_the_first_blow(location: int) -> None:
    play = _strike_first(15, location)

    assert [(one.character, one.how) for one in play.all(ActionSettled)] == [("jin", "lost")]


def test_what_interrupts_a_moment_does_stop_what_is_due() -> None:
    play = fight(rin=make_figure(), jin=make_foe(), sen=make_figure(DEX=18))
    play.given(mean("rin", strike("jin")), mean("sen", strike("jin")), mean("jin", strike("rin")))
    act(play, "sen", "hold")
    play.given(ActNow(character="sen", action=2))
    act(play, "jin", "none", ((100, 30), (8, 8), (4, 1), (20, 19)))
    act(play, "rin", "drop")

    assert [(one.character, one.how) for one in play.all(ActionSettled)] == [("rin", "lost"), ("jin", "lost")]


def test_a_weapon_drawn_at_the_moment_of_its_own_strike_is_in_hand_for_it() -> None:
    tall = make_figure(DEX=19, SIZ=22, arms={"pike": hold("pike", "")})
    play = fight(
        rin=tall, jin=make_foe(DEX=19, SIZ=22, arms={"pike": hold("pike", "both"), "spear": hold("pike", "")})
    )
    play.given(mean("rin", step("ready", arm="pike"), strike("jin", "pike")))
    play.when(mean("jin", step("ready", arm="spear", at="pike"), strike("rin", "spear")))

    play.asks("act", "rin", "do", "hold", "drop")


def test_a_strike_that_is_held_may_still_fall_on_one_who_went_down_in_reach() -> None:
    play = fight(rin=make_figure(), jin=make_foe(DEX=9), sen=make_foe(DEX=9))
    play.given(mean("rin", strike("jin")), mean("sen", strike("rin"))).when(mean("jin"))
    act(play, "rin", "hold")
    close_in(put(play, jin=make_foe(unconscious=True)), engaged=(("rin", "sen"),))

    held = list_held_moves(play.state, play.rules, "rin")
    assert [move.fields["action"] for move in held] == [1]
    play.when(ActNow(character="rin", action=1), ((100, 95), (8, 1), (4, 1), (20, 1)))
    assert play.only(Checked).limits.chance == 95


# --- one of several javelins


@pytest.mark.parametrize("parried", [False, True])
def test_one_of_several_javelins_sticks_and_the_others_stay_in_hand(*, parried: bool) -> None:
    javelins = {"javelin_thrown": hold("javelin_thrown", shots=3)}
    thrower = make_figure(arms=javelins, skills={"javelin_thrown": 60})
    jin = make_foe(arms={"medium_shield": hold("medium_shield", "left")}, skills={"medium_shield": 60})
    play = begin(rin=thrower, jin=jin).when(
        Shoot(character="rin", target="jin", arm="javelin_thrown", metres=9)
    )
    parry = [(100, 30)] if parried else []
    damage = [(10, 1), (10, 2), (4, 1), *([] if parried else [(20, 1)])]
    act(play, "jin", "parry:medium_shield" if parried else "none", ((100, 5), *parry, *damage))

    left = play.state.characters["rin"].arms["javelin_thrown"]
    assert (left.hand, left.shots, left.stuck_in) == ("right", 2, "")
    at = "medium_shield" if parried else "right_leg"
    assert play.only(WeaponStuck).how == ("shield" if parried else "body")
    assert [(one.weapon, one.owner) for one in list_stuck(play.state, "jin", at)] == [("javelin_thrown", "")]
    play.when(PullWeapon(character="jin", location=at), [] if parried else [(100, 40)])
    assert list_stuck(play.state, "jin") == ()


def test_it_halves_what_the_shield_does_until_it_is_out() -> None:
    shield = hold("medium_shield", "left", missiles=("javelin_thrown",))
    play = duel(jin=make_foe(arms={"medium_shield": shield}, skills={"medium_shield": 60}))
    blow(play, "parry:medium_shield", (100, 90), (100, 31))

    assert play.all(Checked)[-1].limits.chance == 30


def test_strength_and_agility_by_magic_count_in_a_push() -> None:
    strong = make_rin(spells=(Spell(spell="strength", magic="spirit", amount=8),))
    agile = make_jin(spells=(Spell(spell="coordination", magic="spirit", amount=4),))

    play = blow(duel(rin=strong), "none", (100, 30), (100, 75), (3, 1), how="knockback")
    assert play.all(Checked)[-1].limits.chance == 75
    play = blow(duel(jin=agile), "none", (100, 30), (100, 15), (3, 1), how="knockback")
    assert play.all(Checked)[-1].limits.chance == 15


def test_they_count_in_rolls_of_characteristics_and_in_resistance() -> None:
    quick = make_figure(spells=(Spell(spell="coordination", magic="spirit", amount=3),), DEX=13)
    play = begin(rin=quick, jin=make_foe())

    play.when(RollCharacteristic(character="rin", name="DEX"), d100(80))
    assert play.only(Checked).limits.chance == 80
    play.when(Resist(character="rin", using=("DEX",), value=13), d100(65))
    assert play.only(Checked).limits.chance == 65


def test_whoever_is_engaged_gives_no_first_aid_and_breaks_off_what_they_meant_to_give() -> None:
    healer = make_figure(skills={"first_aid": 50})
    play = hurt(fight(rin=healer, jin=make_foe(), sen=make_figure()), "sen", "left_arm", 2)
    play.when(mean("rin", step("first_aid", target="sen"))).refused("runequest.engaged_cannot_treat")

    far = {"rin": 0, "jin": 9, "sen": 0}
    play = hurt(fight(far, rin=healer, jin=make_foe(), sen=make_figure()), "sen", "left_arm", 2)
    play.given(mean("rin", step("first_aid", target="sen")), mean("sen")).when(mean("jin", go(3, "rin")))
    assert [(one.character, one.kind, one.why) for one in play.all(ActionSettled)] == [
        ("rin", "first_aid", "engaged_now")
    ]


def test_a_parry_that_strikes_back_at_one_of_several_javelins_leaves_the_others_whole() -> None:
    javelins = {"javelin_thrown": hold("javelin_thrown", shots=3)}
    play = begin(rin=make_figure(arms=javelins, skills={"javelin_thrown": 60}), jin=make_foe())
    play.when(Shoot(character="rin", target="jin", arm="javelin_thrown", metres=9))
    act(play, "jin", "parry:broadsword", ((100, 90), (100, 30), (8, 8), (4, 4)))

    assert play.state.characters["rin"].arms["javelin_thrown"].hp == 8
