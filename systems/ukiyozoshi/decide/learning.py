"""Skills that know rather than roll (読み書き, 弓術, 手裏剣術, 鉄砲術)."""

from tenmatsu.systems.ukiyozoshi.commands.learning import Converse, MakeAmmunition, ReadText
from tenmatsu.systems.ukiyozoshi.decide.purchases import READING
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_able, refuse
from tenmatsu.systems.ukiyozoshi.events.learning import AmmunitionMade, Conversed, TextRead
from tenmatsu.systems.ukiyozoshi.state import Figure


def read_text(work: Work, command: ReadText) -> None:
    """Read a text, or not: no roll (読み書き)."""
    figure = find_able(work, command.character)
    if (command.script == "foreign") != bool(command.tongue):
        refuse(work, "which_tongue")
    level = measure_reading(figure, command.tongue)
    least: int = getattr(work.rules.tables.reading, command.script)
    work.record(
        TextRead(
            character=command.character,
            script=command.script,
            tongue=command.tongue,
            level=level,
            read=level >= least,
        )
    )


def measure_reading(figure: Figure, tongue: str) -> int:
    """Return the level of 読み書き, in Japanese or in a foreign tongue."""
    return figure.skills.get(f"{READING}:{tongue}" if tongue else READING, 0)


def converse(work: Work, command: Converse) -> None:
    """Talk in a foreign tongue, which its 読み書き allows from some level on."""
    figure = find_able(work, command.character)
    if not command.tongue:
        refuse(work, "which_tongue")
    least = work.rules.tables.reading.talk
    understood = measure_reading(figure, command.tongue) >= least
    work.record(Conversed(character=command.character, tongue=command.tongue, understood=understood))


def make_ammunition(work: Work, command: MakeAmmunition) -> None:
    """Make ammunition: the missile's own skill at level 4."""
    figure = find_able(work, command.character)
    tables = work.rules.tables
    makers = [
        row.skill
        for row in tables.missiles.values()
        if row.ammunition == command.ammunition and tables.skills[row.skill].makes_ammunition
    ]
    if not makers:
        known = {
            row.ammunition for row in tables.missiles.values() if tables.skills[row.skill].makes_ammunition
        }
        refuse(work, "cannot_be_made", ammunition=command.ammunition, known=tuple(sorted(known)))
    least = tables.character.master_level
    if max(figure.skills.get(skill, 0) for skill in makers) < least:
        refuse(work, "level_too_low", character=command.character, skill=makers[0], least=least)
    now = figure.belongings.get(command.ammunition, 0) + command.count
    work.record(
        AmmunitionMade(
            character=command.character, ammunition=command.ammunition, count=command.count, now=now
        )
    )
