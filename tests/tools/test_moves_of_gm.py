"""`moves`: what a game lets the GM do as the GM stands beside what each character may do."""

import io
from contextlib import closing
from pathlib import Path

import pytest
from clitools import Cli

from tenmatsu.engine.api import Participant, Store, open_session


def begin_fight(database: Path) -> tuple[str, str]:
    """Return the database and id of a session in which a player's character fights the GM's."""
    url = f"sqlite:///{database}"
    with closing(Store(url)) as store:
        people = [Participant("gm", "語り部", "gm"), Participant("p1", "太郎")]
        session = open_session(store, "路地裏", "akatsuki", participants=people)
        for character, owner in (("tetsu", "p1"), ("thug", "gm")):
            session.do({"type": "table.take_character", "character": character}, actor=owner)
        made = {"type": "akatsuki.make_character", "character": "tetsu", "archetype": "night_guard"}
        session.do(made, actor="p1")
        session.do({"type": "akatsuki.make_npc", "character": "thug"}, actor="gm")
        session.do({"type": "akatsuki.begin_combat", "characters": ["tetsu", "thug"]}, actor="gm")
        return url, session.id


def test_the_gm_sees_what_only_the_gm_may_do_and_players_do_not(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_fight(tmp_path / "fight.db")

    listed = cli("--db", url, "moves", session, "--json").json["characters"]
    assert [one["character"] for one in listed] == ["tetsu", "thug", "@gm"]
    assert [move["command"] for move in listed[-1]["moves"]] == ["akatsuki.end_combat"]

    told = cli("--db", url, "moves", session, "--lang", "ja").out
    assert "\nGM\n  akatsuki.end_combat" in told
    for words in (("--as", "p1"), ("thug",)):
        assert "end_combat" not in cli("--db", url, "moves", session, *words).out


def test_what_a_rule_allows_at_any_time_stands_below_the_moves(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_fight(tmp_path / "fight.db")

    told = cli("--db", url, "moves", session, "--as", "p1", "--lang", "en").out
    assert "\nAt any time:\n  akatsuki.give_cards  — " in told
    assert "\n  akatsuki.burn_soul  — " in told


def test_how_to_make_a_character_of_the_gms_is_not_listed_for_players(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_fight(tmp_path / "fight.db")
    cli("--db", url, "do", session, "take_character", "character=ito", "--as", "p1")

    told = cli("--db", url, "moves", session, "ito", "--as", "p1", "--lang", "en").out
    assert "akatsuki.make_character character=ito" in told
    assert "make_npc" not in told
    assert "At any time" not in told
    assert "make_npc" in cli("--db", url, "moves", session, "ito").out


def begin_mobs(database: Path) -> tuple[str, str]:
    """Return the database and id of a session in which it is the hand of the GM's mobs."""
    url = f"sqlite:///{database}"
    with closing(Store(url)) as store:
        people = [Participant("gm", "語り部", "gm"), Participant("p1", "太郎")]
        session = open_session(store, "裏口", "ninjaslayer", participants=people)
        for character, owner in (("kaji", "p1"), ("ichi", "gm")):
            session.do({"type": "table.take_character", "character": character}, actor=owner)
        made = {"type": "ninjaslayer.make_character", "character": "kaji", "model": "brawler"}
        session.do(made, actor="p1")
        session.do(
            {"type": "ninjaslayer.bring_in", "characters": ["ichi"], "model": "yakuza_club"}, actor="gm"
        )
        session.do({"type": "ninjaslayer.begin_battle"}, actor="gm")
        session.do({"type": "ninjaslayer.end_turn", "character": "kaji"}, actor="p1")
        return url, session.id


def test_what_stands_with_a_character_is_not_told_again_with_the_gm(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, session = begin_mobs(tmp_path / "mobs.db")

    listed = cli("--db", url, "moves", session, "--json").json["characters"]
    moves = {one["character"]: one["moves"] for one in listed}
    assert {"command": "ninjaslayer.run_foes", "fields": {}, "open": []} in moves["@gm"]
    assert [move for move in moves["@gm"] if move in moves["ichi"]] == []

    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nquit\n"))
    told = cli("--db", url, "play", session, "--as", "gm").out
    lines = [line for line in told.splitlines() if line.startswith("ninjaslayer.")]
    assert len(lines) == len(set(lines))
    assert "@gm" not in told


def test_the_gms_mobs_act_and_strike_by_one_word(cli: Cli, tmp_path: Path) -> None:
    url, session = begin_mobs(tmp_path / "mobs.db")

    done = cli("--db", url, "do", session, "run_foes", "--lang", "en")
    assert done.code == 0
    assert "ichi strikes kaji" in done.out
