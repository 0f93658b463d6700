"""Decide making the GM's people and spirits."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.building import Sheets, build_figure, make_arms
from tenmatsu.systems.runequest.commands.making import MakeNpc, MakeSpirit
from tenmatsu.systems.runequest.decide.learning import check_memory, check_skill, check_spell
from tenmatsu.systems.runequest.decide.naming import check_new, check_row, settle_characteristics
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.derived import find_base_skill
from tenmatsu.systems.runequest.events.making import FigureMade
from tenmatsu.systems.runequest.figures import Characteristic, Figure

_replace = msgspec.structs.replace


def make_npc(work: Work, command: MakeNpc) -> None:
    """Bring in somebody of the GM's: what is given stands over the sheets."""
    tables = work.rules.tables
    check_new(work, command.character)
    characteristics = settle_characteristics(work, command.template, command.characteristics)
    for kind, name in (
        ("homelands", command.homeland),
        ("occupations", command.occupation),
        ("cults", command.cult),
    ):
        if name:
            check_row(work, kind, name)
    for skill in command.skills:
        check_skill(work, skill)
    for weapon in command.arms:
        check_row(work, "weapons", weapon)
    _check_any_spells(work, command.spells)
    sheets = Sheets(
        characteristics=characteristics,
        template=command.template,
        homeland=command.homeland,
        occupation=command.occupation,
        cult=command.cult,
    )
    figure = build_figure(tables, sheets)
    known = {**figure.known, **_settle_known(work, command.spells)}
    most = figure.max_rune_points if command.rune_points is None else command.rune_points
    figure = _replace(
        _wear(figure, command.armor),
        npc=True,
        friendly=command.friendly,
        mounted=command.mounted,
        shaman=command.shaman or figure.shaman,
        skills={**figure.skills, **command.skills},
        arms=make_arms(tables, command.arms) if command.arms else figure.arms,
        natural_armor=command.natural_armor,
        known=known,
        rune_points=most,
        max_rune_points=most,
    )
    check_memory(work, command.character, figure)
    work.record(FigureMade(character=command.character, figure=figure))


def _wear(figure: Figure, armor: int | None) -> Figure:
    """Return somebody with so many points of armour everywhere; as they are where nothing is said."""
    if armor is None:
        return figure
    locations = {place: _replace(one, armor=armor, worn="") for place, one in figure.locations.items()}
    return _replace(figure, locations=locations)


def _check_any_spells(work: Work, spells: Mapping[str, int]) -> None:
    for name, points in spells.items():
        check_row(work, "spells", name)
        check_spell(work, name, points)


def _settle_known(work: Work, spells: Mapping[str, int]) -> dict[str, int]:
    """Return spells as they are remembered: those without points of their own with 1."""
    rows = work.rules.tables.spells
    return {name: points if rows[name].magic == "spirit" else 1 for name, points in spells.items()}


def make_spirit(work: Work, command: MakeSpirit) -> None:
    """Bring in a spirit: no STR, CON, SIZ, DEX, no hit points, no locations."""
    check_new(work, command.character)
    _check_any_spells(work, command.spells)
    characteristics: dict[Characteristic, int] = {
        "INT": command.INT,
        "POW": command.POW,
        "CHA": command.CHA,
    }
    skill = command.spirit_combat
    if skill is None:
        skill = find_base_skill(work.rules.tables, "spirit_combat", characteristics)
    figure = Figure(
        npc=True,
        friendly=command.friendly,
        embodied=False,
        visible=command.visible,
        characteristics=characteristics,
        skills={"spirit_combat": skill},
        mp=command.POW,
        max_mp=command.POW,
        spirit_armor=command.spirit_armor,
        known=_settle_known(work, command.spells),
    )
    work.record(FigureMade(character=command.character, figure=figure))


BRINGING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    MakeNpc: make_npc,
    MakeSpirit: make_spirit,
}
"""By command class."""
