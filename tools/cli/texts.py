"""Read text files that people name."""

from pathlib import Path

from tenmatsu.tools.cli.words import CliError


def read_text(path: Path) -> str:
    """Return a text file's content; `CliError` where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CliError("file_not_text", path=path) from error
    except OSError as error:
        raise CliError("file_unreadable", path=path, reason=error.strerror or error) from error
