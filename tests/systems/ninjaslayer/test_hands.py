"""A hand's four phases and what each allows."""

from typing import Any

import pytest
from kit import Play
from ninjas import alter, begin, fight, make_mob, make_ninja, working

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.battle import PHASES, Battle, Phase
from tenmatsu.systems.ninjaslayer.commands.battle import (
    AdrenalineBoost,
    BeginPhase,
    EndTurn,
    Focus,
    FullMove,
    TakeInstant,
    Wield,
)
from tenmatsu.systems.ninjaslayer.decide.phases import enter_phase, is_hand, use_action, use_instant, use_move
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.events.battle import (
    Focused,
    HandBegun,
    HandEnded,
    InstantTaken,
    PhaseEntered,
    WeaponSwitched,
)


def _hand(phase: Phase = "start", options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a battle in which it is ninja `a`'s hand; `b` is an ally, `foe` a mob."""
    play = begin(options, a=make_ninja(neuron=9, **values), b=make_ninja(neuron=5), foe=make_mob())
    return fight(play, "a", "b", "foe", phase=phase)


def _battle(work: Work) -> Battle:
    assert work.state.battle is not None
    return work.state.battle


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
    assert (_battle(work).phase("a"), _battle(work).moved) == ("move", ("a",))
    with pytest.raises(RuleViolation, match="action of the movement phase"):
        use_move(work, "a")
    use_action(work, "a")
    assert (_battle(work).phase("a"), _battle(work).acted) == ("attack", ("a",))
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
