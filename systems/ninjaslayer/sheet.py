"""What to show of a character, and of the table as a whole."""

from collections.abc import Iterator
from typing import get_args

from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Ability, Figure, Place, Value, Weakened
from tenmatsu.systems.ninjaslayer.initiative import is_in
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.values import find_value, list_automatic

SHOWN: tuple[tuple[Ability | Weakened, str], ...] = (
    ("karate", "vitality"),
    ("neuron", "spirit"),
    ("wazamae", "legs"),
    ("jitsu", ""),
)
"""The first lines of a sheet: an ability and what stands beside it."""
VALUES: tuple[Value, ...] = get_args(Value)
PLACES: tuple[Place, ...] = get_args(Place)
FLAGS = ("unconscious", "exploded", "removed", "focused", "off_balance", "boosted", "eased", "sensed")


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    figure = state.characters.get(character)
    if figure is None:
        return Sheet(character=character, entries=())
    entries = (
        *_list_person(figure),
        *_list_abilities(figure),
        *_list_values(figure),
        *_list_dice(figure, rules),
        *_list_condition(figure),
        *_list_injuries(figure),
        *_list_skills(figure, rules),
        *_list_gear(figure),
    )
    return Sheet(character=character, entries=entries)


def _list_person(figure: Figure) -> Iterator[SheetEntry]:
    """Yield what sort of being it is; of a player's ninja nothing needs to be said."""
    if figure.kind == "pc":
        return
    yield SheetEntry(key="kind", value=figure.kind, group="person")
    if figure.model:
        yield SheetEntry(key="model", value=figure.model, group="person")
    yield SheetEntry(key="ninja", value=figure.ninja, group="person")
    yield SheetEntry(key="side", value=figure.side, group="person")


def _list_abilities(figure: Figure) -> Iterator[SheetEntry]:
    """Yield abilities as they are now, and the base ones where damage or something else changed them."""
    group = "abilities"
    for ability, beside in SHOWN:
        yield from _list_ability(figure, ability)
        if beside in {"vitality", "spirit"}:
            most = int(getattr(figure.base, beside))
            yield SheetEntry(key=beside, value=int(getattr(figure, beside)), limit=most, group=group)
        elif beside == "legs":
            yield from _list_ability(figure, "legs")
    if figure.base.reduction:
        yield SheetEntry(key="reduction", value=figure.base.reduction, group=group)


def _list_ability(figure: Figure, name: Ability | Weakened) -> Iterator[SheetEntry]:
    now, base = figure.ability(name), int(getattr(figure.base, name))
    yield SheetEntry(key=name, value=now, group="abilities")
    if now != base:
        yield SheetEntry(key=f"base_{name}", value=base, group="abilities")


def _list_values(figure: Figure) -> Iterator[SheetEntry]:
    """Yield the second line; no 発動 without ジツ."""
    for name in VALUES:
        if name == "activation" and not figure.ability("jitsu"):
            continue
        yield SheetEntry(key=name, value=find_value(figure, name), group="second_line")


def _list_dice(figure: Figure, rules: Rulebook) -> Iterator[SheetEntry]:
    """Yield dice, cash and karma: a mob has no dodge dice, and the GM's have quick dice by a grant alone."""
    group = "dice"
    if figure.dodges:
        yield SheetEntry(key="dodge_dice", value=figure.dodge_dice, group=group)
    if figure.kind == "pc" or figure.emergency_dice:
        yield SheetEntry(key="emergency_dice", value=figure.emergency_dice, group=group)
    if figure.kind == "pc" or figure.quick_dice:
        yield SheetEntry(key="quick_dice", value=figure.quick_dice, group=group)
    yield SheetEntry(key="cash", value=figure.cash, group=group)
    if figure.kind == "pc" or figure.dkk:
        yield SheetEntry(key="dkk", value=figure.dkk, limit=rules.tables.rules.dkk_most, group=group)


def _list_condition(figure: Figure) -> Iterator[SheetEntry]:
    if figure.square:
        yield SheetEntry(key="square", value=figure.square, group="condition")
    for name in FLAGS:
        if getattr(figure, name):
            yield SheetEntry(key=name, value=True, group="condition")
    if figure.hampered:
        yield SheetEntry(key="hampered", value=figure.hampered, group="condition")


def _list_injuries(figure: Figure) -> Iterator[SheetEntry]:
    """Yield the injuries of this scenario with how often each, then those left from earlier ones."""
    for place in PLACES:
        if count := figure.injuries.get(place, 0):
            yield SheetEntry(key=f"injury_{place}", value=count, group="wounds")
    for place in PLACES:
        if place in figure.untreated:
            yield SheetEntry(key=f"untreated_{place}", value=True, group="wounds")


def _list_skills(figure: Figure, rules: Rulebook) -> Iterator[SheetEntry]:
    if automatic := list_automatic(figure, rules):
        yield SheetEntry(key="automatic_skills", value=automatic, group="skills")
    if figure.base.skills:
        yield SheetEntry(key="own_skills", value=figure.base.skills, group="skills")


def _list_gear(figure: Figure) -> Iterator[SheetEntry]:
    yield SheetEntry(key="wielded", value=figure.wielded, group="gear")
    if figure.base.weapons:
        yield SheetEntry(key="weapons", value=figure.base.weapons, group="gear")
    if figure.base.emergency:
        yield SheetEntry(key="emergency", value=figure.base.emergency, group="gear")


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return the table as a whole: scenario, cash pool and loot; turn, hands and atmosphere of a battle."""
    return Sheet(character="", entries=(*_list_scenario(state), *_list_loot(state), *_list_battle(state)))


def _list_scenario(state: State) -> Iterator[SheetEntry]:
    scenario = state.scenario
    if scenario.number:
        yield SheetEntry(key="number", value=scenario.number, group="scenario")
    yield SheetEntry(key="stage", value=scenario.stage, group="scenario")
    yield SheetEntry(key="pool", value=scenario.pool, group="scenario")


def _list_loot(state: State) -> Iterator[SheetEntry]:
    """Yield what lies in boxes and on bodies, and what foes carry besides: as far as one knows of it."""
    for target, body in state.bodies.items():
        counts = {"cash": body.cash, "emergency_dice": body.emergency, "quick_dice": body.quick}
        held = (*(f"{key}:{count}" for key, count in counts.items() if count), *body.items)
        if held:
            yield SheetEntry(key=f"loot_of:{target}", value=held, group="loot")


def _list_battle(state: State) -> Iterator[SheetEntry]:
    battle, group = state.battle, "battle"
    if battle is None:
        return
    yield SheetEntry(key="turn", value=battle.turn, group=group)
    yield SheetEntry(key="battle_stage", value=battle.stage, group=group)
    named = (character for slot in battle.slots for character in slot.characters)
    if order := tuple(one for one in named if is_in(state.characters.get(one))):
        yield SheetEntry(key="order", value=order, group=group)
    if battle.slot is not None:
        hand = tuple(one for one in battle.slot.characters if one not in battle.ended)
        yield SheetEntry(key="hand", value=hand, group=group)
        if len(hand) == 1:
            yield SheetEntry(key="phase", value=battle.phase(hand[0]), group=group)
    if battle.boss:
        yield SheetEntry(key="atmosphere", value=battle.atmosphere, group=group)
        if battle.rising is not None:
            yield SheetEntry(key="rising", value=battle.rising, group=group)
    if battle.dkk:
        yield SheetEntry(key="turn_dkk", value=battle.dkk, group=group)
