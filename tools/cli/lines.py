"""Find the lines of a TOML text: headers and keys, for errors that name their place."""

import re

_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[\w-]+))\s*[.=]")
_FENCES = ('"""', "'''")


class Places:
    """The numbers of the lines on which headers and keys stand, counted from 1."""

    def __init__(self, text: str) -> None:
        self._headers: list[tuple[int, str]] = []
        self._keys: dict[tuple[int, str], int] = {}
        """Its first line by the line of the header above it and the key."""
        above, fence, depth = 0, "", 0
        for number, line in enumerate(text.split("\n"), 1):
            if fence:
                fence = "" if fence in line else fence
                continue
            if not depth and (header := _HEADER.match(line)):
                above = number
                self._headers.append((number, header[1]))
                continue
            if not depth and (key := _KEY.match(line)):
                name = key["double"] or key["single"] or key["bare"] or ""
                self._keys.setdefault((above, name), number)
            bare = _without_strings(line)
            depth = max(0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}"))
            fence = next((one for one in _FENCES if line.count(one) % 2), "")

    def header(self, name: str) -> int:
        """Return the line of the first header with this name, 0 where there is none."""
        return next((number for number, known in self._headers if known == name), 0)

    def headers(self, name: str) -> list[int]:
        """Return the lines of all headers with this name."""
        return [number for number, known in self._headers if known == name]

    def key(self, name: str, under: int = 0) -> int:
        """Return the line of a key under the header on line `under` (0: above all), else the header's own."""
        found = self._keys.get((under, name))
        return found or under or self.header(name) or 1


def _without_strings(line: str) -> str:
    """Return a line without its strings and comment, in which brackets mean nothing."""
    return re.sub(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*", "", line)
