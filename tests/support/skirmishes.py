"""Melees of RuneQuest that auto-play brings to an end."""

from random import Random
from typing import Any

from runequests import begin, hold, make_figure, make_foe

from tenmatsu.systems.runequest.commands.rounds import BeginMelee
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import State


def make_skirmish(rng: Random) -> State:
    """Return a melee of two against three: blades, a bow, shields, armour or none, near or far."""
    weapons = ("broadsword", "battle_axe", "light_mace", "short_spear", "dagger")
    figures = {
        "rin": make_figure(
            armor=rng.randint(0, 4),
            skills={"broadsword": rng.randint(50, 120), "medium_shield": 60},
            known={"heal": 3, "disruption": 1},
        ),
        "sun": make_shooter(rng, friendly=True),
        "jin": _make_raider(rng, rng.choice(weapons)),
        "ken": _make_raider(rng, rng.choice(weapons), prone=rng.random() < 0.3),
        "bow": make_shooter(rng, friendly=False),
    }
    if rng.random() < 0.3:
        figures["ghost"] = make_ghost(rng)
    return begin_skirmish(figures, rng)


def _make_raider(rng: Random, weapon: str, **changes: Any) -> Figure:
    arms = {weapon: hold(weapon)}
    if rng.random() < 0.6:
        arms["small_shield"] = hold("small_shield", "left")
    skills = {weapon: rng.randint(30, 80), "small_shield": rng.randint(20, 60), "dodge": rng.randint(10, 50)}
    known = {"demoralize": 2, "countermagic": 2} if rng.random() < 0.4 else {}
    return make_foe(armor=rng.randint(0, 3), arms=arms, skills=skills, known=known, **changes)


def make_ghost(rng: Random) -> Figure:
    """Return a spirit among the foes, visible or not."""
    points = rng.randint(6, 14)
    return Figure(
        npc=True,
        friendly=False,
        embodied=False,
        visible=rng.random() < 0.5,
        characteristics={"INT": 8, "POW": points, "CHA": 10},
        skills={"spirit_combat": rng.randint(20, 70)},
        mp=points,
        max_mp=points,
    )


def make_shooter(rng: Random, *, friendly: bool) -> Figure:
    """Return somebody with a bow in hand, and a dagger to draw."""
    arms = {
        "self_bow": hold("self_bow", "both", loaded=rng.random() < 0.5, shots=rng.randint(0, 6)),
        "dagger": hold("dagger", ""),
    }
    return make_figure(
        armor=rng.randint(0, 2),
        npc=not friendly,
        friendly=friendly,
        arms=arms,
        skills={"self_bow": rng.randint(30, 80), "dagger": rng.randint(20, 60), "dodge": 30},
    )


def begin_skirmish(figures: dict[str, Figure], rng: Random) -> State:
    """Return a melee of these in its first round, in places by chance."""
    places = {
        name: rng.randint(-6, 2) if figure.friendly else rng.randint(0, 25)
        for name, figure in figures.items()
    }
    play = begin(None, None, **figures)
    state: State = play.given(BeginMelee(fighters=tuple(figures), places=places)).state
    return state
