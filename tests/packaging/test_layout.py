"""The folders at the top, the mapping in setup.py and the links for type checkers name the same rooms."""

import ast
import importlib.metadata
import re
import tomllib
from pathlib import Path

LINKS = Path(".typing", "tenmatsu")
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-build.lock")


def _rooms(repository: Path) -> set[str]:
    """Every top folder that is a package; tests are none."""
    return {path.parent.name for path in repository.glob("*/__init__.py")}


def test_setup_maps_every_room(repository: Path) -> None:
    tree = ast.parse((repository / "setup.py").read_text(encoding="utf-8"))
    rooms = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ROOMS"
    )

    assert _rooms(repository) == set(rooms)


def test_links_lead_to_every_room(repository: Path) -> None:
    links = {path.name: path for path in (repository / LINKS).iterdir()}

    assert _rooms(repository) == set(links)
    assert all(path.readlink() == Path("..", "..", name) for name, path in links.items())
    assert not (repository / LINKS / "__init__.py").exists(), "tenmatsu is a namespace and has no __init__.py"


def test_every_room_is_typed(repository: Path) -> None:
    assert all((repository / room / "py.typed").is_file() for room in _rooms(repository))


def test_every_folder_with_modules_is_a_package(repository: Path) -> None:
    """A folder without `__init__.py` would be left out of the wheel in silence."""
    folders = {path.parent for room in _rooms(repository) for path in (repository / room).rglob("*.py")}

    assert sorted(str(folder) for folder in folders if not (folder / "__init__.py").is_file()) == []


def test_import_linter_knows_every_room(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))

    assert {f"tenmatsu.{room}" for room in _rooms(repository)} == set(
        project["tool"]["importlinter"]["root_packages"]
    )
    assert project["tool"]["pyright"]["include"] == [".typing/tenmatsu", "tests"]


def test_bare_names_of_rooms_are_banned(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))

    assert _rooms(repository) == set(project["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"])


def test_version_has_one_place(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))

    assert project["project"]["version"] == importlib.metadata.version("tenmatsu")


def test_locks_pin_hashes_and_name_no_host(repository: Path) -> None:
    for name in LOCKS:
        text = (repository / name).read_text(encoding="utf-8")
        pinned = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]

        assert all("==" in entry and "--hash=sha256:" in entry for entry in pinned), name
        assert "://" not in text, name
