"""Where two lines part, what was done differently, and how their ends differ."""

from pathlib import Path
from typing import Any

import pytest
from duels import answer as answering
from duels import ends, enter, play
from duels import strike as striking
from toytable import all_commits, answer, fixed_outside, open_toy, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.differences import (
    CommitPair,
    CommitSide,
    Difference,
    compare_versions,
    find_difference,
    pair_commits,
)
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.whatif import OtherRules, replace_commit, rerule


def _adjust(session: Session, name: str, value: int) -> None:
    session.do({"type": "table.adjust", "name": name, "value": value}, actor="gm")


def _values(difference: Difference) -> dict[str, tuple[Any, Any]]:
    return {change.name: (change.before, change.after) for change in difference.values}


def _only(pairs: tuple[CommitPair, ...]) -> tuple[CommitSide, CommitSide]:
    """Return both sides of the one pair that there is."""
    (pair,) = pairs
    assert pair.first is not None
    assert pair.second is not None
    return pair.first, pair.second


@pytest.fixture
def duel(session: Session) -> Session:
    """Strike b for 5, who dodges with a 5; strike back for 7, which a takes."""
    play(
        session,
        striking("a", "b"),
        answering("b", "dodge"),
        striking("b", "a"),
        answering("a", "take"),
        dice=[[2, 3], [5], [3, 4], None],
    )
    return session


# where they part


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


# in what commits differ


def test_another_command_in_the_place_of_one_is_told_with_both(duel: Session) -> None:
    play(duel, striking("a", "b"), answering("b", "dodge"), dice=[[1, 1], [5]])
    found = replace_commit(duel, ends(duel)[-1], {"choice": "take"}, actor="gm", name="受けたら")
    first, second = _only(pair_commits(duel, found.line))

    assert (first.command, second.command) == ("toy.answer", "toy.answer")
    assert first.fields == {"character": "b", "choice": "dodge"}
    assert second.fields == {"character": "b", "choice": "take"}
    assert [pair.kind for pair in pair_commits(duel, found.line)] == ["command"]
    assert second.of == first.commit == duel.head


def test_same_command_with_other_faces_differs_in_its_dice(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    strike(session, dice=[5, 6])
    strike(whatif, dice=[1, 2])
    first, second = _only(pair_commits(session, whatif))

    assert pair_commits(session, whatif)[0].kind == "dice"
    assert (first.rolls[0].faces, second.rolls[0].faces) == ((5, 6), (1, 2))
    assert (first.rolls[0].by, first.rolls[0].for_) == ("a", "strike")


def test_roll_tells_what_a_check_made_of_it(session: Session) -> None:
    strike(session, dice=[5, 6])
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    answer(session, "dodge", dice=[5])
    answer(whatif, "dodge", dice=[2])
    first, second = _only(pair_commits(session, whatif))
    (dodged,), (failed,) = first.rolls, second.rolls

    assert (dodged.total, dodged.needed, dodged.success) == (5, 4, True)
    assert (failed.faces, failed.total, failed.success) == ((2,), None, None), "no verdict tells of it"


def test_same_command_with_the_same_faces_may_come_to_another_outcome(duel: Session) -> None:
    found = rerule(duel, OtherRules(tables="dodge = 6\n"), actor="gm", name="厳しい")
    pairs = [pair for pair in pair_commits(duel, found.line) if pair.kind != "only_second"]
    first, second = _only(tuple(pairs))

    assert pairs[0].kind == "outcome"
    assert first.rolls[0].faces == second.rolls[0].faces == (5,)
    assert [entry.tag for entry in first.entries] == ["table.rolled", "toy.dodged"]
    assert [entry.tag for entry in second.entries] == ["table.rolled", "toy.hurt", "table.decided_again"]


def test_what_one_line_alone_has_stands_alone(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    strike(session)
    play(whatif, enter("c"))
    pairs = pair_commits(session, whatif)

    assert [(pair.kind, pair.first is None, pair.second is None) for pair in pairs] == [
        ("only_first", False, True),
        ("only_second", True, False),
    ]


def test_equal_commits_are_counted_and_listed_on_demand(duel: Session) -> None:
    found = replace_commit(duel, ends(duel)[-3], {"choice": "take"}, actor="gm", name="受けたら")

    assert find_difference(duel, found.line).equal == 2
    assert [pair.kind for pair in pair_commits(duel, found.line, equal=True)] == ["command", "equal", "equal"]


def test_forks_and_adoptions_are_no_commands_that_differ(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    timelines.adopt(session, "もしも", actor="gm")
    difference = find_difference(session.on("0"), whatif.on(whatif.branch))

    assert difference.pairs == ()
    assert difference.is_empty
    assert (difference.ends[1].commits, difference.ends[1].commands) == (2, 0)


def test_what_was_played_by_hand_pairs_in_order_by_what_was_asked(session: Session) -> None:
    at = session.version
    play(session, striking("a", "b"), answering("b", "dodge"), striking("b", "a"))
    whatif = timelines.fork(session, "もしも", at, actor="gm", dice="same")
    play(whatif, striking("a", "b"), answering("b", "take"), striking("b", "a"))

    assert [pair.kind for pair in pair_commits(session, whatif, equal=True)] == [
        *("equal", "only_first", "only_second", "equal"),
    ]


def test_pairs_are_the_same_from_either_side(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    play(session, enter("c"), enter("d"))
    play(whatif, enter("d"), enter("c"))
    there, back = (pair_commits(*way, equal=True) for way in ((session, whatif), (whatif, session)))

    assert sorted(pair.kind for pair in there) == ["equal", "only_first", "only_second"]
    same = [[(pair.first, pair.second) for pair in pairs if pair.kind == "equal"] for pairs in (there, back)]
    assert [(second, first) for first, second in same[0]] == same[1]


def test_same_command_of_another_person_pairs_with_nothing(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    say(session, "やあ", actor="p1")
    say(whatif, "やあ", actor="p2")

    assert [pair.kind for pair in pair_commits(session, whatif)] == ["only_first", "only_second"]


def test_copies_of_copies_pair_by_their_common_origin(duel: Session) -> None:
    at = ends(duel)[-3]
    one = replace_commit(duel, at, {"choice": "take"}, actor="gm", name="一").line
    other = replace_commit(duel, at, {"choice": "take"}, actor="gm", name="二").line
    again = rerule(other, OtherRules(), actor="gm", name="二の二").line
    thrice = rerule(again, OtherRules(), actor="gm", name="二の三").line

    assert find_difference(one, other).equal == 3
    assert find_difference(other, again).equal == find_difference(other, thrice).equal
    for line in (again, thrice):
        assert [pair.kind for pair in pair_commits(one, line)] == []
        (pair,) = pair_commits(duel, line)
        assert pair.kind == "command"
        assert pair.first is not None
        assert pair.first.commit == all_commits(duel)[-3].hash.hex()


# the ends


def test_values_name_what_one_end_lacks(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    whatif.do({"type": "toy.enter", "character": "c"}, actor="gm")

    assert _values(find_difference(session, whatif)) == {"c.hp": (None, 10), "standing": (2, 3)}
    assert _values(find_difference(whatif, session)) == {"c.hp": (10, None), "standing": (3, 2)}


def test_values_stand_by_character_and_the_tables_own_behind_them(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    for name in ("b.hp", "a.hp"):
        _adjust(whatif, name, 0)
    changes = find_difference(session, whatif).values

    assert [(one.character, one.key, one.limits) for one in changes] == [
        ("a", "hp", (10, 10)),
        ("b", "hp", (10, 10)),
        ("", "standing", (None, None)),
    ]


def test_another_limit_of_a_value_is_a_difference(session: Session) -> None:
    found = rerule(session, OtherRules(tables="hp = 12\n"), actor="gm", name="丈夫")
    _adjust(found.line, "a.hp", 10)
    changes = {change.name: change for change in find_difference(session, found.line).values}

    assert (changes["a.hp"].before, changes["a.hp"].after, changes["a.hp"].limits) == (10, 10, (10, 12))
    assert (changes["b.hp"].before, changes["b.hp"].after) == (10, 12)


def test_outcomes_are_those_of_each_end(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(whatif, "b.hp", 0)
    difference = find_difference(session, whatif)

    assert difference.outcomes == ("", "a")
    assert difference.ends[0].outcome is None
    assert difference.ends[1].outcome == whatif.system.outcome(whatif.game)
    assert (difference.ends[0].whatif, difference.ends[1].whatif) == (False, True)


def test_ends_hold_the_choices_that_wait_there(session: Session) -> None:
    strike(session)
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    answer(session)
    ends_ = find_difference(session, whatif).ends

    assert [[one.kind for one in end.pending] for end in ends_] == [[], ["dodge"]]


def test_without_its_rules_a_line_is_compared_by_what_may_be_adjusted(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(whatif, "a.hp", 0)

    def refuse(*_: object) -> None:
        raise UsageError("rules_version_unknown", version=9, known=[1])

    monkeypatch.setattr(Session, "rules", refuse)
    assert _values(find_difference(session, whatif)) == {"a.hp": (10, 0)}


# versions


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


# what a viewer sees


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
