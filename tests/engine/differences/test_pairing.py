"""Which commits of two lines stand for the same, and in what they differ."""

from duels import answer as answering
from duels import ends, enter, play
from duels import strike as striking
from toytable import all_commits, answer, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.differences import CommitPair, CommitSide, find_difference, pair_commits
from tenmatsu.engine.session import Session
from tenmatsu.engine.whatif import OtherRules, replace_commit, rerule


def _only(pairs: tuple[CommitPair, ...]) -> tuple[CommitSide, CommitSide]:
    """Return both sides of the one pair that there is."""
    (pair,) = pairs
    assert pair.first is not None
    assert pair.second is not None
    return pair.first, pair.second


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
