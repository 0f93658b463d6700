"""Decide making characters: a player's in four choices, at once or one by one."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.building import (
    Sheets,
    build_figure,
    change_characteristic,
    count_spell_points,
    list_origins,
    list_spirit_spells,
    pick_spells,
)
from tenmatsu.systems.runequest.commands.making import (
    ChangeCharacteristic,
    ChooseCult,
    ChooseHomeland,
    ChooseOccupation,
    ChooseTemplate,
    MakeCharacter,
)
from tenmatsu.systems.runequest.decide.bringing import BRINGING_HANDLERS
from tenmatsu.systems.runequest.decide.equipping import EQUIPPING_HANDLERS
from tenmatsu.systems.runequest.decide.learning import LEARNING_HANDLERS, check_memory, check_spell
from tenmatsu.systems.runequest.decide.naming import check_new, check_row, settle_characteristics
from tenmatsu.systems.runequest.decide.work import Work, find_figure, refuse
from tenmatsu.systems.runequest.events.making import (
    CharacteristicChanged,
    FigureMade,
    Sheet,
    SheetChosen,
)
from tenmatsu.systems.runequest.figures import Characteristic
from tenmatsu.systems.runequest.state import Draft

_replace = msgspec.structs.replace

# ---- a player's character ----


def make_character(work: Work, command: MakeCharacter) -> None:
    """Make a player's character in one go."""
    check_new(work, command.character)
    characteristics = settle_characteristics(work, command.template, command.characteristics)
    check_row(work, "homelands", command.homeland)
    check_row(work, "occupations", command.occupation)
    check_row(work, "cults", command.cult)
    sheets = Sheets(
        characteristics=characteristics,
        template=command.template,
        homeland=command.homeland,
        occupation=command.occupation,
        cult=command.cult,
        main_hand=command.main_hand,
    )
    if command.characteristics:
        _choose(work, command.character, "templates", command.template, command.characteristics)
    _make(work, command.character, sheets, command.spells)


def choose_template(work: Work, command: ChooseTemplate) -> None:
    """Sheet 1; a later choice stands in place of an earlier one."""
    check_new(work, command.character)
    settle_characteristics(work, command.template, command.characteristics)
    _choose(work, command.character, "templates", command.template, command.characteristics)


def choose_homeland(work: Work, command: ChooseHomeland) -> None:
    """Sheet 2."""
    check_new(work, command.character)
    check_row(work, "homelands", command.homeland)
    _choose(work, command.character, "homelands", command.homeland)


def choose_occupation(work: Work, command: ChooseOccupation) -> None:
    """Sheet 3."""
    check_new(work, command.character)
    check_row(work, "occupations", command.occupation)
    _choose(work, command.character, "occupations", command.occupation)


def choose_cult(work: Work, command: ChooseCult) -> None:
    """Sheet 4: with those before it the character is made."""
    character = command.character
    check_new(work, character)
    check_row(work, "cults", command.cult)
    draft = work.state.drafts.get(character, Draft())
    missing = [sheet for sheet in ("templates", "homelands", "occupations") if sheet not in draft.sheets]
    if missing:
        refuse(work, "sheets_first", character=character, missing=missing)
    template = draft.sheets["templates"]
    sheets = Sheets(
        characteristics=settle_characteristics(work, template, draft.characteristics),
        template=template,
        homeland=draft.sheets["homelands"],
        occupation=draft.sheets["occupations"],
        cult=command.cult,
        main_hand=command.main_hand,
    )
    _make(work, character, sheets, command.spells)


def _choose(
    work: Work,
    character: str,
    sheet: Sheet,
    choice: str,
    characteristics: Mapping[Characteristic, int] | None = None,
) -> None:
    given = dict(characteristics or {})
    work.record(SheetChosen(character=character, sheet=sheet, choice=choice, characteristics=given))


def _make(work: Work, character: str, sheets: Sheets, spells: Mapping[str, int]) -> None:
    """Make the character with the spirit spells chosen, or those that its sheets list first."""
    tables = work.rules.tables
    origins = list_origins(tables, sheets)
    if spells:
        _check_spirit_spells(work, sheets, spells)
    figure = build_figure(tables, _replace(sheets, spells=dict(spells) or pick_spells(tables, origins)))
    check_memory(work, character, figure)
    work.record(FigureMade(character=character, figure=figure))


def _check_spirit_spells(work: Work, sheets: Sheets, spells: Mapping[str, int]) -> None:
    """Refuse spirit spells that no sheet teaches, or more points than the sheets give."""
    tables = work.rules.tables
    origins = list_origins(tables, sheets)
    taught = list_spirit_spells(tables, origins)
    for name, points in spells.items():
        if name not in taught:
            refuse(work, "not_taught", spell=name, known=taught)
        check_spell(work, name, points)
    most, spent = count_spell_points(origins), sum(spells.values())
    if spent > most:
        refuse(work, "too_many_spell_points", spent=spent, most=most)


# ---- later ----


def set_characteristic(work: Work, command: ChangeCharacteristic) -> None:
    """Set a characteristic; maxima and skills follow."""
    figure = find_figure(work, command.character)
    if command.name not in figure.characteristics:
        refuse(work, "no_characteristic", character=command.character, name=command.name)
    changed, moved = change_characteristic(work.rules.tables, figure, command.name, command.to)
    work.record(
        CharacteristicChanged(
            character=command.character,
            name=command.name,
            now=command.to,
            hp=changed.hp,
            max_hp=changed.max_hp,
            mp=changed.mp,
            max_mp=changed.max_mp,
            locations={place: (one.hp, one.max_hp) for place, one in changed.locations.items()},
            skills=moved,
        )
    )


MAKING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    MakeCharacter: make_character,
    ChooseTemplate: choose_template,
    ChooseHomeland: choose_homeland,
    ChooseOccupation: choose_occupation,
    ChooseCult: choose_cult,
    ChangeCharacteristic: set_characteristic,
    **BRINGING_HANDLERS,
    **EQUIPPING_HANDLERS,
    **LEARNING_HANDLERS,
}
"""By command class."""
