"""The story of a session as values: what every style of recap tells from, and nothing beside it."""

from fractions import Fraction
from typing import Literal

import msgspec

from tenmatsu.engine.language import Lang
from tenmatsu.events.table import Role, Tab
from tenmatsu.projections.luck import Luck
from tenmatsu.projections.turning import Interval

LineKind = Literal["scene", "speech", "narration", "note", "roll", "event", "sealed", "redacted"]


class CheckShown(msgspec.Struct, frozen=True, kw_only=True):
    """A check in words and figures."""

    who: str
    what: str
    text: str
    """What was rolled, what was needed and what fell."""
    success: bool | None
    kept: bool = True
    """Whether it counts; one that a rule let be rolled again or bought does not (不採用)."""
    note: str = ""
    """Whether it was kept, and what that cost, in words; empty where nothing was rolled again."""


class Turned(msgspec.Struct, frozen=True, kw_only=True):
    """How far an entry turned a fight (山場), in words."""

    rank: int
    """1 for the one that turned it most."""
    stake: int
    """What it moved, by its place in the fight."""
    mark: str
    """What stands before it in a digest."""
    change: str
    """Of what, the chance before and after it, and how far that can be off."""
    note: str
    """What stands behind it in a book."""


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of the log, as a recap may tell it."""

    kind: LineKind
    version: int
    commit: str
    """The first digits of the commit's hash."""
    at: str = ""
    tag: str = ""
    text: str
    """The event's line in words, on one line."""
    speaker: str = ""
    """The id of who speaks."""
    name: str = ""
    in_character: bool = False
    words: str = ""
    """What somebody typed: speech, narration, a note, a scene's title; may have several lines."""
    number: int = 0
    """Of the scene that it opens."""
    tab: Tab = "main"
    secret: bool = False
    """Whether not everybody may see it."""
    edited: bool = False
    """Whether the words are not those first recorded; speech is marked so outside its quotation marks."""
    whatif: bool = False
    hidden: bool = False
    """Whether it is book-keeping."""
    housekeeping: bool = False
    """Whether it is about the table and stands in the title block, in headings or nowhere in a book."""
    highlight: bool = False
    minor: bool = False
    """Whether it is a highlight that comes behind the others."""
    told: bool = False
    """Whether a novel tells it in its own line."""
    outcome: str = ""
    """How a situation ended with this event, in words."""
    check: CheckShown | None = None
    """The check that the event decided, or whose dice it is."""
    decides: bool = False
    """Whether the event itself says how the check went."""
    changes: tuple[str, ...] = ()
    """The values that it changed, in words."""
    disputed: tuple[str, ...] = ()
    """Disputes about it and their rulings, in words."""
    marked: tuple[str, ...] = ()
    """What people think of the commit that it is the first told entry of, in words."""
    ruled: str = ""
    """How the dispute ended that it rules on, where the story changed by it: `corrected`, `wound_back`."""
    turned: Turned | None = None
    """Where it is told that the entry turned a fight."""


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """
    A scene, or what lies before, between or behind scenes (`scene` is None then).

    Without a heading of its own but with a number, it goes on with a scene of the sitting before.
    """

    scene: Line | None
    number: int = 0
    title: str = ""
    lines: tuple[Line, ...] = ()


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """A value that a sitting has changed, from its beginning to its end."""

    who: str
    """The figure's name; empty for the table's own values."""
    what: str
    old: str
    new: str
    version: int
    """Of the event that changed it last."""
    commit: str


class Luckline(msgspec.Struct, frozen=True, kw_only=True):
    """One figure's dice in a sitting."""

    who: str
    rolls: int
    dice: int
    mean: Fraction | None
    expected_mean: Fraction | None
    checks: int
    successes: int
    expected_successes: Fraction
    sixes: int
    six_sided: int
    retries: int
    set_aside: int
    entered: int
    face_luck: Luck
    check_luck: Luck


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """One evening at the table."""

    number: int
    began: str
    ended: str
    goes_on: bool = False
    """Whether it continues the scenario of the sitting before."""
    chapters: tuple[Chapter, ...] = ()
    shifts: tuple[Shift, ...] = ()
    luck: tuple[Luckline, ...] = ()

    def lines(self) -> list[Line]:
        """Return its lines in order, the headings of scenes among them."""
        found: list[Line] = []
        for chapter in self.chapters:
            found += [chapter.scene] if chapter.scene is not None else []
            found += chapter.lines
        return found


class StakeTold(msgspec.Struct, frozen=True, kw_only=True):
    """What may come of a fight, with its chance at each of the fight's points."""

    text: str
    is_life: bool
    """Whether it is somebody's life, and not how the fight ends."""
    is_drawn: bool
    chances: tuple[Interval, ...]


class FightPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a commit of a fight."""

    first: int
    """Version of the commit's first entry."""
    last: int
    line: Line
    """The entry that tells the commit."""
    certain: bool
    """Whether the fight was decided: nothing is estimated then."""


class FightTold(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as curves of chances."""

    number: int
    """Of the scene it stands in; 0 outside scenes."""
    title: str
    """That scene's."""
    fighters: tuple[str, ...]
    stakes: tuple[StakeTold, ...]
    games: int
    seed: int
    first: int
    last: int
    points: tuple[FightPoint, ...]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """What the game draws of a figure, or of the table, as it is at the end."""

    who: str
    """The figure's name; empty for the table."""
    title: str
    text: tuple[str, ...]
    svg: str
    """Markup: names in it are escaped."""
    alt: str


class Person(msgspec.Struct, frozen=True):
    """A participant."""

    id: str
    name: str
    role: Role
    called: str = ""
    """What the game calls the GM; empty of others."""


class Figure(msgspec.Struct, frozen=True):
    """A character, and who plays it."""

    id: str
    name: str
    participant: str
    player: str
    """The participant's name; empty where nobody is known."""
    is_npc: bool
    """Whether the GM plays it."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A session as it may be told to one viewer, in one language."""

    session: str
    lang: Lang
    title: str
    system: str
    """The game's name."""
    release: str
    viewer: str = ""
    """The name of the participant it is told to; empty for who sees all."""
    whatif: bool = False
    left: bool = False
    """Whether the line was left behind."""
    line: str
    """The id of the line that it tells."""
    line_name: str = ""
    line_marks: tuple[str, ...] = ()
    """What people think of the line as a whole, in words."""
    people: tuple[Person, ...]
    figures: tuple[Figure, ...]
    sittings: tuple[Sitting, ...]
    head: str
    """The hash of the line's last commit, in hex."""
    version: int
    """The viewer's number of the last entry."""
    fights: tuple[FightTold, ...] = ()
    """Those whose curves were asked for."""
    drawn: tuple[Drawn, ...] = ()
    """The table first, then the figures."""

    def speakers(self) -> list[str]:
        """Return who speaks, by id in order of appearance."""
        lines = [line for sitting in self.sittings for line in sitting.lines()]
        return list(dict.fromkeys(line.speaker for line in lines if line.kind == "speech"))
