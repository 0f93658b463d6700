"""The command line stands on the engine's public API and on read models alone."""

import ast
from pathlib import Path

LIGHT = {
    "tenmatsu.engine.cells",
    "tenmatsu.engine.errors",
    "tenmatsu.engine.language",
    "tenmatsu.engine.reasons",
    "tenmatsu.engine.tracing",
}
"""What may be imported beside the API: it costs nothing at the start."""


def test_the_command_line_uses_only_the_public_api(repository: Path) -> None:
    found: set[str] = set()
    for path in (repository / "tools" / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    inside = {name for name in found if name.startswith(("tenmatsu.engine", "tenmatsu.events"))}

    assert inside - LIGHT == {"tenmatsu.engine.api"}
    assert not {name for name in found if name.startswith("tenmatsu.systems")}
