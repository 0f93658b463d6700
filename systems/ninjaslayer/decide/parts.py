"""An attack as it is declared: its parts, dice and difficulties, verified before anything is rolled."""

from collections.abc import Sequence

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.decide.aiming import check_targets, find_area
from tenmatsu.systems.ninjaslayer.decide.judging import Spec, list_changes, measure
from tenmatsu.systems.ninjaslayer.decide.phases import find_clock, list_unmoved_mobs
from tenmatsu.systems.ninjaslayer.decide.slayer import hatred_dice
from tenmatsu.systems.ninjaslayer.decide.weapons import (
    Action,
    count_parts,
    find_action,
    find_attack_value,
    is_quick_throw,
    is_staggered,
    may_split_targets,
    pick_style,
    pick_weapon,
)
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, forbid
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.rows import StyleRow
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.tables import NORMAL


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One attack or shot of a declared attack; several blows where it is on an area."""

    blows: tuple[Blow, ...]
    """As they are before the roll."""
    circumstances: tuple[Circumstance, ...]
    """What changes its difficulty."""


class Plan(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack that may be made as it is declared."""

    character: str
    action: Action
    weapon: str
    style: str
    targets: tuple[str, ...]
    split: tuple[int, ...]
    hatred: int
    """Dice of the pool that 憎悪 adds."""
    spirit: int
    """What it costs."""
    area: bool
    used: int
    """Of a style that rests: the turn, in a duel the hand; 0 of others."""
    parts: tuple[Part, ...]


def plan_attack(state: State, rules: Rulebook, command: Attack) -> Plan:
    """
    Return what an attack will be, or refuse it; nothing is rolled or recorded.

    Whose hand it is, quick dice and spirit are verified where they are spent.
    """
    figure = state.characters.get(command.character)
    if figure is None:
        forbid("unknown_character", character=command.character)
    if command.boost or list_unmoved_mobs(state, rules, (command.character,)):
        figure = msgspec.structs.replace(figure, focused=True)
        state = msgspec.structs.replace(state, characters={**state.characters, command.character: figure})
    weapon = pick_weapon(figure, rules, command.character, command.weapon)
    style = pick_style(figure, rules, command.character, weapon, command.style)
    used = check_style(state, figure, command.character, command.style, style)
    aimed = command.targets
    if style.area:
        aimed = find_area(state, rules, command.character, aimed, style)
    else:
        check_targets(state, rules, command.character, aimed, weapon)
        check_parts(figure, rules, command, weapon, style)
    rolls = 1 if style.area else len(aimed)
    foes = [state.characters[one] for one in dict.fromkeys(aimed)]
    hatred = hatred_dice(rules, figure, foes)
    pool = count_pool(state, rules, command.character, weapon, style) + hatred + command.quick
    split = split_pool(pool, rolls, command.split)
    staggered = is_staggered(figure, rules, weapon, style)
    groups = (aimed,) if style.area else tuple((one,) for one in aimed)
    parts = tuple(
        make_part(
            state,
            rules,
            command.character,
            group,
            dice,
            weapon=weapon,
            style=command.style,
            staggered=staggered and aimed.count(group[0]) > 1,
        )
        for group, dice in zip(groups, split, strict=True)
    )
    return Plan(
        character=command.character,
        action=find_action(rules.tables.weapons[weapon]) or "melee",
        weapon=weapon,
        style=command.style,
        targets=aimed,
        split=split,
        hatred=hatred,
        spirit=style.spirit,
        area=bool(style.area),
        used=used,
        parts=parts,
    )


def check_style(state: State, figure: Figure, character: str, name: str, style: StyleRow) -> int:
    """Refuse a style whose demands are not met; return the turn or hand of its use where it rests, else 0."""
    if style.focused and not figure.focused:
        forbid("style_needs_focus", character=character, style=name)
    if style.unmoved and state.battle is not None and character in state.battle.moved:
        forbid("style_needs_standing", character=character, style=name)
    if not style.resting:
        return 0
    clock, last = find_clock(state), figure.used.get(name, 0)
    if last and clock <= last + 1:
        forbid("style_rests", character=character, style=name)
    return clock


def check_parts(figure: Figure, rules: Rulebook, command: Attack, weapon: str, style: StyleRow) -> None:
    """Refuse more attacks than somebody may make, or shots at several where one target is allowed."""
    most = count_parts(figure, rules, weapon, style)
    if len(command.targets) > most:
        forbid("too_many_parts", character=command.character, count=len(command.targets), most=most)
    if len(set(command.targets)) > 1 and not may_split_targets(figure, rules, weapon):
        forbid("one_target", character=command.character, weapon=weapon)


def count_pool(state: State, rules: Rulebook, character: str, weapon: str, style: StyleRow) -> int:
    """Return the dice of an attack or shot, before what is added to them."""
    action = find_action(rules.tables.weapons[weapon]) or "melee"
    value = find_attack_value(action, style)
    return measure(state, rules, Spec(character=character, purpose=action, value=value, phase="attack"))[0]


def split_pool(pool: int, count: int, split: Sequence[int]) -> tuple[int, ...]:
    """Return the dice of each part, one at least: as said, else as even as can be, the first the larger."""
    if pool < count:
        forbid("too_few_dice", dice=pool, count=count)
    if not split:
        even, left = divmod(pool, count)
        return tuple(even + (place < left) for place in range(count))
    if len(split) != count:
        forbid("split_count", count=count, named=len(split))
    if min(split) < 1:
        forbid("split_empty")
    if sum(split) != pool:
        forbid("split_sum", dice=pool, named=sum(split))
    return tuple(split)


def make_part(
    state: State,
    rules: Rulebook,
    character: str,
    targets: Sequence[str],
    dice: int,
    *,
    weapon: str,
    style: str = "",
    staggered: bool = False,
) -> Part:
    """Return one part of an attack before the roll: its difficulty, and the blows that it may become."""
    figure = state.characters[character]
    row = rules.tables.weapons[weapon]
    manner = rules.tables.styles.get(style, StyleRow(action="melee"))
    action = find_action(row) or "melee"
    shaky = not manner.area and state.characters[targets[0]].off_balance
    changes = list_changes(
        weapon=row.difficulty,
        style=manner.difficulty,
        quick_throw=rules.tables.rules.quick_shuriken if is_quick_throw(figure, weapon) else 0,
        off_balance=rules.tables.rules.off_balance if shaky else 0,
    )
    spec = Spec(
        character=character,
        purpose=action,
        value=find_attack_value(action, manner),
        difficulty=NORMAL,
        circumstances=changes,
        phase="attack",
    )
    _, place, circumstances = measure(state, rules, spec)
    blows = tuple(
        Blow(
            attacker=character,
            target=target,
            source=row.source,
            ability="wazamae" if spec.value != "attack" else "karate",
            weapon=weapon,
            style=style,
            dice=dice,
            needed=place,
            damage=row.damage,
            precise=manner.uncrushing,
            staggered=staggered,
            area=bool(manner.area),
            undodgeable=state.characters[target].unconscious and not state.characters[target].returns,
            mob=figure.kind == "mob",
            model=figure.model,
        )
        for target in targets
    )
    return Part(blows=blows, circumstances=circumstances)
