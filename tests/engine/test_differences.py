"""Where two lines part, and how their ends differ."""

from typing import Any

import pytest
from toytable import all_commits, answer, open_toy, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.differences import Difference, compare_versions, find_difference
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store


def _adjust(session: Session, name: str, value: int) -> None:
    session.do({"type": "table.adjust", "name": name, "value": value}, actor="gm")


def _values(difference: Difference) -> dict[str, tuple[Any, Any]]:
    return {change.name: (change.before, change.after) for change in difference.values}


def test_line_does_not_differ_from_itself(session: Session) -> None:
    strike(session)
    difference = find_difference(session, session)

    assert (difference.first, difference.second, difference.values) == ((), (), ())
    assert difference.common == session.head
    assert difference.common_version == session.version


def test_difference_names_the_last_common_commit_and_what_each_has_behind_it(session: Session) -> None:
    strike(session)
    common, at = session.head, session.version
    whatif = timelines.fork(session, "もしも", at, actor="gm")
    answer(session)
    say(whatif)
    difference = find_difference(session, whatif)

    assert (difference.common, difference.common_version) == (common, at)
    assert [entry.version for entry in difference.first] == list(range(at + 1, session.version + 1))
    assert [entry.tag for entry in difference.second] == [
        *("table.branch_forked", "table.branch_named", "table.said"),
    ]


def test_difference_the_other_way_round_is_the_mirror(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(session, "a.hp", 4)
    _adjust(whatif, "a.hp", 6)
    one, other = find_difference(session, whatif), find_difference(whatif, session)

    assert (one.first, one.second) == (other.second, other.first)
    assert _values(one) == {"a.hp": (4, 6)}
    assert _values(other) == {"a.hp": (6, 4)}


def test_common_ancestor_of_two_forks_of_one_line(session: Session) -> None:
    ends: list[str] = []
    for _ in range(3):
        say(session)
        ends.append(session.head)
    early = timelines.fork(session, "early", session.version - 1, actor="gm")
    late = timelines.fork(session, "late", session.version, actor="gm")
    nested = timelines.fork(late, "nested", late.version, actor="gm")

    assert find_difference(early, late).common == ends[1]
    assert find_difference(early, nested).common == ends[1]
    assert find_difference(late, nested).common == late.head
    assert find_difference(session, nested).common == ends[2]


def test_line_that_only_goes_on_differs_by_what_it_has_behind_the_other(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    difference = find_difference(session.on("0"), session)

    assert [entry.tag for entry in difference.first] == ["table.rolled", "toy.struck"]
    assert difference.common == all_commits(session)[-2].hash.hex()


def test_values_name_what_one_end_lacks(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    whatif.do({"type": "toy.enter", "character": "c"}, actor="gm")

    assert _values(find_difference(session, whatif)) == {"c.hp": (None, 10), "standing": (2, 3)}
    assert _values(find_difference(whatif, session)) == {"c.hp": (10, None), "standing": (3, 2)}


def test_outcomes_are_those_of_each_end(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(whatif, "b.hp", 0)

    assert find_difference(session, whatif).outcomes == ("", "a")


def test_viewer_compares_what_they_see_alone(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    whatif.do({"type": "table.say", "text": "x", "to": ["@gm"]}, actor="gm")
    whatif.do({"type": "toy.hide", "character": "a"}, actor="gm")
    difference = find_difference(session, whatif, viewer_of(session, "p2"))

    assert [entry.tag for entry in difference.second] == [
        *("table.branch_forked", "table.branch_named", "", "toy.crept"),
    ]
    assert difference.second[2].sealed


def test_lines_of_two_sessions_are_not_compared(store: Store) -> None:
    with pytest.raises(UsageError) as caught:
        find_difference(open_toy(store), open_toy(store))

    assert caught.value.code == "sessions_differ"


def test_versions_of_one_line_are_compared_by_their_values(session: Session) -> None:
    before = session.version
    _adjust(session, "a.hp", 4)

    assert _values(compare_versions(session, before, session.version)) == {"a.hp": (10, 4)}
    assert _values(compare_versions(session, before, before)) == {}
    assert _values(compare_versions(session, 1, before)) == {
        "a.hp": (None, 10),
        "b.hp": (None, 10),
        "standing": (0, 2),
    }
