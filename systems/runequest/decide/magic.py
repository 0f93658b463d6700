"""Decide commands: of spells; perform those that are declared in a melee."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.engine.windows import Window
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast, Dismiss, FavorMagic, Inscribe, RegainPoints
from tenmatsu.systems.runequest.commands.making import ChangeCharacteristic
from tenmatsu.systems.runequest.decide import spelleffects
from tenmatsu.systems.runequest.decide.casting import resume_casting, start_casting
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.choosing import answer_with
from tenmatsu.systems.runequest.decide.conjuring import complete_casting, hinder_casting, specify_cast
from tenmatsu.systems.runequest.decide.felling import awaken
from tenmatsu.systems.runequest.decide.lasthealing import find_heal_points, make_heal, read_use
from tenmatsu.systems.runequest.decide.making import set_characteristic
from tenmatsu.systems.runequest.decide.manipulating import measure_sorcery
from tenmatsu.systems.runequest.decide.performing import perform_with, specify_with
from tenmatsu.systems.runequest.decide.spellranks import read_casting
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, find_awake, find_figure, refuse
from tenmatsu.systems.runequest.events.magic import MagicFavored, PointsRegained, SpellInscribed
from tenmatsu.systems.runequest.melee import Action
from tenmatsu.systems.runequest.state import State


def specify_casting(state: State, rules: Rulebook, command: Cast) -> Casting:
    """Return the casting that a command asks for, everything left open filled in."""
    casting = Casting(
        caster=command.character,
        spell=command.spell,
        magic=rules.tables.spells[command.spell].magic,
        target=command.target,
        points=command.points,
        boost=command.boost,
        strength=command.strength,
        range=command.range,
        duration=command.duration,
        rune=command.rune,
        at=command.at,
    )
    return complete_casting(state, rules, casting)


def cast(work: Work, command: Cast) -> None:
    """Cast a spell outside a melee."""
    find_awake(work, command.character)
    melee = work.state.melee
    if melee is not None and command.character in melee.fighters:
        refuse(work, "cast_in_melee")
    _check_spell(work, command.spell)
    if command.target:
        find_figure(work, command.target)
    casting = specify_casting(work.state, work.rules, command)
    why = hinder_casting(work.state, work.rules, casting)
    if why:
        refuse(work, "cannot_cast", character=command.character, spell=command.spell, why=why)
    start_casting(work, casting)


def _check_spell(work: Work, spell: str) -> None:
    known = work.rules.tables.spells
    if spell not in known:
        refuse(work, "unknown_row", kind="spells", name=spell, known=tuple(known))


def dismiss(work: Work, command: Dismiss) -> None:
    """End a spell that somebody cast."""
    find_awake(work, command.character)
    target = command.target or command.character
    figure = find_figure(work, target)
    mine = [one for one in figure.spells if (one.spell, one.by) == (command.spell, command.character)]
    if not mine:
        refuse(work, "not_working", character=command.character, target=target, spell=command.spell)
    spelleffects.end_spells(work, target, mine)


def inscribe(work: Work, command: Inscribe) -> None:
    """Make an item of a sorcery spell: 1 POW, and 1 for each level; a new one takes the old one's place."""
    figure, tables = find_awake(work, command.character), work.rules.tables
    if work.state.melee is not None:
        refuse(work, "time_in_melee")
    _check_spell(work, command.spell)
    row = tables.spells[command.spell]
    knows = command.spell in figure.known or command.spell in figure.skills
    if row.magic != "sorcery" or not knows or measure_sorcery(work.rules, figure, row, 0) is None:
        refuse(work, "no_sorcery", character=command.character, spell=command.spell)
    levels = (command.strength, command.range, command.duration)
    if max(levels) >= len(tables.manipulation):
        refuse(work, "cannot_cast", character=command.character, spell=command.spell, why="over_levels")
    cost = tables.magic.inscribe * (1 + sum(levels))
    if cost >= figure.of("POW"):
        refuse(work, "too_little_pow", character=command.character, cost=cost)
    work.record(
        SpellInscribed(
            character=command.character,
            spell=command.spell,
            strength=command.strength,
            range=command.range,
            duration=command.duration,
            cost=cost,
        )
    )
    left = figure.of("POW") - cost
    set_characteristic(work, ChangeCharacteristic(character=command.character, name="POW", to=left))


def regain_points(work: Work, command: RegainPoints) -> None:
    """Give magic points and rune points back, up to their maxima."""
    figure = find_figure(work, command.character)
    mp = max(figure.mp, min(figure.max_mp, figure.mp + command.mp))
    rune_points = max(
        figure.rune_points, min(figure.max_rune_points, figure.rune_points + command.rune_points)
    )
    if (mp, rune_points) == (figure.mp, figure.rune_points):
        refuse(work, "nothing_to_regain", character=command.character)
    work.record(PointsRegained(character=command.character, mp=mp, rune_points=rune_points))
    awaken(work, command.character)


def favor_magic(work: Work, command: FavorMagic) -> None:
    """Note what season, place and components change about somebody's casting."""
    find_figure(work, command.character)
    work.record(MagicFavored(character=command.character, plus=command.plus))


def hinder_spell(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Say why a declared spell cannot be cast now; empty where it can."""
    row = rules.tables.spells.get(action.step.spell)
    if row is None:
        return "spell_unknown"
    if action.spoiled and row.magic != "rune":
        return "spoiled"
    casting = read_casting(state, rules, action.character, action.step, target)
    return hinder_casting(state, rules, casting)


@perform_with("spell", hinder=hinder_spell)
def perform_spell(work: Work, action: Action, target: str) -> None:
    """Cast the spell that an action of the queue is."""
    casting = read_casting(work.state, work.rules, action.character, action.step, target)
    start_casting(work, msgspec.structs.replace(casting, action=action.id))


@specify_with("spell")
def specify_spell(state: State, rules: Rulebook, action: Action, target: str) -> CheckSpec:
    """Return the casting roll of a declared spell."""
    return specify_cast(state, rules, read_casting(state, rules, action.character, action.step, target))


@answer_with("last_moment")
def heal_at_last(work: Work, window: Window, command: Choose) -> None:
    """Heal one who would die at this round's end, at once."""
    spell, whom = read_use(command.use)
    least, most = find_heal_points(work.state, work.rules, command.character, spell, whom)
    points = command.amount or most
    if not least <= points <= most:
        refuse(work, "wrong_heal_points", least=least, most=most)
    heal = make_heal(work.state, work.rules, command.character, spell, whom, points)
    start_casting(work, heal)
    while resume_casting(work):
        pass


MAGIC_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Cast: cast,
    Dismiss: dismiss,
    Inscribe: inscribe,
    RegainPoints: regain_points,
    FavorMagic: favor_magic,
}
"""By command class."""
