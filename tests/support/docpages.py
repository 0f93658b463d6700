"""The pages of documentation: their fenced blocks, run from top to bottom as a reader would."""

import contextlib
import doctest
import importlib
import io
import itertools
import json
import re
import runpy
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tenmatsu.tools.cli.main import main

REPOSITORY = Path(__file__).parents[2]
PAGES = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")])
LOCALES = {True: "ja_JP.UTF-8", False: "en_GB.UTF-8"}
DOTS = "…"
"""In shown output: anything within a line; alone on a line: any number of lines."""

_FENCE = re.compile(r"```(\S*)[ ]*(.*)")
_VARYING = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{8,}\b"
    r"|\d{4}-\d\d-\d\d( \d\d:\d\d[–-]\d\d:\d\d \(UTC[^)]*\))?|\d\d:\d\d:\d\d"
)
"""What another run gives otherwise: ids, hashes, dates and times."""
_MAKE = re.compile(r"^([a-z]+):", re.MULTILINE)
_SHELL = ("make", "python", "python3", "pip", ".venv/bin/pip", ".venv/bin/tenmatsu", ".ci/run")


class Block(NamedTuple):
    """A fenced block: where it stands, its language, the words behind that, its text."""

    page: Path
    line: int
    kind: str
    flags: tuple[str, ...]
    text: str

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"{self.page.name}:{self.line}"

    @property
    def file(self) -> str | None:
        """The name under which the reader is asked to save it."""
        return next((flag.removeprefix("file=") for flag in self.flags if flag.startswith("file=")), None)

    @property
    def exit(self) -> int:
        """The exit code of the last command shown."""
        return next((int(flag.removeprefix("exit=")) for flag in self.flags if flag.startswith("exit=")), 0)


class Shown(NamedTuple):
    """A command as a console block shows it, and the lines under it."""

    command: str
    output: list[str]


class WrongBlock(AssertionError):
    """A block that does not do what its page says."""


def read_blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page from top to bottom."""
    opened: tuple[int, str, tuple[str, ...]] | None = None
    inside: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        match = _FENCE.fullmatch(line)
        if match is None:
            inside.append(line)
        elif opened is None:
            opened, inside = (number, match[1], tuple(match[2].split())), []
        else:
            yield Block(page, *opened, "\n".join(inside) + "\n")
            opened = None
    if opened is not None:
        raise WrongBlock(f"{page.name}:{opened[0]}: the block has no end")


def read_console(text: str) -> list[Shown]:
    """Return the commands of a console block with the output shown under each."""
    shown: list[Shown] = []
    goes_on = False
    for line in text.splitlines():
        if goes_on:
            last = shown.pop()
            shown.append(Shown(f"{last.command[:-1]}{line.strip()}", []))
            goes_on = line.endswith("\\")
        elif line.startswith("$ "):
            shown.append(Shown(line[2:], []))
            goes_on = line.endswith("\\")
        elif shown:
            shown[-1].output.append(line)
        else:
            raise WrongBlock(f"output before the first command: {line!r}")
    return shown


def fits(shown: list[str], given: list[str]) -> bool:
    """Return whether output is what a page shows of it."""
    parts = [
        r"(?:.*\n)*?" if line == DOTS else re.escape(line).replace(re.escape(DOTS), r".*?") + r"\n"
        for line in shown
    ]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in given)) is not None


def blot(line: str) -> str:
    """Return a line of output with dots in place of what another run gives otherwise."""
    return _VARYING.sub(DOTS, line)


def save(block: Block, name: str) -> None:
    """Write a block under the name that the reader is asked to save it by, in the working directory."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    importlib.invalidate_caches()


class Reader:
    """Does what a page says, in the working directory; modules that it saves are imported from there."""

    def __init__(self, page: Path) -> None:
        self._module = ModuleType(f"page_{page.stem.replace('-', '_').replace('.', '_')}")
        sys.modules[self._module.__name__] = self._module
        self._folder = str(Path.cwd())
        sys.path.insert(0, self._folder)

    def close(self) -> None:
        """Forget the page's names and modules."""
        sys.path.remove(self._folder)
        for name, module in list(sys.modules.items()):
            if module is self._module or (getattr(module, "__file__", None) or "").startswith(self._folder):
                del sys.modules[name]

    def run(self, block: Block) -> None:
        """Run a block; `WrongBlock` where it does not do what the page says."""
        runners = {
            "python": self._python,
            "pycon": self._pycon,
            "console": self._console,
            "toml": self._toml,
            "json": self._json,
            "text": self._text,
            "sh": self._shell,
            "sql": self._sql,
        }
        runner = runners.get(block.kind)
        if runner is None:
            raise WrongBlock(f"{block.place}: blocks of {block.kind or 'no language'!r} are not known")
        if block.file is not None:
            save(block, block.file)
        runner(block)

    def _python(self, block: Block) -> None:
        """Run code; a module of a package runs once a later block imports it, and tests at once."""
        path = Path(block.file or "")
        code = compile("\n" * block.line + block.text, str(block.page), "exec")
        if path.stem.startswith("test_"):
            for name, test in runpy.run_path(str(path)).items():
                if name.startswith("test_"):
                    test()
        elif path.parent == Path():
            exec(code, self._module.__dict__)

    def _pycon(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(
            block.text, self._module.__dict__, block.place, str(block.page), block.line
        )
        told = io.StringIO()
        doctest.DocTestRunner(verbose=False).run(test, out=told.write, clear_globs=False)
        if told.getvalue():
            raise WrongBlock(told.getvalue())

    def _console(self, block: Block) -> None:
        commands = read_console(block.text)
        for place, one in enumerate(commands, 1):
            code, given = self.run_command(block, one.command)
            expected = block.exit if place == len(commands) else 0
            if code != expected or not fits(one.output, given):
                told = "\n".join([f"$ {one.command}", *map(blot, given)])
                raise WrongBlock(
                    f"{block.place}: exit {code}, not {expected}, or other output than shown:\n{told}"
                )

    def run_command(self, block: Block, command: str) -> tuple[int, list[str]]:
        """Run a line of the command line; return its exit code and what a terminal shows."""
        program, *words = shlex.split(command)
        if program != "tenmatsu":
            raise WrongBlock(f"{block.place}: a console block runs tenmatsu, not {program}")
        told = io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            code = main(words)
        return code, [line.rstrip() for line in told.getvalue().splitlines()]

    def _toml(self, block: Block) -> None:
        tomllib.loads(block.text)
        if block.file is not None or "format" in block.flags:
            return
        Path("script.toml").write_text(block.text, encoding="utf-8")
        code, given = self.run_command(block, "tenmatsu run script.toml")
        if code != block.exit:
            told = "\n".join(given)
            raise WrongBlock(f"{block.place}: exit {code}, not {block.exit}:\n{told}")

    def _json(self, block: Block) -> None:
        self._text(block)
        try:
            json.loads(block.text)
        except json.JSONDecodeError:
            for line in block.text.splitlines():
                json.loads(line)

    def _sql(self, block: Block) -> None:
        """Leave it to the test that has a server (`tests/engine/store/test_server_page.py`)."""
        if not any(flag.startswith("as=") for flag in block.flags):
            raise WrongBlock(f"{block.place}: SQL says as whom it is run")

    def _text(self, block: Block) -> None:
        if not {"format", "diagram"} & set(block.flags):
            raise WrongBlock(f"{block.place}: what is not run says that it is a format or a diagram")

    def _shell(self, block: Block) -> None:
        targets = set(_MAKE.findall((REPOSITORY / "Makefile").read_text(encoding="utf-8")))
        for line in block.text.splitlines():
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if words[0] not in _SHELL:
                raise WrongBlock(f"{block.place}: {words[0]} is not known")
            asked = [word for word in words[1:] if "=" not in word] if words[0] == "make" else []
            if missing := set(asked) - targets:
                raise WrongBlock(f"{block.place}: make has no {missing}")
            for flag, value in itertools.pairwise(words):
                if flag == "-r" and not (REPOSITORY / value).exists():
                    raise WrongBlock(f"{block.place}: there is no {value}")
