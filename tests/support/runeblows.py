"""Blows of RuneQuest for tests: rin with a heavy mace strikes at jin with a shield."""

from typing import Any

import msgspec
from kit import Play
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.figures import Figure

ATTACK = {"critical": 1, "special": 10, "success": 30, "failure": 90, "fumble": 100}
"""Faces of D100 for a skill of 60 %, by degree."""
DODGE = {"critical": 1, "special": 6, "success": 30, "failure": 90, "fumble": 100}
"""Faces of D100 for a skill of 40 %, by degree."""
LEFT_LEG = (20, 5)
LOSE_PARRY, LOSE_ATTACK = (100, 3), (100, 8)
"""Fumbles without further dice."""
DAMAGE = ((8, 6), (4, 2))
"""A heavy mace with 1D4 bonus: 6 + 2 + 2 = 10; special 14; critical 8 + 2 + 2 + 4 = 16."""


def make_rin(**values: Any) -> Figure:
    """Return the attacker: heavy mace 60 %, with 5 of its 10 hit points left."""
    defaults: dict[str, Any] = {
        "arms": {"heavy_mace": hold("heavy_mace", hp=5)},
        "skills": {"heavy_mace": 60},
    }
    return make_figure(**{**defaults, **values})


def make_jin(**values: Any) -> Figure:
    """Return the target: 11 points a leg, armour 2, a shield with 4 of 12 points at 60 %, dodge 40 %."""
    defaults: dict[str, Any] = {
        "armor": 2,
        "CON": 30,
        "arms": {"medium_shield": hold("medium_shield", "left", hp=4)},
        "skills": {"medium_shield": 60, "dodge": 40},
    }
    return make_foe(**{**defaults, **values})


def duel(options: dict[str, str] | None = None, tables: str | None = None, **figures: Figure) -> Play:
    """Return the two outside a melee; others may be added, or stand in their place."""
    return begin(tables, options, **{"rin": make_rin(), "jin": make_jin(), **figures})


def strike(
    play: Play, use: str | None, *dice: tuple[int, int], ask: tuple[tuple[int, int], ...] = (), **values: Any
) -> Play:
    """Let rin strike, and jin answer so (None: nobody is asked); `ask` are dice that fall before."""
    command = Strike(character="rin", target="jin", **values)
    if use is None:
        return play.when(command, dice)
    play.given(command, dice=ask)
    return play.when(Choose(character="jin", use=use), dice)


def leg_of(play: Play, who: str = "jin") -> int:
    """Return what the left leg of somebody has lost."""
    leg = play.state.characters[who].locations["left_leg"]
    return int(leg.max_hp - leg.hp)


def arm_of(play: Play, who: str, arm: str) -> int:
    """Return the hit points of a weapon or shield."""
    return int(play.state.characters[who].arms[arm].hp)


def with_figure(play: Play, who: str, **changes: Any) -> Play:
    """Change somebody by hand."""
    figures = play.state.characters
    changed = {**figures, who: msgspec.structs.replace(figures[who], **changes)}
    return play.given_state(msgspec.structs.replace(play.state, characters=changed))
