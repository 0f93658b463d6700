"""Judgements of ニンジャスレイヤーTRPG for tests: one ninja, alone or in a battle, and what they roll."""

from typing import Any

from kit import Play, d6
from ninjas import begin, fight, make_boss, make_ninja

from tenmatsu.systems.ninjaslayer.battle import Phase
from tenmatsu.systems.ninjaslayer.commands.judging import Judge
from tenmatsu.systems.ninjaslayer.events.judging import Judged


def ask(**values: Any) -> Judge:
    """Return a judgement of カラテ at NORMAL by pc1, with changes."""
    fields: dict[str, Any] = {"character": "pc1", "value": "karate", **values}
    return Judge(**fields)


def alone(**values: Any) -> Play:
    """Return a play with pc1 alone, a ninja with カラテ 6, ニューロン 3, ワザマエ 4."""
    return begin(pc1=make_ninja(**values))


def acting(phase: Phase = "attack", **values: Any) -> Play:
    """Return a battle in which it is the hand of pc1, in this phase, against a boss."""
    play = begin(pc1=make_ninja(square="A1", **values), sonic=make_boss(square="C1"))
    return fight(play, "pc1", "sonic", phase=phase)


def roll(play: Play, *faces: int, **values: Any) -> Judged:
    """Roll the judgement and return what fell."""
    found: Judged = play.when(ask(**values), d6(*faces)).only(Judged)
    return found
