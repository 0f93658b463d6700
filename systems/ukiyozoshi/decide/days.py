"""The turn of a character's day in the morning: what the night and the meals left behind (睡眠 食事 疲労)."""

from tenmatsu.systems.ukiyozoshi.decide.work import Work
from tenmatsu.systems.ukiyozoshi.events.health import DayTurned, Fed, HelplessDayPassed, Starved
from tenmatsu.systems.ukiyozoshi.state import Figure


def turn_day(work: Work, character: str) -> None:
    """Close a character's day: sleep, meals, hunger; a recovery roll falls due where there are wounds."""
    figure = work.state.characters[character]
    lay_helpless = figure.helpless
    ate, drank = _close(work, character, figure)
    if ate:
        _feed(work, character)
    else:
        _starve(work, character, thirst=not drank)
    if lay_helpless and work.state.characters[character].helpless:
        _lie_helpless(work, character)


def _close(work: Work, character: str, figure: Figure) -> tuple[bool, bool]:
    """Record the day's end; return whether the character ate and drank."""
    row, health, usual = work.rules.tables.health, figure.health, work.state.clock.usual
    meals = max(health.meals, row.meals) if usual else health.meals
    slept = max(health.slept, row.sleep_hours * 60) if usual else health.slept
    short = slept < row.sleep_hours * 60
    may_recover = health.treated or work.rules.options.untreated == "harder"
    work.record(
        DayTurned(
            character=character,
            slept=slept,
            meals=meals,
            short_sleep=short,
            fatigued=health.fatigued and short,
            scarce_days=health.scarce_days + 1 if meals < row.meals else 0,
            empty_days=0 if meals else health.empty_days + 1,
            recovering=health.wounds > 0 and may_recover,
            rested=usual,
        )
    )
    return meals > 0, usual or health.drank or not work.state.clock.dry


def _feed(work: Work, character: str) -> None:
    """Give back a point that hunger took, a day (食事をすれば回復する)."""
    figure = work.state.characters[character]
    gain = min(work.rules.tables.health.fed_gain, figure.health.hunger)
    if gain:
        work.record(
            Fed(
                character=character,
                gain=gain,
                endurance=figure.endurance + gain,
                hunger=figure.health.hunger - gain,
            )
        )


def _starve(work: Work, character: str, *, thirst: bool) -> None:
    """Take endurance for hunger every second day, or for hunger and thirst every day; never below 0."""
    figure, row = work.state.characters[character], work.rules.tables.health
    due = row.thirst_loss if thirst else row.hunger_loss
    if not thirst and figure.health.empty_days % row.starving_days:
        return
    loss = min(due, max(0, figure.endurance))
    if loss:
        work.record(
            Starved(
                character=character,
                loss=loss,
                endurance=figure.endurance - loss,
                hunger=figure.health.hunger + loss,
                thirst=thirst,
                helpless=figure.endurance - loss <= 0,
            )
        )


def _lie_helpless(work: Work, character: str) -> None:
    """Count a day that a helpless character was left alone; the third is the last."""
    days = work.state.characters[character].health.helpless_days + 1
    dies = days >= work.rules.tables.health.helpless_days
    work.record(HelplessDayPassed(character=character, days=days, dies=dies))
