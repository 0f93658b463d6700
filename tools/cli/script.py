"""Session scripts: read, checked line by line before anything is recorded, and played."""

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec
from msgspec import inspect

from tenmatsu.engine.api import (
    AnySystem,
    Commands,
    Participant,
    TableOptions,
    UsageError,
    find_system,
    read_toml,
)
from tenmatsu.tools.cli.kinds import Kind, as_written, worded
from tenmatsu.tools.cli.lines import Places
from tenmatsu.tools.cli.script_steps import OWN_STEPS, Script, Step, check_steps, told
from tenmatsu.tools.cli.texts import read_text
from tenmatsu.tools.cli.values import fields_of
from tenmatsu.tools.cli.words import Both, CliError

_TOP = ("title", "system", "options", "table_options", "tables", "participants", "keeper", "do")
_PERSON = ("id", "name", "role")
_FACES = tuple[Annotated[int, msgspec.Meta(ge=1)], ...]
_META = ("command", "as", "dice", "refused")


def read_script(path: Path) -> Script:
    """Return a script; `CliError` names the file, the line, and what was expected there."""
    text = read_text(path)
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        raise CliError("script_syntax", file=path, line=line, reason=error) from error
    return _Reader(path, data, Places(text)).read()


class _Reader:
    """Checks one script."""

    def __init__(self, path: Path, data: dict[str, Any], places: Places) -> None:
        self._path = path
        self._data = data
        self._places = places

    def read(self) -> Script:
        for key in self._data:
            if key not in _TOP:
                self._unknown(self._places.key(key), key, _TOP)
        system = self._system()
        types = Commands(system).types
        people = tuple(self._participants())
        self._check_people(people)
        script = Script(
            path=self._path,
            title=self._value(self._data, "title", str, self._places.key("title")),
            system=system.id,
            options=self._options("options", system.options),
            table_options=self._options("table_options", TableOptions),
            tables=self._tables(),
            participants=people,
            keeper=self._optional(self._data, "keeper", str, self._places.key("keeper")),
            steps=tuple(self._step(place, one, types) for place, one in self._blocks("do")),
        )
        check_steps(script, self._places)
        return script

    def _system(self) -> AnySystem:
        line = self._places.key("system")
        try:
            return find_system(self._value(self._data, "system", str, line))
        except UsageError as error:
            if isinstance(error, CliError):
                raise
            raise self._told(line, error) from error

    def _options(self, name: str, kind: type[msgspec.Struct]) -> dict[str, Any]:
        given: Any = self._data.get(name, {})
        if not isinstance(given, dict):
            raise self._wrong(self._places.key(name), name, given, Both("kind_table"))
        values = cast("dict[str, Any]", given)
        known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for key, value in values.items():
            line = self._places.key(key, self._places.header(name))
            if key not in known:
                self._unknown(line, key, tuple(known))
            values[key] = worded(value, inspect.type_info(known[key].type))
            self._check(line, key, values[key], known[key].type)
        return values

    def _tables(self) -> str | None:
        line = self._places.key("tables")
        name = self._optional(self._data, "tables", str, line)
        if name is None:
            return None
        try:
            return read_text(self._path.parent / name)
        except CliError as error:
            raise self._told(line, error) from error

    def _participants(self) -> Iterator[Participant]:
        people = list(self._blocks("participants"))
        if not people:
            yield Participant("gm", "GM", "gm")
        for line, one in people:
            for key in one:
                if key not in _PERSON:
                    self._unknown(self._places.key(key, line), key, _PERSON)
            try:
                yield msgspec.convert(one, Participant)
            except msgspec.ValidationError:
                for field in msgspec.structs.fields(Participant):
                    if field.encode_name in one:
                        place = self._places.key(field.encode_name, line)
                        self._check(place, field.encode_name, one[field.encode_name], field.type)
                raise CliError(
                    "script_missing", file=self._path, line=line, what="[[participants]]", fields="id"
                ) from None

    def _check_people(self, people: Sequence[Participant]) -> None:
        """Raise `CliError` for an id that stands twice, where nobody is the GM, or for an unknown keeper."""
        lines = self._places.headers("participants")
        ids = [one.id for one in people]
        for place, one in enumerate(ids):
            if one in ids[:place]:
                line = self._places.key("id", lines[place]) if place < len(lines) else 1
                raise self._told(line, UsageError("participant_twice", participant=one))
        if all(one.role != "gm" for one in people):
            raise self._told(lines[0] if lines else 1, UsageError("no_gm"))
        keeper = self._data.get("keeper")
        if isinstance(keeper, str) and keeper not in ids:
            error = UsageError("actor_unknown", actor=keeper, known=", ".join(sorted(ids)))
            raise self._told(self._places.key("keeper"), error)

    def _blocks(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        given: Any = self._data.get(name, [])
        try:
            blocks = msgspec.convert(given, list[dict[str, Any]])
        except msgspec.ValidationError:
            expected = Both("kind_tables", name=name)
            raise self._wrong(self._places.key(name), name, given, expected) from None
        headers = self._places.headers(name) or [self._places.key(name)] * len(blocks)
        yield from zip(headers, blocks, strict=True)

    def _step(self, line: int, one: Mapping[str, Any], types: Mapping[str, Any]) -> Step:
        place = self._places.key("command", line)
        tag = self._value(one, "command", str, place, line)
        if tag not in types and tag not in OWN_STEPS:
            self._unknown(place, tag, (*types, *OWN_STEPS), code="script_command")
        fields = {key: value for key, value in one.items() if key not in _META}
        kinds: dict[str, Any] = dict(OWN_STEPS.get(tag, {}))
        needed: Sequence[str] = {"table.fork": ("name",), "table.adopt": ("branch",)}.get(tag, ())
        if tag in types:
            known = fields_of(types[tag])
            kinds = {name: field.type for name, field in known.items()}
            needed = [name for name, field in known.items() if field.required]
            if "dice" in kinds and isinstance(one.get("dice"), str):
                fields["dice"] = one["dice"]
        for key, value in fields.items():
            where = self._places.key(key, line)
            if key not in kinds:
                self._unknown(where, key, tuple(kinds), of=tag)
            self._check(where, key, value, kinds[key])
        missing = [name for name in needed if name not in fields]
        if missing:
            raise CliError("script_missing", file=self._path, line=line, what=tag, fields=", ".join(missing))
        return Step(
            line=line,
            tag=tag,
            fields=fields,
            actor=self._optional(one, "as", str, self._places.key("as", line)),
            dice=self._dice(one, line, is_field="dice" in fields),
            refused=self._optional(one, "refused", str, self._places.key("refused", line)),
        )

    def _dice(self, one: Mapping[str, Any], line: int, *, is_field: bool) -> tuple[int, ...] | None:
        given: Any = one.get("dice")
        if given is None or is_field:
            return None
        try:
            return msgspec.convert(given, _FACES)
        except msgspec.ValidationError:
            raise self._wrong(self._places.key("dice", line), "dice", given, Both("kind_dice")) from None

    def _value(
        self, table: Mapping[str, Any], key: str, kind: type, line: int, block: int | None = None
    ) -> Any:
        if key not in table:
            raise CliError(
                "script_missing",
                file=self._path,
                line=block or 1,
                what="[[do]]" if block else Both("script_top"),
                fields=key,
            )
        self._check(line, key, table[key], kind)
        return table[key]

    def _optional(self, table: Mapping[str, Any], key: str, kind: type, line: int) -> Any:
        if key not in table:
            return None
        self._check(line, key, table[key], kind)
        return table[key]

    def _check(self, line: int, key: str, value: Any, kind: Any) -> None:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            raise self._wrong(line, key, value, Kind(inspect.type_info(kind))) from None

    def _wrong(self, line: int, key: str, value: Any, expected: object) -> CliError:
        return CliError(
            "script_value", file=self._path, line=line, field=key, value=as_written(value), expected=expected
        )

    def _told(self, line: int, error: UsageError) -> CliError:
        return told(self._path, line, error)

    def _unknown(
        self, line: int, key: str, known: Sequence[str], *, of: str = "", code: str = "script_key"
    ) -> None:
        near = difflib.get_close_matches(key, known, n=3, cutoff=0.5)
        if not near and code == "script_command":
            system = self._data.get("system", "")
            raise CliError("script_command_all", file=self._path, line=line, key=key, system=system)
        near = near or sorted(known)
        details = {"key": key, "known": ", ".join(near), "what": of or Both("script_here")}
        raise CliError(code, file=self._path, line=line, **details)
