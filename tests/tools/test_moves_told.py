"""Moves in words: what differs in one value alone stands on one line, the help beside the first."""

import io
from contextlib import closing
from pathlib import Path

import pytest
from clitools import Cli

from tenmatsu.engine.api import Participant, Store, open_session


def begin_melee(database: Path) -> tuple[str, str]:
    """Return the database and id of a session in which a player's character meets two robbers."""
    url = f"sqlite:///{database}"
    with closing(Store(url)) as store:
        people = [Participant("gm", "語り部", "gm"), Participant("p1", "太郎")]
        session = open_session(store, "渡し場", "runequest", participants=people)
        for character, name, owner in (("rin", "リン", "p1"), ("jin", "甲", "gm"), ("bo", "乙", "gm")):
            taken = {"type": "table.take_character", "character": character, "name": name}
            session.do(taken, actor=owner)
        sheets = {"template": "sturdy", "homeland": "sartar", "occupation": "warrior", "cult": "humakt"}
        session.do({"type": "runequest.make_character", "character": "rin", **sheets}, actor="p1")
        for character in ("jin", "bo"):
            made = {"type": "runequest.make_npc", "character": character, "template": "nimble"}
            session.do({**made, "arms": ["broadsword"]}, actor="gm")
        session.do({"type": "runequest.begin_melee", "distance": 30}, actor="gm")
        return url, session.id


def test_moves_that_differ_in_one_value_stand_on_one_line(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_melee(tmp_path / "melee.db")

    told = cli("--db", url, "moves", session, "--as", "p1", "--lang", "en").out

    move = '\'[{"kind": "move", "units": "4|8|-4|-8", "toward": "jin|bo"}]\''
    assert f"runequest.declare_intent character=rin steps={move} [text=…]\n" in told
    assert told.count("Declare what you mean to do this round") == 1
    assert len(told.splitlines()) < 25


def test_every_move_is_still_listed_for_machines(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_melee(tmp_path / "melee.db")

    listed = cli("--db", url, "moves", session, "--as", "p1", "--json").json["characters"][0]["moves"]

    steps = [move["fields"]["steps"] for move in listed if move["command"] == "runequest.declare_intent"]
    assert [{"kind": "move", "units": -8, "toward": "bo"}] in steps


def test_steps_and_keys_take_names_and_labels(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_melee(tmp_path / "melee.db")
    steps = '[{"kind": "move", "units": 4, "toward": "乙"}]'

    cli("--db", url, "do", session, "declare_intent", f"steps={steps}", "--as", "p1")
    cli("--db", url, "do", session, "learn", "character=リン", "lesson=spells", "name=治癒", "to=2")

    logged = cli("--db", url, "log", session, "--json").out
    assert '"toward": "bo"' in logged
    assert '"name": "heal"' in logged


def test_spells_of_a_sheet_are_written_by_their_labels(cli: Cli, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sheets.db'}"
    cli("--db", url, "new", "渡し場", "--system", "runequest", "--player", "p1=太郎")
    cli("--db", url, "do", "@last", "take_character", "character=rin", "--as", "p1")
    sheets = ("template=sturdy", "homeland=sartar", "occupation=warrior", "cult=humakt")

    made = cli("--db", url, "do", "@last", "make_character", *sheets, "spells=鋭刃:3", "--as", "p1")
    cli("--db", url, "do", "@last", "equip", "weapon=ブロードソード", "--as", "p1")
    held = cli("--db", url, "do", "@last", "wield", "arm=ブロードソード2", "hand=left", "--as", "p1")

    assert made.code == held.code == 0
    shown = cli("--db", url, "show", "@last", "rin", "--lang", "ja").out
    assert "武具HP:ブロードソード2" in shown
    assert "左手:ブロードソード2" in shown


def test_what_is_asked_is_answered_by_its_label(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_melee(tmp_path / "melee.db")
    move = '{"kind": "move", "units": 4, "toward": "甲"}'
    cli("--db", url, "do", session, "place_fighter", "character=甲", "place=12")
    strike = '{"kind": "attack", "target": "甲"}'
    cli("--db", url, "do", session, "declare_intent", f"steps=[{move},{strike}]", "--as", "p1")
    cli("--db", url, "do", session, "close_intents")

    done = cli("--db", url, "do", session, "choose", "use=実行する", "--as", "p1", "--lang", "ja")

    assert done.code == 0
    assert "リンが甲に【ブロードソード】で攻撃する" in done.out


def test_a_refused_movement_says_how_far_somebody_can_go(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_melee(tmp_path / "melee.db")
    steps = '[{"kind": "move", "units": 9, "toward": "甲"}]'

    refused = cli(
        "--db", url, "do", session, "declare_intent", f"steps={steps}", "--as", "p1", "--lang", "en"
    )

    assert refused.code == 3
    assert "moves 8 units (3 m each) in a round at the most" in refused.err


def test_at_the_keyboard_a_player_is_not_shown_what_the_gm_alone_does(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, session = begin_melee(tmp_path / "melee.db")
    cli("--db", url, "do", session, "end_melee")

    told = {}
    for who in ("p1", "gm"):
        monkeypatch.setattr("sys.stdin", io.StringIO("moves rin\nquit\n"))
        told[who] = cli("--db", url, "play", session, "--as", who).out

    assert "runequest.wield" in told["p1"]
    assert "runequest.hurt" not in told["p1"]
    assert "runequest.hurt" in told["gm"]
