"""What an audit has found so far."""

from collections.abc import Iterable
from typing import Any

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.audit.report import Adjustment, Check, Failure, Finding
from tenmatsu.events.envelope import Commit


class Findings:
    """Gathers what failed, what could not be checked, and what a reader should be told."""

    def __init__(self) -> None:
        self.failures: list[Failure] = []
        self.unchecked: list[Finding] = []
        self.adjustments: list[Adjustment] = []

    def fail(self, commit: str, check: Check, problem: Problem) -> None:
        """Note what is wrong with a commit (its hash in hex), or with the whole where that is empty."""
        self.failures.append(Failure(commit, problem[0], problem[1], check))

    def fail_all(self, commit: Commit, check: Check, problems: Iterable[Problem]) -> None:
        """Note everything that is wrong with a commit."""
        for problem in problems:
            self.fail(commit.hash.hex(), check, problem)

    def leave(self, commit: Commit, code: str, details: dict[str, Any]) -> None:
        """Note what could not be checked of a commit."""
        self.unchecked.append(Finding(commit.hash.hex(), code, details))
