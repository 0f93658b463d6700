"""The log as it stands, one line an entry; only book-keeping is left out."""

from tenmatsu.projections.phrases import say, show_clock
from tenmatsu.projections.recap.document import AnyBlock, Document, Paragraph
from tenmatsu.projections.recap.story import Line, Story
from tenmatsu.projections.recap.styles.curves import curves_in
from tenmatsu.projections.recap.styles.parts import is_struck, make_document, marks_of


def _label(line: Line, story: Story) -> str:
    tab = say(line.tab, story.lang) if line.kind == "speech" else ""
    marks = [
        show_clock(line.at),
        say("secret", story.lang) if line.secret and line.kind != "sealed" else "",
        say("whatif", story.lang) if line.whatif else "",
        tab,
    ]
    return "・".join(mark for mark in marks if mark) if story.lang == "ja" else ", ".join(filter(None, marks))


def tell_raw(story: Story, sitting: int | None) -> Document:
    """Return every entry of the session, or of one sitting, in the words of the log."""
    blocks: list[AnyBlock] = []
    for one in story.sittings:
        if sitting not in {None, one.number}:
            continue
        for line in one.lines():
            if line.hidden:
                continue
            blocks.append(
                Paragraph(
                    kind="entry",
                    text=line.text,
                    label=_label(line, story),
                    struck=is_struck(line),
                    note=marks_of(line),
                    version=line.version,
                    commit=line.commit,
                )
            )
        blocks += curves_in(one.lines(), story)
    return make_document(story, "raw", blocks)
