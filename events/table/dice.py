"""Events of chance: rings of keys, what participants stirred in, rolls."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.events.base import Event

RingReason = Literal["opened", "ahead", "renewed", "moved", "lost", "carried"]
Outcome = Literal["critical", "special", "success", "failure", "fumble"]
DiceSourceName = Literal["ring", "entered", "imported", "scripted", "whatif", "same"]


class DiceCommitted(Event, frozen=True, kw_only=True, tag="table.dice_committed"):
    """A ring of keys was committed: the leaf of each is known before its key is used."""

    ring: str
    """`o1`, `o2`, … open; `h1`, `h2`, … hidden."""
    count: int
    leaves: str
    """The SHA-256 leaves of all keys, joined, in hex."""
    keeper: str
    """The participant who runs the machine that holds the seed."""
    why: RingReason
    fixed: bool = False
    """Whether the seed was given from outside: such dice prove nothing."""


class NoncesCommitted(Event, frozen=True, kw_only=True, tag="table.nonces_committed"):
    """A participant committed a chain of nonces by its anchor."""

    by: str
    chain: int
    length: int
    anchor: str
    carried: bool = False


class EntropyAdded(Event, frozen=True, kw_only=True, tag="table.entropy_added"):
    """A participant stirred in the next link of their chain, or a spoken word."""

    by: str
    value: str
    """32 bytes in hex."""
    chain: int | None = None
    link: int | None = None
    word: bool = False


class Rolled(Event, frozen=True, kw_only=True, tag="table.rolled"):
    """Dice fell for a stated purpose, or a card was drawn."""

    ring: str | None = None
    index: int | None = None
    key: str | None = None
    mix: str | None = None
    """The mix under which it fell, in hex; left out while it is zero."""
    dice: tuple[tuple[int, int], ...]
    """(sides, face) of each die in order; a card is one die with as many sides as cards remain."""
    by: str
    """The character or participant who rolls."""
    for_: str = msgspec.field(name="for")
    """What it is for: a key of `words.toml`."""
    source: DiceSourceName = "ring"
    vouched: str | None = None
    """Who vouches for physical dice."""
    retry_of: str | None = None
    """The digest, in hex, of the roll left behind that this one stands for."""
    of: str | None = None
    """The digest, in hex, of the roll that a `same` roll repeats."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces alone."""
        return tuple(face for _, face in self.dice)


class EvaluatedPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What one time of a repeated command, or one set of several, came to."""

    success: bool = False
    failure: bool = False
    critical: bool = False
    fumble: bool = False
    total: int | None = None
    successes: int | None = None
    outcome: Outcome | None = None


class Evaluated(Event, frozen=True, kw_only=True, tag="table.evaluated"):
    """A typed dice command came to something; the dice themselves stand in the roll before it."""

    redactable: ClassVar[bool] = True
    by: str
    """The character or participant who rolls."""
    bot: str
    """The system of the notation, by its id."""
    command: str
    """As it was understood: upper case, numbers worked out, without `S` and remark."""
    text: str
    """The line that tables know, in Japanese."""
    secret: bool = False
    success: bool = False
    failure: bool = False
    critical: bool = False
    fumble: bool = False
    total: int | None = None
    """The sum, the value read, or the row of a table."""
    successes: int | None = None
    """How many dice met the target."""
    outcome: Outcome | None = None
    """The one word for what it came to, where the command judges."""
    parts: tuple[EvaluatedPart, ...] = ()
    """Of a repeat or several sets, what each came to."""
