"""Weapons, shields, armour and load: what is owned, what is in which hand, what it weighs."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play
from runemaking import choose, gather
from runequests import TABLES, begin, hold, make_figure

from tenmatsu.engine.errors import UsageError
from tenmatsu.systems.runequest import derived
from tenmatsu.systems.runequest.building import make_arms
from tenmatsu.systems.runequest.commands.making import Carry, Equip, Unequip, WearArmor, Wield
from tenmatsu.systems.runequest.decide.equipping import find_hold_refusal
from tenmatsu.systems.runequest.events.making import (
    ArmGained,
    ArmGivenAway,
    ArmHeld,
    ArmorWorn,
    LoadChanged,
)
from tenmatsu.systems.runequest.figures import Figure, Hand
from tenmatsu.systems.runequest.melee import Melee
from tenmatsu.systems.runequest.preparing import list_equipping_moves
from tenmatsu.systems.runequest.tables import load


def _change(figure: Figure, place: str, **changes: Any) -> Figure:
    """Return a character with a location changed."""
    location = msgspec.structs.replace(figure.locations[place], **changes)
    return msgspec.structs.replace(figure, locations={**figure.locations, place: location})


def _held(play: Play) -> dict[str, str]:
    return {name: arm.hand for name, arm in play.state.characters["rin"].arms.items() if arm.hand}


# ---- weapons and shields ----


def test_a_weapon_is_got_new_and_a_second_one_has_an_id_of_its_own() -> None:
    play = begin(rin=make_figure()).when(Equip(character="rin", weapon="broadsword"))
    play.then(ArmGained(character="rin", arm="broadsword_2", gained=hold("broadsword", "")))

    play.given(Equip(character="rin", weapon="broadsword"))
    assert list(play.state.characters["rin"].arms) == [
        "broadsword",
        "medium_shield",
        "broadsword_2",
        "broadsword_3",
    ]


def test_iron_has_half_as_many_hit_points_again() -> None:
    play = begin(rin=make_figure()).given(Equip(character="rin", weapon="rapier", iron=True, shots=None))
    rapier = play.state.characters["rin"].arms["rapier"]

    assert (rapier.hp, rapier.max_hp, rapier.iron) == (12, 12, True)


def test_arrows_are_counted_where_a_number_is_said() -> None:
    play = begin(rin=make_figure()).given(Equip(character="rin", weapon="self_bow", shots=20))

    assert play.state.characters["rin"].arms["self_bow"].shots == 20


def test_what_was_held_is_put_away_for_what_comes_into_the_hand() -> None:
    play = begin(rin=make_figure())

    play.given(Equip(character="rin", weapon="dagger", hand="left"))
    assert _held(play) == {"broadsword": "right", "dagger": "left"}
    play.given(Equip(character="rin", weapon="greatsword", hand="both"))
    assert _held(play) == {"greatsword": "both"}
    play.given(Wield(character="rin", arm="medium_shield"))
    assert _held(play) == {"medium_shield": "left"}


def test_a_hand_left_open_is_the_main_one_the_other_for_shields_and_both_for_two_handed_weapons() -> None:
    arms = make_arms(TABLES, ["dagger", "greatsword", "small_shield"])
    play = begin(rin=make_figure(arms=arms, main_hand="left"))

    for arm, hand in (("greatsword", "both"), ("dagger", "left"), ("small_shield", "right")):
        assert play.when(Wield(character="rin", arm=arm)).only(ArmHeld).hand == hand


def test_a_weapon_put_away_is_in_no_hand() -> None:
    play = begin(rin=make_figure()).when(Wield(character="rin", arm="broadsword", hand="away"))

    play.then(ArmHeld(character="rin", arm="broadsword", weapon="broadsword", hand=""))
    play.when(Wield(character="rin", arm="broadsword", hand="away")).refused("runequest.not_in_hand")


def test_the_same_thing_is_thrown_or_held_with_both_hands_by_another_grip() -> None:
    arms = {"short_spear": hold("short_spear", hp=7), "medium_shield": hold("medium_shield", "left")}
    play = begin(rin=make_figure(arms=arms))

    play.given(Wield(character="rin", arm="short_spear", grip="short_spear_2h"))
    spear = play.state.characters["rin"].arms["short_spear"]
    assert (spear.weapon, spear.hand, spear.hp, spear.max_hp) == ("short_spear_2h", "both", 7, 10)
    assert _held(play) == {"short_spear": "both"}
    play.given(Wield(character="rin", arm="short_spear", grip="short_spear_thrown"))
    assert play.state.characters["rin"].arms["short_spear"].hand == "right"


def test_what_one_thing_is_in_its_grips_has_the_same_hit_points_and_weighs_the_same() -> None:
    for name, row in TABLES.weapons.items():
        for grip in row.grips:
            other = TABLES.weapons[grip]
            assert name in other.grips
            assert (other.hp, other.enc, other.price) == (row.hp, row.enc, row.price)


@pytest.mark.parametrize(
    "values, wield, code",
    [
        ({}, {"arm": "maul"}, "no_such_arm"),
        ({"arms": {"dagger": hold("dagger", "", broken=True, hp=-6)}}, {"arm": "dagger"}, "arm_broken"),
        ({"arms": {"dagger": hold("dagger", "", stuck_in="jin")}}, {"arm": "dagger"}, "arm_stuck"),
        ({"arms": {"fist": hold("fist", "")}}, {"arm": "fist"}, "part_of_body"),
        ({}, {"arm": "broadsword", "grip": "dagger"}, "no_such_grip"),
        ({}, {"arm": "broadsword", "hand": "both"}, "wrong_hands"),
        ({"arms": {"maul": hold("maul", "both")}}, {"arm": "maul", "hand": "left"}, "wrong_hands"),
    ],
)
def test_what_cannot_be_held_so_is_refused(values: dict[str, Any], wield: dict[str, Any], code: str) -> None:
    begin(rin=make_figure(**values)).when(Wield(character="rin", **wield)).refused(f"runequest.{code}")


@pytest.mark.parametrize("changes", [{"hp": 0}, {"state": "severed"}])
def test_a_useless_arm_holds_nothing(changes: dict[str, Any]) -> None:
    rin = _change(make_figure(), "left_arm", **changes)
    play = begin(rin=rin)

    play.when(Equip(character="rin", weapon="dagger", hand="left")).refused("runequest.arm_useless")
    play.when(Equip(character="rin", weapon="maul", hand="both")).refused("runequest.arm_useless")
    assert play.when(Equip(character="rin", weapon="dagger", hand="right")).only(ArmGained)


def test_why_something_is_not_held_can_be_asked_beforehand() -> None:
    rin = make_figure()

    assert find_hold_refusal(TABLES, rin, "maul") == "no_such_arm"
    assert find_hold_refusal(TABLES, rin, "broadsword") == ""
    assert find_hold_refusal(TABLES, rin, "broadsword", "both") == "wrong_hands"


def test_a_weapon_is_given_away_but_no_part_of_the_body() -> None:
    play = begin(rin=make_figure()).when(Unequip(character="rin", arm="broadsword"))
    play.then(ArmGivenAway(character="rin", arm="broadsword", weapon="broadsword"))
    play.given(Equip(character="rin", weapon="kick"))

    assert list(play.state.characters["rin"].arms) == ["medium_shield", "kick"]
    play.when(Unequip(character="rin", arm="kick")).refused("runequest.part_of_body")


def test_an_unknown_weapon_is_refused_and_so_is_one_for_a_spirit() -> None:
    play = begin(rin=make_figure(), ghost=Figure(embodied=False))

    play.when(Equip(character="rin", weapon="no_such")).refused("runequest.unknown_row")
    play.when(Equip(character="ghost", weapon="dagger")).refused("runequest.no_body")
    play.when(WearArmor(character="ghost", locations=("head",))).refused("runequest.no_body")
    play.when(Carry(character="ghost", enc=1)).refused("runequest.no_body")


def test_in_a_melee_the_gm_alone_hands_things_around() -> None:
    play = begin(rin=make_figure(), jin=make_figure())
    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin",))))
    wield = Wield(character="rin", arm="broadsword", hand="away")

    play.when(wield, by="p_rin").refused("runequest.no_time_for_that")
    assert play.when(msgspec.structs.replace(wield, character="jin"), by="p_jin").only(ArmHeld)
    assert play.when(wield).only(ArmHeld)


# ---- armour and load ----


def test_armour_is_put_on_locations_and_taken_off() -> None:
    play = begin(rin=make_figure())
    play.when(WearArmor(character="rin", armor="bronze_plate", locations=("chest", "abdomen", "chest")))
    play.then(ArmorWorn(character="rin", armor="bronze_plate", points=6, locations=("chest", "abdomen")))

    rin = play.state.characters["rin"]
    assert (rin.locations["chest"].armor, rin.locations["head"].armor) == (6, 0)
    play.given(WearArmor(character="rin", locations=("abdomen",)))
    rin = play.state.characters["rin"]
    assert (rin.locations["abdomen"].armor, rin.locations["abdomen"].worn) == (0, "")


@pytest.mark.parametrize(
    "fields", [{"armor": "no_such", "locations": ("head",)}, {"locations": ("tail",)}, {}]
)
def test_armour_that_there_is_not_or_for_no_location_is_refused(fields: dict[str, Any]) -> None:
    command = {"type": "runequest.wear_armor", "character": "rin", "locations": (), **fields}

    begin(rin=make_figure()).when(msgspec.convert(command, WearArmor)).refused("runequest.unknown_row")


def test_one_piece_covers_chest_and_abdomen_both_arms_or_both_legs() -> None:
    play = begin(rin=make_figure(arms={}))

    def weigh(armor: str, *locations: str) -> int:
        play.given(WearArmor(character="rin", armor=armor, locations=locations))
        return derived.count_enc(TABLES, play.state.characters["rin"])

    assert weigh("bronze_plate", "chest", "abdomen") == 3
    assert weigh("bronze_plate", "right_leg", "left_leg") == 6
    assert weigh("quilted", "right_arm", "left_arm") == 6
    assert weigh("leather", "right_arm") == 7
    assert derived.find_noise(TABLES, play.state.characters["rin"]) == -25


def test_what_else_is_carried_counts_in_full() -> None:
    play = begin(rin=make_figure(arms={})).when(Carry(character="rin", enc=5))

    play.then(LoadChanged(character="rin", now=5))
    assert derived.count_enc(TABLES, play.state.characters["rin"]) == 5


# ---- what is offered ----


def test_what_is_offered_is_accepted() -> None:
    play = gather("rin").given(choose())
    kinds = {kind.__struct_config__.tag: kind for kind in play.system.commands}
    offered = list(list_equipping_moves(play.state, play.rules, "rin"))
    assert {"wield", "unequip", "equip", "wear_armor", "carry"} == {
        move.command.removeprefix("runequest.") for move in offered
    }

    for move in offered:
        filled = {one.name: one.choices[0] if one.choices else one.low for one in move.open}
        again = gather("rin").given(choose())
        again.given(msgspec.convert({"type": move.command, **move.fields, **filled}, kinds[move.command]))


def test_nothing_is_offered_to_a_spirit_nor_in_a_melee() -> None:
    play = begin(rin=make_figure(), ghost=Figure(embodied=False))
    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin",))))

    for character in ("rin", "ghost", "nobody"):
        assert list(list_equipping_moves(play.state, play.rules, character)) == []


# ---- a table's own figures, laws ----


def test_a_table_adds_a_weapon_with_grips_of_its_own() -> None:
    own = """
    [weapons.moon_blade]
    category = "1h_sword"
    base = 10
    damage = "1D8"
    hp = 9
    sr = 2
    specials = ["slash"]
    grips = ["moon_blade_thrown"]
    [weapons.moon_blade_thrown]
    category = "thrown_sword"
    base = 5
    damage = "1D8"
    hp = 9
    range = 20
    thrown = true
    rate = "1/MR"
    specials = ["slash"]
    grips = ["moon_blade"]
    """
    play = begin(own, rin=make_figure()).given(
        Equip(character="rin", weapon="moon_blade", hand="right"),
        Wield(character="rin", arm="moon_blade", grip="moon_blade_thrown"),
    )

    assert play.state.characters["rin"].arms["moon_blade"].weapon == "moon_blade_thrown"
    with pytest.raises(UsageError):
        load(1, '[weapons.dagger]\ngrips = ["no_such"]')


@given(
    commands=st.lists(
        st.tuples(st.sampled_from(["dagger", "maul", "small_shield"]), st.booleans()), max_size=8
    )
)
def test_nobody_ever_holds_more_than_two_hands_can(commands: list[tuple[str, bool]]) -> None:
    play = begin(rin=make_figure())
    for weapon, off in commands:
        hand: Hand = "both" if weapon == "maul" else "left" if off else "right"
        play.given(Equip(character="rin", weapon=weapon, hand=hand))
        held = list(_held(play).values())
        assert sorted(held) in (["both"], ["left"], ["left", "right"], ["right"])
