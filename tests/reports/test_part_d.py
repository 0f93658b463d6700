"""Secrets: the rows D of the reports, each in the name of its test."""

from pathlib import Path
from typing import Any

import pytest
from clitools import Cli
from toytable import roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.bcdice import find_bot, read_typed
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.following import follow_commits, last_position
from tenmatsu.engine.history import entries_in, read_entries, state_for, viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import ChoiceMade, Rolled, Said
from tenmatsu.projections.recap import FORMATS, STYLES, recap
from tenmatsu.projections.trust import find_trust

CANARY = "カナリアCANARY"


def _keep_secrets(session: Session) -> None:
    """Let secrets happen in every manner: words, a roll, what was undone, a what-if line."""
    secret = {"type": "table.note", "text": CANARY, "secret": True}
    session.do(secret, actor="gm")
    session.do({"type": "table.roll", "dice": "2d6", "secret": True, "note": CANARY}, actor="gm")
    session.do(secret, actor="gm")
    timelines.undo(session, actor="gm")
    line = timelines.fork(session, "もしも", session.version, actor="gm")
    line.do(secret, actor="gm")
    session.do(secret, actor="gm")
    say(session, "何かあった？")


def _export(session: Session, path: Path, viewer: str | None = None) -> bytes:
    with path.open("wb") as file:
        export_log(session, file, viewer_of(session, viewer))
    return path.read_bytes()


def test_d1_a_secret_is_in_nothing_that_a_player_gets(session: Session, tmp_path: Path) -> None:
    _keep_secrets(session)
    viewer = viewer_of(session, "p1")

    assert CANARY.encode() in _export(session, tmp_path / "whole.jsonl")
    assert CANARY.encode() not in _export(session, tmp_path / "p1.jsonl", "p1")
    for branch in session.store.branches(session.id):
        line = session.on(branch)
        assert CANARY not in repr(list(read_entries(line, viewer)))
        assert CANARY not in repr(state_for(line, viewer))


def test_d2_a_players_log_stands_and_replays_by_itself(session: Session, tmp_path: Path) -> None:
    _keep_secrets(session)
    strike(session)
    _export(session, tmp_path / "p1.jsonl", "p1")
    store = Store(f"sqlite:///{tmp_path / 'other.db'}")
    import_log(store, tmp_path / "p1.jsonl")
    own = find_opened(store, session.id)

    assert own.view == "p1"
    assert audit_session(store, own.id).ok
    for version in range(1, own.version + 1):
        assert own.state_at(version).version == version
    store.close()


def test_d3_an_export_for_players_drops_what_is_secret(session: Session, tmp_path: Path, cli: Cli) -> None:
    _keep_secrets(session)
    whole, own = tmp_path / "whole.jsonl", tmp_path / "own.jsonl"

    told = cli("export", "@last", whole), cli("export", "@last", own, "--as", "p2")

    assert [one.code for one in told] == [0, 0]
    assert "secret" in told[0].out + told[0].err
    assert CANARY in whole.read_text(encoding="utf-8")
    assert CANARY not in own.read_text(encoding="utf-8")


def test_d4_of_a_secret_roll_others_see_that_there_is_one_and_no_more(session: Session) -> None:
    roll(session, "7d77", actor="p1", secret=True)

    entry = list(read_entries(session, viewer_of(session, "p2")))[-1]

    assert entry.sealed
    assert (entry.event, entry.tag, entry.command, entry.actor, entry.at) == (None, "", "", "", "")


def test_d6_a_secret_names_who_sees_it(session: Session, cli: Cli) -> None:
    roll(session, "2d6", actor="p1", secret=True)
    session.do({"type": "table.note", "text": "内緒", "to": ["p2", "@gm"]}, actor="p1")

    told = cli("log", "@last", "--lang", "ja").out

    line = next(line for line in told.splitlines() if "内緒" in line)
    assert all(name in line for name in ("太郎", "花子"))


@pytest.mark.parametrize(
    "words",
    [
        ("log", "@last", "--as", "p1"),
        ("log", "@last", "--as", "p1", "--json"),
        ("show", "@last", "--as", "p1"),
        ("replay", "@last", "--as", "p1"),
        ("moves", "@last", "--as", "p1"),
        ("audit", "@last", "--as", "p1"),
        ("audit", "@last", "--as", "p1", "--json"),
        ("recap", "@last", "--as", "p1"),
        ("undo", "@last", "--as", "p1", "--dry-run"),
        ("do", "@last", "strike", "character=a", "at=nobody", "--as", "p1"),
    ],
    ids="_".join,
)
def test_d7_no_output_forgets_what_is_secret(words: tuple[str, ...], session: Session, cli: Cli) -> None:
    _keep_secrets(session)

    told = cli(*words)

    assert told.code != 1
    assert CANARY not in told.out + told.err


def test_d8_what_is_told_of_each_new_commit_is_a_view_too(session: Session) -> None:
    start = last_position(session.store)
    _keep_secrets(session)
    viewer = viewer_of(session, "p1")

    told = [
        entries_in(session, viewer, one.commit)
        for one in follow_commits(session.store, start)
        if one.commit.branch == session.branch
    ]

    assert told
    assert CANARY not in repr(told)


def test_d9_statistics_of_a_viewer_lack_just_what_is_closed(session: Session, cli: Cli) -> None:
    roll(session, "12d6", actor="p1")
    for _ in range(3):
        roll(session, "12d6", actor="p1", secret=True)

    def dice(viewer: str | None) -> int:
        people = find_trust(session, viewer_of(session, viewer)).people
        return sum(luck.dice for person in people for luck in person.luck)

    assert (dice("gm"), dice("p1"), dice("p2")) == (48, 48, 12)
    assert "未公開 3 件を除く" in cli("audit", "@last", "--as", "p2", "--lang", "ja").out


@pytest.mark.parametrize("text, secret", [("SB", False), ("SSB", True), ("SN4", True), ("N4", False)])
def test_d12_an_s_of_the_command_is_no_sign_of_secrecy(text: str, secret: bool) -> None:
    line = read_typed(text, find_bot("NinjaSlayer2"))

    assert line is not None
    assert line.secret is secret


def test_d13_choices_lie_face_down_until_all_are_opened(session: Session) -> None:
    for player, text in (("p1", "右"), ("p2", "左")):
        session.do({"type": "table.seal_choice", "plot": "道", "text": text}, actor=player)
    viewer = viewer_of(session, "p1")
    seen = [entry.event for entry in read_entries(session, viewer) if isinstance(entry.event, ChoiceMade)]
    assert [one.text for one in seen] == ["右"]

    session.do({"type": "table.open_plot", "plot": "道"}, actor="gm")

    seen = [entry.event for entry in read_entries(session, viewer) if isinstance(entry.event, ChoiceMade)]
    assert [one.text for one in seen] == ["右", "左"]
    assert audit_session(session.store, session.id).ok


@pytest.mark.parametrize("style", STYLES)
def test_d14_a_players_recap_has_no_secret(session: Session, style: str) -> None:
    _keep_secrets(session)
    for form in FORMATS:
        told = recap(session, style=style, format=form, viewer=viewer_of(session, "p1"))  # type: ignore[arg-type]
        assert CANARY not in told


def test_d15_a_recap_begins_with_the_cushion(session: Session) -> None:
    say(session)
    lines = recap(session, style="book", format="txt", lang="ja").splitlines()

    assert any("ネタバレ" in line for line in lines[:12])


def test_d11_modes_of_a_roll_and_who_sees_them(session: Session) -> None:
    modes: dict[str, dict[str, Any]] = {
        "open": {},
        "secret": {"secret": True},
        "blind": {"blind": True},
        "to": {"to": ["p2"]},
    }
    seen: dict[str, tuple[bool, ...]] = {}
    for place, (name, fields) in enumerate(modes.items(), 11):
        session.do({"type": "table.roll", "dice": f"{place}d6", **fields}, actor="p1")
        seen[name] = tuple(
            any(
                isinstance(entry.event, Rolled) and len(entry.event.dice) == place
                for entry in read_entries(session, viewer_of(session, who))
            )
            for who in ("gm", "p1", "p2")
        )

    assert seen == {
        "open": (True, True, True),
        "secret": (True, True, False),
        "blind": (True, False, False),
        "to": (False, True, True),
    }


def test_d7_a_refusal_tells_nothing_that_is_secret(session: Session) -> None:
    _keep_secrets(session)
    with pytest.raises((RuleViolation, UsageError)) as refusal:
        session.do({"type": "toy.strike", "character": "a", "at": "nobody"}, actor="p1")

    assert CANARY not in refusal.value.say("ja")
    assert not any(isinstance(one.event, Said) and one.event.text == CANARY for one in read_entries(session))
