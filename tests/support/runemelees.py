"""Melees of RuneQuest for tests: who stands where, and what they mean to do."""

from typing import Any

import msgspec
import pytest
from kit import Dice, Play
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import BeginMelee, DeclareIntent
from tenmatsu.systems.runequest.decide import performing, ranks
from tenmatsu.systems.runequest.decide.ranks import Rank, plan_steps
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.engaging import find_distance
from tenmatsu.systems.runequest.figures import Figure, Magic
from tenmatsu.systems.runequest.melee import Action, Melee, Step
from tenmatsu.systems.runequest.state import State

MISS = (100, 95)
"""A face of D100 that fails and is no fumble for a skill of 60 %."""


def fight(
    places: dict[str, int] | None = None,
    options: dict[str, str] | None = None,
    surprised: dict[str, int] | None = None,
    **figures: Figure,
) -> Play:
    """Return a melee of these figures; rin at 0 m and jin 2 m away where nothing is said."""
    known = figures or {"rin": make_figure(), "jin": make_foe()}
    stand = places or {name: 0 if one.friendly else 2 for name, one in known.items()}
    play = begin(None, options, **known)
    return play.given(BeginMelee(fighters=tuple(known), places=stand, surprised=surprised or {}))


def mean(character: str, *steps: Step, **values: Any) -> DeclareIntent:
    """Return the declaration of these steps."""
    return DeclareIntent(character=character, steps=steps, **values)


def step(kind: Any, **values: Any) -> Step:
    """Return a step of an intent."""
    return Step(kind=kind, **values)


def strike(target: str = "", arm: str = "broadsword", **values: Any) -> Step:
    """Return a melee attack."""
    return Step(kind="attack", target=target, arm=arm, **values)


def shot(target: str = "", arm: str = "self_bow", **values: Any) -> Step:
    """Return a shot."""
    return Step(kind="shoot", target=target, arm=arm, **values)


def go(units: int, toward: str = "") -> Step:
    """Return movement."""
    return Step(kind="move", units=units, toward=toward)


def make_archer(loaded: bool = True, **values: Any) -> Figure:
    """Return somebody with a bow in both hands."""
    defaults: dict[str, Any] = {
        "arms": {"self_bow": hold("self_bow", "both", loaded=loaded)},
        "skills": {"self_bow": 60, "dodge": 40},
    }
    return make_figure(**{**defaults, **values})


def melee_of(play: Play) -> Melee:
    """Return the melee that goes on."""
    melee: Melee | None = play.state.melee
    assert melee is not None
    return melee


def plan(play: Play, character: str, *steps: Step) -> list[int] | str:
    """Return the strike ranks that steps come to, or the refusal."""
    found = plan_steps(play.state, play.rules, character, steps)
    return found if isinstance(found, str) else [one.sr for one in found]


def queue(play: Play) -> list[tuple[str, str, int, str]]:
    """Return what stands in the queue: who, what, SR, state."""
    return [(one.character, one.step.kind, one.sr, one.state) for one in melee_of(play).queue]


def gap(play: Play, one: str = "rin", other: str = "jin") -> int | None:
    """Return the metres between two."""
    return find_distance(play.state, one, other)


def act(play: Play, character: str, use: str = "do", dice: Dice = ()) -> Play:
    """Answer what is due."""
    return play.when(Choose(character=character, use=use), dice)


def put(play: Play, **figures: Figure) -> Play:
    """Put figures in the place of those who are there."""
    characters = {**play.state.characters, **figures}
    return play.given_state(msgspec.structs.replace(play.state, characters=characters))


def close_in(play: Play, **changes: Any) -> Play:
    """Change the melee by hand."""
    state = msgspec.structs.replace(play.state, melee=msgspec.structs.replace(play.state.melee, **changes))
    return play.given_state(state)


def perform_nothing(monkeypatch: pytest.MonkeyPatch, *kinds: Any) -> list[tuple[str, str]]:
    """Let actions of these kinds do nothing but be told: who at whom."""
    done: list[tuple[str, str]] = []

    def note(work: Work, action: Action, target: str) -> None:
        done.append((action.character, target))

    for kind in kinds:
        monkeypatch.setitem(performing.PERFORMERS, kind, note)
        monkeypatch.delitem(performing.HINDERS, kind, raising=False)
    return done


def cast_at(monkeypatch: pytest.MonkeyPatch, sr: int, rounds: int = 0, ready: int = 0) -> None:
    """Let every spell take these strike ranks, of which some are preparation."""

    def find(state: State, rules: Rulebook, character: str, magic: Magic, step: Step) -> Rank:
        parts = (Circumstance("sr_ready", ready), Circumstance("sr_mp", sr - ready))
        return Rank(sr=sr, rounds=rounds, parts=parts)

    monkeypatch.setattr(ranks, "find_spell_rank", find)
