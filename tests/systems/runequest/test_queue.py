"""The queue of strike ranks: who comes when, what happens at once, what falls out of it."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import work_on
from runemelees import (
    MISS,
    act,
    cast_at,
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
from runequests import hold, make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide import performing
from tenmatsu.systems.runequest.decide.queueing import find_action, list_order, lose_actions, settle_action
from tenmatsu.systems.runequest.events.rounds import (
    ActionDone,
    ActionSettled,
    ActionStarted,
    BatchDue,
    RoundBegun,
)
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.state import State


def test_actions_come_by_strike_rank_and_then_by_higher_dex() -> None:
    play = fight(
        {"rin": 0, "jin": 2, "sen": 1},
        rin=make_figure(DEX=17),
        jin=make_foe(DEX=18),
        sen=make_figure(DEX=12),
    )
    play.given(mean("sen", strike("jin")), mean("rin", strike("jin")), mean("jin", strike("rin")))

    assert [(one.character, one.sr) for one in list_order(play.state)] == [
        ("jin", 5),
        ("rin", 5),
        ("sen", 7),
    ]
    assert melee_of(play).batch == (3,)
    play.asks("act", "jin", "do", "hold", "drop")


def test_what_is_equal_in_both_is_one_batch_and_each_happens_though_another_fells_its_doer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = perform_nothing(monkeypatch, "attack")
    play = fight().given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    assert melee_of(play).batch == (1, 2)
    act(play, "rin")
    put(play, jin=make_foe(unconscious=True))
    lose_actions(work_on(play), "jin")

    act(play, "jin")
    assert done == [("rin", "jin"), ("jin", "rin")]


def test_whoever_is_felled_before_loses_what_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    perform_nothing(monkeypatch, "attack")
    play = fight(rin=make_figure(), jin=make_foe(DEX=9))
    play.given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    put(play, jin=make_foe(DEX=9, unconscious=True))
    act(play, "rin")

    lost = play.only(ActionSettled)
    assert (lost.character, lost.how, lost.why) == ("jin", "lost", "cannot_act")


def test_steps_of_a_kind_or_all_fall_out_of_the_queue() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(loaded=False), jin=make_foe())
    play.given(mean("rin", step("ready", arm="self_bow"), shot("jin"), go(1, "jin")))
    work = work_on(play)
    lose_actions(work, "rin", ("shoot",), "shocked")
    assert [one.state for one in work.state.melee.queue] == ["declared", "lost", "declared"]

    lose_actions(work, "rin")
    assert [one.state for one in work.state.melee.queue] == ["lost", "lost", "lost"]


def test_what_became_of_an_action_is_said_once_and_nothing_of_what_stands_in_no_queue() -> None:
    play = fight().given(mean("rin", strike("jin")))
    work = work_on(play)
    settle_action(work, 0, "done")
    settle_action(work, 1, "done")
    settle_action(work, 1, "lost")

    assert [one.event for one in work.recorded] == [ActionDone(action=1, character="rin", kind="attack")]
    assert find_action(work.state, 9) is None


def test_a_blow_is_struck_when_it_is_due_and_the_round_goes_on_behind_it() -> None:
    play = fight().given(mean("rin", strike("jin")), mean("jin"))
    act(play, "rin")
    assert play.only(ActionStarted) == ActionStarted(action=1, character="rin", kind="attack", target="jin")

    play.when(Choose(character="jin", use="none"), [MISS])
    assert play.only(ActionDone).action == 1
    assert play.only(RoundBegun).round == 2
    assert play.state.now == 1


def test_where_the_intent_left_it_open_the_target_is_named_when_it_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = perform_nothing(monkeypatch, "attack")
    play = fight({"rin": 0, "jin": 2, "kai": 1}, rin=make_figure(), jin=make_foe(), kai=make_foe())
    play.given(mean("rin", strike()), mean("jin"), mean("kai"))

    play.asks("act", "rin", "do:jin", "do:kai", "hold", "drop")
    act(play, "rin", "do:kai")
    assert done == [("rin", "kai")]


def test_what_has_nobody_left_to_aim_at_is_lost() -> None:
    play = fight({"rin": 0, "jin": 30}).given(mean("rin", strike()))
    play.when(mean("jin"))
    assert play.only(ActionSettled).why == "target_gone"

    play = fight({"rin": 0, "jin": 30}).given(mean("rin", strike("jin")))
    play.when(mean("jin"))
    assert play.only(ActionSettled).why == "not_reached"

    play = fight().given(mean("rin", strike("jin")))
    put(play, jin=make_foe(dead=True)).when(mean("rin", strike("jin")))
    assert play.only(ActionSettled).why == "target_gone"


def test_what_its_part_says_is_impossible_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    perform_nothing(monkeypatch, "attack")
    monkeypatch.setitem(performing.HINDERS, "attack", lambda state, rules, action, target: "shocked")
    play = fight().given(mean("rin", strike("jin"))).when(mean("jin"))

    assert play.only(ActionSettled).why == "shocked"
    assert play.only(RoundBegun)


def test_one_may_drop_what_is_due() -> None:
    play = fight().given(mean("rin", strike("jin")), mean("jin"))
    act(play, "rin", "drop")

    assert play.only(ActionSettled).why == "given_up"


def test_an_open_spell_may_go_to_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 4)
    done = perform_nothing(monkeypatch, "spell")
    play = fight(rin=make_figure(known={"protection": 2, "shield": 1}), jin=make_foe())
    play.given(mean("rin", step("spell", spell="protection")), mean("jin"))
    play.asks("act", "rin", "do:rin", "do:jin", "hold", "drop")

    act(play, "rin", "do:rin")
    assert done == [("rin", "rin")]


def test_a_spell_empties_a_hand_as_its_preparation_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 4)
    perform_nothing(monkeypatch, "spell")
    play = fight(rin=make_figure(known={"heal": 2}), jin=make_foe())
    play.given(mean("rin", step("spell", spell="heal", target="rin")), mean("jin"))
    act(play, "rin")

    arms = play.state.characters["rin"].arms
    assert (arms["broadsword"].hand, arms["medium_shield"].hand) == ("", "left")


def test_rune_magic_needs_no_free_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 1)
    perform_nothing(monkeypatch, "spell")
    play = fight(rin=make_figure(known={"shield": 1}, runes={"air": 60}, rune_points=3), jin=make_foe())
    play.given(mean("rin", step("spell", spell="shield", target="rin")), mean("jin"))
    act(play, "rin")
    assert play.only(ActionStarted).kind == "spell"

    assert play.state.characters["rin"].arms["broadsword"].hand == "right"


def test_who_struck_and_who_cast_is_remembered_for_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 4)
    perform_nothing(monkeypatch, "attack", "spell")
    play = fight(
        rin=make_figure(DEX=18), jin=make_foe(known={"shield": 1}, runes={"air": 60}, rune_points=3, DEX=9)
    )
    play.given(
        mean("rin", strike("jin")), mean("jin", step("spell", spell="shield", target="jin"), step("other"))
    )
    act(play, "jin")
    act(play, "rin")

    assert (melee_of(play).struck, melee_of(play).cast) == ({"rin": True}, {"jin": 1})


def test_pushes_and_aimed_blows_come_at_sr_12_in_the_order_of_their_usual_ranks() -> None:
    play = fight(
        {"rin": 0, "jin": 2, "sen": 1},
        rin=make_figure(DEX=9),
        jin=make_foe(DEX=19),
        sen=make_figure(DEX=16),
    )
    aimed = Step(kind="aimed_blow", target="jin", arm="broadsword", locations=("head",))
    push = Step(kind="knockback", target="rin", arm="medium_shield")
    play.given(mean("rin", aimed), mean("sen", aimed), mean("jin", push))

    order = list_order(play.state)
    assert [(one.character, one.sr, one.usual) for one in order] == [
        ("jin", 12, 5),
        ("sen", 12, 5),
        ("rin", 12, 7),
    ]
    assert melee_of(play).batch == (3,)


def test_at_sr_12_nothing_can_be_held_any_more() -> None:
    play = fight().given(mean("rin", step("knockback", target="jin", arm="medium_shield")), mean("jin"))

    play.asks("act", "rin", "do", "drop")


def test_a_split_attack_is_several_entries_each_with_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    perform_nothing(monkeypatch, "attack")
    play = fight(rin=make_figure(skills={"broadsword": 140}), jin=make_foe())
    play.given(mean("rin", strike("jin", parts=(80, 60))), mean("jin"))

    assert [(one.sr, one.part) for one in melee_of(play).queue] == [(5, 80), (10, 60)]
    act(play, "rin")
    assert play.only(BatchDue).sr == 10


def test_a_weapon_in_the_other_hand_is_marked_and_a_shield_is_not() -> None:
    arms = {
        "broadsword": hold("broadsword"),
        "dagger": hold("dagger", "left"),
    }
    play = fight(rin=make_figure(arms=arms, SIZ=22), jin=make_foe())
    play.given(mean("rin", strike("jin"), strike("jin", "dagger")))
    assert [one.off_hand for one in melee_of(play).queue] == [False, True]

    play = fight().given(mean("rin", strike("jin", "medium_shield")))
    assert [one.off_hand for one in melee_of(play).queue] == [False]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 25), st.integers(1, 25), st.sampled_from(["strike", "push", "other"])),
        min_size=2,
        max_size=5,
    )
)
def test_every_action_is_due_at_sr_1_to_12_and_never_before_an_earlier_one(
    people: list[tuple[int, int, str]],
) -> None:
    figures = {
        f"p{at}": make_figure(DEX=dex, SIZ=siz, friendly=bool(at % 2))
        for at, (dex, siz, _) in enumerate(people)
    }
    play = fight(dict.fromkeys(figures, 0), None, None, **figures)
    due: list[int] = []
    for at, (_, _, what) in enumerate(people):
        foe = f"p{(at + 1) % len(people)}"
        target = foe if figures[foe].friendly != figures[f"p{at}"].friendly else ""
        push = step("knockback", target=target, arm="medium_shield")
        steps = {"strike": strike(target), "push": push, "other": step("other")}
        play.when(mean(f"p{at}", steps[what]))
        due += [one.sr for one in play.all(BatchDue)]
    while play.state.choices:
        play.when(Choose(character=play.state.choices[0].whom, use="drop"))
        due += [one.sr for one in play.all(BatchDue)]

    assert due
    assert all(1 <= sr <= 12 for sr in due)
    assert all(one <= other for one, other in pairwise(due))
    assert melee_of(play).round == 2


def test_outside_a_melee_there_is_no_queue() -> None:
    assert list_order(State()) == ()
    assert queue(fight()) == []
