"""What can be asked of damage: harm outside of attacks, survival checks, treatment, zombie time."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.boosting import Boosted
from tenmatsu.systems.akatsuki.rows import Way
from tenmatsu.systems.akatsuki.state import Harm


class InflictHarm(Command, frozen=True, kw_only=True, tag="akatsuki.harm"):
    """Let harm of some kind and rank befall somebody: a fall, fire, a trap (GM)."""

    gm_only: ClassVar[bool] = True
    character: str
    harm: Harm
    rank: int


class RollSurvival(Boosted, frozen=True, kw_only=True, tag="akatsuki.roll_survival"):
    """Roll the survival check (生死チェック) that is due."""

    answers: ClassVar[frozenset[str]] = frozenset({"survive"})
    choice: Literal["roll"] = "roll"
    effect: int = 0
    """What a 高天力 or anything else adds."""


class Treat(Boosted, frozen=True, kw_only=True, tag="akatsuki.treat"):
    """Care for a wound: 応急手当 or 治療; success turns the damage card over."""

    patient: str
    way: Way = "first_aid"
    difficulty: int = 0
    gear: int = 0
    effect: int = 0


class Awaken(Command, frozen=True, kw_only=True, tag="akatsuki.awaken"):
    """Let an unconscious character come round (GM)."""

    gm_only: ClassVar[bool] = True
    character: str


DAMAGE_COMMANDS: tuple[type[Command], ...] = (InflictHarm, RollSurvival, Treat, Awaken)
