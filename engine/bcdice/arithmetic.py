"""Whole numbers with `+ - * /` and brackets: read, work out, write again."""

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

from tenmatsu.engine.bcdice.cursor import DEEPEST, Cursor
from tenmatsu.engine.bcdice.evaluation import Unread, check_number
from tenmatsu.engine.errors import UsageError

Mode = Literal["", "U", "F", "R"]
"""How a division rounds: up, down, to the nearest (halves away from zero); `""` is as the system has it."""
_MODES: dict[str, Mode] = {"U": "U", "C": "U", "F": "F", "R": "R"}


class Number(msgspec.Struct, frozen=True, gc=False):
    """A number as it stands."""

    value: int


class Negated(msgspec.Struct, frozen=True):
    """A minus in front."""

    body: "Node"


class Bracketed(msgspec.Struct, frozen=True):
    """Something in brackets."""

    body: "Node"


class Operation(msgspec.Struct, frozen=True):
    """Two sides and what is done with them."""

    sign: str
    left: "Node"
    right: "Node"
    mode: Mode = ""


class Leaf(msgspec.Struct, frozen=True):
    """What stands for a number: dice, for one."""


Node = Number | Negated | Bracketed | Operation | Leaf
NodeT = TypeVar("NodeT")


class NoQuotient(Exception):
    """Something was divided by zero."""


def divide(left: int, right: int, mode: Mode) -> int:
    """Return the quotient, rounded; `NoQuotient` by zero."""
    if right == 0:
        raise NoQuotient
    if mode == "U":
        return -(-left // right)
    if mode == "R":
        size = (2 * abs(left) + abs(right)) // (2 * abs(right))
        return size if (left < 0) == (right < 0) else -size
    return left // right


def work_out(node: Node, rounding: Mode) -> int:
    """Return the value of a node without dice; `NoQuotient` where it divides by zero."""
    match node:
        case Number(value):
            return value
        case Negated(body):
            return -work_out(body, rounding)
        case Bracketed(body):
            return work_out(body, rounding)
        case Operation(sign, left, right, mode):
            return operate(sign, work_out(left, rounding), work_out(right, rounding), mode or rounding)
        case Leaf():
            raise TypeError("dice have no value before they fall")


def operate(sign: str, left: int, right: int, mode: Mode) -> int:
    """Return what an operation comes to."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return divide(left, right, mode)


def fold(node: Node, rounding: Mode) -> int:
    """Return the value of a count, target or modifier; `UsageError` by zero or beyond what a log holds."""
    try:
        return check_number(work_out(node, rounding))
    except NoQuotient:
        raise UsageError("typed_division_by_zero") from None


def fold_at(cursor: Cursor, node: Node, rounding: Mode) -> int:
    """Return the value of a node just read; what is wrong with it waits until the command was read."""
    return cursor.settle(lambda: fold(node, rounding))


def write_node(node: Node, up: str, write_leaf: Callable[[Leaf], str] = str) -> str:
    """Return a node as it is shown; `up` is the letter for rounding up."""
    match node:
        case Number(value):
            return str(value)
        case Negated(body):
            return f"-{write_node(body, up, write_leaf)}"
        case Bracketed(body):
            return f"({write_node(body, up, write_leaf)})"
        case Operation(sign, left, right, mode):
            letter = up if mode == "U" else mode
            return f"{write_node(left, up, write_leaf)}{sign}{write_node(right, up, write_leaf)}{letter}"
        case Leaf():
            return write_leaf(node)


ReadTerm = Callable[[Cursor, "Node | None"], "Node | None"]
"""Reads what may follow a number or bracket, or stand alone (None in front): dice."""


def _no_dice(cursor: Cursor, front: Node | None) -> Node | None:
    """Read nothing more."""
    return front


def read_sum(cursor: Cursor, read_leaf: ReadTerm = _no_dice, *, tidy: bool = False) -> Node:
    """
    Read a sum; `Unread` where none stands there.

    `tidy` writes `a--b` as `a+b` and drops double signs.
    """
    node = _read_product(cursor, read_leaf, tidy=tidy)
    while (sign := cursor.next()) in ("+", "-"):
        cursor.at += 1
        right = _read_product(cursor, read_leaf, tidy=tidy)
        if tidy and sign == "-" and isinstance(right, Negated):
            sign, right = "+", right.body
        node = Operation(sign, node, right)
    return node


def _read_product(cursor: Cursor, read_leaf: ReadTerm, *, tidy: bool) -> Node:
    node = _read_signed(cursor, read_leaf, tidy=tidy)
    while (sign := cursor.next()) in ("*", "/"):
        cursor.at += 1
        right = _read_signed(cursor, read_leaf, tidy=tidy)
        mode: Mode = ""
        if sign == "/" and (found := _MODES.get(cursor.next())):
            cursor.at += 1
            mode = found
        node = Operation(sign, node, right, mode)
    return node


def _read_signed(cursor: Cursor, read_leaf: ReadTerm, *, tidy: bool) -> Node:
    minus = 0
    while (sign := cursor.next()) in ("+", "-"):
        minus += sign == "-"
        cursor.at += 1
    if minus > DEEPEST:
        raise Unread
    front = read_term(cursor, read_leaf, tidy=tidy)
    node = read_leaf(cursor, front)
    if node is None:
        raise Unread
    for _ in range(minus % 2 if tidy else minus):
        node = Negated(node)
    return node


def read_term(cursor: Cursor, read_leaf: ReadTerm = _no_dice, *, tidy: bool = False) -> Node | None:
    """Read a number or brackets, if they come next."""
    number = cursor.number()
    if number is not None:
        return Number(number)
    if not cursor.take("("):
        return None
    cursor.depth += 1
    if cursor.depth > DEEPEST:
        raise Unread
    body = read_sum(cursor, read_leaf, tidy=tidy)
    cursor.depth -= 1
    cursor.need(")")
    return Bracketed(body)
