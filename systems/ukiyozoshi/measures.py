"""Money, lengths, weights and hours of Edo (江戸の度量衡): exact conversions and display."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from tenmatsu.engine.clock import MINUTES_A_DAY
from tenmatsu.engine.language import Lang

MINUTES_A_KOKU = 2 * 60

MON_IN: Mapping[str, int] = {"大判": 40_000, "両": 4_000, "分": 1_000, "貫文": 1_000, "朱": 250, "文": 1}
"""How many 文 each coin or sum is worth at the official rate."""
_COINS = ("両", "分", "朱", "文")
"""What sums are told in; 大判 and 貫文 are for those who ask."""
MON_A_MOMME_OF_SILVER = Fraction(4_000, 60)
"""60 匁 of silver by weight are one 両."""

SUN_IN: Mapping[str, int] = {"里": 129_600, "町": 3_600, "間": 60, "尺": 10, "寸": 1}
METRES_A_SUN = Fraction(1, 33)
"""One 尺 is 10/33 of a metre."""

MOMME_IN: Mapping[str, int] = {"貫": 1_000, "斤": 160, "匁": 1}
GRAMS_A_MOMME = Fraction(15, 4)

_ENGLISH: Mapping[str, str] = {
    "大判": "oban",
    "両": "ryo",
    "分": "bu",
    "貫文": "kanmon",
    "朱": "shu",
    "文": "mon",
    "里": "ri",
    "町": "cho",
    "間": "ken",
    "尺": "shaku",
    "寸": "sun",
    "貫": "kan",
    "斤": "kin",
    "匁": "momme",
}

HourStyle = Literal["bells", "zodiac"]
"""九ツ, 八ツ, … or 子の刻, 丑の刻, …"""

_BELLS: tuple[tuple[str, str], ...] = (
    ("夜九ツ", "ninth bell of night"),
    ("夜八ツ", "eighth bell of night"),
    ("暁七ツ", "seventh bell before dawn"),
    ("明け六ツ", "sixth bell of dawn"),
    ("朝五ツ", "fifth bell of morning"),
    ("昼四ツ", "fourth bell of day"),
    ("昼九ツ", "ninth bell of noon"),
    ("昼八ツ", "eighth bell of day"),
    ("夕七ツ", "seventh bell of evening"),
    ("暮れ六ツ", "sixth bell of dusk"),
    ("宵五ツ", "fifth bell of early night"),
    ("夜四ツ", "fourth bell of night"),
)
_ZODIAC: tuple[tuple[str, str], ...] = (
    ("子", "Rat"),
    ("丑", "Ox"),
    ("寅", "Tiger"),
    ("卯", "Hare"),
    ("辰", "Dragon"),
    ("巳", "Snake"),
    ("午", "Horse"),
    ("未", "Sheep"),
    ("申", "Monkey"),
    ("酉", "Cock"),
    ("戌", "Dog"),
    ("亥", "Boar"),
)


def count_mon(**amounts: int) -> int:
    """Return a sum in 文, from amounts by coin: `count_mon(両=1, 分=2)`."""
    return sum(MON_IN[coin] * amount for coin, amount in amounts.items())


def convert_money(amount: int, of: str, to: str) -> Fraction:
    """Return an amount of one coin in another, exactly; `匁` stands for silver by weight."""
    return amount * _worth(of) / _worth(to)


def _worth(coin: str) -> Fraction:
    return MON_A_MOMME_OF_SILVER if coin == "匁" else Fraction(MON_IN[coin])


def convert_length(amount: int, of: str, to: str) -> Fraction:
    """Return a length in another unit, exactly (里 町 間 尺 寸)."""
    return Fraction(amount * SUN_IN[of], SUN_IN[to])


def to_metres(amount: int | Fraction, of: str) -> Fraction:
    """Return a length in metres, exactly."""
    return Fraction(amount) * SUN_IN[of] * METRES_A_SUN


def convert_weight(amount: int, of: str, to: str) -> Fraction:
    """Return a weight in another unit, exactly (貫 斤 匁)."""
    return Fraction(amount * MOMME_IN[of], MOMME_IN[to])


def to_grams(amount: int | Fraction, of: str) -> Fraction:
    """Return a weight in grams, exactly."""
    return Fraction(amount) * MOMME_IN[of] * GRAMS_A_MOMME


def split_money(mon: int, coins: Mapping[str, int] = MON_IN) -> dict[str, int]:
    """Return a sum of 文 in 両, 分, 朱 and 文, the largest first, at these rates; empty ones are left out."""
    found: dict[str, int] = {}
    for coin in _COINS:
        count, mon = divmod(mon, coins[coin])
        if count:
            found[coin] = count
    return found


def show_money(mon: int, lang: Lang) -> str:
    """Return a sum of 文 as one would pay it: `1両2分3朱250文`, `1 ryo 2 bu 3 shu 250 mon`."""
    return _show(mon, MON_IN, _COINS, "文", lang)


def show_length(sun: int, lang: Lang) -> str:
    """Return a length in 寸 in the units that it fills."""
    return _show(sun, SUN_IN, ("里", "町", "間", "尺", "寸"), "寸", lang)


def show_half_ken(half_ken: int, lang: Lang) -> str:
    """Return a length in half-ken, as reaches and moves are counted: `2間半`, `2½ ken`, `半間`."""
    whole, half = divmod(half_ken, 2)
    if lang == "ja":
        return f"{whole}間{'半' if half else ''}" if whole or not half else "半間"
    return f"{whole or ''}{'½' if half else ''} ken" if whole or half else "0 ken"


def show_weight(momme: int, lang: Lang) -> str:
    """Return a weight in 匁 as 貫 and 匁 (斤 is a measure of the shops)."""
    return _show(momme, MOMME_IN, ("貫", "匁"), "匁", lang)


def _show(amount: int, table: Mapping[str, int], units: tuple[str, ...], least: str, lang: Lang) -> str:
    sign, rest = ("-", -amount) if amount < 0 else ("", amount)
    parts: list[str] = []
    for unit in units:
        count, rest = divmod(rest, table[unit])
        if count:
            parts.append(f"{count}{unit}" if lang == "ja" else f"{count} {_ENGLISH[unit]}")
    if not parts:
        parts.append(f"0{least}" if lang == "ja" else f"0 {_ENGLISH[least]}")
    return sign + ("" if lang == "ja" else " ").join(parts)


def koku_of(minute: int) -> int:
    """
    Return the 刻 of the zodiac in which a minute of the day falls, 0 for 子 to 11 for 亥.

    A 刻 is two hours long, with its moment in the middle: 午 is 11 to 13 o'clock. The clock of the game
    counts equal hours, as on the days of equinox.
    """
    return (minute % MINUTES_A_DAY + MINUTES_A_KOKU // 2) // MINUTES_A_KOKU % 12


def minute_of(koku: int) -> int:
    """Return the minute of the day at which a 刻 has its moment, and its bell is rung."""
    return koku % 12 * MINUTES_A_KOKU


def show_hour(minute: int, lang: Lang, style: HourStyle = "bells") -> str:
    """Return the hour of a minute of the day: the bell rung last (半: half-way on), or the zodiac."""
    if style == "zodiac":
        ja, en = _ZODIAC[koku_of(minute)]
        return f"{ja}の刻" if lang == "ja" else f"hour of the {en}"
    bell, since = divmod(minute % MINUTES_A_DAY, MINUTES_A_KOKU)
    ja, en = _BELLS[bell]
    if since < MINUTES_A_KOKU // 2:
        return ja if lang == "ja" else en
    return f"{ja}半" if lang == "ja" else f"half past the {en}"


def read_hour(text: str) -> int | None:
    """Return the minute of the day that a 刻 names, in either style and language; None where it is none."""
    wanted = text.strip().removesuffix("の刻").removeprefix("hour of the ").casefold()
    for koku in range(12):
        if wanted in {name.casefold() for name in (*_BELLS[koku], *_ZODIAC[koku])}:
            return minute_of(koku)
        if wanted in {f"{_BELLS[koku][0]}半", f"half past the {_BELLS[koku][1]}"}:
            return minute_of(koku) + MINUTES_A_KOKU // 2
    return None


def show_year(year: int, eras: Mapping[str, int], lang: Lang) -> str:
    """Return a year by its era: `享保元年`, `享保 1`; by its number before any era began."""
    began = [(first, era) for era, first in eras.items() if first <= year]
    if not began:
        return f"{year}年" if lang == "ja" else f"year {year}"
    first, era = max(began)
    count = year - first + 1
    if lang == "ja":
        return f"{era}{'元' if count == 1 else count}年"
    return f"{era} {count}"
