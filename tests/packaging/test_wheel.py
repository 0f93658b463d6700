"""The wheel holds every package and data file, and works where nothing else is installed."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tenmatsu.tools.demo import DICE_SECRET

ROOMS = ("events", "engine", "projections", "systems", "migrations", "tools")
BUILD_FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
DEMO_SCRIPT = Path("tools", "demo", "evening.toml")
IMPORT_ALL = """
import importlib, pathlib, sys, tenmatsu
root = pathlib.Path(tenmatsu.__path__[0])
for path in sorted(root.rglob("*.py")):
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(("tenmatsu", *parts)).removesuffix(".__init__")
    if parts[-1] in {"env", "__main__"} or parts[:2] == ("migrations", "versions"):
        continue  # run by Alembic, or a program
    importlib.import_module(name)
    print(name)
"""

pytestmark = pytest.mark.timeout(300)


def _run(*command: str | Path, cwd: Path) -> str:
    """Run a program as on a fresh machine: no path to the checkout, no standard input."""
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**environment, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """A wheel built from a copy, so that no earlier build can leak into it."""
    source = tmp_path_factory.mktemp("source")
    for room in ROOMS:
        shutil.copytree(repository / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BUILD_FILES:
        shutil.copy(repository / name, source / name)
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", cwd=source)
    (path,) = (source / "dist").glob("*.whl")
    return path


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory, repository: Path, wheel: Path) -> Path:
    """The scripts folder of an environment with the wheel, what it needs to run, and no more."""
    folder = tmp_path_factory.mktemp("clean")
    _run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=folder)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        scripts / "python",
        "--quiet",
        "--disable-pip-version-check",
        "install",
    )
    _run(*pip, "--require-hashes", "-r", repository / "requirements.lock", cwd=folder)
    _run(*pip, "--no-deps", wheel, cwd=folder)
    return scripts


def test_wheel_holds_every_file(repository: Path, wheel: Path) -> None:
    """Whatever lies in a room is shipped; `find_packages` and package data forget in silence."""
    on_disk = {
        f"tenmatsu/{path.relative_to(repository).as_posix()}"
        for room in ROOMS
        for path in (repository / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert on_disk == shipped


def test_every_module_imports_without_development_tools(clean: Path, tmp_path: Path) -> None:
    names = _run(clean / "python", "-c", IMPORT_ALL, cwd=tmp_path).split()

    assert set(names) >= {f"tenmatsu.{room}" for room in ROOMS}


def test_systems_are_found_by_their_entry_points(clean: Path, repository: Path, tmp_path: Path) -> None:
    """Each folder of a game has its entry point and loads; the registry is explicit."""
    games = {path.parent.name for path in (repository / "systems").glob("*/__init__.py")}
    if not games:
        pytest.skip("no system is there yet")
    code = (
        "from importlib.metadata import entry_points\n"
        "for point in entry_points(group='tenmatsu.systems'):\n"
        "    assert point.load().id == point.name\n"
        "    print(point.name)"
    )

    assert games == set(_run(clean / "python", "-c", code, cwd=tmp_path).split())


def test_command_line_runs(clean: Path, repository: Path, tmp_path: Path) -> None:
    if not (repository / "tools" / "cli" / "main.py").is_file():
        pytest.skip("no command line is there yet")

    assert "tenmatsu" in _run(clean / "tenmatsu", "--help", cwd=tmp_path)


def test_a_session_runs_from_the_wheel(clean: Path, repository: Path, tmp_path: Path) -> None:
    """A whole session: opened, played, told, audited, with nothing but the wheel."""
    if not (repository / DEMO_SCRIPT).exists():
        pytest.skip("no demo script is there yet")
    packages = Path(
        _run(clean / "python", "-c", "import tenmatsu; print(tenmatsu.__path__[0])", cwd=tmp_path).strip()
    )

    played = ("run", packages / DEMO_SCRIPT, "--dice-secret", DICE_SECRET, "--db", tmp_path / "evening.db")

    assert _run(clean / "tenmatsu", *played, cwd=tmp_path)
