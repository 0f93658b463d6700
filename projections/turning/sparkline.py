"""Draw shares as a line of blocks, for a terminal and for plain text."""

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"


def sparkline(shares: Sequence[float], width: int = 80) -> str:
    """
    Return shares from 0 to 1 as blocks, one each, or the last of several where there are more than `width`.

    The lowest block stands for less than one part in fourteen, the highest for more than thirteen.
    """
    return "".join(BLOCKS[_level(share)] for share in thin(shares, width))


def thin(shares: Sequence[float], width: int) -> list[float]:
    """Return at most `width` of the shares, evenly chosen, the last one among them."""
    count = len(shares)
    if count <= width:
        return list(shares)
    return [shares[(place + 1) * count // width - 1] for place in range(width)]


def _level(share: float) -> int:
    top = len(BLOCKS) - 1
    return min(top, max(0, round(share * top)))
