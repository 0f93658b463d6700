"""Read a TOML text that anybody may have written: what would only cost memory or time is refused first."""

import re
import tomllib
from typing import Any, Final

MOST_TEXT: Final = 2 << 20
"""Letters of a text of figures or a script."""
DEEPEST: Final = 32
"""Lists and tables within each other."""
MOST_PARTS: Final = 8
"""Parts of a dotted key."""
MOST_DIGITS: Final = 400
"""Letters of a number or of a key without quotes."""

_TOKEN = re.compile(
    r"(?P<text>\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'?)"
    r"|(?P<remark>#[^\n]*)|(?P<word>[\w+-]+)|(?P<sign>[\[\]{}.,=\n])",
    re.DOTALL,
)
"""What a TOML text is made of; each letter is looked at once, also where something is never closed."""


def read_toml(text: str) -> dict[str, Any]:
    """
    Return what a TOML text holds.

    Raises `tomllib.TOMLDecodeError` where it is none, is longer than any evening, or holds a number, a
    dotted key or lists within lists beyond what anybody writes: those cost their reader far more than
    their writer.
    """
    _check(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise tomllib.TOMLDecodeError("Invalid value") from error


def _check(text: str) -> None:
    """Raise `TOMLDecodeError` for what would cost `tomllib` memory, or its own error."""
    if len(text) > MOST_TEXT:
        raise tomllib.TOMLDecodeError("the text is too long")
    depth = parts = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "word":
                if len(token[0]) > MOST_DIGITS:
                    raise _wrong("the number is too large", text, token.start())
            case "sign":
                sign = token[0]
                parts = parts + 1 if sign == "." else 0
                depth = max(0, depth + (sign in "[{") - (sign in "]}"))
                if depth > DEEPEST or parts >= MOST_PARTS:
                    raise _wrong("it is nested too deep", text, token.start())
            case _:
                pass


def _wrong(what: str, text: str, at: int) -> tomllib.TOMLDecodeError:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return tomllib.TOMLDecodeError(f"{what} (at line {line}, column {column})")
