"""
What the game asks of somebody, and what follows the answer.

A part opens a choice with `open_choice`, naming the step that follows; the step is registered with
`continue_with`. A window (several are asked in turn) goes by its kind: `answer_with`. The handler checks
everything before the step runs, so that a step may roll at once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.windows import PASS, Window, check_answer, open_window, pass_window, renew_top
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.work import Work, refuse
from tenmatsu.systems.runequest.events.choosing import ChoiceOpened, Chosen, WindowAnswered, WindowOpened
from tenmatsu.systems.runequest.state import Choice, ChoiceKind, Data, WindowKind

Step = Callable[[Work, Choice, Choose], None]
"""What follows a choice; it is closed already."""
Answer = Callable[[Work, Window, Choose], None]
"""What an answer in a window does; the window is renewed already."""
Check = Callable[[Work, Choice, Choose], None]
"""What refuses an answer that is among the options and does not fit all the same (target, amount)."""

CONTINUATIONS: dict[str, Step] = {}
CHECKS: dict[str, Check] = {}
ANSWERS: dict[str, Answer] = {}


def continue_with(name: str, check: Check | None = None) -> Callable[[Step], Step]:
    """Register the step that follows choices whose `then` is this name."""

    def register(step: Step) -> Step:
        CONTINUATIONS[name] = step
        if check is not None:
            CHECKS[name] = check
        return step

    return register


def answer_with(kind: WindowKind) -> Callable[[Answer], Answer]:
    """Register what an answer other than passing does in windows of a kind."""

    def register(answer: Answer) -> Answer:
        ANSWERS[kind] = answer
        return answer

    return register


def open_choice(
    work: Work, kind: ChoiceKind, whom: str, options: Sequence[str], then: str, data: Data | None = None
) -> None:
    """Give somebody a choice; nothing goes on by itself until it is answered."""
    choice = Choice(kind=kind, whom=whom, options=tuple(options), then=then, data=data or {})
    work.record(ChoiceOpened(choice=choice))


def ask_several(work: Work, kind: WindowKind, options: Mapping[str, Sequence[str]]) -> bool:
    """Open a moment of answering; return whether anybody can do anything in it."""
    window = open_window(kind, options)
    if window is not None:
        work.record(WindowOpened(window=window))
    return window is not None


def choose(work: Work, command: Choose) -> None:
    """Answer the newest window, else the first choice."""
    if work.state.windows:
        _answer(work, command)
        return
    choice = work.state.choices[0] if work.state.choices else None
    if choice is None:
        refuse(work, "nothing_asked", character=command.character)
    if choice.whom != command.character and not (choice.whom == "@gm" and work.is_gm):
        refuse(work, "not_asked", character=command.character, whose=choice.whom)
    if command.use not in choice.options:
        refuse(work, "no_such_option", use=command.use, options=choice.options)
    check = CHECKS.get(choice.then)
    if check is not None:
        check(work, choice, command)
    work.record(
        Chosen(
            character=command.character,
            kind=choice.kind,
            use=command.use,
            target=command.target,
            amount=command.amount,
        )
    )
    step = CONTINUATIONS.get(choice.then)
    if step is not None:
        step(work, choice, command)


def _answer(work: Work, command: Choose) -> None:
    """Answer in a window: whoever did something is not asked again in it."""
    window = check_answer(work.state.windows, command.character, command.use)
    windows = renew_top(work.state.windows, pass_window(window))
    work.record(
        WindowAnswered(character=command.character, kind=window.kind, use=command.use, windows=windows)
    )
    answer = ANSWERS.get(window.kind)
    if answer is not None and command.use != PASS:
        answer(work, window, command)


CHOICE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {Choose: choose}
"""By command class."""
