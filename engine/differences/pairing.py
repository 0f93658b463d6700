"""Pair the commits of two lines: which stands for which, and in what they differ."""

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

import msgspec

from tenmatsu.engine.differences.sides import CommitSide, outcome_of

PairKind = Literal["equal", "command", "dice", "outcome", "only_first", "only_second"]
"""
In what a pair differs: `command` (another was asked), `dice` (the same command, other faces), `outcome`
(the same command and faces, other events); or on which line alone a commit stands.
"""
Places = list[tuple[int, int]]


class CommitPair(msgspec.Struct, frozen=True, kw_only=True):
    """A commit of one line and that of the other which stands for the same."""

    kind: PairKind
    first: CommitSide | None
    """None where the first line has no counterpart."""
    second: CommitSide | None


def pair_sides(
    first: Sequence[CommitSide], second: Sequence[CommitSide], origin: Callable[[str], str]
) -> Iterator[CommitPair]:
    """
    Yield the pairs of two lines in order, those of the first line alone before those of the second.

    Commits pair by what they stand for, copies of copies by the common origin that `origin` finds for
    the hash of a commit; what was played by hand pairs in order where the same was asked by the same.
    """
    at, beside = 0, 0
    for place, other in [*_match(first, second, origin), (len(first), len(second))]:
        yield from (CommitPair(kind="only_first", first=one, second=None) for one in first[at:place])
        yield from (CommitPair(kind="only_second", first=None, second=one) for one in second[beside:other])
        if place < len(first):
            yield _pair(first[place], second[other])
        at, beside = place + 1, other + 1


def _pair(first: CommitSide, second: CommitSide) -> CommitPair:
    return CommitPair(kind=_kind(first, second), first=first, second=second)


def _kind(first: CommitSide, second: CommitSide) -> PairKind:
    if (first.command, first.fields) != (second.command, second.fields):
        return "command"
    for one, other in zip(first.rolls, second.rolls, strict=False):
        if (one.by, one.for_) == (other.by, other.for_) and one.dice != other.dice:
            return "dice"
    return "equal" if outcome_of(first) == outcome_of(second) else "outcome"


def _match(first: Sequence[CommitSide], second: Sequence[CommitSide], origin: Callable[[str], str]) -> Places:
    """Return which places pair; the same whichever line is called the first."""
    turned = [one.commit for one in second] < [one.commit for one in first]
    one, other = (second, first) if turned else (first, second)
    anchors = _by_origin(one, other, lambda side: side.of or side.commit)
    left = [_without(one, {mine for mine, _ in anchors}), _without(other, {theirs for _, theirs in anchors})]
    if all(left) and any(side.of for part in left for side in part):
        anchors = _by_origin(one, other, lambda side: origin(side.of or side.commit))
    found: Places = []
    at, beside = 0, 0
    for place, matched in [*anchors, (len(one), len(other))]:
        same = _same_asked(one[at:place], other[beside:matched])
        found += [(at + mine, beside + theirs) for mine, theirs in same]
        if place < len(one):
            found.append((place, matched))
        at, beside = place + 1, matched + 1
    return [(theirs, mine) for mine, theirs in found] if turned else found


def _without(sides: Sequence[CommitSide], places: Collection[int]) -> list[CommitSide]:
    return [side for place, side in enumerate(sides) if place not in places]


def _by_origin(
    one: Sequence[CommitSide], other: Sequence[CommitSide], key: Callable[[CommitSide], str]
) -> Places:
    """Return the places whose commits stand for the same, as far as their order is the same."""
    places: dict[str, int] = {}
    for place, side in enumerate(other):
        places.setdefault(key(side), place)
    found: Places = []
    for place, side in enumerate(one):
        matched = places.get(key(side), -1)
        if matched > (found[-1][1] if found else -1):
            found.append((place, matched))
    return found


def _same_asked(one: Sequence[CommitSide], other: Sequence[CommitSide]) -> Places:
    """Return the places, in order, at which the same was asked by the same."""
    mine, theirs = [_asked(side, "one") for side in one], [_asked(side, "other") for side in other]
    ahead = 0
    while ahead < min(len(mine), len(theirs)) and mine[ahead] == theirs[ahead]:
        ahead += 1
    found = [(place, place) for place in range(ahead)]
    if ahead == min(len(mine), len(theirs)):
        return found
    for block in SequenceMatcher(None, mine[ahead:], theirs[ahead:], autojunk=False).get_matching_blocks():
        found += [(ahead + block.a + step, ahead + block.b + step) for step in range(block.size)]
    return found


def _asked(side: CommitSide, line: str) -> tuple[str, ...]:
    """Return what equal requests have in common; unseen ones are equal to none."""
    if side.fields is None:
        return (line, side.commit)
    return (side.command, side.actor, msgspec.json.encode(side.fields, order="sorted").decode())
