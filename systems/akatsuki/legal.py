"""What may legally be done now: answers to open choices, a turn in a fight, checks outside one."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField, Pending
from tenmatsu.systems.akatsuki.commands.combat import Style
from tenmatsu.systems.akatsuki.decide.turns import (
    can_act,
    find_turn,
    has_major,
    may_pass,
    measure_distance,
)
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.pending import list_pending
from tenmatsu.systems.akatsuki.sides import is_of_players
from tenmatsu.systems.akatsuki.state import Ability, Figure, State

TAG = "akatsuki."
GM = "@gm"
ABILITIES: tuple[Ability, ...] = ("goro", "taiku", "tosei", "kaigu")
BARE_HANDS = "bare_hands"
"""What everybody has."""


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now."""
    choices = list_pending(state)
    if choices:
        yield from _list_answers(state, rules, choices[0], character)
        return
    if state.combat is not None:
        yield from _list_turn(state, rules, character)
        return
    figure = state.characters.get(character)
    if figure is not None and figure.is_awake and not figure.npc:
        yield _check(rules, character)


def _list_answers(state: State, rules: Rulebook, choice: Pending, character: str) -> Iterator[Move]:
    if choice.whom == character:
        for option in choice.options:
            yield Move(command=choice.command, fields={"character": character, "choice": option})


def _check(rules: Rulebook, character: str) -> Move:
    styles = tuple(style for styles in rules.tables.fields.values() for style in styles)
    return Move(
        command=f"{TAG}roll_check",
        fields={"character": character},
        open=(
            OpenField("ability", choices=ABILITIES),
            OpenField("field", choices=styles, required=False),
            OpenField("difficulty", low=-12, high=12, required=False),
        ),
    )


# ---- fights ----


def _list_turn(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    now = find_turn(state)
    able = can_act(state, rules, now)
    if character == now and able:
        yield from list_strikes(state, rules, character)
        yield from _list_lanes(state.characters.get(character, Figure()), character)
    if (character == now or (character == GM and now and not able)) and may_pass(state, rules):
        yield Move(command=f"{TAG}end_turn", fields={"character": now})
    if character == GM:
        yield Move(command=f"{TAG}end_combat")


def list_strikes(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the attacks on foes in reach that a major action pays for."""
    figure = state.characters.get(character, Figure())
    if not has_major(state, figure):
        return
    for target in list_foes(state, character):
        distance = measure_distance(state, character, target)
        for weapon in list_weapons(figure, rules):
            if distance is None or distance > rules.tables.weapons[weapon].reach:
                continue
            for style in list_styles(figure, rules, weapon):
                fields = {"character": character, "target": target, "weapon": weapon, "style": style}
                yield Move(command=f"{TAG}strike", fields=fields)


def list_foes(state: State, character: str) -> tuple[str, ...]:
    """Return those of the other side in the fight who are not dead, in the order of turns."""
    combat, figure = state.combat, state.characters.get(character, Figure())
    found: list[str] = []
    for other in () if combat is None else combat.order:
        foe = state.characters.get(other)
        if foe is None or foe.dead or is_of_players(foe) == is_of_players(figure) or (foe.npc and figure.npc):
            continue
        found.append(other)
    return tuple(found)


def list_weapons(figure: Figure, rules: Rulebook) -> tuple[str, ...]:
    """Return what somebody may fight with: their weapons and bare hands, or any where none is named."""
    rows = rules.tables.weapons
    named = (BARE_HANDS, *figure.weapons) if figure.weapons else tuple(rows)
    return tuple(weapon for weapon in dict.fromkeys(named) if weapon in rows)


def list_styles(figure: Figure, rules: Rulebook, weapon: str) -> tuple[Style, ...]:
    """Return the ways to strike that make a difference: 急所打ち with what is nonlethal, else 手加減."""
    if rules.tables.weapons[weapon].harm == "nonlethal":
        return ("plain", "vital")
    return ("plain", "held_back") if figure.has_field(rules.tables.combat.held_back_field) else ("plain",)


def _list_lanes(figure: Figure, character: str) -> Iterator[Move]:
    if figure.minors and figure.lane is not None:
        for lane in (figure.lane - 1, figure.lane + 1):
            yield Move(command=f"{TAG}move_lane", fields={"character": character, "lane": lane})


# ---- before play ----


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield how a character is made that was not yet: of an archetype, by its levels, or as an NPC."""
    if not character or character in state.characters:
        return
    who, levels = {"character": character}, rules.tables.levels
    archetype = OpenField("archetype", choices=tuple(rules.tables.archetypes))
    yield Move(command=f"{TAG}make_character", fields=who, open=(archetype,))
    abilities = tuple(OpenField(name, low=levels.least, high=levels.most) for name in ABILITIES)
    points = OpenField("fate_points", low=0)
    yield Move(command=f"{TAG}make_character", fields=who, open=(*abilities, points))
    open_levels = tuple(OpenField(name, low=0, required=False) for name in ABILITIES)
    yield Move(command=f"{TAG}make_npc", fields=who, open=open_levels)
