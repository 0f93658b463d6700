"""Decide the table's own commands."""

import re
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.table import commands as c
from tenmatsu.engine.table.annotating import mark, name_line
from tenmatsu.engine.table.annotations import Mark, NameLine
from tenmatsu.engine.table.correcting import alias, edit, redact, retract
from tenmatsu.engine.table.corrections import Alias, Edit, Redact, Retract
from tenmatsu.engine.table.disputes import OpenDispute, Rule
from tenmatsu.engine.table.ids import check_id
from tenmatsu.engine.table.revealing import open_plot, reveal, seal_choice
from tenmatsu.engine.table.ruling import adjust, open_dispute, rule
from tenmatsu.engine.table.secrets import OpenPlot, Reveal, SealChoice
from tenmatsu.engine.table.stirring import add_word, commit_nonces
from tenmatsu.engine.table.typed import Asked, read_asked, roll_asked
from tenmatsu.engine.tables import hash_tables
from tenmatsu.events import table as t
from tenmatsu.events.envelope import GM_ONLY, audience_of

_KEY = re.compile("[a-z][a-z0-9_.]{0,63}")
"""A key of `words.toml`: a roll cannot be redacted, so it holds no words of anybody."""
AnyDecision = Decision[Any, Any, Any]
_SWITCH = {"off", "on"}


def read_options(values: dict[str, Any], kind: type[msgspec.Struct], system: str) -> dict[str, Any]:
    """
    Return house rules whole, every one with its value as the log will hold it.

    `UsageError` names what does not fit.
    """
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    for name in values:
        if name not in known:
            raise UsageError("option_unknown", option=name, system=system, known=", ".join(sorted(known)))
    try:
        options = msgspec.convert(_as_words(values, kind), kind)
    except msgspec.ValidationError as error:
        raise UsageError("option_wrong", reason=str(error), system=system) from error
    whole = {name: getattr(options, name) for name in kind.__struct_fields__}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return plain


def _as_words(values: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the values with the words `on` and `off` for yes and no, where an option is one of these."""
    switches = {one.encode_name for one in msgspec.structs.fields(kind) if set(get_args(one.type)) == _SWITCH}
    return {
        name: ("on" if value else "off") if isinstance(value, bool) and name in switches else value
        for name, value in values.items()
    }


def _check_text(text: str, field: str) -> None:
    """Raise `UsageError` where there is nothing but blanks."""
    if not text.strip():
        raise UsageError("text_empty", field=field)


def _open(decision: AnyDecision, command: c.OpenSession, system: AnySystem) -> None:
    if decision.table.system:
        raise RuleViolation("session_is_open")
    decision.record(
        t.SessionOpened(
            system=command.system,
            rules_version=command.rules_version,
            options=read_options(command.options, system.options, system.id),
            table_options=read_options(command.table_options, c.TableOptions, "table"),
            tables_sha256=command.tables_sha256,
            tables=command.tables,
        )
    )
    decision.record(t.SessionTitled(title=command.title))
    for seat in command.participants:
        decision.record(t.ParticipantJoined(participant=seat.id, role=seat.role))


def _close(decision: AnyDecision, command: c.CloseSession, system: AnySystem) -> None:
    decision.record(t.SessionClosed(sitting=decision.table.sitting))


def _resume(decision: AnyDecision, command: c.ResumeSession, system: AnySystem) -> None:
    if decision.table.is_open:
        raise RuleViolation("session_is_open")
    decision.record(
        t.SessionResumed(sitting=decision.table.sitting + 1, scenario_goes_on=command.scenario_goes_on)
    )


def _rename(decision: AnyDecision, command: c.Rename, system: AnySystem) -> None:
    _check_text(command.title, "title")
    decision.record(t.SessionTitled(title=command.title))


def _join(decision: AnyDecision, command: c.Join, system: AnySystem) -> None:
    seat = decision.table.seats.get(command.participant)
    if seat is not None and seat.present:
        raise RuleViolation("participant_known", participant=command.participant)
    check_id(command.participant)
    decision.record(t.ParticipantJoined(participant=command.participant, role=command.role))


def _leave(decision: AnyDecision, command: c.Leave, system: AnySystem) -> None:
    seat = decision.table.seats.get(command.participant)
    if seat is None or not seat.present:
        raise RuleViolation("participant_unknown", participant=command.participant)
    if command.participant != decision.actor and not decision.is_gm:
        raise RuleViolation("gm_only")
    gms = [one for one, other in decision.table.seats.items() if other.role == "gm" and other.present]
    if gms == [command.participant]:
        raise RuleViolation("last_gm")
    decision.record(t.ParticipantLeft(participant=command.participant))


def _take(decision: AnyDecision, command: c.TakeCharacter, system: AnySystem) -> None:
    table = decision.table
    player = command.participant or decision.actor
    if player != decision.actor and not decision.is_gm:
        raise RuleViolation("gm_only")
    if player not in table.seats:
        raise RuleViolation("participant_unknown", participant=player)
    owner = table.player_of(command.character)
    if owner not in (None, decision.actor) and not decision.is_gm:
        raise RuleViolation("character_not_yours", character=command.character)
    check_id(command.character)
    decision.record(t.CharacterTaken(character=command.character, participant=player))
    if command.name:
        decision.record(t.CharacterNamed(character=command.character, name=command.name))


def _name(decision: AnyDecision, command: c.NameCharacter, system: AnySystem) -> None:
    check_id(command.character)
    _check_text(command.name, "name")
    decision.record(t.CharacterNamed(character=command.character, name=command.name))


def _open_scene(decision: AnyDecision, command: c.OpenScene, system: AnySystem) -> None:
    if decision.table.in_scene:
        decision.record(t.SceneClosed(scene=decision.table.scene))
    decision.record(t.SceneOpened(scene=decision.table.scene + 1, title=command.title))


def _close_scene(decision: AnyDecision, command: c.CloseScene, system: AnySystem) -> None:
    if not decision.table.in_scene:
        raise RuleViolation("no_scene")
    decision.record(t.SceneClosed(scene=decision.table.scene))


def _say(decision: AnyDecision, command: c.Say, system: AnySystem) -> None:
    _check_text(command.text, "text")
    characters = decision.table.characters
    if command.character and command.character not in characters:
        raise UsageError(
            "character_unknown", character=command.character, known=", ".join(sorted(characters))
        )
    decision.record(t.Said(by=command.character or decision.actor, text=command.text, tab=command.tab))


def _narrate(decision: AnyDecision, command: c.Narrate, system: AnySystem) -> None:
    _check_text(command.text, "text")
    decision.record(t.Narrated(by=decision.actor, text=command.text))


def _note(decision: AnyDecision, command: c.Note, system: AnySystem) -> None:
    _check_text(command.text, "text")
    decision.record(t.Noted(by=decision.actor, text=command.text, about=command.about))


def _roll(decision: AnyDecision, command: c.Roll, system: AnySystem) -> None:
    if _KEY.fullmatch(command.for_) is None:
        raise UsageError("roll_for_wrong", text=command.for_[:40])
    if command.character:
        check_id(command.character)
    by = command.character or decision.actor
    found = read_asked(command, str(decision.table.table_options.get("dice_bot", "DiceBot")))
    if isinstance(found, Asked) and found.line.secret and not decision.audience:
        decision.audience = audience_of([GM_ONLY, decision.actor])
    if isinstance(found, Asked):
        roll_asked(decision, found, by=by, for_=command.for_)
    else:
        decision.roll(found, by=by, for_=command.for_)
    if command.note:
        decision.record(t.Noted(by=decision.actor, text=command.note))


def _options(decision: AnyDecision, command: c.ChangeOptions, system: AnySystem) -> None:
    table = decision.table
    options = read_options({**table.options, **command.options}, system.options, system.id)
    own = read_options({**table.table_options, **command.table_options}, c.TableOptions, "table")
    before = read_options(table.table_options, c.TableOptions, "table")
    changed = [name for name, value in options.items() if table.options.get(name) != value]
    changed += [name for name, value in own.items() if before[name] != value]
    if not changed:
        raise RuleViolation("options_same")
    old = {**before, **table.options}
    decision.record(
        t.OptionsChanged(
            options=options,
            table_options=own,
            changed=tuple(changed),
            before={name: old[name] for name in changed if name in old},
        )
    )


def _move_rules(decision: AnyDecision, command: c.MoveRules, system: AnySystem) -> None:
    if command.rules_version not in system.rules_versions:
        raise UsageError(
            "rules_version_unknown", version=command.rules_version, known=list(system.rules_versions)
        )
    system.tables(command.rules_version, command.tables)
    decision.record(
        t.RulesMoved(
            rules_version=command.rules_version,
            tables_sha256=tables_sha256(system, command.rules_version),
            tables=command.tables,
        )
    )


def _renew(decision: AnyDecision, command: c.RenewDice | c.CommitDice, system: AnySystem) -> None:
    """Record nothing: the session adds the rings, whose seeds come from outside."""


def tables_sha256(system: AnySystem, rules_version: int) -> str:
    """Return the SHA-256, in hex, of a system's built-in figures."""
    return hash_tables(system.tables_text(rules_version))


_DECIDERS: dict[type[Command], Callable[[AnyDecision, Any, AnySystem], None]] = {
    c.OpenSession: _open,
    c.CloseSession: _close,
    c.ResumeSession: _resume,
    c.Rename: _rename,
    c.Join: _join,
    c.Leave: _leave,
    c.TakeCharacter: _take,
    c.NameCharacter: _name,
    c.OpenScene: _open_scene,
    c.CloseScene: _close_scene,
    c.Say: _say,
    c.Narrate: _narrate,
    c.Note: _note,
    Edit: edit,
    Retract: retract,
    Redact: redact,
    Alias: alias,
    Mark: mark,
    NameLine: name_line,
    c.Roll: _roll,
    c.Adjust: adjust,
    OpenDispute: open_dispute,
    Rule: rule,
    c.ChangeOptions: _options,
    c.MoveRules: _move_rules,
    c.RenewDice: _renew,
    c.CommitDice: _renew,
    Reveal: reveal,
    SealChoice: seal_choice,
    OpenPlot: open_plot,
    c.CommitNonces: commit_nonces,
    c.AddWord: add_word,
}


def decide_table(decision: AnyDecision, command: Command, system: AnySystem) -> bool:
    """Decide one of the table's commands; return whether it was one."""
    decide = _DECIDERS.get(command.__class__)
    if decide is None:
        return False
    decide(decision, command, system)
    return True
