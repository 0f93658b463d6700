"""Chains of nonces on a device, spoken words, rings in plain words, marks behind rolls."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from clitools import DONE, REFUSED, USAGE, Cli, committed

ROLL = ("roll", "@last", "2d6")


@pytest.fixture
def device(database: Path) -> Path:
    """The folder with this device's chains."""
    return database.parent / "nonces"


def _dice(cli: Cli, *words: str) -> Any:
    return cli("dice", "@last", "--json", *words).json["dice"]


def _shown(cli: Cli, who: str = "p1") -> int:
    (shown,) = [chain["shown"] for chain in _dice(cli)["chains"] if chain["by"] == who]
    return int(shown)


def test_chain_is_kept_for_its_owner_alone_and_never_in_the_database(
    cli: Cli, device: Path, database: Path
) -> None:
    done = cli("nonces", "@last", "--as", "Taro")

    assert done.code == DONE
    assert done.out.startswith("Committed chain 1 of Taro (4096 links).")
    (file,) = device.iterdir()
    assert str(file) in done.out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(device.stat().st_mode) == 0o700
    secret = json.loads(file.read_bytes())["chains"][0]["last"]
    stored = b"".join(path.read_bytes() for path in database.parent.glob("evening.db*"))
    assert secret.encode() not in stored
    assert bytes.fromhex(secret) not in stored
    cli("export", "@last", database.parent / "log.jsonl")
    assert secret not in (database.parent / "log.jsonl").read_text()


def test_next_link_comes_along_by_itself_and_the_roll_says_who_witnessed_it(cli: Cli) -> None:
    assert "witnessed" not in cli(*ROLL, "--as", "p1").out
    cli("nonces", "@last", "--as", "p1")

    assert cli(*ROLL, "--as", "p1").out.count("[witnessed by Taro]") == 1
    assert "[witnessed by Taro]" in cli(*ROLL, "--as", "gm").out
    assert "〔立会い: Taro〕" in cli(*ROLL, "--as", "p1", "--lang", "ja").out
    assert _shown(cli) == 2
    said = cli("do", "@last", "table.say", "text=hm", "--as", "p1", "--json").json
    assert [event["event"]["type"] for event in said["events"]] == ["table.entropy_added", "table.said"]
    assert cli("audit", "@last").code == DONE


def test_log_marks_witnessed_rolls_and_with_proof_every_one(cli: Cli) -> None:
    cli(*ROLL, "--as", "p1")
    cli(*ROLL, "--as", "p1", "--dice", "1,2")
    assert "[the keeper alone]" in cli("log", "@last", "--proof").out
    assert "physical dice, Taro vouches" in cli("log", "@last", "--proof").out
    assert "alone" not in cli("log", "@last").out
    cli("nonces", "@last", "--as", "p1")
    cli(*ROLL, "--as", "p1")
    for words in ((), ("--as", "p2"), ("--from", "10")):
        lines = cli("log", "@last", *words).out.splitlines()
        assert sum(line.endswith("[witnessed by Taro]") for line in lines) == 1
        assert not any("alone" in line for line in lines)
    rows = [row for row in cli("log", "@last", "--proof", "--json").lines if row["type"] == "table.rolled"]
    assert rows[-1]["proof"] == {"standing": "witnessed", "witnesses": ["p1"], "vouched": None}
    assert {row["proof"]["standing"] for row in rows} == {"alone", "entered", "witnessed"}
    assert "proof" not in cli("log", "@last", "--json").lines[0]


@pytest.mark.parametrize("verb", ["do", "roll"])
def test_proof_is_told_of_a_roll_at_once_where_it_is_asked_for(cli: Cli, verb: str) -> None:
    words = ("do", "@last", "table.roll", "dice=2d6") if verb == "do" else ROLL
    assert "[the keeper alone]" in cli(*words, "--as", "p1", "--proof").out
    assert "keeper" not in cli(*words, "--as", "p1").out
    found = [one["proof"] for one in cli("do", "@last", "table.roll", "dice=d6", "--json").json["events"]]
    assert found == [{"standing": "alone", "witnesses": [], "vouched": None}]


def test_refused_command_spends_no_link_and_a_secret_one_brings_none(cli: Cli) -> None:
    cli("nonces", "@last", "--as", "p1")
    assert cli("do", "@last", "toy.strike", "character=a", "at=nobody", "--as", "p1").code == REFUSED
    assert _shown(cli) == 0
    done = cli(*ROLL, "--secret", "--as", "p1")
    assert done.code == DONE
    assert _shown(cli) == 0
    cli(*ROLL, "--as", "p1")
    assert _shown(cli) == 1
    assert cli("audit", "@last").code == DONE


def test_chain_goes_on_after_an_undo_and_on_the_line_behind_it(cli: Cli) -> None:
    cli("nonces", "@last", "--as", "p1")
    cli(*ROLL, "--as", "p1")
    cli("undo", "@last")
    cli("undo", "@last")
    assert _shown(cli) == 1, "the chain was carried over, with what was shown"
    cli(*ROLL, "--as", "p1")
    assert _shown(cli) == 2
    counts = cli("audit", "@last", "--json").json
    assert counts["ok"]
    assert counts["counts"]["witnessed"] == 2


def test_whatif_line_and_people_without_a_chain_play_on_as_ever(cli: Cli) -> None:
    cli("nonces", "@last", "--as", "p1")
    assert cli(*ROLL, "--as", "p1", "--branch", "if").code == DONE
    assert cli(*ROLL, "--as", "p2").code == DONE
    assert _shown(cli) == 0


def test_same_command_id_shows_the_first_roll_again_without_a_further_link(cli: Cli) -> None:
    cli("nonces", "@last", "--as", "p1")
    words = ("do", "@last", "table.roll", "dice=2d6", "--as", "p1", "--id", "once", "--json")
    first, again = cli(*words).json, cli(*words).json

    assert again["repeated"]
    assert again["events"] == first["events"]
    assert _shown(cli) == 1


def test_chain_that_is_used_up_is_renewed(cli: Cli, device: Path) -> None:
    cli("nonces", "@last", "--as", "p1", "--length", "1")
    cli(*ROLL, "--as", "p1")
    assert cli(*ROLL, "--as", "p1").code == DONE, "without a link, which the audit counts"
    assert cli("audit", "@last", "--json").json["counts"]["foreseeable"] == 1
    assert cli("nonces", "@last", "--as", "p1", "--json").json["chain"] == 2
    cli(*ROLL, "--as", "p1")
    assert _shown(cli) == 1
    (file,) = device.iterdir()
    assert len(json.loads(file.read_bytes())["chains"]) == 1
    assert cli("audit", "@last").code == DONE


def test_table_that_requires_links_says_so(cli: Cli, device: Path) -> None:
    cli("do", "@last", "table.change_options", 'table_options={"links":"required"}')
    cli("nonces", "@last", "--as", "p1")
    assert cli(*ROLL, "--as", "p1").code == DONE
    (file,) = device.iterdir()
    file.unlink()
    lost = cli(*ROLL, "--as", "p1")
    assert lost.code == REFUSED
    assert "tenmatsu nonces" in lost.err
    assert "links=required" in cli("dice", "@last").out
    cli("nonces", "@last", "--as", "p1")
    assert cli(*ROLL, "--as", "p1").code == DONE


def test_refused_commitment_leaves_the_chain_that_was_there(cli: Cli, device: Path) -> None:
    cli("nonces", "@last", "--as", "p1")
    (file,) = device.iterdir()
    before = file.read_bytes()
    cli("do", "@last", "table.close_session")
    refused = cli("nonces", "@last", "--as", "p1")

    assert refused.code == REFUSED
    assert file.read_bytes() == before
    assert [path.name for path in device.iterdir()] == [file.name]


@pytest.mark.parametrize("length", ["0", "-1", "1048577", "x", "1.5"])
def test_wrong_length_is_refused_in_one_sentence(cli: Cli, device: Path, length: str) -> None:
    done = cli("nonces", "@last", "--as", "p1", f"--length={length}")

    assert done.code == USAGE
    assert len(done.err.splitlines()) == 1
    assert not device.exists()


def test_file_that_is_no_chain_is_named_and_left_alone(cli: Cli, device: Path, database: Path) -> None:
    cli("nonces", "@last", "--as", "p1")
    (file,) = device.iterdir()
    file.write_bytes(b"\x00")
    rows = committed(database)
    for words in (ROLL, ("nonces", "@last")):
        done = cli(*words, "--as", "p1")
        assert done.code == USAGE
        assert str(file) in done.err
    assert committed(database) == rows
    assert file.read_bytes() == b"\x00"
    assert cli("dice", "@last").code == DONE
    assert cli(*ROLL, "--as", "p2").code == DONE


def test_folder_that_takes_no_file_is_named_before_anything_is_committed(
    cli: Cli, device: Path, database: Path
) -> None:
    device.parent.mkdir(parents=True, exist_ok=True)
    device.write_text("a file")
    rows = committed(database)
    done = cli("nonces", "@last", "--as", "p1")

    assert done.code == USAGE
    assert str(device) in done.err
    assert committed(database) == rows


def test_spoken_word_is_stirred_in_and_recorded_nowhere(cli: Cli, database: Path) -> None:
    late = cli("word", "@last", "plum", "--as", "p1")
    assert late.code == REFUSED
    cli("do", "@last", "table.renew_dice")
    assert cli("word", "@last", "cherry", "--as", "gm").code == REFUSED
    done = cli("word", "@last", "cherryblossom", "--as", "p1")
    assert done.code == DONE
    assert "[spoken words in the mix]" in cli(*ROLL, "--as", "p2", "--proof").out
    assert "Spoken words are in the mix" in cli("dice", "@last").out
    assert "cherryblossom" not in cli("log", "@last", "--json").out
    assert not any(b"cherryblossom" in path.read_bytes() for path in database.parent.glob("evening.db*"))
    assert cli("word", "@last", " ", "--as", "p1").code == USAGE


def test_rings_chains_and_witnesses_are_told_in_plain_words(cli: Cli) -> None:
    before = cli("dice", "@last").out
    assert re.search(r"o1 \(open\): \d+ of 256 keys left, kept by Mori, committed at version \d+", before)
    assert "No witness yet" in before
    assert "Nobody has committed one" in before
    cli("nonces", "@last", "--as", "p1")
    cli(*ROLL, "--as", "p1")
    version = cli("log", "@last", "--json", "--type", "table.entropy_added").lines[-1]["version"]
    after = cli("dice", "@last").out
    assert f"Witnessed by Taro since version {version}" in after
    assert "Taro, chain 1: 1 of 4096 links shown" in after
    assert "(kept on this device)" in after
    japanese = cli("dice", "@last", "--lang", "ja").out
    assert f"立会い: Taro（版{version}から）" in japanese
    assert "（この端末にあります）" in japanese


def test_players_are_not_told_how_many_hidden_keys_are_left(cli: Cli) -> None:
    mine = {ring["ring"]: ring["left"] for ring in _dice(cli, "--as", "p1")["rings"]}
    all_ = {ring["ring"]: ring["left"] for ring in _dice(cli)["rings"]}
    assert mine["h1"] is None
    assert all_["h1"] == 255
    assert mine["o1"] == all_["o1"]
    assert "h1 (hidden): ? of 256" in cli("dice", "@last", "--as", "p1").out
    cli("do", "@last", "table.renew_dice")
    assert "Given up" in cli("dice", "@last", "--as", "p1").out
