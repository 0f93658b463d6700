"""What happens in checks (行為判定) and opposed rolls (対抗ロール)."""

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.state import Check, Contest


class CheckAsked(Event, frozen=True, kw_only=True, tag="ukiyozoshi.check_asked"):
    """A check came up in somebody else's action; its character may buy it or roll."""

    check: Check


class Checked(Event, frozen=True, kw_only=True, tag="ukiyozoshi.checked"):
    """A check fell or was bought; while it has choices its result is still open."""

    character: str
    check: Check


class FailureAccepted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.failure_accepted"):
    """A failed check stands."""

    character: str
    roll: str


class ContestBegun(Event, frozen=True, kw_only=True, tag="ukiyozoshi.contest_begun"):
    """Two characters measured themselves against each other."""

    contest: Contest


class ContestHung(Event, frozen=True, kw_only=True, tag="ukiyozoshi.contest_hung"):
    """An opposed roll went against somebody who may still change it."""

    character: str
    check: Check


class ContestTied(Event, frozen=True, kw_only=True, tag="ukiyozoshi.contest_tied"):
    """An opposed roll ended level and is rolled again."""

    contest: Contest


class ContestDecided(Event, frozen=True, kw_only=True, tag="ukiyozoshi.contest_decided"):
    """An opposed roll was decided."""

    winner: str
    loser: str
    lead: int
    """By how much: the difference of the totals, or of the margins where there is a difficulty."""
    success: bool
    """Whether the winner reached the difficulty too, where there is one."""


class LieTold(Event, frozen=True, kw_only=True, tag="ukiyozoshi.lie_told"):
    """A lie (偽証) met its listener: what 知覚 needs to see through it, and whether it did."""

    character: str
    listener: str
    difficulty: int
    believed: bool


class PocketPicked(Event, frozen=True, kw_only=True, tag="ukiyozoshi.pocket_picked"):
    """A pickpocket (掏り) tried a purse: whether it was taken, and whether it was felt."""

    character: str
    target: str
    taken: bool
    noticed: bool

    @property
    def result(self) -> str:
        """Return the case of its line."""
        return f"{'taken' if self.taken else 'missed'}_{'noticed' if self.noticed else 'unnoticed'}"


class Sneaked(Event, frozen=True, kw_only=True, tag="ukiyozoshi.sneaked"):
    """Somebody hid from another or followed them (隠密, 尾行)."""

    character: str
    watcher: str
    tail: bool = False
    hidden: bool
    """Whether it stayed unseen, and in a tail kept the other in sight."""


CHECK_EVENTS: tuple[type[Event], ...] = (
    CheckAsked,
    Checked,
    FailureAccepted,
    ContestBegun,
    ContestHung,
    ContestTied,
    ContestDecided,
    LieTold,
    PocketPicked,
    Sneaked,
)
