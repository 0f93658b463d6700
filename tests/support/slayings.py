"""Battles of ニンジャスレイヤーTRPG as samples for the laws of every game."""

from random import Random
from typing import Any

import msgspec
from ninjas import ROOMS, begin, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.battle import BeginBattle
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import list_squares
from tenmatsu.systems.ninjaslayer.state import State

WEAPONS = ("unarmed", "katana", "chainsaw", "chaka")


def make_slaying(rng: Random) -> State:
    """Return the first turn of a battle of two ninja against mobs and a boss, on a map or without."""
    figures: dict[str, Any] = {
        name: arm(
            rng, make_ninja(karate=rng.randint(2, 14), neuron=rng.randint(1, 13), wazamae=rng.randint(2, 8))
        )
        for name in ("bob", "emily")
    }
    if rng.random() < 0.7:
        skills = rng.choice(((), ("resists_death",), ("hell_tornado", "mighty_shuriken", "naraku_within")))
        figures["boss"] = make_boss(karate=rng.randint(2, 9), skills=skills)
    for number in range(1, rng.randint(2, 6)):
        armed = rng.choice(("chaka", "club", "gatling"))
        figures[f"mob{number}"] = make_mob(
            weapons=(armed,), wielded=armed, model=armed, neuron=rng.randint(1, 2)
        )
    return begin_slaying(figures, rng, on_map=rng.random() < 0.7)


def arm(rng: Random, figure: Figure) -> Figure:
    """Return a ninja with a weapon by chance in hand."""
    weapon = rng.choice(WEAPONS)
    owned = () if weapon == "unarmed" else (weapon,)
    base = msgspec.structs.replace(figure.base, weapons=owned)
    return msgspec.structs.replace(figure, base=base, wielded=weapon, emergency_dice=rng.randint(0, 2))


def begin_slaying(figures: dict[str, Any], rng: Random, *, on_map: bool) -> State:
    """Return a battle of these, each on a square of the two rooms by chance, or without a map."""
    play = begin(**figures)
    if on_map:
        lay_map(play, *ROOMS)
        squares = rng.sample(list(list_squares(play.state.map, ("floor",))), len(figures))
        placed = {
            name: msgspec.structs.replace(figure, square=square)
            for (name, figure), square in zip(figures.items(), squares, strict=True)
        }
        play.given_state(msgspec.structs.replace(play.state, characters=placed))
    play.given(BeginBattle())
    state: State = play.state
    return state
