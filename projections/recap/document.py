"""A recap as blocks: what a style makes of a story, and what every format renders."""

from typing import Literal

import msgspec

from tenmatsu.engine.language import Lang
from tenmatsu.projections.turning import Interval

Style = Literal["digest", "book", "novel", "raw"]
ParagraphKind = Literal["narration", "speech", "talk", "note", "event", "entry", "sealed", "redacted"]
"""`speech` is a figure's, `talk` a participant's own; an `entry` is a line of a digest or log."""


class Block(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="block"):
    """A part of a document; `version` and `commit` name the entry that it comes from."""

    version: int = 0
    """0 where it comes from none: fixed phrases, and what counts over many entries."""
    commit: str = ""
    refers: bool = False
    """Whether the entry's own place is elsewhere in the document."""


class Heading(Block, frozen=True, kw_only=True, tag="heading"):
    """A heading of level 2 or 3."""

    level: Literal[2, 3]
    text: str
    mark: str = ""
    """The sign before it in books: ■ or ◆."""


class Notice(Block, frozen=True, kw_only=True, tag="notice"):
    """Something the reader should know beforehand, or a template to fill in."""

    text: str


class Fact(Block, frozen=True, kw_only=True, tag="fact"):
    """A label with its value."""

    label: str
    text: str
    colour: int = 0
    """The speaker's colour, counted from 1."""


class Paragraph(Block, frozen=True, kw_only=True, tag="paragraph"):
    """One line of the story."""

    kind: ParagraphKind
    text: str
    """May have several lines."""
    name: str = ""
    colour: int = 0
    label: str = ""
    """A word before it: the tab, `secret`."""
    struck: bool = False
    """Whether it is a roll that does not count; the note says so in words."""
    note: str = ""
    """Marks behind it: kept or not, disputes, rulings."""
    is_chat: bool = False


class Framed(Block, frozen=True, kw_only=True, tag="framed"):
    """A line of a frame."""

    text: str
    result: Literal["", "success", "failure"] = ""
    word: str = ""
    """The result in words."""
    struck: bool = False
    """Whether it is a roll that does not count; the note says so in words."""
    note: str = ""
    """Marks behind it: kept or not, disputes, rulings."""


class Frame(Block, frozen=True, kw_only=True, tag="frame"):
    """What one action rolled and brought, in a frame."""

    lines: tuple[Framed, ...]
    label: str = ""


class Row(Block, frozen=True, kw_only=True, tag="row"):
    """A row of a table."""

    cells: tuple[str, ...]


class Table(Block, frozen=True, kw_only=True, tag="table"):
    """A table with its columns' heads."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a commit of a fight; the versions are those of its entries."""

    first: int
    last: int
    version: int
    """Of the entry that tells it."""
    commit: str
    text: str
    """That entry in words."""
    certain: bool
    """Whether the fight was decided: nothing is estimated then."""


class CurveLine(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of one thing that may come of a fight, from point to point."""

    text: str
    is_life: bool
    """Whether it is somebody's life, and not how the fight ends."""
    summary: str
    """The chance at both ends."""
    graph: str
    """What the line shows, in a sentence."""
    spark: str
    """The line as blocks."""
    chances: tuple[Interval, ...]
    percents: tuple[str, ...]
    """The chances in words."""


class CurveTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A point that moved a chance most."""

    point: int
    """Its place among the points, from 0."""
    line: int
    """The place of the line that it moved."""
    version: int
    commit: str
    text: str
    change: str


class Curve(Block, frozen=True, kw_only=True, tag="curve"):
    """The chances of what comes of a fight, from commit to commit."""

    title: str
    fighters: str
    lines: tuple[CurveLine, ...]
    """The outcome first, then the lives that were at stake."""
    points: tuple[CurvePoint, ...]
    turns: tuple[CurveTurn, ...]
    """In order of time."""
    turns_label: str
    note: str
    games: int
    seed: int


class Picture(Block, frozen=True, kw_only=True, tag="picture"):
    """What the game draws of a figure, or of the table."""

    title: str
    text: tuple[str, ...]
    """Lines for a terminal."""
    svg: str
    """Markup: names in it are escaped."""
    alt: str
    """The whole of it in words."""


AnyBlock = Heading | Notice | Fact | Paragraph | Frame | Table | Curve | Picture


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A recap, ready to be rendered."""

    session: str
    lang: Lang
    style: Style
    title: str
    banner: str = ""
    """What stands over everything where the line is not the current timeline."""
    is_whatif: bool = msgspec.field(name="whatif", default=False)
    branch: str = ""
    """The id of the line that is told; empty where none in particular is."""
    blocks: tuple[AnyBlock, ...]
    head: str
    """The hash of the line's last commit, in hex."""
    version: int
    head_label: str
    head_text: str
