"""Healing before death at the end of the round: who still has the time, the points, the reach."""

from typing import Any

import msgspec
import pytest
from kit import Play
from runemagic import conjure, d100, make_caster
from runemelees import fight, mean, melee_of, step
from runequests import make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.commands.wounds import Hurt
from tenmatsu.systems.runequest.decide.lasthealing import find_heal_points, list_last_heals
from tenmatsu.systems.runequest.events.magic import SpellSettled
from tenmatsu.systems.runequest.events.wounds import Died
from tenmatsu.systems.runequest.figures import Figure

HEAL = "heal:heal:aya"


def make_dying(hp: int = -1) -> Figure:
    """Return a friend who dies at the end of the round."""
    return make_figure(hp=hp, unconscious=True, prone=True)


def _fight(hp: int = -1, place: int = 0, options: dict[str, str] | None = None, **rin: Any) -> Play:
    """Return a melee of rin, who knows Heal 6, aya, who dies, and jin, far away."""
    values: dict[str, Any] = {"known": {"heal": 6}, **rin}
    figures: dict[str, Any] = {"rin": make_caster(**values), "aya": make_dying(hp), "jin": make_foe()}
    return fight({"rin": 0, "aya": place, "jin": 40}, options, **figures)


def test_whoever_did_nothing_may_heal_as_far_as_12_sr_go() -> None:
    play = _fight().given(mean("rin"), mean("jin"))
    play.asks("last_moment", "rin", HEAL, "pass")

    play.when(Choose(character="rin", use=HEAL, amount=7)).refused("runequest.wrong_heal_points")
    play.when(Choose(character="rin", use=HEAL, amount=1)).refused("runequest.wrong_heal_points")
    play.when(Choose(character="rin", use=HEAL), d100(50))
    assert play.only(SpellSettled).outcome == "worked"
    assert play.all(Died) == []
    assert play.state.characters["rin"].mp == 7


def test_whoever_lets_it_pass_or_fails_does_not_save_them() -> None:
    passed = _fight().given(mean("rin"), mean("jin"))
    assert passed.when(Choose(character="rin", use="pass")).only(Died).character == "aya"

    failed = _fight().given(mean("rin"), mean("jin"))
    assert failed.when(Choose(character="rin", use=HEAL), d100(90)).only(Died).character == "aya"


def _offers(play: Play) -> dict[str, tuple[str, ...]]:
    return dict(list_last_heals(play.state, play.rules))


def test_too_few_points_or_too_little_time_offer_nothing() -> None:
    assert _offers(_fight(-5)) == {"rin": (HEAL,)}
    assert _offers(_fight(-6)) == {}
    assert _offers(_fight(-3, known={"heal": 3})) == {}
    assert _offers(_fight(-3, mp=3)) == {}
    assert _offers(_fight(-5, DEX=9)) == {}


def test_nobody_heals_out_of_reach_or_after_another_spell() -> None:
    assert _offers(_fight(place=4)) == {}

    play = _fight(known={"heal": 6, "light": 1})
    play.given(mean("rin", step("spell", spell="light")), mean("jin"))
    play.when(Choose(character="rin", use="do"), d100(50))
    assert play.only(Died).character == "aya"


@pytest.mark.parametrize(
    "changes, most",
    [
        ({}, 6),
        ({"moved": {"rin": 3}}, 3),
        ({"surprise": {"rin": 1}}, 5),
        ({"cast": {"rin": 1}}, 0),
        ({"struck": {"rin": True}}, 6),
        ({"struck": {"rin": True}, "engaged": (("jin", "rin"),)}, 0),
    ],
)
def test_what_was_done_before_takes_its_time(changes: dict[str, Any], most: int) -> None:
    play = _fight()
    play.given_state(
        msgspec.structs.replace(play.state, melee=msgspec.structs.replace(melee_of(play), **changes))
    )

    assert find_heal_points(play.state, play.rules, "rin", "heal", "aya")[1] == most or not most
    assert bool(_offers(play)) == bool(most)


def test_rune_magic_heals_at_the_last_moment_too() -> None:
    play = _fight(-9, known={"heal_body": 1, "heal_wound": 1})
    play.given(mean("rin"), mean("jin"))
    play.asks("last_moment", "rin", "heal:heal_body:aya", "heal:heal_wound:aya", "pass")
    play.when(Choose(character="rin", use="heal:heal_body:aya"), d100(50))

    assert play.state.characters["aya"].hp == 14


def test_sorcery_comes_too_late_and_other_spells_heal_nobody() -> None:
    assert _offers(_fight(known={"mend_flesh": 1, "protection": 4})) == {}


def test_two_who_heal_are_asked_in_turn() -> None:
    figures: dict[str, Any] = {
        "rin": make_caster(known={"heal": 2}),
        "aya": make_dying(),
        "ken": make_caster(known={"heal": 2}),
        "jin": make_foe(),
    }
    play = fight({"rin": 0, "aya": 0, "ken": 1, "jin": 40}, **figures)
    play.given(mean("rin"), mean("ken"), mean("jin"))
    first = play.pending[0].whom
    play.when(Choose(character=first, use=HEAL), d100(90))
    assert [one.whom for one in play.pending] == [{"rin": "ken", "ken": "rin"}[first]]
    play.when(Choose(character=play.pending[0].whom, use=HEAL), d100(50))

    assert not play.state.characters["aya"].dead


def test_total_hp_of_minus_1_and_heal_3_in_the_same_round_are_life() -> None:
    play = fight(
        {"rin": 0, "aya": 0, "jin": 40},
        rin=make_caster(),
        aya=make_figure(hp=4),
        jin=make_foe(),
    )
    heal = step("spell", spell="heal", points=3, target="aya")
    play.given(mean("rin", heal), mean("aya"), mean("jin"))
    play.asks("act", "rin", "do", "hold", "drop")
    outside = conjure(aya=play.state.characters["aya"])
    outside.given(Hurt(character="aya", points=5, location="abdomen"))
    characters = {**play.state.characters, "aya": outside.state.characters["aya"]}
    play.given_state(msgspec.structs.replace(play.state, characters=characters))
    assert play.state.characters["aya"].hp == -1

    play.when(Choose(character="rin", use="do"), d100(50))
    assert play.state.characters["aya"].hp == 2
    assert play.all(Died) == []
    assert melee_of(play).round == 2


def test_outside_a_melee_nobody_is_asked() -> None:
    play = conjure(aya=make_dying())

    assert _offers(play) == {}
    play.when(Cast(character="rin", spell="heal", points=3, target="aya"), d100(50))
    assert play.state.characters["aya"].hp == 2
