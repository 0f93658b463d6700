"""Events of who sits at the table and which figures they play."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event

Role = Literal["gm", "player", "spectator"]


class ParticipantJoined(Event, frozen=True, kw_only=True, tag="table.participant_joined"):
    """A person joined. Their name lives outside the log."""

    participant: str
    role: Role


class ParticipantLeft(Event, frozen=True, kw_only=True, tag="table.participant_left"):
    """A person left for good."""

    participant: str


class CharacterTaken(Event, frozen=True, kw_only=True, tag="table.character_taken"):
    """A participant took up a character."""

    character: str
    participant: str


class CharacterNamed(Event, frozen=True, kw_only=True, tag="table.character_named"):
    """A character got a name."""

    redactable: ClassVar[bool] = True
    character: str
    name: str
