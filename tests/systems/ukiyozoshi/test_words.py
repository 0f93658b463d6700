"""Every event, refusal, roll, choice, command and option has its words in both languages."""

import re
from pathlib import Path

import msgspec
import pytest

from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.wording import load_words

SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[3] / "systems" / "ukiyozoshi").rglob("*.py"))
)
WORDS = load_words()
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def find(pattern: str) -> list[str]:
    found = sorted(set(re.findall(pattern, SOURCE)))
    assert found
    return found


@pytest.mark.parametrize("kind", SYSTEM.events, ids=lambda kind: kind.__name__)
def test_every_event_has_a_line(kind: type[msgspec.Struct]) -> None:
    tag = str(kind.__struct_config__.tag)
    assert tag.startswith("table.") or WORDS.knows_event(tag)


@pytest.mark.parametrize("reason", find(r'refuse\(\s*work,\s*"([a-z_]+)"'))
def test_every_refusal_has_a_sentence(reason: str) -> None:
    for lang in LANGUAGES:
        assert WORDS.refusal(f"ukiyozoshi.{reason}", {}, lang, {}) != f"ukiyozoshi.{reason}"


@pytest.mark.parametrize("key", find(r'(?:roll|for_)="([a-z_]+)"'))
def test_every_roll_has_a_name(key: str) -> None:
    assert JAPANESE.search(WORDS.roll(key, "ja"))


@pytest.mark.parametrize("key", find(r'Circumstance\("([a-z_]+)"'))
def test_every_circumstance_has_a_label(key: str) -> None:
    assert JAPANESE.search(WORDS.label(key, "ja"))


@pytest.mark.parametrize(
    "key",
    [
        "awake", "short_sleep", "hungry", "fatigued", "style", "foe_style", "parry_penalty", "first_blow",
        "drawn_blow", "after_parry", "kick", "grapple", "mounted_target", "prone", "crouching",
        "moving_target", "moving_shooter", "aimed", "situation", "stand", "reroll", "success", "roll", "buy",
        "allow", "deny", "pay", "decline", "counter", "buy_counter", "parry", "buy_parry", "sidestep",
        "buy_sidestep", "jujutsu", "succeeds", "fails", "win", "lose", "tie", "players_win", "foes_win",
        "nobody_wins",
    ],
)  # fmt: skip
def test_every_choice_and_outcome_has_a_label(key: str) -> None:
    assert JAPANESE.search(WORDS.label(key, "ja"))


@pytest.mark.parametrize("kind", SYSTEM.commands, ids=lambda kind: kind.__name__)
def test_every_command_has_a_sentence_of_help(kind: type[msgspec.Struct]) -> None:
    for lang in LANGUAGES:
        assert WORDS.command(str(kind.__struct_config__.tag), lang)


@pytest.mark.parametrize("name", [field.name for field in msgspec.structs.fields(SYSTEM.options)])
def test_every_option_has_a_sentence_and_its_first_value_is_the_default(name: str) -> None:
    for lang in LANGUAGES:
        assert WORDS.option(name, lang)
    field = next(field for field in msgspec.structs.fields(SYSTEM.options) if field.name == name)
    assert field.type.__args__[0] == field.default


def test_the_japanese_words_are_japanese() -> None:
    for kind in SYSTEM.commands:
        assert JAPANESE.search(WORDS.command(str(kind.__struct_config__.tag), "ja"))
