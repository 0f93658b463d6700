"""What can be asked of movement: moving, cartwheels, leaps."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command


class Move(Command, frozen=True, kw_only=True, tag="ninjaslayer.move"):
    """Move (通常移動): in a battle as far as the legs go, or the squares of a full move; else freely."""

    character: str
    to: str = ""
    """The square where it ends; left out without a map, or with `path`."""
    path: tuple[str, ...] = ()
    """Square by square, where the way matters; left out: the shortest."""


class Cartwheel(Command, frozen=True, kw_only=True, tag="ninjaslayer.cartwheel"):
    """Try a cartwheel (連続側転) in place of moving; where it succeeds the way follows."""

    character: str
    to: str = ""
    """Where it is to end; left out: it is asked when it succeeds."""
    path: tuple[str, ...] = ()
    quick: int = 0


class Land(Command, frozen=True, kw_only=True, tag="ninjaslayer.land"):
    """Say where a cartwheel that succeeded ends."""

    answers: ClassVar[frozenset[str]] = frozenset({"cartwheel_to"})
    character: str
    to: str
    path: tuple[str, ...] = ()


class CallLeap(Command, frozen=True, kw_only=True, tag="ninjaslayer.call_leap"):
    """Ask for a cartwheel's judgement outside battle, such as for a gap."""

    gm_only: ClassVar[bool] = True
    character: str
    to: str = ""
    """Where it leads; left out without a map."""
    difficulty: str = "normal"


class Leap(Command, frozen=True, kw_only=True, tag="ninjaslayer.leap"):
    """Take a leap that the NM asked a judgement for, or stay."""

    answers: ClassVar[frozenset[str]] = frozenset({"leap"})
    character: str
    choice: Literal["leap", "stay"]
    quick: int = 0


MOVING_COMMANDS: tuple[type[Command], ...] = (Move, Cartwheel, Land, CallLeap, Leap)
