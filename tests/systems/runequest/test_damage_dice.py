"""Damage dice: ordinary, special by kind, critical; damage bonus, magic, missiles."""

from typing import Any

from kit import work_on
from runequests import begin, hold, make_figure

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.blows import DamageKind
from tenmatsu.systems.runequest.decide.blowing import roll_damage
from tenmatsu.systems.runequest.events.attacks import DamageRolled
from tenmatsu.systems.runequest.figures import Special, Spell

PLAIN: dict[str, Any] = {"STR": 10}
"""No damage bonus (STR 10 + SIZ 13)."""
WEAK: dict[str, Any] = {"STR": 5, "SIZ": 5}
"""−1D4."""


def _roll(
    weapon: str,
    kind: DamageKind,
    *dice: tuple[int, int],
    options: dict[str, str] | None = None,
    how: dict[str, Any] | None = None,
    **values: Any,
) -> int:
    chosen: dict[str, Any] = {"arms": {weapon: hold(weapon)}, **values}
    figure = make_figure(**chosen)
    script = ScriptedDice(dice)
    work = work_on(begin(None, options, rin=figure), script)
    points = roll_damage(work, "rin", weapon, kind, **(how or {}))
    assert script.left == ()
    told = work.recorded[-1].event
    assert isinstance(told, DamageRolled)
    assert told.points == points
    return points


def test_ordinary_damage_is_the_weapons_dice_and_the_damage_bonus() -> None:
    assert _roll("broadsword", "normal", (8, 5), (4, 3)) == 5 + 1 + 3


def test_an_impale_rolls_the_weapon_twice_and_the_bonus_once() -> None:
    assert _roll("short_spear", "special", (6, 4), (6, 6), **PLAIN) == (4 + 1) + (6 + 1)
    assert _roll("short_spear", "special", (6, 4), (6, 6), (4, 2)) == 12 + 2


def test_a_slash_rolls_the_weapon_twice_and_the_bonus_once() -> None:
    assert _roll("kopis", "special", (8, 1), (8, 8), (4, 4)) == 2 + 9 + 4


def test_a_crush_adds_the_bonus_rolled_and_its_maximum() -> None:
    assert _roll("light_mace", "special", (6, 3), (4, 2)) == (3 + 2) + 2 + 4


def test_a_crush_without_a_bonus_or_with_a_penalty_adds_nothing() -> None:
    assert _roll("light_mace", "special", (6, 3), **PLAIN) == 5
    assert _roll("light_mace", "special", (6, 3), (4, 2), **WEAK) == 5 - 2


def test_a_critical_has_the_most_of_a_special_and_the_bonus_rolled() -> None:
    assert _roll("short_spear", "critical", (4, 1)) == 14 + 1
    assert _roll("kopis", "critical", (4, 1)) == 18 + 1
    assert _roll("light_mace", "critical", (4, 1)) == 8 + 1 + 4


def test_a_critical_may_be_special_damage_rolled() -> None:
    rolled = {"critical_damage": "rolled"}
    assert _roll("kopis", "critical", (8, 2), (8, 3), (4, 1), options=rolled) == 7 + 1
    assert _roll("light_mace", "critical", (6, 3), (4, 2), options=rolled) == 5 + 2 + 4


def test_a_weapon_of_two_kinds_does_the_one_that_is_meant_or_its_first() -> None:
    wishes: tuple[tuple[Special | None, Special], ...] = (
        (None, "slash"),
        ("impale", "impale"),
        ("crush", "slash"),
    )
    for wanted, special in wishes:
        figure = make_figure(arms={"broadsword": hold("broadsword")}, **PLAIN)
        work = work_on(begin(rin=figure), ScriptedDice([(8, 1), (8, 1)]))
        roll_damage(work, "rin", "broadsword", "special", special=wanted)
        told = work.recorded[-1].event
        assert isinstance(told, DamageRolled)
        assert told.special == special


def test_damage_is_never_below_0() -> None:
    assert _roll("dagger_thrown", "normal", (4, 1), (4, 4), **WEAK) == 0
    assert _roll("fist", "normal", (3, 1), (4, 4), **WEAK) == 0


def test_grappling_does_no_damage_by_itself() -> None:
    assert _roll("grapple", "special", **PLAIN) == 0


def test_what_is_shot_has_no_damage_bonus() -> None:
    assert _roll("self_bow", "normal", (6, 3)) == 4
    assert _roll("self_bow", "special", (6, 3), (6, 4)) == 9


def test_what_is_thrown_has_half_the_bonus_rounded_up() -> None:
    assert _roll("javelin_thrown", "normal", (10, 5), (4, 3)) == 5 + 2
    assert _roll("javelin_thrown", "normal", (10, 5), (4, 4)) == 5 + 2
    assert _roll("javelin_thrown", "normal", (10, 5), (4, 3), **WEAK) == 5 - 1
    assert _roll("rock", "special", (4, 2), (4, 3)) == 2 + 2 + 2


def test_a_sling_impales_or_crushes() -> None:
    assert _roll("sling", "special", (8, 3), (8, 4)) == 7
    assert _roll("sling", "special", (8, 3), options={"sling_special": "crush"}) == 3
    assert _roll("sling", "critical", options={"sling_special": "crush"}) == 8


def test_whoever_lies_on_the_ground_adds_no_bonus() -> None:
    assert _roll("light_mace", "normal", (6, 3), prone=True) == 5
    assert _roll("light_mace", "special", (6, 3), prone=True) == 5
    assert _roll("light_mace", "normal", (6, 3), (4, 2), prone=True, **WEAK) == 3


def test_magic_on_the_weapon_is_not_doubled() -> None:
    spells = (
        Spell(spell="bladesharp", magic="spirit", points=2, amount=10, dice="2", at="kopis"),
        Spell(spell="bladesharp", magic="spirit", points=4, amount=20, dice="4", at="broadsword"),
    )
    assert _roll("kopis", "normal", (8, 5), spells=spells, **PLAIN) == 6 + 2
    assert _roll("kopis", "special", (8, 5), (8, 5), spells=spells, **PLAIN) == 12 + 2
    assert _roll("kopis", "critical", spells=spells, **PLAIN) == 18 + 2


def test_dice_of_magic_are_rolled_besides() -> None:
    fire = Spell(spell="fireblade", magic="spirit", points=4, dice="3D6", at="kopis")
    assert _roll("kopis", "critical", (6, 1), (6, 2), (6, 3), spells=(fire,), **PLAIN) == 18 + 6


def test_the_most_of_ordinary_damage_has_the_bonus_rolled() -> None:
    assert _roll("kopis", "normal", (4, 2), how={"maximum": True}) == 9 + 2


def test_an_impale_that_does_not_stand_is_ordinary_damage() -> None:
    assert _roll("short_spear", "special", (6, 4), how={"plain": True}, **PLAIN) == 5
    assert _roll("short_spear", "critical", how={"plain": True}, **PLAIN) == 7
