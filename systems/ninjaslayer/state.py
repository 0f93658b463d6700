"""The state that the events of a session fold into: the figures, the map, the scenario, what is under way."""

from typing import Literal

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.assaults import Assault, Landing
from tenmatsu.systems.ninjaslayer.battle import Battle, Fought
from tenmatsu.systems.ninjaslayer.figures import Figure

Stage = Literal["briefing", "play", "evaluation", "leisure", "over"]
"""ダンゴウ, シナリオ本編, 評価, 余暇; `over` before the first scenario and after a leisure."""


class Map(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The map (マップ) as it stands: one letter a square, rows from north to south, all as long."""

    name: str = ""
    rows: tuple[str, ...] = ()
    """Letters as `grid.py` reads them; an opened door has another letter."""
    areas: dict[str, tuple[str, ...]] = {}
    """Squares of each deployment area (初期配置エリア), by its name."""


class Judging(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A judgement that is rolled and may still be rolled again, or goes on behind a choice."""

    character: str
    purpose: str
    """A key of `[rolls]`."""
    value: str
    """What is rolled: an ability, or a value such as `cartwheel`: a key of `[labels]`."""
    dice: int
    difficulty: int
    """A place in the ladder of difficulties, 0 for KIDS."""
    faces: tuple[int, ...]
    successes: int
    then: str
    """A key of the steps that follow (`decide/judging.py`)."""
    about: dict[str, int | str] = {}
    """What that step needs to know."""
    quick: int = 0
    """How many of the dice were quick dice."""
    circumstances: tuple[Circumstance, ...] = ()
    """What changed the difficulty."""
    pattern: tuple[int, ...] = ()
    """The faces that were looked for."""


class Contest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An opposed judgement (対抗判定) under way."""

    characters: tuple[str, ...]
    value: str
    place: int
    """The difficulty as a place in the ladder."""
    harder: int = 0
    dice: dict[str, int] = {}
    """What is added to somebody's dice."""
    quick: dict[str, int] = {}
    """What somebody declared of quick dice."""
    damage: bool = False
    """Whether the losers take the difference."""
    successes: dict[str, int] = {}
    """Of those who have rolled."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A choice that a rule gives to somebody, besides those of an assault."""

    kind: str
    """A key of `[pending]`."""
    whom: str
    options: tuple[str, ...]
    about: dict[str, int | str] = {}
    """What its question names, and what the step behind it needs to know."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The scenario (シナリオ) under way."""

    number: int = 0
    stage: Stage = "over"
    pool: int = 0
    """The cash pool (万札プール)."""
    ties: tuple[str, ...] = ()
    """Player characters in the order in which they act at equal initiative, until the scenario's end."""
    slayer: str = ""
    """The character who would stand for Ninja Slayer, where one was named."""
    past: tuple[str, ...] = ()
    """Foes of the last scenario, gone when the next one begins."""


class Body(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Somebody fallen, or a treasure box (トレジャーボックス), that lies on a square and may be looted."""

    square: str
    cash: int = 0
    items: tuple[str, ...] = ()
    """Weapons, keys of `[weapons]`."""
    emergency: int = 0
    quick: int = 0
    carried: bool = False
    """Whether it is still on somebody who may yet fall."""


class Wasshoi(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Ninja Slayer comes: what is still to be settled of his entry (エントリー)."""

    target: str
    """The ninja with the highest DKK."""
    entry: int
    """A row of the table of entries, 1 to 6."""
    slayer: str
    """The character who will stand for him."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the game folds from its events."""

    characters: dict[str, Figure] = {}
    map: Map = Map()
    scenario: Scenario = Scenario()
    battle: Battle | None = None
    fought: Fought | None = None
    judging: Judging | None = None
    contest: Contest | None = None
    assaults: tuple[Assault, ...] = ()
    """Attacks under way, the newest last: a counter, a wall hit stand on top of what they interrupt."""
    choices: tuple[Choice, ...] = ()
    """Choices to be made before anything goes on, the next first."""
    landings: tuple[Landing, ...] = ()
    """Blows that wait for the choice of a crushing, in the order of those choices."""
    bodies: dict[str, Body] = {}
    """What may be looted, by the character or the name of the box."""
    wasshoi: Wasshoi | None = None
