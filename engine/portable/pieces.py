"""Read a file line by line, whatever it claims: never more than one line of it is held."""

import io
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

from tenmatsu.engine.errors import UsageError

MOST_BYTES: Final = 1 << 30
"""Bytes of a portable log."""
MOST_LINE: Final = 16 << 20
"""Bytes of one line of it; a commit is refused long before it would take so much."""
_BLOCK: Final = 1 << 16


class Pieces:
    """The lines of a portable log in a file; `UsageError` where the file is none or cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = self._open()

    def _open(self) -> BinaryIO:
        try:
            if not self._path.is_file() and self._path.exists() and not self._path.is_dir():
                raise UsageError("log_not_one", path=str(self._path))
            file = self._path.open("rb")
            try:
                if file.seek(0, io.SEEK_END) > MOST_BYTES:
                    raise UsageError("log_too_large", path=str(self._path))
                file.seek(0)
                if not file.read(_BLOCK).startswith(b'{"tenmatsu":'):
                    raise UsageError("log_not_one", path=str(self._path))
            except BaseException:
                file.close()
                raise
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError("file_unreadable", path=str(self._path), reason=reason) from error
        return file

    def close(self) -> None:
        """Give up the file."""
        self._file.close()

    def each(self) -> Iterator[tuple[bytes, bool]]:
        """Yield each line with its line feed, and whether it is the last."""
        try:
            self._file.seek(0)
            line = self._take()
            while line:
                after = self._take()
                yield line, not after
                line = after
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError("file_unreadable", path=str(self._path), reason=reason) from error

    def _take(self) -> bytes:
        line = self._file.readline(MOST_LINE + 1)
        if len(line) > MOST_LINE:
            raise UsageError("log_line_long", path=str(self._path), most=MOST_LINE >> 20)
        return line

    def last(self) -> bytes:
        """Return the last line, nothing where it is too long to be one."""
        end = self._file.seek(0, io.SEEK_END)
        found = b""
        while end and len(found) <= MOST_LINE and b"\n" not in found[:-1]:
            start = max(0, end - _BLOCK)
            self._file.seek(start)
            found = self._file.read(end - start) + found
            end = start
        line = found[found.rfind(b"\n", 0, -1) + 1 :]
        return line if len(line) <= MOST_LINE else b""


class Sums:
    """The digests of a file's lines as they go by: of all but the last, and of those without a commit."""

    def __init__(self) -> None:
        self._whole = sha256()
        self.others: dict[int, str] = {}
        self.lines = 0

    def add(self, line: bytes) -> None:
        """Take in a line that is not the last."""
        self._whole.update(line)
        self.lines += 1

    @property
    def sha256(self) -> str:
        """The digest of all lines so far."""
        return self._whole.hexdigest()
