"""What a person reads: names in place of ids, what comes next, and nothing that says nothing."""

import io
from pathlib import Path

import pytest
from clitools import DONE, REFUSED, USAGE, Cli, Run


@pytest.fixture
def play(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Play lines through a pipe."""

    def lines(*typed: str, who: str = "gm", lang: str = "ja", session: str = "@last") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return cli("play", session, "--as", who, "--lang", lang)

    return lines


@pytest.fixture
def edo(cli: Cli) -> str:
    """A session of the real game, just opened."""
    return cli("new", "卓", "--system", "ukiyozoshi", "--gm", "浪人", "--player", "p1=太郎").out.strip()


@pytest.fixture
def made(cli: Cli, edo: str) -> str:
    """The same with one figure made."""
    cli("do", edo, "take_character", "character=oryu", "name=お竜", "participant=p1")
    cli("do", edo, "open_party", "players=1")
    skills = 'skills={"剣術": 3}'
    cli("do", edo, "make_character", "character=oryu", "rank=second", "shin=7", "gi=7", "tai=6", skills)
    return edo


def test_a_participants_name_is_never_a_word_of_the_game(cli: Cli, edo: str) -> None:
    cli("do", edo, "take_character", "character=npc", "name=町人")

    assert "浪人" in cli("show", edo).out
    assert "町人" in cli("log", edo).out
    assert "townsman" not in cli("log", edo).out


def test_unknown_people_are_answered_with_names(cli: Cli, made: str) -> None:
    assert "浪人, 太郎" in cli("log", made, "--as", "nobody", "--lang", "ja").err
    assert "お竜" in cli("show", made, "nobody", "--lang", "ja").err


def test_moves_of_a_fresh_session_are_the_next_steps_of_the_gm(cli: Cli, edo: str) -> None:
    said = cli("moves", edo, "--lang", "ja").out

    assert "GMの次の手順" in said
    for step in ("table.take_character", "ukiyozoshi.open_party", "table.open_scene"):
        assert step in said
    assert "GMの次の手順" not in cli("moves", edo, "--as", "p1", "--lang", "ja").out


def test_moves_of_a_closed_session_are_to_resume_it(cli: Cli, made: str) -> None:
    cli("do", made, "close_session")
    gm, player = cli("moves", made), cli("moves", made, "--as", "p1")

    assert "The session is closed" in gm.out
    assert "table.resume_session" in gm.out
    assert "roll_skill" not in gm.out
    assert len(player.out.splitlines()) == 1


def test_moves_of_a_view_are_none(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen.jsonl"
    cli("export", "@last", seen, "--as", "p1")
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{tmp_path / 'other.db'}")
    read = cli("import", seen)
    moves = cli("moves", "@last")

    assert "as Taro saw it" in read.out
    assert "Taro" in moves.out
    assert "do " not in moves.out
    assert "Taro" in cli("sessions").out


def test_taken_but_not_made_says_so(cli: Cli, edo: str) -> None:
    cli("do", edo, "take_character", "character=oryu", "name=お竜")

    assert "まだ作られていません。ukiyozoshi.make_character" in cli("show", edo, "oryu", "--lang", "ja").out
    assert "ukiyozoshi.make_character character=oryu" in cli("moves", edo, "oryu").out
    refused = cli("do", edo, "roll_skill", "character=oryu", "skill=剣術", "--lang", "ja")
    assert refused.code == REFUSED
    assert "お竜はまだ作られていません" in refused.err


def test_a_value_is_set_by_its_name_on_the_sheet(cli: Cli, made: str, play: Cli) -> None:
    assert "3" in cli("do", made, "adjust", "name=お竜.耐久点", "value=3").out
    assert cli("do", made, "adjust", "name=お竜.HP", "value=2").code == DONE
    assert "GMがお竜の耐久点を変更: 2 → 1" in play(":お竜.HP-1", session=made).out
    assert "お竜" in cli("do", made, "adjust", "name=nobody.HP", "value=3", "--lang", "ja").err


@pytest.mark.parametrize("asked", ["roll_skill skill=剣術", "attack target=oryu weapon=拳"])
def test_chance_refuses_the_dead_and_fights_not_begun(cli: Cli, made: str, asked: str) -> None:
    if asked.startswith("roll"):
        cli("do", made, "adjust", "name=お竜.dead", "value=true")
    words = (*asked.split(), "character=oryu")
    chance, done = cli("chance", made, *words), cli("do", made, *words)

    assert chance.code == done.code == REFUSED
    assert chance.err == done.err


def test_a_skill_is_named_by_its_label(cli: Cli, made: str) -> None:
    done = cli("do", made, "roll_skill", "character=oryu", "skill=swordsmanship", "--lang", "ja")

    assert done.code == DONE
    assert "剣術" in done.out


def test_an_id_is_no_label(cli: Cli, made: str) -> None:
    cli("do", made, "take_character", "character=ronin", "name=名無し")
    cli("do", made, "make_npc", "character=ronin", "rank=extra", "shin=4", "gi=4", "tai=4")

    assert "名無し" in cli("do", made, "begin_combat", "characters=oryu,ronin").out


def test_the_words_that_commands_take_are_listed(cli: Cli) -> None:
    told = cli("systems", "ukiyozoshi", "--words").out

    assert "swordsmanship" in told
    assert "剣術" in told
    assert "柳生新陰流" in told
    groups = cli("systems", "ukiyozoshi", "--words", "--json").json
    assert {"word": "剣術", "label": "swordsmanship"} in groups["skills"]


def test_the_purpose_of_a_roll_stands_in_its_commit_and_goes_with_it(cli: Cli, made: str) -> None:
    done = cli("roll", made, "2d6", "--for", "天気", "--json").json
    types = [one["event"]["type"] for one in done["events"]]

    assert types[-1] == "table.noted"
    assert "天気" in cli("log", made).out
    cli("undo", made)
    assert "天気" not in cli("log", made).out


def test_a_purpose_behind_dice_at_the_prompt_is_kept(play: Cli, made: str) -> None:
    assert "天気" in play("2d6 天気", session=made).out


def test_help_at_the_prompt(play: Cli, made: str) -> None:
    said = play("?", "help nosuch", "help roll_skill", "help rol_skill", session=made).out

    assert ":耐久点-1" in said
    assert "ゲームのコマンド" in said
    assert "「nosuch」というコマンドはありません" in said
    assert "[difficulty]" in said
    assert "もしかして" in said


def test_a_number_that_is_no_choice_says_which_are(play: Cli) -> None:
    assert "1から2まで" in play("strike at=b --dice 3,4", "as p2", "7", who="p1").out


def test_what_only_keeps_the_books_is_told_where_there_is_nothing_else(cli: Cli) -> None:
    assert "committed" in cli("do", "@last", "renew_dice").out


def test_changed_options_show_what_they_were(cli: Cli, edo: str) -> None:
    body = '{"options": {"serious_wounds": true}}'

    assert "serious_wounds: off → on" in cli("do", edo, "change_options", "--json-body", body).out


def test_equal_lines_are_said_to_be_equal(cli: Cli) -> None:
    assert cli("diff", "@last", "0", "0").out == "The two lines are equal.\n"


def test_two_of_one_name_are_warned_of(cli: Cli) -> None:
    opened = cli("new", "T", "--system", "toy", "--player", "a=太郎", "--player", "b=太郎", "--lang", "ja")

    assert opened.code == DONE
    assert "同じ名前「太郎」" in opened.err


def test_what_is_left_out_of_a_log_is_counted(cli: Cli) -> None:
    assert "left out" in cli("log", "@last").out
    assert "left out" not in cli("log", "@last", "--type", "said").out


def test_an_audit_of_nothing_says_that_there_is_no_such_file_or_session(cli: Cli) -> None:
    run = cli("audit", "nofile.jsonl")

    assert run.code == USAGE
    assert "no file or session nofile.jsonl" in run.err


def test_spectators_speak_in_the_table_talk_alone(cli: Cli) -> None:
    opened = cli("new", "T", "--system", "toy", "--spectator", "s=Mi").out.strip()

    assert cli("do", opened, "say", "text=x", "--as", "s").code == REFUSED
    assert cli("do", opened, "say", "text=x", "tab=chat", "--as", "s").code == DONE
    assert cli("do", opened, "note", "text=x", "--as", "s").code == DONE


def test_a_value_that_does_not_fit_is_written_as_one_writes_it(cli: Cli, tmp_path: Path) -> None:
    script = tmp_path / "s.toml"
    script.write_text('title = "T"\nsystem = "toy"\n[do]\ncommand = "x"\n', encoding="utf-8")
    wrong = cli("run", script)

    assert wrong.code == USAGE
    assert "do cannot be {…}" in wrong.err


def test_the_start_of_a_line_that_was_shown_is_enough_to_check_by_it(cli: Cli) -> None:
    last = cli("audit", "@last").out

    assert cli("log", "@last", "--json").lines[-1]["commit"] in last
    assert "--since " in last
