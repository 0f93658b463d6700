"""Legal moves: all that are listed may be made, whatever the readings, in a melee and outside one."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import SITUATIONS, SeededDice, draw_options, find_rules, make_ghost
from kit import Play, decide_freely
from runemelees import act, close_in, fight, make_archer, mean, put, strike
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.engine.contract import Command, Move
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.missiles import SetGroup
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Step

TYPES: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in SYSTEM.commands}
GM = "@gm"


def list_moves(play: Play, character: str, command: str = "") -> list[Move]:
    moves = SYSTEM.moves(play.state, play.rules, character)
    return [move for move in moves if command in ("", move.command.removeprefix("runequest."))]


def name_moves(play: Play, character: str) -> set[str]:
    return {move.command.removeprefix("runequest.") for move in list_moves(play, character)}


def fill(move: Move, rng: Random) -> Command:
    """Fill the open fields of a move at random; those that may be left out sometimes."""
    fields = dict(move.fields)
    for field in move.open:
        if field.choices:
            fields[field.name] = rng.choice(field.choices)
        elif field.low is not None and (field.required or field.high is not None):
            fields[field.name] = rng.randint(field.low, field.high if field.high is not None else 9)
    return msgspec.convert({"type": move.command, **fields}, TYPES[move.command])


def find_refusal(ask: Callable[[], object]) -> str:
    """Return the code of the refusal, nothing where there is none."""
    try:
        ask()
    except RuleViolation as refusal:
        return refusal.code
    return ""


def whose(play: Play) -> str:
    """Return whoever has something to choose, or is to declare."""
    if play.pending:
        return play.pending[0].whom
    turn = SYSTEM.turn(play.state)
    return "" if turn is None else turn.character


def try_out(play: Play, move: Move, rng: Random) -> None:
    """Make a listed move: it is not refused, and its chance can be told or rolls nothing."""
    command = fill(move, rng)
    chance = partial(SYSTEM.chance, play.state, play.rules, command)
    assert find_refusal(chance) in {"", "runequest.no_roll"}, command
    assert find_refusal(partial(decide_freely, play, command, SeededDice(rng))) == "", command


@pytest.mark.parametrize("seed", range(30))
def test_every_listed_move_of_a_melee_is_legal_under_any_reading(seed: int) -> None:
    rng, play = Random(seed), Play(SYSTEM)
    play.rules = find_rules(SYSTEM, **draw_options(SYSTEM, rng))
    play.given_state(SITUATIONS["runequest"](rng))
    for _ in range(60):
        who = whose(play) if rng.random() < 0.85 else rng.choice([*play.state.characters, GM])
        moves = list_moves(play, who)
        plans = [move for move in moves if move.command == "runequest.declare_intent"]
        if plans and rng.random() < 0.8:
            moves = plans
        moves = [move for move in moves if move.command != "runequest.end_melee" or rng.random() < 0.05]
        if moves:
            try_out(play, rng.choice(moves), rng)
        if play.state.melee is None:
            break


@pytest.mark.parametrize("seed", range(6))
def test_all_that_is_listed_for_one_moment_is_legal(seed: int) -> None:
    rng, play = Random(seed), Play(SYSTEM)
    play.rules = find_rules(SYSTEM)
    start = SITUATIONS["runequest"](rng)
    for who in (whose(play.given_state(start)), GM):
        for move in list_moves(play, who):
            try_out(play.given_state(start), move, rng)


def make_company() -> dict[str, Figure]:
    """Return people with all that can be done outside a melee: wounds, spells, bows, a spirit."""
    rin = make_figure(
        known={"heal": 3, "lightning": 1, "shield": 1, "burning_lance": 1, "bladesharp": 2},
        runes={"air": 70},
        rune_points=2,
        max_rune_points=3,
        mastered=("fire",),
        techniques=("summon", "command"),
        mp=9,
    )
    legs = rin.locations["left_leg"]
    hurt = msgspec.structs.replace(legs, hp=1, wounds=1, missiles=("self_bow",))
    arm = msgspec.structs.replace(rin.locations["left_arm"], hp=2, wounds=1)
    sun = make_archer(known={"countermagic": 2})
    return {
        "rin": msgspec.structs.replace(
            rin, locations={**rin.locations, "left_leg": hurt, "left_arm": arm}, hp=9
        ),
        "sun": sun,
        "jin": make_foe(arms={"broadsword": hold("broadsword", hp=5), "dagger": hold("dagger", "")}),
        "ken": make_foe(unconscious=True),
        "dan": make_foe(dead=True),
        "ghost": make_ghost(Random(1)),
    }


@pytest.mark.parametrize("who", ["rin", "sun", "jin", "ken", "dan", "ghost", GM, "nobody"])
def test_every_listed_move_outside_a_melee_is_legal(who: str) -> None:
    start = begin(None, None, **make_company()).state
    rng, play = Random(3), begin(None, None, **make_company())
    for move in list_moves(play, who):
        if move.command != "runequest.change_characteristic" or who != "ghost":
            try_out(play.given_state(start), move, rng)


# ---- what is listed outside a melee ----


def test_outside_a_melee_there_are_rolls_blows_shots_care_magic_and_equipment() -> None:
    play = begin(None, None, **make_company())
    assert name_moves(play, "rin") == {
        "roll_skill",
        "roll_characteristic",
        "resist",
        "oppose",
        "strike",
        "first_aid",
        "pull_weapon",
        "repair_arm",
        "cast",
        "inscribe",
        "wield",
        "equip",
        "unequip",
        "wear_armor",
        "carry",
        "hurt",
        "mend",
        "regain_points",
        "change_characteristic",
    }
    assert "shoot" in name_moves(play, "sun")
    assert name_moves(play, "ken") & {"roll_skill", "strike", "cast"} == set()
    assert "roll_characteristic" in name_moves(play, "ken")
    assert name_moves(play, "dan") & {"roll_skill", "roll_characteristic", "hurt", "equip"} == set()
    assert {"begin_melee", "pass_time", "favor_magic"} == name_moves(play, GM)
    assert list_moves(play, "nobody") == []


def test_a_spirit_becomes_visible_and_what_it_cannot_do_is_not_listed() -> None:
    unseen = msgspec.structs.replace(make_ghost(Random(1)), visible=False)
    play = begin(rin=make_figure(), ghost=unseen)
    assert {"appear"} <= name_moves(play, "ghost")
    assert not name_moves(play, "ghost") & {"shoot", "strike", "equip", "hurt"}
    seen = msgspec.structs.replace(unseen, visible=True)
    assert "appear" not in name_moves(begin(rin=make_figure(), ghost=seen), "ghost")


def test_a_shot_outside_a_melee_is_listed_for_each_target_and_weapon_in_hand() -> None:
    play = begin(sun=make_archer(), jin=make_foe(), dan=make_foe(dead=True))
    (shot,) = list_moves(play, "sun", "shoot")
    assert shot.fields == {"character": "sun", "target": "jin", "arm": "self_bow"}
    assert [field.name for field in shot.open] == ["metres", "plus"]
    empty = begin(sun=make_archer(arms={"self_bow": hold("self_bow", "both", shots=0)}), jin=make_foe())
    assert list_moves(empty, "sun", "shoot") == []


# ---- intents ----


def plans_of(play: Play, character: str) -> list[list[dict[str, Any]]]:
    return [move.fields["steps"] for move in list_moves(play, character, "declare_intent")]


def kinds_of(play: Play, character: str) -> set[str]:
    return {step["kind"] for plan in plans_of(play, character) for step in plan}


def test_whoever_is_engaged_strikes_casts_or_parts_and_may_only_defend() -> None:
    play = fight(rin=make_figure(known={"disruption": 1}), jin=make_foe())
    plans = plans_of(play, "rin")
    assert [] in plans
    assert [{"kind": "attack", "target": "jin", "arm": "broadsword"}] in plans
    assert [{"kind": "attack", "arm": "broadsword", "special": "impale"}] in plans
    assert [{"kind": "spell", "target": "jin", "spell": "disruption"}] in plans
    assert {"knockback", "aimed_blow", "retreat", "flee", "guard"} <= kinds_of(play, "rin")
    assert not {"move", "shoot", "rise", "spirit_dance", "appear"} & kinds_of(play, "rin")


def test_a_high_skill_is_split_and_two_weapons_strike_together() -> None:
    play = fight(rin=make_figure(skills={"broadsword": 150}), jin=make_foe())
    parts = [plan[0].get("parts") for plan in plans_of(play, "rin") if len(plan) == 1]
    assert [75, 75] in [list(one) for one in parts if one]
    pair = [[step["arm"] for step in plan] for plan in plans_of(play, "rin") if len(plan) == 2]
    assert ["broadsword", "medium_shield"] in pair


def test_whoever_is_apart_charges_moves_and_shoots() -> None:
    play = fight({"sun": 0, "jin": 12}, sun=make_archer(), jin=make_foe())
    assert [{"kind": "shoot", "target": "jin", "arm": "self_bow"}] in plans_of(play, "sun")
    assert [{"kind": "move", "units": -8, "toward": "jin"}] in plans_of(play, "sun")
    charge = [
        {"kind": "move", "units": 3, "toward": "sun"},
        {"kind": "attack", "target": "sun", "arm": "broadsword"},
    ]
    assert charge in plans_of(play, "jin")
    assert not {"attack", "shoot"} & {plan[0]["kind"] for plan in plans_of(play, "jin") if plan}


def test_a_shot_at_whoever_of_a_packed_group_is_listed_once_they_stand_so() -> None:
    figures = {"sun": make_archer(), "jin": make_foe(), "ken": make_foe()}
    play = fight({"sun": 0, "jin": 20, "ken": 20}, None, None, **figures)
    at_anyone = {"kind": "shoot", "target": "jin", "arm": "self_bow", "anyone": True}
    assert [at_anyone] not in plans_of(play, "sun")
    play.given(SetGroup(members=("jin", "ken")))
    assert [at_anyone] in plans_of(play, "sun")


def test_on_the_ground_one_rises_and_strikes_behind_that() -> None:
    play = fight(rin=make_figure(prone=True), jin=make_foe())
    assert [{"kind": "rise"}] in plans_of(play, "rin")
    assert any([step["kind"] for step in plan] == ["rise", "attack"] for plan in plans_of(play, "rin"))


def test_a_weapon_is_drawn_another_dropped_and_wounds_are_seen_to() -> None:
    figure = make_company()["rin"]
    arms = {**figure.arms, "dagger": hold("dagger", "")}
    play = fight({"rin": 0, "jin": 20}, rin=msgspec.structs.replace(figure, arms=arms), jin=make_foe())
    plans = plans_of(play, "rin")
    assert [{"kind": "ready", "arm": "dagger", "at": "broadsword"}] in plans
    assert [{"kind": "first_aid", "target": "rin"}] in plans
    assert [{"kind": "pull_weapon", "locations": ("left_leg",)}] in plans


def test_a_sorcery_spell_is_listed_with_levels_of_strength() -> None:
    play = fight(rin=make_company()["rin"], jin=make_foe())
    lances = [plan[0] for plan in plans_of(play, "rin") if plan and plan[0].get("spell") == "burning_lance"]
    assert {one.get("strength", 0) for one in lances if one["target"] == "jin"} == {0, 1, 2, 3}


def test_while_a_spell_goes_on_only_defences_are_listed_or_giving_it_up() -> None:
    play = fight(rin=make_company()["rin"], jin=make_foe())
    lance = Step(kind="spell", spell="burning_lance", target="jin", strength=3)
    play.given(mean("rin", lance), mean("jin"))
    assert play.state.melee.round == 2
    moves = list_moves(play, "rin", "declare_intent")
    kept = [move.fields["steps"] for move in moves if not move.fields["give_up"]]
    assert kept
    assert all(step["kind"] in ("guard", "spirit_leave") for plan in kept for step in plan)
    assert any(move.fields["give_up"] and move.fields["steps"] for move in moves)


def test_a_spirit_begins_spirit_combat_and_whoever_is_in_it_dances() -> None:
    ghost = msgspec.structs.replace(make_ghost(Random(1)), visible=True)
    play = fight({"rin": 0, "ghost": 0}, rin=make_figure(), ghost=ghost)
    (begun,) = list_moves(play, "ghost", "begin_spirit_combat")
    assert begun.fields == {"character": "ghost", "target": "rin"}
    try_out(play, begun, Random(1))
    assert list_moves(play, "ghost", "begin_spirit_combat") == []
    assert {"spirit_dance", "spirit_leave"} <= kinds_of(play, "rin")
    assert list_moves(play, "rin", "end_spirit_combat")[0].fields == {"character": "rin", "target": "ghost"}


# ---- the rest of a melee ----


def test_whoever_is_not_in_the_melee_joins_and_whoever_is_free_leaves() -> None:
    play = fight({"rin": 0, "jin": 2}, rin=make_figure(), jin=make_foe())
    put(play, sun=make_archer(), ken=make_foe(unconscious=True))
    assert "join_melee" in name_moves(play, "sun")
    assert "leave_melee" not in name_moves(play, "rin")
    assert name_moves(play, "ken") == {"roll_characteristic", "resist"}
    far = fight({"rin": 0, "jin": 20}, rin=make_figure(), jin=make_foe())
    assert "leave_melee" in name_moves(far, "rin")


def test_the_gm_sets_down_places_ways_cover_and_groups() -> None:
    play = fight({"rin": 0, "jin": 20, "ken": 20}, rin=make_figure(), jin=make_foe(), ken=make_foe())
    assert name_moves(play, GM) == {
        "end_melee",
        "close_intents",
        "let_prepare_at_once",
        "place_fighter",
        "set_way",
        "set_cover",
        "set_group",
    }
    assert [move.fields["members"] for move in list_moves(play, GM, "set_group")] == [["jin", "ken"]]
    close_in(play, packed=(("jin", "ken"),), cover={"jin": ("chest",)}, at_once=("rin", "jin", "ken"))
    assert {"character": "jin", "locations": []} in [
        move.fields for move in list_moves(play, GM, "set_cover")
    ]
    assert ["jin"] in [move.fields["members"] for move in list_moves(play, GM, "set_group")]
    assert "let_prepare_at_once" not in name_moves(play, GM)


def test_while_a_choice_is_open_its_answers_are_all_there_is_but_for_what_was_held() -> None:
    play = fight().given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    assert [move.fields["use"] for move in list_moves(play, "rin")] == ["do", "hold", "drop"]
    assert list_moves(play, "jin") == []
    assert name_moves(play, GM) == {"end_melee"}
    act(play, "rin", "hold")
    (held,) = list_moves(play, "rin")
    assert (held.command, held.fields) == ("runequest.act_now", {"character": "rin", "action": 1})
    assert name_moves(play, "jin") == {"choose"}
    try_out(play, held, Random(1))


def test_what_was_held_with_its_target_open_is_listed_for_each_who_fits() -> None:
    play = fight(
        {"rin": 0, "jin": 2, "ken": 2, "dan": 40},
        rin=make_figure(),
        jin=make_foe(),
        ken=make_foe(),
        dan=make_foe(),
    )
    play.given(mean("rin", strike()), mean("jin", strike("rin")), mean("ken"), mean("dan"))
    act(play, "rin", "hold")
    assert [move.fields["target"] for move in list_moves(play, "rin", "act_now")] == ["jin", "ken"]
    play.given(Choose(character="jin", use="do"))
    assert list_moves(play, "rin", "act_now") == []


def test_answers_that_take_an_amount_say_how_much() -> None:
    play = fight(options={"retreat_distance": "gm"}).given(mean("rin", Step(kind="retreat")), mean("jin"))
    act(play, "rin")
    (away,) = list_moves(play, GM, "choose")
    assert (away.fields["use"], away.open[0].name) == ("metres", "amount")
