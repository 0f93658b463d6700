"""The timeline: sittings, scenes, rounds, forks and undos."""

from pathlib import Path

import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.session import Session
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.timeline import TIMELINE, marks_of, scenes_of, sittings_of


def _kinds(session: Session) -> list[tuple[str, str]]:
    return [(mark.kind, mark.value) for mark in marks_of(catch_up(session, TIMELINE))]


def test_marks_stand_in_order(evening: Session) -> None:
    assert _kinds(evening) == [
        ("opened", ""),
        ("scene_begun", "長屋の夜"),
        ("round", "3"),
        ("sitting_ended", ""),
        ("sitting_begun", ""),
        ("scene_ended", ""),
        ("scene_begun", "翌朝"),
        ("round", "1"),
        ("round", "3"),
    ]


def test_marks_name_events_with_their_times(evening: Session) -> None:
    marks = marks_of(catch_up(evening, TIMELINE))
    assert [mark.version for mark in marks] == sorted(mark.version for mark in marks)
    assert all(mark.at.startswith("2026-01-01T2") for mark in marks)
    assert [mark.sitting for mark in marks] == [1, 1, 1, 1, 2, 2, 2, 2, 2]
    assert [mark.scene for mark in marks] == [0, 1, 1, 1, 1, 1, 2, 2, 2]


def test_sittings_and_scenes_span_versions_and_times(evening: Session) -> None:
    line = catch_up(evening, TIMELINE)
    first, second = sittings_of(line)
    assert (first.number, first.first, first.is_open) == (1, 1, False)
    assert (second.number, second.last, second.is_open) == (2, evening.version, True)
    assert first.last + 1 == second.first
    assert [(scene.number, scene.title, scene.is_open) for scene in scenes_of(line)] == [
        (1, "長屋の夜", False),
        (2, "翌朝", True),
    ]


def test_undo_and_fork_leave_marks(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="一")
    timelines.undo(session, actor="gm")
    assert _kinds(session) == [("opened", ""), ("undone", ""), ("adopted", "1")]
    line = timelines.fork(session, "もし", session.version, actor="gm")
    assert _kinds(line)[-1] == ("whatif", "")
    timelines.adopt(session, "もし", actor="gm")
    assert _kinds(session)[-1] == ("adopted", "2")
