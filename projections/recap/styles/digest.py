"""The digest (あらすじ): at most ten lines of a sitting, from headings, outcomes and highlights."""

from collections.abc import Sequence

import msgspec

from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import AnyBlock, Document, Heading, Notice, Paragraph
from tenmatsu.projections.recap.story import Line, Sitting, Story
from tenmatsu.projections.recap.styles.parts import (
    heading_text,
    make_document,
    scene_text,
    sitting_text,
    told,
)

MOST_LINES = 10
_ENOUGH = 5
"""Below so many lines, narration is told too."""


class _Candidate(msgspec.Struct, frozen=True):
    """Something worth telling."""

    place: int
    sort: str
    """What it is one more of."""
    text: str
    line: Line


def _candidates(sitting: Sitting, story: Story) -> list[_Candidate]:
    found: list[_Candidate] = []
    for place, line in enumerate(sitting.lines()):
        if line.kind == "scene":
            found.append(_Candidate(place, line.tag, scene_text(line, story), line))
        elif line.highlight or line.ruled:
            found.append(_Candidate(place, line.tag, line.text, line))
        if line.outcome:
            found.append(_Candidate(place, "outcome", line.outcome, line))
    if len(found) < _ENOUGH:
        told_by = [
            _Candidate(place, line.tag, line.words.replace("\n", " "), line)
            for place, line in enumerate(sitting.lines())
            if line.kind == "narration"
        ]
        found += _choose(told_by, _ENOUGH - len(found))
    return found


def _choose(candidates: Sequence[_Candidate], most: int) -> list[_Candidate]:
    """Return at most so many in their order: of each sort the first and last before those between."""
    sorts: dict[str, list[_Candidate]] = {}
    for one in candidates:
        sorts.setdefault(one.sort, []).append(one)
    ranked: list[tuple[int, int, _Candidate]] = []
    for group in sorts.values():
        for index, one in enumerate(group):
            ranked.append((min(2 * index, 2 * (len(group) - 1 - index) + 1), one.place, one))
    chosen = [one for _, _, one in sorted(ranked, key=lambda ranks: ranks[:2])[:most]]
    return sorted(chosen, key=lambda one: one.place)


def digest_of(sitting: Sitting, story: Story, *, refers: bool = False) -> list[AnyBlock]:
    """Return the lines of a sitting's digest, and how many more there were."""
    candidates = _candidates(sitting, story)
    chosen = _choose(candidates, MOST_LINES)
    seen: set[int] = set()
    blocks: list[AnyBlock] = []
    for one in chosen:
        again = refers or one.line.version in seen
        seen.add(one.line.version)
        label = say("secret", story.lang) if one.line.secret else ""
        blocks.append(
            Paragraph(
                kind="entry",
                text=one.text,
                label=label,
                version=one.line.version,
                commit=one.line.commit,
                refers=again,
            )
        )
    if len(candidates) > len(chosen):
        blocks.append(Notice(text=say("more", story.lang, count=len(candidates) - len(chosen))))
    return blocks


def tell_digest(story: Story, sitting: int | None) -> Document:
    """Return the digest of a sitting, of the newest one with something to tell where none is named."""
    with_story = [one for one in story.sittings if told(one)] or list(story.sittings)
    chosen = [one for one in story.sittings if one.number == sitting] or with_story[-1:]
    blocks: list[AnyBlock] = []
    for one in chosen:
        text = sitting_text(one, story)
        blocks.append(Heading(level=2, text=heading_text(text, story), mark="■"))
        lines = digest_of(one, story)
        blocks += lines or [Notice(text=say("nothing_yet", story.lang))]
    return make_document(story, "digest", blocks)
