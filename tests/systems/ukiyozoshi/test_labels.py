"""Every value that a GM may set has a name in both languages, and shows as what it is."""

import re
from typing import Any

import pytest
from edo import begin, make_figure

from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.adjust import ALLOWED, FIGURE_NAMES, HEALTH_NAMES, TABLE_NAMES
from tenmatsu.systems.ukiyozoshi.state import Clock, Health
from tenmatsu.systems.ukiyozoshi.tables import load
from tenmatsu.systems.ukiyozoshi.wording import load_words

WORDS = load_words()
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def shown(sheet: Any) -> dict[str, Any]:
    return {entry.key: entry.value for entry in sheet.entries}


@pytest.mark.parametrize("key", [*FIGURE_NAMES, *HEALTH_NAMES, *TABLE_NAMES])
def test_every_adjustable_value_has_a_label(key: str) -> None:
    assert JAPANESE.search(WORDS.value_name(key, "ja"))
    assert "_" not in WORDS.value_name(key, "en")
    assert not JAPANESE.search(WORDS.value_name(key, "en"))


@pytest.mark.parametrize("key, word", [(key, word) for key, words in ALLOWED.items() for word in words])
def test_every_word_that_a_value_may_be_has_a_label_of_its_own(key: str, word: str) -> None:
    assert JAPANESE.search(WORDS.value(key, word, "ja", {}))
    assert WORDS.value("posture", "standing", "ja", {}) != WORDS.label("standing", "ja")


def test_minutes_are_shown_as_minutes() -> None:
    assert WORDS.value("faint_minutes", 12, "ja", {}) == "12分"
    assert WORDS.value("awake", 90, "en", {}) == "90 minutes"


def test_the_kind_of_an_art_stands_behind_the_art() -> None:
    assert WORDS.label("芸能:三味線", "en") == "art: 三味線"
    assert WORDS.label("読み書き:蘭語", "en") == "literacy: Dutch"


def test_every_era_is_romanised() -> None:
    for era in load(1, None).eras:
        assert not JAPANESE.search(WORDS.label(f"{era}元年", "en"))
    assert WORDS.label("寛政5年", "en") == "Kansei 5"
    assert WORDS.label("寛政5年", "ja") == "寛政5年"


def test_a_name_is_no_word_of_the_game() -> None:
    line = WORDS.event("table.character_named", {"name": "浪人", "character": "p1"}, "en", {})

    assert "浪人" in line


def test_what_somebody_typed_is_no_word_of_the_game() -> None:
    line = WORDS.event("ukiyozoshi.things_noted", {"character": "p1", "things": ("矢", "笛")}, "en", {})

    assert line == "p1 carries: 矢, 笛"


def test_a_recovery_is_called_so() -> None:
    for lang in LANGUAGES:
        assert WORDS.roll("recovery", lang) != WORDS.label("endurance_full", lang)


def test_there_is_no_date_before_one_was_set() -> None:
    play = begin(oryu=make_figure())
    assert "era" not in shown(SYSTEM.overview(play.state, play.rules))
    play.state = play.state.__class__(clock=Clock(dated=True))
    assert shown(SYSTEM.overview(play.state, play.rules))["era"] == "享保元年"


def test_wounds_beyond_all_endurance_are_shown_as_no_more() -> None:
    play = begin(oryu=make_figure(health=Health(wounds=30), endurance=-20))
    full = play.state.characters["oryu"].endurance_full

    assert shown(SYSTEM.sheet(play.state, play.rules, "oryu"))["wounds"] == f"{full}+"
