"""The cards as the table sees them: month and kind, own or given, face up or down; as lines and as SVG."""

from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.engine.cells import pad, width_of
from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.engine.language import Lang
from tenmatsu.systems.akatsuki.cardfaces import Box, draw_back, draw_card, draw_chip, draw_row, draw_wound
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.state import Figure, Held, State, Wound, printed_on
from tenmatsu.systems.akatsuki.tables import Tables
from tenmatsu.systems.akatsuki.wording import load_words

WIDTH = 340
"""Of the drawing, in pixels: five cards beside each other; a telephone shows it nearly as large."""
CELLS = 72
"""Of a line in a terminal."""


class _Shown(msgspec.Struct, frozen=True):
    """Something that lies there: in a line, in words, as a drawing."""

    short: str
    words: str
    box: Box


class _Row(msgspec.Struct, frozen=True):
    """What lies beside each other, under one label."""

    label: str
    shown: tuple[_Shown, ...]
    note: str = ""


def list_drawings(state: State, rules: Rulebook, character: str, look: Look) -> Iterator[Drawing]:
    """Yield what lies before a character on the table; nothing for one who has nothing."""
    figure = state.characters.get(character)
    if figure is None:
        return
    rows = [row for row in _list_rows(figure, rules.tables, look.lang) if row.shown]
    if not rows:
        return
    owner = f"{look.name(character)}{'：' if look.lang == 'ja' else ': '}{_say('cards_laid', look.lang)}"
    alt = _tell(rows, look.lang)
    drawn = [(row.label, row.note, [one.box for one in row.shown]) for row in rows]
    yield Drawing(
        title="cards_laid",
        text=(*_list_lines(rows), *_list_legend(rows, figure, look.lang)),
        svg=draw_row(WIDTH, owner, alt, drawn),
        alt=alt,
    )


def _list_rows(figure: Figure, tables: Tables, lang: Lang) -> Iterator[_Row]:
    held = tuple(_show_held(one, tables, lang) for one in figure.awakening)
    points = sum(tables.points(one) for one in figure.awakening)
    yield _Row(_say("lay_awakening", lang), held, _say("lay_points", lang).format(n=points) if held else "")
    down = len(figure.fate) + figure.fate_chips
    back = _Shown(_say("short_back", lang), _say("word_back", lang), draw_back(_say("word_back", lang)))
    chip = _Shown(
        _say("short_chip_back", lang),
        _say("word_chip_back", lang),
        draw_chip("", _say("word_chip_back", lang), is_back=True),
    )
    fate = (back,) * len(figure.fate) + (chip,) * figure.fate_chips
    yield _Row(_say("lay_fate", lang), fate, _say("lay_count", lang).format(n=down))
    given = min(figure.chivalry_given, figure.chivalry)
    chivalry = (_show_chivalry(lang, given=False),) * (figure.chivalry - given)
    chivalry += (_show_chivalry(lang, given=True),) * given
    yield _Row(_say("lay_chivalry", lang), chivalry, _say("lay_chips", lang).format(n=figure.chivalry))
    wounds = () if figure.wound is None else (_show_wound(figure, figure.wound, lang),)
    yield _Row(_say("lay_wound", lang), wounds)


def _show_held(held: Held, tables: Tables, lang: Lang) -> _Shown:
    way = _say("word_given" if held.given else "word_own", lang)
    printed = printed_on(held.card)
    if printed is not None:
        words = f"{_say('word_chip', lang).format(n=printed)}{way}"
        short = f"<{printed}>" if held.given else f"({printed})"
        return _Shown(short, words, draw_chip(str(printed), words, is_given=held.given))
    row = tables.deck.get(held.card)
    month, kind = (0, "plain") if row is None else (row.month, row.kind)
    plant, sign = _say(f"plant_{month}", lang), _say(f"sign_{kind}", lang)
    points = _say("lay_points", lang).format(n=tables.points(held))
    words = f"{load_words().label(held.card, lang)}{way}{'・' if lang == 'ja' else ', '}{points}"
    short = f"{plant}{sign}" if lang == "ja" else f"{plant} {sign}"
    letters, name = _say(f"plant_{month}", "ja"), "" if lang == "ja" else plant
    face = draw_card(month, kind, letters, name, sign, words)
    if held.given:
        return _Shown(f"<{short}>", words, face.crosswise())
    return _Shown(f"[{short}]", words, face)


def _show_chivalry(lang: Lang, *, given: bool) -> _Shown:
    words = f"{_say('lay_chivalry', lang)}{_say('word_given', lang) if given else ''}"
    return _Shown("<義>" if given else "(義)", words, draw_chip("義", words, is_given=given))


def _show_wound(figure: Figure, wound: Wound, lang: Lang) -> _Shown:
    state = "serious" if wound.treated else "critical"
    if figure.doomed or figure.dead:
        state = "word_dead" if figure.dead else "doomed"
    harm, care = _say(wound.harm, lang), _say(state, lang)
    words = _say("word_wound", lang).format(harm=harm, rank=wound.rank, care=care)
    box = draw_wound(harm, wound.rank, care, words, is_turned=wound.treated)
    return _Shown(f"《{words}》" if lang == "ja" else f"«{words}»", words, box)


def _list_lines(rows: Sequence[_Row]) -> Iterator[str]:
    """Yield the rows, each behind its label; long ones go on below."""
    indent = max(width_of(row.label) for row in rows) + 2
    for row in rows:
        line, gap = pad(row.label, indent), ""
        for part in (*(one.short for one in row.shown), *([f" {row.note}"] if row.note else [])):
            if gap and width_of(f"{line}{gap}{part}") > CELLS:
                yield line
                line, gap = " " * indent, ""
            line += f"{gap}{part}" if gap else part.lstrip()
            gap = " "
        yield line


def _list_legend(rows: Sequence[_Row], figure: Figure, lang: Lang) -> Iterator[str]:
    """Yield what the brackets say, as far as there are such."""
    shorts = [one.short for row in rows for one in row.shown]
    signs = [
        ("legend_own", any(short.startswith("[") for short in shorts[: len(figure.awakening)])),
        ("legend_given", any(short.startswith("<") for short in shorts)),
        ("legend_back", bool(figure.fate or figure.fate_chips)),
        ("legend_chip", any(short.startswith("(") for short in shorts)),
    ]
    told = [_say(key, lang) for key, there in signs if there]
    if told:
        yield ("　" if lang == "ja" else "; ").join(told)


def _tell(rows: Sequence[_Row], lang: Lang) -> str:
    """Return the rows in words: alike ones are counted."""
    colon, comma, stop = ("：", "、", "。") if lang == "ja" else (": ", "; ", ". ")
    told: list[str] = []
    for row in rows:
        counts: dict[str, int] = {}
        for one in row.shown:
            counts[one.words] = counts.get(one.words, 0) + 1
        parts = comma.join(words if count == 1 else f"{words}×{count}" for words, count in counts.items())
        told.append(f"{row.label}{colon}{parts}")
    return stop.join(told) + stop.strip()


def _say(key: str, lang: Lang) -> str:
    return load_words().label(key, lang)
