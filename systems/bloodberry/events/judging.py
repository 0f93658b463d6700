"""What happens in judges and moments of answering."""

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.state import Judge


class JudgeBegun(Event, frozen=True, kw_only=True, tag="bloodberry.judge_begun"):
    """A judge (ジャッジ) began."""

    judge: Judge


JUDGE_EVENTS: tuple[type[Event], ...] = (JudgeBegun,)
