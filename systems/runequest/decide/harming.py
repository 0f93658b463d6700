"""Damage on its way into a body, a spirit or an arm."""

from collections.abc import Callable

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.decide.checking import CheckSpec, roll_check
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.felling import faint, spoil
from tenmatsu.systems.runequest.decide.locations import suffer
from tenmatsu.systems.runequest.decide.sticking import stick_in_body
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.wounds import ArmDamaged, HitHeld, Wounded
from tenmatsu.systems.runequest.figures import LIMBS, Figure, Location
from tenmatsu.systems.runequest.spellbook import sum_working
from tenmatsu.systems.runequest.state import ROUNDS_AN_HOUR
from tenmatsu.systems.runequest.wielding import find_natural_location, get_row

SpiritHarm = Callable[[Work, Hit], int]
"""What a hit does to somebody without a body; returns the points that it lost."""
SPIRIT_HARMS: list[SpiritHarm] = []
"""The one way to harm a spirit; the spirits' part registers it."""


def harm_spirits_with(harm: SpiritHarm) -> SpiritHarm:
    """Register what a hit does to somebody without a body."""
    SPIRIT_HARMS[:] = [harm]
    return harm


def wound(work: Work, hit: Hit) -> int:
    """Let a hit through armour into its location, effects and all; return the points that went in."""
    figure = work.state.characters.get(hit.target)
    if figure is None or figure.dead:
        return 0
    if not figure.embodied:
        return SPIRIT_HARMS[0](work, hit) if SPIRIT_HARMS else 0
    place = figure.locations.get(hit.location)
    if place is None:
        return 0
    armor = 0 if hit.ignores_armor else find_armor(work, figure, place)
    points = max(0, hit.points - armor)
    if not points:
        if hit.points > 0:
            work.record(HitHeld(character=hit.target, location=hit.location, points=hit.points, armor=armor))
        return 0
    work.record(
        Wounded(
            character=hit.target,
            by=hit.by,
            location=hit.location,
            points=points,
            armor=armor,
            left=place.hp - points,
            hp=figure.hp - _limit(work, place, points),
            wounds=place.wounds + 1,
        )
    )
    spoil(work, hit.target)
    suffer(work, hit.target, hit.location, points, place.hp, cuts=hit.cuts)
    _follow(work, hit, points)
    return points


def find_armor(work: Work, figure: Figure, place: Location) -> int:
    """Return the armour points of a location: worn, natural, and by magic."""
    return place.armor + figure.natural_armor + sum_working(work.rules.tables, figure, "armor", "ward")


def _limit(work: Work, place: Location, points: int) -> int:
    """Return what of a blow the total loses: of a limb at most twice its points."""
    return min(points, work.rules.tables.wounds.heavy * place.max_hp) if place.part in LIMBS else points


def _follow(work: Work, hit: Hit, points: int) -> None:
    """Let what follows damage happen: few points left, the shock of a slash, a weapon that sticks."""
    wounds = work.rules.tables.wounds
    if work.state.characters[hit.target].hp <= wounds.faint_at:
        faint(work, hit.target)
    if hit.special == "slash" and work.state.characters[hit.target].is_awake:
        _withstand(work, hit.target, points)
    if hit.special == "impale" and hit.by and hit.arm:
        stick_in_body(work, hit)


def _withstand(work: Work, character: str, points: int) -> None:
    """Let somebody slashed keep their senses by (CON − damage) × 5, or be out for hours."""
    figure, wounds = work.state.characters[character], work.rules.tables.wounds
    spec = CheckSpec(
        character=character,
        purpose="shock",
        ability="CON",
        skill=max(0, figure.of("CON") - points) * wounds.shock,
    )
    if not is_success(roll_check(work, spec)):
        hours = roll_dice(work, wounds.shock_hours, character, "shock_hours")
        faint(work, character, hours * ROUNDS_AN_HOUR)


def damage_arm(work: Work, character: str, arm: str, points: int) -> None:
    """Take hit points off a weapon or shield; of a part of the body this wounds the location."""
    figure = work.state.characters.get(character)
    if figure is None or points <= 0:
        return
    tables = work.rules.tables
    if get_row(tables, figure, arm).natural:
        location = find_natural_location(tables, figure, arm)
        wound(work, Hit(target=character, points=points, location=location, ignores_armor=True))
        return
    held = figure.arms.get(arm)
    if held is None or held.broken:
        return
    hp = max(-held.max_hp, held.hp - points)
    work.record(
        ArmDamaged(
            character=character,
            arm=arm,
            weapon=held.weapon,
            points=held.hp - hp,
            hp=hp,
            broken=hp <= -held.max_hp,
        )
    )
