"""How cards, chips and payments read in both languages."""

from typing import Any

import msgspec
import pytest
from akatsukis import CARDS, CHIPS, TABLES

from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.events.base import event_type
from tenmatsu.systems.akatsuki.events.cards import CardsGiven, CardsSpent
from tenmatsu.systems.akatsuki.wording import load_words

WORDS = load_words()
NAMES = {"a": "剣吾", "b": "お蘭"}
KINDS = {
    "bright": ("鶴", "幕", "月", "小野道風", "鳳凰"),
    "animal": ("鶯", "不如帰", "八橋", "蝶", "猪", "雁", "盃", "鹿", "燕"),
    "ribbon": ("赤短", "青短", "短冊"),
    "plain": ("カス",),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_card_and_chip_has_a_name_of_its_own(lang: Lang) -> None:
    keys = [*CARDS, *(f"chip_{value}" for value in CHIPS)]
    labels = [WORDS.label(key, lang) for key in keys]

    assert len(set(labels)) == len(keys)
    assert not set(labels) & set(keys)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_called_what_its_kind_shows(card: str) -> None:
    assert any(picture in WORDS.label(card, "ja") for picture in KINDS[TABLES.deck[card].kind])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_kinds_months_fields_and_archetypes_have_words(lang: Lang) -> None:
    for kind in KINDS:
        assert WORDS.is_word_of("kind", kind)
    for month in range(1, 13):
        assert WORDS.value("month", month, lang, {}) != str(month)
    for key in (*TABLES.archetypes, "goro", "taiku", "tosei", "kaigu", "fate_points"):
        assert WORDS.label(key, lang) != key
    assert all(WORDS.label(field, "en") != field for fields in TABLES.fields.values() for field in fields)


def spend(**values: Any) -> CardsSpent:
    """Return what somebody spent to raise a target by 4."""
    fields: dict[str, Any] = {
        "character": "a",
        "cards": ("matsu_1", "ume_3"),
        "chivalry": 0,
        "chivalry_given": 0,
        "chips": {},
        "points": 21,
        "needed": 4,
        "kept": 0,
        "use": "boost",
        "plus": 4,
        **values,
    }
    return msgspec.convert({"type": "akatsuki.cards_spent", **fields}, CardsSpent)


@pytest.mark.parametrize(
    "values,ja",
    [
        ({}, "剣吾は「松に鶴、梅のカス（一）」を切り、目標値を4上げる（21ポイント）"),
        ({"cards": (), "chivalry": 4}, "剣吾は義侠魂（チップ4枚）を切り、目標値を4上げる（21ポイント）"),
        (
            {"cards": ("ume_2",), "chivalry": 1},
            "剣吾は「梅に赤短」と義侠魂（チップ1枚）を切り、目標値を4上げる（21ポイント）",
        ),
        ({"cards": (), "points": 4}, "剣吾は取っておいた4ポイントで目標値を4上げる"),
        ({"kept": 17}, "剣吾は21ポイントのうち4で目標値を4上げ、17を取っておく"),
        ({"use": "power"}, "剣吾は「松に鶴、梅のカス（一）」を切る（21ポイント）"),
        ({"use": "power", "cards": (), "chivalry": 4}, "剣吾は義侠魂（チップ4枚）を切る（21ポイント）"),
        (
            {"use": "power", "cards": ("ume_2",), "chivalry": 1},
            "剣吾は「梅に赤短」と義侠魂（チップ1枚）を切る（21ポイント）",
        ),
        ({"use": "power", "cards": (), "points": 4}, "剣吾は取っておいた4ポイントを使う"),
        ({"use": "power", "kept": 17}, "剣吾は21ポイントのうち4を使い、17を取っておく"),
    ],
)
def test_a_payment_says_what_was_paid_and_for_what(values: dict[str, Any], ja: str) -> None:
    event = spend(**values)

    assert WORDS.event(event_type(event), event, "ja", NAMES) == ja
    assert "剣吾" in WORDS.event(event_type(event), event, "en", NAMES)


@pytest.mark.parametrize(
    "cards,chivalry,ja",
    [
        (("susuki_1",), 0, "剣吾はお蘭に「芒に月」を譲った（横向き）"),
        ((), 2, "剣吾はお蘭に義侠魂を譲った（チップ2枚）"),
        (("susuki_1",), 2, "剣吾はお蘭に「芒に月」と義侠魂を譲った（横向き、チップ2枚）"),
    ],
)
def test_a_gift_says_what_was_given(cards: tuple[str, ...], chivalry: int, ja: str) -> None:
    event = CardsGiven(character="a", to_character="b", cards=cards, chivalry=chivalry)

    assert WORDS.event(event_type(event), event, "ja", NAMES) == ja
