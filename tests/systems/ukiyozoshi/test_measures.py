"""Money, lengths, weights and hours of Edo (江戸の度量衡)."""

from fractions import Fraction

import pytest

from tenmatsu.engine.clock import read_time
from tenmatsu.engine.language import Lang
from tenmatsu.systems.ukiyozoshi import measures as m
from tenmatsu.systems.ukiyozoshi.tables import load


@pytest.mark.parametrize(
    "of, to, worth",
    [
        ("両", "分", 4),
        ("両", "朱", 16),
        ("両", "文", 4000),
        ("両", "匁", 60),
        ("大判", "両", 10),
        ("貫文", "文", 1000),
    ],
)
def test_one_ryo_is_4_bu_16_shu_4000_mon_and_60_momme_of_silver(of: str, to: str, worth: int) -> None:
    assert m.convert_money(1, of, to) == worth
    assert m.convert_money(worth, to, of) == 1


def test_conversions_are_exact_fractions() -> None:
    assert m.convert_money(1, "匁", "文") == Fraction(200, 3)
    assert m.convert_length(1, "尺", "間") == Fraction(1, 6)


def test_a_sum_is_counted_from_its_coins() -> None:
    assert m.count_mon(大判=1, 両=1, 分=2, 朱=3, 貫文=1, 文=7) == 40_000 + 4_000 + 2_000 + 750 + 1_000 + 7


@pytest.mark.parametrize(
    "mon, ja, en",
    [
        (0, "0文", "0 mon"),
        (4_000, "1両", "1 ryo"),
        (5_850, "1両1分3朱100文", "1 ryo 1 bu 3 shu 100 mon"),
        (-400, "-1朱150文", "-1 shu 150 mon"),
        (88_000, "22両", "22 ryo"),
    ],
)
def test_a_sum_shows_as_one_would_pay_it(mon: int, ja: str, en: str) -> None:
    assert (m.show_money(mon, "ja"), m.show_money(mon, "en")) == (ja, en)


@pytest.mark.parametrize(
    "of, to, count",
    [("里", "町", 36), ("町", "間", 60), ("間", "尺", 6), ("尺", "寸", 10), ("里", "寸", 129_600)],
)
def test_a_ri_is_36_cho_of_60_ken_of_6_shaku_of_10_sun(of: str, to: str, count: int) -> None:
    assert m.convert_length(1, of, to) == count


def test_a_ken_is_about_1_82_metres_and_a_ri_3_93_km() -> None:
    assert round(m.to_metres(1, "間"), 2) == Fraction(182, 100)
    assert round(m.to_metres(1, "里")) == 3927


@pytest.mark.parametrize("of, to, count", [("貫", "匁", 1000), ("斤", "匁", 160)])
def test_a_kan_is_1000_momme_and_a_kin_160(of: str, to: str, count: int) -> None:
    assert m.convert_weight(1, of, to) == count


def test_a_kin_is_600_grams_and_a_momme_3_75() -> None:
    assert m.to_grams(1, "斤") == 600
    assert m.to_grams(1, "匁") == Fraction(375, 100)
    assert m.to_grams(1, "貫") == 3750


def test_lengths_and_weights_show_in_the_units_they_fill() -> None:
    assert m.show_length(129_600 + 60 + 3, "ja") == "1里1間3寸"
    assert m.show_length(0, "en") == "0 sun"
    assert m.show_weight(1_234, "ja") == "1貫234匁"
    assert m.show_weight(1_234, "en") == "1 kan 234 momme"


@pytest.mark.parametrize(
    "half_ken, ja, en",
    [(0, "0間", "0 ken"), (1, "半間", "½ ken"), (2, "1間", "1 ken"), (5, "2間半", "2½ ken")],
)
def test_reaches_show_in_ken_and_half_ken(half_ken: int, ja: str, en: str) -> None:
    assert (m.show_half_ken(half_ken, "ja"), m.show_half_ken(half_ken, "en")) == (ja, en)


@pytest.mark.parametrize(
    "clock, bells, zodiac",
    [
        ("00:00", "夜九ツ", "子の刻"),
        ("01:00", "夜九ツ半", "丑の刻"),
        ("02:00", "夜八ツ", "丑の刻"),
        ("04:00", "暁七ツ", "寅の刻"),
        ("06:00", "明け六ツ", "卯の刻"),
        ("08:00", "朝五ツ", "辰の刻"),
        ("10:00", "昼四ツ", "巳の刻"),
        ("12:00", "昼九ツ", "午の刻"),
        ("14:00", "昼八ツ", "未の刻"),
        ("16:59", "夕七ツ", "申の刻"),
        ("18:00", "暮れ六ツ", "酉の刻"),
        ("20:00", "宵五ツ", "戌の刻"),
        ("22:30", "夜四ツ", "亥の刻"),
        ("23:30", "夜四ツ半", "子の刻"),
    ],
)
def test_the_hours_of_edo_by_bells_and_by_the_zodiac(clock: str, bells: str, zodiac: str) -> None:
    at = read_time(clock)
    assert at is not None
    assert (m.show_hour(at, "ja"), m.show_hour(at, "ja", "zodiac")) == (bells, zodiac)


def test_hours_have_english_names() -> None:
    assert m.show_hour(720, "en") == "ninth bell of noon"
    assert m.show_hour(780, "en") == "half past the ninth bell of noon"
    assert m.show_hour(720, "en", "zodiac") == "hour of the Horse"


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("style", ["bells", "zodiac"])
def test_an_hour_that_is_shown_can_be_read_back(lang: Lang, style: m.HourStyle) -> None:
    for koku in range(12):
        assert m.read_hour(m.show_hour(m.minute_of(koku), lang, style)) == m.minute_of(koku)
    assert m.read_hour("夜四ツ半") == 23 * 60
    assert m.read_hour("子") == 0
    assert m.read_hour("真昼") is None


@pytest.mark.parametrize(
    "year, ja, en",
    [
        (1716, "享保元年", "享保 1"),
        (1735, "享保20年", "享保 20"),
        (1590, "1590年", "year 1590"),
        (1866, "慶応2年", "慶応 2"),
    ],
)
def test_a_year_is_named_by_its_era(year: int, ja: str, en: str) -> None:
    eras = load(1).eras
    assert (m.show_year(year, eras, "ja"), m.show_year(year, eras, "en")) == (ja, en)
