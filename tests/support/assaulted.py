"""Let blows of ニンジャスレイヤーTRPG come upon somebody, as if an attack had just hit."""

from typing import Any

import msgspec
from kit import Dice, Play
from landing import let
from ninjas import make_mob

from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.decide.dodging import launch, set_dodge

replace = msgspec.structs.replace


def strike(attacker: str = "foe", target: str = "ren", **values: Any) -> Blow:
    """Return a bare-handed blow of two successes, with changes."""
    usual: dict[str, Any] = {"weapon": "unarmed", "dice": 2, "faces": (4, 5), "successes": 2}
    fields: dict[str, Any] = {**usual, **values}
    return Blow(attacker=attacker, target=target, **fields)


def club(attacker: str, target: str = "ren", **values: Any) -> Blow:
    """Return the blow of a clone yakuza with a club: one die, one success."""
    mob: dict[str, Any] = {
        "mob": True,
        "model": "yakuza",
        "weapon": "club",
        "dice": 1,
        "faces": (4,),
        "successes": 1,
    }
    return strike(attacker, target, **{**mob, **values})


def shot(attacker: str, target: str = "ren", **values: Any) -> Blow:
    """Return the shot of a clone yakuza with a chaka gun: one success."""
    return club(attacker, target, **{"weapon": "chaka", "source": "gun", "ability": "wazamae", **values})


def make_gang(count: int, **values: Any) -> dict[str, Any]:
    """Return so many clone yakuza, `y1` and on."""
    return {f"y{number}": make_mob(**values) for number in range(1, count + 1)}


def come(play: Play, *blows: Blow, dice: Dice = ()) -> Play:
    """Let these blows come, in this order, with what the battle adds to their dodges."""
    attackers = tuple(dict.fromkeys(blow.attacker for blow in blows if blow.attacker))
    ready = tuple(set_dodge(play.state, play.rules, blow) for blow in blows)
    return let(play, lambda work: launch(work, attackers, ready), dice=dice)


def details(play: Play) -> dict[str, int | str]:
    """Return what the one open choice tells."""
    (choice,) = play.pending
    return choice.details
