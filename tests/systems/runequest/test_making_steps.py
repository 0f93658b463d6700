"""The four sheets one by one; the GM's people and spirits; what a changed characteristic changes."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runemaking import choose, gather
from runequests import TABLES, begin, make_figure

from tenmatsu.systems.runequest import SYSTEM, derived
from tenmatsu.systems.runequest.building import change_characteristic
from tenmatsu.systems.runequest.commands.making import (
    ChangeCharacteristic,
    ChooseCult,
    ChooseHomeland,
    ChooseOccupation,
    ChooseTemplate,
    MakeNpc,
    MakeSpirit,
)
from tenmatsu.systems.runequest.events.making import CharacteristicChanged, FigureMade, SheetChosen
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Characteristic, Figure
from tenmatsu.systems.runequest.preparing import list_making_moves
from tenmatsu.systems.runequest.state import Draft


def _bring(command: MakeNpc | MakeSpirit) -> Figure:
    event = gather(command.character).when(command).only(FigureMade)
    assert isinstance(event, FigureMade)
    assert event.being == ("npc" if event.figure.embodied else "spirit")
    return event.figure


# ---- step by step ----


def test_sheets_one_by_one_make_the_same_character_as_all_at_once() -> None:
    steps = gather("rin").given(
        ChooseOccupation(character="rin", occupation="warrior"),
        ChooseTemplate(character="rin", template="sturdy"),
        ChooseHomeland(character="rin", homeland="sartar"),
        ChooseCult(character="rin", cult="humakt", spells={"bladesharp": 5}),
    )
    at_once = gather("rin").given(choose(spells={"bladesharp": 5}))

    assert steps.state == at_once.state
    assert steps.state.drafts == {}


def test_a_sheet_may_be_chosen_anew_until_the_last() -> None:
    play = gather("rin").given(
        ChooseTemplate(character="rin", template="sturdy"),
        ChooseTemplate(character="rin", characteristics=dict.fromkeys(CHARACTERISTICS, 12)),
    )
    assert play.state.drafts["rin"] == Draft(
        sheets={"templates": ""}, characteristics=dict.fromkeys(CHARACTERISTICS, 12)
    )

    play.given(ChooseTemplate(character="rin", template="nimble"))
    assert play.state.drafts["rin"] == Draft(sheets={"templates": "nimble"})


def test_a_chosen_sheet_is_told() -> None:
    gather("rin").when(ChooseHomeland(character="rin", homeland="prax")).then(
        SheetChosen(character="rin", sheet="homelands", choice="prax")
    )


def test_the_cult_comes_last() -> None:
    play = gather("rin").given(ChooseTemplate(character="rin", template="sturdy"))

    play.when(ChooseCult(character="rin", cult="humakt")).refused("runequest.sheets_first")


@pytest.mark.parametrize(
    "command",
    [
        ChooseTemplate(character="rin", template="no_such"),
        ChooseHomeland(character="rin", homeland="no_such"),
        ChooseOccupation(character="rin", occupation="no_such"),
        ChooseCult(character="rin", cult="no_such"),
        MakeNpc(character="rin", template="no_such"),
        MakeNpc(character="rin", template="sturdy", cult="no_such"),
        MakeNpc(character="rin", template="sturdy", arms=("no_such",)),
        MakeNpc(character="rin", template="sturdy", skills={"no_such": 5}),
        MakeNpc(character="rin", template="sturdy", spells={"no_such": 5}),
        MakeSpirit(character="rin", POW=10, CHA=10, spells={"no_such": 1}),
    ],
)
def test_names_that_the_tables_do_not_know_are_refused(command: Any) -> None:
    gather("rin").when(command).refused("runequest.unknown_row")


# ---- the GM's people ----


def test_an_npc_of_a_template_alone_has_a_body_and_its_own_weapons() -> None:
    broo = _bring(MakeNpc(character="broo", template="sturdy"))

    assert (broo.npc, broo.friendly, broo.max_hp) == (True, False, 16)
    assert list(broo.arms) == ["fist", "kick", "grapple"]


def test_what_is_given_stands_over_the_sheets_of_an_npc() -> None:
    broo = _bring(
        MakeNpc(
            character="broo",
            template="balanced",
            homeland="sartar",
            occupation="warrior",
            cult="orlanth",
            characteristics={"STR": 20},
            skills={"light_mace": 55, "bite": 40, "off:dagger": 20},
            arms=("light_mace", "bite", "dagger", "dagger"),
            armor=2,
            natural_armor=1,
            spells={"bladesharp": 4, "burning_lance": 9, "spirit_block": 1},
            rune_points=1,
            friendly=True,
            mounted=True,
            shaman="shaman",
        )
    )

    assert (broo.of("STR"), broo.skills["light_mace"], broo.skills["off:dagger"]) == (20, 55, 20)
    assert list(broo.arms)[:4] == ["light_mace", "bite", "dagger", "dagger_2"]
    assert broo.arms["light_mace"].hand == "right"
    assert {one.armor for one in broo.locations.values()} == {2}
    assert (broo.natural_armor, broo.rune_points, broo.max_rune_points) == (1, 1, 1)
    assert (broo.known["bladesharp"], broo.known["burning_lance"]) == (4, 1)
    assert broo.known["shield"] == 1
    assert (broo.friendly, broo.mounted, broo.shaman) == (True, True, "shaman")


def test_an_npc_wears_and_carries_what_its_occupation_does_where_nothing_is_said() -> None:
    guard = _bring(MakeNpc(character="guard", template="sturdy", occupation="warrior"))

    assert guard.locations["head"].armor == 4
    assert guard.arms["broadsword"].hand == "right"


def test_a_spirit_spell_of_an_npc_has_points_that_it_can_have() -> None:
    command = MakeNpc(character="broo", template="sturdy", spells={"demoralize": 4})

    gather("broo").when(command).refused("runequest.wrong_spell_points")


def test_an_npc_needs_characteristics() -> None:
    gather("broo").when(MakeNpc(character="broo")).refused("runequest.characteristics_missing")


def test_a_spirit_has_no_body() -> None:
    ghost = _bring(
        MakeSpirit(character="ghost", POW=15, CHA=13, spells={"disruption": 1}, spirit_armor=2, visible=True)
    )

    assert not ghost.embodied
    assert (ghost.max_hp, ghost.locations, ghost.arms) == (0, {}, {})
    assert (ghost.mp, ghost.max_mp, ghost.spirit_armor, ghost.visible) == (15, 15, 2, True)
    assert ghost.skills == {"spirit_combat": 20 + 5}  # POW 15: magic +5
    assert derived.find_spirit_damage(TABLES, ghost) == ("1D6+1",)
    assert _bring(MakeSpirit(character="ghost", POW=9, CHA=9, spirit_combat=70)).skills == {
        "spirit_combat": 70
    }


# ---- what a changed characteristic changes ----


def test_more_con_lifts_hit_points_of_the_whole_and_of_each_location() -> None:
    rin = make_figure(CON=12)
    hurt = {**rin.locations, "head": msgspec.structs.replace(rin.locations["head"], hp=1)}
    rin = msgspec.structs.replace(rin, locations=hurt, hp=rin.max_hp - 3)
    assert (rin.max_hp, rin.locations["head"].max_hp) == (13, 5)

    play = begin(rin=rin).given(ChangeCharacteristic(character="rin", name="CON", to=16))
    after = play.state.characters["rin"]
    assert (after.hp, after.max_hp) == (14, 17)
    assert (after.locations["head"].hp, after.locations["head"].max_hp) == (2, 6)
    assert (after.locations["chest"].hp, after.locations["chest"].max_hp) == (7, 7)


def test_less_con_caps_hit_points_and_wounds_nobody() -> None:
    rin = make_figure(CON=16, hp=3)
    after = (
        begin(rin=rin).given(ChangeCharacteristic(character="rin", name="CON", to=9)).state.characters["rin"]
    )

    assert (after.hp, after.max_hp) == (3, 10)
    assert (after.locations["chest"].hp, after.locations["chest"].max_hp) == (5, 5)


def test_pow_changes_the_most_of_magic_points_and_they_come_back_by_themselves() -> None:
    play = begin(rin=make_figure(POW=10, mp=8))
    event = play.when(ChangeCharacteristic(character="rin", name="POW", to=14)).only(CharacteristicChanged)
    assert (event.mp, event.max_mp) == (8, 14)

    play.given(ChangeCharacteristic(character="rin", name="POW", to=6))
    assert (play.state.characters["rin"].mp, play.state.characters["rin"].max_mp) == (6, 6)


def test_skills_follow_their_category_and_what_they_come_from() -> None:
    skills = {"broadsword": 60, "dodge": 37, "read_write": 40, "off:dagger": 15, "burning_lance": 50}
    play = begin(rin=make_figure(DEX=12, INT=12, skills=skills))

    play.given(ChangeCharacteristic(character="rin", name="DEX", to=17))
    assert play.state.characters["rin"].skills == {**skills, "broadsword": 70, "dodge": 37 + 10 + 10}
    play.given(ChangeCharacteristic(character="rin", name="INT", to=17))
    assert play.state.characters["rin"].skills["read_write"] == 50


def test_a_spirit_has_no_strength_to_change_but_a_power() -> None:
    play = gather("ghost").given(MakeSpirit(character="ghost", POW=10, CHA=10))

    play.when(ChangeCharacteristic(character="ghost", name="STR", to=9)).refused(
        "runequest.no_characteristic"
    )
    play.given(ChangeCharacteristic(character="ghost", name="POW", to=17))
    ghost = play.state.characters["ghost"]
    assert (ghost.max_hp, ghost.max_mp, ghost.skills["spirit_combat"]) == (0, 17, 30)


@given(data=st.data(), name=st.sampled_from(CHARACTERISTICS), to=st.integers(1, 40), loss=st.integers(0, 20))
def test_maxima_fit_whatever_characteristic_changes(
    data: st.DataObject, name: Characteristic, to: int, loss: int
) -> None:
    drawn = data.draw(st.fixed_dictionaries({one: st.integers(3, 21) for one in CHARACTERISTICS}))
    rin = make_figure(**drawn)
    rin = msgspec.structs.replace(rin, hp=rin.max_hp - loss)
    changed, _ = change_characteristic(TABLES, rin, name, to)

    assert changed.hp <= changed.max_hp == derived.find_hit_points(TABLES, changed.characteristics)
    assert min(rin.hp, changed.max_hp) <= changed.hp
    for place, location in changed.locations.items():
        assert location.max_hp == derived.find_location_points(TABLES, place, changed.max_hp)
        assert location.hp <= location.max_hp
    assert changed.mp <= changed.max_mp == changed.of("POW")


# ---- what is offered ----


def test_whoever_is_not_made_is_offered_all_four_choices_and_each_sheet() -> None:
    play = gather("rin")
    offered = list(SYSTEM.prepare(play.state, play.rules, "rin"))
    assert [move.command.removeprefix("runequest.") for move in offered] == [
        "make_character",
        "choose_template",
        "choose_homeland",
        "choose_occupation",
        "make_npc",
        "make_spirit",
    ]
    assert [field.name for field in offered[0].open] == ["template", "homeland", "occupation", "cult"]
    assert "humakt" in offered[0].open[3].choices

    play.given(
        ChooseTemplate(character="rin", template="sturdy"),
        ChooseHomeland(character="rin", homeland="prax"),
        ChooseOccupation(character="rin", occupation="hunter"),
    )
    commands = [move.command for move in list_making_moves(play.state, play.rules, "rin")]
    assert "runequest.choose_cult" in commands
    assert "runequest.choose_template" not in commands


def test_nobody_is_made_twice_and_nothing_is_offered_to_the_gm() -> None:
    play = gather("rin").given(choose())

    for character in ("rin", "@gm", ""):
        assert list(list_making_moves(play.state, play.rules, character)) == []
