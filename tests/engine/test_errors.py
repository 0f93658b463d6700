"""Every error that a person can cause has a code and a sentence in both languages."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from tenmatsu.engine.errors import (
    AuditFailed,
    ConcurrencyConflict,
    RuleViolation,
    StoreError,
    TenmatsuError,
    UsageError,
)

ERRORS = {"UsageError", "StoreError", "RuleViolation", "ConcurrencyConflict", "AuditFailed", "TenmatsuError"}
MESSAGES = tomllib.loads(files("tenmatsu.engine").joinpath("messages.toml").read_text(encoding="utf-8"))


def _raised(repository: Path) -> Iterator[tuple[str, str, set[str] | None]]:
    """Yield (place, code, names of details) of every error made in the engine; None if passed on."""
    for path in sorted((repository / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ERRORS or not node.args:
                continue
            code = node.args[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                names = [keyword.arg for keyword in node.keywords]
                known = None if None in names else {name for name in names if name is not None}
                yield f"{path.relative_to(repository)}:{node.lineno}", code.value, known


def _fields(template: str) -> set[str]:
    return set(re.findall(r"{(\w+)(?:![rsa])?(?::[^}]*)?}", template))


def test_every_code_that_is_raised_has_a_sentence_and_the_details_that_it_names(repository: Path) -> None:
    found = list(_raised(repository))
    assert len(found) > 50

    for place, code, names in found:
        assert code in MESSAGES, f"{place}: no sentence for {code!r}"
        for lang in ("ja", "en"):
            if names is not None:
                assert _fields(MESSAGES[code][lang]) <= names, f"{place}: {code} names more than it is given"


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_sentence_stands_in_both_languages_and_names_the_same_details(code: str) -> None:
    message = MESSAGES[code]

    assert set(message) == {"ja", "en"}
    assert _fields(message["ja"]) <= _fields(message["en"]) | _fields(message["ja"])
    assert message["en"].rstrip()[-1] in ".!?:})"
    assert re.search(r"[ぁ-んァ-ヶ一-龠]", message["ja"])


def test_exit_codes_are_those_of_the_kinds() -> None:
    kinds = (UsageError, StoreError, RuleViolation, ConcurrencyConflict, AuditFailed)

    assert [kind.exit_code for kind in kinds] == [2, 2, 3, 4, 5]
    assert all(issubclass(kind, TenmatsuError) for kind in kinds)


def test_details_appear_by_name_where_a_name_is_known() -> None:
    error = UsageError("actor_unknown", actor="p9", known="gm, p1")

    assert error.say("en", {"p9": "Kiku"}).startswith("'Kiku' is not at this table")
    assert "p9" in error.say("ja")
    assert str(error) == error.say("en")


def test_error_without_a_sentence_still_says_its_code() -> None:
    assert UsageError("brand_new", thing=5).say() == "brand_new: {'thing': '5'}"


def test_words_of_a_person_are_never_taken_for_a_template() -> None:
    error = UsageError("session_unknown", session="{0} {session} {} %s")

    assert "{0} {session} {} %s" in error.say("en")


def test_a_list_among_the_details_is_told_without_brackets() -> None:
    told = UsageError("rules_version_unknown", version=9, known=[1, 2]).say("en")

    assert "1, 2." in told
    assert "[" not in told
