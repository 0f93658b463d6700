"""BCDice's NinjaSlayer2 commands and ours judge the same dice alike, wherever both judge the same thing."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit import d6
from ninjas import TABLES, begin, make_ninja

from tenmatsu.engine.bcdice import BOTS, Evaluation, evaluate
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.judging import Judge
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.pools import Pattern, count_successes, matches
from tenmatsu.systems.ninjaslayer.rows import DifficultyRow

BOT = BOTS["NinjaSlayer2"]
LETTERS = {
    "K": "kids",
    "E": "easy",
    "N": "normal",
    "H": "hard",
    "U": "ultra_hard",
    "UH": "ultra_hard",
}
SET = re.compile(r"(UH|[KENHU])?(\d+)")
CONDITION = re.compile(r"\[([^\]]*)\]")
SIGNS = ("追加判定成功", "サツバツ！", "ナムアミダブツ！", "クリティカル！")
HITS = re.compile(r"判定\[([^\]]*)\]:(\d+)")
JUDGED = re.compile(r"成功数:(\d+)")


def _cases(peers: Path) -> Iterator[dict[str, Any]]:
    file = peers / "bcdice" / "NinjaSlayer2.toml"
    if not file.exists():
        pytest.skip("no ../shared/peers/bcdice")
    yield from tomllib.loads(file.read_text(encoding="utf-8"))["test"]


def _faces(case: dict[str, Any]) -> list[int]:
    assert {die["sides"] for die in case["rands"]} == {6}
    return [die["value"] for die in case["rands"]]


def _sets(command: str) -> list[tuple[str, int]]:
    """Return the difficulty and the dice of each set: later ones keep the letter of the one before."""
    found, letter = list[tuple[str, int]](), "N"
    for part in command.split("[", maxsplit=1)[0].split(","):
        match = SET.fullmatch(part)
        assert match, part
        letter = match[1] or letter
        found.append((LETTERS[letter], int(match[2])))
    return found


def _judge(difficulty: str, faces: list[int], pattern: Pattern = ()) -> Judged:
    """Let a ninja roll these faces by our command."""
    play = begin(pc1=make_ninja())
    command = Judge(character="pc1", value="karate", difficulty=difficulty, fixed=len(faces), pattern=pattern)
    found: Judged = play.when(command, d6(*faces)).only(Judged)
    return found


def _pattern(digits: str) -> Pattern:
    """Return digits of which each asks for as much or more as our pattern."""
    return tuple(6 if digit == "6" else -int(digit) for digit in digits)


def _read(condition: str, faces: list[int]) -> tuple[str, int] | None:
    """Return what a condition comes to by our patterns: a sign that is shown, or how many dice meet it."""
    if match := re.fullmatch(r"S(\d)?|C(\d)?", condition):
        return "hits", _count(int(match[1] or match[2] or 6), faces)
    if condition == "!=1":
        return "hits", _count(2, faces)
    if match := re.fullmatch(r"S(\d+)/(\d+)\+", condition):
        if matches(faces, _pattern(match[2])):
            return "ナムアミダブツ！", 1
        return ("サツバツ！", 1) if matches(faces, _pattern(match[1])) else None
    match = re.fullmatch(r"(S|C|>=)(\d+)\+", condition)
    assert match, condition
    sign = {"S": "サツバツ！", "C": "クリティカル！", ">=": "追加判定成功"}[match[1]]
    return (sign, 1) if matches(faces, _pattern(match[2])) else None


def _count(face: int, faces: list[int]) -> int:
    return count_successes(faces, DifficultyRow(name="", face=face))


def _signs(line: str) -> list[tuple[str, int]]:
    """Return the signs and counts that the original shows behind the successes of a line."""
    shown = [("hits", int(count)) for _, count in HITS.findall(line)]
    return shown + [(sign, 1) for sign in SIGNS if sign in line]


def test_pools_patterns_and_verdicts_are_the_same_on_the_same_dice(peers: Path) -> None:
    seen = 0
    for case in _cases(peers):
        command = case["input"].upper()
        if command.startswith("WS"):
            continue
        conditions = CONDITION.findall(command)
        dice, lines = _faces(case), case["output"].removesuffix("\n").split("\n")
        sets = _sets(command)
        assert len(lines) == len(sets), command
        total = 0
        for (difficulty, count), line in zip(sets, lines, strict=True):
            faces, dice = dice[:count], dice[count:]
            judged = _judge(difficulty, faces)
            verdict = SYSTEM.verdict(judged)
            told = JUDGED.search(line)
            assert told is not None
            assert judged.successes == int(told[1]), (command, line)
            assert f"({count}B6>={judged.face})" in line
            assert verdict is not None
            assert verdict.success is (int(told[1]) > 0)
            ours = [_read(one, faces) for one in conditions]
            assert [one for one in ours if one is not None] == _signs(line), (command, line)
            total += judged.successes
            seen += 1
        assert dice == []
        assert (case.get("success", False), case.get("failure", False)) == (total > 0, total == 0)
    assert seen >= 25


def _evaluate(command: str, faces: list[int]) -> Evaluation:
    """Let the notation judge these faces; `test_peers.py` holds it to the original."""
    left = list(faces)
    found = evaluate(command, lambda _: left.pop(0), BOT)
    assert found is not None
    assert left == []
    return found


@pytest.mark.parametrize("letter", LETTERS)
def test_sets_of_every_difficulty_and_size_agree_on_faces_by_the_hundred(letter: str) -> None:
    rng = Random(letter)
    for _ in range(100):
        faces = [rng.randint(1, 6) for _ in range(rng.randint(1, 9))]
        found = _evaluate(f"{letter}{len(faces)}[S65/666+]", faces)
        row = next(one for one in TABLES.difficulties if one.name == LETTERS[letter])
        successes = count_successes(faces, row)
        assert found.success is (successes > 0)
        assert f"成功数:{successes}" in found.text
        namu = matches(faces, (6, 6, 6))
        assert ("ナムアミダブツ！" in found.text) is namu
        assert ("サツバツ！" in found.text) is (matches(faces, (6, -5)) and not namu)


def test_what_the_original_judges_ends_before_the_sets_of_sixes() -> None:
    assert {row.name for row in TABLES.difficulties if row.count == 1} == set(LETTERS.values())
