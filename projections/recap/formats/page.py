"""HTML: one file without any outside resource, light and dark, every line with an anchor."""

from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import say
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
    Row,
    Table,
)
from tenmatsu.projections.recap.formats.curvepage import curve_style, draw_curve

_LONG = 14
"""Letters beyond which a cell of a table may break."""
_PICTURES = """
.picture { display: inline-block; max-width: 100%; margin: 1.2rem 1.1rem 1.2rem 0; }
.picture { vertical-align: top; break-inside: avoid; }
.picture figcaption { margin-bottom: .4rem; font: 600 .92rem/1.6 var(--sans); }
.picture svg { display: block; }
"""
_THEMES = ("auto", "light", "dark")


@cache
def _style() -> str:
    return files("tenmatsu.projections.recap.formats").joinpath("page.css").read_text(encoding="utf-8")


def render_html(document: Document) -> str:
    """Return the document as one page; all that people typed is escaped."""
    return "\n".join(_Page(document).lines()) + "\n"


class _Page:
    """Writes one page."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._lang: Lang = document.lang
        self._own = frozenset(_own_places(document))
        self._used: set[int] = set()
        self._curves = 0

    def lines(self) -> Iterator[str]:
        """Yield the page line by line."""
        document = self._document
        title = escape(document.title)
        yield "<!DOCTYPE html>"
        yield f'<html lang="{document.lang}">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title>"
        curved = any(isinstance(block, Curve) for block in document.blocks)
        drawn = any(isinstance(block, Picture) for block in document.blocks)
        more = (curve_style() if curved else "") + (_PICTURES if drawn else "")
        yield f"<style>\n{_style()}{more}{self._page_mark()}</style>"
        yield "</head>"
        whatif = " whatif" if document.is_whatif else ""
        yield f'<body class="{document.style}{whatif}">'
        if document.banner:
            yield f'<p class="banner" role="note">{escape(document.banner)}</p>'
        yield f"<header>\n<h1>{title}</h1>"
        yield from self._controls()
        yield "</header>\n<main>"
        yield from self._blocks()
        yield "</main>"
        yield "<footer>"
        yield f'<p class="head">{escape(document.head_label)}<br>'
        yield f"<code>{escape(document.head_text)}</code></p>"
        yield "</footer>\n</body>\n</html>"

    def _page_mark(self) -> str:
        """Return what marks every printed page of a line that is not the current timeline."""
        if not self._document.banner:
            return ""
        text = say("whatif_banner" if self._document.is_whatif else "left_banner", self._lang)
        return f'@page {{ @top-center {{ content: "{text}"; font: 9pt sans-serif; }} }}\n'

    def _controls(self) -> Iterator[str]:
        yield '<div class="controls">'
        yield f"<fieldset><legend>{self._say('theme')}</legend>"
        for theme in _THEMES:
            checked = " checked" if theme == "auto" else ""
            yield (
                f'<label><input type="radio" name="theme" id="theme-{theme}"{checked}> '
                f"{self._say(f'theme_{theme}')}</label>"
            )
        yield "</fieldset>"
        boxes = [("rolls", True)] if any(isinstance(block, Frame) for block in self._document.blocks) else []
        if any(isinstance(block, Paragraph) and block.is_chat for block in self._document.blocks):
            boxes.append(("chat", False))
        boxes.append(("versions", True))
        yield f"<fieldset><legend>{self._say('show')}</legend>"
        for box, on in boxes:
            checked = " checked" if on else ""
            yield (
                f'<label><input type="checkbox" id="show-{box}"{checked}> {self._say(f"show_{box}")}</label>'
            )
        yield "</fieldset>\n</div>"

    def _blocks(self) -> Iterator[str]:
        facts: list[Fact] = []
        for block in self._document.blocks:
            if isinstance(block, Fact):
                facts.append(block)
                continue
            yield from self._facts(facts)
            facts = []
            yield from self._render(block)
        yield from self._facts(facts)

    def _facts(self, facts: list[Fact]) -> Iterator[str]:
        if not facts:
            return
        yield "<dl>"
        for fact in facts:
            colour = f' class="s{fact.colour}"' if fact.colour else ""
            yield f"<div><dt>{escape(fact.label)}</dt><dd{colour}>{escape(fact.text)}</dd></div>"
        yield "</dl>"

    def _render(self, block: AnyBlock) -> Iterator[str]:
        match block:
            case Heading():
                mark = (
                    f'<span class="mark" aria-hidden="true">{escape(block.mark)}</span>' if block.mark else ""
                )
                tag = f"h{block.level}"
                yield f"<{tag}{self._id(block)}>{mark}{escape(block.text)}{self._link(block)}</{tag}>"
            case Notice():
                yield f'<p class="notice">{escape(block.text)}</p>'
            case Frame():
                yield from self._frame(block)
            case Table():
                yield from self._table(block)
            case Paragraph():
                yield self._paragraph(block)
            case Curve():
                self._curves += 1
                yield from draw_curve(block, self._curves, self._own, self._lang)
            case Picture():
                yield f'<figure class="picture"><figcaption>{escape(block.title)}</figcaption>'
                yield f"{block.svg}</figure>"
            case Fact():
                pass

    def _frame(self, block: Frame) -> Iterator[str]:
        yield '<div class="frame" role="group">'
        for place, line in enumerate(block.lines):
            label = _label(block.label) if place == 0 else ""
            result = f' <b class="{line.result}">{escape(line.word)}</b>' if line.result else ""
            told = _strike(f"{escape(line.text)}{result}", line.note, struck=line.struck)
            yield f"<p{self._id(line)}><span>{label}{told}</span>{self._link(line)}</p>"
        yield "</div>"

    def _table(self, block: Table) -> Iterator[str]:
        yield '<div class="scroll"><table>\n<thead><tr>'
        where = self._say("col_where") if any(row.version for row in block.rows) else ""
        for cell in [*map(escape, block.head), *([where] if where else [])]:
            yield f'<th scope="col">{cell}</th>'
        yield "</tr></thead>\n<tbody>"
        for row in block.rows:
            first, *others = (escape(cell) for cell in row.cells)
            cells = "".join(f"<td{_wide(cell)}>{cell}</td>" for cell in others)
            link = f"<td>{self._link(row)}</td>" if where else ""
            yield f'<tr{self._id(row)}><th scope="row">{first}</th>{cells}{link}</tr>'
        yield "</tbody>\n</table></div>"

    def _paragraph(self, block: Paragraph) -> str:
        classes = block.kind + (" chat" if block.is_chat else "") + (" named" if block.name else "")
        name = ""
        if block.name:
            colour = f" s{block.colour}" if block.colour else ""
            colon = "：" if self._lang == "ja" else ":"
            name = f'<b class="name{colour}">{escape(block.name)}<span class="colon">{colon}</span></b> '
        text = _strike(escape(block.text).replace("\n", "<br>"), block.note, struck=block.struck)
        body = f'<span class="text">{_label(block.label)}{text}</span>'
        return f'<p class="{classes}"{self._id(block)}>{name}{body}{self._link(block)}</p>'

    def _id(self, block: AnyBlock | Framed | Row) -> str:
        """Return the anchor of an entry: at its own place, or where it is first spoken of."""
        version = block.version
        if not version or version in self._used or (block.refers and version in self._own):
            return ""
        self._used.add(version)
        return f' id="v{version}"'

    def _link(self, block: AnyBlock | Framed | Row) -> str:
        if not block.version:
            return ""
        title = escape(say("version_title", self._lang, commit=block.commit))
        return f' <a class="version" href="#v{block.version}" title="{title}">v{block.version}</a>'

    def _say(self, key: str) -> str:
        return escape(say(key, self._lang))


def _strike(text: str, note: str, *, struck: bool) -> str:
    """Return a line with its marks; one that does not count is struck through, and the marks say so."""
    marks = f'<span class="marks">{escape(note)}</span>' if note else ""
    return f"<s>{text}</s>{marks}" if struck else f"{text}{marks}"


def _label(text: str) -> str:
    return f'<span class="label">{escape(text)}</span> ' if text else ""


def _wide(cell: str) -> str:
    """Return the class of a cell that holds a sentence: it may break between words, and keeps some width."""
    return ' class="words"' if len(cell) > _LONG else ""


def _own_places(document: Document) -> Iterator[int]:
    """Yield the versions that have a place of their own in the document."""
    for block in document.blocks:
        inside = (
            block.lines if isinstance(block, Frame) else block.rows if isinstance(block, Table) else (block,)
        )
        yield from (one.version for one in inside if one.version and not one.refers)
