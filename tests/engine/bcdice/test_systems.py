"""The commands of the systems: what the test data of the original leaves out."""

import pytest
from typing_dice import answer, is_command

from tenmatsu.engine.bcdice import read_typed
from tenmatsu.engine.bcdice.bots import BOTS
from tenmatsu.engine.table.commands import TableOptions
from tenmatsu.events.table import Outcome

GLORANTHA = "RuneQuestRoleplayingInGlorantha"
DEGREES: tuple[Outcome, ...] = ("critical", "special", "success", "failure", "fumble")


@pytest.mark.parametrize(
    "chance,faces",
    [
        (5, (1, 0, 4, 90, 5)),
        (50, (3, 7, 40, 47, 3)),
        (67, (3, 10, 54, 31, 2)),
        (70, (4, 10, 56, 28, 2)),
        (90, (5, 13, 72, 9, 1)),
        (100, (5, 15, 75, 4, 1)),
        (120, (6, 18, 71, 4, 1)),
        (540, (27, 68, 0, 4, 1)),
    ],
)
def test_degrees_in_glorantha_have_the_faces_that_the_chance_gives(
    chance: int, faces: tuple[int, ...]
) -> None:
    outcomes = [answer(f"RQG<={chance}", (face,), GLORANTHA).outcome for face in range(1, 101)]

    assert tuple(outcomes.count(degree) for degree in DEGREES) == faces


@pytest.mark.parametrize(
    "text,face,told",
    [
        ("1D100<=120", 99, "成功"),
        ("1D100<=3", 95, "致命的失敗"),
        ("1D100<=50", 1, "決定的成功"),
        ("1D100-5<=50", 6, "決定的成功"),
        ("1D100+20<=50", 80, "致命的失敗"),
        ("1D100<50", 1, "成功"),
        ("2D100<=50", 1, "成功"),
        ("1D20<=5", 1, "成功"),
    ],
)
def test_the_old_runequest_judges_the_total_of_a_lone_d100(text: str, face: int, told: str) -> None:
    found = answer(text, (face,) * text.startswith("1") or (face, face), "RuneQuest")

    assert found.text.endswith(f"＞ {told}")


def test_runequest_judges_nothing_else() -> None:
    assert answer("1D100<=50", (1,), GLORANTHA).text == "(1D100<=50) ＞ 1 ＞ 成功"
    assert answer("1D100<=?", (1,), "RuneQuest").outcome is None


@pytest.mark.parametrize(
    "text", ["RQG<70", "RQG>=70", "RQG<=", "RQGX", "RES", "RESM5", "RSA", "RSA-5", "RSA5+6"]
)
def test_what_glorantha_does_not_know_is_no_command(text: str) -> None:
    assert not is_command(text, GLORANTHA)


@pytest.mark.parametrize(
    "text,face,told",
    [
        ("RSA11M20", 20, "(1D100<=75) ＞ 20 ＞ 成功\n"),
        ("RSA11M20", 21, "(1D100<=75) ＞ 21 ＞ 相手側能力値20まで成功\n"),
        ("RSA11M-20", 90, "(1D100<=35) ＞ 90 ＞ 相手側能力値-1まで成功\n"),
        ("RSA(5+6)", 96, "(1D100<=55) ＞ 96 ＞ 失敗\n"),
        ("RES(9-30)", 6, "(1D100<=0) ＞ 6 ＞ 失敗"),
        ("RES30-9M5", 55, "(1D100<=160) ＞ 55 ＞ 成功"),
        ("RQG<=(20+20)/2", 20, "(1D100<=20) ＞ 20 ＞ 成功"),
        ("RQG<=5/2", 3, "(1D100<=3) ＞ 3 ＞ 成功"),
    ],
)
def test_resistances_and_sums_in_glorantha(text: str, face: int, told: str) -> None:
    assert answer(text, (face,), GLORANTHA).text.startswith(told)


@pytest.mark.parametrize(
    "text,faces,told",
    [
        ("N3[>=5][<3]", (6, 5, 1), "成功数:2, 追加判定[>=5]:2[6,5], 追加判定[<3]:1[1] \n"),
        ("N3[=6]", (6, 5, 1), "成功数:2, 追加判定[=6]:1[6] \n"),
        ("N3[S5]", (6, 5, 1), "成功数:2, サツバツ判定[S5]:2[6,5] \n"),
        ("N3[>=65]", (6, 5, 1), "成功数:2, 追加判定[>=65]:1[6] \n"),
        ("N3[C65]", (6, 5, 1), "成功数:2 \n"),
        ("N3[C+]", (6, 5, 1), "成功数:2 \n"),
        ("N3[C65+]", (6, 5, 1), "成功数:2, クリティカル！[C65+] \n"),
        ("N3[S6/1+]", (6, 5, 1), "成功数:2, ナムアミダブツ！[S6/1+] \n"),
        ("N3[S66/555+]", (6, 6, 1), "成功数:2, サツバツ！[S66/555+] \n"),
        ("N3[S666+]", (6, 6, 1), "成功数:2 \n"),
        ("N3[>=56+]", (6, 6, 1), "成功数:2, 追加判定成功！[>=56+] \n"),
        ("N3[<=12+]", (1, 2, 6), "成功数:1, 追加判定成功！[<=12+] \n"),
        ("N0", (), "(0B6>=4) ＞  ＞ 成功数:0 \n"),
    ],
)
def test_what_a_ninja_looks_at_besides_successes(text: str, faces: tuple[int, ...], told: str) -> None:
    assert answer(text, faces, "NinjaSlayer2").text.endswith(told)


@pytest.mark.parametrize(
    "text",
    [
        "3",
        "N",
        "N3,,N2",
        "N3N2",
        "N3[]",
        "N3[>=7]",
        "N3[<>5]",
        "N3[S65]",
        "N3[S65/665]",
        "N3[S7]",
        "NRS",
        "NRS@8",
        "WS0",
        "WS13",
        "SB@7",
        "WSE@0",
        "N3[S",
        "N3S]",
        "NRS_K3",
        "X3",
    ],
)
def test_what_the_second_edition_does_not_know_is_no_command(text: str) -> None:
    assert not is_command(text, "NinjaSlayer2")


@pytest.mark.parametrize("text,sets", [("N5,3,U4,", "N5,N3,U4"), ("uh2,k1", "UH2,K1"), ("n1、h2", "N1,H2")])
def test_later_sets_inherit_the_letter(text: str, sets: str) -> None:
    line = read_typed(text, BOTS["NinjaSlayer2"])

    assert line is not None
    assert line.written() == sets


def test_rows_of_tables_are_rolled_or_named() -> None:
    assert answer("SB", (2,), "NinjaSlayer2").text.startswith("サツバツ!!(D6) ＞ (2) ＞ 2番")
    assert answer("SB@4", (), "NinjaSlayer2").text.startswith("サツバツ!!(4) ＞ 4番")
    assert answer("WSE", (6,), "NinjaSlayer2").text.startswith(
        "ニンジャスレイヤー=サンのエントリー!!(D6) ＞ (6) ＞ "
    )
    assert answer("SB", (2,), "NinjaSlayer").text.startswith("サツバツ表(2) ＞ 2番")


def test_the_wasshoi_judgement_is_told_from_the_players_side() -> None:
    spared, met = answer("WS5", (3, 4), "NinjaSlayer2"), answer("WS12", (3, 4), "NinjaSlayer2")

    assert (spared.text, spared.success) == ("Wasshoi!判定(2D6) ＞ (3+4) ＞ 7(>5) 判定失敗", True)
    assert (met.failure, met.total) == (True, 7)


@pytest.mark.parametrize(
    "text,faces,told",
    [
        ("NRS_E2", (1, 3), "成功数:1 NRS克服!!"),
        ("NRS_E1", (1, 3), "NRS発狂(1D3) ＞ (3) ＞ 3番"),
        ("NRS_N1", (1, 6), "NRS発狂(1D6) ＞ (6) ＞ 6番"),
        ("NRS_H1", (1, 6), "NRS発狂(1D6+1) ＞ (7) ＞ 7番"),
        ("NRS_U1@2", (1,), "NRS発狂(2) ＞ 2番"),
        ("NRS@7", (), "NRS発狂(7) ＞ 7番"),
    ],
)
def test_madness(text: str, faces: tuple[int, ...], told: str) -> None:
    assert told in answer(text, faces, "NinjaSlayer2").text


def test_the_first_edition_counts_what_a_check_brings() -> None:
    assert answer("EL4", (6, 6, 1, 4), "NinjaSlayer").successes == 5
    assert answer("EV4/2", (6, 6, 1, 4), "NinjaSlayer").text.endswith("＞ カウンターカラテ!!")
    assert answer("5B6", (1, 2, 3, 4, 5), "NinjaSlayer").text == "(5B6>=4) ＞ 1,2,3,4,5 ＞ 成功数2"
    assert answer("2R6", (4, 1, 2), "NinjaSlayer").text == "(2R6[4]>=4) ＞ 4,1 + 2 ＞ 成功数1"


@pytest.mark.parametrize("text", ["NJ", "NJ4[U]", "NJ4@7", "AT4/2", "EV4/", "NJ4>=3", "EL"])
def test_what_the_first_edition_does_not_know_is_no_command(text: str) -> None:
    assert not is_command(text, "NinjaSlayer")


def test_a_table_may_choose_every_system() -> None:
    assert [TableOptions(dice_bot=bot).dice_bot for bot in BOTS] == list(BOTS)  # type: ignore[arg-type]  # ids
