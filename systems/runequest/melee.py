"""A melee in rounds (戦闘ラウンド): intents, the queue of strike ranks, who is engaged with whom."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.systems.runequest.figures import Figure

StepKind = Literal[
    "attack",
    "shoot",
    "spell",
    "move",
    "ready",
    "knockback",
    "aimed_blow",
    "retreat",
    "flee",
    "guard",
    "dodge_missiles",
    "pull_weapon",
    "rise",
    "first_aid",
    "spirit_leave",
    "spirit_dance",
    "appear",
    "other",
]
"""What can be declared. `guard`: a shield held up for locations; `other`: what the GM judges."""
Stage = Literal["intents", "movement", "resolution", "bookkeeping"]
"""The four phases of a melee round."""
ActionState = Literal["declared", "resolving", "held", "carried", "done", "lost"]
"""`carried`: a spell that goes on in a later round; `lost`: dropped, impossible or spoiled."""
Way = Literal["straight", "crossing", "evading"]
"""How somebody runs, as a shot sees it: straight or not at all, across the line of fire, evading."""
Result = Literal["players_win", "foes_win", "nobody_wins", "undecided"]


Amount = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""Points and levels of a spell: never below 0, where they would make it cheaper."""


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One step of an intent, as it is asked; the rules make one action or several of it."""

    kind: StepKind
    target: str = ""
    """Whom it aims at; empty where that is settled when it is due."""
    arm: str = ""
    """The id of the weapon, shield or what is made ready."""
    special: Literal["", "slash", "impale", "crush"] = ""
    """Which special damage is meant, of a weapon that has several; its first where empty."""
    parts: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=400)], ...], msgspec.Meta(max_length=8)] = ()
    """The parts of a split attack, in percent of the bare skill."""
    units: Annotated[int, msgspec.Meta(ge=-999, le=999)] = 0
    """Movement in units of 3 m."""
    toward: str = ""
    """Whom one moves to, or away from with negative units."""
    locations: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    """The location aimed at, or those that a shield held up covers."""
    spell: str = ""
    points: Amount = 0
    """Magic or rune points of the spell itself, or its intensity."""
    boost: Amount = 0
    """Magic points to get through defensive magic."""
    strength: Amount = 0
    range: Amount = 0
    duration: Amount = 0
    """Levels of a sorcery spell's manipulation."""
    rune: str = ""
    """The affinity that a rune spell is cast with."""
    at: str = ""
    """The arm or location that the spell works on."""
    anyone: bool = False
    """A shot at whoever of the packed group that the target stands in."""
    at_once: bool = False
    """Made ready beside the step before it, by leave of the GM: the longer alone counts."""


Plan = tuple[Step, ...]
"""The steps of an intent, in order."""


class Action(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An entry of the queue: a step with its strike rank."""

    id: int
    """Counted over the whole melee."""
    character: str
    step: Step
    sr: int
    """1..12."""
    usual: int = 0
    """What it would be by DEX, SIZ and length: the order of those that wait for SR 12; 0 for `sr` itself."""
    state: ActionState = "declared"
    part: int | None = None
    """The percent of this part, of a split attack."""
    off_hand: bool = False
    rounds_left: int = 0
    """Of a spell that carries over: whole rounds still to go before `sr` is reached."""
    spoiled: bool = False
    """Whether damage broke the concentration."""


class Intent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What somebody declared for this round; the words stand in `State.words`."""

    steps: tuple[Step, ...] = ()
    spirit_leaves: bool = False
    """Whether a spirit combat won is used to get away."""


class Melee(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fight in rounds."""

    round: int = 1
    stage: Stage = "intents"
    sr: int = 0
    """The strike rank reached in this round."""
    fighters: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    intents: dict[str, Intent] = {}
    queue: tuple[Action, ...] = ()
    """Of this round and carried over, as declared; the order of resolution is reckoned."""
    next_id: int = 1
    batch: tuple[int, ...] = ()
    """The actions of one moment (same SR, same DEX): each is done whatever the others bring about."""
    moment: dict[str, Figure] = {}
    """Where several act at one moment: they as they were when it began, to whom the others do nothing yet."""
    reach: tuple[tuple[str, str], ...] = ()
    """Who was engaged when the moment of `moment` began."""
    carried: tuple[int, ...] = ()
    """The actions that came over from an earlier round."""
    engaged: tuple[tuple[str, str], ...] = ()
    """Pairs within each other's reach (接敵), ids in order."""
    closing: tuple[tuple[str, str], ...] = ()
    """Pairs that closed this round: movement between them cost no SR."""
    places: dict[str, int] = {}
    """Metres along the line on which distances are reckoned."""
    moved: dict[str, int] = {}
    """Units moved this round."""
    defences: dict[str, int] = {}
    """Parries and dodges tried this round: −20 each."""
    shields_used: dict[str, Literal["attack", "parry"]] = {}
    """What a shield did this round, by `character|arm`."""
    guards: dict[str, tuple[str, ...]] = {}
    """Locations behind a shield held up, by `character|arm`."""
    cast: dict[str, int] = {}
    """Spells cast this round."""
    struck: dict[str, bool] = {}
    """Who made a melee attack this round: no spell besides, when engaged."""
    cover: dict[str, tuple[str, ...]] = {}
    """Locations behind an obstacle, by character."""
    packed: tuple[tuple[str, ...], ...] = ()
    """Who stand packed together: a shot may go at whoever of a group."""
    ways: dict[str, Way] = {}
    """How those run who do not run straight; it counts in rounds in which they move."""
    surprise: dict[str, int] = {}
    """Strike ranks that surprise adds, in the first round."""
    at_once: tuple[str, ...] = ()
    """Who may make ready beside another step this round, by leave of the GM."""
    prepared: dict[str, str] = {}
    """The spell that somebody has ready, by character: its preparation is over."""
    ending: Result | None = None


class Fought(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The last melee, as it ended."""

    fighters: tuple[str, ...]
    result: Result
    rounds: int
    now: int
    """The round of the clock at its end; what came of it is told until the clock moves on."""


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two ids in order."""
    return (one, other) if one <= other else (other, one)
