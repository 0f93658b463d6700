"""The novel (小説風): narration, speech and what came of it; no labels and no dice."""

import re
from collections.abc import Iterator

from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import AnyBlock, Document, Heading, Notice, Paragraph
from tenmatsu.projections.recap.story import Line, Story
from tenmatsu.projections.recap.styles.curves import curves_in
from tenmatsu.projections.recap.styles.parts import (
    heading_text,
    make_document,
    quote,
    scene_text,
    sitting_text,
)

_FIGURES = re.compile(r"（[^（）]*\d[^（）]*）|〔[^〔〕]*\d[^〔〕]*〕| ?[(\[][^()\[\]]*\d[^()\[\]]*[)\]]")
"""What stands in brackets with a number in it."""
_ENDS = tuple("。．.！!？?」』）)…―")


def _paragraph(line: Line, text: str) -> Paragraph:
    return Paragraph(kind="narration", text=text, version=line.version, commit=line.commit)


def _tell(line: Line, story: Story) -> Iterator[Paragraph]:
    if line.kind == "narration":
        yield _paragraph(line, line.words)
    elif line.kind == "speech" and line.in_character and line.tab == "main":
        yield Paragraph(kind="speech", text=quote(line, story), version=line.version, commit=line.commit)
    elif line.check is not None and not line.check.kept:
        return
    elif line.check is not None and line.check.success is not None and line.decides:
        key = "told_success" if line.check.success else "told_failure"
        yield _paragraph(line, say(key, story.lang, who=line.check.who, what=line.check.what))
    elif line.highlight or (line.told and not line.decides):
        yield _paragraph(line, _sentence(line.text, story))
    if line.outcome:
        yield Paragraph(
            kind="narration",
            text=_sentence(line.outcome, story),
            version=line.version,
            commit=line.commit,
            refers=True,
        )


def _sentence(text: str, story: Story) -> str:
    """Return a line of the log as prose: without the figures in brackets, and with a full stop."""
    plain = _FIGURES.sub("", text)
    return plain if plain[-1:] in _ENDS else plain + ("。" if story.lang == "ja" else ".")


def tell_novel(story: Story, sitting: int | None) -> Document:
    """Return the session, or one sitting of it, as prose from what was said and fixed sentences."""
    blocks: list[AnyBlock] = []
    chosen = [one for one in story.sittings if sitting in {None, one.number}]
    for one in chosen:
        if len(story.sittings) > 1:
            blocks.append(Heading(level=2, text=heading_text(sitting_text(one, story), story)))
        for chapter in one.chapters:
            if (scene := chapter.scene) is not None:
                text = heading_text(scene_text(scene, story), story)
                blocks.append(Heading(level=3, text=text, version=scene.version, commit=scene.commit))
            for line in chapter.lines:
                blocks += _tell(line, story)
        blocks += curves_in(one.lines(), story)
    told = blocks or [Notice(text=say("nothing_yet", story.lang))]
    return make_document(story, "novel", told)
