"""加算: dice and numbers summed up, `2D6+3>=7`."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from tenmatsu.engine.bcdice.arithmetic import (
    Bracketed,
    Leaf,
    Mode,
    Negated,
    Node,
    NoQuotient,
    Number,
    Operation,
    fold_at,
    operate,
    read_sum,
    read_term,
    write_node,
)
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import (
    ARROW,
    COMPARE,
    Asking,
    Evaluation,
    Sign,
    Typed,
    Unread,
    check_number,
    check_pool,
    commas,
    graded,
)
from tenmatsu.engine.errors import UsageError

Keep = Literal["", "KH", "KL", "DH", "DL"]
_KEEPS: tuple[tuple[str, Keep, bool], ...] = (
    ("KH", "KH", True),
    ("KL", "KL", True),
    ("DH", "DH", True),
    ("DL", "DL", True),
    ("MAX", "KH", False),
    ("MIN", "KL", False),
)
"""(as typed, what it means, whether a number may follow)."""
NO_QUOTIENT = "ゼロ除算が発生したため計算できませんでした"
_UP = "U"


class Pool(Leaf, frozen=True, gc=False):
    """One dice term."""

    count: int
    sides: int
    keep: Keep = ""
    kept: int = 1

    def written(self) -> str:
        """Return the term."""
        return f"{self.count}D{self.sides}" + (f"{self.keep}{self.kept}" if self.keep else "")

    def asked(self) -> tuple[int, ...]:
        """Return the sides of the dice that fall for it."""
        return (6, 6) * self.count if self.sides == 66 else (self.sides,) * self.count

    def read(self, faces: Iterator[int]) -> tuple[int, list[int]]:
        """Return the sum of what counts, and the values as they are shown."""
        if self.sides == 66:
            values = [next(faces) * 10 + next(faces) for _ in range(self.count)]
        else:
            values = [next(faces) for _ in range(self.count)]
        if not self.keep:
            return sum(values), values
        values.sort()
        left = max(0, len(values) - self.kept)
        match self.keep:
            case "KH":
                counted = values[left:]
            case "KL":
                counted = values[: self.kept]
            case "DH":
                counted = values[:left]
            case _:
                counted = values[self.kept :]
        return sum(counted), values


class AddRoll(Typed, frozen=True):
    """A sum with dice, and what it is measured against."""

    left: Node
    pools: tuple[Pool, ...]
    sign: Sign | None
    target: int | None
    """None where there is none, or where it is `?`."""
    bot: Bot

    def written(self) -> str:
        """Return the command."""
        left = write_node(self.left, _UP, _write_leaf)
        if self.sign is None:
            return left
        return f"{left}{self.sign}{'?' if self.target is None else self.target}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return sum(len(pool.asked()) for pool in self.pools)

    def roll(self) -> Asking:
        """Roll all dice at once and sum up."""
        asked = sum((pool.asked() for pool in self.pools), ())
        faces = (yield asked) if asked else ()
        text = f"({self.written()})"
        try:
            total, shown = self._sum(self.left, iter(faces))
        except NoQuotient:
            return Evaluation(text=f"{text}{ARROW}{commas(faces)}{ARROW}{NO_QUOTIENT}")
        if not self._is_plain():
            text += f"{ARROW}{shown}"
        text += f"{ARROW}{total}"
        if self.sign is None or self.target is None:
            return Evaluation(text=text, total=total)
        found = None
        if self.bot.judge is not None:
            dice = tuple(zip(asked, faces, strict=True))
            found = self.bot.judge(text, self.sign, self.target, total, dice)
        if found is None:
            won = COMPARE[self.sign](total, self.target)
            found = graded(text, "成功", "success") if won else graded(text, "失敗", "failure")
        return msgspec.structs.replace(found, total=total)

    def _is_plain(self) -> bool:
        """Return whether the total says all: a lone die."""
        left = self.left
        return isinstance(left, Pool) and not left.keep and left.count <= 1

    def _sum(self, node: Node, faces: Iterator[int]) -> tuple[int, str]:
        """Return the value of a node, and how it is shown with its dice."""
        match node:
            case Number(value):
                return value, str(value)
            case Negated(body):
                value, shown = self._sum(body, faces)
                return -value, f"-{shown}"
            case Bracketed(body):
                value, shown = self._sum(body, faces)
                return value, f"({shown})"
            case Operation(sign, left, right, mode):
                one, before = self._sum(left, faces)
                other, behind = self._sum(right, faces)
                value = self._operate(sign, one, other, mode or self.bot.rounding)
                return value, f"{before}{sign}{behind}{mode}"
            case Pool():
                value, values = node.read(faces)
                return value, f"{value}[{commas(values)}]"
            case Leaf():
                raise TypeError(f"no dice: {node!r}")

    @staticmethod
    def _operate(sign: str, left: int, right: int, mode: Mode) -> int:
        if sign == "/" and right == 0 and mode == "F":
            return 1
        return operate(sign, left, right, mode)


def _write_leaf(leaf: Leaf) -> str:
    return leaf.written() if isinstance(leaf, Pool) else str(leaf)


def read_add(word: str, bot: Bot) -> AddRoll | None:
    """Read `2D6`, `1D20+5>=12`, `3D6KH2`, `(1+1)D10-1`."""
    if "D" not in word:
        return None
    cursor, pools = Cursor(word), list[Pool]()

    def read_dice(cursor: Cursor, front: Node | None) -> Node | None:
        pool = _read_pool(cursor, front, bot)
        if pool is None:
            return front
        pools.append(pool)
        return pool

    left = read_sum(cursor, read_dice, tidy=True)
    if not pools:
        return None
    sign = cursor.comparison()
    target: int | None = None
    if sign is not None and not cursor.take("?"):
        target = fold_at(cursor, read_sum(cursor), bot.rounding)
    cursor.end()
    _check(left, bot)
    return AddRoll(left, tuple(pools), sign, target, bot)


def _read_pool(cursor: Cursor, front: Node | None, bot: Bot) -> Pool | None:
    """Read the rest of a dice term, if `D` comes next; brackets of the term hold no dice of their own."""
    if not cursor.take("D"):
        return None
    count = 1 if front is None else fold_at(cursor, _without_dice(front), bot.rounding)
    if cursor.take("["):
        typed: Node | None = read_sum(cursor)
        cursor.need("]")
    else:
        typed = read_term(cursor)
    if typed is None and front is None:
        raise Unread
    sides = 6 if typed is None else fold_at(cursor, typed, bot.rounding)
    if front is None and sides == 66:
        raise Unread
    keep, kept = _read_keep(cursor, bot)
    cursor.settle(lambda: check_pool(count, sides))
    return Pool(count, sides, keep, kept)


def _read_keep(cursor: Cursor, bot: Bot) -> tuple[Keep, int]:
    """Read which dice count, and how many of them."""
    for form, keep, is_numbered in _KEEPS:
        if cursor.take(form):
            behind = read_term(cursor) if is_numbered else None
            return keep, 1 if behind is None else max(0, fold_at(cursor, behind, bot.rounding))
    return "", 1


def _without_dice(node: Node) -> Node:
    """Return `node`; `Unread` where it holds dice."""
    match node:
        case Leaf():
            raise Unread
        case Negated(body) | Bracketed(body):
            _without_dice(body)
        case Operation(_, left, right):
            _without_dice(left)
            _without_dice(right)
        case Number():
            pass
    return node


def _check(node: Node, bot: Bot) -> None:
    """Raise `UsageError` where a total could be too large, or a division by zero stands written."""
    _span(node, bot)


def _span(node: Node, bot: Bot) -> tuple[int, int | None]:
    """Return (the largest size a node can have, its value where it holds no dice)."""
    match node:
        case Number(value):
            return check_number(value), value
        case Negated(body):
            size, inner = _span(body, bot)
            return size, None if inner is None else -inner
        case Bracketed(body):
            return _span(body, bot)
        case Operation(sign, left, right, mode):
            return _span_of(sign, _span(left, bot), _span(right, bot), mode or bot.rounding)
        case Pool(count, sides):
            return count * sides, None
        case Leaf():
            raise TypeError(f"no dice: {node!r}")


def _span_of(
    sign: str, left: tuple[int, int | None], right: tuple[int, int | None], mode: Mode
) -> tuple[int, int | None]:
    one, other = left[1], right[1]
    if sign == "/" and other == 0 and mode != "F":
        raise UsageError("typed_division_by_zero")
    match sign:
        case "*":
            size = abs(left[0]) * abs(right[0])
        case "/":
            size = max(1, abs(left[0]))
        case _:
            size = abs(left[0]) + abs(right[0])
    check_number(size)
    if one is None or other is None:
        return size, None
    value = 1 if sign == "/" and other == 0 else operate(sign, one, other, mode)
    return size, value
