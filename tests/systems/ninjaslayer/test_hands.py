"""A hand's four phases, what each allows, other actions, and the adrenaline boost."""

from typing import Any

import pytest
from kit import Play
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja, working

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.battle import PHASES, Phase
from tenmatsu.systems.ninjaslayer.commands.battle import (
    AdrenalineBoost,
    BeginPhase,
    CarryAlly,
    EndTurn,
    Focus,
    FullMove,
    Guard,
    PutDown,
    TakeInstant,
    TryAction,
    UseRemedy,
    Wield,
)
from tenmatsu.systems.ninjaslayer.decide.boosting import boost, may_boost
from tenmatsu.systems.ninjaslayer.decide.phases import enter_phase, is_hand, use_action, use_instant, use_move
from tenmatsu.systems.ninjaslayer.events.battle import (
    ActionTaken,
    ActionTried,
    AllyCarried,
    AllyPutDown,
    Boosted,
    Focused,
    FullMoved,
    Guarded,
    HandBegun,
    HandEnded,
    InstantTaken,
    PhaseEntered,
    RemedyUsed,
    WeaponSwitched,
)
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.figures import Figure


def _hand(phase: Phase = "start", options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a battle in which it is ninja `a`'s hand; `b` is an ally, `foe` a mob."""
    figures: dict[str, Figure] = {
        "a": make_ninja(neuron=9, **values),
        "b": make_ninja(neuron=5),
        "foe": make_mob(),
    }
    return fight(begin(options, **figures), "a", "b", "foe", phase=phase)


# ---- phases ----


def test_it_is_the_hand_of_those_of_the_present_slot_who_have_not_ended_it() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob(), n=make_mob()), ("m", "n"), "a", ended=("n",))
    assert [one for one in play.state.characters if is_hand(play.state, one)] == ["m"]
    assert not is_hand(begin(a=make_ninja()).state, "a")


@pytest.mark.parametrize("now", PHASES)
@pytest.mark.parametrize("phase", PHASES)
def test_phases_only_go_on_and_close_those_before_them(now: Phase, phase: Phase) -> None:
    play = _hand(now).when(BeginPhase(character="a", phase=phase))
    if PHASES.index(phase) > PHASES.index(now):
        play.then(PhaseEntered(character="a", phase=phase))
    else:
        play.refused("ninjaslayer.phase_already" if now == phase else "ninjaslayer.phase_over")


def test_nobody_acts_in_anothers_hand() -> None:
    play = _hand()
    for command in (
        Wield(character="b", weapon="unarmed"),
        Focus(character="b"),
        BeginPhase(character="b", phase="attack"),
        TakeInstant(character="b"),
        FullMove(character="b"),
        EndTurn(character="b"),
        AdrenalineBoost(character="b"),
    ):
        if not isinstance(command, Wield):
            play.when(command).refused("ninjaslayer.not_their_hand")
    alter(play, "b", base=make_ninja(neuron=5, weapons=("katana",)).base)
    play.when(Wield(character="b", weapon="katana")).refused("ninjaslayer.not_their_hand")


def test_nobody_acts_outside_a_battle_nor_when_down() -> None:
    play = begin(a=make_ninja())
    for command in (Focus(character="a"), FullMove(character="a"), EndTurn(character="a")):
        play.when(command).refused("ninjaslayer.no_battle")
    down = _hand(unconscious=True)
    down.when(EndTurn(character="a")).refused("ninjaslayer.cannot_act")


def test_one_movement_and_one_action_a_hand() -> None:
    play = _hand()
    work = working(play)
    use_move(work, "a")
    assert (work.state.battle.phase("a"), work.state.battle.moved) == ("move", ("a",))
    with pytest.raises(RuleViolation, match="action of the movement phase"):
        use_move(work, "a")
    use_action(work, "a")
    assert (work.state.battle.phase("a"), work.state.battle.acted) == ("attack", ("a",))
    with pytest.raises(RuleViolation, match="action of the attack phase"):
        use_action(work, "a")
    with pytest.raises(RuleViolation, match="hand is over"):
        use_move(work, "a")


def test_one_instant_action_a_phase() -> None:
    play = _hand()
    play.when(TakeInstant(character="a")).then(InstantTaken(character="a", phase="start"))
    play.when(TakeInstant(character="a")).refused("ninjaslayer.instant_taken")
    work = working(play)
    for phase in PHASES[1:]:
        enter_phase(work, "a", phase)
        use_instant(work, "a")
        with pytest.raises(RuleViolation, match="instant action"):
            use_instant(work, "a")


def test_a_hand_ends_and_the_next_one_begins_with_nothing_done() -> None:
    play = _hand("attack")
    play.given(FullMove(character="a"), dice=[(3, 2)])
    play.when(EndTurn(character="a")).then(HandEnded(characters=("a",)), HandBegun(characters=("b",), at=1))
    battle = play.state.battle
    assert (battle.acted, battle.moved, battle.switched, battle.phases, battle.extra) == ((), (), (), {}, {})


def test_what_ends_with_the_attack_phase_ends_and_off_balance_lasts_to_the_next_own_hand() -> None:
    play = _hand("attack", focused=True, hampered=1)
    alter(play, "a", off_balance=True)
    alter(play, "b", off_balance=True)
    play.given(BeginPhase(character="a", phase="end"))
    a = play.state.characters["a"]
    assert (a.focused, a.hampered, a.off_balance) == (False, 0, True)
    assert play.state.characters["b"].off_balance
    play.given(EndTurn(character="a"))
    assert not play.state.characters["b"].off_balance
    assert play.state.characters["a"].off_balance


# ---- the start of a hand ----


def test_weapons_are_switched_once_at_the_start_of_a_hand() -> None:
    play = _hand(weapons=("katana", "club"))
    play.when(Wield(character="a", weapon="unarmed")).refused("ninjaslayer.wielded_already")
    play.when(Wield(character="a", weapon="dagger")).refused("ninjaslayer.weapon_not_owned")
    play.when(Wield(character="a", weapon="katana")).then(WeaponSwitched(character="a", weapon="katana"))
    play.when(Wield(character="a", weapon="club")).refused("ninjaslayer.switched_already")
    play.given(BeginPhase(character="a", phase="move"))
    play.when(Wield(character="a", weapon="club")).refused("ninjaslayer.phase_over")


def test_before_a_battle_the_weapon_in_hand_is_said_freely() -> None:
    play = begin(a=make_ninja(weapons=("katana",)))
    play.given(Wield(character="a", weapon="katana"), Wield(character="a", weapon="unarmed"))
    assert play.state.characters["a"].wielded == "unarmed"


def test_the_focused_have_no_movement_phase() -> None:
    play = _hand().when(Focus(character="a")).then(Focused(character="a"))
    play.when(Focus(character="a")).refused("ninjaslayer.focused_already")
    play.when(BeginPhase(character="a", phase="move")).refused("ninjaslayer.focused_stays")
    play.when(BeginPhase(character="a", phase="attack")).then(PhaseEntered(character="a", phase="attack"))
    assert play.state.characters["a"].focused


def test_focus_is_declared_at_the_start_alone() -> None:
    _hand("move").when(Focus(character="a")).refused("ninjaslayer.phase_over")


@pytest.mark.parametrize("mob_focus", ["never", "unmoved"])
@pytest.mark.parametrize("moved", [False, True])
def test_a_mob_is_never_focused_or_is_where_it_did_not_move(mob_focus: str, moved: bool) -> None:
    play = begin({"mob_focus": mob_focus}, a=make_ninja(), m=make_mob(), n=make_mob())
    fight(play, ("m", "n"), "a", moved=("m",) if moved else ())
    work = working(play)
    use_action(work, "m", "n")
    focused = {one: work.state.characters[one].focused for one in "mn"}
    assert focused == {"m": mob_focus == "unmoved" and not moved, "n": mob_focus == "unmoved"}


@pytest.mark.parametrize("mob_focus, refused", [("never", True), ("unmoved", False)])
def test_a_mob_declares_no_focus_unless_mobs_may_be_focused(mob_focus: str, refused: bool) -> None:
    play = fight(begin({"mob_focus": mob_focus}, a=make_ninja(), m=make_mob()), "m", "a")
    play.when(Focus(character="m"))
    if refused:
        play.refused("ninjaslayer.mob_never_focused")
    else:
        play.then(Focused(character="m"))


# ---- other actions ----


def test_the_guarded_gains_a_dodge_die() -> None:
    play = (
        _hand()
        .when(Guard(character="a", target="b"))
        .then(ActionTaken(characters=("a",), phase="attack"), Guarded(character="a", target="b", now=7))
    )
    assert play.state.characters["b"].dodge_dice == 7
    play.when(Guard(character="a", target="b")).refused("ninjaslayer.acted_already")


def test_whom_nobody_guards() -> None:
    play = _hand()
    play.when(Guard(character="a", target="a")).refused("ninjaslayer.not_oneself")
    play.when(Guard(character="a", target="foe")).refused("ninjaslayer.not_an_ally")
    alter(play, "b", unconscious=True)
    play.when(Guard(character="a", target="b")).refused("ninjaslayer.cannot_act")
    far = lay_map(_hand(square="A1"), "....")
    alter(far, "b", square="D1")
    far.when(Guard(character="a", target="b")).refused("ninjaslayer.no_neighbour")
    mobs = fight(begin(a=make_ninja(), m=make_mob(), boss=make_boss()), "boss", "m", "a")
    mobs.when(Guard(character="boss", target="m")).refused("ninjaslayer.mob_without_dodge")


def test_a_full_move_gives_d3_squares_for_the_action() -> None:
    play = _hand("move").when(FullMove(character="a"), dice=[(3, 2)])
    assert play.only(FullMoved) == FullMoved(character="a", squares=2)
    assert play.state.battle.extra == {"a": 2}
    play.when(FullMove(character="a")).refused("ninjaslayer.acted_already")


@pytest.mark.parametrize("phase, used", [("attack", "acted"), ("move", "moved")])
def test_a_remedy_costs_an_action_of_either_phase(phase: Any, used: str) -> None:
    play = _hand(now_vitality=2, now_spirit=1)
    play.when(UseRemedy(character="a", target="a", vitality=3, spirit=9, phase=phase))
    assert play.only(RemedyUsed) == RemedyUsed(character="a", target="a", vitality=5, spirit=3)
    assert getattr(play.state.battle, used) == ("a",)


def test_after_a_remedy_in_the_movement_phase_nobody_moves() -> None:
    play = _hand(now_vitality=2)
    play.given(UseRemedy(character="a", target="a", vitality=1, phase="move"))
    with pytest.raises(RuleViolation, match="action of the movement phase"):
        use_move(working(play), "a")


def test_remedies_that_do_nothing() -> None:
    play = _hand()
    play.when(UseRemedy(character="a", target="a")).refused("ninjaslayer.remedy_without_effect")
    alter(play, "b", unconscious=True, vitality=0)
    play.when(UseRemedy(character="a", target="b", vitality=1)).refused(
        "ninjaslayer.remedy_for_the_unconscious"
    )


def test_another_action_is_judged_as_the_nm_sets_it_with_the_ease_of_focus() -> None:
    play = _hand(focused=True)
    play.when(
        TryAction(character="a", value="neuron", difficulty="hard", dice=-6, quick=1),
        dice=[(6, 4), (6, 1), (6, 1), (6, 3)],
    )
    assert play.only(ActionTried) == ActionTried(character="a", judged=True)
    judged = play.only(Judged)
    assert (judged.difficulty, judged.faces, judged.successes) == ("normal", (4, 1, 1, 3), 1)
    play.when(TryAction(character="a", value="neuron")).refused("ninjaslayer.acted_already")


def test_another_action_without_a_judgement_succeeds() -> None:
    play = _hand().when(TryAction(character="a"))
    play.then(ActionTaken(characters=("a",), phase="attack"), ActionTried(character="a", judged=False))


def test_another_action_of_no_difficulty_or_too_many_quick_dice() -> None:
    play = _hand()
    play.when(TryAction(character="a", value="karate", difficulty="mild")).refused(
        "ninjaslayer.no_such_difficulty"
    )
    play.when(TryAction(character="a", value="karate", quick=9)).refused("ninjaslayer.too_few_quick")


def test_an_unconscious_ally_is_carried_and_put_down_on_a_free_square_beside() -> None:
    play = lay_map(_hand(square="B1"), "....", "....")
    alter(play, "b", square="C1", unconscious=True, vitality=0)
    alter(play, "foe", square="D1")
    play.when(CarryAlly(character="a", target="b"))
    assert play.only(AllyCarried) == AllyCarried(character="a", target="b")
    assert (play.state.characters["b"].square, play.state.characters["a"].carrying) == ("", "b")
    play.when(PutDown(character="a", square="D2")).refused("ninjaslayer.no_place_to_put_down")
    play.when(PutDown(character="a", square="B1")).refused("ninjaslayer.no_place_to_put_down")
    play.when(PutDown(character="a", square="A2")).then(AllyPutDown(character="a", target="b", square="A2"))
    play.when(PutDown(character="a")).refused("ninjaslayer.carries_nobody")


def test_put_down_without_a_word_is_on_the_nearest_free_square() -> None:
    play = lay_map(_hand(square="B1", carrying="b"), "....")
    alter(play, "b", unconscious=True)
    alter(play, "foe", square="A1")
    play.when(PutDown(character="a")).then(AllyPutDown(character="a", target="b", square="C1"))


def test_whom_nobody_carries() -> None:
    play = _hand()
    play.when(CarryAlly(character="a", target="b")).refused("ninjaslayer.carried_is_conscious")
    alter(play, "b", unconscious=True)
    alter(play, "a", carrying="c")
    play.when(CarryAlly(character="a", target="b")).refused("ninjaslayer.carries_already")


# ---- the adrenaline boost ----


def test_a_boost_in_the_own_attack_phase_brings_focus_until_the_phase_ends() -> None:
    play = _hand("move")
    play.when(AdrenalineBoost(character="a"))
    assert play.only(Boosted) == Boosted(character="a", own_hand=True)
    a = play.state.characters["a"]
    assert (a.spirit, a.focused, a.boosted, a.eased) == (2, True, True, False)
    assert play.state.battle.phase("a") == "attack"
    play.given(BeginPhase(character="a", phase="end"))
    assert not play.state.characters["a"].focused
    play.when(AdrenalineBoost(character="a")).refused("ninjaslayer.boosted_already")


def test_in_others_hands_a_boost_makes_dodges_easier_until_the_phase_ends() -> None:
    play = _hand("attack")
    work = working(play)
    boost(work, "b")
    assert (work.state.characters["b"].eased, work.state.characters["b"].focused) == (True, False)
    assert work.state.characters["b"].spirit == 2
    use_action(work, "a")
    assert work.state.characters["b"].eased
    enter_phase(work, "a", "end")
    assert not work.state.characters["b"].eased
    assert work.state.characters["b"].boosted


def test_who_cannot_boost() -> None:
    assert not may_boost(begin(a=make_ninja()).state, working(_hand()).rules, "a", "own")
    _hand(focused=True).when(AdrenalineBoost(character="a")).refused("ninjaslayer.focused_already")
    _hand("end").when(AdrenalineBoost(character="a")).refused("ninjaslayer.phase_over")
    _hand("attack", now_spirit=0).when(AdrenalineBoost(character="a")).refused("ninjaslayer.spirit_short")
    _hand(ninja=False).when(AdrenalineBoost(character="a")).refused("ninjaslayer.boost_of_a_ninja")
    acted = fight(begin(a=make_ninja(), foe=make_mob()), "a", "foe", phase="attack", acted=("a",))
    acted.when(AdrenalineBoost(character="a")).refused("ninjaslayer.acted_already")


@pytest.mark.parametrize(
    "values, hand, may",
    [
        ({}, "own", True),
        ({}, "others", False),
        ({"focused": True}, "own", False),
        ({"boosted": True}, "own", False),
        ({"ninja": False}, "own", False),
        ({"now_spirit": 0}, "own", False),
        ({"unconscious": True}, "own", False),
    ],
)
def test_who_may_boost_in_the_own_hand(values: dict[str, Any], hand: Any, may: bool) -> None:
    play = _hand("attack", **values)
    assert may_boost(play.state, play.rules, "a", hand) is may


def test_those_whose_hand_it_is_not_may_boost_to_dodge_alone() -> None:
    play = _hand("attack")
    assert may_boost(play.state, play.rules, "b", "others")
    assert not may_boost(play.state, play.rules, "b", "own")
    assert not may_boost(play.state, play.rules, "foe", "others")


def test_by_option_a_boost_may_take_spirit_below_0() -> None:
    play = _hand("attack", {"spirit_cost_at_zero": "negative"}, now_spirit=0)
    assert may_boost(play.state, play.rules, "a", "own")


def test_a_mob_has_no_boost() -> None:
    command: Command = AdrenalineBoost(character="m")
    fight(begin(a=make_ninja(), m=make_mob()), "m", "a").when(command).refused("ninjaslayer.boost_of_a_ninja")
