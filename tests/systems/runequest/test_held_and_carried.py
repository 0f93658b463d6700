"""Actions held back and done when one likes; spells that go on in later rounds."""

import pytest
from kit import Play, work_on
from runemelees import (
    MISS,
    act,
    cast_at,
    close_in,
    fight,
    go,
    make_archer,
    mean,
    melee_of,
    perform_nothing,
    put,
    queue,
    shot,
    step,
    strike,
)
from runequests import make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import ActNow, EndMelee
from tenmatsu.systems.runequest.decide import performing
from tenmatsu.systems.runequest.decide.queueing import lose_actions
from tenmatsu.systems.runequest.events.choosing import ChoiceOpened
from tenmatsu.systems.runequest.events.rounds import (
    ActionSettled,
    ActionStarted,
    BatchDue,
    HeldTaken,
    RoundBegun,
    SpellPrepared,
)
from tenmatsu.systems.runequest.evolve.figures import with_action

HEAL = step("spell", spell="heal", target="rin")


def _held(monkeypatch: pytest.MonkeyPatch) -> tuple[Play, list[tuple[str, str]]]:
    """Return rin holding a strike of SR 5 while jin is asked at SR 7."""
    done = perform_nothing(monkeypatch, "attack")
    play = fight(rin=make_figure(), jin=make_foe(DEX=9))
    play.given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    return act(play, "rin", "hold"), done


def test_what_is_held_waits_while_others_act(monkeypatch: pytest.MonkeyPatch) -> None:
    play, done = _held(monkeypatch)

    assert play.only(ActionSettled).how == "held"
    assert queue(play)[0] == ("rin", "attack", 5, "held")
    play.asks("act", "jin", "do", "hold", "drop")
    assert not done


def test_what_is_held_is_done_before_what_is_due_and_the_other_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, done = _held(monkeypatch)
    play.when(ActNow(character="rin", action=1))

    assert play.only(HeldTaken) == HeldTaken(action=1, character="rin", sr=7)
    assert play.only(ChoiceOpened).choice.whom == "jin"
    assert done == [("rin", "jin")]
    play.asks("act", "jin", "do", "hold", "drop")
    act(play, "jin")
    assert done == [("rin", "jin"), ("jin", "rin")]


def test_what_interrupts_comes_to_its_end_before_the_other_is_asked_again() -> None:
    play = fight(rin=make_figure(), jin=make_foe(DEX=9))
    play.given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    act(play, "rin", "hold")
    play.when(ActNow(character="rin", action=1))
    assert play.pending[0].kind == "defend"

    play.when(ActNow(character="rin", action=1)).refused("runequest.not_held")
    play.when(Choose(character="jin", use="none"), [MISS]).asks("act", "jin", "do", "hold", "drop")


def test_only_what_one_holds_is_done_now_and_not_while_something_is_under_way() -> None:
    play = fight({"rin": 0, "jin": 2, "sen": 1}, rin=make_figure(), jin=make_foe(DEX=9), sen=make_figure())
    play.given(mean("sen", strike("jin")), mean("rin", strike("jin")), mean("jin", strike("rin")))
    act(play, "sen", "hold")
    play.when(ActNow(character="sen", action=2)).refused("runequest.not_held")
    act(play, "rin")
    assert play.pending[0].kind == "defend"

    play.when(ActNow(character="sen", action=1)).refused("runequest.not_now")


def test_what_is_held_to_the_end_is_asked_for_a_last_time_at_sr_12_and_then_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, done = _held(monkeypatch)
    act(play, "jin", "hold")

    assert [(one.character, one.sr) for one in play.all(HeldTaken)] == [("jin", 12), ("rin", 12)]
    play.asks("act", "rin", "do", "drop")
    act(play, "rin", "drop").asks("act", "jin", "do", "drop")
    act(play, "jin")
    assert done == [("jin", "rin")]
    assert play.only(RoundBegun)


def test_what_comes_behind_moves_with_it_and_is_lost_beyond_sr_12(monkeypatch: pytest.MonkeyPatch) -> None:
    done = perform_nothing(monkeypatch, "shoot")
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(), jin=make_foe(DEX=5))
    play.given(mean("rin", shot("jin"), go(2), go(3)), mean("jin", go(2), step("other")))
    act(play, "rin", "hold")
    assert [one[3] for one in queue(play)][:3] == ["held"] * 3

    play.when(ActNow(character="rin", action=2)).refused("runequest.hold_order")
    play = close_in(play, sr=9)
    play.when(ActNow(character="rin", action=1))
    taken = play.only(HeldTaken)
    assert done == [("rin", "jin")]
    assert (taken.sr, taken.ranks) == (9, ((2, 11),))
    assert (play.only(ActionSettled).action, play.only(ActionSettled).why) == (3, "too_late")


def test_an_open_target_is_named_when_one_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    done = perform_nothing(monkeypatch, "attack")
    play = fight({"rin": 0, "jin": 2, "kai": 1}, rin=make_figure(), jin=make_foe(DEX=9), kai=make_foe(DEX=9))
    play.given(mean("rin", strike()), mean("jin", strike("rin")), mean("kai"))
    act(play, "rin", "hold")

    play.when(ActNow(character="rin", action=1)).refused("runequest.name_target")
    play.when(ActNow(character="rin", action=1, target="rin")).refused("runequest.no_such_target")
    play.when(ActNow(character="rin", action=1, target="kai"))
    assert done == [("rin", "kai")]


def test_what_is_impossible_now_is_refused_and_goes_on_being_held(monkeypatch: pytest.MonkeyPatch) -> None:
    play, _ = _held(monkeypatch)
    monkeypatch.setitem(performing.HINDERS, "attack", lambda state, rules, action, target: "shocked")

    play.when(ActNow(character="rin", action=1)).refused("runequest.cannot_now")
    assert queue(play)[0][3] == "held"


def test_a_bow_is_loaded_when_its_shot_is_due_and_stays_so_while_it_is_held() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(loaded=False), jin=make_foe(DEX=5))
    play.given(mean("rin", shot("jin"))).when(mean("jin", go(2), go(2), step("other")))
    act(play, "rin", "hold")

    assert queue(play)[0][3] == "held"
    assert play.state.characters["rin"].arms["self_bow"].loaded


def test_a_shot_that_was_held_and_cannot_be_made_any_more_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    perform_nothing(monkeypatch, "shoot")
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(), jin=make_foe(DEX=5))
    play.given(mean("rin", shot("jin")), mean("jin", go(2), step("other")))
    act(play, "rin", "hold")
    monkeypatch.setitem(performing.HINDERS, "shoot", lambda state, rules, action, target: "shocked")

    play.when(ActNow(character="rin", action=1))
    assert play.only(ActionSettled).why == "shocked"


def test_whoever_can_do_nothing_at_sr_12_is_not_asked_for_what_they_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, _ = _held(monkeypatch)
    put(play, rin=make_figure(unconscious=True), jin=make_foe(DEX=9))
    act(play, "jin", "drop")

    assert {(one.character, one.why) for one in play.all(ActionSettled)} == {
        ("jin", "given_up"),
        ("rin", "cannot_act"),
    }


def test_whoever_falls_loses_what_they_held(monkeypatch: pytest.MonkeyPatch) -> None:
    play, _ = _held(monkeypatch)
    work = work_on(play)
    lose_actions(work, "rin", why="shocked")

    assert work.state.melee.queue[0].state == "lost"


def test_a_spell_over_several_rounds_is_decided_in_its_last(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 3, rounds=2)
    done = perform_nothing(monkeypatch, "spell")
    play = fight(rin=make_figure(known={"heal": 6}), jin=make_foe())
    play.given(mean("rin", HEAL))
    assert melee_of(play).queue[0].rounds_left == 2
    assert melee_of(play).queue[0].state == "carried"

    play.when(mean("jin"))
    (carried,) = melee_of(play).queue
    assert (carried.state, carried.rounds_left, melee_of(play).carried) == ("carried", 1, (1,))
    play.when(mean("jin"))
    (carried,) = melee_of(play).queue
    assert (carried.state, carried.rounds_left, carried.sr) == ("declared", 0, 3)
    play.when(mean("jin"))
    assert play.only(BatchDue).sr == 3
    act(play, "rin")
    assert done == [("rin", "rin")]
    assert (melee_of(play).round, melee_of(play).queue) == (4, ())


def test_a_spell_that_goes_on_leaves_defences_alone_and_may_be_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast_at(monkeypatch, 3, rounds=1)
    play = fight(rin=make_figure(known={"heal": 6}), jin=make_foe())
    play.when(mean("rin", HEAL, give_up=True)).refused("runequest.no_spell_goes_on")
    play.given(mean("rin", HEAL), mean("jin"))

    play.when(mean("rin", strike("jin"))).refused("runequest.spell_goes_on")
    play.given(mean("rin", step("guard", arm="medium_shield")))
    assert queue(play) == [("rin", "spell", 3, "declared"), ("rin", "guard", 1, "declared")]
    play.when(mean("rin", strike("jin"), give_up=True))
    assert play.only(ActionSettled).why == "given_up"
    assert queue(play) == [("rin", "spell", 3, "lost"), ("rin", "attack", 5, "declared")]


def test_a_spell_whose_concentration_broke_does_not_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 3, rounds=1)
    play = fight(rin=make_figure(known={"heal": 6}), jin=make_foe()).given(mean("rin", HEAL))
    play.given_state(with_action(play.state, 1, spoiled=True))
    play.when(mean("jin"))

    assert play.only(ActionSettled).why == "spoiled"
    assert melee_of(play).queue == ()


def test_what_goes_on_ends_with_the_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 3, rounds=1)
    play = fight(rin=make_figure(known={"heal": 6}), jin=make_foe())
    play.given(mean("rin", HEAL), mean("jin", strike("rin")))
    play.when(EndMelee())

    assert {one.why for one in play.all(ActionSettled)} == {"fight_over"}


def test_a_spell_that_goes_on_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 3, rounds=1)
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(known={"heal": 6}), jin=make_foe())

    play.when(mean("rin", HEAL, go(1))).refused("runequest.spell_alone")


def test_a_spell_made_ready_waits_for_the_next_round_and_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 8, ready=5)
    perform_nothing(monkeypatch, "spell")
    play = fight(rin=make_figure(known={"heal": 6}), jin=make_foe())
    play.given(mean("rin", step("ready", spell="heal"))).when(mean("jin"))
    assert play.only(SpellPrepared).spell == "heal"
    assert melee_of(play).prepared == {"rin": "heal"}

    play.given(mean("rin", HEAL), mean("jin"))
    assert melee_of(play).queue[0].sr == 3
    act(play, "rin")
    assert play.only(ActionStarted).kind == "spell"
    assert melee_of(play).prepared == {}
