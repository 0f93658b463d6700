"""Recaps: who may read what, where every line comes from, what each style and format does."""

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.history import EVERYTHING, Entry, viewer_of
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.engine.session import Session
from tenmatsu.projections.luck import measure_each
from tenmatsu.projections.marks import Marks
from tenmatsu.projections.phrases import show_span
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.recap import FORMATS, STYLES, Format, Style, gather, recap, tell
from tenmatsu.projections.recap.document import Frame, Heading, Notice, Paragraph, Table
from tenmatsu.projections.recap.styles.lucktable import luck_words, proof_words
from tenmatsu.projections.recap.wording import Wording
from tenmatsu.projections.rolls import ROLLS, Proof, Rolls, checks_of, rolls_of
from tenmatsu.projections.sheets import Sheets

every = pytest.mark.parametrize("style, form, lang", list(product(STYLES, FORMATS, LANGUAGES)))


def _book(session: Session, **values: Any) -> str:
    return recap(session, style="book", format="txt", **values)


def _versions(session: Session, style: Style, lang: Lang = "ja") -> list[int]:
    document = tell(gather(session, lang), style, chat=True)
    found: list[int] = []
    for block in document.blocks:
        inside = (
            block.lines if isinstance(block, Frame) else block.rows if isinstance(block, Table) else (block,)
        )
        found += [one.version for one in inside]
    return found


@every
def test_secrets_reach_the_gm_alone(style: Style, form: Format, lang: Lang, evening: Session) -> None:
    told = {
        viewer: recap(evening, style=style, format=form, lang=lang, viewer=viewer_of(evening, viewer))
        for viewer in ("gm", "p1", "p2")
    }
    assert tale.CANARY not in told["p1"] + told["p2"]
    secret = next(
        one for one in evening.store.commits(evening.id, evening.segments()) if one.events[0].audience
    )
    assert all(item.digest.hex()[:12] not in told["p1"] for item in secret.items())
    if style in {"book", "raw"} and form == "txt":
        assert tale.CANARY in told["gm"]
        assert ("シークレット" if lang == "ja" else "(secret)") in told["p1"]


@every
def test_everything_ends_with_the_head(style: Style, form: Format, lang: Lang, evening: Session) -> None:
    assert evening.head in recap(evening, style=style, format=form, lang=lang)


@pytest.mark.parametrize("style, lang", list(product(STYLES, LANGUAGES)))
def test_every_line_points_to_an_entry_that_exists(style: Style, lang: Lang, evening: Session) -> None:
    commits = {
        version: commit.hash.hex()
        for commit in evening.store.commits(evening.id, evening.segments())
        for version in range(commit.first_version, commit.last_version + 1)
    }
    document = tell(gather(evening, lang), style, chat=True)
    for block in document.blocks:
        lines = (
            block.lines if isinstance(block, Frame) else block.rows if isinstance(block, Table) else (block,)
        )
        for line in lines:
            if isinstance(line, Paragraph) or isinstance(block, Frame):
                assert line.version
            if line.version:
                assert line.commit
                assert commits[line.version].startswith(line.commit)


@pytest.mark.parametrize("style", STYLES)
def test_versions_run_in_order(style: Style, evening: Session) -> None:
    document = tell(gather(evening, "ja"), style)
    own = [one.version for one in document.blocks if isinstance(one, Paragraph) and not one.refers]
    assert own == sorted(own)


def test_raw_tells_every_entry_but_book_keeping(evening: Session) -> None:
    hidden = {version for version in tale.versions(evening) if version not in _versions(evening, "raw")}
    assert hidden == {6, 7}


def test_book_has_the_parts_that_readers_expect_in_order(evening: Session) -> None:
    text = _book(evening)
    parts = [
        "『夜桜』",
        "システム：おもちゃ",
        "※ネタバレを含みます",
        "■登場人物・参加者",
        "GM：GM佐藤",
        "PC：お竜（PL：太郎）",
        "■第1回　2026-01-01 21:00–",
        "◆シーン1：長屋の夜  [v",
        "　日は落ちた。  [v",
        "お竜：「なにやつ！」  [v",
        "太郎：判定いりますか  [v",
        "GM佐藤：〔情報〕血のついた扇  [v",
        "　┌ ダイス：お竜〔打撃〕　2D6 → 1, 2〔手入力〕  [v",
        "　└ お竜が伊織を打つ: 3  [v",
        "〔伊織 体力 10→7〕  [v",
        "　┌ 判定：伊織【回避】　1D6、出目4以上 → 5〔手入力〕　成功  [v",
        "■第2回",
        "■前回のあらすじ",
        "  シーン1：長屋の夜",
        "◆シーン2：翌朝  [v",
        "GMが伊織 体力を変更: 7 → 9",
        "■リザルト（第1回）",
        "伊織　体力　10　7  [v",
        "■出目まとめ（第1回）",
        "■権利表記",
        "記録の先頭",
    ]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    assert "おなかすいた" not in text
    assert "花子：〔雑談〕おなかすいた" in _book(evening, chat=True)


def test_digest_has_at_most_ten_lines_of_the_newest_sitting(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    for number in range(7):
        tale.do(session, "gm", "table.open_scene", title=f"場{number}")
        tale.strike(session, faces=(1, 1), dodge=5)
    document = tell(gather(session, "ja"), "digest")
    told = [block.text for block in document.blocks if isinstance(block, Paragraph)]
    assert len(told) == 9
    assert "シーン1：場0" in told
    assert "シーン7：場6" in told
    assert any("ほか" in block.text for block in document.blocks if isinstance(block, Notice))
    session = tale.play_evening(session)
    text = recap(session, style="digest", format="txt")
    assert "第2回" in text
    assert "長屋の夜" not in text
    assert "長屋の夜" in recap(session, style="digest", format="txt", sitting=1)


def test_digest_of_nothing_says_so(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    timelines.undo(session, actor="gm")
    timelines.undo(session, actor="gm")
    timelines.undo(session, actor="gm")
    timelines.undo(session, actor="gm")
    assert "まだ語ることがありません" in recap(session, style="digest", format="txt")


def test_novel_hides_dice_and_labels(evening: Session) -> None:
    text = recap(evening, style="novel", format="txt")
    assert "　「なにやつ！」" in text
    assert "伊織は【回避】に成功した。" in text
    for absent in ("お竜：", "ダイス", "2D6", "判定いりますか", "おなかすいた", "→"):
        assert absent not in text


def test_english_recap_is_english(tmp_path: Path) -> None:
    text = _book(tale.begin(tmp_path, "Night"), lang="en")
    words = re.sub("お竜|伊織|太郎|花子|GM佐藤", "", text)
    assert not re.search("[\u3041-\u30ff\u4e00-\u9fff]", words), words


def test_undone_commits_are_not_told(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.narrate", text="なかったこと")
    timelines.undo(session, actor="gm", reason="")
    for style, form in product(STYLES, FORMATS):
        assert "なかったこと" not in recap(session, style=style, format=form)
    assert "取り消し" not in _book(session)
    assert "取り消し" in recap(session, style="raw", format="txt")
    left = session.on("0")
    assert "離れた線" in _book(left)


@every
def test_what_if_lines_are_marked_everywhere_and_stay_out_of_the_main_recap(
    style: Style, form: Format, lang: Lang, other_night: Session
) -> None:
    word = "もしも" if lang == "ja" else "hat if"
    main = recap(other_night.on("0"), style=style, format=form, lang=lang)
    assert "もし逃げていたら" not in main
    assert word not in main
    assert word in recap(other_night, style=style, format=form, lang=lang)
    document = tell(gather(other_night, lang), style)
    assert document.is_whatif
    assert document.banner
    assert all(word in block.text for block in document.blocks if isinstance(block, Heading))
    if style in {"book", "novel", "raw"}:
        assert "もし逃げていたら" in recap(other_night, style=style, format=form, lang=lang)


def test_adopted_what_if_line_is_told_as_the_story(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    timelines.fork(session, "別の夜", session.version, actor="gm")
    timelines.adopt(session, "別の夜", actor="gm")
    assert "もしも" not in _book(session)


def test_redacted_words_show_as_removed() -> None:
    wording = Wording(tale.SYSTEM, "ja", {}, Sheets(0, {}, None), [], [], Marks(Rolls(), ()))
    entry = Entry(version=3, commit="ab" * 32, number=1, branch="0", redacted=True)
    assert wording.line(entry).text == "（削除済み）"
    assert wording.line(msgspec.structs.replace(entry, sealed=True)).text == "（シークレット）"


def test_viewer_is_named_and_numbers_are_theirs(evening: Session) -> None:
    text = _book(evening, viewer=viewer_of(evening, "p1"))
    assert "閲覧者：太郎" in text
    assert "秘匿と記した行" not in text
    assert "秘匿と記した行" in _book(evening, viewer=EVERYTHING)


def test_json_is_the_document(evening: Session) -> None:
    found = json.loads(recap(evening, format="json"))
    assert found["style"] == "book"
    assert {block["block"] for block in found["blocks"]} == {
        "heading",
        "fact",
        "notice",
        "paragraph",
        "frame",
        "table",
    }


@pytest.mark.parametrize(
    "began, ended, ja, en",
    [
        ("2026-01-01T21:00:00+09:00", "2026-01-01T23:10:00+09:00", "21:00–23:10", "21:00–23:10"),
        ("2026-01-01T21:00:00+09:00", "2026-01-02T00:30:00+09:00", "21:00–24:30", "21:00–2026-01-02 00:30"),
        ("2026-01-01T21:00:00+09:00", "2026-01-02T12:00:00+09:00", "–2026-01-02 12:00", "–2026-01-02 12:00"),
        ("", "2026-01-02T12:00:00+09:00", "", ""),
    ],
)
def test_small_hours_count_on_in_japanese(began: str, ended: str, ja: str, en: str) -> None:
    assert ja in show_span(began, ended, "ja")
    assert en in show_span(began, ended, "en")


def test_sheet_values_alone_are_told_as_results(evening: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "〔伊織 体力 10→7〕" in _book(evening)

    def nothing(sheets: Sheets) -> Iterator[str]:
        yield from ()

    monkeypatch.setattr("tenmatsu.projections.recap.wording._names_on", nothing)
    text = _book(evening)
    assert "10→7" not in text
    assert "リザルト" not in text


def test_success_of_a_check_stands_once_in_its_frame(evening: Session) -> None:
    text = _book(evening)
    assert text.count("　成功  [v") == 1
    assert "伊織がかわした（5）  [v" in text


def test_dice_thrown_again_after_an_undo_say_so(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "toy.strike", character="a", at="b")
    timelines.undo(session, actor="gm")
    tale.do(session, "p1", "toy.strike", character="a", at="b")
    assert "〔取り消し後の振り直し〕  [v" in _book(session)


def test_proof_and_luck_have_plain_words(evening: Session) -> None:
    state = catch_up(evening, ROLLS)
    rolls = rolls_of(state)
    assert {proof_words(roll, "ja", {}) for roll in rolls} == {"手入力（証明なし）", "鍵の持ち主のみ"}
    proofs: tuple[Proof, ...] = get_args(Proof)
    for proof, lang in product(proofs, LANGUAGES):
        roll = msgspec.structs.replace(rolls[0], proof=proof, witnesses=("p1",))
        assert ("太郎" in proof_words(roll, lang, {"p1": "太郎"})) == (proof == "witnessed")
    words = {luck_words(one, "en") for one in measure_each(rolls, checks_of(state))}
    assert words == {"too few dice to tell"}


def test_fixed_phrases_fill_in_the_same_in_both_languages() -> None:
    text = files("tenmatsu.projections.recap").joinpath("words.toml").read_text(encoding="utf-8")
    for key, phrase in tomllib.loads(text).items():
        fields = [sorted(set(re.findall(r"{(\w+)}", phrase[lang]))) for lang in LANGUAGES]
        assert fields[0] == fields[1], key
