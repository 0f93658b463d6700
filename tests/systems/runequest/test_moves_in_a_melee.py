"""What is listed in a melee: intents, what was held back, coming and going, the GM's moves."""

from random import Random
from typing import Any

import msgspec
from kit import Play
from runemelees import act, close_in, fight, make_archer, mean, put, strike
from runemoves import GM, list_moves, make_company, name_moves, try_out
from runequests import hold, make_figure, make_foe
from skirmishes import make_ghost

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.missiles import SetGroup
from tenmatsu.systems.runequest.commands.rounds import LetPrepareAtOnce
from tenmatsu.systems.runequest.melee import Step

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


def test_by_leave_of_the_gm_something_is_made_ready_on_the_move() -> None:
    figure = make_figure(arms={"dagger": hold("dagger", ""), "broadsword": hold("broadsword", "")})
    play = fight({"rin": 0, "jin": 30}, rin=figure, jin=make_foe())
    walk = {"kind": "move", "units": 4, "toward": "jin"}
    beside = {"kind": "ready", "arm": "dagger", "at_once": True}
    assert [walk, beside] not in plans_of(play, "rin")
    play.given(LetPrepareAtOnce(character="rin"))
    assert [walk, beside] in plans_of(play, "rin")
    assert [{"kind": "ready", "arm": "broadsword"}, beside] in plans_of(play, "rin")


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
        "roll_skill",
        "roll_characteristic",
        "resist",
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
