"""
Judges (ジャッジ): one mechanism for every roll of dice of which the 5 and 6 are counted.

A handler that needs a judge builds it and calls `start_judge` as the last thing that it does. It records
that the judge has begun; what people may do before and after the dice, and the dice themselves, come by
themselves once the command is decided (`resume_judge` in `course.py`, called behind every handler). What
follows stands in a function of its own, registered under a name and named by the judge:

    @continue_with("entered")
    def _enter(work: Work, judge: Judge) -> None:
        if judge.winner == "active":
            work.record(Entered(character=str(judge.data["character"])))

    def enter(work: Work, command: Enter) -> None:
        start_judge(work, specify_entrance(work.state, work.rules, command), command.use)

The step gets the judge with both sides as they came out (`achievement`, `faces`, `given_up`) and `winner`:
`active`, `passive`, or nothing where nobody succeeds. A judge whose result is void (`cancelled`,
忠告バスター) has no winner, and its step must do nothing but tidy up. A step may start the next judge; it
must not refuse.
Readings (`active_short`, `passive_strength`, `passive_gives_up`) are in `winner` already.

`winner` of a relation check needs `difficulty`, the strength to reach; of a basic judge, the difficulty.
An embodied curse's number or a card's is a side with `fixed`; a side that nobody stands for has
`character=""` and so many dice in `reasons`.

The exact chances of a command that starts a judge come from the judge as it would start:

    @foresee(Enter)
    def specify_entrance(state: State, rules: Rulebook, command: Enter) -> Judge: ...
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.engine.windows import PASS
from tenmatsu.systems.bloodberry.decide.windows import list_uses
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, refuse
from tenmatsu.systems.bloodberry.events.judging import JudgeBegun
from tenmatsu.systems.bloodberry.judges import Judge, Side
from tenmatsu.systems.bloodberry.state import State

Step = Callable[[Work, Judge], None]
"""What follows a judge."""
CONTINUATIONS: dict[str, Step] = {}
"""By the name that `Judge.then` gives."""
FORESEEN: dict[type[Command], Callable[[State, Rulebook, Any], Judge]] = {}
"""The judge that a command would start, for its exact chances."""


def continue_with(name: str) -> Callable[[Step], Step]:
    """Register a function as the step `name`."""

    def register(step: Step) -> Step:
        CONTINUATIONS[name] = step
        return step

    return register


def foresee(
    command: type[Command],
) -> Callable[[Callable[[State, Rulebook, Any], Judge]], Callable[[State, Rulebook, Any], Judge]]:
    """Register a function as what says which judge a command would start."""

    def register(specify: Callable[[State, Rulebook, Any], Judge]) -> Callable[[State, Rulebook, Any], Judge]:
        FORESEEN[command] = specify
        return specify

    return register


def make_side(
    character: str,
    first: str,
    second: str,
    reasons: Mapping[str, int] | None = None,
    *,
    plus: int = 0,
    fixed: int | None = None,
    given_up: bool = False,
) -> Side:
    """Return a side with its two standards; `reasons` are dice added or taken off, by label."""
    counted = {label: dice for label, dice in (reasons or {}).items() if dice}
    return Side(
        character=character,
        first=first,
        second=second,
        reasons=counted,
        bonus=sum(counted.values()),
        plus=plus,
        fixed=fixed,
        given_up=given_up,
    )


def add_dice(side: Side, label: str, dice: int) -> Side:
    """Return the side with dice added, or taken off."""
    reasons = {**side.reasons, label: side.reasons.get(label, 0) + dice}
    return msgspec.structs.replace(side, reasons=reasons, bonus=side.bonus + dice)


def count_dice(state: State, side: Side) -> int:
    """Return how many dice a side rolls: its two standards and what changes them, never below 0."""
    person = state.people.get(side.character)
    base = 0 if person is None else person.ability(side.first) + person.ability(side.second)
    return max(0, base + side.bonus)


def start_judge(work: Work, judge: Judge, use: Sequence[str] = ()) -> None:
    """
    Begin a judge.

    `use` is what the active side (of a judge with one side, this one) does before the dice without being
    asked: `help:指輪`, `effect:片思い`, `give_up`; or `pass` for nothing. They are not asked then.
    """
    if work.state.judge is not None:
        refuse(work, "judge_open")
    side = judge.active or judge.passive
    if use and side is not None:
        judge = msgspec.structs.replace(judge, planned={**judge.planned, side.character: tuple(use)})
        check_plan(work, judge, side.character)
    work.record(JudgeBegun(judge=judge))


def check_plan(work: Work, judge: Judge, character: str) -> None:
    """Refuse announced uses that are not allowed before the dice of this judge."""
    options = (*list_uses(work.state, work.rules, open_judge(judge), character), PASS)
    uses = judge.planned.get(character, ())
    for use in uses:
        if use not in options or uses.count(use) > 1:
            shown = ", ".join(options)
            refuse(work, "use_not_allowed", character=character, use=use, options=shown)


def open_judge(judge: Judge) -> Judge:
    """Return the judge as one in which the sides are asked in any case."""
    return msgspec.structs.replace(judge, open=True)
