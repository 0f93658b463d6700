"""The events of any table, whatever the game."""

from tenmatsu.events.base import Event
from tenmatsu.events.table.dice import (
    DiceCommitted,
    DiceSourceName,
    EntropyAdded,
    NoncesCommitted,
    RingReason,
    Rolled,
)
from tenmatsu.events.table.people import (
    CharacterNamed,
    CharacterTaken,
    ParticipantJoined,
    ParticipantLeft,
    Role,
)
from tenmatsu.events.table.scenes import Narrated, Noted, Said, SceneClosed, SceneOpened, Tab
from tenmatsu.events.table.session import (
    Adjusted,
    OptionsChanged,
    RulesMoved,
    SessionClosed,
    SessionOpened,
    SessionResumed,
    SessionTitled,
)
from tenmatsu.events.table.timeline import BranchForked, BranchNamed, ForkReason, TimelineAdopted

TABLE_EVENTS: tuple[type[Event], ...] = (
    SessionOpened,
    SessionTitled,
    SessionClosed,
    SessionResumed,
    OptionsChanged,
    RulesMoved,
    Adjusted,
    ParticipantJoined,
    ParticipantLeft,
    CharacterTaken,
    CharacterNamed,
    SceneOpened,
    SceneClosed,
    Said,
    Narrated,
    Noted,
    DiceCommitted,
    NoncesCommitted,
    EntropyAdded,
    Rolled,
    BranchForked,
    BranchNamed,
    TimelineAdopted,
)

__all__ = [
    "TABLE_EVENTS",
    "Adjusted",
    "BranchForked",
    "BranchNamed",
    "CharacterNamed",
    "CharacterTaken",
    "DiceCommitted",
    "DiceSourceName",
    "EntropyAdded",
    "ForkReason",
    "Narrated",
    "NoncesCommitted",
    "Noted",
    "OptionsChanged",
    "ParticipantJoined",
    "ParticipantLeft",
    "RingReason",
    "Role",
    "Rolled",
    "RulesMoved",
    "Said",
    "SceneClosed",
    "SceneOpened",
    "SessionClosed",
    "SessionOpened",
    "SessionResumed",
    "SessionTitled",
    "Tab",
    "TimelineAdopted",
]
