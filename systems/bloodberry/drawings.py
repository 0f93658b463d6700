"""The web of relations, of the table as a whole and of one character: as lines, as SVG, in words."""

from collections.abc import Iterator, Sequence

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.engine.language import Lang
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.ties import Tie, Told, list_ties
from tenmatsu.systems.bloodberry.weblayout import Edge, Facing, Node, draw_web
from tenmatsu.systems.bloodberry.wording import load_words

CELLS = 72
"""Of a line in a terminal."""
NAME_CELLS = 24
"""Of a name in such a line."""
LINKS = ("┄┄", "──", "══", "━━")
"""Beside the marks of a relation, by its strength."""


def list_drawings(state: State, rules: Rulebook, character: str, look: Look) -> Iterator[Drawing]:
    """Yield the web of relations of a character, or of the whole table; nothing where there are none."""
    if character:
        ties, facings = list(list_ties(state, character)), []
    else:
        ties = list(list_ties(state))
        facings = list(_list_facings(state, look))
    if not ties and not facings:
        return
    most = rules.tables.relation.most
    edges = [_make_edge(tie, most, look) for tie in ties]
    lines = [line for edge in edges for line in edge.lines]
    lines += [_tell_facing(facing, look) for facing in facings]
    alt = _tell(ties, facings, look)
    title = _say("web", look.lang)
    if character:
        title = f"{look.name(character)}{'：' if look.lang == 'ja' else ': '}{title}"
    yield Drawing(
        title="web",
        text=tuple(part for line in lines for part in _fold(line)),
        svg=draw_web(title, alt, _list_nodes(state, ties, character, look), edges, facings, character),
        alt=alt,
    )


def _list_nodes(state: State, ties: Sequence[Tie], character: str, look: Look) -> list[Node]:
    """Return who stands in the web: the ring in its order, then the others."""
    tied = [one for tie in ties for one in (tie.one, tie.other)]
    if not character:
        tied = [*(one for one, person in state.people.items() if person.kind == "pc"), *tied]
    there = dict.fromkeys(tied)
    order = [*(one for one in state.ring if one in there), *there]
    camps = {one: place for place, camp in enumerate(state.confronting.values()) for one in camp.members}
    return [
        Node(
            id=one,
            name=look.name(one),
            kind=state.people[one].kind if one in state.people else "npc",
            camp=camps.get(one, -1),
        )
        for one in dict.fromkeys(order)
    ]


def _list_facings(state: State, look: Look) -> Iterator[Facing]:
    """Yield each camp's relation to each curse that is confronted."""
    for place, (name, camp) in enumerate(state.confronting.items()):
        for curse, strength in camp.strengths.items():
            yield Facing(
                camp=_name_camp(name, look),
                number=place,
                curse=look.name(curse),
                strength=strength,
                marks=_mark(strength, camp.size),
            )


def _name_camp(name: str, look: Look) -> str:
    """Return a camp's name; one that nobody named is called after what it is."""
    return load_words().label(name, look.lang, look.names)


def _mark(strength: int, most: int) -> str:
    return "◆" * strength + "◇" * max(0, most - strength)


def _make_edge(tie: Tie, most: int, look: Look) -> Edge:
    comma = "、" if look.lang == "ja" else ", "
    one, other = (_cut(look.name(who)) for who in (tie.one, tie.other))
    marks, link = _mark(tie.strength, most), LINKS[min(tie.strength, len(LINKS) - 1)]
    name = comma.join(_word(told, look.lang) for told in tie.names)
    feels = tuple(_word(told, look.lang) for told in tie.feels)
    felt = tuple(_word(told, look.lang) for told in tie.felt)
    head = f"{one} {link}{marks}{link} {other}"
    lines = [f"{head}  {name}" if name else head]
    if feels:
        lines.append(f"  {one} → {other}  {comma.join(feels)}")
    if felt:
        lines.append(f"  {other} → {one}  {comma.join(felt)}")
    return Edge(
        one=tie.one,
        other=tie.other,
        strength=tie.strength,
        marks=marks,
        name=name,
        feels=feels,
        felt=felt,
        lines=tuple(lines),
    )


def _tell_facing(facing: Facing, look: Look) -> str:
    link = LINKS[min(facing.strength, len(LINKS) - 1)]
    camp = f"{_say('camp', look.lang)}{'：' if look.lang == 'ja' else ' '}{_cut(facing.camp)}"
    return f"{camp} {link}{facing.marks}{link} {_cut(facing.curse)}"


def _tell(ties: Sequence[Tie], facings: Sequence[Facing], look: Look) -> str:
    """Return the whole web in words."""
    lang, told = look.lang, list[str]()
    comma, stop = ("、", "。") if lang == "ja" else (", ", ". ")
    for tie in ties:
        parts = [_say("web_strength", lang).format(n=tie.strength)]
        parts += [_word(one, lang) for one in tie.names]
        for one, other, felt in ((tie.one, tie.other, tie.feels), (tie.other, tie.one, tie.felt)):
            if felt:
                feelings = "・".join(_word(each, lang) for each in felt)
                parts.append(f"{look.name(one)}→{look.name(other)} {feelings}")
        told.append(f"{look.name(tie.one)} – {look.name(tie.other)}: {comma.join(parts)}")
    for facing in facings:
        strength = _say("web_strength", lang).format(n=facing.strength)
        told.append(f"{_say('camp', lang)} {facing.camp} – {facing.curse}: {strength}")
    return stop.join(told) + stop.strip()


def _word(told: Told, lang: Lang) -> str:
    text = " ".join(told.text.split())
    return text if told.typed else load_words().label(text, lang)


def _cut(name: str) -> str:
    """Return a name on one line, cut where it is longer than a line of a terminal bears."""
    name = " ".join(name.split())
    if width_of(name) <= NAME_CELLS:
        return name
    while width_of(name) > NAME_CELLS - 1:
        name = name[:-1]
    return f"{name}…"


def _fold(line: str) -> Iterator[str]:
    """Yield a line in parts that fit a terminal, broken at blanks where there are any near the end."""
    while width_of(line) > CELLS:
        end = len(line)
        while width_of(line[:end]) > CELLS:
            end -= 1
        blank = line.rfind(" ", end // 2, end + 1)
        end = end if blank < 0 else blank
        yield line[:end]
        line = f"    {line[end:].lstrip()}"
    yield line


def _say(key: str, lang: Lang) -> str:
    return load_words().label(key, lang)
