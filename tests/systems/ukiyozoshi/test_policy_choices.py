"""What the auto-player prefers, one fixed moment each."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import find_rules
from edo import make_figure, make_mob, make_ronin, make_swordsman

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, AnswerBlow, AnswerHold, Attack
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, AnswerRoll
from tenmatsu.systems.ukiyozoshi.commands.combat import (
    BuyAction,
    DrawWeapon,
    EndCombat,
    EndTurn,
    Move,
    SheatheWeapon,
    TakePosture,
)
from tenmatsu.systems.ukiyozoshi.commands.missiles import ReadyMissile, Shoot
from tenmatsu.systems.ukiyozoshi.fight import Blow, Combat, Exchange, Turn
from tenmatsu.systems.ukiyozoshi.state import Check, Figure, State

SPENT = Turn(moves=1, attacks={"大刀": 1}, first_blow=True)
"""A turn of which nothing is left."""


def fight(*, turns: dict[str, Turn] | None = None, at: int = 0, **figures: Figure) -> State:
    """Return a fight of these, in this order; how far they stand nobody has said: all are in reach."""
    return _begin(figures, turns, at)


def _begin(figures: dict[str, Figure], turns: dict[str, Turn] | None, at: int) -> State:
    return State(characters=figures, combat=Combat(order=tuple(figures), at=at, turns=turns or {}))


def line(*, turns: dict[str, Turn] | None = None, **figures: tuple[int, Figure]) -> State:
    """Return a fight of these on a row of squares, each at its own."""
    placed = {name: msgspec.structs.replace(figure, x=x, y=0) for name, (x, figure) in figures.items()}
    return _begin(placed, turns, 0)


def choose(state: State, character: str = "oryu", **options: Any) -> Command:
    return SYSTEM.choose(state, find_rules(SYSTEM, **options), character, Random(1))


def make_poor(**values: Any) -> Figure:
    """Return the swordswoman without 活劇点."""
    return make_swordsman(**{"katsugeki": 0, **values})


# ---- whom to strike, and with what ----


def test_it_attacks_whom_a_blow_takes_most_of() -> None:
    state = fight(oryu=make_poor(), ronin=make_ronin(endurance=10), thug=make_ronin(endurance=3))
    assert choose(state) == Attack(character="oryu", target="thug", weapon="大刀")


def test_it_attacks_who_cannot_defend_rather_than_who_can() -> None:
    state = fight(
        oryu=make_poor(),
        ronin=make_ronin(rank="second", endurance=8),
        thug=make_ronin(rank="second", endurance=8),
        turns={"thug": Turn(defences={"大刀": 1})},
    )
    assert choose(state) == Attack(character="oryu", target="thug", weapon="大刀")


def test_it_attacks_who_wears_no_armour() -> None:
    state = fight(oryu=make_poor(), ronin=make_mob(armour="鎖帷子", gi=8), thug=make_mob())
    assert choose(state) == Attack(character="oryu", target="thug", weapon="大刀")


def test_of_two_alike_it_attacks_the_first_in_the_order() -> None:
    state = fight(oryu=make_poor(), ronin=make_mob(), thug=make_mob())
    assert choose(state) == Attack(character="oryu", target="ronin", weapon="大刀")


def test_it_strikes_with_the_weapon_that_does_most() -> None:
    skills = {"剣術": 1, "棒術": 5}
    state = fight(oryu=make_poor(hands=("脇差", "十手"), skills=skills), ronin=make_mob(gi=12))
    assert choose(state) == Attack(character="oryu", target="ronin", weapon="十手")


def test_it_goes_to_the_weaker_one_within_its_movement() -> None:
    state = line(oryu=(0, make_poor()), ronin=(1, make_ronin()), thug=(5, make_mob(endurance=2)))
    assert choose(state) == Move(character="oryu", x=4, y=0)


def test_it_goes_as_far_as_it_can_to_the_nearest_where_none_is_in_reach() -> None:
    state = line(oryu=(0, make_poor()), ronin=(20, make_ronin()), thug=(15, make_ronin()))
    assert choose(state) == Move(character="oryu", x=6, y=0)


def test_a_long_weapon_steps_back_from_who_stands_on_its_own_square() -> None:
    state = line(oryu=(0, make_poor()), ronin=(0, make_ronin()))
    assert choose(state) == Move(character="oryu", x=1, y=0)


def test_who_is_held_kicks_where_the_sword_has_no_room() -> None:
    state = line(oryu=(0, make_poor(held_by="ronin")), ronin=(0, make_ronin()))
    assert choose(state) == Attack(character="oryu", target="ronin", weapon="蹴り")


def test_it_leaves_alone_who_cannot_act_and_who_is_on_its_side() -> None:
    friend = make_ronin(companion=True, endurance=1)
    state = fight(
        oryu=make_poor(), bunta=friend, thug=make_mob(unconscious=True, endurance=1), ronin=make_ronin()
    )
    assert choose(state) == Attack(character="oryu", target="ronin", weapon="大刀")


# ---- other acts ----


def test_it_draws_before_it_goes_and_strikes() -> None:
    state = line(oryu=(0, make_poor(hands=())), ronin=(1, make_ronin()))
    assert choose(state) == DrawWeapon(character="oryu", weapon="大刀")


def test_it_draws_in_place_of_the_attack_where_no_movement_is_left() -> None:
    state = line(oryu=(0, make_poor(hands=())), ronin=(1, make_ronin()), turns={"oryu": Turn(moves=1)})
    assert choose(state) == DrawWeapon(character="oryu", weapon="大刀", pay="attack")


def test_who_strikes_from_the_sheath_need_not_draw() -> None:
    figure = make_poor(hands=(), perks=("居合い抜き",))
    state = line(oryu=(0, figure), ronin=(1, make_ronin()))
    assert choose(state) == Attack(character="oryu", target="ronin", weapon="大刀")


def test_it_stands_up_first() -> None:
    state = line(oryu=(0, make_poor(posture="prone")), ronin=(1, make_ronin()))
    assert choose(state) == TakePosture(character="oryu", posture="standing")


def test_it_ends_a_turn_of_which_nothing_is_left() -> None:
    state = fight(oryu=make_poor(), ronin=make_ronin(), turns={"oryu": SPENT})
    assert choose(state) == EndTurn(character="oryu")


def make_archer(**values: Any) -> Figure:
    return make_poor(
        **{"skills": {"弓術": 5}, "hands": ("半弓",), "belongings": {"半弓": 1, "矢": 3, "脇差": 1}, **values}
    )


def test_an_archer_shoots_from_afar() -> None:
    state = line(oryu=(0, make_archer(loaded=("半弓",))), ronin=(20, make_ronin()))
    assert choose(state) == Shoot(character="oryu", target="ronin", weapon="半弓")


@pytest.mark.parametrize("turn, pay", [(Turn(), "move"), (Turn(moves=1), "attack")])
def test_an_archer_readies_the_next_arrow_with_movement_and_attack(turn: Turn, pay: Any) -> None:
    state = line(oryu=(0, make_archer()), ronin=(20, make_ronin()), turns={"oryu": turn})
    assert choose(state) == ReadyMissile(character="oryu", weapon="半弓", pay=pay)


def test_an_archer_without_arrows_takes_the_sword() -> None:
    belongings = {"半弓": 1, "脇差": 1}
    state = line(oryu=(0, make_archer(belongings=belongings)), ronin=(20, make_ronin()))
    assert choose(state) == SheatheWeapon(character="oryu", weapon="半弓")
    state = line(oryu=(0, make_archer(belongings=belongings, hands=())), ronin=(20, make_ronin()))
    assert choose(state) == DrawWeapon(character="oryu", weapon="脇差")


def test_the_next_thrown_blade_is_readied_where_nothing_else_is_in_hand() -> None:
    skills = {"手裏剣術": 5}
    thrower = make_poor(hands=(), belongings={"棒手裏剣": 2}, thrown=True, skills=skills)
    state = line(oryu=(0, thrower), ronin=(5, make_ronin()))
    assert choose(state) == ReadyMissile(character="oryu", weapon="棒手裏剣")


# ---- 活劇点 for actions ----


def test_it_buys_an_attack_that_is_worth_a_point_of_many() -> None:
    state = fight(oryu=make_swordsman(katsugeki=5), ronin=make_mob(endurance=4), turns={"oryu": SPENT})
    assert choose(state) == BuyAction(character="oryu", kind="attack")


def test_it_keeps_the_last_point_where_an_attack_would_gain_little() -> None:
    strong = make_ronin(rank="lead", gi=9, endurance=14)
    state = fight(oryu=make_swordsman(katsugeki=1), ronin=strong, turns={"oryu": SPENT})
    assert choose(state) == EndTurn(character="oryu")


def test_a_player_keeps_what_buys_back_a_life_where_an_npc_spends_it() -> None:
    """A blow takes a quarter of this mob: more than an NPC's point is worth, less than a half of a life."""
    tough = make_mob(endurance=25)
    ours = fight(oryu=make_swordsman(katsugeki=2), mob=tough, turns={"oryu": SPENT})
    theirs = fight(
        oryu=make_swordsman(katsugeki=2, npc=True, rank="second"),
        mob=msgspec.structs.replace(tough, npc=False),
        turns={"oryu": SPENT},
    )
    assert choose(ours) == EndTurn(character="oryu")
    assert choose(theirs) == BuyAction(character="oryu", kind="attack")


def test_it_buys_the_movement_that_its_attack_still_needs() -> None:
    state = line(
        oryu=(0, make_swordsman(katsugeki=5)),
        ronin=(4, make_mob(endurance=4)),
        turns={"oryu": Turn(moves=1)},
    )
    assert choose(state) == BuyAction(character="oryu", kind="move")


def test_it_buys_nothing_where_nobody_can_be_reached_or_hurt() -> None:
    far = line(oryu=(0, make_swordsman()), ronin=(30, make_mob()), turns={"oryu": SPENT})
    hard = fight(
        oryu=make_swordsman(hands=("棒手裏剣",), gi=2, belongings={}, skills={}),
        ronin=make_mob(gi=15),
        turns={"oryu": SPENT},
    )
    assert choose(far) == choose(hard) == EndTurn(character="oryu")


# ---- counters ----


def attacked(*, at: int = 1, choices: tuple[str, ...] = ("counter", "none"), **figures: Figure) -> State:
    """Return a fight in which the ronin's blow at oryu is declared."""
    state = _begin(figures, None, at)
    attack = Blow(striker="ronin", target="oryu", weapon="大刀", skill="剣術")
    return msgspec.structs.replace(state, exchange=Exchange(attack=attack, stage="counter", choices=choices))


def test_it_counters_where_its_own_turn_of_the_round_is_over() -> None:
    state = attacked(oryu=make_poor(), ronin=make_ronin())
    assert choose(state) == AnswerAttack(character="oryu", choice="counter", weapon="大刀")


def test_it_keeps_its_attack_for_a_weaker_foe_in_its_own_turn_to_come() -> None:
    state = attacked(at=0, ronin=make_ronin(), oryu=make_poor(), mob=make_mob(endurance=1))
    assert choose(state) == AnswerAttack(character="oryu", choice="none")


def test_it_counters_before_its_own_turn_where_the_attacker_is_the_one_to_strike_anyway() -> None:
    state = attacked(at=0, ronin=make_ronin(), oryu=make_poor())
    assert choose(state) == AnswerAttack(character="oryu", choice="counter", weapon="大刀")


def test_it_does_not_counter_in_vain() -> None:
    state = attacked(oryu=make_poor(skills={}, gi=2), ronin=make_ronin(gi=15))
    assert choose(state) == AnswerAttack(character="oryu", choice="none")


def test_it_buys_a_counter_with_one_point_of_many_but_not_with_the_last() -> None:
    choices = ("buy_counter", "none")
    ronin = make_ronin(rank="second", endurance=25)
    rich = attacked(choices=choices, oryu=make_swordsman(katsugeki=6), ronin=ronin)
    poor = attacked(choices=choices, oryu=make_swordsman(katsugeki=1), ronin=ronin)
    assert choose(rich) == AnswerAttack(character="oryu", choice="buy_counter", weapon="大刀")
    assert choose(poor) == AnswerAttack(character="oryu", choice="none")


# ---- parries ----


def struck(
    total: int,
    *,
    choices: tuple[str, ...] = ("parry", "sidestep", "none"),
    weapon: str = "大刀",
    turns: dict[str, Turn] | None = None,
    **figures: Figure,
) -> State:
    """Return a fight in which the ronin's blow, with this total, would land on oryu."""
    blow = Blow(striker="ronin", target="oryu", weapon=weapon, skill="剣術", total=total, margin=1, hit=True)
    state = _begin(figures, turns, list(figures).index("ronin"))
    return msgspec.structs.replace(state, exchange=Exchange(attack=blow, stage="defend", choices=choices))


def test_it_parries_where_the_sword_is_better_and_sidesteps_where_the_feet_are() -> None:
    sword = struck(18, oryu=make_poor(skills={"剣術": 5, "体さばき": 3}), ronin=make_ronin())
    feet = struck(18, oryu=make_poor(skills={"剣術": 2, "体さばき": 5}), ronin=make_ronin())
    assert choose(sword) == AnswerBlow(character="oryu", choice="parry", weapon="大刀")
    assert choose(feet) == AnswerBlow(character="oryu", choice="sidestep")


def test_it_parries_with_the_weapon_it_is_best_at() -> None:
    figure = make_poor(hands=("脇差", "十手"), skills={"剣術": 1, "棒術": 5})
    state = struck(18, oryu=figure, ronin=make_ronin())
    assert choose(state) == AnswerBlow(character="oryu", choice="parry", weapon="十手")


def test_it_does_not_defend_where_that_is_certain_to_fail() -> None:
    state = struck(30, oryu=make_poor(), ronin=make_ronin())
    assert choose(state) == AnswerBlow(character="oryu", choice="none")


def test_it_does_not_defend_against_what_cannot_hurt() -> None:
    ronin = make_ronin(skills={}, hands=())
    state = struck(12, weapon="拳", oryu=make_poor(armour="具足"), ronin=ronin)
    assert choose(state) == AnswerBlow(character="oryu", choice="none")


def test_a_faint_hope_is_kept_for_the_next_foe_and_taken_where_there_is_none() -> None:
    # 12 + 12 on the dice reaches 24 in 16 of 216
    alone = struck(24, oryu=make_poor(), ronin=make_ronin())
    more = struck(24, oryu=make_poor(), ronin=make_ronin(), mob=make_mob())
    assert choose(alone) == AnswerBlow(character="oryu", choice="parry", weapon="大刀")
    assert choose(more) == AnswerBlow(character="oryu", choice="none")


def test_it_sidesteps_what_goes_through_a_parry() -> None:
    ronin = make_ronin(schools=("薩摩示現流",), tai=10)
    figure = make_poor(tai=3, endurance=2, skills={"剣術": 4, "体さばき": 3})
    state = struck(14, oryu=figure, ronin=ronin)
    assert choose(state) == AnswerBlow(character="oryu", choice="sidestep")


def test_it_makes_sure_of_a_parry_where_a_life_hangs_on_it() -> None:
    figure = make_swordsman(endurance=1, katsugeki=7)
    state = struck(22, oryu=figure, ronin=make_ronin())
    assert choose(state) == AnswerBlow(character="oryu", choice="parry", weapon="大刀", bought=True)


def test_it_buys_another_defence_against_a_heavy_blow_and_not_against_a_light_one() -> None:
    choices = ("buy_parry", "buy_sidestep", "none")
    turns = {"oryu": Turn(defences={"大刀": 1})}
    deadly = struck(18, choices=choices, turns=turns, oryu=make_swordsman(endurance=3), ronin=make_ronin())
    light = struck(
        18,
        choices=choices,
        turns=turns,
        weapon="棒手裏剣",
        oryu=make_swordsman(endurance=16, katsugeki=1),
        ronin=make_ronin(tai=4, hands=("棒手裏剣",)),
    )
    bought = choose(deadly)
    assert isinstance(bought, AnswerBlow)
    assert bought.choice == "buy_parry"
    assert choose(light) == AnswerBlow(character="oryu", choice="none")


# ---- after a failure ----


def failed(roll: str, difficulty: int, *, choices: tuple[str, ...], figure: Figure) -> State:
    """Return a fight in which oryu's roll against the ronin's blow (or to strike it) has failed."""
    ours = roll == "hit"
    blow = Blow(
        striker="oryu" if ours else "ronin",
        target="ronin" if ours else "oryu",
        weapon="大刀",
        skill="剣術",
        total=None if ours else difficulty,
        hit=None if ours else True,
    )
    check = Check(
        character="oryu",
        roll=roll,
        effective=12,
        difficulty=difficulty,
        faces=(1, 1, 2),
        choices=choices,
        data={"which": "attack"},
    )
    state = fight(oryu=figure, ronin=make_ronin(rank="second"))
    return msgspec.structs.replace(state, exchange=Exchange(attack=blow), check=check)


ALL = ("stand", "reroll", "success")


def test_it_rolls_a_parry_again_where_that_is_likely() -> None:
    state = failed("parry", 18, choices=ALL, figure=make_swordsman())
    assert choose(state) == AnswerFailure(character="oryu", choice="reroll")


def test_it_lets_a_parry_stand_that_no_dice_could_save() -> None:
    state = failed("parry", 25, choices=("stand", "reroll"), figure=make_swordsman(endurance=1))
    assert choose(state) == AnswerFailure(character="oryu", choice="stand")


def test_it_turns_a_failed_parry_where_a_life_hangs_on_it_and_the_dice_are_hard() -> None:
    state = failed("parry", 23, choices=ALL, figure=make_swordsman(endurance=1, katsugeki=7))
    assert choose(state) == AnswerFailure(character="oryu", choice="success")


def test_it_keeps_its_points_where_a_blow_would_hardly_scratch() -> None:
    figure = make_swordsman(endurance=60, katsugeki=1)
    state = failed("parry", 20, choices=("stand", "reroll"), figure=figure)
    assert choose(state) == AnswerFailure(character="oryu", choice="stand")


def test_it_rolls_a_missed_blow_again_with_points_to_spare_and_not_with_the_last() -> None:
    rich = failed("hit", 15, choices=ALL, figure=make_swordsman(katsugeki=6))
    poor = failed("hit", 22, choices=("stand", "reroll"), figure=make_swordsman(katsugeki=1))
    assert choose(rich) == AnswerFailure(character="oryu", choice="reroll")
    assert choose(poor) == AnswerFailure(character="oryu", choice="stand")


def test_it_spends_on_a_check_of_everyday_life_what_is_left_over_and_no_more() -> None:
    check = Check(character="oryu", roll="skill", effective=9, difficulty=15, faces=(1, 1, 2), choices=ALL)
    states = {
        points: State(characters={"oryu": make_figure(katsugeki=points)}, check=check) for points in (1, 6)
    }
    assert choose(states[6]) == AnswerFailure(character="oryu", choice="reroll")
    assert choose(states[1]) == AnswerFailure(character="oryu", choice="stand")


@pytest.mark.parametrize("effective, choice", [(2, "buy"), (11, "roll")])
def test_it_buys_its_senses_where_the_dice_would_hardly_save_them(effective: int, choice: Any) -> None:
    check = Check(
        character="oryu",
        roll="stun",
        effective=effective,
        difficulty=14,
        choices=("roll", "buy"),
        data={"which": "attack"},
    )
    blow = Blow(striker="ronin", target="oryu", weapon="拳", style="stun", total=14, hit=True)
    state = fight(oryu=make_swordsman(), ronin=make_ronin())
    state = msgspec.structs.replace(state, exchange=Exchange(attack=blow), check=check)
    assert choose(state) == AnswerRoll(character="oryu", choice=choice)


@pytest.mark.parametrize("jujutsu, dodge, choice", [(4, 1, "jujutsu"), (1, 4, "sidestep")])
def test_it_resists_a_hold_with_the_better_skill(jujutsu: int, dodge: int, choice: Any) -> None:
    blow = Blow(striker="ronin", target="oryu", weapon="組む", style="grapple", total=15, hit=True)
    state = fight(oryu=make_poor(skills={"柔術": jujutsu, "体さばき": dodge}), ronin=make_ronin())
    exchange = Exchange(attack=blow, stage="resist", choices=("jujutsu", "sidestep", "none"))
    state = msgspec.structs.replace(state, exchange=exchange)
    assert choose(state) == AnswerHold(character="oryu", choice=choice)


# ---- the GM's part ----


@pytest.mark.parametrize("character", ["oryu", "@gm"])
def test_the_turn_of_who_fell_in_it_is_ended(character: str) -> None:
    state = fight(oryu=make_poor(dead=True, endurance=0), ronin=make_ronin(), bunta=make_poor())
    assert choose(state, character) == EndTurn(character="oryu")


def test_a_fight_in_which_it_is_nobody_s_turn_is_ended_by_the_gm() -> None:
    state = fight(oryu=make_poor(), ronin=make_ronin(), at=5)
    turn = SYSTEM.turn(state)
    assert turn is not None
    assert turn.character == "@gm"
    assert choose(state, "@gm") == EndCombat()
