"""Tell in words what may become of a situation: shares with bars, who lives, what is left, differences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from tenmatsu.engine.api import ChoiceReport, Comparison, PairedDifference, Rollout, Share, Spread
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.output import table
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

UNFINISHED = "unfinished"
FigureT = TypeVar("FigureT")
_CELLS = 20
"""Of a bar that stands for every game."""
_REASONS = ("rounds", "commands", "nothing_left", "unseen")


class Futures:
    """The answer of rollouts in words, for one reader."""

    def __init__(self, teller: Teller, lang: Lang, order: Iterable[str]) -> None:
        self._teller = teller
        self._lang: Lang = lang
        self._places = {one: place for place, one in enumerate(order)}

    def lines(self, found: Rollout, version: int) -> Iterator[str]:
        """Yield the whole answer."""
        yield say("rollout_head", self._lang, version=version, games=f"{found.games:,}", seed=found.seed)
        several = len(found.choices) > 1
        for number, choice in enumerate(found.choices, 1):
            yield ""
            if choice.label:
                yield say("rollout_choice", self._lang, number=number, choice=choice.label)
            yield from self._choice(choice)
        for number, comparison in enumerate(found.comparisons, 2):
            yield ""
            yield from self._comparison(comparison, number)
        yield ""
        yield say("rollout_paired" if several else "rollout_auto", self._lang)

    def _choice(self, choice: ChoiceReport) -> Iterator[str]:
        yield from table(
            [
                [f"  {self._result(one)}", _bar(share), *self._share(share)]
                for one, share in choice.results.items()
            ]
        )
        if choice.unfinished:
            yield say("rollout_unfinished", self._lang, reasons=self._reasons(choice.unfinished))
        if choice.alive:
            yield say("rollout_alive", self._lang)
            yield from table(self._survival(choice))
        values = {name: one for name, one in choice.values.items() if one.least or one.most}
        if values:
            yield say("rollout_values", self._lang)
            yield from table(
                [
                    [f"  {self._teller.value_name(name)}", *self._spread(one)]
                    for name, one in self._in_order(values)
                ]
            )
        yield say("rollout_rounds", self._lang, mean=f"{choice.rounds.mean:.1f}", most=choice.rounds.most)

    def _survival(self, choice: ChoiceReport) -> list[list[str]]:
        apart = choice.alive != choice.standing
        rows: list[list[str]] = []
        for one, alive in self._in_order(choice.alive):
            row = [f"  {self._teller.name(one)}", _bar(alive), *self._share(alive)]
            if apart:
                standing = _percent(choice.standing[one].share)
                row.append(say("rollout_standing", self._lang, share=standing))
            rows.append(row)
        return rows

    def _comparison(self, found: Comparison, number: int) -> Iterator[str]:
        result, most = max(
            found.results.items(), key=lambda pair: (abs(pair[1].difference), pair[1].difference)
        )
        if not any(one.difference for one in found.results.values()):
            yield say("rollout_same", self._lang, number=number)
        else:
            key = "rollout_differs" if most.is_beyond_chance else "rollout_may_differ"
            points = {
                "points": _points(most.difference),
                "low": _points(most.low),
                "high": _points(most.high),
            }
            yield say(key, self._lang, number=number, result=self._result(result), **points)
        rows = [*self._clear_shares(found.alive), *self._clear_values(found.values)]
        if rows:
            yield say("rollout_also", self._lang)
            yield from table(rows)

    def _clear_shares(self, found: Mapping[str, PairedDifference]) -> Iterator[list[str]]:
        for one, gap in self._in_order(found):
            if gap.is_beyond_chance:
                who = say("rollout_alive_of", self._lang, who=self._teller.name(one))
                yield [
                    f"  {who}",
                    self._gap(gap),
                    self._range(_points(gap.low), _points(gap.high)),
                ]

    def _clear_values(self, found: Mapping[str, PairedDifference]) -> Iterator[list[str]]:
        for name, gap in self._in_order(found):
            if gap.is_beyond_chance:
                low, high = (_signed(end) for end in (gap.low, gap.high))
                yield [f"  {self._teller.value_name(name)}", _signed(gap.difference), self._range(low, high)]

    def _in_order(self, found: Mapping[str, FigureT]) -> list[tuple[str, FigureT]]:
        """Return figures, or values by their names, in the order in which the table took the characters."""
        last = len(self._places)
        places = self._places
        return sorted(found.items(), key=lambda pair: places.get(pair[0].rpartition(".")[0] or pair[0], last))

    def _result(self, result: str) -> str:
        return say("rollout_no_end", self._lang) if result == UNFINISHED else self._teller.name(result)

    def _reasons(self, reasons: Mapping[str, int]) -> str:
        told = [f"{self._reason(why)} {count:,}" for why, count in reasons.items()]
        return ("、" if self._lang == "ja" else ", ").join(told)

    def _reason(self, why: str) -> str:
        known = why in _REASONS
        return say(f"rollout_why_{why}" if known else "rollout_why_refused", self._lang, code=why)

    def _gap(self, gap: PairedDifference) -> str:
        return say("rollout_points", self._lang, points=_points(gap.difference))

    def _share(self, share: Share) -> tuple[str, str]:
        return f"{_percent(share.share):>7}", self._range(f"{share.low * 100:.1f}", f"{share.high * 100:.1f}")

    def _spread(self, found: Spread) -> tuple[str, ...]:
        if found.least == found.most:
            return (f"{found.mean:6.2f}",)
        low, high = ("?" if end is None else f"{end:.2f}" for end in (found.low, found.high))
        ends = (found.least, found.lower_quartile, found.median, found.upper_quartile, found.most)
        return f"{found.mean:6.2f}", self._range(low, high), "  ".join(f"{end:>3}" for end in ends)

    def _range(self, low: str, high: str) -> str:
        return say("rollout_range", self._lang, low=low, high=high)


def _bar(share: Share) -> str:
    full = round(share.share * _CELLS)
    return "█" * full + "░" * (_CELLS - full)


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _points(share: float | None) -> str:
    return "?" if share is None else f"{share * 100:+.1f}"


def _signed(value: float | None) -> str:
    return "?" if value is None else f"{value:+.2f}"
