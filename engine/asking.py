"""What commands bring to the dice: the next link of whoever asks, or a word; who must bring one."""

from collections.abc import Iterable, Mapping, Sequence

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import command_audience
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.dice.rings import newest_rings
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.table.commands import AddWord
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import EntropyAdded, Rolled


def check_word(command: Command, table: TableState, spent: Mapping[str, int]) -> None:
    """Refuse a word where some line has spent a key of the newest rings; the decider knows its own alone."""
    if isinstance(command, AddWord) and any(spent.get(ring) for ring in newest_rings(table.rings)):
        raise RuleViolation("word_late")


def check_link_fits(
    table: TableState, actor: str, link: EntropyAdded | None, recorded: Sequence[Recorded]
) -> None:
    """
    Refuse a link that comes with a command that not everybody sees, and an open roll that lacks its link.

    Nothing is stored or shown yet: what was decided is forgotten.
    """
    is_open = command_audience([one.audience for one in recorded]) == EVERYBODY
    if link is not None and not is_open:
        raise RuleViolation("link_secret")
    due = link is None and is_open and actor in table.links and must_link(table)
    if due and rolls_from_ring(one.event for one in recorded):
        raise RuleViolation("link_needed", chain=table.links[actor].chain)


def must_link(table: TableState) -> bool:
    """Return whether open rolls of participants with a chain need its next link."""
    return bool(table.table_options.get("links", "free") == "required")


def rolls_from_ring(events: Iterable[Event]) -> bool:
    """Return whether a key of a ring was shown."""
    return any(isinstance(event, Rolled) and event.source == "ring" for event in events)
