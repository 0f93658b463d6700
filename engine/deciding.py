"""Decide one command on a state with the dice handed in: the same path for play, what-if and audit."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

import msgspec

from tenmatsu.engine.audiences import asked_audience
from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision, DiceSource
from tenmatsu.engine.errors import Fault, RuleViolation, UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.rights import check_pending, check_rights
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.table.commands import ENGINE_COMMANDS, TABLE_COMMANDS, CommitDice, RenewDice
from tenmatsu.engine.table.decide import decide_table
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.vault import Vault
from tenmatsu.events.envelope import EVERYBODY
from tenmatsu.events.table import AsideClosed, AsideOpened, EntropyAdded

_OF_THE_TABLE = frozenset([*TABLE_COMMANDS, *ENGINE_COMMANDS])
_MOST = 2**53
_DEEPEST = 32
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_of_table(command: Command) -> bool:
    """Return whether a command is the table's own: it needs neither the game's rules nor its figures."""
    return command.__class__ in _OF_THE_TABLE


@lru_cache(maxsize=8)
def _decoder(commands: tuple[type[Command], ...]) -> msgspec.json.Decoder[Command]:
    """Return what decodes one of these commands; making it takes as long as deciding ten."""
    union: Any = None
    for kind in commands:
        union = kind if union is None else union | kind
    return msgspec.json.Decoder(union)


class Commands:
    """Reads the commands that a session of one system takes."""

    def __init__(self, system: AnySystem) -> None:
        self.types: dict[str, type[Command]] = {}
        for kind in (*TABLE_COMMANDS, *system.commands):
            self.types[str(kind.__struct_config__.tag)] = kind
        self.kinds = frozenset(self.types.values())
        self._decoder = _decoder((*ENGINE_COMMANDS, *self.types.values()))

    def read(self, tag: str, fields: dict[str, Any], actor: str) -> Command:
        """Return the command; `UsageError` says which key or value does not fit, and what was expected."""
        kind = self.types.get(tag)
        if kind is None:
            word = tag.rpartition(".")[2]
            near = [
                known for known in self.types if word and (word in known or known.rpartition(".")[2] in word)
            ]
            raise UsageError(
                "command_unknown", command=tag, near=", ".join((sorted(near) or sorted(self.types))[:8])
            )
        known = kind.__struct_encode_fields__
        for key, value in fields.items():
            if key not in known or key == "as":
                fits = ", ".join(sorted({*known} - {"as"}))
                raise UsageError("command_key", command=tag, key=key, known=fits)
            if (reason := unfit(value)) is not None:
                raise UsageError("command_value", command=tag, reason=f"{key}: {reason}")
        try:
            return msgspec.convert({"type": tag, **fields, "as": actor}, kind)
        except msgspec.ValidationError as error:
            raise UsageError("command_value", command=tag, reason=str(error)) from error

    def decode(self, data: bytes) -> Command:
        """Return the command in stored bytes; `msgspec.DecodeError` where they hold none."""
        try:
            return self._decoder.decode(data)
        except UnicodeDecodeError as error:
            raise msgspec.DecodeError(str(error)) from error


def unfit(value: object, depth: int = 0) -> str | None:
    """Return why a value cannot stand in a log that every language reads alike, None if it can."""
    if depth > _DEEPEST:
        return "it is nested too deep"
    match value:
        case float():
            return "a whole number is needed"
        case int() if abs(value) > _MOST:
            return "the number is too large"
        case str() if not value.isascii() and _SURROGATE.search(value):
            return "the text is no valid Unicode"
        case Mapping():
            pairs = cast("Mapping[object, object]", value)
            parts: Iterable[object] = (*pairs.keys(), *pairs.values())
        case list() | tuple():
            parts = cast("Iterable[object]", value)
        case _:
            return None
    return next((reason for part in parts if (reason := unfit(part, depth + 1)) is not None), None)


def decide(
    folder: Folder,
    state: LineState,
    command: Command,
    dice: DiceSource,
    rules: Rules[Any, Any] | None,
    link: EntropyAdded | None = None,
    vault: Vault | None = None,
) -> Decision[Any, Any, Any]:
    """
    Return the decision on `command`, with the link that it brings in front.

    Raises `RuleViolation` or `UsageError` where it is refused; nothing has happened then.
    """
    system, actor = folder.system, command.as_
    check_rights(state.table, command, actor)
    if state.unknown and not is_of_table(command):
        raise RuleViolation("unknown_events", tags=", ".join(sorted(set(state.unknown))))
    if state.game is not None:
        check_pending(system.pending(state.game), command, is_gm=state.table.is_gm(actor))
    asked = asked_audience(command, state.table) or (state.table.aside if command.answers else "")
    audience = state.table.closed or asked
    decision: Decision[Any, Any, Any] = Decision(
        state=state.game,
        table=state.table,
        rules=rules,  # type: ignore[arg-type]  # only the table's own commands are decided without
        actor=actor,
        dice=dice,
        evolve=folder.evolve_game,
        evolve_table=evolve_table,
        words=system.words(),
        audience=audience,
        vault=vault,
    )
    if link is not None:
        decision.record(link, audience=EVERYBODY)
    if not decide_table(decision, command, system):
        if not isinstance(command, system.commands):
            raise Fault(f"{command.__class__.__name__} is asked by the engine's own calls only")
        system.decide(decision, command)
        if asked or state.table.aside:
            _follow_aside(decision, system, audience)
    if len(decision.recorded) == (link is not None) and not isinstance(command, (RenewDice, CommitDice)):
        raise Fault(f"{command.__class__.__name__} recorded nothing")
    return decision


def _follow_aside(decision: Decision[Any, Any, Any], system: AnySystem, audience: str) -> None:
    """Let the answers to a choice that not everybody sees have its audience, until none is left."""
    waits = bool(system.pending(decision.state))
    if waits and audience and not decision.table.aside:
        decision.record(AsideOpened(audience=audience), audience=audience)
    elif decision.table.aside and not waits:
        decision.record(AsideClosed(), audience=decision.table.aside)
