"""The frame of a fight: order, lanes, who comes and goes, the checks at its end."""

from typing import Any

from akatsukis import begin, face_down, hold, make_figure, make_npc
from kit import Play, d6

from tenmatsu.systems.akatsuki.commands.cards import GiveCards
from tenmatsu.systems.akatsuki.commands.combat import (
    Act,
    BeginCombat,
    EndCombat,
    EndTurn,
    JoinCombat,
    LeaveCombat,
    MoveLane,
    Strike,
)
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival
from tenmatsu.systems.akatsuki.events.combat import (
    Acted,
    CombatBegun,
    CombatEnded,
    CombatEnding,
    CombatJoined,
    CombatLeft,
    LaneMoved,
    MajorSpent,
    MinorSpent,
    RoundBegun,
    TurnEnded,
)
from tenmatsu.systems.akatsuki.events.damage import Died, SurvivalDue
from tenmatsu.systems.akatsuki.state import Due, Figure, Fought, Wound

FIGHT = BeginCombat(characters=("tetsu", "gin", "thug"), lanes={"thug": 1})


def fight(options: dict[str, Any] | None = None, **figures: Figure) -> Play:
    """Return a fight of 鉄, 銀 and a thug one lane away, in this order."""
    known = {"tetsu": make_figure(), "gin": make_figure(), "thug": make_npc()}
    return begin(None, options=options, **{**known, **figures}).given(FIGHT)


# ---- beginning ----


def test_turns_go_in_the_order_that_the_gm_names_and_lane_0_is_where_none_is_said() -> None:
    play = begin(tetsu=make_figure(), gin=make_figure(), thug=make_npc())
    each: dict[str, int] = dict.fromkeys(("tetsu", "gin", "thug"), 1)
    play.when(FIGHT).then(
        CombatBegun(
            order=("tetsu", "gin", "thug"), lanes={"tetsu": 0, "gin": 0, "thug": 1}, majors=each, minors=each
        )
    )


def test_a_fight_needs_two_who_live_and_there_is_one_at_a_time() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc(), ghost=make_figure(dead=True))
    play.when(BeginCombat(characters=("tetsu",))).refused("akatsuki.too_few_fighters")
    play.when(BeginCombat(characters=("tetsu", "tetsu"))).refused("akatsuki.too_few_fighters")
    play.when(BeginCombat(characters=("tetsu", "nobody"))).refused("akatsuki.unknown_character")
    play.when(BeginCombat(characters=("tetsu", "ghost"))).refused("akatsuki.is_dead")
    play.when(BeginCombat(characters=("tetsu", "thug"), lanes={"gin": 1})).refused("akatsuki.not_in_combat")
    play.given(BeginCombat(characters=("tetsu", "thug")))
    play.when(BeginCombat(characters=("tetsu", "thug"))).refused("akatsuki.combat_already")


def test_the_first_who_can_act_begins_and_somebody_must() -> None:
    play = begin(tetsu=make_figure(unconscious=True), gin=make_figure(), thug=make_npc(unconscious=True))
    play.when(BeginCombat(characters=("tetsu", "thug"))).refused("akatsuki.nobody_can_act")
    assert play.when(FIGHT).only(CombatBegun).at == 1


# ---- turns and rounds ----


def test_after_the_last_turn_the_next_round_begins_with_all_action_points() -> None:
    play = fight().given(Act(character="tetsu", timing="major", text="叫ぶ"))
    play.when(EndTurn(character="tetsu")).then(TurnEnded(character="tetsu", at=1, next="gin"))
    play.given(EndTurn(character="gin"))
    each: dict[str, int] = dict.fromkeys(("tetsu", "gin", "thug"), 1)
    play.when(EndTurn(character="thug")).then(
        TurnEnded(character="thug", at=0, next=""),
        RoundBegun(round=2, at=0, first="tetsu", majors=each, minors=each),
    )
    assert play.state.characters["tetsu"].majors == 1


def test_who_cannot_act_is_passed_over() -> None:
    play = fight(gin=make_figure(unconscious=True))
    assert play.when(EndTurn(character="tetsu")).only(TurnEnded).next == "thug"


def test_only_who_has_the_turn_ends_it() -> None:
    fight().when(EndTurn(character="gin")).refused("akatsuki.not_your_turn")


def test_where_nobody_can_act_the_gm_ends_the_fight() -> None:
    play = fight()
    down = {name: make_figure(unconscious=True, lane=0) for name in ("tetsu", "gin", "thug")}
    play.given_state(type(play.state)(characters=down, combat=play.state.combat))
    play.when(EndTurn(character="tetsu")).refused("akatsuki.nobody_can_act")
    assert play.when(EndCombat()).only(CombatEnded).result == "nobody_wins"


def test_acts_of_a_fight_need_one() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc())
    for command in (
        EndTurn(character="tetsu"),
        EndCombat(),
        MoveLane(character="tetsu", lane=1),
        Act(character="tetsu", timing="minor", text="息を整える"),
        Strike(character="tetsu", target="thug", weapon="sword"),
        JoinCombat(character="tetsu"),
        LeaveCombat(character="tetsu"),
    ):
        play.when(command).refused("akatsuki.no_combat")


def test_who_is_not_in_the_fight_takes_no_act_of_it() -> None:
    play = fight(sei=make_figure())
    for command in (
        MoveLane(character="sei", lane=1),
        Act(character="sei", timing="major", text="駆けつける"),
        Strike(character="sei", target="thug", weapon="sword"),
    ):
        play.when(command).refused("akatsuki.not_in_combat")


# ---- lanes and actions ----


def test_going_to_a_neighbouring_lane_is_a_minor_action() -> None:
    play = fight()
    play.when(MoveLane(character="tetsu", lane=2)).refused("akatsuki.not_neighbouring")
    play.when(MoveLane(character="tetsu", lane=0)).refused("akatsuki.not_neighbouring")
    play.when(MoveLane(character="tetsu", lane=-1)).then(
        MinorSpent(character="tetsu", minors=0), LaneMoved(character="tetsu", lane=-1)
    )
    play.when(MoveLane(character="tetsu", lane=0)).refused("akatsuki.no_minor")


def test_actions_of_ones_own_devising_are_paid_for_by_their_timing() -> None:
    play = fight()
    play.when(Act(character="tetsu", timing="major", text="戸を蹴破る")).then(
        MajorSpent(character="tetsu", majors=0, zombie_counters=0, by="points"),
        Acted(character="tetsu", timing="major", text="戸を蹴破る"),
    )
    play.when(Act(character="tetsu", timing="major", text="もう一度")).refused("akatsuki.no_major")
    play.when(Act(character="tetsu", timing="minor", text="叫ぶ")).then(
        MinorSpent(character="tetsu", minors=0), Acted(character="tetsu", timing="minor", text="叫ぶ")
    )


def test_cards_are_given_in_a_fight_as_a_minor_action_to_the_same_or_a_neighbouring_lane() -> None:
    play = fight(tetsu=make_figure(awakening=hold("matsu_1", "ume_1")))
    play.given(GiveCards(character="tetsu", to_character="gin", cards=("matsu_1",)))
    play.when(GiveCards(character="tetsu", to_character="gin", cards=("ume_1",))).refused("akatsuki.no_minor")


# ---- coming and going ----


def test_who_joins_comes_last_and_acts_in_this_round_already() -> None:
    play = fight(boss=make_npc(important=True), ghost=make_npc(dead=True))
    play.when(JoinCombat(character="boss", lane=3)).then(
        CombatJoined(character="boss", lane=3, majors=1, minors=1)
    )
    assert play.state.combat.order == ("tetsu", "gin", "thug", "boss")
    play.when(JoinCombat(character="boss")).refused("akatsuki.in_combat_already")
    play.when(JoinCombat(character="ghost")).refused("akatsuki.is_dead")


def test_who_leaves_in_their_turn_passes_it_on_first() -> None:
    play = fight()
    play.when(LeaveCombat(character="tetsu")).then(
        TurnEnded(character="tetsu", at=1, next="gin"),
        CombatLeft(character="tetsu", order=("gin", "thug"), at=0),
    )
    assert play.state.characters["tetsu"].lane is None
    play.when(LeaveCombat(character="thug")).then(CombatLeft(character="thug", order=("gin",), at=0))
    play.when(LeaveCombat(character="tetsu")).refused("akatsuki.not_in_combat")
    play.when(LeaveCombat(character="gin")).refused("akatsuki.last_fighter")


def test_who_leaves_as_the_last_of_a_round_lets_the_next_begin() -> None:
    play = fight().given(EndTurn(character="tetsu"), EndTurn(character="gin"))
    play.when(LeaveCombat(character="thug"))
    assert play.only(RoundBegun).first == "tetsu"
    assert play.only(CombatLeft).order == ("tetsu", "gin")


def test_who_leaves_while_nobody_else_can_act_leaves_the_turn_to_nobody() -> None:
    play = fight(gin=make_figure(unconscious=True), thug=make_npc(unconscious=True))
    play.when(LeaveCombat(character="tetsu")).then(CombatLeft(character="tetsu", order=("gin", "thug"), at=0))
    play.when(EndTurn(character="gin")).refused("akatsuki.nobody_can_act")


def test_who_comes_back_is_in_the_fight_again() -> None:
    play = fight().given(LeaveCombat(character="gin"), JoinCombat(character="gin", lane=1))
    assert play.state.combat.order == ("tetsu", "thug", "gin")
    assert play.state.combat.left == ()


# ---- the end ----


def test_a_fight_without_wounds_is_over_at_once_and_neither_side_has_won() -> None:
    play = fight()
    play.when(EndCombat()).then(
        CombatEnding(result="undecided"), CombatEnded(rounds=1, result="undecided")
    ).settled()
    assert play.state.combat is None
    assert play.state.characters["tetsu"].lane is None


def test_at_the_end_the_wounded_owe_a_check_in_the_order_of_turns_and_the_fight_waits_for_them() -> None:
    play = fight(
        tetsu=make_figure(wound=Wound(harm="lethal", rank=1)),
        gin=make_figure(wound=Wound(harm="nonlethal", rank=2)),
        thug=make_npc(unconscious=True),
    )
    play.when(EndCombat()).then(
        CombatEnding(result="players_win"),
        SurvivalDue(due=(Due(character="tetsu", why="combat_end"), Due(character="gin", why="combat_end"))),
    )
    play.asks("survive", "tetsu", "roll")
    play.when(RollSurvival(character="tetsu"), d6(1, 2)).asks("survive", "gin", "roll")
    assert play.when(RollSurvival(character="gin"), d6(1, 2)).settled().only(CombatEnded)
    assert play.state.fought == Fought(
        fighters=("tetsu", "gin", "thug"), result="players_win", rounds=1, now=0
    )


def test_nonlethal_rank_1_and_treated_wounds_bring_no_check_at_the_end() -> None:
    play = fight(
        tetsu=make_figure(wound=Wound(harm="nonlethal", rank=1)),
        gin=make_figure(wound=Wound(harm="lethal", rank=4, treated=True)),
    )
    play.when(EndCombat()).settled()


def test_the_end_brings_the_check_of_those_who_left_as_well() -> None:
    play = fight(gin=make_figure(wound=Wound(harm="lethal", rank=2)))
    play.given(LeaveCombat(character="gin"))
    play.when(EndCombat()).asks("survive", "gin", "roll")


def test_a_check_failed_at_the_end_is_death_at_once() -> None:
    play = fight(tetsu=make_figure(wound=Wound(harm="lethal", rank=3))).given(EndCombat())
    play.when(RollSurvival(character="tetsu"), d6(6, 5))
    assert play.only(Died).why == "survival"
    assert play.only(CombatEnded)


def test_with_the_fight_ends_zombie_time() -> None:
    zombie = make_figure(
        doomed=True, zombie_from=1, zombie_counters=4, wound=Wound(harm="lethal", rank=3), fate=face_down(2)
    )
    play = fight(tetsu=zombie)
    play.when(EndCombat()).then(
        CombatEnding(result="undecided"),
        Died(character="tetsu", why="fight_over"),
        CombatEnded(rounds=1, result="undecided"),
    )


def test_a_fight_whose_last_check_the_gm_settled_by_hand_ends_by_the_gms_word() -> None:
    play = fight(tetsu=make_figure(wound=Wound(harm="lethal", rank=1))).given(EndCombat())
    play.given_state(type(play.state)(characters=play.state.characters, combat=play.state.combat))
    play.when(EndCombat()).then(CombatEnded(rounds=1, result="undecided"))
