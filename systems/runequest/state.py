"""The state that the events of a session fold into."""

from typing import Literal

import msgspec

from tenmatsu.engine.windows import Window
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.castings import Casting, SpiritFight
from tenmatsu.systems.runequest.figures import Characteristic, Figure
from tenmatsu.systems.runequest.melee import Fought, Melee

ROUNDS_A_MINUTE = 5
ROUNDS_AN_HOUR = 300
ROUNDS_A_DAY = 7200
ChoiceKind = Literal[
    "act",
    "defend",
    "accept_spell",
    "boost",
    "pull_out",
    "spirit_beaten",
    "retreat_distance",
]
"""Choices of one person: keys of `[pending]`."""
WindowKind = Literal["last_moment"]
"""Moments in which several are asked in turn: keys of `[pending]`."""
Data = dict[str, int | str]
"""What a choice carries to the step that follows it."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A choice of one person that the game waits for."""

    kind: ChoiceKind
    whom: str
    """A character, or `@gm`."""
    options: tuple[str, ...]
    """Keys of `[labels]`; one may say what it is about behind a colon (`parry:round_shield`)."""
    then: str
    """The step that follows, by name in `decide/choosing.py`."""
    data: Data = {}


class Draft(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's character that is not made yet: the sheets chosen so far."""

    sheets: dict[str, str] = {}
    """`templates`, `homelands`, `occupations` → what was chosen of it."""
    characteristics: dict[Characteristic, int] = {}
    """Those given freely, in place of a template's."""


class Treatment(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """First aid under way."""

    healer: str
    patient: str
    location: str
    purpose: Literal["stop", "heal"]
    until: int
    """The round of the clock at whose end it is rolled."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the game folds from its events."""

    characters: dict[str, Figure] = {}
    drafts: dict[str, Draft] = {}
    words: dict[str, str] = {}
    """What people typed: `intent:pc1`. For reading alone: no rule reads it."""
    now: int = 0
    """The clock in melee rounds of 12 s, since the session of the game began."""
    until: int | None = None
    """Where the clock is going, while something that falls due on the way stops it."""
    melee: Melee | None = None
    blow: Blow | None = None
    blows: tuple[Blow, ...] = ()
    """Blows that come behind the one under way, in order (a free blow at each who flees, a fumble's)."""
    casting: Casting | None = None
    spirit_fights: tuple[SpiritFight, ...] = ()
    treatments: tuple[Treatment, ...] = ()
    choices: tuple[Choice, ...] = ()
    """Choices of one person each, in order."""
    windows: tuple[Window, ...] = ()
    """Moments of answering, the newest last; they stand before `choices`."""
    fought: Fought | None = None
