"""The clockwork of every game: time stops at whatever falls due, and nothing is passed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenmatsu.engine.clock import (
    MINUTES_A_DAY,
    Due,
    count_until,
    read_time,
    run_clock,
    show_time,
)
from tenmatsu.engine.errors import Fault


class Bells:
    """A clock with bells at fixed minutes, some of which somebody has to answer."""

    def __init__(self, left: int, bells: list[Due], *, asks: tuple[str, ...] = ()) -> None:
        self.now = 0
        self.until = left
        self.bells = bells
        self.told: list[str] = []
        self._asks = asks
        self._waits = False

    def waits(self) -> bool:
        return self._waits

    def left(self) -> int:
        return self.until - self.now

    def coming(self) -> list[Due]:
        return [Due(bell.minutes - self.now, bell.rank, bell.kind, bell.character) for bell in self.bells]

    def let_pass(self, minutes: int) -> None:
        assert minutes > 0
        self.now += minutes

    def happen(self, due: Due) -> None:
        self.bells = [bell for bell in self.bells if (bell.kind, bell.character) != (due.kind, due.character)]
        self.told.append(f"{self.now} {due.kind}{due.character}")
        self._waits = due.kind in self._asks

    def answer(self) -> None:
        self._waits = False


def test_time_passes_where_nothing_falls_due() -> None:
    clock = Bells(90, [])

    assert run_clock(clock)
    assert (clock.now, clock.told) == (90, [])


def test_everything_on_the_way_happens_in_order_and_what_comes_later_does_not() -> None:
    clock = Bells(90, [Due(60, 0, "dusk"), Due(20, 0, "tea"), Due(91, 0, "night"), Due(90, 0, "gong")])

    assert run_clock(clock)
    assert clock.told == ["20 tea", "60 dusk", "90 gong"]


def test_of_several_at_once_the_lower_rank_comes_first_and_then_the_first_name() -> None:
    clock = Bells(9, [Due(5, 1, "a", "x"), Due(5, 0, "b", "z"), Due(5, 0, "c", "y")])

    run_clock(clock)
    assert clock.told == ["5 cy", "5 bz", "5 ax"]


def test_a_choice_stops_the_clock_and_it_goes_on_once_that_is_answered() -> None:
    clock = Bells(90, [Due(20, 0, "ask"), Due(20, 1, "tea"), Due(60, 0, "dusk")], asks=("ask",))

    assert not run_clock(clock)
    assert (clock.now, clock.told) == (20, ["20 ask"])
    assert not run_clock(clock)
    clock.answer()
    assert run_clock(clock)
    assert (clock.now, clock.told) == (90, ["20 ask", "20 tea", "60 dusk"])


def test_what_is_due_at_once_happens_though_no_time_passes() -> None:
    clock = Bells(0, [Due(0, 0, "now"), Due(-5, 0, "overdue"), Due(1, 0, "later")])

    assert run_clock(clock)
    assert (clock.now, clock.told) == (0, ["0 overdue", "0 now"])


class Stuck(Bells):
    """A clock on which something falls due again at once."""

    def happen(self, due: Due) -> None:
        self.told.append(due.kind)


def test_a_clock_that_stands_still_is_a_fault() -> None:
    with pytest.raises(Fault, match="again"):
        run_clock(Stuck(10, [Due(3, 0, "tick")]))


@given(
    spans=st.lists(st.integers(0, 40), max_size=6),
    bells=st.lists(st.tuples(st.integers(0, 120), st.integers(0, 2)), max_size=12),
)
def test_however_time_is_cut_the_same_things_happen_at_the_same_minutes(
    spans: list[int], bells: list[tuple[int, int]]
) -> None:
    def ring() -> list[Due]:
        return [Due(at, rank, f"bell{place}", "@") for place, (at, rank) in enumerate(bells)]

    parts, whole = Bells(0, ring()), Bells(sum(spans), ring())
    for span in spans:
        parts.until += span
        run_clock(parts)
    run_clock(parts)
    run_clock(whole)

    expected = sorted((at, rank) for at, rank in bells if at <= sum(spans))
    assert parts.now == whole.now == sum(spans)
    assert [int(line.split()[0]) for line in whole.told] == [at for at, _ in expected]
    assert sorted(parts.told) == sorted(whole.told)


@pytest.mark.parametrize(
    "now, minute, count", [(0, 1, 1), (1380, 0, 60), (360, 360, MINUTES_A_DAY), (5, 4, 1439)]
)
def test_the_next_such_minute_is_a_whole_day_off_where_it_is_now(now: int, minute: int, count: int) -> None:
    assert count_until(now, minute) == count


@pytest.mark.parametrize(
    "text, minute", [("22:30", 1350), ("6:05", 365), ("00:00", 0), (" 23:59 ", 1439), ("２２：３０", 1350)]
)
def test_a_time_is_read_as_it_stands_on_a_clock(text: str, minute: int) -> None:
    assert read_time(text) == minute


@pytest.mark.parametrize("text", ["", "24:00", "12:60", "12", "noon", "-1:00", "1:5", "12:30:00"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert read_time(text) is None


@given(st.integers(0, MINUTES_A_DAY - 1))
def test_a_time_that_is_shown_is_read_again(minute: int) -> None:
    assert read_time(show_time(minute)) == minute
    assert show_time(minute + 3 * MINUTES_A_DAY) == show_time(minute)
