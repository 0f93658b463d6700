"""The marks that later events put on earlier ones: kept or not after a reroll, disputed, judged by people."""

from collections.abc import Iterable, Mapping, Sequence

from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, state_for
from tenmatsu.engine.language import Lang
from tenmatsu.engine.marking import read_markings
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.state import Dispute, Marking
from tenmatsu.engine.words import Words
from tenmatsu.projections.phrases import say, tidy_line
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.rolls import ROLLS, AsideRow, Rolls, asides_of, checks_of


class Marks:
    """The marks on the entries of a line."""

    def __init__(self, rolls: Rolls, disputes: Sequence[Dispute], made: Sequence[Marking] = ()) -> None:
        self._dropped: set[int] = set()
        self._kept: dict[int, tuple[int, str]] = {}
        """(cost, of what) by the version of a check or roll that took another's place."""
        self._take(asides_of(rolls))
        for check in checks_of(rolls):
            if check.replaces is not None:
                for version in (check.version, check.roll):
                    if version is not None:
                        self._kept[version] = (check.cost, check.cost_of)
        self._about: dict[str, list[Dispute]] = {}
        for one in disputes:
            self._about.setdefault(one.about, []).append(one)
        self._first: dict[str, int] = {}
        self._marked: dict[str, list[Marking]] = {}
        for mark in made:
            if mark.commit:
                self._marked.setdefault(mark.commit, []).append(mark)
        self._shown: dict[str, int] = {}

    def _take(self, asides: Iterable[AsideRow]) -> None:
        for row in asides:
            self._dropped.add(row.check)
            if row.roll is not None:
                self._dropped.add(row.roll)
            if not row.again:
                self._kept[row.version] = (row.cost, row.cost_of)

    def is_kept(self, version: int) -> bool:
        """Return whether an entry counts: False for a roll or check that a rule set aside."""
        return version not in self._dropped

    def kept_note(self, version: int, lang: Lang, words: Words) -> str:
        """Return whether a check was kept and at what cost, in words; nothing where none was rolled again."""
        if version in self._dropped:
            return say("not_kept", lang)
        cost = self._kept.get(version)
        if cost is None:
            return ""
        amount, what = cost
        if not amount:
            return say("kept_free", lang)
        return say("kept", lang, cost=say("cost", lang, what=words.label(what, lang), amount=amount))

    def disputes_of(self, entry: Entry) -> list[Dispute]:
        """Return the disputes about an entry; those about a commit stand at its first entry."""
        first = self._first.setdefault(entry.commit, entry.version)
        found = [*self._about.get(entry.digest, ())] if entry.digest else []
        if entry.version == first:
            found += self._about.get(entry.commit, ())
        return sorted(found, key=lambda one: one.number)

    def dispute_notes(self, entry: Entry, lang: Lang, names: Mapping[str, str]) -> list[str]:
        """Return the disputes about an entry and their rulings, in words."""
        return [
            say(
                f"disputed_{one.answer or 'open'}",
                lang,
                dispute=one.number,
                who=tidy_line(names.get(one.by, one.by)),
            )
            for one in self.disputes_of(entry)
        ]

    def marks_of(self, entry: Entry) -> list[Marking]:
        """Return people's marks on an entry's commit, at the first of its entries that is asked for."""
        found = self._marked.get(entry.commit, [])
        return found if found and self._shown.setdefault(entry.commit, entry.version) == entry.version else []

    def mark_notes(self, entry: Entry, lang: Lang, names: Mapping[str, str]) -> list[str]:
        """Return people's marks on an entry's commit in words, at the first of its entries that is shown."""
        return [tell_mark("marked", one, lang, names) for one in self.marks_of(entry)]

    def note(self, entry: Entry, lang: Lang, words: Words, names: Mapping[str, str]) -> str:
        """Return all marks of an entry as they stand behind its line."""
        later = [*self.dispute_notes(entry, lang, names), *self.mark_notes(entry, lang, names)]
        return self.kept_note(entry.version, lang, words) + "".join(later)


def read_marks(session: Session, viewer: Viewer = EVERYTHING) -> Marks:
    """Return the marks of the session's line as a viewer may know them."""
    return Marks(
        catch_up(session, ROLLS, viewer), read_disputes(session, viewer), read_markings(session, viewer)
    )


def tell_mark(phrase: str, mark: Marking, lang: Lang, names: Mapping[str, str]) -> str:
    """Return somebody's mark in words: who, the sign, the note."""
    told = " ".join(part for part in (mark.mark, tidy_line(mark.text)) if part)
    return say(phrase, lang, who=tidy_line(names.get(mark.by, mark.by)), told=told)


def read_disputes(session: Session, viewer: Viewer = EVERYTHING) -> tuple[Dispute, ...]:
    """Return every dispute of the session that a viewer may know of: the current timeline has them all."""
    current = session if session.is_current else session.on(session.current_branch)
    return state_for(current, viewer).table.disputes
