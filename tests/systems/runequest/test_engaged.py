"""Who is engaged, and what that takes out of the queue."""

import pytest
from kit import work_on
from runemelees import cast_at, close_in, fight, go, make_archer, mean, melee_of, put, shot, step, strike
from runequests import hold, make_figure, make_foe

from tenmatsu.systems.runequest.decide.queueing import disengage, engage
from tenmatsu.systems.runequest.decide.ranks import plan_steps
from tenmatsu.systems.runequest.engaging import list_threats
from tenmatsu.systems.runequest.events.rounds import ActionSettled, Disengaged, Engaged
from tenmatsu.systems.runequest.figures import Figure


def test_two_are_engaged_once_with_their_ids_in_order() -> None:
    work = work_on(fight({"rin": 0, "jin": 60}))
    engage(work, "rin", "jin", closing=True)
    engage(work, "jin", "rin")

    assert [one.event for one in work.recorded] == [Engaged(one="jin", other="rin", closing=True)]
    assert work.state.melee.closing == (("jin", "rin"),)


def test_shots_and_movement_fall_out_of_the_queue() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(), jin=make_foe())
    play.given(mean("rin", shot("jin"), go(2, "jin")))
    work = work_on(play)
    engage(work, "rin", "jin")

    assert [one.state for one in work.state.melee.queue] == ["lost", "lost"]
    assert {one.event.why for one in work.recorded if isinstance(one.event, ActionSettled)} == {"engaged_now"}


@pytest.mark.parametrize("sr, kept", [(3, "spell"), (7, "attack")])
def test_of_strikes_and_a_spell_the_kind_that_comes_first_stays(
    sr: int, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast_at(monkeypatch, min(5, sr))
    play = fight(
        {"rin": 0, "jin": 60},
        rin=make_figure(known={"shield": 2}, runes={"air": 60}, rune_points=3, SIZ=22),
        jin=make_foe(),
    )
    heal = step("spell", spell="shield", target="rin")
    steps = (heal, strike()) if kept == "spell" else (strike(), heal)
    play.given(mean("rin", *steps))
    work = work_on(play)
    engage(work, "rin", "jin")

    assert [one.step.kind for one in work.state.melee.queue if one.state == "declared"] == [kept]


def test_what_was_done_before_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 3)
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(known={"heal": 2}), jin=make_foe())
    play.given(mean("rin", strike()))
    play = close_in(play, cast={"rin": 1})
    work = work_on(play)
    engage(work, "rin", "jin")

    assert work.state.melee.queue[0].state == "declared"


def test_what_is_due_at_this_very_moment_stands() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(), jin=make_foe()).given(mean("rin", shot("jin")))
    work = work_on(close_in(play, batch=(1,)))
    engage(work, "rin", "jin")

    assert work.state.melee.queue[0].state == "declared"


def test_one_parts_from_one_foe_or_from_all() -> None:
    play = fight({"rin": 0, "jin": 2, "kai": 1}, rin=make_figure(), jin=make_foe(), kai=make_foe())
    work = work_on(play)
    disengage(work, "rin", "jin")
    assert work.state.melee.engaged == (("kai", "rin"),)

    disengage(work, "rin")
    assert [one.event for one in work.recorded] == [
        Disengaged(one="rin", other="jin"),
        Disengaged(one="rin", other="kai"),
    ]
    assert work.state.melee.engaged == ()


@pytest.mark.parametrize("foe", [make_foe(unconscious=True), make_foe(dead=True), make_foe(bound=True)])
def test_foes_who_can_do_nothing_hold_nobody(foe: Figure) -> None:
    play = put(fight(), jin=foe)

    assert list_threats(play.state, "rin") == ()
    assert not isinstance(plan_steps(play.state, play.rules, "rin", [go(2, "jin")]), str)


def test_a_spirit_without_a_body_engages_nobody() -> None:
    play = fight(rin=make_figure(), jin=make_foe(embodied=False))

    assert melee_of(play).engaged == ()


def test_a_weapon_thrown_is_no_choice_for_those_who_are_engaged() -> None:
    arms = {"javelin_thrown": hold("javelin_thrown")}
    play = fight(rin=make_figure(arms=arms), jin=make_foe())

    play.when(mean("rin", shot("jin", "javelin_thrown"))).refused("runequest.engaged_cannot_shoot")


def test_whoever_came_round_beside_a_foe_is_engaged_by_going_to_them() -> None:
    play = close_in(fight({"rin": 0, "jin": 1}, rin=make_figure(), jin=make_foe()), engaged=())
    play.given(mean("rin", go(1, "jin"), strike("jin")), mean("jin"))
    assert melee_of(play).engaged == (("jin", "rin"),)
    assert [(one.command, one.options[0]) for one in play.pending] == [("runequest.choose", "do")]


@pytest.mark.parametrize("metres, options", [(2, ("do", "hold", "drop")), (5, ())])
def test_whoever_lies_senseless_within_reach_can_be_struck_though_engaged_with_nobody(
    metres: int, options: tuple[str, ...]
) -> None:
    places = {"rin": 0, "jin": metres, "kai": 60}
    play = fight(places, rin=make_figure(), jin=make_foe(unconscious=True), kai=make_foe())
    play = play.given(mean("rin", strike("jin"))).given(mean("kai"))

    assert list_threats(play.state, "rin") == ()
    assert [one.options for one in play.state.choices] == ([options] if options else [])
