"""
The documentation is true: every block of it runs, and what the code has is told.

After a change of the code, `python tests/support/write_docs.py` writes output and tables anew.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import doctables
import msgspec
import pytest
from docpages import LOCALES, PAGES, REPOSITORY, Block, Reader, WrongBlock, fits, read_blocks, read_console

from tenmatsu.engine import registry
from tenmatsu.engine.api import LANGUAGES, find_system, table_words
from tenmatsu.engine.table.commands import ENGINE_COMMANDS, TABLE_COMMANDS, TableOptions
from tenmatsu.engine.words import Words
from tenmatsu.tools.cli.arguments import CATALOGUE

ENGLISH, JAPANESE = REPOSITORY / "README.md", REPOSITORY / "README.ja.md"
ROOMS = ("events", "engine", "projections", "systems", "migrations", "tools")
ERRORS = frozenset(
    {
        "AuditFailed",
        "CliError",
        "ConcurrencyConflict",
        "DiceProblem",
        "RuleViolation",
        "ScriptFailed",
        "StoreError",
        "UsageError",
    }
)
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
UKIYOZOSHI = find_system("ukiyozoshi")


def _name(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_block_of_a_page_does_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{tmp_path}/tenmatsu.db")
    monkeypatch.setenv("TENMATSU_NONCES", str(tmp_path / "nonces"))
    monkeypatch.setenv("LANG", LOCALES[page.name.endswith(".ja.md")])
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(registry, "_registered", dict[str, Any]())
    reader = Reader(page)
    try:
        for block in read_blocks(page):
            reader.run(block)
    finally:
        reader.close()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_tables_follow_from_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    assert doctables.fill_tables(text) == text, "python tests/support/write_docs.py"


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_local_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        other = page.parent / name if name else page

        assert "://" not in target
        assert other.exists(), target
        assert not anchor or anchor in _anchors(other), target


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_both_readmes_have_the_same_sections() -> None:
    heads = [
        re.findall(r"^(#+) ", page.read_text(encoding="utf-8"), re.MULTILINE) for page in (ENGLISH, JAPANESE)
    ]

    assert heads[0] == heads[1]


def test_both_readmes_have_the_same_blocks() -> None:
    assert _what_readers_do(ENGLISH) == _what_readers_do(JAPANESE)


def _what_readers_do(page: Path) -> list[tuple[str, tuple[str, ...], list[str]]]:
    """Return each block without what is said in the reader's language: output and remarks."""
    return [(block.kind, block.flags, _deeds(block)) for block in read_blocks(page)]


def _deeds(block: Block) -> list[str]:
    if block.kind == "console":
        return [one.command for one in read_console(block.text)]
    return [line.partition("  #")[0].rstrip() for line in block.text.splitlines()]


def test_both_readmes_lead_to_the_same_pages() -> None:
    targets = [
        re.findall(r"\]\((docs/[^)]+|C[A-Z]+\.md)\)", page.read_text(encoding="utf-8"))
        for page in (ENGLISH, JAPANESE)
    ]

    assert targets[0] == targets[1]
    assert {REPOSITORY / target for target in targets[0]} >= set((REPOSITORY / "docs").glob("*.md"))


@pytest.mark.parametrize("command", CATALOGUE)
def test_every_command_of_the_command_line_is_documented(command: str) -> None:
    assert re.search(rf"tenmatsu {command}\b", TEXT)


@pytest.mark.parametrize(
    "kind", [*TABLE_COMMANDS, *ENGINE_COMMANDS, *UKIYOZOSHI.commands], ids=lambda kind: kind.__name__
)
def test_every_command_is_documented(kind: type[msgspec.Struct]) -> None:
    tag = str(kind.__struct_config__.tag)

    assert f"`{tag}`" in TEXT


@pytest.mark.parametrize(
    "words, kind",
    [(table_words(), kind) for kind in TABLE_COMMANDS]
    + [(UKIYOZOSHI.words(), kind) for kind in UKIYOZOSHI.commands],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_every_command_has_a_sentence_of_help(words: Words, kind: type[msgspec.Struct]) -> None:
    tag = str(kind.__struct_config__.tag)

    assert all(words.command(tag, lang) for lang in LANGUAGES)


@pytest.mark.parametrize("kind", [TableOptions, UKIYOZOSHI.options], ids=lambda kind: kind.__module__)
def test_every_option_is_documented_with_its_default(kind: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(kind):
        assert re.search(rf"^\| `{field.name}` \| .*\*\*`{field.default}`\*\*", TEXT, re.MULTILINE)


def _codes(room: str) -> Iterator[tuple[str, str]]:
    """Yield (file, code) of every refusal and error that a room raises under a fixed code."""
    for path in sorted((REPOSITORY / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            place = 1 if name == "refuse" and isinstance(called, ast.Name) else 0
            told = node.args[place] if len(node.args) > place else None
            if not isinstance(told, ast.Constant) or not isinstance(told.value, str):
                continue
            if name in ERRORS or name == "refuse":
                code = told.value
                own = name == "refuse" and place == 1 and "." not in code
                yield (
                    str(path.relative_to(REPOSITORY)),
                    f"{path.relative_to(REPOSITORY).parts[1]}.{code}" if own else code,
                )


def _sentences() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    messages = tomllib.loads((REPOSITORY / "engine/messages.toml").read_text(encoding="utf-8"))
    found.update(messages)
    for path in (REPOSITORY / "tools").rglob("words.toml"):
        found.update(tomllib.loads(path.read_text(encoding="utf-8"))["sentences"])
    for path in (REPOSITORY / "systems").rglob("*.toml"):
        found.update(tomllib.loads(path.read_text(encoding="utf-8")).get("refusals", {}))
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_refusal_has_its_sentence_in_both_languages(room: str) -> None:
    sentences = _sentences()
    for file, code in _codes(room):
        assert code in sentences, f"{file}: {code}"
        assert all(sentences[code].get(lang) for lang in LANGUAGES), f"{file}: {code}"


def test_every_finding_of_an_audit_has_its_sentence_in_both_languages() -> None:
    sentences = _sentences()
    paths = [
        *(REPOSITORY / "engine/audit").glob("[a-z]*.py"),
        *(REPOSITORY / "engine/dice").glob("[a-z]*.py"),
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    codes = re.findall(r'"((?:audit|dice)_[a-z_]+)"', text)

    assert len(codes) > 20
    for code in codes:
        assert all(sentences[code].get(lang) for lang in LANGUAGES), code


def test_most_rooms_raise_something() -> None:
    assert {room for room in ROOMS if any(_codes(room))} >= {"engine", "systems", "tools"}


def test_dots_stand_for_anything_in_a_line_and_alone_for_any_lines() -> None:
    assert fits(["a … c"], ["a bb c"])
    assert fits(["a", "…", "d"], ["a", "b", "c", "d"])
    assert fits(["…"], [])
    assert not fits(["a … c"], ["a b"])
    assert not fits(["a"], ["a", "b"])


def test_a_block_that_says_something_else_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```console\n$ tenmatsu --version\ntenmatsu 0.0.0\n```\n", encoding="utf-8")
    (block,) = read_blocks(page)

    with pytest.raises(WrongBlock, match=r"page\.md:1"):
        Reader(page).run(block)


@pytest.mark.parametrize(
    "text", ["```json\n[\n```\n", "```text\nfree\n```\n", "```sh\nmake tea\n```\n", "```c\n```\n"]
)
def test_blocks_that_are_not_run_are_still_checked(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    (block,) = read_blocks(page)

    with pytest.raises((WrongBlock, ValueError)):
        Reader(page).run(block)
