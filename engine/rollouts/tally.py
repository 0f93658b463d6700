"""
What is kept of the games played: counts, whose size depends on what can happen and not on the games.

Adding two tallies is associative and commutative, so how games are shared out among workers shows
nowhere.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from tenmatsu.engine.contract import Outcome
from tenmatsu.engine.rollouts.games import Ending

UNFINISHED = "unfinished"
"""The result of a game that came to no end."""

KeyT = TypeVar("KeyT", str, int)
Counts = dict[str, int]
Spreads = dict[str, dict[int, int]]
"""By name, how often each whole number came up."""


class ChoiceTally(msgspec.Struct):
    """What became of the games under one choice."""

    games: int = 0
    results: Counts = {}
    why: Counts = {}
    """Of the unfinished games, how many for which reason."""
    standing: Counts = {}
    alive: Counts = {}
    values: Spreads = {}
    rounds: dict[int, int] = {}

    def count(self, ending: Ending) -> None:
        """Count one game."""
        self.games += 1
        _add(self.rounds, ending.rounds)
        outcome = ending.outcome
        if outcome is None:
            _add(self.results, UNFINISHED)
            _add(self.why, ending.why)
            return
        _add(self.results, outcome.result)
        for one in outcome.standing:
            _add(self.standing, one)
        for one in outcome.alive:
            _add(self.alive, one)
        for name, value in outcome.values.items():
            _add(self.values.setdefault(name, {}), value)

    def merge(self, other: "ChoiceTally") -> None:
        """Take in what another tally has counted."""
        self.games += other.games
        _merge(self.results, other.results)
        _merge(self.why, other.why)
        _merge(self.standing, other.standing)
        _merge(self.alive, other.alive)
        _merge(self.rounds, other.rounds)
        _merge_spreads(self.values, other.values)


class PairTally(msgspec.Struct):
    """How a choice's games differ from the games of the same numbers under the first choice."""

    games: int = 0
    finished: int = 0
    """Games that came to an end under both."""
    results: Spreads = {}
    """1 for a result that only the other choice came to, -1 for one that only the first came to."""
    standing: Spreads = {}
    alive: Spreads = {}
    values: Spreads = {}
    """The other choice's value less the first's, in games that give both."""

    def count(self, first: Ending, other: Ending) -> None:
        """Count one game's number under both choices."""
        self.games += 1
        one, two = first.outcome, other.outcome
        before = UNFINISHED if one is None else one.result
        after = UNFINISHED if two is None else two.result
        if before != after:
            _add(self.results.setdefault(before, {}), -1)
            _add(self.results.setdefault(after, {}), 1)
        if one is not None and two is not None:
            self._count_ends(one, two)

    def _count_ends(self, first: Outcome, other: Outcome) -> None:
        self.finished += 1
        _compare(self.standing, first.standing, other.standing)
        _compare(self.alive, first.alive, other.alive)
        for name, value in other.values.items():
            before = first.values.get(name)
            if before is not None:
                _add(self.values.setdefault(name, {}), value - before)

    def merge(self, other: "PairTally") -> None:
        """Take in what another tally has counted."""
        self.games += other.games
        self.finished += other.finished
        _merge_spreads(self.results, other.results)
        _merge_spreads(self.standing, other.standing)
        _merge_spreads(self.alive, other.alive)
        _merge_spreads(self.values, other.values)


class Tally(msgspec.Struct):
    """What became of all games: each choice, and each but the first against the first."""

    choices: list[ChoiceTally]
    pairs: list[PairTally]

    @classmethod
    def of(cls, choices: int) -> "Tally":
        """Return an empty tally of so many choices."""
        return cls([ChoiceTally() for _ in range(choices)], [PairTally() for _ in range(choices - 1)])

    def count(self, endings: Sequence[Ending]) -> None:
        """Count one game's number: how it ended under each choice."""
        for choice, ending in zip(self.choices, endings, strict=True):
            choice.count(ending)
        for pair, ending in zip(self.pairs, endings[1:], strict=True):
            pair.count(endings[0], ending)

    def merge(self, other: "Tally") -> None:
        """Take in what another tally has counted."""
        for choice, more in zip(self.choices, other.choices, strict=True):
            choice.merge(more)
        for pair, further in zip(self.pairs, other.pairs, strict=True):
            pair.merge(further)


def _add(counts: dict[KeyT, int], key: KeyT) -> None:
    counts[key] = counts.get(key, 0) + 1


def _merge(counts: dict[KeyT, int], more: dict[KeyT, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count


def _merge_spreads(spreads: Spreads, more: Spreads) -> None:
    for name, counts in more.items():
        _merge(spreads.setdefault(name, {}), counts)


def _compare(spreads: Spreads, first: tuple[str, ...], other: tuple[str, ...]) -> None:
    if first == other:
        return
    for one in other:
        if one not in first:
            _add(spreads.setdefault(one, {}), 1)
    for one in first:
        if one not in other:
            _add(spreads.setdefault(one, {}), -1)
