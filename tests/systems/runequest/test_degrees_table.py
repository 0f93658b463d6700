"""Where each degree ends, by every reading; and what the notation of BCDice says of the same dice."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runequests import begin, make_figure, make_foe

from tenmatsu.engine.bcdice import BOTS, evaluate
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_limits, specify_resistance
from tenmatsu.systems.runequest.degrees import Degree, Limits, is_success, rank_degree, read_degree

PRINTED = {"rounding": "nearest", "fumble_range": "nearest"}
"""The readings that BCDice goes by."""
GLORANTHA = "RuneQuestRoleplayingInGlorantha"


def _limits(skill: int, who: str = "rin", **options: str) -> Limits:
    play = begin(options=options, rin=make_figure(), jin=make_foe())
    spec = CheckSpec(character=who, purpose="skill", ability="dodge", skill=skill)
    return find_limits(play.state, play.rules, spec)


def test_73_percent_is_special_up_to_14_and_critical_up_to_3() -> None:
    assert (_limits(73).special, _limits(73).critical) == (14, 3)


def test_to_the_nearest_73_percent_is_special_up_to_15_and_critical_up_to_4() -> None:
    limits = _limits(73, rounding="nearest")

    assert (limits.special, limits.critical) == (15, 4)


def test_in_the_players_favour_their_characters_round_up_and_their_foes_down() -> None:
    mine, theirs = _limits(71, rounding="players"), _limits(71, "jin", rounding="players")

    assert (mine.special, mine.critical) == (15, 4)
    assert (theirs.special, theirs.critical) == (14, 3)


@pytest.mark.parametrize(
    "skill, fumble",
    [(0, 96), (1, 96), (20, 96), (21, 97), (40, 97), (41, 98), (60, 98), (61, 99), (80, 99), (81, 100)],
)
def test_fumbles_go_by_steps_of_20(skill: int, fumble: int) -> None:
    assert _limits(skill).fumble == fumble
    assert _limits(-30).fumble == 96
    assert _limits(180).fumble == 100


@pytest.mark.parametrize(
    "skill, fumble",
    [(-40, 96), (7, 96), (10, 96), (11, 97), (30, 97), (31, 98), (50, 98), (51, 99), (70, 99), (71, 100)],
)
def test_fumbles_may_be_a_twentieth_of_what_is_missing(skill: int, fumble: int) -> None:
    assert _limits(skill, fumble_range="nearest").fumble == fumble


def test_01_is_always_critical_or_not_where_the_fraction_is_0() -> None:
    always, none = _limits(4), _limits(4, low_skill_degrees="none")

    assert (always.critical, always.special) == (1, 1)
    assert (none.critical, none.special) == (0, 0)
    assert read_degree(none, 1) == "success"
    assert _limits(19, low_skill_degrees="none").special == 3
    assert _limits(19, low_skill_degrees="none").critical == 0


@pytest.mark.parametrize(
    "low, high, critical, special, fumble",
    [
        (1, 7, 1, 1, 96),
        (8, 10, 1, 2, 96),
        (11, 12, 1, 2, 97),
        (13, 17, 1, 3, 97),
        (18, 22, 1, 4, 97),
        (23, 27, 1, 5, 97),
        (28, 29, 1, 6, 97),
        (30, 30, 2, 6, 97),
        (31, 32, 2, 6, 98),
        (33, 37, 2, 7, 98),
        (38, 42, 2, 8, 98),
        (43, 47, 2, 9, 98),
        (48, 49, 2, 10, 98),
        (50, 50, 3, 10, 98),
        (51, 52, 3, 10, 99),
        (53, 57, 3, 11, 99),
        (58, 62, 3, 12, 99),
        (63, 67, 3, 13, 99),
        (68, 69, 3, 14, 99),
        (70, 70, 4, 14, 99),
        (71, 72, 4, 14, 100),
        (73, 77, 4, 15, 100),
        (78, 82, 4, 16, 100),
        (83, 87, 4, 17, 100),
        (88, 89, 4, 18, 100),
        (90, 92, 5, 18, 100),
        (93, 97, 5, 19, 100),
        (98, 102, 5, 20, 100),
        (103, 107, 5, 21, 100),
        (108, 109, 5, 22, 100),
        (110, 112, 6, 22, 100),
    ],
)
def test_to_the_nearest_is_the_printed_table(
    low: int, high: int, critical: int, special: int, fumble: int
) -> None:
    for skill in range(low, high + 1):
        limits = _limits(skill, **PRINTED)
        assert (limits.critical, limits.special, limits.fumble) == (critical, special, fumble), skill


# Agreement with BCDice


def _ask(command: str, face: int) -> str | None:
    found = evaluate(command, lambda sides: face, BOTS[GLORANTHA])
    assert found is not None
    return found.outcome


def test_every_roll_from_1_to_130_percent_has_the_degree_of_the_notation() -> None:
    play = begin(options=PRINTED, rin=make_figure())
    wrong = list[tuple[int, int, str, str | None]]()
    for skill in range(1, 131):
        spec = CheckSpec(character="rin", purpose="skill", ability="dodge", skill=skill)
        limits = find_limits(play.state, play.rules, spec)
        for face in range(1, 101):
            ours, theirs = read_degree(limits, face), _ask(f"RQG<={skill}", face)
            if ours != theirs:
                wrong.append((skill, face, ours, theirs))

    assert not wrong


@pytest.mark.parametrize("passive", [1, 5, 9, 10, 13, 15, 19, 20, 26, 40])
def test_every_resistance_roll_has_the_degree_of_the_notation(passive: int) -> None:
    play = begin(options=PRINTED, rin=make_figure())
    for active in (1, 9, 12, 15, 19, 23, 30):
        spec = specify_resistance(play.state, play.rules, "rin", "resistance", active, passive)
        limits = find_limits(play.state, play.rules, spec)
        degrees = [read_degree(limits, face) for face in range(1, 101)]
        assert degrees == [_ask(f"RES({active}-{passive})", face) for face in range(1, 101)], active


OUTCOMES: dict[str, Degree] = {
    "決定的成功": "critical",
    "効果的成功": "special",
    "成功": "success",
    "失敗": "failure",
    "ファンブル": "fumble",
}


def _cases(peers: Path) -> Iterator[dict[str, Any]]:
    file = peers / "bcdice" / f"{GLORANTHA}.toml"
    if not file.exists():
        pytest.skip("no ../shared/peers/bcdice")
    yield from tomllib.loads(file.read_text(encoding="utf-8"))["test"]


def test_the_cases_of_the_original_have_our_degrees(peers: Path) -> None:
    seen = 0
    for case in _cases(peers):
        told = re.fullmatch(r"\(1D100<=(-?\d+)\) ＞ (\d+) ＞ (\S+)", case["output"])
        if told is None or "RSA" in case["input"]:
            continue
        chance, face, outcome = int(told[1]), int(told[2]), OUTCOMES[told[3]]
        assert read_degree(_limits(chance, **PRINTED), face) == outcome, case["input"]
        seen += 1

    assert seen >= 70


def test_the_active_side_alone_succeeds_as_far_as_the_original_says(peers: Path) -> None:
    play = begin(options=PRINTED, rin=make_figure())
    seen = 0
    for case in _cases(peers):
        asked = re.fullmatch(r"RSA(\d+)", case["input"])
        told = re.search(r"＞ (\d+) ＞ (?:相手側能力値(\d+)まで)?(成功|失敗)", case["output"])
        if asked is None or told is None:
            continue
        face, most = int(told[1]), 999 if told[2] is None else int(told[2])
        for passive in range(61):
            spec = specify_resistance(play.state, play.rules, "rin", "resistance", int(asked[1]), passive)
            succeeds = is_success(read_degree(find_limits(play.state, play.rules, spec), face))
            assert succeeds == (told[3] == "成功" and passive <= most), (case["input"], face, passive)
        seen += 1

    assert seen >= 15


# Laws


READINGS = st.fixed_dictionaries(
    {
        "rounding": st.sampled_from(["down", "nearest", "players"]),
        "fumble_range": st.sampled_from(["steps", "nearest"]),
        "low_skill_degrees": st.sampled_from(["one", "none"]),
    }
)


@given(st.integers(-100, 500), st.sampled_from(["rin", "jin"]), READINGS)
def test_degrees_are_monotone_in_the_roll(skill: int, who: str, options: dict[str, str]) -> None:
    limits = _limits(skill, who, **options)
    ranks = [rank_degree(read_degree(limits, face)) for face in range(1, 101)]

    assert ranks == sorted(ranks, reverse=True)
    assert limits.critical <= limits.special <= limits.success < limits.fumble


@given(st.integers(-100, 500), READINGS)
def test_degrees_are_monotone_in_the_skill(skill: int, options: dict[str, str]) -> None:
    less, more = _limits(skill, **options), _limits(skill + 1, **options)

    for face in range(1, 101):
        assert rank_degree(read_degree(less, face)) <= rank_degree(read_degree(more, face))
