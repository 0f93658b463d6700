"""Read text files that people name."""

import errno
import os
from pathlib import Path

from tenmatsu.tools.cli.words import CliError

MOST_BYTES = 8 << 20
"""Bytes of a text that is read."""


def why_no_file(path: Path) -> str:
    """Return why a path names no file that can be read, in the words of the operating system."""
    if path.is_dir():
        return os.strerror(errno.EISDIR)
    return os.strerror(errno.EINVAL if path.exists() else errno.ENOENT)


def read_text(path: Path) -> str:
    """Return a text file's content; `CliError` where it cannot be read or has no end in sight."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise CliError("file_too_large", path=path, most=MOST_BYTES >> 20)
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise CliError("file_not_text", path=path) from error
    except OSError as error:
        raise CliError("file_unreadable", path=path, reason=error.strerror or error) from error
    except ValueError as error:  # a name with a NUL in it
        raise CliError("file_unreadable", path=path, reason=os.strerror(errno.EINVAL)) from error
