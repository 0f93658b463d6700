"""Characters for tests, put into the state by hand."""

from typing import Any

import msgspec
from kit import Play

from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.combat import BeginCombat
from tenmatsu.systems.ukiyozoshi.state import Figure, State


def make_figure(**values: Any) -> Figure:
    """Return a second lead with 心 7 技 7 体 6 and the skills of the rulebook's example, with changes."""
    defaults: dict[str, Any] = {
        "rank": "second",
        "shin": 7,
        "gi": 7,
        "tai": 6,
        "skills": {"剣術": 5, "拳法": 3, "柔術": 3, "体さばき": 3, "隠密": 2, "運動": 2, "知覚": 4},
        "extra_endurance": 2,
        "endurance": 8,
        "katsugeki": 5,
        "katsugeki_start": 5,
        "katsugeki_limit": 7,
    }
    return msgspec.convert({**defaults, **values}, Figure)


def make_npc(**values: Any) -> Figure:
    """Return a support NPC without 活劇点."""
    return make_figure(**{"npc": True, "rank": "support", "katsugeki": 0, **values})


def begin(tables: str | None = None, *, options: dict[str, Any] | None = None, **figures: Figure) -> Play:
    """Return a play with these characters; those of players belong to `pl_<id>`."""
    players = {name: f"pl_{name}" for name, figure in figures.items() if not figure.npc}
    play = Play(SYSTEM, tables, players=players, **(options or {}))
    return play.given_state(State(characters=figures))


def gather(*characters: str, tables: str | None = None, options: dict[str, Any] | None = None) -> Play:
    """Return a play at a table that knows these characters, none of them made yet."""
    return Play(SYSTEM, tables, players={name: f"pl_{name}" for name in characters}, **(options or {}))


def begin_fight(
    oryu: Figure,
    ronin: Figure,
    *,
    options: dict[str, Any] | None = None,
    apart: int = 1,
    tables: str | None = None,
) -> Play:
    """Return a fight of two, `apart` squares from each other; it is the turn of oryu."""
    replace = msgspec.structs.replace
    play = begin(tables, options=options, oryu=replace(oryu, x=0, y=0), ronin=replace(ronin, x=apart, y=0))
    play.given(BeginCombat(characters=("oryu", "ronin")))
    assert play.state.combat.order == ("oryu", "ronin")
    return play


def make_swordsman(**values: Any) -> Figure:
    """Return the example character with a long sword drawn and a short one at the side."""
    defaults: dict[str, Any] = {"hands": ("大刀",), "belongings": {"大刀": 1, "脇差": 1}}
    return make_figure(**{**defaults, **values})


def make_ronin(**values: Any) -> Figure:
    """Return a support NPC with a drawn sword, 剣術 4 and evasion 12, without 活劇点."""
    defaults: dict[str, Any] = {
        "skills": {"剣術": 4},
        "hands": ("大刀",),
        "belongings": {"大刀": 1},
        "tai": 5,
        "extra_endurance": 5,
        "endurance": 10,
    }
    return make_npc(**{**defaults, **values})


def make_mob(**values: Any) -> Figure:
    """Return one of the crowd (雑魚), who neither counters nor parries."""
    return make_ronin(**{"rank": "extra", **values})
