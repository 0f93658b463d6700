"""Laws of the notation: no text breaks it, the same dice say the same, totals stay in bounds."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenmatsu.engine.bcdice import BOTS, Die, Evaluation, OneRoll, evaluate, read_typed, roll_line
from tenmatsu.engine.dice.sources import throw
from tenmatsu.engine.errors import UsageError
from tenmatsu.events.codec import encode
from tenmatsu.events.table import Evaluated

PIECES = [
    *"0123456789+-*/()[]<>=!@,?",
    *["D", "B", "R", "U", "TY", "TZ", "C", "S", "K", "N", "E", "H", "UH", "M", "D66", "KH", "DL", "MAX"],
    *["x2 ", "rep3 ", "choice", "choice[", "NJ", "EV", "AT", "EL", "SB", "WS", "NRS_", "RQG", "RES", "RSA"],
    *["2D6", "1D100<=", "10", "6", ">=", "<>", " ", "　", "Ｄ", "６", "あ", "-", "／"],
]
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=60).map(lambda parts: "".join(parts)[:200]),
)
SYSTEMS = st.sampled_from(list(BOTS.values()))
MODIFIERS = st.integers(-50, 50)


def _answer(text: str, bot: str, seed: int) -> Evaluation | str | None:
    try:
        return evaluate(text, _dice(seed), BOTS[bot])
    except UsageError as error:
        return f"{error.say('ja')} {error.say('en')}"


def _dice(seed: int) -> Die:
    random = Random(seed)
    return lambda sides: random.randint(1, sides)


@settings(max_examples=300)
@given(text=TEXTS, bot=SYSTEMS, seed=st.integers(0, 2**32))
def test_no_text_breaks_it_and_the_same_dice_say_the_same(text: str, bot: object, seed: int) -> None:
    name = next(name for name, known in BOTS.items() if known is bot)

    found = _answer(text, name, seed)

    assert found == _answer(text, name, seed)
    if isinstance(found, Evaluation):
        assert found.text
        assert not (found.success and found.failure)
        assert all(1 <= face <= sides for sides, face in found.dice)
        assert abs(found.total or 0) <= 2**53
        if found.problem is not None:
            assert found.dice == ()


@given(count=st.integers(0, 40), sides=st.integers(1, 65), plus=MODIFIERS, times=st.integers(-9, 9))
def test_a_total_stays_between_all_ones_and_all_highest(
    count: int, sides: int, plus: int, times: int
) -> None:
    text = f"{count}D{sides}*({times})+({plus})"
    ends = sorted((count * times + plus, count * sides * times + plus))

    totals = [_total(text, lambda _: 1), _total(text, lambda size: size)]

    assert sorted(totals) == ends
    assert ends[0] <= _total(text, lambda size: (size + 1) // 2) <= ends[1]


def _total(text: str, die: Die) -> int:
    found = evaluate(text, die)
    assert found is not None
    assert found.total is not None
    return found.total


@given(left=st.integers(-999, 999), right=st.integers(-99, 99).filter(bool))
def test_divisions_round_as_they_say(left: int, right: int) -> None:
    def value(mode: str) -> int:
        return _total(f"C({left})/({right}){mode}", lambda _: 1)

    assert value("F") == value("") == left // right
    assert value("U") == value("C") == -(-left // right)
    assert abs(value("R") * right - left) * 2 <= abs(right)
    assert abs(value("R")) >= abs(left) / abs(right) - 0.5


@pytest.mark.parametrize(
    "text,bot",
    [
        ("2D6+3>=7", "DiceBot"),
        ("3D66KH1", "DiceBot"),
        ("5R6[5]>=4", "DiceBot"),
        ("5U6[4]+1>=9", "DiceBot"),
        ("x3 4U6[4]", "DiceBot"),
        ("choice2[a,b,c]", "DiceBot"),
        ("C1+2", "DiceBot"),
        ("N3,H2[S]", "NinjaSlayer2"),
        ("NRS_H1", "NinjaSlayer2"),
        ("RSA0", "RuneQuestRoleplayingInGlorantha"),
    ],
)
def test_one_roll_gives_the_dice_in_the_order_in_which_they_are_asked(text: str, bot: str) -> None:
    for seed in range(40):
        line = read_typed(text, BOTS[bot])
        assert line is not None
        one = OneRoll(line)

        found = roll_line(line, _dice(seed))
        fallen = throw(one.first, _dice(seed), one.more)

        assert fallen == found.dice
        assert one.end(tuple(face for _, face in fallen)) == found


def test_one_roll_may_be_asked_again_from_any_point() -> None:
    line = read_typed("3U6[5]", BOTS["DiceBot"])
    assert line is not None
    one = OneRoll(line)
    faces = (6, 5, 1, 2, 6, 3)

    asked = [one.more(faces[:count]) for count in (0, 3, 6, 2, 5, 6)]

    assert asked == [6, 6, 0, 6, 6, 0]
    assert one.end(faces).text == "(3U6[5]) ＞ 12[6,5,1],2,9[6,3] ＞ 12/23(最大/合計)"


@given(text=TEXTS)
@settings(max_examples=100)
def test_what_is_written_is_understood_again(text: str) -> None:
    try:
        line = read_typed(text, BOTS["DiceBot"])
    except UsageError:
        return
    if line is None or OneRoll(line).problem is not None:
        return
    again = read_typed(line.written(), BOTS["DiceBot"])

    assert again is not None
    assert again.written() == line.written()
    assert encode(Evaluated(by="a", bot="DiceBot", command=line.written(), text="x"))
