"""The notation answers as the original does: its own test data, text, flags and dice."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenmatsu.engine.bcdice import BOTS, Bot, Evaluation, evaluate
from tenmatsu.engine.errors import UsageError

FLAGS = ("success", "failure", "critical", "fumble", "secret")
OTHERS = {"StellarKnights": Bot(id="StellarKnights", name="general commands, pools sorted", sorts_pools=True)}
"""Systems that are not ours, of which the data shows one general habit."""

REFUSED = {
    ("DiceBot", "500d6"): "typed_dice_count",
    ("DiceBot", "201D"): "typed_dice_count",
    ("DiceBot", "1D10001"): "typed_die_sides",
}
"""Where the original rolls nothing and answers 0, we say what is wrong."""
LEFT_OVER = {("RuneQuestRoleplayingInGlorantha", "RSA0"): 1}
"""The one case whose data has a die that even the original does not take."""


class Script:
    """Scripted dice: (sides, face) in order."""

    def __init__(self, dice: list[dict[str, int]]) -> None:
        self.left = [(die["sides"], die["value"]) for die in dice]

    def die(self, sides: int) -> int:
        """Return the next face; the die must be the one asked for."""
        assert self.left, f"no die left where a d{sides} is asked"
        asked, face = self.left.pop(0)
        assert asked == sides
        return face


def _cases(peers: Path) -> Iterator[dict[str, Any]]:
    files = sorted((peers / "bcdice").glob("*.toml"))
    if not files:
        pytest.skip("no ../shared/peers/bcdice")
    for file in files:
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["test"]:
            yield {**case, "where": file.name}


def _differences(case: dict[str, Any], found: Evaluation | None, script: Script) -> list[str]:
    key = (case["game_system"], case["input"])
    told = [] if (found.text if found else "") == case["output"] else [f"text {found and found.text!r}"]
    if found is not None:
        told += [flag for flag in FLAGS if getattr(found, flag) != case.get(flag, False)]
        fallen = [(die["sides"], die["value"]) for die in case["rands"]]
        if list(found.dice) != fallen[: len(fallen) - LEFT_OVER.get(key, 0)]:
            told.append(f"dice {found.dice}")
    if len(script.left) != LEFT_OVER.get(key, 0):
        told.append(f"left over {script.left}")
    return told


def test_every_case_of_the_original_answers_the_same(peers: Path) -> None:
    wrong: list[str] = []
    seen, refused = 0, dict[tuple[str, str], str]()
    for case in _cases(peers):
        seen += 1
        script = Script(case["rands"])
        bot = BOTS.get(case["game_system"]) or OTHERS[case["game_system"]]
        try:
            found = evaluate(case["input"], script.die, bot)
        except UsageError as error:
            refused[case["game_system"], case["input"]] = error.code
            continue
        differences = _differences(case, found, script)
        wrong += [f"{case['where']}: {case['input']!r}: {told}" for told in differences]

    assert not wrong, "\n".join(wrong)
    assert refused == REFUSED
    assert seen >= 410
