"""Characters made, with the cards they begin with; the deck and the chips are laid out before the first."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.making import MakeCharacter, MakeNpc
from tenmatsu.systems.akatsuki.decide.drawing import count_drawable, deal_fate, draw_awakening
from tenmatsu.systems.akatsuki.decide.work import Work, refuse
from tenmatsu.systems.akatsuki.events.making import CharacterMade, ChipsPrinted
from tenmatsu.systems.akatsuki.rows import ArchetypeRow
from tenmatsu.systems.akatsuki.state import Ability, Figure

ABILITIES: tuple[Ability, ...] = get_args(Ability)
NPC_MOST = 99
"""The highest level of an NPC's ability; its rates go on beyond those of players' characters (VI-II)."""


def make_character(work: Work, command: MakeCharacter) -> None:
    """Make a player's character and deal its cards: 命運札, and 覚醒札 to those whose field is 気合."""
    _verify_new(work, command.character)
    figure = _choose(work, command)
    fate = _count_fate(work, command, figure.fate_points)
    cards = work.rules.tables.cards
    start = cards.start if figure.has_field(cards.start_field) else 0
    left = count_drawable(work.state) if work.state.chips else len(work.rules.tables.deck)
    if fate + start > left:
        refuse(work, "too_few_cards", count=fate + start, left=left)
    _lay_out(work)
    work.record(CharacterMade(character=command.character, figure=figure, archetype=command.archetype))
    for _ in range(fate):
        deal_fate(work, command.character)
    for _ in range(start):
        draw_awakening(work, command.character, "start")


def make_npc(work: Work, command: MakeNpc) -> None:
    """
    Bring in an NPC, without cards: the GM hands it chips (`grant_chips`).

    An NPC whose field is 気合 begins with no chips either, since those of an NPC are the GM's to set.
    """
    _verify_new(work, command.character)
    for name in ABILITIES:
        _verify_level(work, name, getattr(command, name), 0, NPC_MOST)
    _verify_fields(work, command.fields)
    _verify_fate_points(work, command.fate_points)
    _verify_weapons(work, command.weapons)
    figure = Figure(
        npc=True,
        important=command.important,
        friendly=command.friendly,
        goro=command.goro,
        taiku=command.taiku,
        tosei=command.tosei,
        kaigu=command.kaigu,
        fields=command.fields,
        fate_points=command.fate_points,
        weapons=command.weapons,
    )
    _lay_out(work)
    work.record(CharacterMade(character=command.character, figure=figure))


def _choose(work: Work, command: MakeCharacter) -> Figure:
    """Return the figure that a command describes; an archetype fills in what it leaves out."""
    row = _find_archetype(work, command.archetype) if command.archetype else None
    bounds, levels = work.rules.tables.levels, dict[str, int]()
    for name in ABILITIES:
        level: int | None = getattr(command, name)
        if level is None and row is not None:
            level = int(getattr(row, name))
        if level is None:
            refuse(work, "level_missing", ability=name)
        _verify_level(work, name, level, bounds.least, bounds.most)
        levels[name] = level
    fields = {**(row.fields if row else {}), **command.fields}
    _verify_fields(work, fields)
    points = command.fate_points
    if points is None and row is not None:
        points = row.fate_points
    if points is None:
        refuse(work, "fate_points_missing")
    _verify_fate_points(work, points)
    weapons = command.weapons or (row.weapons if row else ())
    _verify_weapons(work, weapons)
    return Figure(
        goro=levels["goro"],
        taiku=levels["taiku"],
        tosei=levels["tosei"],
        kaigu=levels["kaigu"],
        fields=fields,
        fate_points=points,
        weapons=weapons,
    )


def _find_archetype(work: Work, archetype: str) -> ArchetypeRow:
    known = work.rules.tables.archetypes
    if archetype not in known:
        refuse(work, "unknown_archetype", archetype=archetype, known=tuple(known))
    return known[archetype]


def _verify_new(work: Work, character: str) -> None:
    if character not in work.table.characters:
        refuse(work, "not_at_table", character=character)
    if character in work.state.characters:
        refuse(work, "already_made", character=character)


def _verify_level(work: Work, ability: str, level: int, least: int, most: int) -> None:
    if not least <= level <= most:
        refuse(work, "level_out_of_range", ability=ability, level=level, least=least, most=most)


def _verify_fields(work: Work, fields: Mapping[Ability, str]) -> None:
    for ability, field in fields.items():
        known = work.rules.tables.fields.get(ability, ())
        if field not in known:
            refuse(work, "unknown_field", ability=ability, field=field, known=known)


def _verify_fate_points(work: Work, points: int) -> None:
    if points < 0:
        refuse(work, "negative_fate_points", points=points)


def _verify_weapons(work: Work, weapons: tuple[str, ...]) -> None:
    for weapon in weapons:
        if weapon not in work.rules.tables.weapons:
            refuse(work, "unknown_weapon", weapon=weapon)


def _count_fate(work: Work, command: MakeCharacter, points: int) -> int:
    """Return the fate cards at the start (option `start_fate_cards`)."""
    entered = command.fate_cards
    if work.rules.options.start_fate_cards == "points":
        if entered is not None:
            refuse(work, "fate_cards_follow_points", points=points)
        return points
    if entered is None:
        refuse(work, "fate_cards_missing")
    if entered < 0:
        refuse(work, "negative_count", count=entered)
    return entered


def _lay_out(work: Work) -> None:
    """Lay the deck and the chips out, before the first character."""
    if not work.state.chips:
        tables = work.rules.tables
        work.record(ChipsPrinted(chips=tables.chips, cards=tuple(tables.deck)))


MAKING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    MakeCharacter: make_character,
    MakeNpc: make_npc,
}
"""By command class."""
