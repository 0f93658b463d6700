"""What is done in leisure (余暇): treatment, training, activities of one's own."""

import msgspec

from tenmatsu.systems.ninjaslayer.commands.judging import Judged
from tenmatsu.systems.ninjaslayer.commands.scenario import LowerAbility, Pursue, RaiseAbility, Treat
from tenmatsu.systems.ninjaslayer.decide.evaluating import check_stage
from tenmatsu.systems.ninjaslayer.decide.judging import (
    Spec,
    check_difficulty,
    find_place,
    judge,
    list_changes,
)
from tenmatsu.systems.ninjaslayer.decide.readying import derive_legs
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.ninjaslayer.events.scenario import AbilityTrained, Pursued, Treated
from tenmatsu.systems.ninjaslayer.figures import Ability, Base, Figure
from tenmatsu.systems.ninjaslayer.values import list_automatic

_replace = msgspec.structs.replace


def treat(work: Work, command: Treat) -> None:
    """Take an injury away, for cash."""
    figure = _find_at_leisure(work, command.character)
    if command.place not in figure.untreated:
        refuse(work, "no_such_injury", character=command.character, place=f"part_{command.place}")
    cost = work.rules.tables.leisure.treatment
    _check_cash(work, command.character, figure, cost)
    work.record(Treated(character=command.character, place=command.place, cost=cost, cash=figure.cash - cost))


def raise_ability(work: Work, command: RaiseAbility) -> None:
    """Raise a base ability by 1, for cash."""
    figure = _find_at_leisure(work, command.character)
    most, cost = work.rules.tables.making.figure_most, work.rules.tables.leisure.raise_ability
    now = int(getattr(figure.base, command.ability))
    if now >= most:
        refuse(work, "figure_out_of_range", what=command.ability, value=now + 1, least=1, most=most)
    _check_cash(work, command.character, figure, cost)
    _train(work, command.character, command.ability, 1, cost)


def lower_ability(work: Work, command: LowerAbility) -> None:
    """Lower a base ability for good, not below 1 (ジツ 0)."""
    figure = _find_at_leisure(work, command.character)
    least = 0 if command.ability == "jitsu" else 1
    now = int(getattr(figure.base, command.ability))
    if not command.amount or now - command.amount < least:
        refuse(
            work,
            "lowered_too_far",
            character=command.character,
            ability=command.ability,
            least=least,
            now=now,
        )
    _train(work, command.character, command.ability, -command.amount, 0)


def _train(work: Work, character: str, ability: Ability, amount: int, cost: int) -> None:
    """Change a base ability, what follows from it, and the automatic skills that it brings."""
    figure, rules = work.state.characters[character], work.rules
    base = change_base(figure.base, ability, amount, rules)
    before = list_automatic(figure, rules)
    after = list_automatic(_replace(figure, base=base), rules)
    few, many = (before, after) if amount > 0 else (after, before)
    work.record(
        AbilityTrained(
            character=character,
            ability=ability,
            amount=amount,
            now=int(getattr(base, ability)),
            vitality=base.vitality,
            spirit=base.spirit,
            legs=base.legs,
            cost=cost,
            cash=figure.cash - cost,
            skills=tuple(one for one in many if one not in few),
        )
    )


def change_base(base: Base, ability: Ability, amount: int, rules: Rulebook) -> Base:
    """
    Return base figures with an ability changed, and with it what characters are made by.

    体力 goes with カラテ, 精神力 with ニューロン, 脚力 with ワザマエ.
    """
    changes: dict[str, int] = {ability: int(getattr(base, ability)) + amount}
    match ability:
        case "karate":
            changes["vitality"] = max(base.vitality + amount, 1)
        case "neuron":
            changes["spirit"] = max(base.spirit + amount, 0)
        case "wazamae":
            more = derive_legs(base.wazamae + amount, rules) - derive_legs(base.wazamae, rules)
            changes["legs"] = max(base.legs + more, 1)
        case "jitsu":
            pass
    return _replace(base, **changes)


def pursue(work: Work, command: Pursue) -> None:
    """Let somebody pursue something of their own, with the judgement that the NM sets, or with none."""
    _find_at_leisure(work, command.character)
    check_difficulty(work, command.difficulty)
    work.record(Pursued(character=command.character, what=command.what))
    if command.value is not None:
        judge(work, specify_activity(work.rules, command, command.value))


def specify_activity(rules: Rulebook, command: Pursue, value: Judged) -> Spec:
    """Return the judgement of an activity; the difficulty must be known."""
    return Spec(
        character=command.character,
        purpose="activity",
        value=value,
        dice=command.dice,
        difficulty=find_place(rules, command.difficulty),
        circumstances=list_changes(harder=command.harder),
    )


def _find_at_leisure(work: Work, character: str) -> Figure:
    """Return somebody who lives, in leisure, or refuse."""
    check_stage(work, "leisure")
    return find_able(work, character)


def _check_cash(work: Work, character: str, figure: Figure, cost: int) -> None:
    if figure.cash < cost:
        refuse(work, "cash_short", character=character, cost=cost, cash=figure.cash)
