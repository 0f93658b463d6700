"""Whatever is answered in a judge: it ends, dice are as the rules count them, effects are used once."""

from random import Random
from typing import Any

from autoplay import SeededDice
from bloodberries import TABLES, begin, change, make_npc
from bloodties import make_quiet
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, work_on

from tenmatsu.engine.contract import Command, Event
from tenmatsu.engine.windows import PASS
from tenmatsu.events.table import Rolled
from tenmatsu.systems.bloodberry.commands.curses import AnswerTakeOver, CallCurse
from tenmatsu.systems.bloodberry.commands.feats import AnswerFairyCurse
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow, Oppose, RollJudge
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck, SublimateTrait, TakeWin
from tenmatsu.systems.bloodberry.decide import decide
from tenmatsu.systems.bloodberry.events.judging import (
    EffectCancelled,
    EffectUsed,
    EffectWorked,
    JudgeClosed,
    JudgeDecided,
    JudgeRolled,
    Passed,
    Rerolled,
    TraitHelped,
)
from tenmatsu.systems.bloodberry.evolve import evolve
from tenmatsu.systems.bloodberry.people import Ability, Person, RelationType, Trait
from tenmatsu.systems.bloodberry.staging import Scene

TRAITS = tuple(TABLES.traits)
FEATS = ("明日への願い", "妖精の呪い")
MOST = 200
"""Answers after which a judge counts as endless: the fairy may ask again and again, but not for ever."""


def make_some(
    traits: list[tuple[str, bool, bool]], values: tuple[int, int, int], vigour: int, feats: list[str]
) -> Person:
    """Return somebody with traits (name, whether used, whether it helped), all sublimated."""
    held = {name: Trait(sublimated=True, used=used, helped=helped) for name, used, helped in traits}
    passion, grace, maturity = values
    return make_quiet(
        traits=held, passion=passion, grace=grace, maturity=maturity, vigour=vigour, feats=tuple(feats)
    )


people = st.builds(
    make_some,
    st.lists(
        st.tuples(st.sampled_from(TRAITS), st.booleans(), st.booleans()),
        max_size=6,
        unique_by=lambda one: one[0],
    ),
    st.tuples(*[st.integers(1, 4)] * 3),
    st.integers(0, 3),
    st.lists(st.sampled_from(FEATS), unique=True),
)
SECOND: dict[RelationType, Ability] = {"inquiry": "grace", "banter": "maturity", "allure": "passion"}
COMMANDS: tuple[Command, ...] = (
    *(RelationCheck(character="a", target="b", check=kind, second=second) for kind, second in SECOND.items()),
    CallCurse(character="b", check="unease", difficulty=1),
    CallCurse(character="b", check="malice", difficulty=2),
    RollJudge(character="a", first="passion", second="passion", difficulty=2),
    RollJudge(character="a", first="grace", second="maturity", difficulty=1, open=True),
    Oppose(character="a", opponent="b", first="grace", second="passion"),
    Oppose(character="b", opponent="npc", first="passion", second="passion", open=True),
)
readings = st.fixed_dictionaries(
    {
        "cancelled_effect": st.sampled_from(("used", "unused")),
        "passive_gives_up": st.sampled_from(("strength", "succeeds")),
        "passive_strength": st.sampled_from(("no", "yes")),
        "active_short": st.sampled_from(("nobody", "passive")),
        "tie": st.sampled_from(("fails", "second")),
        "fairy_curse_target": st.sampled_from(("asked", "fairy")),
    }
)


def answer(play: Play, rng: Random, eager: float) -> Command:
    """Return an answer to what is asked now: passing, or one of the other options as often as said."""
    asked = play.pending[0]
    others = [option for option in asked.options if option != PASS]
    option: Any = rng.choice(others) if others and rng.random() < eager else asked.options[-1]
    match asked.kind:
        case "sublimate":
            return SublimateTrait(character=asked.whom, trait=option)
        case "passive_win":
            return TakeWin(character=asked.whom, choice="vigour")
        case "take_over":
            return AnswerTakeOver(character=asked.whom, choice="pass")
        case "fairy_curse" | "fairy_pick":
            return AnswerFairyCurse(character=asked.whom, choice=option)
        case _:
            return AnswerWindow(character=asked.whom, use=option)


def settle(play: Play, command: Command, rng: Random, eager: float) -> list[Event]:
    """Do something, answer all that is asked for it, and return what happened."""
    dice, told = SeededDice(rng), list[Event]()
    for count in range(MOST):
        work = work_on(play, dice)
        decide(work, command)
        play.state, play.table = work.state, work.table
        told += [one.event for one in work.recorded]
        if not play.pending:
            return told
        command = answer(play, rng, 0 if count > MOST // 2 else eager)
    raise AssertionError(f"still asked: {play.pending}")


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 2**32), readings, people, people, people, st.sampled_from(COMMANDS), st.floats(0, 0.9))
def test_a_judge_ends_its_dice_are_those_of_the_rules_and_its_log_folds_to_the_same(
    seed: int, options: dict[str, str], a: Person, b: Person, c: Person, command: Command, eager: float
) -> None:
    play = begin(options, a=a, b=b, c=c, npc=make_npc(vigour=1))
    change(play, scene=Scene(interlude=True))
    start = state = play.state
    told = settle(play, command, Random(seed), eager)

    for event in told:
        state = evolve(state, event)
    assert state == play.state
    assert (play.state.judge, play.state.windows, play.state.effects) == (None, (), ())
    assert sum(isinstance(event, (JudgeDecided, JudgeClosed)) for event in told) == 1

    rolled = [event for event in told if isinstance(event, JudgeRolled)]
    thrown = [event for event in told if isinstance(event, Rolled)]
    assert [event.faces for event in rolled if event.faces] == [event.faces for event in thrown]
    for event in rolled:
        hits = sum(face in (5, 6) for face in event.faces)
        assert event.achievement == max(0, hits + event.side.plus)
        same = [other for other in rolled if other.of == event.of]
        assert len({len(other.faces) for other in same}) == 1, "a reroll has as many dice"
        person = start.people[event.character]
        standards = person.ability(event.side.first) + person.ability(event.side.second)
        if not any(isinstance(one, Rerolled) for one in told):
            assert len(event.faces) == max(0, standards + sum(event.side.reasons.values()))
    check_effects(told, start.people)
    check_vigour(told, start.people, play)


def check_effects(told: list[Event], before: dict[str, Person]) -> None:
    """Assert that each effect was left, that it worked or was cancelled, and that 忘却 stood."""
    used = [(event.character, event.trait) for event in told if isinstance(event, EffectUsed)]
    cancelled = [(event.character, event.trait) for event in told if isinstance(event, EffectCancelled)]
    worked = [(event.character, event.trait) for event in told if isinstance(event, EffectWorked)]
    assert sorted(used) == sorted(cancelled + worked)
    spent = [(event.by, event.spent) for event in told if isinstance(event, EffectCancelled)]
    assert all(trait == "忘却" for _, trait in spent)
    assert all(trait != "忘却" for _, trait in used)
    assert all(
        by != event.character for event in told if isinstance(event, EffectCancelled) for by in [event.by]
    )
    for character, trait in {*used, *spent}:
        assert not before[character].traits[trait].used
    assert len(set(spent)) == len(spent)
    helped = [(event.character, event.trait) for event in told if isinstance(event, TraitHelped)]
    assert len(set(helped)) == len(helped)
    assert all(not before[character].traits[trait].helped for character, trait in helped)


def check_vigour(told: list[Event], before: dict[str, Person], play: Play) -> None:
    """Assert that rerolls cost what they cost, and that a wish comes once a judge."""
    rerolls = [event for event in told if isinstance(event, Rerolled)]
    for character, person in before.items():
        spent = sum(event.cost for event in rerolls if event.character == character)
        assert 0 <= spent <= person.vigour
        wishes = [event for event in rerolls if event.why == "wish" and event.character == character]
        assert len(wishes) <= 1
        assert play.state.people[character].vigour >= person.vigour - spent


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), people, people, people, st.sampled_from(COMMANDS))
def test_nobody_is_asked_twice_after_passing_and_only_those_who_can_do_something(
    seed: int, a: Person, b: Person, c: Person, command: Command
) -> None:
    play = begin(a=a, b=b, c=c, npc=make_npc())
    change(play, scene=Scene(interlude=True))
    told = settle(play, command, Random(seed), 0.0)

    passed = [(event.character, event.kind) for event in told if isinstance(event, Passed)]
    assert len(set(passed)) == len(passed)
    assert not any(isinstance(event, (EffectUsed, TraitHelped, Rerolled)) for event in told)
