"""Commits: their items, who may see header and command, their salts."""

import msgspec
import pytest
import toy
from toytable import all_commits, dump, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.commits import command_audience, header_audience, make_commit
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.opening import open_session
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import Note, Say
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit, Header, hash_items

HEADER = Header(session="s", branch="0", number=1, at="t", actor="p1", command_id="c")


def _commit(*audiences: str, outside: Outside | None = None) -> Commit:
    recorded = [Recorded(toy.Crept(who=str(at)), audience) for at, audience in enumerate(audiences)]
    return make_commit(LineState(version=7), HEADER, Note(text="x"), recorded, outside or Outside())


@pytest.mark.parametrize(
    "events,header,command",
    [
        ([""], "", ""),
        (["", "@gm"], "", "@gm"),
        (["@gm"], "@gm", "@gm"),
        (["p1,p2", "@gm,p1"], "@gm,p1,p2", "p1"),
        (["p1", "p2"], "p1,p2", "@gm"),
        (["!@gm"], "!@gm", "!@gm"),
        (["", "!@gm"], "", "!@gm"),
        (["!@gm", "p1"], "@gm,p1", "@gm"),
        (["!p1", "!p1,p2"], "!p1,p2", "!p1"),
    ],
)
def test_header_is_for_who_sees_any_event_and_command_for_who_sees_all(
    events: list[str], header: str, command: str
) -> None:
    assert header_audience(events) == header
    assert command_audience(events) == command
    commit = _commit(*events)
    assert (commit.header.audience, commit.command.audience) == (header, command)


def test_commit_stands_behind_the_state_it_was_decided_on() -> None:
    commit = _commit("", "")

    assert (commit.first_version, commit.last_version) == (8, 9)
    assert commit.previous == NO_PREVIOUS


@pytest.mark.parametrize("audiences,padded", [(("",), True), (("", "@gm"), False), (("@gm",), False)])
def test_pad_stands_in_exactly_where_nothing_is_closed(audiences: tuple[str, ...], padded: bool) -> None:
    commit = _commit(*audiences)

    assert (commit.pad is not None) is padded
    assert hash_items(commit.previous, tuple(commit.items()), commit.pad) == commit.hash


def test_every_item_has_a_salt_of_its_own_and_so_has_the_pad(session: Session) -> None:
    for _ in range(3):
        say(session, "同じ言葉")
    strike(session)
    commits = all_commits(session)
    salts = [item.salt for commit in commits for item in commit.items()]
    salts += [commit.pad for commit in commits if commit.pad is not None]

    assert all(salt is not None and len(salt) == 16 for salt in salts)
    assert len(set(salts)) == len(salts)


def test_same_words_said_twice_have_two_digests(session: Session) -> None:
    one, other = (say(session, "同じ言葉").commit.events[0] for _ in range(2))

    assert one.data == other.data
    assert one.digest != other.digest


def test_text_that_is_no_unicode_is_refused_wherever_it_comes_from(session: Session) -> None:
    say(session)
    rows = dump(session.store)
    for move in (
        lambda: session.do(Say(text="\udcff"), actor="p1"),
        lambda: timelines.fork(session, "\udcff", session.version, actor="gm"),
        lambda: timelines.undo(session, actor="gm", reason="\udcff"),
        lambda: open_session(session.store, "\udcff", "toy"),
    ):
        with pytest.raises(UsageError) as caught:
            move()
        assert caught.value.code in {"text_wrong", "command_value", "opening_wrong"}
    assert dump(session.store) == rows


def test_header_repeats_the_commits_place(session: Session) -> None:
    for commit in all_commits(session):
        header = msgspec.json.decode(commit.header.data or b"", type=Header)
        assert (header.session, header.branch, header.number) == (session.id, commit.branch, commit.number)
        assert header.at.endswith("+09:00")
        assert len(header.at) == len("2026-11-29T20:00:01.000000+09:00")
