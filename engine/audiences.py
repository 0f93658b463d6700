"""Audiences: who may see what comes of a command, as its asker wished; how audiences compare."""

from tenmatsu.engine.command import Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.envelope import EVERYBODY, GM_ONLY, audience_of, is_silent


def asked_audience(command: Command, table: TableState) -> str:
    """
    Return the audience that an `addressed` command asks for; everybody where it asks for none.

    `to` names participants beside whoever asks; `secret` is for the GM and whoever asks; `blind` leaves
    out whoever asks; `silent` lets the others not even see that something is there. Raises
    `RuleViolation` for somebody who is not at the table.
    """
    if not command.addressed:
        return EVERYBODY
    to: tuple[str, ...] = getattr(command, "to", ())
    secret: bool = getattr(command, "secret", False)
    blind: bool = getattr(command, "blind", False)
    silent: bool = getattr(command, "silent", False)
    for whom in to:
        if whom != GM_ONLY and whom not in table.seats:
            raise RuleViolation("participant_unknown", participant=whom)
    if not (to or secret or blind or silent):
        return EVERYBODY
    ids = {*to, *([GM_ONLY] if secret or blind or not to else []), *([] if blind else [command.as_])}
    return audience_of(sorted(ids), silent=silent)


def joined(one: str, other: str) -> str:
    """Return the audience of whoever is of one of two."""
    if EVERYBODY in (one, other):
        return EVERYBODY
    ids = [*ids_of(one), *ids_of(other)]
    return audience_of(ids, silent=is_silent(one) and is_silent(other))


def ids_of(audience: str) -> list[str]:
    """Return the ids that an audience names, `@gm` among them."""
    return audience.removeprefix("!").split(",") if audience else []


def covers(audience: str, narrower: str) -> bool:
    """Return whether whoever is of the narrower audience is of the other one too."""
    if not audience:
        return True
    return bool(narrower) and set(ids_of(narrower)) <= set(ids_of(audience))
