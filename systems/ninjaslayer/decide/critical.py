"""Criticals (サツバツ!, ナムアミダブツ!): the table of six, and who resists instant death."""

from tenmatsu.engine.errors import Fault
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work
from tenmatsu.systems.ninjaslayer.events.damage import CriticalSettled, DeathResisted
from tenmatsu.systems.ninjaslayer.rows import SatsubatsuRow
from tenmatsu.systems.ninjaslayer.tables import SIX

_NOTHING = SatsubatsuRow(name="")
KAISHAKU = SIX
"""The result of the table that カイシャク brings without a roll."""


def find_critical(rules: Rulebook, result: int) -> SatsubatsuRow:
    """Return a result of the table of satsubatsu; a row that does nothing for 0."""
    return rules.tables.satsubatsu[result - 1] if result else _NOTHING


def roll_critical(work: Work, blow: Blow) -> int:
    """Roll the table of satsubatsu for a blow that was not dodged; return the result."""
    if not blow.critical:
        raise Fault("a blow without a critical has no table")
    (result,) = work.roll("1d6", by=blow.attacker, for_="satsubatsu")
    work.record(
        CriticalSettled(
            character=blow.attacker,
            target=blow.target,
            critical=blow.critical,
            result=result,
            effect=find_critical(work.rules, result).name,
        )
    )
    return result


def resist_death(work: Work, blow: Blow) -> tuple[int, ...]:
    """
    Let crushing by dice stand for instant death that is resisted (即死耐性); return it.

    A precise attack crushes nobody, unless option `precise_resisted_death` lets this one do so.
    """
    if blow.precise and work.rules.options.precise_resisted_death == "nothing":
        work.record(DeathResisted(character=blow.target, faces=(), crushing=0))
        return ()
    dice = work.rules.tables.rules.death_dice
    faces = work.roll(f"{dice}d6", by=blow.attacker or blow.target, for_="death_dice")
    work.record(DeathResisted(character=blow.target, faces=faces, crushing=sum(faces)))
    return (sum(faces),)
