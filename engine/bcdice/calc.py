"""計算: `C(1+2*3)`."""

from tenmatsu.engine.bcdice.add import NO_QUOTIENT
from tenmatsu.engine.bcdice.arithmetic import (
    Bracketed,
    Node,
    NoQuotient,
    read_sum,
    work_out,
    write_node,
)
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, check_number, replied

_UP = "C"


class Calculation(Typed, frozen=True):
    """A sum without dice."""

    node: Node
    total: int | None
    """None where it divides by zero."""

    def written(self) -> str:
        """Return the command."""
        return f"C({write_node(self.node, _UP)})"

    def roll(self) -> Asking:
        """Work it out; no die falls."""
        yield from ()
        text = f"c({write_node(self.node, _UP)})"
        if self.total is None:
            return replied("typed_division_by_zero", f"{text}{ARROW}{NO_QUOTIENT}")
        return Evaluation(text=f"{text}{ARROW}{self.total}", total=self.total)


def read_calculation(word: str, bot: Bot) -> Calculation | None:
    """Read `C10/3U` or `C(10/3U)`."""
    if not word.startswith("C"):
        return None
    cursor = Cursor(word, 1)
    node = read_sum(cursor)
    cursor.end()
    try:
        total = check_number(work_out(node, bot.rounding))
    except NoQuotient:
        total = None
    return Calculation(node.body if isinstance(node, Bracketed) else node, total)
