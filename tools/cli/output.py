"""Write text and JSON: lines, tables and boxes that stay in line with full-width letters."""

import errno
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from tenmatsu.engine.cells import pad, width_of
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.words import CliError

GAP = "  "
_NO_OUTPUT = frozenset({errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT})
"""How a full or closed output fails, beside a reader that went away."""


class Ticks(Protocol):
    """What long work calls after each step, with the steps done and all steps where it knows them."""

    def __call__(self, done: int, total: int | None = None) -> None:
        """Show how far it is."""
        ...


_CONTROLS = {
    **{code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)},
    0x7F: 0x2421,
    **dict.fromkeys([*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]),
}
"""What could steer a terminal or turn a line round, as the sign for it or as nothing."""

_ESCAPED = {code: f"\\u{code:04x}" for code in _CONTROLS if code >= 0x7F}
"""The same letters as JSON writes them where it must."""


def visible(text: str) -> str:
    """Return a text that people typed with nothing left in it that a terminal would obey."""
    return text.translate(_CONTROLS)


def one_line(text: str) -> str:
    """Return a text for a cell of a table or box: its line feeds are shown as signs."""
    return visible(text).replace("\n", "⏎").replace("\t", " ")


def write(text: str = "") -> None:
    """Write a line for a person."""
    with _to_output():
        print(visible(text))


def flush() -> None:
    """Let out all that was written; `CliError` where the output takes no more."""
    with _to_output():
        sys.stdout.flush()


@contextmanager
def _to_output() -> Generator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno not in _NO_OUTPUT:
            raise
        give_up_output()
        raise CliError("output_failed", reason=error.strerror or error) from error


def give_up_output() -> None:
    """Point the output elsewhere, so that the interpreter does not complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        return


def open_closed() -> None:
    """Stand in for what was closed before the program began, so that no other file takes its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - open to the end
            setattr(sys, name, nowhere)


def write_json(value: Any, *, pretty: bool = False) -> None:
    """Write a value for a machine, on one line unless `pretty`."""
    with _to_output():
        print(encode_json(value, pretty=pretty))


def encode_json(value: Any, *, pretty: bool = False) -> str:
    """Return a value as JSON; Structs and tuples are welcome."""
    import json

    import msgspec

    encoding = (sys.stdout.encoding or "utf-8").lower().replace("-", "")
    plain = msgspec.to_builtins(value, str_keys=True)
    # JSON escapes the first 32 letters itself; the others that steer a terminal stand in strings alone
    return json.dumps(plain, ensure_ascii=encoding != "utf8", indent=2 if pretty else None).translate(
        _ESCAPED
    )


def write_error(lang: Lang, code: str, sentence: str, *, as_json: bool) -> None:
    """Write an error to stderr: one sentence, or one JSON object."""
    if as_json:
        sentence = encode_json({"error": code, "message": sentence})
    try:
        print(visible(sentence), file=sys.stderr)
    except OSError:
        return


def fault_shown(error: Exception, *, guarded: bool) -> str:
    """Return what to say of a fault; its own words may name what not everybody is to know."""
    name = type(error).__name__
    return name if guarded else f"{name}: {error}"


def warn(sentence: str) -> None:
    """Write a remark that is no error to stderr."""
    print(visible(sentence), file=sys.stderr)


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with their columns under each other."""
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths: list[int] = []
    for row in rows:
        for place, cell in enumerate(row):
            if place == len(widths):
                widths.append(0)
            widths[place] = max(widths[place], width_of(cell))
    return [GAP.join(pad(cell, widths[place]) for place, cell in enumerate(row)).rstrip() for row in rows]


def box(title: str, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> list[str]:
    """Return a framed box: a title, and groups of (label, value) with a heading each."""
    title = one_line(title)
    groups = [(head, [(label, one_line(value)) for label, value in rows]) for head, rows in groups]
    labels = max((width_of(label) for _, rows in groups for label, _ in rows), default=0)
    parts = [(head, [f"{pad(label, labels)}{GAP}{value}" for label, value in rows]) for head, rows in groups]
    inner = max(
        [width_of(title) + 2, *(width_of(head) + 2 for head, _ in parts)]
        + [width_of(line) for _, lines in parts for line in lines]
    )
    framed: list[str] = [_edge("┌", title, "┐", inner)]
    for place, (head, lines) in enumerate(parts):
        if head or place:
            framed.append(_edge("├", head, "┤", inner))
        framed += [f"│ {pad(line, inner)} │" for line in lines]
    framed.append(_edge("└", "", "┘", inner))
    return framed


def _edge(left: str, title: str, right: str, inner: int) -> str:
    named = f"─ {title} " if title else ""
    return f"{left}{named}{'─' * (inner + 2 - width_of(named))}{right}"


@contextmanager
def progress(label: str) -> Generator[Ticks]:
    """Show a progress bar on a terminal, and nothing in a pipe."""
    if not sys.stderr.isatty():
        yield _no_ticks
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)

        def ticks(done: int, total: int | None = None) -> None:
            bar.update(task, completed=done, total=total)

        yield ticks


def _no_ticks(done: int, total: int | None = None) -> None:
    """Show nothing."""
