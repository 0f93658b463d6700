"""The steps of a session script, and what can be known to be wrong with them before any is played."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tenmatsu.engine.api import Participant, TableOptions, UsageError, find_bot, parse_dice, read_typed
from tenmatsu.tools.cli.lines import Places
from tenmatsu.tools.cli.words import CliError

OWN_STEPS: Mapping[str, Mapping[str, Any]] = {
    "table.undo": {"reason": str},
    "table.fork": {"name": str, "at": int, "dice_source": str},
    "table.adopt": {"branch": str},
}
"""What a script may ask beside commands: the engine's own calls, with the kinds of their fields."""
_NAMING = ("participant", "character", "name", "alias")
"""Fields by which a step brings in somebody whom a later one may name."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One `[[do]]` of a script."""

    line: int
    tag: str
    fields: dict[str, Any]
    actor: str | None = None
    dice: tuple[int, ...] | None = None
    refused: str | None = None


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A checked script."""

    path: Path
    title: str
    system: str
    options: dict[str, Any]
    table_options: dict[str, Any]
    tables: str | None
    participants: tuple[Participant, ...]
    keeper: str | None
    steps: tuple[Step, ...]


def told(path: Path, line: int, error: UsageError) -> CliError:
    """Return an error with the file and the line in front."""
    return CliError("script_error", file=path, line=line, error=error)


def check_steps(script: Script, places: Places) -> None:
    """Raise `CliError` for somebody, dice, a line or a version that cannot be meant."""
    people = {word for one in script.participants for word in (one.id, one.name)}
    branches: dict[str, None] = {}
    for step in script.steps:
        for field, error in _wrong_in(step, script, people, branches):
            raise told(script.path, places.key(field, step.line), error)
        if step.tag == "table.fork":
            branches[step.fields["name"]] = None
        elif step.tag in ("table.join", "table.take_character", "table.name_character", "table.alias"):
            people |= {str(step.fields[one]) for one in _NAMING if step.fields.get(one)}


def _wrong_in(
    step: Step, script: Script, people: set[str], branches: Mapping[str, None]
) -> Iterator[tuple[str, UsageError]]:
    actor = step.actor
    if step.refused is not None:
        return
    if actor is not None and actor not in people and actor.casefold() not in ("gm", "@gm"):
        known = ", ".join(one.id for one in script.participants)
        yield "as", UsageError("actor_unknown", actor=actor, known=known)
    if step.tag == "table.roll":
        yield from _wrong_dice(step, script)
    branch = step.fields.get("branch")
    if step.tag == "table.adopt" and branch not in branches and not str(branch).isdecimal():
        known = ", ".join(("0", *branches))
        yield "branch", UsageError("branch_unknown", branch=branch, known=known)
    at = step.fields.get("at")
    if step.tag == "table.fork" and isinstance(at, int) and at < 1:
        yield "at", UsageError("version_unknown", version=at, last="…")


def _wrong_dice(step: Step, script: Script) -> Iterator[tuple[str, UsageError]]:
    bot = str(script.table_options.get("dice_bot", TableOptions().dice_bot))
    text = str(step.fields.get("dice", ""))
    try:
        if read_typed(text, find_bot(step.fields.get("bot") or bot)) is None:
            parse_dice(text)
    except UsageError as error:
        yield "dice", error
