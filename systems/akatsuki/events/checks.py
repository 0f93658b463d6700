"""What happens in checks (行為判定)."""

from typing import Literal

from tenmatsu.engine.contract import Circumstance
from tenmatsu.events.base import Event

Purpose = Literal["check", "hit", "guard", "dodge", "survival", "treat"]
"""What a check is for: a key of `[rolls]`."""


class Checked(Event, frozen=True, kw_only=True, tag="akatsuki.checked"):
    """Two dice fell against a target."""

    character: str
    purpose: Purpose
    ability: str
    """An ability, or `fate_points`, `fate_cards` for a lethal survival check."""
    field: str = ""
    level: int
    """The unmodified level."""
    circumstances: tuple[Circumstance, ...] = ()
    """What changed the target."""
    target: int
    faces: tuple[int, ...]
    total: int
    success: bool

    @property
    def result(self) -> str:
        """What came of it, and whether anything changed the target: a key of its line's cases."""
        result = "success" if self.success else "failure"
        return f"{result}_changed" if self.circumstances else result


CHECK_EVENTS: tuple[type[Event], ...] = (Checked,)
