"""Decide what characters learn: skills, passions, runes, spells, sorcery's techniques, rune points."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.commands.making import Learn
from tenmatsu.systems.runequest.decide.naming import check_row
from tenmatsu.systems.runequest.decide.work import Work, find_figure, refuse
from tenmatsu.systems.runequest.events.making import Learned, Lesson
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.tables import OFF
from tenmatsu.systems.runequest.vocabulary import list_names


def learn(work: Work, command: Learn) -> None:
    """Let a character know something so well from now on."""
    figure = find_figure(work, command.character)
    lesson, name, to = command.lesson, command.name or command.lesson, command.to
    match lesson:
        case "rune_points":
            name = lesson
        case "spells":
            to = _check_spell_learned(work, name, to)
        case "skills":
            check_skill(work, name)
        case "techniques" | "mastered":
            _check_name(work, lesson, name)
            to = min(to, 1)
        case _:
            _check_name(work, lesson, name)
    if lesson in ("spells", "techniques") and to:
        check_memory(work, command.character, _foresee(figure, lesson, name, to))
    work.record(Learned(character=command.character, lesson=lesson, name=name, now=to))


def check_skill(work: Work, name: str) -> None:
    """Refuse what is no skill, no weapon (nor the other hand with one) and no sorcery spell."""
    tables = work.rules.tables
    sorcery = [spell for spell, row in tables.spells.items() if row.magic == "sorcery"]
    if name.removeprefix(OFF) in tables.weapons or name in tables.skills or name in sorcery:
        return
    refuse(work, "unknown_row", kind="skills", name=name, known=(*tables.skills, *tables.weapons, *sorcery))


def check_spell(work: Work, name: str, points: int) -> None:
    """Refuse points that a spirit spell cannot have; of other magic there are none to choose."""
    row = work.rules.tables.spells[name]
    if row.magic != "spirit":
        return
    if points < row.cost or (points > row.cost and not row.variable):
        refuse(work, "wrong_spell_points", spell=name, points=points, cost=row.cost)


def check_memory(work: Work, character: str, figure: Figure) -> None:
    """Refuse a sorcerer more spirit and sorcery spells than their INT remembers."""
    if not figure.techniques:
        return
    rows = work.rules.tables.spells
    count = sum(rows[name].magic != "rune" for name in figure.known if name in rows)
    if count > figure.of("INT"):
        refuse(work, "too_much_to_remember", character=character, count=count, most=figure.of("INT"))


def _check_spell_learned(work: Work, name: str, points: int) -> int:
    """Return the points that a spell is remembered with; 0 forgets it."""
    rows = work.rules.tables.spells
    check_row(work, "spells", name)
    if not points:
        return 0
    check_spell(work, name, points)
    return points if rows[name].magic == "spirit" else 1


def _foresee(figure: Figure, lesson: Lesson, name: str, to: int) -> Figure:
    """Return somebody who has learned a spell or a technique more."""
    if lesson == "spells":
        return msgspec.structs.replace(figure, known={**figure.known, name: to})
    return msgspec.structs.replace(figure, techniques=(*figure.techniques, name))


def _check_name(work: Work, lesson: Lesson, name: str) -> None:
    known = list_names(work.rules.tables, lesson)
    if name not in known:
        refuse(work, "unknown_row", kind=lesson, name=name, known=known)


LEARNING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {Learn: learn}
"""By command class."""
