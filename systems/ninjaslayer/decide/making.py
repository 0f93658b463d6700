"""Characters made by players, mobs and bosses brought in, weapons and dice that they get in a scenario."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.making import (
    BringIn,
    ChangeAbility,
    Drop,
    GiveWeapon,
    GrantDice,
    MakeCharacter,
)
from tenmatsu.systems.ninjaslayer.decide.readying import (
    build_figure,
    count_quick,
    derive_legs,
    find_model,
    make_from_model,
    pick_up,
    reset_for_scenario,
    verify_base,
)
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.making import (
    AbilitiesRolled,
    AbilityChanged,
    CharacterMade,
    DiceGranted,
    GroupBrought,
    WeaponDropped,
)
from tenmatsu.systems.ninjaslayer.figures import Ability, Base, Figure
from tenmatsu.systems.ninjaslayer.rows import ModelRow

__all__ = [
    "MAKING_HANDLERS",
    "build_figure",
    "count_quick",
    "derive_legs",
    "find_model",
    "make_from_model",
    "pick_up",
    "reset_for_scenario",
]

ABILITIES: tuple[Ability, ...] = get_args(Ability)


def make_character(work: Work, command: MakeCharacter) -> None:
    """Make a player's ninja: 体力 is the カラテ and 精神力 the ニューロン where nothing else is said."""
    _verify_new(work, (command.character,))
    if not work.is_gm and (work.state.battle is not None or work.state.scenario.stage == "play"):
        refuse(work, "made_in_play")
    row = find_model(work, command.model) if command.model else None
    if row is not None and row.kind != "pc":
        refuse(work, "model_of_enemies", model=command.model)
    given = {name: value for name in ABILITIES if (value := getattr(command, name)) is not None}
    if command.rolled and (row is not None or given):
        refuse(work, "rolled_or_given")
    abilities = dict.fromkeys(ABILITIES, 1) if command.rolled else _choose_abilities(work, row, given)
    _build(work, command, row, abilities)  # refuses before the dice fall
    if command.rolled:
        abilities = _roll_abilities(work, command.character)
    figure = _build(work, command, row, abilities)
    work.record(CharacterMade(character=command.character, kind="pc", figure=figure))


def _choose_abilities(work: Work, row: ModelRow | None, given: dict[Ability, int]) -> dict[Ability, int]:
    """Return the abilities of a command, a model's where it leaves them out, and no ジツ where both do."""
    known: dict[Ability, int] = {"jitsu": 0}
    if row is not None:
        known = {name: int(getattr(row, name)) for name in ABILITIES}
    abilities = {**known, **given}
    for name in ABILITIES:
        if name not in abilities:
            refuse(work, "figure_missing", what=name)
    return abilities


def _roll_abilities(work: Work, character: str) -> dict[Ability, int]:
    """Roll a D6 each: カラテ, ニューロン, ワザマエ as they fall, ジツ less what brings low dice to 0."""
    faces = work.roll("4d6", by=character, for_="abilities")
    less = work.rules.tables.making.jitsu_less
    karate, neuron, wazamae, jitsu = *faces[:3], max(faces[3] - less, 0)
    work.record(
        AbilitiesRolled(
            character=character, faces=faces, karate=karate, neuron=neuron, wazamae=wazamae, jitsu=jitsu
        )
    )
    return {"karate": karate, "neuron": neuron, "wazamae": wazamae, "jitsu": jitsu}


def _build(work: Work, command: MakeCharacter, row: ModelRow | None, abilities: dict[Ability, int]) -> Figure:
    """Return the figure that a command describes, with these abilities; refuse what does not fit."""
    legs = row.legs if row is not None and row.legs else derive_legs(abilities["wazamae"], work.rules)
    own = row.skills if row is not None else {}
    skills = command.skills or tuple(f"{name}:{level}" if level else name for name, level in own.items())
    base = Base(
        karate=abilities["karate"],
        neuron=abilities["neuron"],
        wazamae=abilities["wazamae"],
        jitsu=abilities["jitsu"],
        vitality=_first(command.vitality, abilities["karate"]),
        spirit=_first(command.spirit, abilities["neuron"]),
        legs=_first(command.legs, legs),
        bonuses=command.bonuses or (row.bonuses if row is not None else {}),
        reduction=_first(command.reduction, row.reduction if row is not None else 0),
        skills=skills,
        weapons=command.weapons or (row.weapons if row is not None else ()),
        emergency=command.emergency,
    )
    verify_base(work, base)
    cash = _first(command.cash, row.cash if row is not None else 0)
    _verify_range(work, "cash", cash, work.rules.tables.making.cash_most)
    _verify_range(work, "dkk", command.dkk, work.rules.tables.rules.dkk_most)
    return Figure(
        model=command.model,
        base=base,
        vitality=base.vitality,
        spirit=base.spirit,
        quick_dice=count_quick(base, work.rules),
        emergency_dice=base.emergency,
        cash=cash,
        dkk=command.dkk,
    )


def _first(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


def _verify_range(work: Work, what: str, value: int, most: int) -> None:
    if not 0 <= value <= most:
        refuse(work, "figure_out_of_range", what=what, value=value, least=0, most=most)


def bring_in(work: Work, command: BringIn) -> None:
    """Bring in one or several of an enemy's model, off the map as yet; their first weapon is in hand."""
    _verify_new(work, command.characters)
    row = find_model(work, command.model)
    if row.kind == "pc":
        refuse(work, "model_of_players", model=command.model)
    names = (*ABILITIES, "vitality", "spirit", "legs", "reduction", "weapons", "cash")
    overrides = {name: getattr(command, name) for name in names}
    figure = build_figure(work, command.model, command.side, **overrides)
    verify_base(work, figure.base)
    _verify_range(work, "cash", figure.cash, work.rules.tables.making.cash_most)
    if len(command.characters) == 1:
        work.record(CharacterMade(character=command.characters[0], kind=figure.kind, figure=figure))
        return
    work.record(
        GroupBrought(
            characters=command.characters,
            model=command.model,
            count=len(command.characters),
            figure=figure,
        )
    )


def _verify_new(work: Work, characters: Sequence[str]) -> None:
    """Refuse nobody, somebody twice, whom the table does not know, and whoever is there already."""
    if not characters:
        refuse(work, "nobody_named")
    for character in characters:
        if character not in work.table.characters:
            refuse(work, "not_at_table", character=character)
        if character in work.state.characters:
            refuse(work, "already_made", character=character)
        if characters.count(character) > 1:
            refuse(work, "named_twice", character=character)


def give_weapon(work: Work, command: GiveWeapon) -> None:
    """Give a weapon to somebody, by purchase or in a scenario."""
    figure = find_figure(work, command.character)
    base = msgspec.structs.replace(figure.base, weapons=(*figure.base.weapons, command.weapon))
    verify_base(work, base)
    pick_up(work, command.character, command.weapon)


def drop(work: Work, command: Drop) -> None:
    """Let go of a weapon; whoever held it holds none then, unless another one of the kind is left."""
    figure = find_able(work, command.character)
    weapons = list(figure.base.weapons)
    if command.weapon not in weapons:
        refuse(work, "weapon_not_owned", character=command.character, weapon=command.weapon)
    weapons.remove(command.weapon)
    kept = figure.wielded != command.weapon or command.weapon in weapons
    work.record(
        WeaponDropped(
            character=command.character,
            weapon=command.weapon,
            wielded=figure.wielded if kept else "unarmed",
        )
    )


def grant_dice(work: Work, command: GrantDice) -> None:
    """Hand out dice of either kind; there is no most that one may have."""
    figure = find_figure(work, command.character)
    most = work.rules.tables.making.figure_most
    for what, count in (("quick_dice", command.quick), ("emergency_dice", command.emergency)):
        _verify_range(work, what, count, most)
    if not command.quick and not command.emergency:
        refuse(work, "nothing_granted")
    work.record(
        DiceGranted(
            character=command.character,
            quick=command.quick,
            emergency=command.emergency,
            quick_dice=figure.quick_dice + command.quick,
            emergency_dice=figure.emergency_dice + command.emergency,
        )
    )


def change_ability(work: Work, command: ChangeAbility) -> None:
    """Change an ability until the battle ends; changes add up, and no ability falls below 1 (ジツ 0)."""
    figure = find_figure(work, command.character)
    most = work.rules.tables.making.figure_most
    if not command.amount or not -most <= command.amount <= most:
        refuse(work, "change_out_of_range", amount=command.amount, most=most)
    change = figure.changed.get(command.ability, 0) + command.amount
    after = msgspec.structs.replace(figure, changed={**figure.changed, command.ability: change})
    work.record(
        AbilityChanged(
            character=command.character,
            ability=command.ability,
            amount=command.amount,
            change=change,
            now=after.ability(command.ability),
        )
    )


MAKING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    MakeCharacter: make_character,
    BringIn: bring_in,
    GiveWeapon: give_weapon,
    Drop: drop,
    GrantDice: grant_dice,
    ChangeAbility: change_ability,
}
"""By command class."""
