"""Sparklines: one block a share, the last of several where there is little room."""

import pytest

from tenmatsu.projections.turning import sparkline


@pytest.mark.parametrize(
    "shares, drawn",
    [
        ([], ""),
        ([0.0], "▁"),
        ([1.0], "█"),
        ([0.5], "▅"),
        ([0.0, 1.0], "▁█"),
        ([0.3, 0.3, 0.3], "▃▃▃"),
        ([place / 7 for place in range(8)], "▁▂▃▄▅▆▇█"),
    ],
)
def test_shares_are_drawn_as_blocks_between_never_and_always(shares: list[float], drawn: str) -> None:
    assert sparkline(shares) == drawn


def test_more_shares_than_fit_are_thinned_and_the_last_one_stays() -> None:
    shares = [0.0] * 99 + [1.0]

    assert sparkline(shares, 10) == "▁" * 9 + "█"
    assert len(sparkline([0.5] * 81, 80)) == 80
    assert sparkline(shares, 1) == "█"
