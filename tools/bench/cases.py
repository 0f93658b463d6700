"""What else is measured: dice, typed dice, start-up."""

import os
import resource
import subprocess
import sys
from random import Random

from tenmatsu.engine.api import evaluate, read_typed
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, ring_key
from tenmatsu.tools.bench.measure import Comparison, compare, timed


def dice() -> Comparison:
    """Compare provable dice with bare HMAC blocks."""
    from hmac import digest

    seed, count = bytes(range(32)), 20_000

    def ours() -> None:
        for index in range(count // 200):
            Stream(ring_key(seed, index), ZERO_MIX).dice([6] * 200)

    def bare() -> None:
        for index in range(count // 200):
            data = b"".join(digest(seed, bytes([block, index % 256]), "sha256") for block in range(7))
            [byte % 6 + 1 for byte in data if byte < 252][:200]

    contenders = {
        "bare HMAC blocks and modulo": lambda: timed(count, bare),
        "keyring-1, 200 dice a roll": lambda: timed(count, ours),
    }
    return compare("Dice with proof", "dice", contenders, note="Aim: at least 50,000 dice a second.")


def notation() -> Comparison:
    """Compare evaluations of a typed command with a bare loop that rolls, sums and compares the same."""
    typed, count, random = "2D6+3>=7", 5_000, Random(1)  # noqa: S311  # the bare loop to compare with

    def die(sides: int) -> int:
        return random.randrange(sides) + 1

    def bare() -> None:
        for _ in range(count):
            total = die(6) + die(6) + 3
            f"({typed}) ＞ {total} ＞ {'成功' if total >= 7 else '失敗'}"

    def known() -> None:
        for _ in range(count):
            evaluate(typed, die)

    def unknown() -> None:
        for _ in range(count):
            read_typed.cache_clear()
            evaluate(typed, die)

    contenders = {
        "bare random loop, rolled, summed, told": lambda: timed(count, bare),
        "a command read before": lambda: timed(count, known),
        "a command read anew": lambda: timed(count, unknown),
    }
    return compare(f"Typed dice, {typed}", "evaluations", contenders, note="Aim: at least 7,000 a second.")


def start_up() -> list[str]:
    """Measure the CPU that `tenmatsu --help` takes, beside a bare interpreter."""
    seconds: dict[str, float] = {}
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "tenmatsu --help": [sys.executable, "-m", "tenmatsu.tools.cli.main", "--help"],
    }
    for name, command in commands.items():
        taken: list[float] = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        seconds[name] = sorted(taken)[2]
    rows = [f"| {name} | {taken:.3f} |" for name, taken in seconds.items()]
    return ["### Start-up", "", "| command | CPU seconds |", "|---|---|", *rows, "", "Aim: under 0.3 s.", ""]
