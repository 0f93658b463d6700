"""Wounds of RuneQuest for tests: hits that come from nowhere, and what came of them."""

from collections.abc import Iterable
from typing import Any

from kit import Play, work_on

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.commands.wounds import Hurt
from tenmatsu.systems.runequest.decide.wounding import heal, wound
from tenmatsu.systems.runequest.figures import Figure, Location

Dice = Iterable[tuple[int, int]]


def d100(*faces: int) -> list[tuple[int, int]]:
    """Return a script of percentile dice."""
    return [(100, face) for face in faces]


def strike(play: Play, target: str, location: str, points: int, dice: Dice = (), **more: Any) -> list[Event]:
    """Let a hit happen; return what was recorded but the dice."""
    script = ScriptedDice(dice)
    work = work_on(play, script)
    wound(work, Hit(target=target, location=location, points=points, **more))
    assert script.left == ()
    play.given_state(work.state)
    return [one.event for one in work.recorded]


def cure(play: Play, target: str, location: str, points: int, *, magic: bool = True) -> int:
    """Heal by magic, or by other means; return the points that came back."""
    work = work_on(play)
    given = heal(work, target, location, points, magic=magic)
    play.given_state(work.state)
    return given


def hurt(play: Play, target: str, location: str, *points: int, cuts: bool = False) -> Play:
    """Hurt somebody, armour or not, once for each number of points."""
    for one in points:
        command = Hurt(character=target, points=one, location=location, ignores_armor=True, cuts=cuts)
        play.when(command)
        assert play.refusal is None, play.refusal
    return play


def figure_of(play: Play, character: str = "rin") -> Figure:
    """Return a character as it stands."""
    figure: Figure = play.state.characters[character]
    return figure


def place_of(play: Play, location: str, character: str = "rin") -> Location:
    """Return a location as it stands."""
    return figure_of(play, character).locations[location]
