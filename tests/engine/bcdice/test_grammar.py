"""The grammar of the general commands: what is read, how it is written, what is no command."""

import pytest
from typing_dice import answer, is_command

from tenmatsu.engine.bcdice import BOTS, find_bot, read_typed
from tenmatsu.engine.errors import UsageError


def _text(text: str, *faces: int, bot: str = "DiceBot") -> str:
    return answer(text, faces, bot).text


@pytest.mark.parametrize(
    "typed,faces,text",
    [
        ("２Ｄ６＋３≧７", (1, 2), "(2D6+3>=7) ＞ 3[1,2]+3 ＞ 6 ＞ 失敗"),
        ("２ｄ６－１", (3, 4), "(2D6-1) ＞ 7[3,4]-1 ＞ 6"),
        ("２Ｄ６ー１", (3, 4), "(2D6-1) ＞ 7[3,4]-1 ＞ 6"),
        ("２Ｄ６−１×２", (3, 4), "(2D6-1*2) ＞ 7[3,4]-1*2 ＞ 5"),
        ("（１＋１）Ｄ６÷２", (3, 4), "(2D6/2) ＞ 7[3,4]/2 ＞ 3"),
        ("１Ｄ１００≦５０", (50,), "(1D100<=50) ＞ 50 ＞ 成功"),
        ("2D6≠7", (3, 4), "(2D6<>7) ＞ 7[3,4] ＞ 7 ＞ 失敗"),
        ("３Ｂ６＞＝４", (5, 2, 4), "(3B6>=4) ＞ 5,2,4 ＞ 成功数2"),
        ("Ｄ６６Ａ", (5, 2), "(D66A) ＞ 25"),
        ("ｘ２　１Ｄ６", (1, 2), "#1\n(1D6) ＞ 1\n\n#2\n(1D6) ＞ 2"),
        ("ｃｈｏｉｃｅ［天ぷら、そば，丼］", (2,), "(choice[天ぷら,そば,丼]) ＞ そば"),
        ("choice[ａ、ｂ,c]", (1,), "(choice[ａ、ｂ,c]) ＞ ａ、ｂ"),
    ],
)
def test_full_width_signs_are_read_as_typed_by_a_japanese_keyboard(
    typed: str, faces: tuple[int, ...], text: str
) -> None:
    assert _text(typed, *faces) == text


@pytest.mark.parametrize("blank", [" ", "　", "\t", "\n"])
def test_what_stands_behind_the_first_blank_is_a_remark(blank: str) -> None:
    line = read_typed(f"2D6{blank}+ 3 【カラテ】", BOTS["DiceBot"])

    assert line is not None
    assert line.written() == "2D6"
    assert line.remark == "+ 3 【カラテ】"


@pytest.mark.parametrize(
    "typed,remark",
    [
        ("choice[a,b] どっち", "どっち"),
        ("choice[a,b]", ""),
        ("choice a b c", ""),
        ("x3 2D6>=7 三連撃", "三連撃"),
        ("x2 choice[a,b] え", "え"),
    ],
)
def test_choices_and_repeats_have_remarks_of_their_own(typed: str, remark: str) -> None:
    line = read_typed(typed, BOTS["DiceBot"])

    assert line is not None
    assert line.remark == remark


@pytest.mark.parametrize(
    "typed,written",
    [
        ("d20", "1D20"),
        ("2d", "2D6"),
        ("3d[6]", "3D6"),
        ("(1+1)d(2*3)kh(3-2)>=2*3", "2D6KH1>=6"),
        ("2d6--3", "2D6+3"),
        ("2d6---3", "2D6-3"),
        ("+2d6", "2D6"),
        ("2d6*(1+2)", "2D6*(1+2)"),
        ("1d6/2c", "1D6/2U"),
        ("2d6=>7", "2D6>=7"),
        ("2d6=<7", "2D6<=7"),
        ("2d6!=7", "2D6<>7"),
        ("2d6==7", "2D6=7"),
        ("2d6>=?", "2D6>=?"),
        ("c(1+2)", "C(1+2)"),
        ("c1/2u", "C(1/2C)"),
        ("2r6@3", "2R6[>=3]"),
        ("2r6[<3]>=5", "2R6[<3]>=5"),
        ("2r6[3]>=5", "2R6[3]>=5"),
        ("3u6[5]-1-1", "3U6[5]-2"),
        ("3u6@5", "3U6[5]"),
        ("(1+2)ty(2+4)", "3TY6"),
        ("rep3 1d6", "x3 1D6"),
        ("choice1[a,b]", "choice[a,b]"),
        ("choice2[ a , , b ]", "choice2[a,b]"),
        ("choice(a(1), b)", "choice(a(1),b)"),
        ("d66", "D66"),
    ],
)
def test_a_command_is_written_with_its_numbers_worked_out(typed: str, written: str) -> None:
    line = read_typed(typed, BOTS["DiceBot"])

    assert line is not None
    assert line.written() == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "hello",
        "6",
        "1+2",
        "D",
        "D66+1",
        "DKH",
        "2D6!7",
        "2D6攻撃",
        "2D6>=7攻撃",
        "2D6>=",
        "2D6>=1D6",
        "2D6+",
        "(2D6",
        "2D6)",
        "(1D6)D6",
        "2D[6",
        "2D6KH(1D6)",
        "B6",
        "2B",
        "2B6+1",
        "2B6>=?",
        "2R6[3",
        "2R6[3]>=3@4",
        "2U6[3]@4",
        "2U6+1+2U6[3]",
        "C",
        "C1+",
        "C1D6",
        "2TX6",
        "2TY",
        "TY6",
        "D66X",
        "choice",
        "choice[a]",
        "choice[a-a]",
        "choice[a,b",
        "choice[a,b]です",
        "choice3 a b",
        "x3",
        "x3 ",
        "x 2D6",
        "SS2D6",
        "S",
        "BCDiceVersion",
        "(" * 40 + "1" + ")" * 40 + "D6",
        "-" * 40 + "1D6",
        "1" + "+1" * 200 + "D6",
        "2D6 " + "あ" * 2_000,
    ],
)
def test_anything_else_is_no_command(text: str) -> None:
    assert not is_command(text)


@pytest.mark.parametrize(
    "typed,faces,text",
    [
        ("4D6KH2", (1, 6, 3, 5), "(4D6KH2) ＞ 11[1,3,5,6] ＞ 11"),
        ("4D6DL9", (1, 6, 3, 5), "(4D6DL9) ＞ 0[1,3,5,6] ＞ 0"),
        ("4D6DH9", (1, 6, 3, 5), "(4D6DH9) ＞ 0[1,3,5,6] ＞ 0"),
        ("1D20KH", (7,), "(1D20KH1) ＞ 7[7] ＞ 7"),
        ("0D6", (), "(0D6) ＞ 0"),
        ("0D6+1", (), "(0D6+1) ＞ 0[]+1 ＞ 1"),
        ("-1D6", (4,), "(-1D6) ＞ -4[4] ＞ -4"),
        ("(1D6)", (4,), "((1D6)) ＞ (4[4]) ＞ 4"),
        ("-7/2+1D6", (4,), "(-7/2+1D6) ＞ -7/2+4[4] ＞ 0"),
        ("1D6/-2R", (5,), "(1D6/-2R) ＞ 5[5]/-2R ＞ -3"),
        ("1D6/0F", (5,), "(1D6/0F) ＞ 5[5]/0F ＞ 1"),
        ("0B6", (), "(0B6) ＞ "),
        ("3TZ4", (1, 4, 4), "(3TZ4) ＞ 1,4,4 ＞ [1]×1, [2]×0, [3]×0, [4]×2"),
        ("2R6<=1", (1, 4, 3), "(2R6[1]<=1) ＞ 1,4 + 3 ＞ 成功数1"),
        ("2U6[6]-1>=5", (6, 1, 5), "(2U6[6]-1>=5) ＞ 7[6,1],5-1 ＞ 成功数1"),
    ],
)
def test_corners_of_the_grammar(typed: str, faces: tuple[int, ...], text: str) -> None:
    assert _text(typed, *faces) == text


def test_a_system_says_how_a_division_rounds() -> None:
    assert answer("C7/2").total == 3
    assert answer("C7/2", bot="RuneQuestRoleplayingInGlorantha").total == 4
    assert answer("C7/2F", bot="RuneQuestRoleplayingInGlorantha").total == 3


@pytest.mark.parametrize("text", ["S2D6", "s2d6", "Ｓ２Ｄ６", "ｓ2d6", "SC1+1", "sD66", "sx2 1D6", "x2 s1D6"])
def test_an_s_in_front_is_secret(text: str) -> None:
    line = read_typed(text, BOTS["DiceBot"])

    assert line is not None
    assert line.secret
    assert not line.written().startswith("S")


@pytest.mark.parametrize("bot", ["NinjaSlayer", "NinjaSlayer2"])
def test_an_s_that_belongs_to_the_command_is_not_secret(bot: str) -> None:
    assert not answer("SB", (3,), bot).secret
    assert answer("SSB", (3,), bot).secret
    assert answer("SB", (3,), bot).total == 3


def test_an_unknown_system_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        find_bot("Cthulhu")

    assert caught.value.code == "typed_bot_unknown"
    assert "NinjaSlayer2" in caught.value.say("ja")
    assert find_bot("ninjaslayer2") is BOTS["NinjaSlayer2"]
