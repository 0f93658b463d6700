"""Characters of ニンジャスレイヤーTRPG for tests, put into the state by hand."""

from typing import Any

import msgspec
from kit import Play, work_on

from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.battle import Battle, Phase, Slot
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.figures import Base, Figure
from tenmatsu.systems.ninjaslayer.maptext import Read, read_map
from tenmatsu.systems.ninjaslayer.state import Map, Scenario, State
from tenmatsu.systems.ninjaslayer.tables import load

TABLES = load(1)
BASE = frozenset(Base.__struct_fields__)
_BOTH = frozenset({"vitality", "spirit"})
"""Given alone, the most of it and what is left of it."""


def _make(base: dict[str, Any], figure: dict[str, Any], values: dict[str, Any]) -> Figure:
    """Return a figure; values that a base has go there, `now_vitality` and `now_spirit` are what is left."""
    for name, value in values.items():
        if name in BASE:
            base[name] = value
        else:
            figure[name.removeprefix("now_")] = value
    for name in _BOTH:
        figure.setdefault(name, base.get(name, 1))
    return Figure(base=Base(**base), **figure)


def make_ninja(**values: Any) -> Figure:
    """
    Return a player's ninja with カラテ 6, ニューロン 3, ワザマエ 4, 体力 6, 精神力 3, 脚力 3, with changes.

    Abilities and what else stands in `Base` are set there (`karate=13`), the rest in the figure
    (`square="C4"`); `now_vitality` and `now_spirit` are what is left of both.
    """
    base: dict[str, Any] = {"karate": 6, "neuron": 3, "wazamae": 4, "vitality": 6, "spirit": 3, "legs": 3}
    return _make(base, {"dodge_dice": 6, "quick_dice": 5}, values)


def make_boss(**values: Any) -> Figure:
    """Return a hostile ninja with カラテ 8, ニューロン 5, ワザマエ 6, 体力 8, 精神力 5, with changes."""
    base: dict[str, Any] = {"karate": 8, "neuron": 5, "wazamae": 6, "vitality": 8, "spirit": 5, "legs": 3}
    return _make(base, {"kind": "boss", "side": "foes", "dodge_dice": 8}, values)


def make_mob(**values: Any) -> Figure:
    """Return a clone yakuza of the model `yakuza` with a chaka gun in hand, with changes."""
    base: dict[str, Any] = {"wazamae": 2, "legs": 2, "weapons": ("chaka",)}
    figure: dict[str, Any] = {"kind": "mob", "ninja": False, "side": "foes", "model": "yakuza"}
    figure |= {"wielded": "chaka", "cash": 1}
    return _make(base, figure, values)


def begin(options: dict[str, Any] | None = None, tables: str | None = None, **figures: Figure) -> Play:
    """Return a play with these in a scenario, outside battle; player characters belong to `pl_<id>`."""
    players = {name: f"pl_{name}" for name, figure in figures.items() if figure.kind == "pc"}
    play = Play(SYSTEM, tables, players=players, **(options or {}))
    scenario = Scenario(number=1, stage="play")
    return play.given_state(State(characters=figures, scenario=scenario))


def gather(*characters: str, tables: str | None = None, options: dict[str, Any] | None = None) -> Play:
    """Return a play at a table that knows these characters, none of them made yet."""
    return Play(SYSTEM, tables, players={name: f"pl_{name}" for name in characters}, **(options or {}))


def fight(play: Play, *hands: str | tuple[str, ...], phase: Phase = "start", **values: Any) -> Play:
    """
    Put the play into a battle: it is the hand of the first of `hands`, mobs of one slot as a tuple.

    `phase` is the one that those of the first slot are in; `values` change fields of the battle.
    """
    slots = list[Slot]()
    for hand in hands or tuple(play.state.characters):
        names = (hand,) if isinstance(hand, str) else hand
        slots.append(Slot(names, max(play.state.characters[names[0]].ability("neuron"), 1)))
    phases = dict.fromkeys(slots[0].characters, phase)
    fighters = tuple(name for slot in slots for name in slot.characters)
    made: dict[str, Any] = {
        "turn": 1,
        "stage": "hands",
        "fighters": fighters,
        "slots": tuple(slots),
        "phases": phases,
    }
    battle = Battle(**{**made, **values})
    return change(play, battle=battle)


ROOMS = (
    "############",
    "#PP...D....#",
    "#PP.F.#..E.#",
    "#..T..W..E.#",
    "#..G..#..E.#",
    "#..G..#....#",
    "############",
)
"""Two rooms, B2 to F6 and H2 to K6: door G2, window G4, furniture E3, treasure D4, gaps D5 and D6."""


def lay_map(play: Play, *rows: str) -> Play:
    """Lay a map of these rows, north first, in the letters of `grid.py`; without any, the two `ROOMS`."""
    read = read_map(rows or ROOMS)
    assert isinstance(read, Read), read
    return change(play, map=Map(name="試験場", rows=read.rows, areas=read.areas))


def change(play: Play, **values: Any) -> Play:
    """Change fields of the play's state by hand, where the way to it does not matter."""
    return play.given_state(msgspec.structs.replace(play.state, **values))


def alter(play: Play, character: str, **values: Any) -> Play:
    """Change fields of one figure by hand."""
    figure = msgspec.structs.replace(play.state.characters[character], **values)
    return change(play, characters={**play.state.characters, character: figure})


def working(play: Play, dice: Any = None) -> Work:
    """Return a decision on the play's state, to call a part of the rules by itself."""
    return work_on(play, dice)
