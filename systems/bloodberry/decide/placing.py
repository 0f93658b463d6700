"""
Conditions of places (成立条件) in a short notation, and which cards meet them.

Words stand apart by blanks or commas: `♦1 ♥2`, `d,h,h`, `red2 face`, `Q`, `h#7`. A word says what a card must
be, and a number behind a suit, a colour, `any`, `face` or `number` how many of them: `♥2` is two hearts.
`h#7` is the seven of hearts, `#7` a seven of whatever suit; `A J Q K` are ranks, `Qx2` is two queens.
"""

import re
from collections.abc import Sequence

from tenmatsu.systems.bloodberry.decide.dealing import NUMBERS, RANKS, colour_of, is_face, rank_of, suit_of

_KINDS = {
    **dict.fromkeys(("s", "♠", "♤", "スペード", "spade", "spades"), "s"),
    **dict.fromkeys(("h", "♥", "♡", "ハート", "heart", "hearts"), "h"),
    **dict.fromkeys(("d", "♦", "♢", "ダイヤ", "diamond", "diamonds"), "d"),
    **dict.fromkeys(("c", "♣", "♧", "クラブ", "club", "clubs"), "c"),
    **dict.fromkeys(("red", "赤"), "red"),
    **dict.fromkeys(("black", "黒"), "black"),
    **dict.fromkeys(("face", "絵札"), "face"),
    **dict.fromkeys(("number", "数札"), "number"),
    **dict.fromkeys(("any", "何でも", "*"), "any"),
}
_LETTERS = {"a": 1, "j": 11, "q": 12, "k": 13}
_KIND = "|".join(re.escape(word) for word in sorted(_KINDS, key=len, reverse=True))
_RANK = r"#(?P<number>\d{1,2})|(?P<letter>[ajqk])"
_ONE = rf"(?P<kind>{_KIND})?(?:{_RANK})?(?:[x×](?P<times>\d{{1,2}}))?"
_WORD = re.compile(rf"{_ONE}|(?P<many>{_KIND})(?P<count>\d{{1,2}})")
MOST_NEEDS = 20
"""So many cards at the most; more is a slip of the finger."""


def read_needs(text: str) -> tuple[str, ...] | None:
    """
    Return what each card of a condition must be, None where the text is no condition.

    A need is `h`, `red`, `face`, `number`, `any`, `#7`, or a suit or colour with a rank: `h#7`.
    """
    needs: list[str] = []
    for word in re.split(r"[\s,、，]+", text.strip().casefold()):
        if not word:
            continue
        read = _read_word(word)
        if read is None:
            return None
        needs += read
    return tuple(needs) if len(needs) <= MOST_NEEDS else None


def _read_word(word: str) -> list[str] | None:
    match = _WORD.fullmatch(word)
    if match is None:
        return None
    if match["many"]:
        return [_KINDS[match["many"]]] * int(match["count"])
    kind = _KINDS[match["kind"]] if match["kind"] else ""
    rank = _LETTERS[match["letter"]] if match["letter"] else int(match["number"] or 0)
    if match["number"] and not 1 <= rank <= RANKS:
        return None
    if rank and kind not in ("", "s", "h", "d", "c", "red", "black"):
        return None
    need = f"{kind}#{rank}" if rank else kind
    return [need] * int(match["times"] or 1) if need else None


def meets(card: str, need: str) -> bool:
    """Return whether a card is what a need asks for."""
    kind, _, rank = need.partition("#")
    if rank and rank_of(card) != int(rank):
        return False
    match kind:
        case "" | "any":
            return True
        case "face":
            return is_face(card)
        case "number":
            return rank_of(card) <= NUMBERS
        case "red" | "black":
            return colour_of(card) == kind
        case _:
            return suit_of(card) == kind


def fits(cards: Sequence[str], needs: Sequence[str]) -> bool:
    """Return whether these cards can all count at once, each for a need of its own."""
    taken: dict[int, int] = {}

    def settle(at: int, tried: set[int]) -> bool:
        for need, asked in enumerate(needs):
            if need in tried or not meets(cards[at], asked):
                continue
            tried.add(need)
            if need not in taken or settle(taken[need], tried):
                taken[need] = at
                return True
        return False

    return all(settle(at, set()) for at in range(len(cards)))


def is_established(cards: Sequence[str], needs: Sequence[str]) -> bool:
    """Return whether these cards meet a whole condition (成立)."""
    return len(cards) == len(needs) and fits(cards, needs)
