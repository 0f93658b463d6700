"""What spells do by themselves, by the key of their effect."""

from collections.abc import Sequence

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.casting import work_as
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.hindering import hinder
from tenmatsu.systems.runequest.decide.manipulating import find_level
from tenmatsu.systems.runequest.decide.shielded import weigh
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.decide.wounding import heal, regrow, restore_arm, roll_location, wound
from tenmatsu.systems.runequest.events.clock import HindrancesEnded, SpellsEnded
from tenmatsu.systems.runequest.events.magic import SpellTookHold
from tenmatsu.systems.runequest.figures import Hindrance, Location, Spell
from tenmatsu.systems.runequest.rows_magic import SpellRow
from tenmatsu.systems.runequest.state import ROUNDS_A_MINUTE

POINTS = "spell_points"
"""What the dice of spells are rolled for."""


def _get_row(work: Work, casting: Casting) -> SpellRow:
    return work.rules.tables.spells[casting.spell]


def count_times(row: SpellRow, casting: Casting) -> int:
    """Return how often a spell's figure counts: each point of a variable one, each level of strength."""
    if row.magic == "sorcery":
        return 1 + casting.strength
    return casting.points if row.variable else 1


def count_rounds(rules: Rulebook, row: SpellRow, casting: Casting) -> int | None:
    """Return the rounds that a spell lasts; None for a ritual, which lasts."""
    if row.lasting == "ritual":
        return None
    if row.magic == "sorcery":
        return row.rounds or find_level(rules, casting.duration).minutes * ROUNDS_A_MINUTE
    magic = rules.tables.magic
    return row.rounds or (magic.spirit_rounds if row.magic == "spirit" else magic.rune_rounds)


def end_spells(work: Work, character: str, spells: Sequence[Spell]) -> None:
    """End spells on somebody, with what they left there."""
    work.record(SpellsEnded(character=character, spells=tuple(spells)))
    names = {one.spell for one in spells}
    figure = work.state.characters[character]
    over = tuple(one for one in figure.hindrances if one.at in names)
    if over:
        work.record(HindrancesEnded(character=character, hindrances=over))


@work_as("armor", "ward", "weapon_bonus", "weapon_damage", "missile_damage", "strength", "agility", "speed")
@work_as("slow", "countermagic", "multispell", "spirit_armor")
def take_hold(work: Work, casting: Casting) -> None:
    """Let a spell work on somebody, or on their weapon, for its time."""
    row = _get_row(work, casting)
    times, rounds = count_times(row, casting), count_rounds(work.rules, row, casting)
    dice = str(int(row.dice) * times) if row.dice.lstrip("-").isdigit() else row.dice
    work.record(
        SpellTookHold(
            character=casting.target or casting.caster,
            spell=Spell(
                spell=casting.spell,
                magic=casting.magic,
                by=casting.caster,
                points=casting.points,
                amount=row.amount * times,
                dice=dice,
                at=casting.at if row.target == "weapon" else "",
                until=None if rounds is None else work.state.now + rounds,
            ),
        )
    )


@work_as("named")
def name_spell(work: Work, casting: Casting) -> None:
    """Note a spell that lasts, so that the GM sees when it ends; what it does is left to them."""
    if _get_row(work, casting).lasting != "instant":
        take_hold(work, casting)


@work_as("heal")
def heal_location(work: Work, casting: Casting) -> None:
    """Heal a location: by points, by sorcery's dice, or all that it misses."""
    row, place = _get_row(work, casting), work.state.characters[casting.target].locations.get(casting.at)
    if row.amount:
        points = row.amount * count_times(row, casting)
    elif row.magic == "sorcery":
        points = roll_dice(work, find_level(work.rules, casting.strength).dice, casting.caster, POINTS)
    else:
        points = _find_missing(work, place)
    heal(work, casting.target, casting.at, points, magic=True)


def _find_missing(work: Work, place: Location | None) -> int:
    """Return what makes a location whole: enough to put a severed limb back, at the least."""
    missing = 0 if place is None else place.max_hp - place.hp
    return max(missing, work.rules.tables.wounds.mend_spell)


@work_as("heal_all")
def heal_body(work: Work, casting: Casting) -> None:
    """Heal every location, and what the total misses besides."""
    for name, place in work.state.characters[casting.target].locations.items():
        if place.hp < place.max_hp or place.state != "whole" or place.dies_at is not None:
            heal(work, casting.target, name, _find_missing(work, place), magic=True)
    figure = work.state.characters[casting.target]
    if figure.hp < figure.max_hp:
        heal(work, casting.target, "", figure.max_hp - figure.hp, magic=True)


@work_as("damage")
def do_damage(work: Work, casting: Casting) -> None:
    """Do damage to a location that dice find; to a spirit's magic points."""
    row, target = _get_row(work, casting), work.state.characters[casting.target]
    if row.magic == "sorcery":
        points = roll_dice(work, find_level(work.rules, casting.strength).dice, casting.caster, POINTS)
    else:
        points = roll_dice(work, row.dice, casting.caster, POINTS, times=count_times(row, casting))
    location = roll_location(work, casting.caster) if target.embodied else ""
    wound(
        work,
        Hit(
            target=casting.target,
            by=casting.caster,
            points=points,
            location=location,
            ignores_armor=not row.physical,
            magic=True,
        ),
    )


@work_as("demoralize")
def demoralize(work: Work, casting: Casting) -> None:
    """Take heart from somebody: attacks and parries are the worse for it."""
    amount = _get_row(work, casting).amount
    _afflict(work, casting, Hindrance(kind="attack_parry_less", amount=amount))


@work_as("confuse")
def confuse(work: Work, casting: Casting) -> None:
    """Confuse somebody: neither attacks nor spells, defences alone."""
    _afflict(work, casting, Hindrance(kind="no_attack"))


def _afflict(work: Work, casting: Casting, hindrance: Hindrance) -> None:
    """Let a spell work on somebody together with what it does to them."""
    figure, rounds = (
        work.state.characters[casting.target],
        count_rounds(work.rules, _get_row(work, casting), casting),
    )
    before = tuple(one for one in figure.hindrances if one.at == casting.spell)
    if before:
        work.record(HindrancesEnded(character=casting.target, hindrances=before))
    take_hold(work, casting)
    until = None if rounds is None else work.state.now + rounds
    hinder(
        work,
        casting.target,
        Hindrance(kind=hindrance.kind, amount=hindrance.amount, until=until, at=casting.spell),
    )


@work_as("dispel")
def dispel(work: Work, casting: Casting) -> None:
    """End spells on somebody: the one named, else the newest first, as far as its points go."""
    row = _get_row(work, casting)
    left, ended = row.amount * count_times(row, casting), list[Spell]()
    for one in reversed(work.state.characters[casting.target].spells):
        weight = weigh(work.rules.tables, one)
        if weight <= left and casting.at in ("", one.spell):
            ended.append(one)
            left -= weight
    if ended:
        end_spells(work, casting.target, ended)


@work_as("repair")
def repair(work: Work, casting: Casting) -> None:
    """Repair a weapon or shield."""
    restore_arm(work, casting.target, casting.at)


@work_as("regrow")
def regrow_limb(work: Work, casting: Casting) -> None:
    """Make a lost, severed or maimed limb whole."""
    place = work.state.characters[casting.target].locations.get(casting.at)
    if place is not None and place.state in ("lost", "severed", "maimed"):
        regrow(work, casting.target, casting.at)
