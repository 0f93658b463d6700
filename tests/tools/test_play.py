"""Playing at the keyboard: through a pipe, and at a prompt."""

import io
from contextlib import closing
from pathlib import Path

import pytest
from clitools import Cli, Run
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from tenmatsu.engine.api import Participant, Store, find_opened, open_session, open_store
from tenmatsu.tools.cli.arguments import Globals
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.play.reading import PromptReader, Suggestions
from tenmatsu.tools.cli.play.speaking import dice_in, speech_in
from tenmatsu.tools.cli.play.table import Table


@pytest.fixture
def play(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Play lines through a pipe."""

    def lines(*typed: str, who: str = "Oryu", lang: str = "en") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return cli("play", "@last", "--as", who, "--lang", lang)

    return lines


@pytest.fixture
def table(database: Path) -> Table:
    """Taro's place at the table."""
    store = open_store(f"sqlite:///{database}")
    return Table(Context(Globals()), find_opened(store, "@last"), "p1")


def test_a_fight_with_choices_by_number(play: Cli, cli: Cli) -> None:
    done = play("strike at=Tatsu --dice 3,4", "as Hana", "1", "quit")

    assert done.code == 0
    assert "Tatsu: take it or dodge?" in done.out
    assert "  1. take it" in done.out
    assert "Tatsu takes 7 (2 left)" in done.out
    assert cli("show", "@last", "b", "--json").json["sheets"][0]["entries"][0]["value"] == 2


@pytest.mark.parametrize("answer", ["take", "take it", "1"])
def test_choices_are_answered_by_number_key_or_label(play: Cli, answer: str) -> None:
    assert "Tatsu takes 7" in play("strike at=b --dice 3,4", "as p2", answer).out


@pytest.mark.parametrize("answer", ["2 --dice 6,2", "dodge --dice 6,2", "かわす --dice 6,2"])
def test_physical_dice_may_follow_an_answer(play: Cli, answer: str) -> None:
    done = play("strike at=b --dice 3,4", "as p2", answer, lang="ja")

    assert "6,2〔実物・申告: Hana〕" in done.out, done.out


def test_an_answer_takes_fields_and_says_which_it_may_have(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'alley.db'}"
    with closing(Store(url)) as store:
        people = [Participant("gm", "語り部", "gm"), Participant("p1", "太郎")]
        session = open_session(store, "路地裏", "akatsuki", participants=people)
        session.do({"type": "table.take_character", "character": "ito"}, actor="p1")
        made = {"type": "akatsuki.make_character", "character": "ito", "archetype": "night_guard"}
        session.do(made, actor="p1")
        session.do({"type": "akatsuki.grant_chivalry", "character": "ito", "count": 2}, actor="gm")
        harm = {"type": "akatsuki.harm", "character": "ito", "harm": "nonlethal", "rank": 1}
        session.do(harm, actor="gm")
    monkeypatch.setattr("sys.stdin", io.StringIO("受ける\n1 plus=2 chivalry=2 --dice 6,4\n"))
    done = cli("--db", url, "play", "@last", "--as", "p1", "--lang", "ja")

    assert "（番号のあとに添えられる項目: plus=… cards=… chivalry=… effect=…）" in done.out, done.out
    assert "目標値を2上げる" in done.out
    assert "10（6,4）" in done.out


@pytest.mark.parametrize("line", ["2 paces back", "take cover"])
def test_other_words_behind_an_option_are_no_answer(play: Cli, line: str) -> None:
    done = play("strike at=b --dice 3,4", "as p2", line)

    assert "Tatsu takes" not in done.out
    assert "Tatsu rolls" not in done.out


def test_speech_dice_and_values_the_short_way(play: Cli, cli: Cli) -> None:
    done = play(
        "「なにやつ！」", '"hold"', "say well met", "2d6", "s1d6", "as GM", ":b.hp-3", ":a.hp=7", lang="ja"
    )
    events = [entry["event"] for entry in cli("log", "@last", "--json").lines]

    assert done.code == 0
    said = [event["text"] for event in events if event["type"] == "table.said"]
    assert said[-3:] == ["なにやつ！", "hold", "well met"]
    rolls = [event for event in events if event["type"] == "table.rolled"]
    assert [len(roll["dice"]) for roll in rolls[-2:]] == [2, 1]
    assert rolls[-1]["ring"].startswith("h")
    assert [event["new"] for event in events if event["type"] == "table.adjusted"][-2:] == [6, 7]


def test_refusals_and_mistakes_end_nothing(play: Cli) -> None:
    wrong = ["strke", "strike", "strike at=zzz", "as Nobody", "as", "chance", "3", ":zzz-1", "show zzz"]
    done = play(*wrong, "take_character x", "help zzz", "say still here")

    assert done.code == 0
    assert "Did you mean: strike" in done.out
    assert "Oryu: “still here”" in done.out
    assert "Traceback" not in done.out


def test_a_fault_ends_nothing_either(play: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("tenmatsu.tools.cli.play.table.tree_lines", break_down)
    done = play("branches", "say still here")

    assert done.code == 0
    assert "RuntimeError" in done.out
    assert "still here" in done.out


def test_seeing_and_undoing(play: Cli) -> None:
    done = play(
        "?",
        "help strike",
        "show",
        "moves",
        "log 3",
        "chance strike character=a at=b",
        "branches",
        "undo",
        who="GM",
    )

    assert done.code == 0
    assert "toy.strike" in done.out
    assert "hit points" in done.out
    assert "50.00 %" in done.out
    assert "Undone" in done.out
    assert "＊" in done.out


def test_the_end_shows_the_head(play: Cli, cli: Cli) -> None:
    done = play("say x")

    assert cli("show", "@last", "--json").json["head"] in done.out


def test_a_player_does_not_see_the_gms_secrets(play: Cli, cli: Cli) -> None:
    cli("do", "@last", "say", "text=canary", "to=@gm")

    assert "canary" not in play("log 50", "show", "moves", who="Hana").out


def test_what_others_did_meanwhile_is_shown(
    table: Table, cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    class Others:
        """Somebody else speaks before the second line is read."""

        turn = 0

        def read(self, prompt: str) -> str | None:
            self.turn += 1
            if self.turn == 1:
                cli("do", "@last", "say", "text=from elsewhere", "--as", "p2")
            return "say and here" if self.turn == 2 else "" if self.turn < 3 else None

    table.play(Others())
    out = capsys.readouterr().out

    assert out.index("from elsewhere") < out.index("and here")


def test_at_a_prompt(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("say at a prompt\r\x03quit\r")
        table.play(PromptReader(table.suggest, InMemoryHistory()))

    out = capsys.readouterr().out
    assert "at a prompt" in out
    assert "Until next time" in out


def test_a_prompt_completes_the_word_before_the_cursor(table: Table) -> None:
    completer = Suggestions(table.suggest)

    found = completer.get_completions(Document("strike at"), CompleteEvent(completion_requested=True))

    assert [(one.text, one.start_position) for one in found] == [("at=", -2)]


def test_a_history_is_kept_for_the_next_evening(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("say remembered\r\x04")
        table.play(PromptReader(table.suggest))

    kept = list(tmp_path.rglob("play_history"))
    assert "remembered" in kept[0].read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text, found",
    [
        ("str", ["strike"]),
        ("un", ["undo"]),
        ("strike ", ["character=", "at=", "to="]),
        ("strike character=", ["character=a"]),
        ("strike at=", ["at=b"]),
        ("answer choice=", ["choice=dodge", "choice=take"]),
        ("show ", ["a", "b"]),
        ("as ", ["gm", "p1", "p2", "a", "b"]),
        ("chance str", ["strike"]),
        ("say tab=", ["tab=chat", "tab=info", "tab=main"]),
        ("nonsense x", []),
        ("strike nonsense=", []),
    ],
)
def test_suggestions(table: Table, text: str, found: list[str]) -> None:
    assert sorted(table.suggest(text)) == sorted(found)


def test_speech_and_dice_are_told_apart() -> None:
    assert speech_in("「なにやつ！」") == "なにやつ！"
    assert speech_in("“well") == "well"
    assert speech_in("strike") is None
    assert dice_in("2d6") == ("2d6", False)
    assert dice_in("s1D100") == ("1d100", True)
    assert dice_in("dodge") is None


def test_the_gm_sees_every_sheet_and_what_the_gm_alone_may_do(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'alley.db'}"
    with closing(Store(url)) as store:
        people = [Participant("gm", "語り部", "gm"), Participant("p1", "太郎")]
        session = open_session(store, "路地裏", "akatsuki", participants=people)
        for character, owner in (("tetsu", "p1"), ("thug", "gm")):
            session.do({"type": "table.take_character", "character": character}, actor=owner)
        made = {"type": "akatsuki.make_character", "character": "tetsu", "archetype": "night_guard"}
        session.do(made, actor="p1")
        session.do({"type": "akatsuki.make_npc", "character": "thug"}, actor="gm")
        session.do({"type": "akatsuki.begin_combat", "characters": ["tetsu", "thug"]}, actor="gm")
    told = {}
    for who in ("gm", "p1"):
        monkeypatch.setattr("sys.stdin", io.StringIO("show\nmoves\n"))
        told[who] = cli("--db", url, "play", "@last", "--as", who, "--lang", "en").out

    assert "┌─ tetsu" in told["gm"]
    assert "┌─ thug" in told["gm"]
    assert "akatsuki.end_combat" in told["gm"]
    assert "┌─ thug" not in told["p1"]
    assert "akatsuki.end_combat" not in told["p1"]
