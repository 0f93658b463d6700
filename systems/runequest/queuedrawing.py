"""The queue of a melee round by strike rank, with what is held and what goes on: lines, SVG, words."""

from collections.abc import Iterator

import msgspec

from tenmatsu.engine.cells import pad, width_of
from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.engine.drawings import frame_svg
from tenmatsu.systems.runequest.decide.queueing import find_moment
from tenmatsu.systems.runequest.melee import Action, Melee
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.svgparts import EDGE, FAINT, INK, PAPER, RED, WIDTH, box, cut, say, words

CELLS = 72
"""Of a line in a terminal."""
NAME_CELLS = 20
_SVG_CELLS = 40
"""Of a line in the drawing."""
_HEAD, _ROW = 28, 26
_MARKS = {"done": "✓", "lost": "×", "resolving": "▶", "held": "‖", "carried": "»", "declared": "·"}


class _Line(msgspec.Struct, frozen=True):
    """An action as it is shown."""

    place: str
    """Its strike rank; held and carried ones have the words for that."""
    state: str
    told: str
    sr: int
    """0 where it has no place on the rail."""


def draw_queue(state: State, melee: Melee, look: Look) -> Drawing:
    """Return the queue of a round, what was done of it too."""
    lines = list(_list_lines(state, melee, look))
    title = _title(melee, look)
    stop = "。" if look.lang == "ja" else ". "
    colon = "：" if look.lang == "ja" else ": "
    opening, closing = ("（", "）") if look.lang == "ja" else (" (", ")")
    told = [f"{one.place}{colon}{one.told}{opening}{_word(one, look)}{closing}" for one in lines]
    alt = f"{title}{stop}{stop.join(told)}{stop.strip()}"
    width = max(width_of(one.place) for one in lines)
    text = (title, *(_set(one, width) for one in lines))
    height = _HEAD + _ROW * len(lines) + 6
    svg = frame_svg(WIDTH, height, title, alt, _draw(lines, melee, title))
    return Drawing(title="queue", text=text, svg=svg, alt=alt)


def _set(one: _Line, width: int) -> str:
    return f"{pad(one.place, width)}  {_MARKS[one.state]} {cut(one.told, CELLS - width - 4)}"


def _title(melee: Melee, look: Look) -> str:
    stage = say(f"stage.{melee.stage}", look.lang)
    reached = f"SR {melee.sr}" if melee.sr else ""
    if look.lang == "ja":
        return "　".join(one for one in (f"第{melee.round}ラウンド", stage, reached) if one)
    return ", ".join(one for one in (f"Round {melee.round}", stage, reached) if one)


def _word(one: _Line, look: Look) -> str:
    return say(f"action.{one.state}", look.lang)


def _list_lines(state: State, melee: Melee, look: Look) -> Iterator[_Line]:
    """Yield what comes by strike rank, then what is held, then what goes on into later rounds."""
    ordered = sorted(melee.queue, key=lambda one: (*find_moment(state, one), one.id))
    for one in ordered:
        if one.state not in ("held", "carried"):
            yield _Line(f"SR {one.sr}", one.state, _tell(one, look), one.sr)
    for one in ordered:
        if one.state == "held":
            yield _Line(say("held_short", look.lang), one.state, _tell(one, look), 0)
    for one in ordered:
        if one.state == "carried":
            place = say("carried_short", look.lang).format(n=one.rounds_left)
            told = f"{_tell(one, look)} (SR {one.sr})"
            yield _Line(place, one.state, told, 0)


def _tell(action: Action, look: Look) -> str:
    """Return who does what, to whom."""
    step, lang = action.step, look.lang
    what = say(step.spell if step.kind == "spell" and step.spell else step.kind, lang)
    if action.part is not None:
        what = f"{what} {action.part}%"
    who = cut(look.name(action.character), NAME_CELLS)
    aim = step.target or step.toward
    target = f" → {cut(look.name(aim), NAME_CELLS)}" if aim else ""
    return f"{who}：{what}{target}" if lang == "ja" else f"{who}: {what}{target}"


def _draw(lines: list[_Line], melee: Melee, title: str) -> Iterator[str]:
    """Yield the rail of strike ranks with its stations, and what waits beside it."""
    yield words(WIDTH / 2, 18, cut(title, 46), 13, INK, ";font-weight:bold")
    railed = sum(one.sr > 0 for one in lines)
    if railed:
        bottom = _HEAD + _ROW * railed - _ROW / 2
        yield f'<path d="M34 {_HEAD + _ROW / 2:g}V{bottom:g}" style="stroke:{EDGE};stroke-width:2"/>'
    for row, one in enumerate(lines):
        top = _HEAD + row * _ROW
        over = one.state in ("done", "lost")
        due = one.state == "resolving" or (one.state == "declared" and 0 < one.sr <= melee.sr)
        dashed = "" if one.sr else ";stroke-dasharray:4 3"
        yield box(4, top + 2, 60, _ROW - 4, PAPER, RED if due else EDGE, dashed)
        yield words(34, top + 17, cut(one.place, 10), 10.5, FAINT if over else INK)
        yield words(76, top + 17, _MARKS[one.state], 12, RED if due else FAINT)
        through = ";text-decoration:line-through" if one.state == "lost" else ""
        fill = FAINT if over else INK
        yield words(88, top + 17, cut(one.told, _SVG_CELLS), 11.5, fill, f";text-anchor:start{through}")
