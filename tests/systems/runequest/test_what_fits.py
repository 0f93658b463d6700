"""What may be declared, and what is refused: whole intents checked before anything happens."""

from typing import Any

import pytest
from kit import Play
from runemelees import (
    cast_at,
    fight,
    go,
    make_archer,
    mean,
    plan,
    shot,
    step,
    strike,
)
from runequests import hold, make_figure, make_foe

from tenmatsu.systems.runequest.figures import Figure, Hand, Hindrance, Spell
from tenmatsu.systems.runequest.melee import Step

FAR = {"rin": 0, "jin": 60}


def _bow(**values: Any) -> Play:
    return fight(FAR, rin=make_archer(**values), jin=make_foe())


@pytest.mark.parametrize(
    "steps, reason",
    [
        ((go(0, "jin"),), "no_units"),
        ((go(9, "jin"),), "too_far"),
        ((go(4, "jin"), go(5, "jin")), "too_far"),
        ((go(5, "jin"), strike("jin")), "moved_too_far"),
        ((go(1, "nobody"),), "no_such_target"),
        ((go(1, "rin"),), "no_such_target"),
        ((strike("nobody"),), "no_such_target"),
        ((strike("rin"),), "no_such_target"),
        ((step("retreat"),), "not_engaged"),
        ((step("flee"),), "not_engaged"),
        ((strike("jin", "maul"),), "no_such_arm"),
        ((step("ready", arm="maul"),), "no_such_arm"),
        ((step("rise"),), "cannot_rise"),
        ((step("spell", spell="heal"),), "spell_unknown"),
        ((step("ready", spell="heal"),), "spell_unknown"),
        ((strike("jin"), strike("jin")), "one_attack"),
        ((step("aimed_blow", target="jin", arm="broadsword"),), "one_location"),
        ((step("move", units=1, parts=(50, 50)),), "parts_need_attack"),
        ((step("knockback", target="jin", arm="broadsword", parts=(60, 60)),), "parts_need_attack"),
        ((step("knockback", target="jin", arm="broadsword"), strike("jin")), "whole_round"),
        ((step("dodge_missiles"), go(5, "jin")), "whole_round"),
        ((step("dodge_missiles"), step("ready", arm="broadsword")), "whole_round"),
        ((step("first_aid", target="jin"), go(1, "jin")), "whole_round"),
        ((step("guard", arm="medium_shield"), strike("jin", "medium_shield")), "shield_held_up"),
        ((shot("jin", "broadsword"),), "no_missile"),
    ],
)
def test_what_does_not_fit_is_refused(steps: tuple[Step, ...], reason: str) -> None:
    play = fight(FAR)

    assert plan(play, "rin", *steps) == reason
    play.when(mean("rin", *steps)).refused(f"runequest.{reason}")


def test_half_the_movement_leaves_an_attack_and_dodging_missiles_half_a_move() -> None:
    play = fight(FAR)

    assert plan(play, "rin", go(4, "jin"), strike("jin")) == [4, 5]
    assert plan(play, "rin", step("dodge_missiles"), go(4, "jin")) == [12, 4]
    assert plan(play, "rin", go(4, "jin"), step("dodge_missiles")) == [4, 12]
    assert plan(play, "rin", go(8, "jin")) == [8]


@pytest.mark.parametrize(
    "figure, steps, reason",
    [
        (make_figure(bound=True), (go(1, "jin"),), "bound"),
        (make_figure(hindrances=(Hindrance(kind="shocked"),)), (strike("jin"),), "shocked"),
        (make_figure(prone=True), (go(1, "jin"),), "lies_down"),
        (
            make_figure(prone=True, hindrances=(Hindrance(kind="must_rise", until=2),)),
            (step("rise"),),
            "cannot_rise",
        ),
        (make_figure(arms={"broadsword": hold("broadsword", "")}), (strike("jin"),), "must_ready"),
        (make_figure(arms={"broadsword": hold("broadsword", broken=True)}), (strike("jin"),), "arm_no_use"),
        (
            make_figure(arms={"dagger": hold("dagger", "", stuck_in="jin")}),
            (step("ready", arm="dagger"),),
            "arm_no_use",
        ),
        (
            make_figure(arms={"greatsword": hold("greatsword", ""), "dagger": hold("dagger")}),
            (step("ready", arm="greatsword"),),
            "no_free_hand",
        ),
        (make_archer(), (strike("jin", "self_bow"),), "missile_in_melee"),
    ],
)
def test_who_cannot_do_it_is_refused(figure: Figure, steps: tuple[Step, ...], reason: str) -> None:
    play = fight(FAR, rin=figure, jin=make_foe())

    play.when(mean("rin", *steps)).refused(f"runequest.{reason}")


def test_whoever_lies_on_the_ground_rises_first_and_then_moves() -> None:
    play = fight(FAR, rin=make_figure(prone=True), jin=make_foe())

    assert plan(play, "rin", step("rise"), go(2, "jin")) == [5, 7]


def test_magic_and_a_twisted_ankle_change_how_far_one_moves() -> None:
    quick = make_figure(spells=(Spell(spell="mobility", magic="spirit", amount=3),))
    lame = make_figure(hindrances=(Hindrance(kind="slowed", amount=2, until=9),))
    play = fight({"rin": 0, "jin": 90, "sen": 0}, rin=quick, jin=make_foe(), sen=lame)

    assert plan(play, "rin", go(11, "jin")) == [11]
    assert plan(play, "rin", go(12, "jin")) == "too_far"
    assert plan(play, "sen", go(4, "jin")) == [4]
    assert plan(play, "sen", go(5, "jin")) == "too_far"
    assert plan(play, "sen", go(3, "jin"), strike("jin")) == "moved_too_far"


@pytest.mark.parametrize("weapon", ["javelin_thrown", "light_crossbow"])
def test_behind_a_shot_with_a_slow_weapon_there_is_reloading_alone(weapon: str) -> None:
    hand: Hand = "right" if weapon == "javelin_thrown" else "both"
    figure = make_figure(arms={weapon: hold(weapon, hand, loaded=True)}, skills={weapon: 50})
    play = fight(FAR, rin=figure, jin=make_foe())

    assert plan(play, "rin", shot("jin", weapon)) == [1]
    play.when(mean("rin", shot("jin", weapon), shot("jin", weapon))).refused("runequest.reloads_behind")
    play.when(mean("rin", shot("jin", weapon), go(1, "jin"))).refused("runequest.reloads_behind")


def test_a_crossbow_is_not_shot_again_before_it_is_ready() -> None:
    bow = hold("light_crossbow", "both", loaded=True, ready_round=2)
    play = fight(FAR, rin=make_figure(arms={"light_crossbow": bow}), jin=make_foe())

    play.when(mean("rin", shot("jin", "light_crossbow"))).refused("runequest.reloading")


@pytest.mark.parametrize("option, reason", [("no", "no_second_weapon"), ("yes", None)])
def test_kicks_and_bites_are_a_second_weapon_by_the_option_alone(option: str, reason: str | None) -> None:
    arms = {"dagger": hold("dagger"), "kick": hold("kick", "")}
    play = fight(None, {"natural_weapon_pair": option}, rin=make_figure(arms=arms, SIZ=22), jin=make_foe())

    found = plan(play, "rin", strike("jin", "dagger"), strike("jin", "kick"))
    assert found == (reason or [5, 10])


@pytest.mark.parametrize("option, allowed", [("either", False), ("both", True)])
def test_a_shield_held_up_strikes_by_the_option_alone(option: str, allowed: bool) -> None:
    play = fight(None, {"shield_two_weapon": option})
    guard = step("guard", arm="medium_shield")

    found = plan(play, "rin", guard, strike("jin", "medium_shield"))
    assert found == ([1, 6] if allowed else "shield_held_up")


def test_a_sword_and_a_shield_may_both_strike() -> None:
    play = fight()

    assert plan(play, "rin", strike("jin"), strike("jin", "medium_shield")) == [5, 11]


def test_two_weapons_drawn_before_may_both_strike() -> None:
    arms = {
        "small_axe": hold("small_axe"),
        "broadsword": hold("broadsword", ""),
        "dagger": hold("dagger", "left"),
    }
    figure = make_figure(arms=arms, DEX=19, SIZ=22)
    play = fight(rin=figure, jin=make_foe())

    draw = step("ready", arm="broadsword", at="small_axe")
    assert plan(play, "rin", draw, strike("jin"), strike("jin", "dagger")) == [5, 7, 11]


def test_a_second_weapon_has_to_be_in_the_other_hand_already() -> None:
    arms = {"dagger": hold("dagger"), "shortsword": hold("shortsword", "")}
    play = fight(rin=make_figure(arms=arms, DEX=19, SIZ=22), jin=make_foe())

    ready = step("ready", arm="shortsword")
    late = plan(play, "rin", strike("jin", "dagger"), ready, strike("jin", "shortsword"))
    assert late == "one_attack"


@pytest.mark.parametrize("option, ranks", [("one", "one_spell"), ("several", [4, 8])])
def test_one_spell_a_round_or_several_of_spirit_magic(
    option: str, ranks: str | list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    cast_at(monkeypatch, 4)
    play = fight(FAR, {"spells_per_round": option}, rin=make_figure(known={"heal": 2}), jin=make_foe())
    heal = step("spell", spell="heal", target="rin")

    assert plan(play, "rin", heal, heal) == ranks


def test_multispell_lets_one_cast_once_more_and_rune_magic_stands_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast_at(monkeypatch, 4)
    working = (Spell(spell="multispell", magic="rune", amount=1),)
    figure = make_figure(known={"heal": 2, "shield": 1}, spells=working)
    play = fight(FAR, rin=figure, jin=make_foe())
    heal, shield = step("spell", spell="heal", target="rin"), step("spell", spell="shield")

    assert plan(play, "rin", heal, heal) == [4, 8]
    assert plan(play, "rin", heal, heal, heal) == "one_spell"
    assert plan(play, "rin", heal, shield) == "one_spell"


def test_a_shield_held_up_is_refused_as_its_size_allows() -> None:
    play = fight(FAR)

    two = step("guard", arm="medium_shield", locations=("chest", "head"))
    play.when(mean("rin", two)).refused("runequest.too_many_guarded")
    play.when(mean("rin", step("guard", arm="broadsword"))).refused("runequest.no_shield")
    assert plan(play, "rin", two) == "too_many_guarded"


def test_those_who_are_engaged_strike_or_cast_and_neither_move_nor_shoot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast_at(monkeypatch, 4)
    arms = {"broadsword": hold("broadsword"), "dart": hold("dart", "left")}
    play = fight(rin=make_figure(arms=arms, known={"heal": 2}), jin=make_foe())
    heal = step("spell", spell="heal", target="rin")

    play.when(mean("rin", go(1, "jin"))).refused("runequest.engaged_cannot_move")
    play.when(mean("rin", shot("jin", "dart"))).refused("runequest.engaged_cannot_shoot")
    play.when(mean("rin", strike("jin"), heal)).refused("runequest.strike_or_cast")
    assert plan(play, "rin", heal) == [4]
    assert plan(play, "rin", step("other"), step("retreat")) == "whole_round"


def test_over_12_strike_ranks_nothing_is_declared() -> None:
    play = _bow()
    play.when(mean("rin", shot("jin"), shot("jin"), shot("jin"))).refused("runequest.over_last_sr")
