"""Sublimating traits (昇華): who has to, by choice, and what it brings."""

from tenmatsu.systems.bloodberry.commands.relations import SublimateTrait
from tenmatsu.systems.bloodberry.decide.losing import is_whole
from tenmatsu.systems.bloodberry.decide.work import Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.curses import CameBack
from tenmatsu.systems.bloodberry.events.relations import Sublimated, SublimationAsked
from tenmatsu.systems.bloodberry.people import Person


def list_unsublimated(person: Person) -> tuple[str, ...]:
    """Return the traits that may still be sublimated."""
    return tuple(name for name, trait in person.traits.items() if not trait.sublimated)


def count_owed(work: Work, character: str, strength: int) -> int:
    """Return how many traits somebody has to sublimate at this strength (option `sublimate_count`)."""
    person = find_person(work, character)
    short = max(0, strength - person.sublimated)
    if work.rules.options.sublimate_count == "one":
        short = min(1, short)
    return min(short, len(list_unsublimated(person)))


def ask_sublimation(work: Work, character: str, count: int) -> None:
    """Let somebody sublimate so many traits of their choice; at once where nothing is left to choose."""
    options = list_unsublimated(find_person(work, character))
    count = min(count, len(options))
    if count == len(options):
        for trait in options:
            sublimate(work, character, trait)
    elif count > 0:
        work.record(SublimationAsked(character=character, options=options, count=count))


def sublimate(work: Work, character: str, trait: str, *, chosen: bool = False) -> None:
    """
    Sublimate a trait: its ability rises by 1, which also brings back who was out with that ability at 0.

    Nothing happens where somebody does not have it, or has sublimated it already.
    """
    person = find_person(work, character)
    row = work.rules.tables.traits.get(trait)
    if row is None or trait not in list_unsublimated(person):
        return
    now = person.ability(row.raises) + 1
    work.record(
        Sublimated(character=character, trait=trait, ability=row.raises, gain=1, now=now, chosen=chosen)
    )
    if person.out and is_whole(find_person(work, character)):
        work.record(CameBack(character=character))


def choose_trait(work: Work, command: SublimateTrait) -> None:
    """Sublimate the trait that was chosen, and ask again where more are owed."""
    choice = next(
        (c for c in work.state.choices if c.kind == "sublimate" and c.whom == command.character), None
    )
    if choice is None:
        refuse(work, "nothing_to_sublimate", character=command.character)
    if command.trait not in choice.options:
        refuse(
            work,
            "not_to_sublimate",
            character=command.character,
            trait=command.trait,
            known=choice.options,
        )
    owed = int(choice.data.get("count", 1)) - 1
    sublimate(work, command.character, command.trait, chosen=True)
    ask_sublimation(work, command.character, owed)
