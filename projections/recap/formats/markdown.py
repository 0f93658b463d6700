"""Markdown (CommonMark with tables): every sign that people typed is shown, never read as markup."""

import re
from collections.abc import Iterator, Sequence

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import bracket
from tenmatsu.projections.recap.document import (
    AnyBlock,
    Curve,
    Document,
    Fact,
    Frame,
    Framed,
    Heading,
    Notice,
    Paragraph,
    Picture,
    Table,
)

_SIGNS = re.compile(r"[\\`*_\[\]<>|~&$]")
_AT_START = re.compile(r"^(#(?=#*(?:\s|$))|[+=-]|\d+[.)](?=\s|$))")
_BREAK = "\\\n"
_ENTRY = "- `v"
"""How an entry of a list begins; entries next to each other are one list."""


def escape(text: str) -> str:
    """Return text that Markdown shows as it is; line breaks stay, blanks at the ends of lines do not."""
    return _BREAK.join(_escape_line(line) for line in text.split("\n"))


def _escape_line(line: str) -> str:
    signs = _SIGNS.sub(lambda match: f"\\{match[0]}", line.strip(" "))
    start = _AT_START.match(signs)
    if start is None:
        return signs
    mark = start[1]
    safe = f"\\{mark}" if len(mark) == 1 else f"{mark[:-1]}\\{mark[-1]}"
    return f"{safe}{signs[start.end() :]}"


def render_markdown(document: Document) -> str:
    """Return the document as Markdown."""
    parts = [f"# {escape(document.title)}"]
    if document.banner:
        parts.append(f"> **{escape(document.banner)}**")
    facts: list[str] = []
    for block in document.blocks:
        if isinstance(block, Fact):
            facts.append(f"- **{escape(block.label)}**: {escape(block.text)}")
            continue
        if facts:
            parts.append("\n".join(facts))
            facts = []
        rendered = _render(block, document)
        if isinstance(block, Paragraph) and block.kind == "entry" and parts[-1].startswith(_ENTRY):
            parts[-1] = "\n".join([parts[-1], *rendered])
        else:
            parts += rendered
    if facts:
        parts.append("\n".join(facts))
    parts.append(f"---\n\n{escape(document.head_label)}: `{document.head_text}`")
    return "\n\n".join(parts) + "\n"


def _version(version: int) -> str:
    return f" `v{version}`" if version else ""


def _render(block: AnyBlock, document: Document) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{'#' * block.level} {escape(block.mark + block.text)}{_version(block.version)}"
        case Notice():
            yield escape(block.text)
        case Frame():
            lines = [
                _framed(line, block.label if place == 0 else "", document.lang)
                for place, line in enumerate(block.lines)
            ]
            yield "\n".join(f"> {line}" for line in lines)
        case Table():
            yield _table(block)
        case Paragraph():
            yield _paragraph(block, document)
        case Curve():
            yield from _curve(block)
        case Picture():
            yield f"**{escape(block.title)}**"
            yield _fenced(block.text)
        case Fact():
            pass


def _framed(line: Framed, label: str, lang: Lang) -> str:
    shown = escape(bracket(label, lang))
    word = f" **{escape(line.word)}**" if line.word else ""
    return f"- {shown}{escape(line.text)}{word}{escape(line.note)}{_version(line.version)}"


def _table(block: Table) -> str:
    head = [*map(escape, block.head), ""]
    lines = [_row(head), _row(["---"] * len(head))]
    lines += (_row([*map(escape, row.cells), _version(row.version)]) for row in block.rows)
    return "\n".join(lines)


def _curve(block: Curve) -> Iterator[str]:
    fighters = f"{_BREAK}{escape(block.fighters)}" if block.fighters else ""
    yield f"**{escape(block.title)}**{fighters}"
    for line in block.lines:
        yield f"{escape(line.text)} {escape(line.summary)}{_BREAK}`{line.spark}`"
    yield escape(block.turns_label)
    if block.turns:
        turns = (
            (escape(turn.change), f"{escape(turn.text)}{_version(turn.version)}") for turn in block.turns
        )
        yield "\n".join(f"- {change}{_BREAK}  {text}" for change, text in turns)
    yield escape(block.note)


def _fenced(lines: Sequence[str]) -> str:
    """Return lines as they are, behind a fence that none of them closes."""
    fence = "`" * max(3, *(len(run) + 1 for line in lines for run in re.findall("`+", line)), 3)
    return "\n".join([f"{fence}text", *lines, fence])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cell.strip() for cell in cells)} |"


def _paragraph(block: Paragraph, document: Document) -> str:
    text, label = escape(block.text + block.note), escape(bracket(block.label, document.lang))
    if block.kind == "entry":
        commit = f" {block.commit}" if document.style == "raw" else ""
        return f"{_ENTRY}{block.version}{commit}` {label}{text}"
    version = _version(block.version)
    if block.name:
        colon = "：" if document.lang == "ja" else ": "
        return f"**{escape(block.name)}**{colon}{label}{text}{version}"
    return f"{label}{text}{version}"
