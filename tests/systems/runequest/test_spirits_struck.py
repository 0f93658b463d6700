"""What harms a spirit: spells, iron, what Rune magic adds; and how it meets a weapon."""

from typing import Any

import pytest
from kit import Play
from runemagic import d100, make_caster, make_ghost
from runequests import begin, hold, make_figure

from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.events.attacks import BlowSettled
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.spirits import SpiritDrivenOff, SpiritHurt
from tenmatsu.systems.runequest.events.wounds import Fainted
from tenmatsu.systems.runequest.figures import Figure, Spell


def make_fighter(*spells: Spell, iron: bool = False) -> Figure:
    """Return somebody with a sword of iron, or one that magic works on."""
    return make_figure(spells=spells, arms={"broadsword": hold("broadsword", iron=iron)})


def strike(fighter: Figure, options: dict[str, str] | None = None, **ghost: Any) -> Play:
    """Return a game in which a spirit is struck at; it is asked how it meets that."""
    play = begin(None, options, rin=fighter, sen=make_ghost(**ghost))
    return play.when(Strike(character="rin", target="sen"))


TRUE_SWORD = Spell(spell="true_sword", magic="rune", at="broadsword")
BLADESHARP = Spell(spell="bladesharp", magic="spirit", amount=15, dice="3", at="broadsword")
FIREBLADE = Spell(spell="fireblade", magic="spirit", dice="3D6", at="broadsword")


def unmet(play: Play, *dice: tuple[int, int]) -> Play:
    """Let the spirit do nothing against the blow."""
    return play.when(Choose(character="sen", use="none"), dice)


def test_iron_harms_a_spirit_in_full() -> None:
    play = unmet(strike(make_fighter(iron=True)), (100, 50), (8, 4), (4, 2))

    assert play.only(SpiritHurt).points == 7
    assert play.state.characters["sen"].mp == 6


def test_of_a_weapon_under_rune_magic_what_that_adds_harms_it() -> None:
    play = unmet(strike(make_fighter(TRUE_SWORD)), (100, 50), (8, 4), (4, 2), (8, 3))

    assert play.only(SpiritHurt).points == 4


@pytest.mark.parametrize("spell, dice", [(BLADESHARP, []), (FIREBLADE, [(6, 6), (6, 6), (6, 6)])])
def test_spirit_magic_on_a_weapon_and_a_plain_weapon_do_not(
    spell: Spell, dice: list[tuple[int, int]]
) -> None:
    play = unmet(strike(make_fighter(spell)), (100, 50), (8, 4), (4, 2), *dice)
    assert play.all(SpiritHurt) == []
    assert play.only(BlowSettled).outcome == "stopped"

    plain = unmet(strike(make_fighter()), (100, 50), (8, 4), (4, 2))
    assert plain.all(SpiritHurt) == []


@pytest.mark.parametrize(
    "attack, defence, points", [(50, 60, 0), (50, 61, 4), (12, 50, 6), (12, 12, 0), (50, 12, 0)]
)
def test_a_spirit_stops_a_weapon_by_the_same_degree_or_better_as_by_a_dodge(
    attack: int, defence: int, points: int
) -> None:
    play = strike(make_fighter(iron=True))
    play.asks("defend", "sen", "none", "spirit")
    dice = d100(attack, defence)
    if points:
        dice += [(8, 1)] * (2 if attack == 12 else 1) + [(4, 2)]
    play.when(Choose(character="sen", use="spirit"), dice)

    assert play.all(Checked)[1].purpose == "spirit_defence"
    assert sum(one.points for one in play.all(SpiritHurt)) == points


def test_by_the_option_a_spirit_has_no_defence() -> None:
    play = begin(None, {"spirit_defence": "none"}, rin=make_fighter(iron=True), sen=make_ghost())
    play.when(Strike(character="rin", target="sen"), [(100, 50), (8, 1), (4, 2)]).settled()

    assert play.only(SpiritHurt).points == 4


@pytest.mark.parametrize("spell, dice, points", [("disruption", (3, 2), 2), ("lightning", (6, 5), 5)])
def test_spells_of_damage_harm_a_spirits_magic_points(spell: str, dice: tuple[int, int], points: int) -> None:
    play = begin(rin=make_caster(), sen=make_ghost())
    play.when(Cast(character="rin", spell=spell, target="sen"), [*d100(50, 50), dice])

    assert play.only(SpiritHurt).points == points


def test_a_spirit_struck_down_to_nothing_is_beaten() -> None:
    play = begin(rin=make_caster(), sen=make_ghost(mp=1))
    play.when(Cast(character="rin", spell="disruption", target="sen"), [*d100(50, 50), (3, 2)])

    assert play.only(Fainted).character == "sen"
    assert play.only(SpiritDrivenOff).character == "sen"
    assert play.state.characters["sen"].mp == 0


def test_what_needs_a_body_or_eyes_does_nothing_to_a_spirit() -> None:
    play = begin(rin=make_caster(), sen=make_ghost(), oni=make_ghost(visible=False))

    play.when(Cast(character="rin", spell="heal", target="sen")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="bladesharp", target="sen")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="disruption", target="oni")).refused("runequest.cannot_cast")
