"""The table's state: who sits at it, what they play, where the story and the dice stand."""

from typing import Any, Literal

import msgspec

from tenmatsu.events.table import Answer, MarkSign, Role


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A participant at the table."""

    role: Role
    present: bool = True


class Character(msgspec.Struct, frozen=True, gc=False):
    """A figure, and who plays it."""

    participant: str
    name: str = ""


class Ring(msgspec.Struct, frozen=True, gc=False):
    """A ring of dice keys as the line knows it."""

    count: int
    keeper: str
    fixed: bool
    leaves_sha256: str = ""
    """Of the leaves as the event writes them, so that a seed can be held against what was committed."""
    ended: bool = False
    """Whether it was given up for a later one (lost seed, moved session, the GM's wish)."""
    spent: int = 0
    """Keys shown on this line, counted to the highest index."""
    worded: bool = False
    """Whether a word was stirred in since it was committed."""
    witnesses: tuple[str, ...] = ()


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A roll or outcome that somebody questioned, and the ruling once there is one."""

    number: int
    by: str
    about: str
    """The digest of the event, or the hash of the commit, in hex."""
    commit: str
    audience: str = ""
    answer: Answer | None = None
    """None while it waits for the GM."""
    ruled_by: str = ""


class Marking(msgspec.Struct, frozen=True, gc=False):
    """What somebody thinks of a commit, or of a whole line."""

    by: str
    commit: str
    """Its hash in hex; empty where a whole line is meant."""
    line: str
    mark: MarkSign
    text: str


class LastLink(msgspec.Struct, frozen=True, gc=False):
    """The newest chain of nonces of a participant, and its last link shown."""

    chain: int
    length: int
    index: int
    """0 while no link was shown: the anchor."""
    value: str
    """The link, or the anchor, in hex."""


class Plot(msgspec.Struct, frozen=True, gc=False):
    """Choices that lie face down until all are opened together."""

    among: tuple[str, ...]
    """The participants whose choices it waits for."""
    sealed: dict[str, str] = {}
    """By the character or participant whose choice it is, who sealed it."""
    is_open: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """The participants who have sealed nothing yet."""
        return tuple(one for one in self.among if one not in self.sealed.values())


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine itself folds from `table.*` events."""

    system: str = ""
    rules_version: int = 0
    options: dict[str, Any] = {}
    table_options: dict[str, Any] = {}
    tables: str | None = None
    tables_sha256: str = ""
    title: str = ""
    is_open: bool = False
    sitting: int = 0
    scenario_goes_on: bool = True
    seats: dict[str, Seat] = {}
    characters: dict[str, Character] = {}
    scene: int = 0
    scene_title: str = ""
    in_scene: bool = False
    corrections: int = 0
    """Edits and retractions so far: readers need not look for any while there are none."""
    aliases: dict[str, str] = {}
    """By participant or character, the name shown in place of their own."""
    rings: dict[str, Ring] = {}
    mix: str = ""
    """The mix in hex, empty while it is zero."""
    links: dict[str, LastLink] = {}
    """By participant, the last link shown on this line."""
    adoptions: int = 0
    forked: Literal["", "undo", "ruling", "whatif"] = ""
    """Why this line left its parent."""
    fork_of: str = ""
    """The line that was forked, whose rolls a what-if line may repeat."""
    whatif_dice: Literal["same", "fresh"] = "fresh"
    """Whether a what-if line repeats the rolls of the line that was forked first."""
    adopted: bool = True
    """Whether the line was ever taken as the current timeline (the first one is)."""

    disputes: tuple[Dispute, ...] = ()
    """By their numbers, from 1; those on hidden things are missing from the state of who may not see them."""

    closed: str = ""
    """The audience of the line itself, where not everybody sees it; empty where everybody does."""
    marks: tuple[Marking, ...] = ()
    """The newest of each person on each thing, in the order in which they were made."""
    plots: dict[str, Plot] = {}
    aside: str = ""
    """The audience of what the game waits for, where not everybody sees it; empty where everybody does."""

    def is_gm(self, participant: str) -> bool:
        """Return whether the participant is the game master."""
        seat = self.seats.get(participant)
        return seat is not None and seat.role == "gm"

    def player_of(self, character: str) -> str | None:
        """Return the participant who plays a character, None where it is unknown."""
        figure = self.characters.get(character)
        return figure.participant if figure else None

    def find_dispute(self, number: int) -> Dispute | None:
        """Return the dispute with this number."""
        return next((one for one in self.disputes if one.number == number), None)

    def open_disputes(self) -> tuple[Dispute, ...]:
        """Return the disputes that wait for a ruling."""
        return tuple(one for one in self.disputes if one.answer is None)

    def names(self) -> dict[str, str]:
        """Return the names of characters by id, the id where one has none, and the aliases of anybody."""
        named = {key: figure.name or key for key, figure in self.characters.items()}
        return {**named, **self.aliases}
