"""What can be asked of the part `damage`."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command


class Weaken(Command, frozen=True, kw_only=True, tag="ninjaslayer.weaken"):
    """Let somebody lose spirit, or suffer ability damage (能力値ダメージ), without a blow (NM)."""

    gm_only: ClassVar[bool] = True
    character: str
    what: Literal["spirit", "karate", "neuron", "wazamae", "legs"]
    amount: int


class PerformKaishaku(Command, frozen=True, kw_only=True, tag="ninjaslayer.kaishaku"):
    """Give an unconscious foe next to you the coup de grâce (カイシャク), as an other action."""

    character: str
    target: str


class Revive(Command, frozen=True, kw_only=True, tag="ninjaslayer.revive"):
    """
    Bring somebody unconscious back to their feet.

    A comrade next to them does it as an other action; the NM without anybody (`character` empty), and
    with other figures than the usual ones where a remedy says so.
    """

    character: str = ""
    target: str
    vitality: int | None = None
    spirit: int | None = None


class Heal(Command, frozen=True, kw_only=True, tag="ninjaslayer.heal"):
    """Give vitality or spirit back, at most what the sheet says (NM); nobody wakes by that."""

    gm_only: ClassVar[bool] = True
    character: str
    vitality: int = 0
    spirit: int = 0


class Spare(Command, frozen=True, kw_only=True, tag="ninjaslayer.spare"):
    """Say that instant death leaves somebody unconscious at 0 and 0 in this scenario, or no more (NM)."""

    gm_only: ClassVar[bool] = True
    character: str
    spared: bool = True


class PickCrushing(Command, frozen=True, kw_only=True, tag="ninjaslayer.pick_crushing"):
    """Choose which crushing (痛打) of several counts, by option `crushing_pick`."""

    answers: ClassVar[frozenset[str]] = frozenset({"crushing_pick"})
    character: str
    choice: str
    """The damage that it adds."""


class SettleSquare(Command, frozen=True, kw_only=True, tag="ninjaslayer.settle_square"):
    """Choose the free square on which somebody knocked away comes to rest."""

    answers: ClassVar[frozenset[str]] = frozenset({"settle_square"})
    character: str
    choice: str


DAMAGE_COMMANDS: tuple[type[Command], ...] = (
    Weaken,
    PerformKaishaku,
    Revive,
    Heal,
    Spare,
    PickCrushing,
    SettleSquare,
)
