"""Spells of RuneQuest for tests: who knows which, and a game in which they are cast."""

from typing import Any

from kit import Play
from runequests import begin, make_figure, make_foe

from tenmatsu.systems.runequest.figures import Figure

SPELLS = (
    "protection",
    "bladesharp",
    "bludgeon",
    "fireblade",
    "speedart",
    "disruption",
    "demoralize",
    "befuddle",
    "countermagic",
    "dispel_magic",
    "strength",
    "coordination",
    "mobility",
    "slow",
    "spirit_screen",
    "repair",
    "detect_enemies",
    "light",
)
PRAYERS = (
    "shield",
    "true_sword",
    "lightning",
    "heal_wound",
    "heal_body",
    "regrow_limb",
    "multispell",
    "dismiss_magic",
    "spirit_block",
    "command_wind",
)
ARCANA = ("steel_the_flesh", "burning_lance", "mend_flesh", "veil_of_mist")


def make_caster(**values: Any) -> Figure:
    """Return somebody who knows every spell of the figures: POW 13, runes at 70 %, sorcery at 60 %."""
    defaults: dict[str, Any] = {
        "known": {"heal": 6, **dict.fromkeys(SPELLS, 4), **dict.fromkeys((*PRAYERS, *ARCANA), 1)},
        "runes": {"air": 70, "earth": 60, "harmony": 50, "death": 70},
        "rune_points": 6,
        "max_rune_points": 6,
        "techniques": ("command", "combine", "summon"),
        "mastered": ("fire", "earth", "harmony", "water"),
        "skills": {"broadsword": 60, "medium_shield": 60, "dodge": 40, **dict.fromkeys(ARCANA, 60)},
        "INT": 40,
    }
    return make_figure(**{**defaults, **values})


def make_ghost(**values: Any) -> Figure:
    """Return a visible spirit of the other side: POW 13, CHA 13, spirit combat at 60 %."""
    defaults: dict[str, Any] = {
        "npc": True,
        "friendly": False,
        "embodied": False,
        "visible": True,
        "characteristics": {"INT": 10, "POW": 13, "CHA": 13},
        "skills": {"spirit_combat": 60},
        "mp": 13,
        "max_mp": 13,
    }
    return Figure(**{**defaults, **values})


def conjure(options: dict[str, str] | None = None, **figures: Figure) -> Play:
    """Return a game of rin, who casts, aya, a friend, and jin, a foe, outside a melee."""
    known = {"rin": make_caster(), "aya": make_figure(), "jin": make_foe(), **figures}
    return begin(None, options, **known)


def d100(*faces: int) -> list[tuple[int, int]]:
    """Return a script of percentile dice."""
    return [(100, face) for face in faces]
