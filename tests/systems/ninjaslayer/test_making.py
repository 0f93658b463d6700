"""Characters come into the game: players' ninjas, mobs, bosses."""

from typing import Any

import pytest
from kit import d6
from ninjas import TABLES, begin, gather, make_ninja, working

from tenmatsu.systems.ninjaslayer.commands.making import BringIn, MakeCharacter
from tenmatsu.systems.ninjaslayer.decide.making import derive_legs, make_from_model
from tenmatsu.systems.ninjaslayer.events.making import AbilitiesRolled, CharacterMade, GroupBrought
from tenmatsu.systems.ninjaslayer.figures import Base, Figure
from tenmatsu.systems.ninjaslayer.state import Scenario, State
from tenmatsu.systems.ninjaslayer.tables import load

OWN: dict[str, Any] = {"character": "a", "karate": 5, "neuron": 1, "wazamae": 3}


def made(**values: Any) -> Figure:
    """Return the figure that a player makes of カラテ 5, ニューロン 1, ワザマエ 3 and this."""
    play = gather("a").when(MakeCharacter(**{**OWN, **values}))
    figure: Figure = play.only(CharacterMade).figure
    assert play.state.characters == {"a": figure}
    return figure


def test_vitality_is_the_karate_spirit_the_neuron_and_legs_follow_from_the_wazamae() -> None:
    figure = made()

    assert figure.base == Base(karate=5, neuron=1, wazamae=3, vitality=5, spirit=1, legs=3)
    assert (figure.vitality, figure.spirit, figure.quick_dice) == (5, 1, 5)
    assert (figure.kind, figure.ninja, figure.side) == ("pc", True, "players")
    assert (figure.dodge_dice, figure.emergency_dice, figure.wielded) == (0, 0, "unarmed")


@pytest.mark.parametrize("wazamae, legs", [(1, 3), (3, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_legs_are_half_the_wazamae_rounded_up_and_three_at_least(wazamae: int, legs: int) -> None:
    assert derive_legs(wazamae, begin().rules) == legs
    assert made(wazamae=wazamae).base.legs == legs


def test_what_is_given_stands_in_place_of_what_follows() -> None:
    figure = made(
        jitsu=2,
        vitality=7,
        spirit=4,
        legs=6,
        bonuses={"attack": 1},
        reduction=1,
        skills=("multi_attack:2", "resists_death"),
        emergency=2,
        cash=8,
        dkk=3,
    )

    assert figure.base == Base(
        karate=5,
        neuron=1,
        wazamae=3,
        jitsu=2,
        vitality=7,
        spirit=4,
        legs=6,
        bonuses={"attack": 1},
        reduction=1,
        skills=("multi_attack:2", "resists_death"),
        emergency=2,
    )
    assert (figure.vitality, figure.spirit, figure.emergency_dice) == (7, 4, 2)
    assert (figure.cash, figure.dkk) == (8, 3)


@pytest.mark.parametrize(
    "weapons, dice",
    [((), 5), (("katana",), 4), (("katana", "floppy"), 3), (("bio",), 5), (("katana",) * 6, 0)],
)
def test_each_slot_of_a_weapon_costs_one_of_five_quick_dice(weapons: tuple[str, ...], dice: int) -> None:
    figure = made(weapons=weapons)

    assert (figure.base.weapons, figure.quick_dice, figure.wielded) == (weapons, dice, "unarmed")


@pytest.mark.parametrize("die, jitsu", [(1, 0), (3, 0), (4, 1), (5, 2), (6, 3)])
def test_rolled_abilities_are_a_die_each_and_a_jitsu_of_three_or_less_is_none(die: int, jitsu: int) -> None:
    play = gather("a").when(MakeCharacter(character="a", rolled=True), d6(2, 6, 5, die))

    base = Base(karate=2, neuron=6, wazamae=5, jitsu=jitsu, vitality=2, spirit=6, legs=3)
    assert play.state.characters["a"].base == base
    assert play.only(AbilitiesRolled) == AbilitiesRolled(
        character="a", faces=(2, 6, 5, die), karate=2, neuron=6, wazamae=5, jitsu=jitsu
    )


def test_rolled_abilities_may_come_with_gear() -> None:
    play = gather("a").when(
        MakeCharacter(character="a", rolled=True, weapons=("katana",), emergency=1, vitality=9),
        d6(2, 6, 5, 1),
    )

    figure = play.state.characters["a"]
    assert (figure.quick_dice, figure.emergency_dice, figure.vitality) == (4, 1, 9)


@pytest.mark.parametrize("model", [name for name, row in TABLES.models.items() if row.kind == "pc"])
def test_a_model_of_players_has_vitality_and_spirit_as_its_abilities(model: str) -> None:
    row = TABLES.models[model]
    figure = gather("a").when(MakeCharacter(character="a", model=model)).state.characters["a"]

    assert (figure.vitality, figure.spirit) == (row.karate, row.neuron) == (row.vitality, row.spirit)
    assert (figure.base.wazamae, figure.base.jitsu) == (row.wazamae, row.jitsu)
    assert (figure.base.weapons, figure.model, figure.kind) == (row.weapons, model, "pc")


def test_what_is_given_stands_in_place_of_a_models() -> None:
    figure = (
        gather("a")
        .when(MakeCharacter(character="a", model="swordsman", karate=6, weapons=("chainsaw",), cash=2))
        .state.characters["a"]
    )

    assert (figure.base.karate, figure.vitality, figure.base.neuron) == (6, 6, 4)
    assert (figure.base.weapons, figure.quick_dice, figure.cash) == (("chainsaw",), 4, 2)


@pytest.mark.parametrize(
    "values, code",
    [
        ({"karate": 0}, "figure_out_of_range"),
        ({"karate": 100}, "figure_out_of_range"),
        ({"neuron": 0}, "figure_out_of_range"),
        ({"wazamae": 0}, "figure_out_of_range"),
        ({"jitsu": -1}, "figure_out_of_range"),
        ({"vitality": 0}, "figure_out_of_range"),
        ({"spirit": -1}, "figure_out_of_range"),
        ({"legs": 0}, "figure_out_of_range"),
        ({"reduction": -1}, "figure_out_of_range"),
        ({"emergency": -1}, "figure_out_of_range"),
        ({"bonuses": {"attack": 100}}, "figure_out_of_range"),
        ({"cash": -1}, "figure_out_of_range"),
        ({"dkk": 13}, "figure_out_of_range"),
        ({"wazamae": None}, "figure_missing"),
        ({"rolled": True}, "rolled_or_given"),
        ({"model": "nobody"}, "unknown_model"),
        ({"model": "yakuza"}, "model_of_enemies"),
        ({"skills": ("flying",)}, "unknown_skill"),
        ({"skills": ("multi_attack:many",)}, "skill_level"),
        ({"skills": ("multi_attack:",)}, "skill_level"),
        ({"weapons": ("sword",)}, "unknown_weapon"),
        ({"weapons": ("shuriken",)}, "unknown_weapon"),
        ({"weapons": ("unarmed",)}, "unknown_weapon"),
        ({"character": "z"}, "not_at_table"),
    ],
)
def test_figures_that_nobody_can_have_are_refused(values: dict[str, Any], code: str) -> None:
    gather("a").when(MakeCharacter(**{**OWN, **values})).refused(f"ninjaslayer.{code}")


def test_a_model_is_not_rolled_and_bad_gear_is_refused_before_the_dice_fall() -> None:
    play = gather("a")
    play.when(MakeCharacter(character="a", rolled=True, model="brawler")).refused(
        "ninjaslayer.rolled_or_given"
    )
    play.when(MakeCharacter(character="a", rolled=True, legs=0)).refused("ninjaslayer.figure_out_of_range")


def test_nobody_is_made_twice() -> None:
    begin(a=make_ninja()).when(MakeCharacter(**OWN)).refused("ninjaslayer.already_made")


def test_a_boss_is_as_its_model_and_has_no_quick_dice() -> None:
    play = gather("s").when(BringIn(characters=("s",), model="sonic_boom"))

    figure = play.only(CharacterMade).figure
    assert (figure.kind, figure.ninja, figure.side, figure.model) == ("boss", True, "foes", "sonic_boom")
    assert (figure.base.karate, figure.vitality, figure.quick_dice, figure.cash) == (12, 12, 0, 10)
    assert figure.base.skills == ("resists_death",)
    assert figure.dodges


def test_a_boss_need_not_be_a_ninja_and_carries_its_gun_in_hand() -> None:
    figure = gather("m").when(BringIn(characters=("m",), model="shidemushi")).state.characters["m"]

    assert (figure.ninja, figure.base.reduction, figure.wielded) == (False, 1, "gatling")


def test_mobs_come_in_together_alike_and_never_dodge() -> None:
    names = tuple(f"y{number}" for number in range(1, 9))
    play = gather(*names).when(BringIn(characters=names, model="yakuza"))

    brought = play.only(GroupBrought)
    assert (brought.characters, brought.count, brought.model) == (names, 8, "yakuza")
    assert set(play.state.characters) == set(names)
    for figure in play.state.characters.values():
        base = figure.base
        assert (base.karate, base.neuron, figure.vitality, figure.wielded) == (1, 1, 1, "chaka")
        assert (figure.kind, figure.ninja, figure.dodges, figure.dodge_dice) == ("mob", False, False, 0)


def test_a_scenario_says_the_vitality_of_a_sumotori() -> None:
    for vitality in (2, 3, 4):
        command = BringIn(characters=("m",), model="sumotori", vitality=vitality)
        figure = gather("m").when(command).state.characters["m"]
        assert (figure.vitality, figure.base.vitality, figure.base.karate) == (vitality, vitality, 4)


def test_what_is_given_stands_in_place_of_an_enemys_model() -> None:
    command = BringIn(
        characters=("m",),
        model="yakuza",
        side="players",
        karate=2,
        neuron=3,
        wazamae=4,
        jitsu=1,
        spirit=0,
        legs=5,
        reduction=2,
        weapons=(),
        cash=7,
    )
    figure = gather("m").when(command).state.characters["m"]

    base = Base(karate=2, neuron=3, wazamae=4, jitsu=1, vitality=1, spirit=0, legs=5, reduction=2)
    assert (figure.base, figure.side, figure.cash, figure.wielded) == (base, "players", 7, "unarmed")


@pytest.mark.parametrize(
    "values, code",
    [
        ({"characters": ()}, "nobody_named"),
        ({"characters": ("m", "m")}, "named_twice"),
        ({"characters": ("z",)}, "not_at_table"),
        ({"model": "nobody"}, "unknown_model"),
        ({"model": "brawler"}, "model_of_players"),
        ({"vitality": 0}, "figure_out_of_range"),
        ({"cash": -1}, "figure_out_of_range"),
        ({"weapons": ("sword",)}, "unknown_weapon"),
    ],
)
def test_enemies_that_cannot_be_are_refused(values: dict[str, Any], code: str) -> None:
    fields: dict[str, Any] = {"characters": ("m",), "model": "yakuza", **values}
    gather("m").when(BringIn(**fields)).refused(f"ninjaslayer.{code}")


def test_nobody_comes_in_twice() -> None:
    play = gather("m").given(BringIn(characters=("m",), model="yakuza"))

    play.when(BringIn(characters=("m",), model="yakuza")).refused("ninjaslayer.already_made")


def test_a_model_whose_legs_are_not_stated_has_those_of_its_wazamae() -> None:
    play = begin(tables="[models.sonic_boom]\nlegs = 0\n")
    work = working(play)
    make_from_model(work, "x", "sonic_boom", "foes", wazamae=12)

    assert work.state.characters["x"].base.legs == 6


def test_a_rule_makes_somebody_of_a_model_whom_the_table_does_not_know() -> None:
    work = working(begin())
    make_from_model(work, "x", "slayer", "foes", vitality=5)

    figure = work.state.characters["x"]
    assert (figure.vitality, figure.base.karate, figure.side) == (5, 13, "foes")


@pytest.mark.parametrize("model", TABLES.models)
def test_every_model_can_be_made(model: str) -> None:
    command: MakeCharacter | BringIn = BringIn(characters=("a",), model=model)
    if TABLES.models[model].kind == "pc":
        command = MakeCharacter(character="a", model=model)

    assert gather("a").when(command).state.characters["a"].model == model


def test_ninja_slayer_has_the_figures_that_the_rules_state() -> None:
    row = load(1).models["slayer"]

    assert (row.karate, row.neuron, row.wazamae, row.jitsu) == (13, 7, 10, 0)
    assert (row.vitality, row.spirit, row.legs, row.cash) == (13, 9, 7, 10)
    yakuza = load(1).models["yakuza"]
    assert (yakuza.karate, yakuza.neuron, yakuza.vitality) == (1, 1, 1)
    assert load(1).models["yabu"].neuron == 2
    assert load(1).models["sonic_boom"].karate == 12


def test_while_the_play_goes_on_only_the_nm_makes_a_ninja() -> None:
    play = gather("a")
    play.given_state(State(scenario=Scenario(number=1, stage="play")))
    command = MakeCharacter(character="a", model="brawler")

    play.when(command, by="pl_a").refused("ninjaslayer.made_in_play")
    assert "a" in play.when(command).state.characters
