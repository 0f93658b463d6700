"""Scenes of ブラッドベリー for tests of its rules, where no table is there to open them."""

from kit import Play

from tenmatsu.events.base import Event
from tenmatsu.events.table import SceneClosed, SceneOpened
from tenmatsu.systems.bloodberry.commands.scenes import CallScene


def fold(play: Play, *events: Event) -> Play:
    """Let events of the table reach the game, as they do when the table's own commands record them."""
    for event in events:
        play.state = play.system.evolve(play.state, event)
    return play


def open_scene(play: Play, *participants: str, actors: tuple[str, ...] = ()) -> Play:
    """Call these to the next scene, and open it."""
    if participants or actors:
        play.given(CallScene(participants=participants, actors=actors))
    return fold(play, SceneOpened(scene=play.state.scene.number + 1))


def close_scene(play: Play) -> Play:
    """Close the scene: an interlude begins."""
    return fold(play, SceneClosed(scene=play.state.scene.number))
