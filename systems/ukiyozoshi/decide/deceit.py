"""Skills that somebody else may see through: 掏り and 偽証 against 知覚."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.checks import PickPocket, TellLie
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check, verify_check
from tenmatsu.systems.ukiyozoshi.decide.skills import (
    PERCEIVE,
    specify_skill,
    start_named,
    verify_two,
)
from tenmatsu.systems.ukiyozoshi.decide.work import Work, refuse
from tenmatsu.systems.ukiyozoshi.events.checks import LieTold, PocketPicked
from tenmatsu.systems.ukiyozoshi.state import Check, Figure


def pick_pocket(work: Work, command: PickPocket) -> None:
    """Pick a pocket; its total is the difficulty of the victim's 知覚 (掏り)."""
    verify_two(work, command.character, command.target)
    start_named(work, command)


@continue_with("picked")
def _notice_pick(work: Work, check: Check) -> None:
    start_check(
        work,
        CheckSpec(
            character=str(check.data.get("target", "")),
            roll="notice",
            skill=PERCEIVE,
            difficulty=check.total,
            then="pick_noticed",
            ask=True,
            data={"thief": check.character, "taken": int(bool(check.success))},
        ),
    )


@continue_with("pick_noticed")
def _finish_pick(work: Work, check: Check) -> None:
    work.record(
        PocketPicked(
            character=str(check.data.get("thief", "")),
            target=check.character,
            taken=bool(check.data.get("taken")),
            noticed=bool(check.success),
        )
    )


def tell_lie(work: Work, command: TellLie) -> None:
    """Tell a lie; its total and half the level of 弁舌 is the difficulty of 知覚 (偽証, 弁舌)."""
    verify_two(work, command.character, command.listener)
    if command.bought:
        refuse(work, "nothing_to_buy")
    spec = specify_skill(command, "偽証", None, roll="lie", then="lied", data={"listener": command.listener})
    verify_check(work, spec)
    start_check(work, spec)


@continue_with("lied")
def _hear_lie(work: Work, check: Check) -> None:
    figure = work.state.characters.get(check.character) or Figure()
    eloquence = figure.skills.get("弁舌", 0) // 2
    start_check(
        work,
        CheckSpec(
            character=str(check.data.get("listener", "")),
            roll="see_through",
            skill=PERCEIVE,
            difficulty=check.total,
            then="lie_heard",
            ask=True,
            data={"liar": check.character},
            circumstances=(Circumstance("eloquence", eloquence),) if eloquence else (),
        ),
    )


@continue_with("lie_heard")
def _finish_lie(work: Work, check: Check) -> None:
    work.record(
        LieTold(
            character=str(check.data.get("liar", "")),
            listener=check.character,
            difficulty=check.difficulty or 0,
            believed=not check.success,
        )
    )
