"""Decide the commands of the part `damage`: kaishaku, revival, healing, choices behind a blow."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.damage import (
    Heal,
    PerformKaishaku,
    PickCrushing,
    Revive,
    SettleSquare,
    Spare,
    Weaken,
)
from tenmatsu.systems.ninjaslayer.decide.critical import KAISHAKU, find_critical
from tenmatsu.systems.ninjaslayer.decide.dying import find_present, lose_ability, lose_spirit
from tenmatsu.systems.ninjaslayer.decide.landing import land_with, strike
from tenmatsu.systems.ninjaslayer.decide.phases import use_action
from tenmatsu.systems.ninjaslayer.decide.slayer import is_sinking
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.damage import (
    CriticalSettled,
    CrushingPicked,
    DeathSpared,
    Healed,
    Revived,
    SquareSettled,
)
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import are_adjacent, are_enemies


def weaken(work: Work, command: Weaken) -> None:
    """Let somebody lose spirit, or suffer ability damage."""
    _find_there(work, command.character)
    _verify_amount(work, command.amount)
    if command.what == "spirit":
        lose_spirit(work, command.character, command.amount)
    else:
        lose_ability(work, command.character, command.what, command.amount)


def perform_kaishaku(work: Work, command: PerformKaishaku) -> None:
    """Give an unconscious foe the result 6 of the table of satsubatsu without a roll: base damage 1."""
    figure = find_able(work, command.character)
    target = _find_there(work, command.target)
    if not figure.ninja:
        refuse(work, "no_ninja", character=command.character)
    if not are_enemies(work.state, command.character, command.target):
        refuse(work, "no_foe", target=command.target)
    _verify_unconscious(work, command.target, target)
    _verify_adjacent(work, command.character, command.target)
    _use_other_action(work, command.character)
    work.record(
        CriticalSettled(
            character=command.character,
            target=command.target,
            critical="kaishaku",
            result=KAISHAKU,
            effect=find_critical(work.rules, KAISHAKU).name,
        )
    )
    blow = Blow(attacker=command.character, target=command.target, undodgeable=True)
    land_with(work, blow, KAISHAKU)


def revive(work: Work, command: Revive) -> None:
    """Bring somebody unconscious round, by a comrade's other action or by the NM's word."""
    target = _find_there(work, command.target)
    _verify_unconscious(work, command.target, target)
    row = work.rules.tables.rules
    vitality = row.revival_vitality if command.vitality is None else command.vitality
    spirit = row.revival_spirit if command.spirit is None else command.spirit
    own = (command.vitality, command.spirit) != (None, None)
    if not work.is_gm and (own or not command.character):
        refuse(work, "remedy_of_the_nm")
    if not (1 <= vitality <= target.base.vitality and 0 <= spirit <= target.base.spirit):
        most, calm = target.base.vitality, target.base.spirit
        refuse(work, "revival_beyond", target=command.target, vitality=most, spirit=calm)
    if command.character:
        find_able(work, command.character)
        if are_enemies(work.state, command.character, command.target):
            refuse(work, "no_comrade", target=command.target)
        _verify_adjacent(work, command.character, command.target)
        _use_other_action(work, command.character)
    work.record(
        Revived(
            character=command.target, by=command.character, why="remedy", vitality=vitality, spirit=spirit
        )
    )


def heal(work: Work, command: Heal) -> None:
    """Give vitality or spirit back, at most what the sheet says; whoever lies unconscious goes on lying."""
    figure = _find_there(work, command.character)
    if command.vitality < 0 or command.spirit < 0 or not (command.vitality or command.spirit):
        refuse(work, "nothing_healed")
    vitality = max(figure.vitality, min(figure.vitality + command.vitality, figure.base.vitality))
    spirit = max(figure.spirit, min(figure.spirit + command.spirit, figure.base.spirit))
    if (vitality, spirit) == (figure.vitality, figure.spirit):
        refuse(work, "nothing_to_heal", character=command.character)
    work.record(Healed(character=command.character, vitality=vitality, spirit=spirit))


def spare(work: Work, command: Spare) -> None:
    """Note whether instant death leaves somebody unconscious at 0 and 0."""
    _find_there(work, command.character)
    work.record(DeathSpared(character=command.character, spared=command.spared))


def pick_crushing(work: Work, command: PickCrushing) -> None:
    """Let the blow that waited go on with the crushing that its attacker chose."""
    _verify_choice(work, "crushing_pick", command.character, command.choice)
    landing = next(one for one in work.state.landings if one.blow.attacker == command.character)
    crushing = int(command.choice)
    work.record(CrushingPicked(character=command.character, target=landing.blow.target, crushing=crushing))
    strike(work, landing.blow, find_critical(work.rules, landing.result), crushing)


def settle_square(work: Work, command: SettleSquare) -> None:
    """Let somebody knocked away come to rest where their player chose."""
    _verify_choice(work, "settle_square", command.character, command.choice)
    work.record(SquareSettled(character=command.character, square=command.choice))


def _find_there(work: Work, character: str) -> Figure:
    """Return somebody who is neither dead nor gone, or refuse."""
    figure = find_figure(work, character)
    if find_present(work.state, character) is None:
        refuse(work, "is_gone", character=character)
    return figure


def _verify_amount(work: Work, amount: int) -> None:
    if amount < 1:
        refuse(work, "amount_too_low", amount=amount)


def _verify_unconscious(work: Work, character: str, figure: Figure) -> None:
    """Refuse who is awake, and one in whom ナラク waits: he can neither be beheaded nor brought round."""
    if not figure.unconscious:
        refuse(work, "is_awake", character=character)
    if figure.returns or is_sinking(figure, work.rules):
        refuse(work, "naraku_waits", character=character)


def _verify_adjacent(work: Work, character: str, target: str) -> None:
    if not are_adjacent(work.state, character, target):
        refuse(work, "not_next_to", character=character, target=target)


def _use_other_action(work: Work, character: str) -> None:
    """Use the action of the attack phase where there is a battle; nothing where there is none."""
    if work.state.battle is not None:
        use_action(work, character)


def _verify_choice(work: Work, kind: str, character: str, choice: str) -> None:
    """Refuse where somebody is not asked this now, or the choice is none of those."""
    asked = work.state.choices[0] if work.state.choices else None
    if asked is None or (asked.kind, asked.whom) != (kind, character):
        refuse(work, "not_asked", character=character)
    if choice not in asked.options:
        refuse(work, "no_such_choice", choice=choice, known=asked.options)


DAMAGE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Weaken: weaken,
    PerformKaishaku: perform_kaishaku,
    Revive: revive,
    Heal: heal,
    Spare: spare,
    PickCrushing: pick_crushing,
    SettleSquare: settle_square,
}
