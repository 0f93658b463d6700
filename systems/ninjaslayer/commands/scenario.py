"""What can be asked of a scenario: its stages, the cash pool, looting, what is done in leisure."""

from typing import ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.judging import Change, Count, Judged
from tenmatsu.systems.ninjaslayer.figures import Ability, Place


class BeginScenario(Command, frozen=True, kw_only=True, tag="ninjaslayer.begin_scenario"):
    """Begin a scenario (シナリオ) with its briefing (ダンゴウ): what lasts for one scenario is as new."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    ties: tuple[str, ...] = ()
    """Player characters in the order in which they act at equal initiative, until the scenario's end."""
    slayer: str = ""
    """The character who would stand for Ninja Slayer; left out: `slayer`."""


class BeginPlay(Command, frozen=True, kw_only=True, tag="ninjaslayer.begin_play"):
    """End the briefing: the play (シナリオ本編) begins."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class Evaluate(Command, frozen=True, kw_only=True, tag="ninjaslayer.evaluate"):
    """End the play with an evaluation (評価): a rating, and a reward for each."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    rating: str = ""
    reward: Count = 0
    """万札 for each player character who lives and is not in `rewards`."""
    rewards: dict[str, Count] = msgspec.field(default_factory=dict[str, int])
    """万札 for somebody in particular."""


class DividePool(Command, frozen=True, kw_only=True, tag="ninjaslayer.divide_pool"):
    """Divide the cash pool (万札プール) after the play, as evenly as can be."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    characters: tuple[str, ...] = ()
    """Left out: all player characters who live."""
    rest: tuple[str, ...] = ()
    """Who gets a 万札 each of what does not come out even; what is left stays in the pool."""


class BeginLeisure(Command, frozen=True, kw_only=True, tag="ninjaslayer.begin_leisure"):
    """End the evaluation: the leisure (余暇) begins."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class EndLeisure(Command, frozen=True, kw_only=True, tag="ninjaslayer.end_leisure"):
    """End the leisure, and the scenario with it."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class Treat(Command, frozen=True, kw_only=True, tag="ninjaslayer.treat"):
    """Have an injury (部位損傷) treated in leisure, for cash."""

    character: str
    place: Place


class RaiseAbility(Command, frozen=True, kw_only=True, tag="ninjaslayer.raise_ability"):
    """Raise an ability by 1 in leisure, for cash; what follows from it rises too."""

    character: str
    ability: Ability


class LowerAbility(Command, frozen=True, kw_only=True, tag="ninjaslayer.lower_ability"):
    """Lower an ability in leisure for good; automatic skills that it brought are lost."""

    character: str
    ability: Ability
    amount: Count = 1


class Pursue(Command, frozen=True, kw_only=True, tag="ninjaslayer.pursue"):
    """Pursue something of one's own in leisure: with a judgement, or without one."""

    redactable: ClassVar[bool] = True
    character: str
    what: str = ""
    """In words."""
    value: Judged | None = None
    """Left out: no judgement."""
    difficulty: str = "normal"
    harder: Change = 0
    """What the NM adds to the difficulty."""
    dice: Change = 0
    """What the NM adds to the dice."""


class PutTreasure(Command, frozen=True, kw_only=True, tag="ninjaslayer.put_treasure"):
    """Put treasure into a box (トレジャーボックス) on a square, or on somebody who will leave it behind."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    target: str
    """A square such as `D4`, without a map any word for the box; or a foe."""
    cash: Count = 0
    items: tuple[str, ...] = ()
    """Weapons: keys of `[weapons]`."""
    emergency: Count = 0
    """緊急回避ダイス."""
    quick: Count = 0
    """即応ダイス."""


class Loot(Command, frozen=True, kw_only=True, tag="ninjaslayer.loot"):
    """Loot a box or somebody fallen: in battle an other action on its square."""

    character: str
    target: str
    """Somebody fallen, or a box."""


SCENARIO_COMMANDS: tuple[type[Command], ...] = (
    BeginScenario,
    BeginPlay,
    Evaluate,
    DividePool,
    BeginLeisure,
    EndLeisure,
    Treat,
    RaiseAbility,
    LowerAbility,
    Pursue,
    PutTreasure,
    Loot,
)
