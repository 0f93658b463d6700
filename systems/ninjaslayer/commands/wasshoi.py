"""What can be asked of DKK, the Wasshoi judgement, and how Ninja Slayer enters."""

from typing import ClassVar

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.judging import Change, Count


class GainDkk(Command, frozen=True, kw_only=True, tag="ninjaslayer.gain_dkk"):
    """Let somebody gain DKK by an evil deed: as the table has it, or as the NM says."""

    gm_only: ClassVar[bool] = True
    character: str
    deed: str = ""
    """A key of `[dkk]`."""
    times: Count = 1
    """How many people, or how often."""
    amount: Count = 0
    """So much, where no deed is named."""


class JudgeWasshoi(Command, frozen=True, kw_only=True, tag="ninjaslayer.wasshoi"):
    """Make the Wasshoi judgement (Wasshoi!判定): 2D6, at most the highest DKK of those there."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    modifier: Change = 0
    """Added to what may be rolled at most, as for ニンジャソウルの闇."""
    target: str = ""
    """Which of several with the highest DKK; left out: the first of them."""
    slayer: str = ""
    """The character who stands for Ninja Slayer; left out: as the scenario began."""


class ChooseEntry(Command, frozen=True, kw_only=True, tag="ninjaslayer.choose_entry"):
    """Choose a row of the table of entries, where the dice twice found one that cannot be."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"entry_choice"})
    choice: str


class PlaceSlayer(Command, frozen=True, kw_only=True, tag="ninjaslayer.place_slayer"):
    """Choose where Ninja Slayer enters: a square, or whom he was disguised as."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"entry_square", "entry_npc"})
    choice: str


WASSHOI_COMMANDS: tuple[type[Command], ...] = (GainDkk, JudgeWasshoi, ChooseEntry, PlaceSlayer)
