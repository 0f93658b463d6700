"""The book (リプレイ): title block, people, scenes with speech and frames for dice, results, rights."""

from collections.abc import Iterator, Sequence

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import say, show_span
from tenmatsu.projections.recap.document import (
    AnyBlock,
    Document,
    Fact,
    Frame,
    Framed,
    Heading,
    Notice,
    Picture,
    Row,
    Table,
)
from tenmatsu.projections.recap.story import Chapter, Line, Sitting, Story
from tenmatsu.projections.recap.styles.curves import curves_in
from tenmatsu.projections.recap.styles.digest import digest_of
from tenmatsu.projections.recap.styles.lucktable import luck_table
from tenmatsu.projections.recap.styles.parts import (
    Colours,
    by_commit,
    frame_text,
    framed,
    heading_text,
    make_document,
    outcome_of,
    scene_text,
    show_changes,
    sitting_text,
    tell,
)

_FORKED = "table.branch_forked"
"""Where a what-if line leaves what happened; a book about it says so."""


def tell_book(story: Story, sitting: int | None, *, chat: bool) -> Document:
    """Return the session, or one sitting of it, as a book; `chat` tells table talk too (folded away)."""
    book = _Book(story, chat=chat)
    chosen = [one for one in story.sittings if sitting in {None, one.number}]
    blocks = [*book.title_block(chosen), *book.people()]
    for one in chosen:
        blocks += book.sitting(one)
    blocks += book.results(chosen)
    if chosen[-1:] == list(story.sittings[-1:]):
        blocks += book.pictures()
    blocks += book.rights()
    return make_document(story, "book", blocks)


class _Book:
    """Writes the parts of a book about one story."""

    def __init__(self, story: Story, *, chat: bool) -> None:
        self._story = story
        self._lang: Lang = story.lang
        self._chat = chat
        self._colours = Colours(story)
        self._preparation = frozenset(
            line.version for one in story.sittings for line in _prepare(one) if self._is_shown(line)
        )

    def title_block(self, sittings: Sequence[Sitting]) -> Iterator[AnyBlock]:
        """Yield what stands under the title."""
        story, lang = self._story, self._lang
        yield Fact(label=say("system", lang), text=story.system)
        if len(sittings) == 1:
            yield Fact(label=say("dates", lang), text=show_span(sittings[0].began, sittings[0].ended, lang))
        yield Fact(label=say("tool", lang), text=story.release)
        if story.viewer:
            text = say("seen_by_note", lang, viewer=story.viewer)
            yield Fact(label=say("seen_by", lang), text=text)
        yield Notice(text=say("spoilers", lang))
        lines = [line for one in sittings for line in one.lines()]
        if any(line.secret for line in lines):
            yield Notice(text=say("secrets_inside", lang))
        count = sum(1 for line in lines if line.kind == "speech" and line.tab == "chat")
        if count:
            yield Notice(text=say("chat_folded" if self._chat else "chat_left_out", lang, count=count))
        count = sum(1 for line in lines if line.version in self._preparation)
        if count:
            yield Notice(text=say("preparation_left_out", lang, count=count))

    def people(self) -> Iterator[AnyBlock]:
        """Yield the participants and their figures."""
        story, lang = self._story, self._lang
        yield self._heading("people")
        players = {figure.participant for figure in story.figures}
        for person in story.people:
            if person.role != "player" or person.id not in players:
                yield Fact(label=person.called or say(f"role_{person.role}", lang), text=person.name)
        for figure in story.figures:
            text = figure.name
            if figure.player and not figure.is_npc:
                text = say("played_by", lang, name=figure.name, player=figure.player)
            label = say("npc" if figure.is_npc else "pc", lang)
            yield Fact(label=label, text=text, colour=self._colours.of(figure.id))

    def sitting(self, sitting: Sitting) -> Iterator[AnyBlock]:
        """Yield a sitting, after the digest of the one before where it goes on from there."""
        story = self._story
        if len(story.sittings) > 1:
            yield Heading(level=2, text=heading_text(sitting_text(sitting, story), story), mark="■")
        before = [one for one in story.sittings if one.number < sitting.number]
        if sitting.goes_on and before:
            lines = digest_of(before[-1], story, refers=True)
            if lines:
                yield self._heading("recap_before")
                yield from lines
        for place, chapter in enumerate(sitting.chapters):
            yield from self._chapter(chapter, is_first=place == 0)

    def results(self, sittings: Sequence[Sitting]) -> Iterator[AnyBlock]:
        """Yield what the sittings changed and how their dice fell."""
        for one in sittings:
            if one.shifts:
                yield self._heading("results", one if len(sittings) > 1 else None)
                yield self._shifts(one)
        for one in sittings:
            if one.luck:
                yield self._heading("rolls", one if len(sittings) > 1 else None)
                yield luck_table(one.luck, self._lang)

    def pictures(self) -> Iterator[AnyBlock]:
        """Yield what the game draws of how everything stands at the end."""
        if self._story.drawn:
            yield self._heading("drawn")
        for one in self._story.drawn:
            title = say("drawn_of", self._lang, who=one.who, what=one.title) if one.who else one.title
            yield Picture(title=title, text=one.text, svg=one.svg, alt=one.alt)

    def rights(self) -> Iterator[AnyBlock]:
        """Yield the line for the rights, left to the GM."""
        yield self._heading("rights")
        yield Notice(text=say("rights_template", self._lang))

    def _heading(self, key: str, sitting: Sitting | None = None) -> Heading:
        text = say(key, self._lang)
        if sitting is not None:
            number = say("sitting", self._lang, number=sitting.number)
            text = f"{text}（{number}）" if self._lang == "ja" else f"{text} ({number})"
        return Heading(level=2, text=heading_text(text, self._story), mark="■")

    def _chapter(self, chapter: Chapter, *, is_first: bool) -> Iterator[AnyBlock]:
        blocks: list[AnyBlock] = []
        for group in by_commit(chapter.lines):
            blocks += [*self._group(group), *curves_in(group, self._story)]
        scene = chapter.scene
        if scene is not None:
            text = heading_text(scene_text(scene, self._story), self._story)
            yield Heading(level=3, text=text, mark="◆", version=scene.version, commit=scene.commit)
            yield from curves_in([scene], self._story)
        elif blocks:
            text = frame_text(chapter, self._story, is_first=is_first)
            yield Heading(level=3, text=heading_text(text, self._story), mark="◆")
        yield from blocks

    def _group(self, lines: list[Line]) -> Iterator[AnyBlock]:
        """Yield what one command brought: in a frame where dice fell."""
        shown = [line for line in lines if self._is_told(line)]
        if not any(line.kind == "roll" or line.decides for line in shown):
            for line in shown:
                yield tell(line, self._story, self._colours)
                if (outcome := outcome_of(line)) is not None:
                    yield outcome
            return
        inside: list[Framed] = []
        after: list[AnyBlock] = []
        for line in shown:
            if line.kind in {"roll", "event"}:
                inside.append(self._framed(line, lines))
            else:
                after.append(tell(line, self._story, self._colours))
            if (outcome := outcome_of(line)) is not None:
                after.append(outcome)
        label = say("secret", self._lang) if any(line.secret for line in shown) else ""
        yield Frame(lines=tuple(inside), label=label)
        yield from after

    def _framed(self, line: Line, group: Sequence[Line]) -> Framed:
        if line.kind == "roll" and line.check is not None:
            return framed(line.check.text, line, self._story, line.check)
        rolled = any(one.kind == "roll" and _shows(one, line) for one in group)
        check = None if rolled else line.check
        return framed(line.text + show_changes(line, self._story), line, self._story, check)

    def _is_told(self, line: Line) -> bool:
        if self._story.whatif and line.whatif and line.tag == _FORKED:
            return True
        if not self._is_shown(line) or line.version in self._preparation:
            return False
        return self._chat or not (line.kind == "speech" and line.tab == "chat")

    @staticmethod
    def _is_shown(line: Line) -> bool:
        return not (line.hidden or line.housekeeping)

    def _shifts(self, sitting: Sitting) -> Table:
        columns = ("col_who", "col_what", "col_before", "col_after")
        order = {one.name: (int(one.is_npc), place) for place, one in enumerate(self._story.figures)}
        rows = (
            Row(
                cells=(one.who or say("whole_table", self._lang), one.what, one.old, one.new),
                version=one.version,
                commit=one.commit,
                refers=True,
            )
            for one in sorted(sitting.shifts, key=lambda one: order.get(one.who, (2, 0)))
        )
        return Table(head=tuple(say(key, self._lang) for key in columns), rows=tuple(rows))


def _prepare(sitting: Sitting) -> Iterator[Line]:
    """Yield what the game recorded before the first scene of a sitting that has scenes: making characters."""
    if not any(chapter.scene is not None for chapter in sitting.chapters):
        return
    first = sitting.chapters[0]
    if first.scene is None and not first.number:
        yield from (line for line in first.lines if line.kind in {"event", "roll"})


def _shows(roll: Line, line: Line) -> bool:
    """Return whether the line of a roll says already how the check went that another line decides."""
    if roll.check is None or line.check is None or roll.check.success is None:
        return False
    return roll.check.text.startswith(line.check.text)
