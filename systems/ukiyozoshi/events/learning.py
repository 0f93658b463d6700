"""What skills knew: texts read, talk in a foreign tongue, ammunition made."""

from tenmatsu.events.base import Event


class TextRead(Event, frozen=True, kw_only=True, tag="ukiyozoshi.text_read"):
    """Somebody looked at a text and could read it, or not (読み書き)."""

    character: str
    script: str
    tongue: str = ""
    level: int
    read: bool


class Conversed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.conversed"):
    """Somebody spoke a foreign tongue well enough for a talk, or not."""

    character: str
    tongue: str
    understood: bool


class AmmunitionMade(Event, frozen=True, kw_only=True, tag="ukiyozoshi.ammunition_made"):
    """Somebody made ammunition."""

    character: str
    ammunition: str
    count: int
    now: int


LEARNING_EVENTS: tuple[type[Event], ...] = (TextRead, Conversed, AmmunitionMade)
