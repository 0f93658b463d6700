"""Plain text: for a terminal, a message, a page that knows no markup."""

from collections.abc import Iterator

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import bracket
from tenmatsu.projections.recap.document import (
    AnyBlock,
    Curve,
    Document,
    Fact,
    Frame,
    Heading,
    Notice,
    Paragraph,
    Picture,
    Row,
    Table,
)


def render_text(document: Document) -> str:
    """Return the document as plain text; what people typed never begins a line."""
    lines = [document.title]
    if document.banner:
        lines.append(f"※※ {document.banner}")
    previous: AnyBlock | None = None
    for block in document.blocks:
        if _needs_gap(previous, block):
            lines.append("")
        lines += _render(block, document)
        previous = block
    lines += ["", f"{document.head_label}: {document.head_text}"]
    return "\n".join(lines) + "\n"


def _needs_gap(previous: AnyBlock | None, block: AnyBlock) -> bool:
    if isinstance(block, (Heading, Table, Curve, Picture)):
        return not (isinstance(block, (Table, Picture)) and isinstance(previous, Heading))
    if isinstance(previous, Heading):
        return False
    return previous is None or previous.__class__ is not block.__class__


def _version(block: AnyBlock | Row) -> str:
    return f"  [v{block.version}]" if block.version else ""


def _render(block: AnyBlock, document: Document) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{block.mark or '◆'}{block.text}{_version(block)}"
        case Notice():
            yield block.text
        case Fact():
            yield f"{block.label}：{block.text}" if document.lang == "ja" else f"{block.label}: {block.text}"
        case Frame():
            yield from _frame(block, document.lang)
        case Table():
            yield "　".join(block.head) if document.lang == "ja" else " | ".join(block.head)
            separator = "　" if document.lang == "ja" else " | "
            for row in block.rows:
                yield f"{separator.join(row.cells)}{_version(row)}"
        case Paragraph():
            yield _paragraph(block, document)
        case Curve():
            yield from _curve(block)
        case Picture():
            yield f"◇{block.title}"
            yield from (f"　{line}" for line in block.text)


def _curve(block: Curve) -> Iterator[str]:
    yield f"◇{block.title}"
    if block.fighters:
        yield f"　{block.fighters}"
    for line in block.lines:
        yield f"　{line.text} {line.summary}"
        yield f"　{line.spark}"
    yield f"　{block.turns_label}"
    for turn in block.turns:
        yield f"　・{turn.change}"
        yield f"　　{turn.text}  [v{turn.version}]"
    yield f"　{block.note}"


def _frame(block: Frame, lang: Lang) -> Iterator[str]:
    last = len(block.lines) - 1
    for place, line in enumerate(block.lines):
        sign = "┌" if place == 0 else "└" if place == last else "│"
        label = bracket(block.label, lang) if place == 0 else ""
        word = f"　{line.word}" if line.word else ""
        yield f"　{'・' if last == 0 else sign} {label}{line.text}{word}{line.note}  [v{line.version}]"


def _paragraph(block: Paragraph, document: Document) -> str:
    text = block.text.replace("\n", "\n　　") + block.note
    if block.kind == "entry":
        commit = f" {block.commit}" if document.style == "raw" else ""
        label = f"[{block.label}] " if block.label else ""
        return f"v{block.version}{commit}  {label}{text}"
    label = bracket(block.label, document.lang)
    colon = "：" if document.lang == "ja" else ": "
    name = f"{block.name}{colon}" if block.name else "　"
    return f"{name}{label}{text}{_version(block)}"
