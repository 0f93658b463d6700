"""What happens to DKK, in the Wasshoi judgement, and when Ninja Slayer enters."""

from tenmatsu.events.base import Event


class DkkGained(Event, frozen=True, kw_only=True, tag="ninjaslayer.dkk_gained"):
    """Somebody gained DKK."""

    character: str
    deed: str
    """A key of `[dkk]`; empty where the NM said how much."""
    faces: tuple[int, ...]
    amount: int
    """As it came, also where more than the most does not count."""
    now: int

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        if not self.deed:
            return "said"
        return "rolled" if self.faces else "flat"


class WasshoiJudged(Event, frozen=True, kw_only=True, tag="ninjaslayer.wasshoi_judged"):
    """The Wasshoi judgement was made."""

    target: str
    """The ninja with the highest DKK."""
    dkk: int
    modifier: int
    needed: int
    """What the sum may come to at most."""
    faces: tuple[int, ...]
    total: int
    success: bool


class EntryRolled(Event, frozen=True, kw_only=True, tag="ninjaslayer.entry_rolled"):
    """The table of entries said how Ninja Slayer comes, if that can be."""

    target: str
    face: int
    entry: str
    """The name of the row."""
    possible: bool
    again: bool = False
    """Whether it is the one reroll."""
    slayer: str

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return "possible" if self.possible else "last" if self.again else "reroll"


class EntryAsked(Event, frozen=True, kw_only=True, tag="ninjaslayer.entry_asked"):
    """The NM is asked for a row of the table of entries."""

    target: str
    entries: tuple[str, ...]
    """Names of the rows that can be."""


class EntryChosen(Event, frozen=True, kw_only=True, tag="ninjaslayer.entry_chosen"):
    """The NM chose a row of the table of entries."""

    entry: str
    face: int


class EntrySquareAsked(Event, frozen=True, kw_only=True, tag="ninjaslayer.entry_square_asked"):
    """The NM is asked where Ninja Slayer enters, or without a map whom he was disguised as."""

    target: str
    entry: str
    squares: tuple[str, ...] = ()
    npcs: tuple[str, ...] = ()


class SlayerEntered(Event, frozen=True, kw_only=True, tag="ninjaslayer.slayer_entered"):
    """Ninja Slayer is there."""

    slayer: str
    entry: str
    target: str
    """Whom he attacks first: the ninja with the highest DKK."""
    square: str
    """Empty without a map."""
    replaced: str = ""
    """Whom he was disguised as."""
    opened: str = ""
    """The door that he kicked in."""
    broken: str = ""
    """The window that he broke."""
    fright: int = 0
    """By how much cartwheels are harder."""
    shaken: tuple[str, ...] = ()
    """For whom."""
    until: int = 0
    """The turn with whose end that ends."""

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        place = "mapped" if self.square else "unmapped"
        return f"{place}{'_disguise' if self.replaced else ''}{'_fright' if self.shaken else ''}"


WASSHOI_EVENTS: tuple[type[Event], ...] = (
    DkkGained,
    WasshoiJudged,
    EntryRolled,
    EntryAsked,
    EntryChosen,
    EntrySquareAsked,
    SlayerEntered,
)
