"""What every making of a character checks: its name, its characteristics, rows of the tables."""

from collections.abc import Mapping

from tenmatsu.systems.runequest.decide.work import Work, refuse
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Characteristic


def check_row(work: Work, kind: str, name: str) -> None:
    """Refuse what is no row of a section of the tables (`kind`, also a key of `[labels]`)."""
    rows: Mapping[str, object] = getattr(work.rules.tables, kind)
    if name not in rows:
        refuse(work, "unknown_row", kind=kind, name=name, known=tuple(rows))


def check_new(work: Work, character: str) -> None:
    """Refuse who is not at the table, or made already."""
    if character not in work.table.characters:
        refuse(work, "not_at_table", character=character)
    if character in work.state.characters:
        refuse(work, "already_made", character=character)


def settle_characteristics(
    work: Work, template: str, given: Mapping[Characteristic, int]
) -> dict[Characteristic, int]:
    """Return the characteristics of a template with those given in their place; refuse what is missing."""
    settled: dict[Characteristic, int] = {}
    if template:
        check_row(work, "templates", template)
        settled = dict(work.rules.tables.templates[template].characteristics)
    settled |= given
    missing = [name for name in CHARACTERISTICS if name not in settled]
    if missing:
        refuse(work, "characteristics_missing", missing=missing)
    return {name: settled[name] for name in CHARACTERISTICS}
