"""戦闘ラウンド: order of turns, movement, what a round holds, bought actions, other acts."""

from typing import Any

import pytest
from edo import begin, make_figure, make_npc
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi.commands.blows import Attack
from tenmatsu.systems.ukiyozoshi.commands.combat import (
    BeginCombat,
    BuyAction,
    Dismount,
    DrawWeapon,
    DropWeapon,
    EndCombat,
    EndTurn,
    JoinCombat,
    LeaveCombat,
    Mount,
    Move,
    Place,
    SetDistance,
    SheatheWeapon,
    SpendAction,
    TakePosture,
)
from tenmatsu.systems.ukiyozoshi.events.combat import (
    ActionBought,
    ActionSpent,
    CombatBegun,
    CombatEnded,
    CombatJoined,
    CombatLeft,
    Dismounted,
    DistanceSet,
    Mounted,
    Moved,
    Placed,
    PostureTaken,
    RoundBegun,
    TurnEnded,
    WeaponDrawn,
    WeaponPutAway,
)
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiSpent
from tenmatsu.systems.ukiyozoshi.state import Figure

FIGHT = BeginCombat(characters=("oryu", "ronin"))


def fight(options: dict[str, Any] | None = None, *, ronin: Figure | None = None, **oryu: Any) -> Play:
    """Return a fight of お竜 against a ronin, who has the later turn."""
    oryu = {"belongings": {"大刀": 1, "脇差": 1}, "x": 0, "y": 0, **oryu}
    foe = ronin or make_npc(x=1, y=0, skills={"剣術": 4}, belongings={"大刀": 1}, hands=("大刀",))
    return begin(options=options, oryu=make_figure(**oryu), ronin=foe).given(FIGHT)


# ---- order ----


def test_turns_go_by_rank_then_pc_before_npc_then_gi_then_shin() -> None:
    play = begin(
        mob=make_npc(rank="extra", gi=10),
        slow=make_figure(rank="second", gi=6),
        fast=make_figure(rank="second", gi=8),
        wise=make_figure(rank="second", gi=6, shin=9),
        rival=make_npc(rank="second", gi=10),
        hero=make_figure(rank="lead", gi=4),
        hand=make_figure(rank="support", gi=10),
    )
    play.when(BeginCombat(characters=("mob", "slow", "fast", "wise", "rival", "hero", "hand")))
    assert play.only(CombatBegun).order == ("hero", "fast", "wise", "slow", "rival", "hand", "mob")


def test_dice_decide_between_equals_and_equal_dice_are_rolled_again() -> None:
    play = begin(a=make_figure(), b=make_figure(), c=make_figure())
    play.when(BeginCombat(characters=("a", "b", "c")), d6(3, 5, 3, 1, 2))
    assert play.only(CombatBegun).order == ("b", "c", "a")


def test_a_fight_needs_two_and_there_is_one_at_a_time() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(BeginCombat(characters=("oryu",))).refused("ukiyozoshi.too_few_fighters")
    play.when(BeginCombat(characters=("oryu", "oryu"))).refused("ukiyozoshi.too_few_fighters")
    play.given(FIGHT).when(FIGHT).refused("ukiyozoshi.combat_already")


def test_after_the_last_turn_the_next_round_begins() -> None:
    play = fight()
    play.when(EndTurn(character="oryu")).then(TurnEnded(character="oryu", at=1, next="ronin"))
    play.when(EndTurn(character="ronin")).then(
        TurnEnded(character="ronin", at=2, next=""), RoundBegun(round=2, at=0, first="oryu")
    )


def test_who_cannot_act_has_no_turn() -> None:
    play = begin(oryu=make_figure(), bunta=make_figure(unconscious=True), ronin=make_npc())
    play.given(BeginCombat(characters=("oryu", "bunta", "ronin")), dice=d6(5, 3))
    assert play.when(EndTurn(character="oryu")).only(TurnEnded).next == "ronin"


def test_where_nobody_can_act_the_fight_must_be_ended() -> None:
    play = begin(oryu=make_figure(dead=True), ronin=make_npc(dead=True)).given(FIGHT)
    play.when(EndTurn(character="oryu")).refused("ukiyozoshi.nobody_can_act")
    play.when(EndCombat()).then(CombatEnded(rounds=1))
    play.when(EndCombat()).refused("ukiyozoshi.no_combat")


def test_only_who_has_the_turn_acts() -> None:
    play = fight()
    play.when(EndTurn(character="ronin")).refused("ukiyozoshi.not_your_turn")
    play.when(Move(character="ronin", x=2, y=0)).refused("ukiyozoshi.not_your_turn")


def test_who_joins_takes_the_place_of_their_rank() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc(), hero=make_figure(rank="lead")).given(FIGHT)
    play.when(JoinCombat(character="hero")).then(
        CombatJoined(character="hero", order=("hero", "oryu", "ronin"), at=1)
    )
    play.when(JoinCombat(character="hero")).refused("ukiyozoshi.in_combat_already")


def test_who_leaves_is_out_of_the_order() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc()).given(FIGHT)
    play.when(EndTurn(character="oryu"))
    play.when(LeaveCombat(character="ronin")).then(
        CombatLeft(character="ronin", order=("oryu",), at=0), RoundBegun(round=2, at=0, first="oryu")
    )
    play.when(LeaveCombat(character="ronin")).refused("ukiyozoshi.not_in_combat")
    play.when(LeaveCombat(character="oryu")).refused("ukiyozoshi.last_fighter")
    play.when(EndTurn(character="ronin")).refused("ukiyozoshi.not_in_combat")


# ---- movement ----


def test_a_round_holds_6_ken_of_movement_on_squares_of_1_ken() -> None:
    play = fight()
    assert play.when(Move(character="oryu", x=0, y=6)).only(Moved).half_ken == 12
    play.when(Move(character="oryu", x=0, y=7)).refused("ukiyozoshi.too_far_to_move")


def test_a_diagonal_step_counts_as_one() -> None:
    assert fight().when(Move(character="oryu", x=6, y=6)).only(Moved).half_ken == 12


def test_a_runner_of_10_moves_7_ken() -> None:
    play = fight(skills={"走行": 4})
    assert play.when(Move(character="oryu", x=0, y=7)).only(Moved).half_ken == 14


def test_a_movement_may_be_made_in_parts() -> None:
    play = fight().given(Move(character="oryu", x=0, y=2))
    play.when(Move(character="oryu", x=0, y=6)).settled()
    play.when(Move(character="oryu", x=0, y=7)).refused("ukiyozoshi.too_far_to_move")


def test_a_movement_is_not_split_by_an_attack() -> None:
    mob = make_npc(rank="extra", x=1, y=1)
    play = fight(ronin=mob, hands=("大刀",)).given(Move(character="oryu", x=0, y=1))
    play.given(Attack(character="oryu", target="ronin", weapon="大刀", stand=True), dice=d6(1, 1, 1))
    play.when(Move(character="oryu", x=0, y=2)).refused("ukiyozoshi.too_far_to_move")


def test_a_bought_movement_goes_another_6_ken() -> None:
    play = fight().given(Move(character="oryu", x=0, y=6))
    play.when(BuyAction(character="oryu", kind="move"))
    assert play.only(KatsugekiSpent) == KatsugekiSpent(character="oryu", use="action", amount=1, now=4)
    assert play.only(ActionBought).kind == "move"
    play.when(Move(character="oryu", x=0, y=12)).settled()


def test_actions_are_bought_in_ones_own_turn_with_points() -> None:
    play = fight(katsugeki=0)
    play.when(BuyAction(character="ronin", kind="attack")).refused("ukiyozoshi.not_your_turn")
    play.when(BuyAction(character="oryu", kind="attack")).refused("ukiyozoshi.too_few_points")


def test_plain_distances_do_without_a_map() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc()).given(FIGHT)
    play.when(Move(character="oryu", toward="ronin", ken=3)).refused("ukiyozoshi.distance_unknown")
    play.when(SetDistance(character="oryu", other="ronin", half_ken=10)).then(
        DistanceSet(character="oryu", other="ronin", pair="oryu|ronin", half_ken=10)
    )
    assert play.when(Move(character="oryu", toward="ronin", ken=3)).only(Moved).distance == 4
    assert play.when(Move(character="oryu", away_from="ronin", ken=2)).only(Moved).distance == 8
    play.when(SetDistance(character="oryu", other="oryu", half_ken=1)).refused("ukiyozoshi.same_character")


def test_a_movement_says_where_to() -> None:
    play = fight()
    play.when(Move(character="oryu")).refused("ukiyozoshi.where_to")
    play.when(Move(character="oryu", x=0, y=0)).refused("ukiyozoshi.where_to")
    play.when(Move(character="oryu", toward="ronin", away_from="ronin", ken=1)).refused("ukiyozoshi.where_to")
    play.when(Move(character="oryu", toward="ronin", ken=1)).refused("ukiyozoshi.name_a_square")
    play = begin(oryu=make_figure(), ronin=make_npc()).given(FIGHT)
    play.when(Move(character="oryu", x=1, y=1)).refused("ukiyozoshi.no_square")
    play.when(Place(character="oryu", x=0, y=0)).then(Placed(character="oryu", x=0, y=0))
    play.when(Move(character="oryu", x=1, y=1)).settled()


def test_who_is_held_does_not_move() -> None:
    fight(held_by="ronin").when(Move(character="oryu", x=0, y=1)).refused("ukiyozoshi.held")


def test_distances_are_set_in_a_fight() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(SetDistance(character="oryu", other="ronin", half_ken=2)).refused("ukiyozoshi.no_combat")


# ---- other acts ----


def test_drawing_takes_3_ken_of_the_movement() -> None:
    play = fight().when(DrawWeapon(character="oryu", weapon="大刀"))
    assert play.only(WeaponDrawn).hands == ("大刀",)
    play.when(Move(character="oryu", x=0, y=3)).settled()
    play.when(Move(character="oryu", x=0, y=4)).refused("ukiyozoshi.too_far_to_move")


def test_drawing_may_take_the_attack_instead() -> None:
    play = fight().given(Move(character="oryu", x=0, y=6))
    play.when(DrawWeapon(character="oryu", weapon="大刀", pay="attack")).settled()
    play.when(DrawWeapon(character="oryu", weapon="脇差", pay="attack")).refused("ukiyozoshi.no_attack_left")


def test_outside_a_fight_drawing_costs_nothing() -> None:
    play = begin(oryu=make_figure(belongings={"大刀": 1}))
    assert play.when(DrawWeapon(character="oryu", weapon="大刀")).only(WeaponDrawn).turn is None


def test_only_what_one_has_is_drawn_and_only_with_a_free_hand() -> None:
    play = begin(oryu=make_figure(belongings={"大刀": 1, "脇差": 1, "手槍": 1}))
    play.when(DrawWeapon(character="oryu", weapon="匕首")).refused("ukiyozoshi.no_such_weapon")
    play.when(DrawWeapon(character="oryu", weapon="刺身")).refused("ukiyozoshi.unknown_weapon")
    play.given(DrawWeapon(character="oryu", weapon="大刀"))
    play.when(DrawWeapon(character="oryu", weapon="大刀")).refused("ukiyozoshi.no_such_weapon")
    play.when(DrawWeapon(character="oryu", weapon="手槍")).refused("ukiyozoshi.hands_full")


def test_weapons_are_put_away_or_dropped() -> None:
    play = fight(hands=("大刀", "脇差"))
    play.when(SheatheWeapon(character="oryu", weapon="脇差"))
    assert play.only(WeaponPutAway).hands == ("大刀",)
    play.when(DropWeapon(character="oryu", weapon="大刀"))
    assert play.state.characters["oryu"].belongings["大刀"] == 0
    play.when(DropWeapon(character="oryu", weapon="大刀")).refused("ukiyozoshi.not_in_hand")


def test_crouching_takes_3_ken_and_lying_down_or_rising_a_whole_action() -> None:
    play = fight().when(TakePosture(character="oryu", posture="crouching"))
    assert play.only(PostureTaken).turn.half_ken == 6
    play.when(TakePosture(character="oryu", posture="prone")).refused("ukiyozoshi.no_move_left")
    play.when(TakePosture(character="oryu", posture="prone", pay="attack")).settled()
    play.when(TakePosture(character="oryu", posture="prone")).refused("ukiyozoshi.posture_already")


def test_mounting_takes_a_whole_action_and_riders_keep_their_seat() -> None:
    play = fight().when(Mount(character="oryu", trained=False)).settled()
    assert play.only(Mounted).horse == "untrained"
    assert play.state.characters["oryu"].mounted == "untrained"
    play.when(Mount(character="oryu")).refused("ukiyozoshi.on_horseback")
    play.when(TakePosture(character="oryu", posture="prone")).refused("ukiyozoshi.on_horseback")
    play.when(Dismount(character="oryu", pay="attack")).settled()
    assert play.only(Dismounted).character == "oryu"
    play.when(Dismount(character="oryu")).refused("ukiyozoshi.not_mounted")


@pytest.mark.parametrize("pay, left", [("part", 4), ("move", 0)])
def test_other_acts_take_the_movement_or_a_part_of_it(pay: Any, left: int) -> None:
    play = fight().given(SpendAction(character="oryu", pay=pay, ken=2))
    if left:
        play.given(Move(character="oryu", x=0, y=left))
    play.when(Move(character="oryu", x=0, y=left + 1)).refused("ukiyozoshi.too_far_to_move")


def test_other_acts_may_take_the_attack() -> None:
    play = fight().when(SpendAction(character="oryu", pay="attack"))
    assert play.only(ActionSpent).pay == "attack"
    play.when(SpendAction(character="oryu", pay="attack")).refused("ukiyozoshi.no_attack_left")
    begin(oryu=make_figure()).when(SpendAction(character="oryu")).refused("ukiyozoshi.no_combat")


def test_who_never_learned_to_run_moves_6_ken_however_strong() -> None:
    play = fight(tai=10, skills={})
    play.when(Move(character="oryu", x=0, y=7)).refused("ukiyozoshi.too_far_to_move")


def test_crouching_is_paid_with_movement_alone() -> None:
    command = TakePosture(character="oryu", posture="crouching", pay="attack")
    fight().when(command).refused("ukiyozoshi.crouch_is_movement")
