"""Plays of ブラッドベリー in round progress and in confrontations."""

from random import Random
from typing import Any

from bloodberries import begin, change, make_curse, make_npc, make_person
from confrontations import hold_cards
from kit import Play, d6

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.confronting import (
    BeginConfrontation,
    SetCampStrength,
)
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.staging import Camp, Rounds

DULL = "s2 h6 c9"
"""A hand that is nothing, and that no single card of the tests completes."""


def deal(options: dict[str, Any] | None = None, **hands: str) -> Play:
    """Return a play in round progress: `m` is a curse, `n` an NPC, the others players' characters."""
    made: dict[str, Any] = {
        name: make_curse() if name == "m" else make_npc() if name == "n" else make_person(traits={}, vigour=0)
        for name in hands
    }
    play = begin(options, **made)
    return play.given_state(hold_cards(play.state, **hands))


def draw(play: Play, *cards: str) -> list[tuple[int, int]]:
    """Return the dice that draw these cards from the pile, one after the other."""
    pile: list[str] = list(play.state.cards.pile)
    dice: list[tuple[int, int]] = []
    for card in cards:
        found = next(one for one in pile if card in (one, one.partition("_")[0]))
        dice.append((len(pile), pile.index(found) + 1))
        pile.remove(found)
    return dice


def rounds_of(play: Play) -> Rounds:
    """Return the round progress."""
    rounds: Rounds | None = play.state.rounds
    assert rounds is not None
    return rounds


HITS, MISSES = 6, 1


def make_quiet(**values: Any) -> Person:
    """Return a player's character with 2/2/3 who has nothing to answer with."""
    return make_person(**{"traits": {}, "feats": (), "vigour": 0, **values})


def confront(options: dict[str, Any] | None = None, *, strength: int = 0, **people: Person) -> Play:
    """Return `a`, `b` and `c`, all in one camp, against the curse `m`, their relation of this strength."""
    known: dict[str, Any] = {name: make_quiet() for name in "abc"} | {"m": make_curse()} | people
    play = begin(options, **known).given(BeginConfrontation(curses=("m",)))
    if strength:
        play.given(SetCampStrength(camp="pcs", curse="m", strength=strength))
    return play


def check(character: str = "a", target: str = "m") -> RelationCheck:
    """Return a check by passion and grace: four dice of somebody quiet, against as many."""
    return RelationCheck(character=character, target=target, check="inquiry", second="grace")


def fall(hits: int, against: int, dice: int = 4) -> list[tuple[int, int]]:
    """Return dice that show so many hits of a check by `dice`, and so many of the curse's four."""
    ours = [HITS] * hits + [MISSES] * (dice - hits)
    return d6(*ours, *[HITS] * against, *[MISSES] * (4 - against))


def strength_of(play: Play, camp: str = "pcs", curse: str = "m") -> int:
    """Return the strength of a camp's relation."""
    found: Camp = play.state.confronting[camp]
    return found.strengths[curse]


def choose(play: Play, character: str) -> Command:
    """Return what the auto-player does for somebody."""
    command: Command = SYSTEM.choose(play.state, play.rules, character, Random(0))
    return command


def ask(play: Play, kind: str, *options: str, whom: str = "a", **data: Any) -> Command:
    """Return the auto-player's answer to a choice."""
    change(play, choices=(Choice(kind=kind, whom=whom, options=options, data=data),))
    return choose(play, whom)
