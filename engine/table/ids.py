"""What can be the id of a participant, a character or a plot."""

from tenmatsu.engine.errors import UsageError


def check_id(text: str) -> None:
    """Raise `UsageError` unless `text` can be the id of a participant, a character or a plot."""
    if not is_id(text):
        raise UsageError("id_wrong", id=text)


def is_id(text: str) -> bool:
    """Return whether `text` can be the id of a participant, a character or a plot."""
    return 0 < len(text) <= 64 and not any(sign in text for sign in ",!@. \t\n\"'") and text.isprintable()
