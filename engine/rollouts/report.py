"""What rollouts say: shares, spreads and paired differences, each with its 95 % interval."""

from collections.abc import Mapping

import msgspec

from tenmatsu.engine.rollouts.intervals import mean, mean_interval, paired_shares, quantile, wilson
from tenmatsu.engine.rollouts.tally import UNFINISHED, ChoiceTally, PairTally, Tally

FEW = 6
"""With fewer games even differences all of one sign come by chance more often than once in twenty."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """In how many games something was so, and the 95 % interval of its chance."""

    count: int
    of: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How a number came out: its mean with the 95 % interval, and its distribution."""

    of: int
    mean: float
    low: float | None
    """None where a single game has it."""
    high: float | None
    least: int
    lower_quartile: int
    median: int
    upper_quartile: int
    most: int


class PairedDifference(msgspec.Struct, frozen=True, kw_only=True):
    """By how much a choice's figure lies above the first choice's, on the same games."""

    of: int
    difference: float
    low: float | None
    high: float | None

    @property
    def is_beyond_chance(self) -> bool:
        """Whether the interval leaves out zero, by enough games: a few say nothing, however alike."""
        if self.of < FEW or self.low is None or self.high is None:
            return False
        return self.low > 0 or self.high < 0


class ChoiceReport(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a situation after one first move."""

    label: str
    games: int
    results: dict[str, Share]
    """By the outcome's result, the most frequent first; `unfinished` where games came to no end."""
    unfinished: dict[str, int]
    """Of the unfinished games, how many for which reason: `rounds`, `commands`, `nothing_left`, or a code."""
    alive: dict[str, Share]
    """By character, of the games that came to an end."""
    standing: dict[str, Share]
    values: dict[str, Spread]
    """By the name of the outcome, over the games that came to an end."""
    rounds: Spread

    def chance(self, result: str) -> float:
        """Return the share of games with a result."""
        found = self.results.get(result)
        return 0.0 if found is None else found.share


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How one choice differs from the first, game by game on the same random numbers."""

    label: str
    results: dict[str, PairedDifference]
    alive: dict[str, PairedDifference]
    standing: dict[str, PairedDifference]
    values: dict[str, PairedDifference]


class Rollout(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of rollouts: nothing of it happened."""

    games: int
    seed: int
    rounds: int
    """The limit on rounds."""
    choices: tuple[ChoiceReport, ...]
    comparisons: tuple[Comparison, ...]
    """Of each choice but the first with the first."""


def report(tally: Tally, labels: tuple[str, ...], *, seed: int, rounds: int) -> Rollout:
    """Return what a tally says."""
    figures = _characters(tally)
    results = sorted({one for choice in tally.choices for one in choice.results})
    return Rollout(
        games=tally.choices[0].games,
        seed=seed,
        rounds=rounds,
        choices=tuple(
            _choice(choice, label, results, figures)
            for choice, label in zip(tally.choices, labels, strict=True)
        ),
        comparisons=tuple(
            _comparison(pair, label, results, figures)
            for pair, label in zip(tally.pairs, labels[1:], strict=True)
        ),
    )


def _characters(tally: Tally) -> list[str]:
    """Return the characters of whom any outcome tells, also those whom none lets live."""
    found: set[str] = set()
    for choice in tally.choices:
        if choice.alive or choice.standing:
            found.update(choice.alive, choice.standing)
            found.update(name.rpartition(".")[0] for name in choice.values)
    return sorted(found - {""})


def _share(count: int, of: int) -> Share:
    low, high = wilson(count, of)
    return Share(count=count, of=of, share=count / of if of else 0.0, low=low, high=high)


def _spread(counts: Mapping[int, int]) -> Spread:
    low, high = mean_interval(counts) or (None, None)
    return Spread(
        of=sum(counts.values()),
        mean=mean(counts),
        low=low,
        high=high,
        least=min(counts),
        lower_quartile=quantile(counts, 1, 4),
        median=quantile(counts, 1, 2),
        upper_quartile=quantile(counts, 3, 4),
        most=max(counts),
    )


def _choice(tally: ChoiceTally, label: str, results: list[str], figures: list[str]) -> ChoiceReport:
    ended = tally.games - tally.results.get(UNFINISHED, 0)
    shares = {one: _share(tally.results.get(one, 0), tally.games) for one in results}
    return ChoiceReport(
        label=label,
        games=tally.games,
        results=dict(sorted(shares.items(), key=lambda pair: (-pair[1].count, pair[0]))),
        unfinished=dict(sorted(tally.why.items())),
        alive={one: _share(tally.alive.get(one, 0), ended) for one in figures if ended},
        standing={one: _share(tally.standing.get(one, 0), ended) for one in figures if ended},
        values={name: _spread(counts) for name, counts in sorted(tally.values.items())},
        rounds=_spread(tally.rounds),
    )


def _comparison(tally: PairTally, label: str, results: list[str], figures: list[str]) -> Comparison:
    ended = tally.finished
    return Comparison(
        label=label,
        results={one: _share_difference(tally.results.get(one, {}), tally.games) for one in results},
        alive={one: _share_difference(tally.alive.get(one, {}), ended) for one in figures if ended},
        standing={one: _share_difference(tally.standing.get(one, {}), ended) for one in figures if ended},
        values={name: _mean_difference(counts) for name, counts in sorted(tally.values.items())},
    )


def _share_difference(counts: Mapping[int, int], of: int) -> PairedDifference:
    gained, lost = counts.get(1, 0), counts.get(-1, 0)
    low, high = paired_shares(gained, lost, of)
    return PairedDifference(of=of, difference=(gained - lost) / of, low=low, high=high)


def _mean_difference(counts: Mapping[int, int]) -> PairedDifference:
    low, high = mean_interval(counts) or (None, None)
    return PairedDifference(of=sum(counts.values()), difference=mean(counts), low=low, high=high)
