"""The digest (あらすじ): at most ten lines of a sitting, from headings, outcomes and highlights."""

from collections.abc import Sequence

import msgspec

from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import AnyBlock, Document, Heading, Notice, Paragraph
from tenmatsu.projections.recap.story import Line, Sitting, Story
from tenmatsu.projections.recap.styles.curves import curves_in
from tenmatsu.projections.recap.styles.parts import (
    heading_text,
    make_document,
    scene_text,
    sitting_text,
    told,
)

MOST_LINES = 10
_OUTCOME = "outcome"
_TURNED = "turned"
_FEW_SCENES = 5
"""So many scenes are all told."""
_FEW_TURNS = 3
"""So many turning points are all told: those of one fight."""
_ENOUGH = 5
"""Below so many lines, narration is told too."""


class _Candidate(msgspec.Struct, frozen=True):
    """Something worth telling."""

    place: int
    sort: str
    """What it is one more of."""
    text: str
    line: Line

    @property
    def is_minor(self) -> bool:
        """Whether it comes behind the others; how a situation ends, or what turned it, never does."""
        return self.line.minor and self.sort not in {_OUTCOME, _TURNED}


def _candidates(sitting: Sitting, story: Story) -> list[_Candidate]:
    found: list[_Candidate] = []
    for place, line in enumerate(sitting.lines()):
        text = line.text + "".join(line.marked)
        if line.kind == "scene":
            found.append(_Candidate(place, line.tag, scene_text(line, story), line))
        elif line.turned is not None:
            found.append(_Candidate(place, _TURNED, text, line))
        elif line.highlight or line.ruled or line.marked:
            found.append(_Candidate(place, line.tag, text, line))
        if line.outcome:
            found.append(_Candidate(place, _OUTCOME, line.outcome, line))
    if len(found) < _ENOUGH:
        told_by = [
            _Candidate(place, line.tag, line.words.replace("\n", " "), line)
            for place, line in enumerate(sitting.lines())
            if line.kind == "narration"
        ]
        found += _choose(told_by, _ENOUGH - len(found))
    return found


def _choose(candidates: Sequence[_Candidate], most: int) -> list[_Candidate]:
    """
    Return at most so many in their order: of each sort the first and last before those between.

    What is minor comes behind all else.
    """
    sorts: dict[str, list[_Candidate]] = {}
    for one in candidates:
        sorts.setdefault(f"{one.sort}{one.is_minor}", []).append(one)
    ranked: list[tuple[tuple[bool, int, int], _Candidate]] = []
    for group in sorts.values():
        for index, one in enumerate(group):
            inside = min(2 * index, 2 * (len(group) - 1 - index) + 1)
            if one.line.kind == "scene" and len(group) <= _FEW_SCENES:
                inside = 0
            if one.line.turned is not None and one.sort == _TURNED:
                inside = 0 if len(group) <= _FEW_TURNS else one.line.turned.rank - 1
            ranked.append(((one.is_minor, inside, one.place), one))
    chosen = [one for _, one in sorted(ranked, key=lambda ranks: ranks[0])[:most]]
    return sorted(chosen, key=lambda one: (one.place, one.sort == _OUTCOME))


def digest_of(sitting: Sitting, story: Story, *, refers: bool = False) -> list[AnyBlock]:
    """Return the lines of a sitting's digest, and how many more there were."""
    candidates = _candidates(sitting, story)
    room = MOST_LINES if len(candidates) <= MOST_LINES else MOST_LINES - 1
    chosen = _choose(candidates, room)
    seen: set[int] = set()
    blocks: list[AnyBlock] = []
    for one in chosen:
        again = refers or one.line.version in seen
        seen.add(one.line.version)
        blocks.append(
            Paragraph(
                kind="entry",
                text=one.text,
                label=_label(one, story),
                version=one.line.version,
                commit=one.line.commit,
                refers=again,
            )
        )
    if len(candidates) > len(chosen):
        blocks.append(Notice(text=say("more", story.lang, count=len(candidates) - len(chosen))))
    return blocks


def _label(one: _Candidate, story: Story) -> str:
    marks = [say("secret", story.lang)] if one.line.secret else []
    if one.sort == _TURNED and one.line.turned is not None:
        marks.append(one.line.turned.mark)
    return ("・" if story.lang == "ja" else ", ").join(marks)


def tell_digest(story: Story, sitting: int | None) -> Document:
    """Return the digest of a sitting, of the newest one with something to tell where none is named."""
    with_story = [one for one in story.sittings if told(one) and _candidates(one, story)]
    named = [one for one in story.sittings if one.number == sitting]
    chosen = named or (with_story or list(story.sittings))[-1:]
    blocks: list[AnyBlock] = []
    for one in chosen:
        text = sitting_text(one, story)
        if not named and one is not story.sittings[-1]:
            text = say("recap_before_of", story.lang, sitting=text)
        blocks.append(Heading(level=2, text=heading_text(text, story), mark="■"))
        lines = digest_of(one, story)
        blocks += lines or [Notice(text=say("nothing_yet", story.lang))]
        blocks += curves_in(one.lines(), story)
    return make_document(story, "digest", blocks)
