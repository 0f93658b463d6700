"""Whatever is tried: by others no ability falls below 0, by spending none below 1; nothing is lost unseen."""

from random import Random

import msgspec
from autoplay import SeededDice
from bloodberries import TABLES, begin, change, make_curse, make_npc, relate
from bloodties import make_quiet, own
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import work_on

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands import curses as c
from tenmatsu.systems.bloodberry.commands import feats as f
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.decide import decide
from tenmatsu.systems.bloodberry.events.curses import AbilityLost
from tenmatsu.systems.bloodberry.people import Ability, CurseType, Person
from tenmatsu.systems.bloodberry.state import State

WHO = ("a", "b", "f", "n", "it")
ABILITIES: tuple[Ability, ...] = ("passion", "grace", "maturity")
CURSES: tuple[CurseType, ...] = ("doubt", "malice", "unease")
FEATS = tuple(feat for feats in (*TABLES.classes.values(), *TABLES.species.values()) for feat in feats)

who, ability, curse = st.sampled_from(WHO), st.sampled_from(ABILITIES), st.sampled_from(CURSES)
few = st.integers(-1, 4)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(c.CallCurse, character=who, check=curse, difficulty=st.integers(0, 3)),
    st.builds(c.CallCurse, character=who, check=curse, curse=st.sampled_from(("it", "a"))),
    st.builds(c.LoseAbility, character=who, ability=ability, amount=few, by=who),
    st.builds(c.HealAbility, character=who, ability=ability, amount=few),
    st.builds(f.GiveAnswer, character=who, target=who),
    st.builds(f.StopTime, character=who, hours=few),
    st.builds(f.Dominate, character=who, target=who),
    st.builds(f.TakeIn, character=who, target=who, ability=ability),
    st.builds(f.Bless, character=who, target=who, ability=ability),
    st.builds(f.Exorcise, character=who, target=who, check=curse),
)

ANSWERS: dict[str, type[Command]] = {
    "bloodberry.take_over": c.AnswerTakeOver,
    "bloodberry.answer_dominate": f.AnswerDominate,
    "bloodberry.answer_fairy_curse": f.AnswerFairyCurse,
}


def make_gifted(numbers: tuple[int, int, int, int], traits: list[str]) -> Person:
    """Return somebody with these abilities and this vigour, these traits, and every feat."""
    passion, grace, maturity, vigour = numbers
    return make_quiet(
        passion=passion, grace=grace, maturity=maturity, vigour=vigour, traits=own(*traits), feats=FEATS
    )


people = st.builds(
    make_gifted,
    st.tuples(*[st.integers(1, 4)] * 3, st.integers(0, 3)),
    st.lists(st.sampled_from(tuple(TABLES.traits)), max_size=3, unique=True),
)


def begin_among(a: Person, b: Person, floor: str) -> State:
    """Return the ending of a table of five, all of whom may use every feat."""
    known = {
        "a": a,
        "b": b,
        "f": make_quiet(fairy=True, feats=FEATS, vigour=2),
        "n": make_npc(),
        "it": make_curse(),
    }
    related = {**relate("a", "it", 2), **relate("b", "it", 3), **relate("a", "f", 3)}
    play = begin({"take_over_floor": floor})
    state: State = change(play, people=known, relations=related, ending=True).state
    return state


def answer(state: State, rng: Random) -> Command | None:
    """Return some answer to what is asked, if anything is."""
    if not (pending := SYSTEM.pending(state)):
        return None
    asked = pending[0]
    choice = rng.choice(asked.options)
    command = ANSWERS.get(asked.command)
    if command is None:
        return AnswerWindow(character=asked.whom, use=choice)
    return msgspec.convert({"type": asked.command, "character": asked.whom, "choice": choice}, command)


def check_step(before: State, after: State, events: list[object]) -> None:
    """Assert the law of one command."""
    for event in events:
        if isinstance(event, AbilityLost):
            assert event.amount > 0
            assert event.now >= (1 if event.why == "spent" else 0)
    for name, person in after.people.items():
        for one in ABILITIES:
            assert person.ability(one) >= 0
            if person.ability(one) < before.people[name].ability(one):
                assert any(isinstance(event, AbilityLost) and event.character == name for event in events)
        assert person.out == any(person.ability(one) == 0 for one in ABILITIES)
        assert 0 <= person.vigour <= 3


@settings(max_examples=60, deadline=None)
@given(
    a=people,
    b=people,
    floor=st.sampled_from(("zero", "one")),
    asked=st.lists(commands, min_size=1, max_size=12),
    seed=st.integers(0, 2**32),
)
def test_abilities_stay_at_0_or_above_by_others_and_at_1_by_spending(
    a: Person, b: Person, floor: str, asked: list[Command], seed: int
) -> None:
    play = begin({"take_over_floor": floor}).given_state(begin_among(a, b, floor))
    rng, queue = Random(seed), list(asked)
    while queue or SYSTEM.pending(play.state):
        command = answer(play.state, rng) or queue.pop(0)
        work = work_on(play, SeededDice(rng))
        try:
            decide(work, command)
        except RuleViolation:
            continue
        check_step(play.state, work.state, [one.event for one in work.recorded])
        play.given_state(work.state)
