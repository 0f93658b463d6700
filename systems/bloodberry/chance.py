"""The exact chances of judges, before the roll: a die of 5 or 6 counts one, so hits are counted."""

from functools import cache
from math import comb
from typing import NoReturn

import msgspec

from tenmatsu.engine.contract import Chance, Circumstance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.decide.effects import Change, aim_effect, find_change
from tenmatsu.systems.bloodberry.decide.judging import FORESEEN, add_dice, count_dice
from tenmatsu.systems.bloodberry.decide.settling import find_winner, needs_roll
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.events.judging import Place
from tenmatsu.systems.bloodberry.judges import Effect, Judge, Side
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.wording import load_words

OUTCOMES = {"active": "active_wins", "passive": "passive_wins", "": "nobody_wins"}
"""The label of who succeeds in a judge of two sides."""


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chances of the judge that a command would start, by what is announced and known now."""
    specify = FORESEEN.get(command.__class__)
    if specify is None:
        _no_roll()
    return foresee_judge(state, rules, specify(state, rules, command), tuple(getattr(command, "use", ())))


def _no_roll() -> NoReturn:
    raise RuleViolation("bloodberry.no_roll", words=load_words())


def foresee_judge(state: State, rules: Rulebook, judge: Judge, use: tuple[str, ...] = ()) -> Chance:
    """Return the chances of a judge with what is announced, and without all that people may do besides."""
    judge = _announce(state, rules, judge, use)
    alone = judge.active is None or judge.passive is None
    odds = count_outcomes(state, rules, judge)
    side = judge.active or judge.passive
    if side is None:
        _no_roll()
    possible = sum(odds.values())
    told = tuple(Odds(OUTCOMES[winner], ways, possible) for winner, ways in odds.items())
    if alone:
        told = (Odds("succeeds", possible - odds[""], possible), Odds("fails", odds[""], possible))
    return Chance(
        roll=judge.purpose,
        needed=judge.difficulty - side.plus if alone else None,
        odds=told,
        circumstances=tuple(Circumstance(label, dice) for label, dice in side.reasons.items()),
        hits_from=rules.tables.judge.hit if alone else None,
    )


def _announce(state: State, rules: Rulebook, judge: Judge, use: tuple[str, ...]) -> Judge:
    """Return the judge after what its active (or only) side announces to do before the dice."""
    for one in use:
        kind, _, trait = one.partition(":")
        of: Place = "passive" if judge.active is None else "active"
        side = judge.side(of)
        if side is None:
            continue
        effect = Effect(character=side.character, trait=trait)
        found: Change | None = None
        if kind == "help":
            found = Change(of, add_dice(side, trait, 1))
        elif kind == "give_up":
            found = Change(of, msgspec.structs.replace(side, given_up=True))
        elif kind == "effect":
            found = find_change(state, rules, judge, aim_effect(rules, judge, effect))
        if found is not None:
            judge = msgspec.structs.replace(judge, **{found.of: found.side})
    return judge


def count_outcomes(state: State, rules: Rulebook, judge: Judge) -> dict[str, int]:
    """Return in how many ways each side wins, or nobody does (``""``)."""
    outcomes = dict.fromkeys(OUTCOMES, 0)
    for active, active_ways in _count_side(state, rules, judge, "active"):
        for passive, passive_ways in _count_side(state, rules, judge, "passive"):
            fallen = msgspec.structs.replace(judge, active=active, passive=passive)
            outcomes[find_winner(fallen, rules)] += active_ways * passive_ways
    return outcomes


def _count_side(state: State, rules: Rulebook, judge: Judge, of: str) -> list[tuple[Side | None, int]]:
    """Return a side as its dice may show it, each with the number of ways to it."""
    side = judge.side(of)
    if side is None or not needs_roll(judge, rules, of):
        return [(side, 1)]
    row = rules.tables.judge
    dice = count_dice(state, side)
    return [
        (msgspec.structs.replace(side, faces=(row.hit,) * hits, hit=row.hit), ways)
        for hits, ways in enumerate(count_hits(dice, row.hit, row.sides))
    ]


@cache
def count_hits(dice: int, hit: int, sides: int) -> tuple[int, ...]:
    """Return in how many ways so many dice show each number of faces of `hit` or more, from none on."""
    hits = max(0, min(sides, sides - hit + 1))
    return tuple(comb(dice, n) * hits**n * (sides - hits) ** (dice - n) for n in range(dice + 1))
