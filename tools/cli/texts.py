"""Read text files that people name."""

import errno
import os
from pathlib import Path

from tenmatsu.tools.cli.words import CliError


def why_no_file(path: Path) -> str:
    """Return why a path names no file that can be read, in the words of the operating system."""
    if path.is_dir():
        return os.strerror(errno.EISDIR)
    return os.strerror(errno.EINVAL if path.exists() else errno.ENOENT)


def read_text(path: Path) -> str:
    """Return a text file's content; `CliError` where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CliError("file_not_text", path=path) from error
    except OSError as error:
        raise CliError("file_unreadable", path=path, reason=error.strerror or error) from error
