"""Who succeeds in a judge, and who rolls in it at all."""

from typing import Literal

from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.judges import Judge, Side

Winner = Literal["active", "passive", ""]
PLACES: tuple[Literal["active", "passive"], ...] = ("active", "passive")
"""The sides in their order: active before passive."""


def needs_roll(judge: Judge, rules: Rulebook, of: str) -> bool:
    """Return whether a side rolls: not without dice, and where the other gave up only for a strength."""
    side, other = judge.side(of), judge.side("passive" if of == "active" else "active")
    if side is None or side.fixed is not None or side.given_up:
        return False
    if other is None or not other.given_up:
        return True
    return judge.kind == "relation" and _must_reach(rules, of)


def _must_reach(rules: Rulebook, of: str) -> bool:
    """Return whether this side of a relation check still has to reach the strength when it stands alone."""
    if of == "active":
        return rules.options.passive_gives_up == "strength"
    return rules.options.passive_strength == "yes"


def find_winner(judge: Judge, rules: Rulebook) -> Winner:
    """Return which side succeeds as the judge stands; nothing where nobody does."""
    if judge.cancelled:
        return ""
    winner = _compare(judge, rules)
    side = judge.side(winner)
    return "" if side is None or side.failed else winner


def is_worth_rerolling(judge: Judge, rules: Rulebook, of: str) -> bool:
    """
    Return whether somebody is asked for a reroll of a side's dice at all.

    Not where every die counts, nor of whoever succeeds as it stands; `Judge.open` asks all the same, and
    without a difficulty each success counts.
    """
    side = judge.side(of)
    if side is None or not side.faces or all(face >= side.hit for face in side.faces):
        return False
    alone = judge.active is None or judge.passive is None
    if judge.open or (alone and not judge.difficulty):
        return True
    return find_winner(judge, rules) != of


def _compare(judge: Judge, rules: Rulebook) -> Winner:
    active, passive = judge.active, judge.passive
    if active is None or passive is None:
        place, side = ("passive", passive) if active is None else ("active", active)
        if side is None or side.given_up or side.achievement < judge.difficulty:
            return ""
        return "active" if place == "active" else "passive"
    if active.given_up and passive.given_up:
        return ""
    if not passive.given_up and (active.given_up or active.achievement <= passive.achievement):
        return _passive_wins(judge, rules, passive)
    alone = passive.given_up and not _must_reach(rules, "active")
    if judge.kind != "relation" or alone or active.achievement >= judge.difficulty:
        return "active"
    short = rules.options.active_short == "passive" and not passive.given_up
    return _passive_wins(judge, rules, passive) if short else ""


def _passive_wins(judge: Judge, rules: Rulebook, passive: Side) -> Winner:
    strict = judge.kind == "relation" and rules.options.passive_strength == "yes"
    return "" if strict and passive.achievement < judge.difficulty else "passive"


def is_tied(judge: Judge) -> bool:
    """Return whether both sides of a judge achieved the same."""
    active, passive = judge.active, judge.passive
    if active is None or passive is None or active.given_up or passive.given_up:
        return False
    return active.achievement == passive.achievement
