"""What somebody can do, in percent, and what they carry and wear takes off."""

from typing import Any

import msgspec
import pytest
from runequests import begin, hold, make_figure

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.commands.checks import RollSkill
from tenmatsu.systems.runequest.decide.checking import (
    find_skill,
)
from tenmatsu.systems.runequest.events.checks import Checked


def d100(*faces: int) -> list[tuple[int, int]]:
    """Return a script of percentile dice."""
    return [(100, face) for face in faces]


def test_a_skill_passion_or_rune_is_rolled() -> None:
    figure = make_figure(skills={"dodge": 40}, passions={"honor": 70}, runes={"air": 65})
    play = begin(rin=figure)

    play.when(RollSkill(character="rin", ability="honor"), d100(70))
    assert (play.only(Checked).skill, play.only(Checked).degree) == (70, "success")
    play.when(RollSkill(character="rin", ability="air", plus=-15), d100(51))
    checked = play.only(Checked)
    assert (checked.circumstances, checked.degree) == ((Circumstance("plus", -15),), "failure")


def _skill(ability: str, **values: Any) -> int:
    play = begin(rin=make_figure(**values))
    return find_skill(play.state, play.rules, "rin", ability)


def test_a_weapon_never_learned_is_used_with_half_of_a_like_weapons_skill() -> None:
    assert _skill("kopis", skills={"broadsword": 71}) == 35
    assert _skill("kopis", skills={"broadsword": 30, "rapier": 80}) == 40
    assert _skill("maul", skills={"broadsword": 90}) == 20
    assert _skill("kopis", skills={"broadsword": 90, "kopis": 22}) == 22


def test_the_half_is_of_no_use_where_the_base_chance_is_more() -> None:
    # base 10 and 10 for DEX 16 and INT 13
    assert _skill("kopis", skills={"broadsword": 20}) == 20


def test_the_other_hand_starts_at_5_or_from_half_of_a_like_skill() -> None:
    assert _skill("off:broadsword", skills={}) == 5
    assert _skill("off:broadsword", skills={"broadsword": 70}) == 35
    assert _skill("off:broadsword", skills={"broadsword": 70, "off:broadsword": 20}) == 35
    assert _skill("off:broadsword", skills={"broadsword": 70, "off:broadsword": 50}) == 50
    assert _skill("off:dagger", skills={"broadsword": 70}) == 5


def test_a_weapon_may_be_used_with_the_skill_of_another() -> None:
    own = '[weapons.long_kopis]\ncategory = "1h_sword"\nbase = 5\ndamage = "1D8"\nskill = "kopis"'
    play = begin(own, rin=make_figure(skills={"kopis": 64, "off:kopis": 33}))

    assert find_skill(play.state, play.rules, "rin", "long_kopis") == 64
    assert find_skill(play.state, play.rules, "rin", "off:long_kopis") == 33


def test_what_nobody_learned_has_its_base_chance() -> None:
    assert _skill("scan") == 30
    assert _skill("read_write") == 0
    assert _skill("nothing_known") == 0
    assert _skill("POW") == 65


@pytest.mark.parametrize(
    "ability, less",
    [
        ("climb", -5),
        ("hide", -5),
        ("broadsword", -5),
        ("craft", -5),
        ("scan", 0),
        ("honor", 0),
        ("dodge", -19),
    ],
)
def test_enc_over_the_limit_takes_off_agility_manipulation_stealth_and_weapons(
    ability: str, less: int
) -> None:
    # 13 and a sword of 1 carried, 13 allowed; dodging loses 1 for each ENC besides
    figure = make_figure(enc=13, arms={"broadsword": hold("broadsword")}, passions={"honor": 60})
    play = begin(rin=figure).when(RollSkill(character="rin", ability=ability), d100(90))

    assert sum(one.amount for one in play.only(Checked).circumstances) == less


def test_worn_armour_is_heard() -> None:
    figure = make_figure(arms={})
    locations = {
        **figure.locations,
        "chest": msgspec.structs.replace(figure.locations["chest"], armor=4, worn="ring_mail"),
    }
    play = begin(rin=msgspec.structs.replace(figure, locations=locations))

    play.when(RollSkill(character="rin", ability="move_quietly"), d100(90))
    assert play.only(Checked).circumstances == (Circumstance("noise", -25),)
    play.when(RollSkill(character="rin", ability="hide"), d100(90))
    assert play.only(Checked).circumstances == ()
