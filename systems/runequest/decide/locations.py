"""Hit locations: how they are rolled, and what happens at 0, beyond twice, from three times their points."""

from tenmatsu.systems.runequest.bodies import FIGHTING
from tenmatsu.systems.runequest.decide.felling import die, drop_all, faint, fall, lose
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.wounds import BleedingBegun, Death, LocationChanged, Shocked
from tenmatsu.systems.runequest.figures import LIMBS, Location
from tenmatsu.systems.runequest.tables import D20

DEATHS: dict[str, Death] = {"head": "head", "chest": "chest", "abdomen": "abdomen"}
"""By the part that three times its points destroy."""
SIDES = ("right", "left")


def roll_location(work: Work, by: str, die: int = D20) -> str:
    """Roll a hit location (D20; D10 for one who lies on the ground)."""
    (face,) = work.roll((die,), by=by, for_="location")
    return work.rules.tables.location_at(face)


def suffer(work: Work, character: str, location: str, points: int, before: int, *, cuts: bool) -> None:
    """Let points that went into a location have their effect; `before` is what it had."""
    place = work.state.characters[character].locations[location]
    if place.part in LIMBS:
        _reach_zero(work, character, location, before)
        _suffer_limb(work, character, location, points, cuts=cuts)
        return
    single = work.rules.options.blow_threshold == "blow"
    amount = points if single else place.max_hp - place.hp
    wounds = work.rules.tables.wounds
    if amount > wounds.severe * place.max_hp:
        die(work, character, DEATHS[place.part])
        return
    _reach_zero(work, character, location, before)
    if amount > wounds.heavy * place.max_hp:
        if not place.bleeding:
            work.record(BleedingBegun(character=character, location=location, bleeding=True))
        faint(work, character)


def _reach_zero(work: Work, character: str, location: str, before: int) -> None:
    """Let a location at 0 or less have its effect; what goes by the round happens once, as it gets there."""
    place = work.state.characters[character].locations[location]
    if place.hp > 0:
        return
    part, now = work.rules.tables.parts[place.part], work.state.now
    if part.bleeds and place.dies_at is None:
        work.record(BleedingBegun(character=character, location=location, dies_at=now + part.bleeds))
    if place.part in LIMBS and place.state == "whole":
        work.record(LocationChanged(character=character, location=location, state="useless"))
    if part.drops:
        drop_all(work, character, find_side(location) if place.part in LIMBS else "")
    if part.falls:
        fall(work, character)
    if part.helpless == "yes":
        _shock(work, character, location)
    elif part.helpless == "round" and before > 0:
        work.record(Shocked(character=character, location=location, until=now + 1))
        lose(work, character, "shocked")
    if part.faints:
        faint(work, character)


def _shock(work: Work, character: str, location: str) -> None:
    """Leave somebody in shock until treated: of the chest nothing is left to do, else no fighting."""
    figure = work.state.characters[character]
    if any(one.kind == "shocked" and one.until is None and one.at == location for one in figure.hindrances):
        return
    work.record(Shocked(character=character, location=location))
    limb = figure.locations[location].part in LIMBS
    lose(work, character, "shocked", tuple(FIGHTING) if limb else ())


def _suffer_limb(work: Work, character: str, location: str, points: int, *, cuts: bool) -> None:
    """Let a single blow to a limb have its effect."""
    place = work.state.characters[character].locations[location]
    if points > work.rules.tables.wounds.heavy * place.max_hp:
        _shock(work, character, location)
    if not _is_severe(work, place, points):
        return
    if place.state in ("whole", "useless"):
        work.record(
            LocationChanged(
                character=character,
                location=location,
                state="severed" if cuts else "maimed",
                mend_until=work.state.now + work.rules.tables.wounds.mend,
            )
        )
    faint(work, character)


def _is_severe(work: Work, place: Location, points: int) -> bool:
    """Return whether a blow severs or maims a limb (option `sever_at`)."""
    least = work.rules.tables.wounds.severe * place.max_hp
    return points > least if work.rules.options.sever_at == "exceeded" else points >= least


def find_side(location: str) -> str:
    """Return which side a limb is on, by its name; empty where that does not say."""
    return next((side for side in SIDES if location.startswith(side)), "")
