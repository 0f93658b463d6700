"""Events of the story's frame: scenes, speech, narration, notes."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event

Tab = Literal["main", "info", "chat"]
"""メイン, 情報, 雑談."""


class SceneOpened(Event, frozen=True, kw_only=True, tag="table.scene_opened"):
    """A scene began."""

    redactable: ClassVar[bool] = True
    scene: int
    """Counted from 1 along the line."""
    title: str = ""


class SceneClosed(Event, frozen=True, kw_only=True, tag="table.scene_closed"):
    """A scene ended."""

    scene: int


class Said(Event, frozen=True, kw_only=True, tag="table.said"):
    """Somebody spoke: a participant, or a character through theirs."""

    redactable: ClassVar[bool] = True
    by: str
    text: str
    tab: Tab = "main"


class Narrated(Event, frozen=True, kw_only=True, tag="table.narrated"):
    """A piece of narration (地の文)."""

    redactable: ClassVar[bool] = True
    by: str
    text: str


class Noted(Event, frozen=True, kw_only=True, tag="table.noted"):
    """A note beside the play, about a version or the moment."""

    redactable: ClassVar[bool] = True
    by: str
    text: str
    about: int | None = None
    """The version of the event it speaks of."""
