"""What a judgement of the second edition looks at besides successes: `[S]`, `[>=5]`, `[S65/665+]`."""

import re
from collections.abc import Callable

import msgspec

from tenmatsu.engine.bcdice.evaluation import COMPARE, Sign

_SIGNS: dict[str, Sign] = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "=": "=", "!=": "<>"}
_COMPARED = re.compile(r"(>=|<=|!=|>|<|=)([1-6]+)(\+?)")
_SATSUBATSU = re.compile(r"S(?:([1-6])|([1-6]+)\+|([1-6]+)/([1-6]+)\+)?")
_CRITICAL = re.compile(r"C([1-6]*)(\+?)")
_SIX = "6"


class Extra(msgspec.Struct, frozen=True):
    """One such look at the dice of a set."""

    typed: str
    """As it is echoed, without brackets."""
    sign: Sign
    digits: str
    """One digit: hits are listed. More, or with `whole`: all of them must be met by dice of their own."""
    whole: bool
    label: str
    harder: str = ""
    """All of these met say `ナムアミダブツ！` instead."""

    def told(self, faces: tuple[int, ...]) -> str:
        """Return what it adds to the line of a set."""
        if not self.digits:
            return ""
        if not self.whole:
            meets, digit = COMPARE[self.sign], int(self.digits)
            hits = sorted((face for face in faces if meets(face, digit)), reverse=True)
            listed = f"[{','.join(map(str, hits))}]" if hits else ""
            return f", {self.label}[{self.typed}]:{len(hits)}{listed}"
        if self.harder and all_met(self.harder, faces, COMPARE[self.sign]):
            return f", ナムアミダブツ！[{self.typed}]"
        if all_met(self.digits, faces, COMPARE[self.sign]):
            return f", {self.label}[{self.typed}]"
        return ""


def all_met(digits: str, faces: tuple[int, ...], meets: Callable[[int, int], bool]) -> bool:
    """
    Return whether dice of their own meet every digit.

    From the lowest die up, the smallest unmet digit takes the next die that fits.
    """
    unmet = sorted(map(int, digits))
    for face in sorted(faces):
        if unmet and meets(face, unmet[0]):
            del unmet[0]
    return not unmet


def read_extra(typed: str) -> Extra | None:
    """Read what stands between brackets; None where it means nothing."""
    if match := _COMPARED.fullmatch(typed):
        sign, digits, whole = _SIGNS[match[1]], match[2], bool(match[3])
        label = "追加判定成功！" if whole else "追加判定"
        return Extra(typed, sign, digits if whole else digits[0], whole, label)
    if match := _SATSUBATSU.fullmatch(typed):
        if digits := match[2] or match[3]:
            return Extra(typed, ">=", digits, whole=True, label="サツバツ！", harder=match[4] or "")
        return Extra(typed, ">=", match[1] or _SIX, whole=False, label="サツバツ判定")
    if match := _CRITICAL.fullmatch(typed):
        digits, whole = match[1], bool(match[2])
        if whole and digits:
            return Extra(typed, ">=", digits, whole=True, label="クリティカル！")
        told = "" if whole or len(digits) > 1 else digits or _SIX
        return Extra(typed, ">=", told, whole=False, label="クリティカル判定")
    return None
