"""Find participants and characters by id or by name."""

from collections.abc import Collection

from tenmatsu.engine.api import Session, TableState, UsageError
from tenmatsu.tools.cli.words import CliError


def find_gm(session: Session) -> str:
    """Return the table's GM, who asks where nobody else is named."""
    seats = session.table.seats
    present = [one for one, seat in seats.items() if seat.role == "gm" and seat.present]
    return present[0] if present else next(iter(seats), "gm")


def find_actor(session: Session, text: str | None) -> str:
    """
    Return the participant meant by an id or name, a character's counting for its player; the GM for None.

    Raises `UsageError` where nobody, or more than one, is meant.
    """
    if text is None:
        return find_gm(session)
    if text.casefold() in ("gm", "@gm") and text not in session.table.seats:
        return find_gm(session)
    return _participant(session, text) or _player(session, text)


def find_viewer(session: Session, text: str | None) -> str | None:
    """Return the participant who looks, None where everything is shown."""
    return None if text is None else find_actor(session, text)


def find_character(session: Session, text: str, known: Collection[str] | None = None) -> str:
    """
    Return the character meant by an id or name, among those `known` to who asks (all where left out).

    Raises `UsageError` where none, or more than one, is meant.
    """
    among = session.table.characters if known is None else known
    found = character_named(session, text, known)
    if not among:
        raise UsageError("character_none", character=text)
    if found is None or found not in among:
        raise UsageError("character_unknown", character=text, known=", ".join(sorted(among)))
    return found


def character_named(session: Session, text: str, known: Collection[str] | None = None) -> str | None:
    """Return the character meant by an id or name among those `known` to who asks, None where none is."""
    figures = session.table.characters
    characters = figures if known is None else {one: figures[one] for one in known if one in figures}
    if text in characters:
        return text
    return _only(text, [one for one, figure in characters.items() if figure.name == text])


def anybody_named(session: Session, text: str, known: TableState | None = None) -> str:
    """
    Return the id that a name stands for, of a character before a participant, else the text itself.

    `known` is the table as whoever asks knows it: nobody is found by a name that was kept from them.
    """
    if text in session.table.seats:
        return text
    characters = None if known is None else known.characters
    return character_named(session, text, characters) or _participant(session, text) or text


def participant_name(session: Session, participant: str) -> str:
    """Return a participant's name, else the id itself."""
    return session.store.names(session.id).get(participant) or participant


def participant_named(session: Session, text: str) -> str:
    """Return the participant's id that a name stands for, else the text itself."""
    return _participant(session, text) or text


def characters_of(session: Session, participant: str, known: TableState | None = None) -> list[str]:
    """Return the characters that a participant plays, as far as they are `known`."""
    characters = (known or session.table).characters
    return [one for one, figure in characters.items() if figure.participant == participant]


def _participant(session: Session, text: str) -> str | None:
    if text in session.table.seats:
        return text
    names = session.store.names(session.id)
    return _only(text, [one for one, name in names.items() if name == text and one in session.table.seats])


def _player(session: Session, text: str) -> str:
    character = character_named(session, text)
    player = session.table.player_of(character) if character else None
    if player is None:
        known = ", ".join(sorted(session.table.seats))
        raise UsageError("actor_unknown", actor=text, known=known)
    return player


def _only(text: str, ids: list[str]) -> str | None:
    if len(ids) > 1:
        raise CliError("name_ambiguous", name=text, ids=", ".join(sorted(ids)))
    return ids[0] if ids else None
