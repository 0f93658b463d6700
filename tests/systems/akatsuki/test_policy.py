"""The auto-player: what it does with foes, fate cards and points, and how a fight it plays ends."""

from random import Random
from typing import Any

import msgspec
import pytest
from akatsukis import begin, face_down, hold, lay_out, make_figure, make_npc
from autoplay import find_rules
from kit import Play, d6

from tenmatsu.engine.contract import Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.combat import (
    BeginCombat,
    Defend,
    EndCombat,
    EndTurn,
    MoveLane,
    Strike,
    TakeHit,
)
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival
from tenmatsu.systems.akatsuki.decide.stacking import stack
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.policy_odds import Boost, find_boost, measure_failure, reach, weigh_hit
from tenmatsu.systems.akatsuki.state import Attack, Due, Figure, Harm, Wound

RULES = find_rules(SYSTEM)


def fight(lanes: dict[str, int] | None = None, **figures: Figure) -> Play:
    """Return a fight of these, in this order."""
    return begin(None, options=None, **figures).given(
        BeginCombat(characters=tuple(figures), lanes=lanes or {})
    )


def choose(play: Play, character: str) -> Any:
    return SYSTEM.choose(play.state, play.rules, character, Random(1))


def ask(figure: Figure, **attack: Any) -> Any:
    """Return what a figure answers to an attack."""
    given = {"attacker": "thug", "target": "tetsu", "weapon": "sword", "harm": "lethal", "rank": 2, **attack}
    asked = msgspec.convert(given, Attack)
    state = lay_out({"tetsu": figure, "thug": make_npc()})
    return SYSTEM.choose(msgspec.structs.replace(state, attack=asked), RULES, "tetsu", Random(1))


def survive(figure: Figure) -> Any:
    """Return how a figure rolls the survival check that is due."""
    state = lay_out({"tetsu": figure})
    due = (Due(character="tetsu", why="damage"),)
    return SYSTEM.choose(msgspec.structs.replace(state, due=due), RULES, "tetsu", Random(1))


# ---- the turn ----


def test_it_strikes_the_foe_whom_a_blow_takes_furthest_from_the_fight() -> None:
    play = fight(
        tetsu=make_figure(weapons=("sword",)), strong=make_npc(goro=9, fate_chips=3), weak=make_npc(goro=2)
    )
    chosen = choose(play, "tetsu")
    assert (type(chosen), chosen.target) == (Strike, "weak")


def test_it_fells_an_important_foe_by_a_faint_rather_than_into_zombie_time() -> None:
    boss = make_npc(important=True, fate_points=2, taiku=2)
    chosen = choose(fight(tetsu=make_figure(goro=9, weapons=("club",)), boss=boss), "tetsu")
    assert (chosen.weapon, chosen.style) == ("bare_hands", "plain")
    mob = make_npc(fate_points=0)
    chosen = choose(fight(tetsu=make_figure(goro=9, weapons=("sword",)), mob=mob), "tetsu")
    assert (chosen.weapon, chosen.style) == ("sword", "plain")


def test_it_goes_towards_a_foe_out_of_reach_and_ends_the_turn_once_it_can_do_no_more() -> None:
    play = fight(lanes={"thug": 3}, tetsu=make_figure(weapons=("sword",)), thug=make_npc())
    assert choose(play, "tetsu") == MoveLane(character="tetsu", lane=1)
    play.given(MoveLane(character="tetsu", lane=1))
    assert choose(play, "tetsu") == EndTurn(character="tetsu")


def test_it_leaves_those_who_lie_unconscious_alone() -> None:
    play = fight(tetsu=make_figure(), thug=make_npc(unconscious=True), mob=make_npc(lane=0))
    assert choose(play, "tetsu").target == "mob"


def test_it_pays_for_a_likelier_hit_where_points_are_cheap_and_not_for_an_impossible_one() -> None:
    play = fight(
        tetsu=make_figure(weapons=("sword",), awakening=hold("matsu_3", "matsu_4")), mob=make_npc(goro=8)
    )
    chosen = choose(play, "tetsu")
    assert (chosen.plus, set(chosen.cards)) == (2, {"matsu_3", "matsu_4"})
    play = fight(tetsu=make_figure(goro=2, weapons=("sword",)), mob=make_npc(goro=9))
    assert choose(play, "tetsu") == EndTurn(character="tetsu")


def test_without_a_foe_it_ends_the_turn() -> None:
    play = fight(tetsu=make_figure(), gin=make_figure())
    assert choose(play, "tetsu") == EndTurn(character="tetsu")


def test_an_npc_strikes_without_rolling() -> None:
    play = fight(thug=make_npc(weapons=("sword",)), tetsu=make_figure())
    assert choose(play, "thug").weapon in {"sword", "bare_hands"}


def test_in_zombie_time_it_spends_its_counters() -> None:
    zombie = make_figure(
        doomed=True, zombie_from=1, zombie_counters=3, weapons=("sword",), wound=Wound(harm="lethal", rank=3)
    )
    assert isinstance(choose(fight(tetsu=zombie, thug=make_npc()), "tetsu"), Strike)


# ---- answers ----


def test_it_defends_by_the_better_of_guard_and_dodge() -> None:
    choices = ("guard", "dodge", "none")
    assert ask(make_figure(taiku=8, goro=6), stage="defend", choices=choices).choice == "guard"
    assert ask(make_figure(taiku=5, goro=8), stage="defend", choices=choices).choice == "dodge"


def test_it_boosts_a_defence_that_a_life_may_hang_on() -> None:
    answer = ask(
        make_figure(fate_points=2, awakening=hold("matsu_2")),
        stage="defend",
        choices=("guard", "dodge", "none"),
    )
    assert answer == Defend(character="tetsu", choice="guard", plus=5, cards=("matsu_2",))


def test_it_negates_what_is_risky_and_bears_what_is_not() -> None:
    figure, choices = make_figure(fate=face_down(1)), ("negate", "take")
    assert ask(figure, stage="take", choices=choices) == TakeHit(character="tetsu", choice="negate")
    mild = ask(figure, stage="take", choices=choices, harm="nonlethal", rank=1)
    assert mild == TakeHit(character="tetsu", choice="take")
    chips = ask(make_figure(chivalry=1), stage="take", choices=("negate_chivalry", "take"))
    assert chips == TakeHit(character="tetsu", choice="negate_chivalry")


def test_it_spends_all_that_helps_where_a_life_hangs_on_it_and_less_for_a_faint() -> None:
    lethal = make_figure(wound=Wound(harm="lethal", rank=2), awakening=hold("matsu_2", "matsu_3"), chivalry=1)
    assert survive(lethal) == RollSurvival(
        character="tetsu", plus=7, cards=("matsu_3", "matsu_2"), chivalry=1
    )
    faint = make_figure(wound=Wound(harm="nonlethal", rank=2), awakening=hold("matsu_1"))
    assert survive(faint) == RollSurvival(character="tetsu")
    zombie = make_figure(doomed=True, wound=Wound(harm="lethal", rank=2), awakening=hold("matsu_3"))
    assert survive(zombie) == RollSurvival(character="tetsu")


# ---- the chances it reckons with ----


def fail(figure: Figure, rules: Rulebook, harm: Harm, rank: int) -> float:
    """Return the chance of the survival check that a hit brings to fail."""
    return measure_failure(figure, rules, stack(rules.options, figure.wound, harm, rank))


def test_its_chances_are_those_of_the_rules() -> None:
    assert [reach(target) * 36 for target in (1, 2, 5, 10, 12, 20)] == [0, 1, 10, 33, 36, 36]
    assert fail(make_figure(), RULES, "lethal", 1) == pytest.approx(26 / 36)
    assert fail(make_figure(), RULES, "nonlethal", 1) == pytest.approx(3 / 36)
    worse = make_figure(wound=Wound(harm="lethal", rank=4))
    assert fail(worse, RULES, "lethal", 4) == 1.0
    cards = find_rules(SYSTEM, survival_target="cards")
    assert fail(make_figure(fate=face_down(2)), cards, "lethal", 1) == pytest.approx(35 / 36)


def test_a_hit_costs_those_in_zombie_time_counters_and_those_who_are_down_nothing() -> None:
    zombie = make_figure(doomed=True, zombie_counters=4, wound=Wound(harm="lethal", rank=3))
    assert weigh_hit(zombie, RULES, "lethal", 2) == pytest.approx(0.5)
    assert weigh_hit(make_figure(unconscious=True), RULES, "lethal", 2) == 0.0


def test_a_boost_takes_the_smallest_cards_that_do() -> None:
    figure = make_figure(awakening=hold("matsu_1", "matsu_2", "matsu_3"), chivalry=2)
    assert find_boost(figure, RULES, 9, 1.0, 0.0001) == Boost(
        plus=3, cards=("matsu_3",), chivalry=2, points=3
    )
    dear = find_rules(SYSTEM, boost_rate="table")
    assert find_boost(figure, dear, 11, 1.0, 0.0001) == Boost(plus=1, cards=("matsu_2",), points=5)
    assert find_boost(figure, RULES, 12, 1.0, 0.0001) == Boost()
    assert find_boost(make_figure(), RULES, 5, 1.0, 0.0001) == Boost()


# ---- what it leaves to others ----


def test_outside_a_fight_a_player_rolls_some_check() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc())
    assert isinstance(choose(play, "tetsu"), RollCheck)
    with pytest.raises(RuleViolation) as refusal:
        choose(play, "thug")
    assert refusal.value.code == "akatsuki.nothing_to_choose"


def test_only_who_is_asked_or_has_the_turn_has_something_to_choose() -> None:
    play = fight(tetsu=make_figure(weapons=("sword",)), thug=make_npc(fate_chips=1))
    with pytest.raises(RuleViolation):
        choose(play, "thug")
    play.given(Strike(character="tetsu", target="thug", weapon="sword"), dice=d6(1, 2))
    with pytest.raises(RuleViolation):
        choose(play, "tetsu")


def test_the_gm_ends_turns_of_those_who_cannot_act_and_fights_that_are_won() -> None:
    play = fight(tetsu=make_figure(), thug=make_npc())
    state, replace = play.state, msgspec.structs.replace

    def down(*names: str) -> None:
        changed = {name: replace(state.characters[name], unconscious=True) for name in names}
        play.given_state(replace(state, characters={**state.characters, **changed}))

    assert SYSTEM.turn(play.state) == Turn("tetsu", 1)
    down("thug")
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    assert choose(play, "@gm") == EndCombat()
    play = fight(tetsu=make_figure(), gin=make_figure(), thug=make_npc())
    state = play.state
    down("tetsu")
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    assert choose(play, "@gm") == EndTurn(character="tetsu")
    assert choose(play, "tetsu") == EndTurn(character="tetsu")
    down("tetsu", "gin", "thug")
    assert choose(play, "@gm") == EndCombat()
    with pytest.raises(RuleViolation):
        choose(play, "tetsu")
