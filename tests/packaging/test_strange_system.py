"""A stranger follows `docs/writing-a-system.md` step by step, outside the repository, and has a game."""

import dataclasses
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from docpages import LOCALES, REPOSITORY, Block, fits, read_blocks, read_console

from tenmatsu.engine.contract import Command, System

PAGE = REPOSITORY / "docs" / "writing-a-system.md"
BLOCKS = tuple(read_blocks(PAGE))
SUITE = "tests/systems/test_conformance.py"
WITHOUT_NETWORK = (
    "--no-deps",
    "--no-build-isolation",
    "--no-index",
    "--quiet",
    "--disable-pip-version-check",
)
COMMAND_LINE = "import sys; from tenmatsu.tools.cli.main import main; sys.exit(main())"

pytestmark = pytest.mark.timeout(300)


class Stranger:
    """Somebody with a folder and an environment of their own, in which Tenmatsu is installed."""

    def __init__(self, home: Path) -> None:
        self.home = home / "tenmatsu-kimodameshi"
        self.home.mkdir()
        self.python = home / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.code: list[str] = []
        """The blocks of Python so far that are no file."""
        self._variables = {
            "PYTHONUTF8": "1",
            "LANG": LOCALES[False],
            "TENMATSU_DB": f"sqlite:///{home}/tenmatsu.db",
            "TENMATSU_NONCES": str(home / "nonces"),
        }
        self.run(sys.executable, "-m", "venv", "--without-pip", str(home / "venv"), cwd=home)
        self._install_tenmatsu()

    def _install_tenmatsu(self) -> None:
        """Let the environment see Tenmatsu and what it needs as they are installed here."""
        found = self.run(
            self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=self.home
        )
        link = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (Path(found.strip()) / "tenmatsu-here.pth").write_text(link, encoding="utf-8")

    def run(self, *command: str | Path, cwd: Path | None = None) -> str:
        """Return what a program says that knows nothing of this test's own environment."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "VIRTUAL_ENV", "TENMATSU", "LC_", "COV", "PYTEST"))
        }
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd or self.home,
            env={**kept, **self._variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout}"
        return done.stdout

    def follow(self, block: Block) -> None:
        """Do what a block of the page says."""
        if block.file is not None:
            path = self.home / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.kind == "python":
            self.code.append(block.text)
            self.run(self.python, "-c", "\n".join(self.code))
        elif block.kind == "sh":
            for line in block.text.splitlines():
                self._type(shlex.split(line))
        elif block.kind == "console":
            for one in read_console(block.text):
                given = self.run(self.python, "-c", COMMAND_LINE, *shlex.split(one.command)[1:])
                shown = [line.rstrip() for line in given.splitlines()]
                assert fits(one.output, shown), f"{block.place}: $ {one.command}\n{given}"

    def _type(self, words: list[str]) -> None:
        """Run a line of the shell: without a network, and where the page says where."""
        match words:
            case ["pip", "install", *rest]:
                pip = (sys.executable, "-m", "pip", "--python", self.python, "install")
                self.run(*pip, *WITHOUT_NETWORK, *rest)
            case ["python", "-m", "pytest", *rest]:
                where = REPOSITORY if SUITE in rest else self.home
                self.run(self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *rest, cwd=where)
            case _:
                raise AssertionError(f"the page asks for {shlex.join(words)}")


@pytest.fixture(scope="module")
def stranger() -> Iterator[Stranger]:
    """A stranger who followed the page to its end, every block on the way as it says."""
    with tempfile.TemporaryDirectory() as folder:
        found = Stranger(Path(folder).resolve())
        for block in BLOCKS:
            found.follow(block)
        yield found


def test_every_block_of_the_page_does_what_it_says_in_a_package_of_its_own(stranger: Stranger) -> None:
    saved = {block.file for block in BLOCKS if block.file is not None}
    lies = {
        path.relative_to(stranger.home).as_posix()
        for path in stranger.home.rglob("*")
        if path.suffix in {".py", ".toml"}
    }

    assert lies == saved
    assert REPOSITORY not in stranger.home.parents


@pytest.mark.parametrize(
    "deed",
    [
        "pip install",
        "tenmatsu systems",
        "tenmatsu run",
        "tenmatsu audit",
        "tenmatsu rollout",
        "tenmatsu whatif",
        "python -m pytest tests",
        f"python -m pytest {SUITE} -k kimo",
    ],
)
def test_the_page_installs_plays_proves_rolls_out_wonders_and_tests(deed: str) -> None:
    deeds = [
        line.removeprefix("$ ")
        for block in BLOCKS
        if block.kind in {"sh", "console"}
        for line in block.text.splitlines()
    ]

    assert any(line.startswith(deed) for line in deeds)


def test_the_page_names_every_field_of_a_system_and_what_a_command_says_of_itself() -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    says = {name for name in Command.__annotations__ if name not in Command.__struct_fields__}

    assert "gm_only" in says
    assert {field.name for field in dataclasses.fields(System)} | says <= named
