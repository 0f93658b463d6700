"""The parts that several styles share."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from tenmatsu.projections.phrases import say, show_span
from tenmatsu.projections.recap.document import AnyBlock, Document, Framed, Notice, Paragraph, Style
from tenmatsu.projections.recap.story import Chapter, CheckShown, Line, Sitting, Story

COLOURS = 8


class Colours:
    """
    Gives each speaker a colour in order of appearance; the GM has none.

    A participant has the colour of the first figure that they play.
    """

    def __init__(self, story: Story) -> None:
        gms = {person.id for person in story.people if person.role == "gm"}
        players = {figure.participant for figure in story.figures if not figure.is_npc}
        speakers = dict.fromkeys([*(figure.id for figure in story.figures), *story.speakers()])
        coloured = [one for one in speakers if one not in gms and one not in players]
        self._places = {one: place % COLOURS + 1 for place, one in enumerate(coloured)}
        for figure in reversed(story.figures):
            if not figure.is_npc and figure.participant not in gms:
                self._places[figure.participant] = self._places.get(figure.id, 0)

    def of(self, speaker: str) -> int:
        """Return a speaker's colour, counted from 1, or 0."""
        return self._places.get(speaker, 0)


def make_document(story: Story, style: Style, blocks: Sequence[AnyBlock]) -> Document:
    """Return the document with its title, banner and head."""
    lang = story.lang
    title = say("title", lang, title=story.title) if story.title else say("untitled", lang)
    banner = ""
    if story.whatif:
        title = say("whatif_title", lang, title=title)
        named = story.line_name
        banner = say("whatif_named", lang, name=named) if named else say("whatif_banner", lang)
    elif story.left:
        title, banner = say("left_title", lang, title=title), say("left_banner", lang)
    return Document(
        session=story.session,
        lang=lang,
        style=style,
        title=title,
        banner=banner,
        is_whatif=story.whatif,
        branch=story.line,
        blocks=(*_line_marks(story, style), *blocks),
        head=story.head,
        version=story.version,
        head_label=say("head", lang),
        head_text=say("head_note", lang, version=story.version, hash=story.head),
    )


def _line_marks(story: Story, style: Style) -> Iterator[Notice]:
    """Yield what people think of the line as a whole; a digest or book begins with it."""
    if style in {"digest", "book"}:
        yield from (Notice(text=text) for text in story.line_marks)


def heading_text(text: str, story: Story) -> str:
    """Return a heading, marked where the line is a what-if line."""
    return say("whatif_title", story.lang, title=text) if story.whatif else text


def sitting_text(sitting: Sitting, story: Story) -> str:
    """Return the heading of a sitting."""
    dates = show_span(sitting.began, sitting.ended, story.lang)
    key = "sitting_dated" if dates else "sitting"
    return say(key, story.lang, number=sitting.number, dates=dates)


def scene_text(line: Line, story: Story) -> str:
    """Return the heading of a scene."""
    return number_scene(line.number, line.words.replace("\n", " "), story)


def number_scene(number: int, title: str, story: Story) -> str:
    """Return the heading of a scene with this number."""
    return say("scene_titled" if title else "scene", story.lang, number=number, title=title)


def frame_text(chapter: Chapter, story: Story, *, is_first: bool) -> str:
    """Return the heading of what is no scene of its own: before or between scenes, or one that goes on."""
    if chapter.number:
        scene = number_scene(chapter.number, chapter.title, story)
        return say("scene_goes_on", story.lang, scene=scene)
    return say("before_scenes" if is_first else "between_scenes", story.lang)


def quote(line: Line, story: Story) -> str:
    """Return speech: a figure's in quotation marks, unless it brings its own or is a thought or a gesture."""
    text, edited = line.words, say("edited", story.lang) if line.edited else ""
    if not line.in_character or text[:1] in '「『（(“"':
        return text + edited
    return say("quoted", story.lang, text=text) + edited


def tell(line: Line, story: Story, colours: Colours) -> Paragraph:
    """Return an entry as a paragraph of a book."""
    lang = story.lang
    kind: Literal["speech", "talk", "narration", "note", "event", "sealed", "redacted"]
    label = "secret" if line.secret and line.kind not in {"sealed", "redacted"} else ""
    match line.kind:
        case "speech":
            kind, text = ("speech" if line.in_character else "talk"), quote(line, story)
            label = label or ("info" if line.tab == "info" else "chat" if line.tab == "chat" else "")
        case "narration":
            kind, text = "narration", line.words
        case "note":
            kind, text, label = "note", line.words, label or "note"
        case "sealed" | "redacted":
            kind, text = line.kind, line.text
        case _:
            kind, text = "event", line.text + show_changes(line, story)
    return Paragraph(
        kind=kind,
        text=text,
        name=line.name if line.kind in {"speech", "note"} else "",
        colour=colours.of(line.speaker),
        label=say(label, lang) if label else "",
        is_chat=line.kind == "speech" and line.tab == "chat",
        note=marks_of(line),
        version=line.version,
        commit=line.commit,
    )


def marks_of(line: Line) -> str:
    """Return what is said of an entry: whether a roll was kept, disputes, rulings, how it turned a fight."""
    kept = line.check.note if line.check is not None else ""
    turned = line.turned.note if line.turned is not None else ""
    return kept + "".join((*line.disputed, *line.marked)) + turned


def is_struck(line: Line) -> bool:
    """Return whether an entry is a roll or check that does not count."""
    return line.check is not None and not line.check.kept


def show_changes(line: Line, story: Story) -> str:
    """Return the values that an entry changed, as they stand behind its line."""
    if not line.changes:
        return ""
    joined = ("、" if story.lang == "ja" else ", ").join(line.changes)
    return say("changes", story.lang, changes=joined)


def framed(text: str, line: Line, story: Story, check: CheckShown | None) -> Framed:
    """Return a line of a frame; how a check went stands there in words."""
    success = None if check is None else check.success
    result: Literal["", "success", "failure"] = "" if success is None else "success" if success else "failure"
    return Framed(
        text=text,
        result=result,
        word=say(result, story.lang) if result else "",
        struck=is_struck(line),
        note=marks_of(line),
        version=line.version,
        commit=line.commit,
    )


def outcome_of(line: Line) -> Paragraph | None:
    """Return how a situation ended with an entry, where it did."""
    if not line.outcome:
        return None
    return Paragraph(kind="event", text=line.outcome, version=line.version, commit=line.commit, refers=True)


def by_commit(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the lines in groups that one command brought."""
    for _, group in groupby(lines, key=lambda line: line.commit):
        yield list(group)


def told(sitting: Sitting) -> bool:
    """Return whether a sitting has anything but housekeeping."""
    return any(not (line.hidden or line.housekeeping) or line.kind == "scene" for line in sitting.lines())
