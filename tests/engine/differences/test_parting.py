"""Where two lines part, at which versions, and what a viewer sees of it."""

from pathlib import Path
from typing import Any

import pytest
from duels import answer as answering
from duels import ends, play
from duels import strike as striking
from toytable import all_commits, answer, fixed_outside, open_toy, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.differences import Difference, compare_versions, find_difference
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.whatif import replace_commit


def _adjust(session: Session, name: str, value: int) -> None:
    session.do({"type": "table.adjust", "name": name, "value": value}, actor="gm")


def _values(difference: Difference) -> dict[str, tuple[Any, Any]]:
    return {change.name: (change.before, change.after) for change in difference.values}


def test_line_does_not_differ_from_itself(session: Session) -> None:
    strike(session)
    difference = find_difference(session, session)

    assert (difference.first, difference.second, difference.values) == ((), (), ())
    assert (difference.pairs, difference.equal) == ((), 0)
    assert difference.is_empty
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
    assert all(entry.whatif for entry in difference.second)


def test_difference_the_other_way_round_is_the_mirror(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(session, "a.hp", 4)
    _adjust(whatif, "a.hp", 6)
    one, other = find_difference(session, whatif), find_difference(whatif, session)

    assert (one.first, one.second) == (other.second, other.first)
    assert _values(one) == {"a.hp": (4, 6)}
    assert _values(other) == {"a.hp": (6, 4)}


def test_common_ancestor_of_two_forks_of_one_line(session: Session) -> None:
    heads: list[str] = []
    for _ in range(3):
        say(session)
        heads.append(session.head)
    early = timelines.fork(session, "early", session.version - 1, actor="gm")
    late = timelines.fork(session, "late", session.version, actor="gm")
    nested = timelines.fork(late, "nested", late.version, actor="gm")

    assert find_difference(early, late).common == heads[1]
    assert find_difference(early, nested).common == heads[1]
    assert find_difference(late, nested).common == late.head
    assert find_difference(session, nested).common == heads[2]


@pytest.mark.parametrize("who", [None, "gm", "p1", "guest"])
def test_everybody_sees_the_lines_part_at_the_same_commit(duel: Session, who: str | None) -> None:
    duel.do({"type": "toy.hide", "character": "a"}, actor="p1")
    found = replace_commit(duel, ends(duel)[-4], {"choice": "take"}, actor="gm", name="受けたら")
    difference = find_difference(duel, found.line, viewer_of(duel, who))

    assert difference.common == all_commits(duel)[-5].hash.hex()
    assert [pair.kind for pair in difference.pairs] == ["command"]
    assert difference.equal == 3


def test_line_that_only_goes_on_differs_by_what_it_has_behind_the_other(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    difference = find_difference(session.on("0"), session)

    assert [entry.tag for entry in difference.first] == ["table.rolled", "toy.struck"]
    assert [pair.kind for pair in difference.pairs] == ["only_first"]
    assert difference.common == all_commits(session)[-2].hash.hex()


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


@pytest.mark.parametrize("who", [None, "p1"])
def test_versions_say_what_lies_between_them(duel: Session, who: str | None) -> None:
    viewer = viewer_of(duel, who)
    last = find_difference(duel, duel, viewer).ends[0].version
    found = compare_versions(duel, 6, last, viewer)

    assert (found.common_version, found.first) == (6, ())
    assert [entry.version for entry in found.second] == list(range(7, last + 1))
    assert (found.ends[1].commands, found.ends[1].rolls) == (8, 3)
    assert (found.ends[0].commits, found.ends[0].commands) == (0, 0)


@pytest.mark.parametrize("who", [None, "gm", "p2"])
def test_versions_of_two_lines_are_compared(duel: Session, who: str | None) -> None:
    line = timelines.fork(duel, "もしも", ends(duel)[-5], actor="gm")
    play(line, striking("b", "a"), answering("a", "take"), dice=[[1, 1], None])
    viewer = viewer_of(duel, who)
    common = find_difference(duel, line, viewer).common_version
    cut = find_difference(duel, line, viewer, versions=(common + 2, common + 4))
    inside = find_difference(duel, line, viewer, versions=(common - 1, None))

    assert (cut.common_version, len(cut.first), len(cut.second)) == (common, 2, 4)
    assert (cut.ends[0].version, cut.ends[1].version) == (common + 2, common + 4)
    assert (inside.common_version, inside.first) == (common - 1, ())
    assert inside.second[0].version == common


@pytest.mark.parametrize("who", [None, "p1"])
@pytest.mark.parametrize("versions", [(0, None), (None, 99)])
def test_a_version_that_a_line_has_not_is_named(session: Session, who: str | None, versions: Any) -> None:
    with pytest.raises(UsageError) as caught:
        find_difference(session, session, viewer_of(session, who), versions=versions)

    assert caught.value.code == "version_unknown"


def test_viewer_compares_what_they_see_alone(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    whatif.do({"type": "table.say", "text": "x", "to": ["@gm"]}, actor="gm")
    whatif.do({"type": "toy.hide", "character": "a"}, actor="gm")
    difference = find_difference(session, whatif, viewer_of(session, "p2"))

    assert [entry.tag for entry in difference.second] == [
        *("table.branch_forked", "table.branch_named", "", "toy.crept"),
    ]
    assert difference.second[2].sealed
    said, hidden = (pair.second for pair in difference.pairs)
    assert said is not None
    assert (said.command, said.fields, said.actor, said.rolls) == ("", None, "", ())
    assert hidden is not None
    assert (hidden.fields, hidden.rolls) == (None, ()), "the command goes with the roll that p2 does not see"


def test_imported_view_is_compared_as_its_viewer_saw_it(session: Session, tmp_path: Path) -> None:
    at = session.version
    session.do({"type": "table.roll", "dice": "2d6", "secret": True}, actor="gm")
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    strike(session, dice=[5, 6])
    whatif = timelines.fork(session, "もしも", at, actor="gm")
    strike(whatif, dice=[1, 2])
    session.reload()
    with (tmp_path / "p2.jsonl").open("wb") as file:
        export_log(session, file, viewer_of(session, "p2"))
    store = Store("sqlite://", fixed_outside())
    import_log(store, tmp_path / "p2.jsonl")
    there = find_difference(session, whatif, viewer_of(session, "p2"))
    here = find_opened(store, session.id)
    found = find_difference(here, here.on(whatif.branch))

    assert (found.common, found.common_version) == (there.common, there.common_version)
    assert [pair.kind for pair in found.pairs] == [pair.kind for pair in there.pairs]
    assert _values(found) == _values(there)
    store.close()


def test_words_edited_later_are_told_as_they_are_now(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    say(whatif, "いざ")
    whatif.do({"type": "table.edit", "what": str(whatif.version), "text": "さあ"}, actor="p1")
    said = find_difference(session, whatif).second[2]

    assert said.edited
    assert getattr(said.event, "text", "") == "さあ"
