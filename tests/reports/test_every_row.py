"""Every row that people reported is a test or a line that says why not."""

import re
from pathlib import Path


def test_every_row_has_a_test_or_a_reason(rows: list[str], repository: Path) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (repository / "tests").rglob("test_*.py"))
    tested = {name.upper() for name in re.findall(r"def test_([a-e]\d+)_", text)}
    decisions = (repository / "docs" / "decisions.md").read_text(encoding="utf-8")
    excused = set(re.findall(r"^\| ([A-E]\d+) \|", decisions, re.MULTILINE))

    assert len(rows) > 80
    assert [row for row in rows if row not in tested | excused] == []
    assert sorted(excused - set(rows)) == []
    assert sorted(excused & tested) == []
