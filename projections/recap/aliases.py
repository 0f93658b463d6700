"""Tell a story under other names: every name given is replaced wherever it stands, also in what was said."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from tenmatsu.engine.drawings import escape

_StructT = TypeVar("_StructT", bound=msgspec.Struct)
_KEPT = frozenset({"kind", "tab", "lang", "role", "head", "session", "commit", "at", "began", "ended", "tag"})
"""Fields that hold no words."""
_MARKUP = frozenset({"svg"})
"""Fields in which names are escaped, and so are the others in their place."""


def with_aliases(part: _StructT, aliases: Mapping[str, str]) -> _StructT:
    """Return a part of a story in which no text holds one of the names any more."""
    if not aliases:
        return part
    ordered = dict(sorted(aliases.items(), key=lambda pair: -len(pair[0])))
    replaced: _StructT = _replaced(part, ordered)
    return replaced


def _replaced(value: Any, aliases: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for name, alias in aliases.items():
            value = value.replace(name, alias)
        return value
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        return tuple(_replaced(one, aliases) for one in parts)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__ if name not in _KEPT}
        return msgspec.structs.replace(
            value, **{name: _replaced(one, _fitting(name, aliases)) for name, one in fields.items()}
        )
    return value


def _fitting(field: str, aliases: Mapping[str, str]) -> Mapping[str, str]:
    if field not in _MARKUP:
        return aliases
    return {escape(name): escape(alias) for name, alias in aliases.items()}
