"""Rolling a judge's dice, and again (リロール): the same number of dice, and the new result stands."""

from typing import Literal

import msgspec

from tenmatsu.systems.bloodberry.decide.judging import count_dice
from tenmatsu.systems.bloodberry.decide.settling import find_winner
from tenmatsu.systems.bloodberry.decide.work import Work
from tenmatsu.systems.bloodberry.events.judging import JudgeRolled, Place, Rerolled
from tenmatsu.systems.bloodberry.judges import Judge, Side
from tenmatsu.systems.bloodberry.people import Person

_replace = msgspec.structs.replace


def roll_side(work: Work, of: Place) -> None:
    """Let the dice of one side fall for the first time."""
    judge = work.state.judge
    side = None if judge is None else judge.side(of)
    if judge is not None and side is not None:
        dice = count_dice(work.state, side)
        _record_roll(work, judge, of, _replace(side, dice=dice, faces=_fall(work, judge, side, dice)))


def reroll(work: Work, of: Place, why: Literal["vigour", "wish", "fairy"]) -> None:
    """Set the dice of one side aside and roll as many again; vigour pays for its own way only."""
    judge = work.state.judge
    side = None if judge is None else judge.side(of)
    if judge is None or side is None:
        return
    person = work.state.people.get(side.character) or Person()
    cost = work.rules.tables.vigour.reroll if why == "vigour" else 0
    now = person.vigour - cost if cost else None
    work.record(Rerolled(character=side.character, of=of, why=why, cost=cost, now=now))
    again = _replace(
        side,
        faces=_fall(work, judge, side, side.dice),
        rerolled=side.rerolled + 1,
        wished=side.wished + (why == "wish"),
    )
    _record_roll(work, judge, of, again)


def _fall(work: Work, judge: Judge, side: Side, dice: int) -> tuple[int, ...]:
    """Return the faces of so many dice; without any, nothing is rolled."""
    if not dice:
        return ()
    return work.roll((work.rules.tables.judge.sides,) * dice, by=judge.name_of(side), for_=judge.purpose)


def _record_roll(work: Work, judge: Judge, of: Place, side: Side) -> None:
    alone = judge.active is None or judge.passive is None
    side = _replace(side, hit=work.rules.tables.judge.hit)
    fallen = _replace(judge, active=side) if of == "active" else _replace(judge, passive=side)
    work.record(
        JudgeRolled(
            character=judge.name_of(side),
            of=of,
            side=side,
            purpose=judge.purpose,
            achievement=side.achievement,
            needed=judge.difficulty if alone else None,
            success=bool(find_winner(fallen, work.rules)) if alone else None,
            again=side.rerolled > 0,
            sides=work.rules.tables.judge.sides,
        )
    )
