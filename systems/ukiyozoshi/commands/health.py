"""What can be asked about wounds, sleep, food and fatigue (負傷, 睡眠 食事 疲労)."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands.checks import CheckCommand


class Treat(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.treat"):
    """Treat fresh wounds (手当て) with a roll of 医術."""

    patient: str
    medicine: str = ""
    """A medicine from the healer's or the patient's belongings."""


class Tend(Command, frozen=True, kw_only=True, tag="ukiyozoshi.tend"):
    """Care for wounds that were treated before; each day once, without a roll."""

    character: str
    patient: str
    medicine: str = ""


class Recover(Command, frozen=True, kw_only=True, tag="ukiyozoshi.recover"):
    """Roll somebody's recovery now, for who does not live by the clock."""

    gm_only: ClassVar[bool] = True
    character: str


class Sleep(Command, frozen=True, kw_only=True, tag="ukiyozoshi.sleep"):
    """Go to sleep, for some hours or until the morning."""

    character: str
    hours: Annotated[int, msgspec.Meta(ge=0, le=24)] = 0
    """0: until the morning."""


class Wake(Command, frozen=True, kw_only=True, tag="ukiyozoshi.wake"):
    """Wake up, or be woken."""

    character: str


class Eat(Command, frozen=True, kw_only=True, tag="ukiyozoshi.eat"):
    """Take a meal, or only water."""

    character: str
    meals: Annotated[int, msgspec.Meta(ge=0, le=3)] = 1
    water: bool = True


class Tire(Command, frozen=True, kw_only=True, tag="ukiyozoshi.tire"):
    """Say that long work or a hard way has tired somebody, or that they are rested."""

    gm_only: ClassVar[bool] = True
    character: str
    fatigued: bool = True


HEALTH_COMMANDS: tuple[type[Command], ...] = (Treat, Tend, Recover, Sleep, Wake, Eat, Tire)
