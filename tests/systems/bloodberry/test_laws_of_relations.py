"""Whatever is tried: a strength stays in 0..3, and each success sublimates exactly what the rule demands."""

from collections.abc import Iterator
from random import Random

import msgspec
from autoplay import SeededDice
from bloodberries import TABLES, change, hold, make_curse, make_npc, relate
from bloodties import make_quiet, meet
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import work_on

from tenmatsu.engine.contract import Command, Event
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck, SublimateTrait, TakeWin
from tenmatsu.systems.bloodberry.decide import decide
from tenmatsu.systems.bloodberry.events.relations import (
    RelationCheckDecided,
    Sublimated,
    VigourGained,
    WinTaken,
)
from tenmatsu.systems.bloodberry.people import Ability, Person, RelationType, pair
from tenmatsu.systems.bloodberry.state import State

WHO = ("a", "b", "npc", "curse")
TRAITS = tuple(TABLES.traits)
TYPES: tuple[RelationType, ...] = ("inquiry", "banter", "allure")
ABILITIES: tuple[Ability, ...] = ("passion", "grace", "maturity")


def make_some(traits: list[str], gone: int, value: int) -> Person:
    """Return somebody with these traits, so many of them sublimated, and one value in every ability."""
    held = hold(*traits, sublimated=tuple(traits[:gone]))
    return make_quiet(traits=held, passion=value, grace=value, maturity=value)


people = st.builds(
    make_some,
    st.lists(st.sampled_from(TRAITS), min_size=3, max_size=3, unique=True),
    st.integers(0, 3),
    st.integers(1, 4),
)
readings = st.fixed_dictionaries(
    {
        "active_short": st.sampled_from(("nobody", "passive")),
        "passive_strength": st.sampled_from(("no", "yes")),
        "passive_raise": st.sampled_from(("each", "both")),
        "sublimate_count": st.sampled_from(("one", "all")),
        "passive_gives_up": st.sampled_from(("strength", "succeeds")),
    }
)
BETWEEN = (("a", "b"), ("b", "a"))
PAIRS = (*BETWEEN, *BETWEEN, *BETWEEN, ("a", "npc"), ("npc", "b"), ("a", "curse"), ("curse", "b"))
checks = st.lists(
    st.tuples(st.sampled_from(PAIRS), st.sampled_from(TYPES), st.sampled_from(ABILITIES)).filter(
        lambda one: TABLES.types[one[1]].ability != one[2]
    ),
    min_size=4,
    max_size=8,
)


class Evening:
    """A table that makes one check after another, each person as often as they like."""

    def __init__(self, seed: int, strength: int, options: dict[str, str], a: Person, b: Person) -> None:
        people = {"a": a, "b": b, "npc": make_npc(), "curse": make_curse()}
        self.play = change(meet(0, options, **people), relations=relate("a", "b", strength))
        self.rng = Random(seed)
        self.dice = SeededDice(self.rng)

    def rest(self) -> None:
        """Let another interlude begin."""
        people = self.play.state.people
        rested = {name: msgspec.structs.replace(person, checked=False) for name, person in people.items()}
        change(self.play, people=rested)

    def ask(self, command: Command) -> list[Event]:
        """Let the game decide a command, and return what happened."""
        work = work_on(self.play, self.dice)
        decide(work, command)
        self.play.state, self.play.table = work.state, work.table
        return [one.event for one in work.recorded]

    def answer(self) -> Command:
        """Return an answer to what is asked now."""
        pending = self.play.pending[0]
        chosen = self.rng.choice(pending.options)
        if pending.kind == "sublimate":
            return SublimateTrait(character=pending.whom, trait=chosen)
        if pending.kind == "passive_win":
            return _take(pending.whom, chosen)
        return AnswerWindow(character=pending.whom, use=chosen)

    def settle(self, command: Command) -> Iterator[Event]:
        """Do something and answer all that is asked for it."""
        yield from self.ask(command)
        while self.play.pending:
            yield from self.ask(self.answer())


def _take(whom: str, chosen: str) -> TakeWin:
    if chosen == "raise":
        return TakeWin(character=whom, choice="raise")
    return TakeWin(character=whom, choice="lower" if chosen == "lower" else "vigour")


def strength(state: State, one: str, other: str) -> int:
    """Return the strength of two people's relation."""
    relation = state.relations.get(pair(one, other))
    return 0 if relation is None else relation.strength


def demand(state: State, who: str, new: int, reading: str) -> int:
    """Return how many traits somebody has to sublimate at a new strength, in the rule's own words."""
    traits = state.people[who].traits.values()
    gone = sum(trait.sublimated for trait in traits)
    if gone >= new or gone == len(traits):
        return 0
    return 1 if reading == "one" else min(new, len(traits)) - gone


def check_passive(before: State, after: State, taken: WinTaken, reading: str) -> None:
    """Assert that a passive win changed what it may."""
    one, other = taken.character, taken.target
    change_of = {"raise": 1, "lower": -1, "vigour": 0}[taken.choice]
    held = strength(before, one, other)
    assert strength(after, one, other) == held + change_of
    counts = [before.people[who].sublimated for who in (one, other) if before.people[who].traits]
    if taken.choice == "raise" and counts:
        assert (min(counts) if reading == "each" else sum(counts)) >= held + 1


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32), st.integers(0, 3), readings, people, people, checks)
def test_a_strength_stays_within_three_and_a_success_sublimates_what_the_rule_demands(
    seed: int,
    start: int,
    options: dict[str, str],
    a: Person,
    b: Person,
    wanted: list[tuple[tuple[str, str], RelationType, Ability]],
) -> None:
    evening = Evening(seed, start, options, a, b)
    for (character, target), kind, second in wanted:
        evening.rest()
        before: State = evening.play.state
        command = RelationCheck(character=character, target=target, check=kind, second=second)
        events = list(evening.settle(command))
        after: State = evening.play.state

        assert all(0 <= relation.strength <= 3 for relation in after.relations.values())
        assert all(0 <= person.vigour <= 3 for person in after.people.values())
        decided = [event for event in events if isinstance(event, RelationCheckDecided)]
        assert len(decided) == 1
        sublimated = [event.character for event in events if isinstance(event, Sublimated)]
        held = strength(before, character, target)
        if decided[0].winner == "active":
            new = min(held + 1, 3)
            assert strength(after, character, target) == new
            owed = {
                who: demand(before, who, new, options["sublimate_count"]) if held < 3 else 0 for who in WHO
            }
            for who in WHO:
                assert sublimated.count(who) == (owed[who] if who in (character, target) else 0)
                assert after.people[who].sublimated == before.people[who].sublimated + sublimated.count(who)
            continue
        assert not sublimated
        taken = [event for event in events if isinstance(event, WinTaken)]
        gains = [event for event in events if isinstance(event, VigourGained)]
        assert len(gains) == sum(win.choice == "vigour" for win in taken)
        assert len(taken) == (decided[0].winner == "passive")
        for win in taken:
            check_passive(before, after, win, options["passive_raise"])
        if not taken:
            assert strength(after, character, target) == held
