"""What is still missing before play, and what characters may do about their things."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.runequest.building import is_held
from tenmatsu.systems.runequest.decide.equipping import find_hold_refusal
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import Draft, State
from tenmatsu.systems.runequest.tables import Tables

TAG = "runequest."
GM = "@gm"
STEPS = {
    "templates": ("choose_template", "template"),
    "homelands": ("choose_homeland", "homeland"),
    "occupations": ("choose_occupation", "occupation"),
    "cults": ("choose_cult", "cult"),
}
"""The command of each sheet, and its field."""


def list_making_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield how a character comes to be that is not there yet: in one go, sheet by sheet, or as the GM's."""
    if not character or character == GM or character in state.characters:
        return
    who, tables = {"character": character}, rules.tables
    sheets = {kind: OpenField(field, choices=_list_rows(tables, kind)) for kind, (_, field) in STEPS.items()}
    yield Move(command=f"{TAG}make_character", fields=who, open=tuple(sheets.values()))
    chosen = state.drafts.get(character, Draft()).sheets
    missing = [kind for kind in sheets if kind not in chosen]
    for kind in missing:
        if kind != "cults" or missing == ["cults"]:
            yield Move(command=f"{TAG}{STEPS[kind][0]}", fields=who, open=(sheets[kind],))
    optional = tuple(
        OpenField(field.name, choices=field.choices, required=kind == "templates")
        for kind, field in sheets.items()
    )
    yield Move(command=f"{TAG}make_npc", fields=who, open=optional)
    scores = (OpenField("POW", low=1, high=99), OpenField("CHA", low=1, high=99))
    yield Move(command=f"{TAG}make_spirit", fields=who, open=scores)


def _list_rows(tables: Tables, kind: str) -> tuple[str, ...]:
    return tuple(getattr(tables, kind))


def list_equipping_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character may do about weapons, armour and load; nothing in a melee."""
    figure, tables = state.characters.get(character), rules.tables
    if figure is None or not figure.embodied:
        return
    if state.melee is not None and character in state.melee.fighters:
        return
    who = {"character": character}
    for name, arm in figure.arms.items():
        if not is_held(tables, arm.weapon):
            continue
        yield from _list_holds(tables, figure, character, name)
        yield Move(command=f"{TAG}unequip", fields={**who, "arm": name})
    weapons = OpenField("weapon", choices=tuple(tables.weapons))
    yield Move(command=f"{TAG}equip", fields=who, open=(weapons,))
    pieces = OpenField("armor", choices=tuple(tables.armor), required=False)
    for place in figure.locations:
        yield Move(command=f"{TAG}wear_armor", fields={**who, "locations": (place,)}, open=(pieces,))
    yield Move(command=f"{TAG}carry", fields=who, open=(OpenField("enc", low=0, high=99),))


def _list_holds(tables: Tables, figure: Figure, character: str, name: str) -> Iterator[Move]:
    """Yield how a weapon or shield is taken in hand, in each of its grips, or put away."""
    arm = figure.arms[name]
    fields = {"character": character, "arm": name}
    if arm.hand:
        yield Move(command=f"{TAG}wield", fields={**fields, "hand": "away"})
    elif not find_hold_refusal(tables, figure, name):
        yield Move(command=f"{TAG}wield", fields=fields)
    row = tables.weapons.get(arm.weapon)
    for grip in () if row is None else row.grips:
        if not find_hold_refusal(tables, figure, name, grip=grip):
            yield Move(command=f"{TAG}wield", fields={**fields, "grip": grip})
