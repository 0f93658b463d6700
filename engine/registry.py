"""The systems that are installed, found through the entry-point group `tenmatsu.systems`; what reads them."""

from functools import cache, lru_cache
from importlib.metadata import entry_points
from typing import cast

from tenmatsu.engine.contract import AnySystem, System
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.errors import Fault, UsageError
from tenmatsu.engine.folding import Folder

GROUP = "tenmatsu.systems"
_registered: dict[str, AnySystem] = {}


def register_system(system: AnySystem) -> None:
    """Make a system known to this process without installing it (tests, experiments)."""
    _registered[system.id] = system


def system_ids() -> list[str]:
    """Return the ids of all known systems, sorted."""
    return sorted({point.name for point in entry_points(group=GROUP)} | set(_registered))


@cache
def _installed(system_id: str) -> AnySystem | None:
    for point in entry_points(group=GROUP, name=system_id):
        system: AnySystem = point.load()
        if not isinstance(cast("object", system), System):
            raise Fault(f"the entry point {system_id!r} is no System")
        return system
    return None


def is_installed(system: AnySystem) -> bool:
    """Return whether another process would find this very system under its id."""
    return _installed(system.id) is system


def find_system(system_id: str) -> AnySystem:
    """Return the system with this id; `UsageError` listing the known ones."""
    system = _registered.get(system_id) or _installed(system_id)
    if system is None:
        raise UsageError("system_unknown", system=system_id, known=", ".join(system_ids()))
    return system


@lru_cache(maxsize=8)
def folder_of(system: AnySystem) -> Folder:
    """Return the folder of a system, made once."""
    return Folder(system)


@lru_cache(maxsize=8)
def commands_of(system: AnySystem) -> Commands:
    """Return what reads a system's commands, made once."""
    return Commands(system)
