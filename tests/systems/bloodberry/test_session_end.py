"""Sessions of the game: their beginning, the ending, their end, and who misses the next ones."""

from typing import Any

from bloodberries import begin, change, hold, make_curse, make_npc
from bloodscenes import close_scene, fold, open_scene
from bloodties import make_quiet
from kit import Play, d6

from tenmatsu.events.table import SessionResumed
from tenmatsu.systems.bloodberry.commands.scenes import (
    BeginEnding,
    BeginSession,
    CallScene,
    EndSession,
    ForgoTurn,
)
from tenmatsu.systems.bloodberry.events.curses import SessionsMissed
from tenmatsu.systems.bloodberry.events.scenes import EndingBegun, SessionBegun, SessionEnded
from tenmatsu.systems.bloodberry.judges import Judge


def gather(options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return `a` with one grace lost of two, `b` out at 0, and others, in the first session."""
    return begin(
        options,
        a=make_quiet(**{"grace": 1, "lost": {"grace": 1}, "vigour": 3, **values}),
        b=make_quiet(grace=0, lost={"grace": 2}, out=True),
        npc=make_npc(grace=0, out=True),
        curse=make_curse(malice=0, out=True),
    )


def test_the_ending_is_told_once() -> None:
    play = gather()
    play.when(BeginEnding()).then(EndingBegun())
    assert play.state.ending
    play.when(BeginEnding()).refused("bloodberry.ending_begun")


def test_players_characters_still_at_0_roll_how_many_sessions_they_miss() -> None:
    play = gather()
    play.when(EndSession(), d6(4))
    play.then(SessionsMissed(character="b", sessions=4), SessionEnded(session=1, absent={}))
    assert play.state.people["b"].absent == 4
    assert play.state.people["a"].absent == 0
    assert play.state.people["npc"].absent == 0
    assert play.state.ended


def test_who_is_absent_may_not_act_and_misses_as_many_sessions_as_were_rolled() -> None:
    play = gather().given(EndSession(), dice=d6(2))
    for session, left in ((2, 1), (3, 0)):
        play.when(BeginSession())
        assert play.only(SessionBegun).absent == ("b",)
        assert play.state.session == session
        play.when(CallScene(participants=("b",))).refused("bloodberry.cannot_act")
        play.when(ForgoTurn(character="b")).refused("bloodberry.cannot_act")
        play.when(EndSession())
        assert play.only(SessionEnded).absent == {"b": left}
    play.when(BeginSession())
    assert play.only(SessionBegun).absent == ()
    assert play.state.people["b"].can_act
    play.when(CallScene(participants=("b",)))
    assert play.refusal is None


def test_a_session_begins_with_vigour_1_and_all_effects_usable() -> None:
    traits = hold("指輪", sublimated=("忘却", "教師"), used=("忘却",))
    play = gather(traits=traits, checked=True, refreshed=True).given(EndSession(), dice=d6(1))
    play.when(BeginSession())
    person = play.state.people["a"]
    assert person.vigour == 1
    assert person.traits == hold("指輪", sublimated=("忘却", "教師"))
    assert (person.checked, person.refreshed) == (False, False)
    assert play.state.people["npc"].vigour == 0


def test_lost_points_are_restored_in_the_next_session() -> None:
    play = gather().given(EndSession(), dice=d6(1))
    play.when(BeginSession())
    assert play.only(SessionBegun).abilities == {"a": {"grace": 2}, "b": {"grace": 2}}
    a, b = play.state.people["a"], play.state.people["b"]
    assert (a.grace, a.lost) == (2, {})
    assert (b.grace, b.out, b.absent) == (2, False, 1)


def test_lost_points_stay_lost_where_the_table_says_so() -> None:
    play = gather({"between_sessions": "lost"}).given(EndSession(), dice=d6(1))
    play.when(BeginSession())
    assert play.only(SessionBegun).abilities == {}
    a, b = play.state.people["a"], play.state.people["b"]
    assert (a.grace, a.lost, a.vigour) == (1, {"grace": 1}, 1)
    assert b.out


def test_whoever_missed_a_session_does_not_roll_again_at_its_end() -> None:
    play = gather({"between_sessions": "lost"}).given(EndSession(), BeginSession(), dice=d6(1))
    play.when(EndSession()).then(SessionEnded(session=2, absent={"b": 0}))


def test_a_session_ends_before_the_next_begins_and_once() -> None:
    play = gather()
    play.when(BeginSession()).refused("bloodberry.session_goes_on")
    play.given(EndSession(), dice=d6(1))
    play.when(EndSession()).refused("bloodberry.session_over")
    play.when(BeginEnding()).refused("bloodberry.session_over")


def test_no_session_ends_in_the_middle_of_a_judge() -> None:
    play = change(gather(), judge=Judge(kind="basic"))
    play.when(EndSession()).refused("bloodberry.judge_under_way")


def test_another_sitting_of_the_scenario_is_no_other_session_of_the_game() -> None:
    play = gather()
    before = play.state
    fold(play, SessionResumed(sitting=2, scenario_goes_on=True))
    assert play.state == before
    fold(play, SessionResumed(sitting=3, scenario_goes_on=False))
    play.when(BeginSession())
    assert play.state.session == 2


def test_the_next_session_goes_on_with_the_scenario_between_scenes_that_are_over() -> None:
    play = close_scene(open_scene(gather(), "a", actors=("a",)))
    play.given(BeginEnding(), EndSession(), BeginSession(), dice=d6(1))
    scene = play.state.scene
    assert (scene.running, scene.interlude, scene.begun, scene.actors) == (False, False, True, ())
    assert not play.state.ending
