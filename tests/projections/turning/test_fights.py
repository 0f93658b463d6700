"""Fights: where they begin and end, and which entry tells a commit."""

from dataclasses import replace
from pathlib import Path

import tale
import toy

from tenmatsu.engine.history import EVERYTHING, Viewer, viewer_of
from tenmatsu.engine.opening import Participant, open_session
from tenmatsu.engine.registry import register_system
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.projections.turning import Fight, find_fights
from tenmatsu.projections.walking import walk


def _fights(session: Session, viewer: Viewer = EVERYTHING) -> list[Fight]:
    return list(find_fights(walk(session, viewer)))


def _decide_nothing(state: toy.State) -> None:
    """Return no outcome, whatever has happened."""


def _kill(session: Session) -> None:
    tale.strike(session, faces=(6, 6))


def test_a_line_without_a_fight_has_none(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    alone = [step for step in walk(session) if step[0].version < session.version]

    assert list(find_fights(alone)) == []


def test_a_fight_goes_from_the_first_turn_to_the_commit_that_leaves_nobody_to_act(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    begins = session.version
    tale.do(session, "p1", "table.say", text="いざ", character="a")
    _kill(session)
    ends = session.version
    tale.do(session, "gm", "table.narrate", text="静かだ。")
    [fight] = _fights(session)

    assert (fight.steps[0].last, fight.last) == (begins, ends)
    assert (fight.over, fight.result, fight.steps[-1].alive) == (True, "a", ("a",))
    assert [step.result for step in fight.steps] == ["", "", "", "a"]


def test_a_fight_under_way_ends_with_the_line_and_has_no_result(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.strike(session)
    [fight] = _fights(session)

    assert (fight.over, fight.result, fight.last) == (False, "", session.version)


def test_a_fight_given_up_has_no_step_for_the_commit_that_ends_it(tmp_path: Path) -> None:
    register_system(replace(toy.SYSTEM, id="truce", outcome=_decide_nothing))
    session = open_session(Store("sqlite://"), "", "truce", participants=[Participant("gm", "GM", "gm")])
    for figure in ("a", "b"):
        tale.do(session, "gm", "toy.enter", character=figure)
    last = session.version
    tale.do(session, "gm", "table.adjust", name="a.hp", value=0)
    [fight] = _fights(session)

    assert [step.last for step in fight.steps] == [last]
    assert (fight.over, fight.result) == (True, "")


def test_an_evening_may_have_several_fights(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    _kill(session)
    tale.do(session, "gm", "table.open_scene", title="翌朝")
    tale.do(session, "gm", "table.adjust", name="b.hp", value=9)
    _kill(session)
    first, second = _fights(session)

    assert first.last < second.steps[0].first
    assert (first.scene, second.scene, second.title) == (0, 1, "翌朝")


def test_talk_changes_nothing_in_a_fight(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "table.say", text="いざ", character="a")
    tale.do(session, "p1", "table.roll", dice="2d6")
    tale.do(session, "gm", "table.adjust", name="a.hp", value=5)
    [fight] = _fights(session)

    assert [step.changed for step in fight.steps] == [True, False, False, True]


def test_other_rules_change_what_comes_of_a_fight(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.change_options", options={"dodge": "never"})
    [fight] = _fights(session)

    assert [step.changed for step in fight.steps] == [True, True]


def test_a_highlight_tells_its_commit_before_changed_values_and_these_before_dice(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.strike(session, dodge=5)
    tale.strike(session)
    [fight] = _fights(session)

    told = [step.told.tag for step in fight.steps[1:]]
    assert told == ["toy.struck", "toy.dodged", "toy.struck", "toy.hurt"]


def test_fighters_are_those_who_act_and_those_of_the_outcome(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    _kill(session)
    [fight] = _fights(session)

    assert fight.fighters == ("a", "b")
    assert fight.players == ("a", "b")


def test_figures_of_the_gm_are_no_players(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.take_character", character="c", name="鬼")
    tale.do(session, "gm", "toy.enter", character="c")
    _kill(session)
    tale.do(session, "p1", "toy.strike", thrown=[6, 6], character="a", at="c")
    tale.do(session, "gm", "toy.answer", character="c", choice="take")
    [fight] = _fights(session)

    assert set(fight.fighters) == {"a", "b", "c"}
    assert set(fight.players) == {"a", "b"}


def test_a_viewer_has_fights_of_their_own_numbers_and_states(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.say", text=tale.CANARY, to=["@gm"], silent=True)
    tale.do(session, "gm", "toy.enter", character="c", secret=True)
    _kill(session)
    [whole], [seen] = _fights(session), _fights(session, viewer_of(session, "p2"))

    assert "c" in whole.steps[-1].state.game.hp
    assert all("c" not in step.state.game.hp for step in seen.steps)
    assert seen.last < whole.last
    assert (whole.result, seen.result) == ("", "a")
    assert tale.CANARY not in str(seen)
