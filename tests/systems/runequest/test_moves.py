"""Legal moves: all that are listed may be made, whatever the readings, in a melee and outside one."""

from random import Random

import msgspec
import pytest
from autoplay import SITUATIONS, draw_options, find_rules
from kit import Play
from runemelees import make_archer
from runemoves import GM, list_moves, make_company, name_moves, try_out, whose
from runequests import begin, hold, make_figure, make_foe
from skirmishes import make_ghost

from tenmatsu.systems.runequest import SYSTEM


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
        "learn",
    }
    assert "shoot" in name_moves(play, "sun")
    assert name_moves(play, "ken") & {"roll_skill", "strike", "cast"} == set()
    assert "roll_characteristic" in name_moves(play, "ken")
    assert name_moves(play, "dan") & {"roll_skill", "roll_characteristic", "hurt", "equip"} == set()
    rolls = {"roll_skill", "roll_characteristic", "resist"}
    assert {"begin_melee", "pass_time", "favor_magic"} | rolls == name_moves(play, GM)
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
    assert [field.name for field in shot.open] == ["metres"]
    empty = begin(sun=make_archer(arms={"self_bow": hold("self_bow", "both", shots=0)}), jin=make_foe())
    assert list_moves(empty, "sun", "shoot") == []
