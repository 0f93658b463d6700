"""A blow that was not dodged lands: base damage, the highest crushing, what a critical does besides."""

from tenmatsu.systems.ninjaslayer.assaults import Blow, Landing
from tenmatsu.systems.ninjaslayer.decide.critical import find_critical, resist_death, roll_critical
from tenmatsu.systems.ninjaslayer.decide.dying import (
    find_present,
    hurt,
    injure,
    lose_ability,
    lose_spirit,
    slay,
)
from tenmatsu.systems.ninjaslayer.decide.knocking import knock_away
from tenmatsu.systems.ninjaslayer.decide.slayer import rouse
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.events.damage import CrushingOffered
from tenmatsu.systems.ninjaslayer.rows import SatsubatsuRow
from tenmatsu.systems.ninjaslayer.values import has_skill


def land(work: Work, blow: Blow) -> None:
    """
    Let a blow that was not dodged do what it does.

    Record before that the blow is settled: this may open an assault of its own (a crash), or ask in
    `State.choices`; the next blow has to wait for that. Nothing happens to whoever is gone meanwhile;
    who lies with ナラク within him rises and is not hurt.
    """
    figure = find_present(work.state, blow.target)
    if figure is None:
        return
    if figure.unconscious and figure.returns:
        rouse(work, blow.target)
        return
    land_with(work, blow, roll_critical(work, blow) if blow.critical else 0)


def land_with(work: Work, blow: Blow, result: int) -> None:
    """Let a blow land with a result of the table of satsubatsu, 0 for none."""
    row = find_critical(work.rules, result)
    crushing = [] if blow.precise else [amount for amount in (*blow.crushing, row.crushing) if amount > 0]
    if blow.death or row.death:
        if not has_skill(work.state.characters[blow.target], work.rules, "resists_death"):
            slay(work, blow.target)
            return
        crushing += resist_death(work, blow)
    choices = tuple(sorted(set(crushing)))
    if len(choices) > 1 and blow.attacker and work.rules.options.crushing_pick == "attacker":
        landing = Landing(blow=blow, result=result, crushing=choices)
        work.record(CrushingOffered(character=blow.attacker, landing=landing))
        return
    strike(work, blow, row, max(choices, default=0))


def strike(work: Work, blow: Blow, row: SatsubatsuRow, crushing: int) -> None:
    """Let the damage of a blow be taken; where it took vitality, the critical does the rest."""
    damage = blow.damage + crushing
    if hurt(work, blow.target, damage, blow.attacker) <= 0:
        return
    for ability, amount in row.lost.items():
        lose_ability(work, blow.target, ability, amount)
    if row.injury is not None:
        injure(work, blow.target, row.injury)
    lose_spirit(work, blow.target, row.spirit, blow.attacker)
    if row.knock:
        knock_away(work, blow, damage)
