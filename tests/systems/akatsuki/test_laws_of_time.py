"""No survival check that is due is ever skipped: the game against a model that counts every minute."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from akatsukis import begin, make_figure
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, d6

from tenmatsu.engine.clock import show_time
from tenmatsu.systems.akatsuki.commands.damage import InflictHarm, RollSurvival, Treat
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock, SetClock
from tenmatsu.systems.akatsuki.state import Figure

PASS, FAIL = d6(1, 2), d6(6, 5)
WHO = ("a", "b")
HOURS = {"lethal": (0, 0, 8, 6, 2, 0), "nonlethal": (0, 0, 12, 8, 4, 2)}
"""Every so many hours, by rank (V)."""
ONCE = ("nonlethal", 1, 12 * 60)


class Model:
    """The rules of time in the plainest words: every minute is looked at, for everybody."""

    def __init__(self, *, by_clock: bool, two: bool) -> None:
        self.by_clock, self.two = by_clock, two
        self.now = 0
        self.left = 0
        self.cards: dict[str, tuple[str, int]] = {}
        """Kind and rank of what each holds face up."""
        self.since: dict[str, int] = {}
        self.due: list[tuple[str, str]] = []

    def see(self, play: Play) -> None:
        """Look at who holds which card; one that was not there counts from now."""
        for who in WHO:
            figure: Figure = play.state.characters[who]
            wound = figure.wound
            if figure.dead or wound is None or wound.treated or (wound.harm, wound.rank) == ("lethal", 5):
                self.cards.pop(who, None)
            elif self.cards.get(who) != (wound.harm, wound.rank):
                self.cards[who] = (wound.harm, wound.rank)
                self.since[who] = self.now
        self.due = [one for one in self.due if not play.state.characters[one[0]].dead]

    def walk(self) -> None:
        """Let minutes pass one by one, up to the first with a check."""
        while self.left and not self.due:
            self.left -= 1
            self.now += 1
            for why in ("midnight", "hours", "once"):
                for who in sorted(self.cards):
                    again = who in {character for character, _ in self.due}
                    if self.falls(who, why) and (self.two or not again):
                        self.due.append((who, why))

    def falls(self, who: str, why: str) -> bool:
        """Return whether somebody has such a check in this very minute."""
        harm, rank = self.cards[who]
        age = self.now - self.since[who]
        if why == "midnight":
            return self.now % 1440 == 0
        if why == "once":
            return (harm, rank, age) == ONCE
        span = HOURS[harm][rank] * 60
        return span > 0 and (self.now if self.by_clock else age) % span == 0

    def be_told(self, day: int, time: int) -> None:
        """Set the clock: no time passes, so cards are as old as before."""
        now = (day - 1) * 1440 + time
        self.since = {who: since + now - self.now for who, since in self.since.items()}
        self.now = now


_people = st.sampled_from(WHO)
_long = st.sampled_from((120, 360, 480, 720, 1440, 2000))
blows = st.tuples(
    st.just("blow"), _people, st.sampled_from(("lethal", "nonlethal")), st.sampled_from((1, 1, 2, 2, 3, 4))
)
treatments = st.tuples(st.just("treat"), _people, st.sampled_from((PASS, PASS, FAIL)))
spans = st.tuples(st.just("pass"), st.one_of(st.integers(1, 90), _long, _long))
times = st.tuples(st.just("set"), st.integers(1, 5), st.integers(0, 1439))
steps = st.one_of(spans, blows, spans, treatments, spans, times)


def take(play: Play, model: Model, step: tuple[Any, ...]) -> None:
    """Take a step in the game and in the model; one that the rules refuse is passed over."""
    match step:
        case ("pass", minutes):
            play.given(AdvanceClock(minutes=minutes))
            model.left = minutes
            model.walk()
        case ("set", day, time):
            play.given(SetClock(day=day, time=show_time(time)))
            model.be_told(day, time)
        case ("blow", who, harm, rank) if not play.state.characters[who].dead:
            play.given(InflictHarm(character=who, harm=harm, rank=rank))
            model.see(play)
            model.due += [(who, "damage")] if who in model.cards else []
        case ("treat", who, dice) if who in model.cards:
            play.given(Treat(character="medic", patient=who), dice=dice)
            model.see(play)
        case _:
            pass


def answer(play: Play, model: Model, rolls: Iterator[Any]) -> int:
    """Roll every check that stops the clock; game and model agree on each. Return how many there were."""
    count = 0
    while True:
        assert play.state.clock.now == model.now
        assert [(due.character, due.why) for due in play.state.due] == model.due
        if not model.due:
            assert play.state.clock.until is None
            return count
        who, _ = model.due.pop(0)
        play.given(RollSurvival(character=who), dice=next(rolls))
        model.see(play)  # the last answer lets time go on as well, by which no card changes
        model.walk()
        count += 1


@settings(max_examples=250, deadline=None)
@given(
    by_clock=st.booleans(),
    two=st.booleans(),
    first=blows,
    evening=st.lists(steps, min_size=6, max_size=16),
    rolls=st.lists(st.sampled_from((*[PASS] * 9, FAIL)), min_size=12, max_size=12),
)
def test_no_check_that_is_due_is_skipped_whatever_the_order_of_clock_blows_and_treatment(
    by_clock: bool, two: bool, first: tuple[Any, ...], evening: list[tuple[Any, ...]], rolls: list[Any]
) -> None:
    options = {"hours_from": "clock" if by_clock else "card", "same_time": "two" if two else "one"}
    hardy = make_figure(fields={}, fate_points=9)
    play = begin(options=options, a=hardy, b=hardy, medic=make_figure(fields={}))
    model, dice = Model(by_clock=by_clock, two=two), cycle(rolls)
    for step in (first, *evening):
        take(play, model, step)
        answer(play, model, dice)


def test_the_law_sees_checks_of_every_occasion() -> None:
    """The model would agree with a game that never asks; so an evening with everything is counted."""
    hardy = make_figure(fields={}, fate_points=9)
    play = begin(a=hardy, b=hardy, medic=make_figure(fields={}))
    model, dice = Model(by_clock=False, two=False), cycle([PASS])
    evening: list[tuple[Any, ...]] = [
        ("set", 1, 1350),
        ("blow", "a", "lethal", 4),
        ("blow", "b", "nonlethal", 1),
        ("pass", 1440),
        ("treat", "a", PASS),
        ("pass", 1440),
    ]
    counts: list[int] = []
    for step in evening:
        take(play, model, step)
        counts.append(answer(play, model, dice))

    # a: 0:00 and every two hours from 0:30, twelve times to 22:30; b: 0:00, 10:30 and the next 0:00.
    assert counts == [0, 1, 1, 1 + 12 + 2, 0, 1]
