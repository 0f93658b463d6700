"""What happens when the game asks and is answered."""

from tenmatsu.engine.windows import Window
from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.state import Choice


class ChoiceOpened(Event, frozen=True, kw_only=True, tag="runequest.choice_opened"):
    """A rule gave somebody a choice; the game waits."""

    choice: Choice


class Chosen(Event, frozen=True, kw_only=True, tag="runequest.chosen"):
    """Somebody answered their choice: the first of those that wait for them."""

    character: str
    kind: str
    use: str
    target: str = ""
    amount: int = 0


class WindowOpened(Event, frozen=True, kw_only=True, tag="runequest.window_opened"):
    """A moment came in which several may do something."""

    window: Window


class WindowAnswered(Event, frozen=True, kw_only=True, tag="runequest.window_answered"):
    """Whoever was asked passed or did something; the stack stands as it is from here on."""

    character: str
    kind: str
    use: str
    windows: tuple[Window, ...] = ()


CHOICE_EVENTS: tuple[type[Event], ...] = (ChoiceOpened, Chosen, WindowOpened, WindowAnswered)
