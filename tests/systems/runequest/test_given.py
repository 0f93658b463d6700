"""What makes a roll easier, and where somebody comes from, only the GM gives; what was given is told."""

from typing import Any

import msgspec
import pytest
from kit import Play
from runequests import begin, make_figure, make_foe

from tenmatsu.engine.contract import Command
from tenmatsu.engine.table.state import Character, Seat
from tenmatsu.systems.runequest.commands.checks import Oppose, Resist, RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.making import Equip, MakeCharacter
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.commands.rounds import BeginMelee, DeclareIntent, JoinMelee
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.wording import load_words

GIVEN = "runequest.gm_gives"


def seat_player() -> Play:
    """Return a game in which a player has リン; the foe is the GM's."""
    play = begin(rin=make_figure(skills={"dodge": 40}), jin=make_foe())
    play.table.seats["p1"] = Seat("player")
    play.table.characters["rin"] = Character("p1")
    return play


@pytest.mark.parametrize(
    "command",
    [
        RollSkill(character="rin", ability="dodge", plus=20),
        RollCharacteristic(character="rin", name="STR", plus=5),
        RollCharacteristic(character="rin", name="STR", times=10),
        Resist(character="rin", against="jin", plus=5),
        Resist(character="rin", value=0),
        Resist(character="rin", against="jin", using=("STR",), against_using=("INT",)),
        Oppose(character="rin", ability="hide", against="jin", plus=5),
        Oppose(character="rin", ability="hide", against="jin", against_plus=-5),
        Equip(character="rin", weapon="dagger", iron=True),
    ],
)
def test_a_player_gives_nothing_that_makes_a_roll_easier(command: Command) -> None:
    seat_player().when(command, by="p1").refused(GIVEN)


def test_a_player_does_not_say_that_a_target_is_unaware() -> None:
    play = begin(rin=make_figure(skills={"rock": 40}), jin=make_foe())
    play.table.seats["p1"] = Seat("player")
    play.given(Equip(character="rin", weapon="rock", hand="right"))
    play.when(Shoot(character="rin", target="jin", arm="rock", unaware=True), by="p1").refused(GIVEN)


def test_a_player_may_make_a_roll_harder() -> None:
    play = seat_player()
    play.when(RollSkill(character="rin", ability="dodge", plus=-15), [(100, 26)], by="p1")
    assert play.only(Checked).degree == "failure"


def test_a_player_does_not_choose_where_to_come_into_a_melee() -> None:
    play = seat_player().given(BeginMelee(fighters=("jin",)))
    play.when(JoinMelee(character="rin", place=11), by="p1").refused(GIVEN)
    play.when(JoinMelee(character="rin"), by="p1")
    assert play.refusal is None


def test_what_the_gm_gives_stands_beside_the_roll() -> None:
    play = seat_player()
    play.when(RollSkill(character="rin", ability="dodge", plus=20), [(100, 51)])
    words, checked = load_words(), play.only(Checked)

    assert "57%（修正+20）" in words.event("runequest.checked", checked, "ja", {})
    assert "57 % (+20 given)" in words.event("runequest.checked", checked, "en", {})


def test_characteristics_given_freely_are_told() -> None:
    play = begin()
    play.table.seats["p1"] = Seat("player")
    play.table.characters["rin"] = Character("p1")
    made = MakeCharacter(
        character="rin",
        template="sturdy",
        characteristics={"STR": 18},
        homeland="sartar",
        occupation="warrior",
        cult="humakt",
    )
    play.when(made, by="p1")

    words = load_words()
    assert "自由に決めた能力値: STR 18" in words.event("runequest.sheet_chosen", play.events[0], "ja", {})
    assert "rin" not in play.state.drafts


@pytest.mark.parametrize(
    "forged",
    [
        {"kind": "spell", "spell": "heal", "points": 2, "boost": -3},
        {"kind": "spell", "spell": "heal", "points": -1},
        {"kind": "spell", "spell": "steel_the_flesh", "strength": -2},
        {"kind": "spell", "spell": "steel_the_flesh", "duration": 1000},
        {"kind": "move", "units": 10**9, "toward": "jin"},
        {"kind": "attack", "parts": [-50, 200]},
        {"kind": "attack", "parts": [50] * 9},
    ],
)
def test_a_step_takes_no_amount_that_is_out_of_all_bounds(forged: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"character": "rin", "steps": [forged]}, DeclareIntent)


def test_an_intent_has_no_endless_list_of_steps() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"character": "rin", "steps": [{"kind": "other"}] * 21}, DeclareIntent)
