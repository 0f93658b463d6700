"""Attacks: rolled to hit, held back or at the vitals, defended, negated, taken."""

from typing import Any

import pytest
from akatsukis import begin, face_down, hold, make_figure, make_npc
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.akatsuki.commands.combat import (
    BeginCombat,
    Defend,
    LeaveCombat,
    Strike,
    TakeHit,
)
from tenmatsu.systems.akatsuki.commands.damage import InflictHarm
from tenmatsu.systems.akatsuki.events.cards import CardsSpent, ChivalrySpent, FateChipTurned, FateTurned
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.events.combat import (
    Attacked,
    AttackOpened,
    Defended,
    HitNegated,
    HitTaken,
    MajorSpent,
    Missed,
)
from tenmatsu.systems.akatsuki.events.damage import SurvivalDue, WoundChanged
from tenmatsu.systems.akatsuki.state import Fate, Figure, Wound

SWORD = Strike(character="tetsu", target="thug", weapon="sword")
BACK = Strike(character="thug", target="tetsu", weapon="sword")


def fight(
    options: dict[str, Any] | None = None,
    *,
    first: str = "tetsu",
    lanes: dict[str, int] | None = None,
    **figures: Figure,
) -> Play:
    """Return a fight of 鉄 and a thug in one lane, one of them first."""
    known = {"tetsu": make_figure(), "thug": make_npc(), **figures}
    order = (first, *(name for name in known if name != first))
    return begin(None, options=options, **known).given(BeginCombat(characters=order, lanes=lanes or {}))


# ---- to hit ----


def test_a_player_rolls_to_hit_against_the_rate_of_an_npc_who_then_has_the_hit() -> None:
    play = fight().when(SWORD, d6(2, 3))
    play.then(
        MajorSpent(character="tetsu", majors=0, zombie_counters=0, by="points"),
        Attacked(character="tetsu", target="thug", weapon="sword", harm="lethal", rank=2),
        Checked(
            character="tetsu",
            purpose="hit",
            ability="goro",
            field="決斗",
            level=6,
            circumstances=(Circumstance("rate", -1),),
            target=5,
            faces=(2, 3),
            total=5,
            success=True,
        ),
        HitTaken(character="thug", attacker="tetsu", harm="lethal", rank=2),
        WoundChanged(character="thug", wound=Wound(harm="lethal", rank=2), how="first"),
        SurvivalDue(due=play.state.due),
    )
    play.asks("survive", "thug", "roll")


def test_a_roll_above_the_target_misses() -> None:
    play = fight().when(SWORD, d6(2, 4)).settled()
    assert play.only(Missed) == Missed(character="tetsu", target="thug")


def test_what_changes_the_target_to_hit_is_added_and_boosts_are_paid_for() -> None:
    play = fight(tetsu=make_figure(awakening=hold("ume_1"), chivalry=1))
    play.when(
        Strike(
            character="tetsu",
            target="thug",
            weapon="club",
            difficulty=-1,
            gear=1,
            effect=2,
            plus=1,
            chivalry=1,
        ),
        d6(4, 4),
    )
    assert play.only(CardsSpent).plus == 1
    assert play.only(Checked).target == 6 - 1 - 1 + 1 + 2 + 1


def test_an_npc_does_not_roll_to_hit_and_pays_for_no_boost() -> None:
    play = fight(first="thug")
    play.when(Strike(character="thug", target="tetsu", weapon="sword", plus=1)).refused(
        "akatsuki.npc_rolls_not"
    )
    play.when(BACK).asks("defend", "tetsu", "guard", "dodge", "none")
    assert play.all(Checked) == []


def test_npcs_do_not_attack_each_other() -> None:
    play = fight(first="thug", ally=make_npc(friendly=True))
    play.when(Strike(character="thug", target="ally", weapon="sword")).refused("akatsuki.npc_against_npc")


def test_between_players_both_roll_plainly() -> None:
    play = fight(gin=make_figure())
    play.when(Strike(character="tetsu", target="gin", weapon="sword"), d6(2, 4))
    assert play.only(Checked).target == 6
    play.asks("defend", "gin", "guard", "dodge", "none")
    assert play.when(Defend(character="gin", choice="guard"), d6(6, 2)).only(Checked).target == 8


def test_weapons_reach_so_many_lanes() -> None:
    play = fight(lanes={"thug": 1})
    play.when(SWORD).refused("akatsuki.out_of_reach")
    play.when(Strike(character="tetsu", target="thug", weapon="spear"), d6(1, 2)).asks(
        "survive", "thug", "roll"
    )


def test_what_an_attack_needs() -> None:
    play = fight(gin=make_figure())
    play.when(Strike(character="tetsu", target="thug", weapon="halberd")).refused("akatsuki.unknown_weapon")
    play.when(Strike(character="tetsu", target="tetsu", weapon="sword")).refused("akatsuki.strikes_oneself")
    play.when(Strike(character="gin", target="thug", weapon="sword")).refused("akatsuki.not_your_turn")
    play.given(LeaveCombat(character="gin"))
    play.when(Strike(character="tetsu", target="gin", weapon="sword")).refused("akatsuki.not_in_combat")
    play.given(SWORD, dice=d6(6, 6))
    play.when(SWORD).refused("akatsuki.no_major")


def test_the_dead_are_left_alone() -> None:
    play = fight(thug=make_npc(unconscious=True, wound=Wound(harm="nonlethal", rank=5)))
    play.given(InflictHarm(character="thug", harm="lethal", rank=5))
    play.when(SWORD).refused("akatsuki.is_dead")


# ---- kinds of damage ----


@pytest.mark.parametrize(
    "weapon, style, harm, target",
    [
        ("sword", "plain", "lethal", 5),
        ("bare_hands", "plain", "nonlethal", 5),
        ("bare_hands", "vital", "lethal", 5),
        ("sword", "held_back", "nonlethal", 4),
    ],
)
def test_weapons_and_vitals_are_lethal_bare_hands_and_blows_held_back_are_not(
    weapon: str, style: Any, harm: str, target: int
) -> None:
    play = fight().when(Strike(character="tetsu", target="thug", weapon=weapon, style=style), d6(1, 2))
    assert (play.only(Attacked).harm, play.only(HitTaken).harm) == (harm, harm)
    assert play.only(Checked).target == target


def test_only_those_whose_field_is_kettou_hold_back_and_only_what_is_lethal() -> None:
    play = fight(tetsu=make_figure(fields={"taiku": "剛力"}))
    blow = Strike(character="tetsu", target="thug", weapon="sword", style="held_back")
    play.when(blow).refused("akatsuki.cannot_hold_back")
    blow = Strike(character="tetsu", target="thug", weapon="bare_hands", style="held_back")
    fight().when(blow).refused("akatsuki.nothing_to_hold_back")


def test_an_npc_that_holds_back_is_easier_to_defend_against() -> None:
    play = fight(first="thug", thug=make_npc(fields={"goro": "決斗"}))
    play.given(Strike(character="thug", target="tetsu", weapon="sword", style="held_back"))
    checked = play.when(Defend(character="tetsu", choice="guard"), d6(4, 4)).only(Checked)
    assert checked.circumstances == (Circumstance("held_back", 1), Circumstance("rate", -1))
    assert play.only(Defended).choice == "guard"


# ---- defence ----


@pytest.mark.parametrize(
    "choice, ability, field, target", [("guard", "taiku", "剛力", 7), ("dodge", "goro", "決斗", 5)]
)
def test_guard_and_dodge_are_checks_against_the_rate_of_the_attacker(
    choice: Any, ability: str, field: str, target: int
) -> None:
    play = fight(first="thug").given(BACK)
    checked = play.when(Defend(character="tetsu", choice=choice), d6(1, 2)).only(Checked)
    assert (checked.purpose, checked.ability, checked.field, checked.target) == (
        choice,
        ability,
        field,
        target,
    )
    assert play.settled().only(Defended) == Defended(character="tetsu", attacker="thug", choice=choice)


def test_a_defence_that_fails_or_none_lets_the_blow_hit() -> None:
    play = fight(first="thug").given(BACK)
    play.when(Defend(character="tetsu", choice="guard"), d6(6, 5)).asks("survive", "tetsu", "roll")
    play = fight(first="thug").given(BACK)
    assert play.when(Defend(character="tetsu", choice="none")).only(HitTaken).rank == 2


def test_a_defence_may_be_boosted_but_not_where_there_is_none() -> None:
    play = fight(first="thug", tetsu=make_figure(awakening=hold("ume_1"))).given(BACK)
    play.when(Defend(character="tetsu", choice="none", cards=("ume_1",))).refused(
        "akatsuki.no_defence_to_boost"
    )
    play.when(Defend(character="tetsu", choice="dodge", plus=4, cards=("ume_1",)), d6(5, 4))
    assert play.only(Defended).choice == "dodge"


def test_only_who_was_attacked_answers() -> None:
    play = fight(first="thug", gin=make_figure(fate=face_down(1))).given(BACK)
    play.when(Defend(character="gin", choice="guard")).refused("akatsuki.not_attacked")
    play.given(Defend(character="tetsu", choice="guard"), dice=d6(1, 2))
    play.when(TakeHit(character="gin", choice="take")).refused("akatsuki.not_attacked")


@pytest.mark.parametrize(
    "helpless",
    [
        {"unconscious": True},
        {"doomed": True, "zombie_from": 2, "zombie_counters": 2, "wound": {"harm": "lethal", "rank": 4}},
    ],
)
def test_who_is_unconscious_or_waits_for_zombie_time_cannot_defend(helpless: dict[str, Any]) -> None:
    play = fight(first="thug", tetsu=make_figure(**helpless))
    play.when(BACK)
    assert play.only(HitTaken).character == "tetsu"


# ---- negated or taken ----


def test_a_fate_card_negates_one_hit_entirely_and_becomes_an_awakening_card() -> None:
    play = fight(first="thug", tetsu=make_figure(fate=face_down(2))).given(BACK)
    play.when(Defend(character="tetsu", choice="none")).asks("take", "tetsu", "negate", "take")
    opened = play.only(AttackOpened).attack
    assert (opened.stage, opened.rank) == ("take", 2)
    play.when(TakeHit(character="tetsu", choice="negate"), [(48, 1)]).settled()
    play.then(
        FateTurned(character="tetsu", card="matsu_1", place=0, why="negated", now=1),
        HitNegated(character="tetsu", attacker="thug", by="negate"),
    )
    figure = play.state.characters["tetsu"]
    assert (figure.awakening, figure.wound) == (hold("matsu_1"), None)


def test_who_looked_at_their_fate_cards_says_which_negates_the_hit() -> None:
    seen = make_figure(fate=(Fate(0, "ume_1"), Fate(0), Fate(0, "kiri_1")))
    play = fight({"fate_face": "owner"}, first="thug", tetsu=seen)
    play.given(BACK, Defend(character="tetsu", choice="none"))
    play.when(TakeHit(character="tetsu", choice="negate", card="ume_2")).refused("akatsuki.fate_card_unseen")
    play.when(TakeHit(character="tetsu", choice="take", card="ume_1")).refused("akatsuki.no_card_to_turn")
    play.when(TakeHit(character="tetsu", choice="negate", card="kiri_1")).settled()

    assert (play.only(FateTurned).card, play.only(FateTurned).place) == ("kiri_1", 2)
    assert play.state.characters["tetsu"].fate == (Fate(0, "ume_1"), Fate(0))


def test_a_hit_may_be_taken_in_spite_of_fate_cards() -> None:
    play = fight(first="thug", tetsu=make_figure(fate=face_down(2)))
    play.given(BACK, Defend(character="tetsu", choice="none"))
    play.when(TakeHit(character="tetsu", choice="negate_chivalry")).refused("akatsuki.cannot_negate")
    play.when(TakeHit(character="tetsu", choice="take")).asks("survive", "tetsu", "roll")
    assert len(play.state.characters["tetsu"].fate) == 2


def test_an_npc_negates_with_a_chip() -> None:
    play = fight(thug=make_npc(fate_chips=1))
    play.when(SWORD, d6(1, 2)).asks("take", "thug", "negate", "take")
    play.when(TakeHit(character="thug", choice="negate"), [(96, 1)])
    assert play.only(FateChipTurned).why == "negated"
    assert play.settled().only(HitNegated).character == "thug"


@pytest.mark.parametrize("option", ["no", "yes"])
def test_chips_of_chivalry_negate_by_an_option(option: str) -> None:
    play = fight({"chips_as_damage": option}, first="thug", tetsu=make_figure(chivalry=1)).given(BACK)
    play.when(Defend(character="tetsu", choice="none"))
    if option == "no":
        play.asks("survive", "tetsu", "roll")
        return
    play.asks("take", "tetsu", "negate_chivalry", "take")
    play.when(TakeHit(character="tetsu", choice="negate_chivalry"))
    assert play.only(ChivalrySpent).character == "tetsu"
    assert play.settled().only(HitNegated).by == "negate_chivalry"


def test_harm_that_nobody_does_is_negated_like_any_other() -> None:
    play = begin(tetsu=make_figure(fate=face_down(1)))
    play.when(InflictHarm(character="tetsu", harm="lethal", rank=3)).asks("take", "tetsu", "negate", "take")
    play.when(TakeHit(character="tetsu", choice="negate"), [(48, 5)])
    assert play.settled().only(HitNegated).attacker == ""
