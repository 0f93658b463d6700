"""Draw the lines of a session as a tree, one line each, however many there are and however deep."""

from collections.abc import Iterator, Mapping, Sequence

from tenmatsu.engine.api import BranchRow, LineSeen, Marking, Session, Viewer, lines_seen, read_line_marks
from tenmatsu.engine.language import Lang
from tenmatsu.projections.marks import tell_mark
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.words import say

DEEPEST = 12
"""Levels that are indented; deeper lines stand under one another, with the number of their level."""


def tree_lines(session: Session, viewer: Viewer, context: Context, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines that a viewer knows of as a tree: ＊ the current one, and why the others are not."""
    rows = lines_seen(session, viewer)
    marks = read_line_marks(session, viewer)
    for seen, stem in draw(rows):
        yield stem + _describe(session, seen, marks.get(seen.row.id, ()), names, context.lang)


def draw(rows: Mapping[str, LineSeen]) -> Iterator[tuple[LineSeen, str]]:
    """Yield lines with what is drawn in front of each, parents before children."""
    children: dict[str | None, list[LineSeen]] = {}
    for seen in rows.values():
        above = seen.row.parent if seen.row.parent in rows else None
        children.setdefault(above, []).append(seen)
    for root in children.get(None, []):
        yield from _walk(root, children)


def _walk(
    root: LineSeen, children: Mapping[str | None, Sequence[LineSeen]]
) -> Iterator[tuple[LineSeen, str]]:
    """Yield every line below a root with what is drawn in front of it, parents before children."""
    waiting: list[tuple[LineSeen, int, str, str]] = [(root, 0, "", "")]
    while waiting:
        seen, depth, stem, below = waiting.pop()
        yield seen, stem if depth <= DEEPEST else f"{stem}({depth}) "
        under = children.get(seen.row.id, [])
        for place, child in reversed(list(enumerate(under))):
            last = place == len(under) - 1
            if depth >= DEEPEST:
                waiting.append((child, depth + 1, below + "└─ ", below))
            else:
                ends = ("└─ ", "   ") if last else ("├─ ", "│  ")
                waiting.append((child, depth + 1, below + ends[0], below + ends[1]))


def _describe(
    session: Session, seen: LineSeen, marks: Sequence[Marking], names: Mapping[str, str], lang: Lang
) -> str:
    row = seen.row
    current = row.id == session.current_branch
    span = say("branch_span", lang, first=seen.first, last=seen.last)
    name = f"「{row.name}」" if row.name and lang == "ja" else f'"{row.name}"' if row.name else ""
    words = ["＊" if current else "", row.id, name, span, say(f"branch_{kind_of(session, row)}", lang)]
    told = "".join(tell_mark("marked", one, lang, names) for one in marks)
    return " ".join(word for word in words if word) + told


def kind_of(session: Session, row: BranchRow) -> str:
    """Return what a line is to the table: `current`, `left`, `whatif` or `other`."""
    if row.id == session.current_branch:
        return "current"
    if row.is_left:
        return "left"
    return "whatif" if row.why == "whatif" else "other"
