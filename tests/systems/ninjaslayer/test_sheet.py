"""Sheets and the overview of the table."""

from typing import Any

import pytest
from ninjas import begin, change, fight, gather, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Sheet
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.making import BringIn
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.sheet import make_overview, make_sheet
from tenmatsu.systems.ninjaslayer.state import Body, Scenario, State

HURT = make_ninja(
    karate=13,
    jitsu=1,
    reduction=1,
    skills=("multi_attack:3", "resists_death"),
    weapons=("katana",),
    wielded="katana",
    emergency=2,
    emergency_dice=1,
    lost={"wazamae": 2, "legs": 1},
    changed={"neuron": 1},
    injuries={"legs": 2},
    untreated=("head",),
    now_vitality=2,
    square="C4",
    unconscious=True,
    exploded=True,
    removed=True,
    focused=True,
    off_balance=True,
    hampered=1,
    boosted=True,
    eased=True,
    sensed=True,
    cash=4,
    dkk=2,
)


def show(figure: Figure) -> Sheet:
    play = begin(a=figure)
    return make_sheet(play.state, play.rules, "a")


def read(sheet: Sheet) -> dict[str, Any]:
    return {entry.key: entry.value for entry in sheet.entries}


def test_somebody_who_was_never_made_has_an_empty_sheet() -> None:
    play = gather("a")
    assert make_sheet(play.state, play.rules, "a") == Sheet(character="a", entries=())


def test_the_first_lines_are_as_on_the_printed_sheet() -> None:
    keys = [entry.key for entry in show(make_ninja()).entries if entry.group in {"abilities", "second_line"}]

    assert keys == [
        *("karate", "vitality", "neuron", "spirit", "wazamae", "legs", "jitsu"),
        *("attack", "shooting", "initiative", "hacking", "dodge", "precision", "cartwheel"),
    ]


def test_a_sheet_shows_abilities_as_they_are_now_and_what_stands_below_them() -> None:
    values = read(show(HURT))

    assert (values["wazamae"], values["base_wazamae"]) == (2, 4)
    assert (values["neuron"], values["base_neuron"]) == (4, 3)
    assert (values["legs"], values["base_legs"]) == (2, 3)
    assert "base_karate" not in values
    assert (values["shooting"], values["activation"], values["reduction"]) == (2, 5, 1)


def test_a_sheet_shows_vitality_and_spirit_with_the_most_of_them() -> None:
    entries = {entry.key: entry for entry in show(HURT).entries}

    assert (entries["vitality"].value, entries["vitality"].limit) == (2, 6)
    assert (entries["spirit"].value, entries["spirit"].limit) == (3, 3)
    assert (entries["dkk"].value, entries["dkk"].limit) == (2, 12)


def test_a_sheet_shows_dice_condition_injuries_skills_and_gear() -> None:
    values = read(show(HURT))

    assert (values["dodge_dice"], values["emergency_dice"], values["quick_dice"]) == (6, 1, 5)
    flags = ("unconscious", "exploded", "removed", "focused", "off_balance", "boosted", "eased", "sensed")
    assert all(values[flag] is True for flag in flags)
    assert (values["square"], values["hampered"], values["cash"]) == ("C4", 1, 4)
    assert (values["injury_legs"], values["untreated_head"]) == (2, True)
    assert values["automatic_skills"] == ("multi_attack:3",)
    assert values["own_skills"] == ("multi_attack:3", "resists_death")
    assert (values["wielded"], values["weapons"], values["emergency"]) == ("katana", ("katana",), 2)


def test_a_mobs_sheet_says_what_it_is_and_has_no_dodge_dice() -> None:
    values = read(show(make_mob()))

    assert (values["kind"], values["model"], values["ninja"]) == ("mob", "yakuza", False)
    assert not {"dodge_dice", "emergency_dice", "quick_dice", "dkk", "activation"} & set(values)


@pytest.mark.parametrize("figure", [HURT, make_mob(), make_boss(model="sonic_boom")])
def test_every_line_and_box_of_a_sheet_reads_as_words(figure: Figure) -> None:
    play = fight(begin(a=figure, b=make_boss()), "a", "b", boss=True, rising=2, dkk=1, atmosphere=1)
    words = SYSTEM.words()
    sheets = (make_sheet(play.state, play.rules, "a"), make_overview(play.state, play.rules))
    for entry in (entry for sheet in sheets for entry in sheet.entries):
        for key in (entry.key, entry.group):
            assert key == "dkk" or not words.label(key, "ja").isascii()
            assert "_" not in words.label(key, "en")
        for lang in LANGUAGES:
            assert "_" not in words.value(entry.key, entry.value, lang, {})


def test_own_skills_read_with_their_level() -> None:
    words = SYSTEM.words()
    assert words.value("own_skills", ("multi_attack:2", "resists_death"), "ja", {}) == "連続攻撃:2、即死耐性"


@pytest.mark.parametrize("model", gather().rules.tables.models)
def test_every_model_weapon_and_skill_has_a_name_in_both_languages(model: str) -> None:
    words, row = SYSTEM.words(), gather().rules.tables.models[model]
    for key in (model, *row.weapons, *row.skills):
        assert not words.label(key, "ja").isascii()
        assert "_" not in words.label(key, "en")


def test_the_overview_between_scenarios_is_the_stage_and_the_pool() -> None:
    values = read(make_overview(State(), begin().rules))
    assert values == {"stage": "over", "pool": 0}


def test_the_overview_shows_what_there_is_to_be_looted() -> None:
    bodies = {
        "D4": Body(square="D4", cash=3, quick=1, items=("katana",)),
        "s": Body(square="", emergency=2, carried=True),
        "E4": Body(square="E4"),
    }
    play = change(begin(s=make_boss()), bodies=bodies)
    values = read(make_overview(play.state, play.rules))
    assert values["loot_of:D4"] == ("cash:3", "quick_dice:1", "katana")
    assert values["loot_of:s"] == ("emergency_dice:2",)
    assert "loot_of:E4" not in values
    assert SYSTEM.words().label("loot_of:s", "ja", {"s": "カジ"}) == "戦利品:カジ"


def test_the_overview_shows_scenario_turn_order_hand_and_atmosphere() -> None:
    play = begin(a=make_ninja(), s=make_boss(), x=make_mob(), y=make_mob())
    change(play, scenario=Scenario(number=3, stage="play", pool=7))
    fight(play, ("x", "y"), "s", "a", phase="move", turn=4, boss=True, rising=1, ended=("x",), dkk=2)

    assert read(make_overview(play.state, play.rules)) == {
        "number": 3,
        "stage": "play",
        "pool": 7,
        "turn": 4,
        "battle_stage": "hands",
        "order": ("x", "y", "s", "a"),
        "hand": ("y",),
        "phase": "move",
        "atmosphere": 0,
        "rising": 1,
        "turn_dkk": 2,
    }


def test_a_battle_without_a_boss_has_no_atmosphere_and_nobody_acts_while_people_are_placed() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob()), "a", "m", stage="deploying", slots=())
    values = read(make_overview(play.state, play.rules))
    assert not {"atmosphere", "rising", "order", "hand", "phase", "turn_dkk"} & set(values)


def test_a_slot_of_several_mobs_shows_no_single_phase() -> None:
    play = fight(begin(x=make_mob(), y=make_mob()), ("x", "y"))
    values = read(make_overview(play.state, play.rules))
    assert values["hand"] == ("x", "y")
    assert "phase" not in values


def test_ninja_slayers_sheet_lists_his_skills() -> None:
    play = gather("s").given(BringIn(characters=("s",), model="slayer"))
    values = read(make_sheet(play.state, play.rules, "s"))

    assert values["automatic_skills"] == ("multi_attack:3", "rapid_fire:2", "multi_target", "staggered")
    assert {
        "hatred",
        "hell_tornado",
        "mighty_shuriken",
        "naraku_within",
        "resists_death",
        "lance_kick",
    } < set(values["own_skills"])
