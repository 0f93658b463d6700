"""What can be asked about secrets: to open them, to seal choices and open all of a plot together."""

from typing import ClassVar

from tenmatsu.engine.command import Command


class Reveal(Command, frozen=True, kw_only=True, tag="table.reveal"):
    """Open what was kept closed, to everybody or to some: in its old place, and proven unchanged."""

    acts_for: ClassVar[str | None] = None
    what: tuple[str, ...]
    """Versions as the asker counts, or starts of digests or hashes; the session writes digests in full."""
    to: tuple[str, ...] = ()
    """Only to these participants beside whoever asks; everybody where left out."""


class SealChoice(Command, frozen=True, kw_only=True, tag="table.seal_choice"):
    """Lay a choice face down in a plot; it may be replaced until the plot is opened."""

    redactable: ClassVar[bool] = True
    plot: str
    text: str
    """Words, or numbers such as those of dice laid down."""
    character: str = ""
    among: tuple[str, ...] = ()
    """The participants whose choices the plot waits for; every player where left out, said by the first."""


class OpenPlot(Command, frozen=True, kw_only=True, tag="table.open_plot"):
    """Turn up all choices of a plot together: the GM at any time, others when all are sealed."""

    acts_for: ClassVar[str | None] = None
    plot: str


SECRET_COMMANDS: tuple[type[Command], ...] = (Reveal, SealChoice, OpenPlot)
