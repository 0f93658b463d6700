"""
The course of a judge: before the dice, the dice, after them, the result, what follows.

It goes on behind every command as far as nobody is asked. Of what waits, an announced effect that may be
answered comes first, then choices of one person, then the moments of answering of the judge.
"""

import msgspec

from tenmatsu.engine.windows import PASS, Window, open_window, renew_window
from tenmatsu.systems.bloodberry.decide.effects import announce_effect, cancel_effect, work_effect
from tenmatsu.systems.bloodberry.decide.fairies import list_cursable, offer_fairy_curse
from tenmatsu.systems.bloodberry.decide.judging import CONTINUATIONS, add_dice
from tenmatsu.systems.bloodberry.decide.rerolls import reroll, roll_side
from tenmatsu.systems.bloodberry.decide.settling import PLACES, find_winner, is_tied, needs_roll
from tenmatsu.systems.bloodberry.decide.windows import ANSWER, WINDOWS, list_options
from tenmatsu.systems.bloodberry.decide.work import Work
from tenmatsu.systems.bloodberry.events.judging import (
    GaveUp,
    JudgeClosed,
    JudgeDecided,
    Passed,
    ResultShown,
    SuccessRefused,
    TraitHelped,
    WindowOpened,
    WindowRenewed,
)
from tenmatsu.systems.bloodberry.judges import JUDGE_WINDOWS, Judge


def resume_judge(work: Work) -> None:
    """Go on with announced effects and the judge as far as nobody is asked."""
    while _go_on(work):
        pass


def _go_on(work: Work) -> bool:
    """Take one step; return whether there may be another."""
    state = work.state
    top = state.windows[-1] if state.windows else None
    if top is not None and top.kind not in JUDGE_WINDOWS:
        return False
    if state.effects:
        work_effect(work)
        return True
    if state.choices or state.judge is None:
        return False
    if top is not None:
        return _renew(work, state.judge, top)
    if not state.judge.asked and _ask(work, state.judge):
        return True
    _advance(work, state.judge)
    return True


def _ask(work: Work, judge: Judge) -> bool:
    """Open the moment of answering of the judge's stage; return whether anybody can do anything."""
    window = open_window(WINDOWS[judge.stage], list_options(work.state, work.rules, judge))
    if window is not None:
        work.record(WindowOpened(window=window))
    return window is not None


def _renew(work: Work, judge: Judge, window: Window) -> bool:
    """Take out of a window what is possible no longer, and do what was announced; return whether it did."""
    renewed = renew_window(window, list_options(work.state, work.rules, judge))
    if renewed != window:
        work.record(WindowRenewed(window=renewed))
        return True
    plan = judge.planned.get(window.now) if judge.stage == "before" else None
    if plan is None:
        return False
    use = plan[0] if plan and window.allows(window.now, plan[0]) else PASS
    use_option(work, window, window.now, use, "")
    return True


def _advance(work: Work, judge: Judge) -> None:
    """Go on to the judge's next stage."""
    if judge.stage == "before":
        rolling = [of for of in PLACES if needs_roll(judge, work.rules, of)]
        for of in rolling:
            roll_side(work, of)
        if not rolling:
            conclude_judge(work)
    elif judge.stage == "dice" and list_options(
        work.state, work.rules, msgspec.structs.replace(judge, stage="result")
    ):
        work.record(ResultShown(winner=find_winner(judge, work.rules)))
    else:
        conclude_judge(work)


def conclude_judge(work: Work) -> None:
    """Record how the judge ended, and take the step that follows."""
    judge = work.state.judge
    if judge is None:
        return
    judge = msgspec.structs.replace(judge, winner=find_winner(judge, work.rules))
    step = CONTINUATIONS.get(judge.then)
    if step is None:
        work.record(_tell(work, judge))
    else:
        work.record(JudgeClosed(winner=judge.winner, cancelled=judge.cancelled))
        step(work, judge)


def _tell(work: Work, judge: Judge) -> JudgeDecided:
    """Return the result of a judge that no step of its own tells."""
    one, other = (judge.active, judge.passive) if judge.active is not None else (judge.passive, None)
    tied = is_tied(judge)
    second = tied and judge.winner == "passive" and work.rules.options.tie == "second"
    return JudgeDecided(
        character="" if one is None else one.character,
        opponent="" if other is None else other.character,
        kind=judge.kind,
        achievement=0 if one is None else one.achievement,
        against=judge.difficulty if other is None else other.achievement,
        winner=judge.winner,
        tied=tied,
        second=one.character if second and one is not None else "",
        cancelled=judge.cancelled,
    )


def use_option(work: Work, window: Window, character: str, option: str, target: str) -> None:
    """Do what somebody answered; it is allowed by the window."""
    use, _, trait = option.partition(":")
    judge = work.state.judge
    of = "" if judge is None else judge.place_of(character)
    side = None if judge is None else judge.side(of)
    if option == PASS:
        work.record(Passed(character=character, kind=window.kind))
    elif window.kind == ANSWER:
        cancel_effect(work, character, trait)
    elif use == "effect":
        announce_effect(work, character, trait, target)
    elif use == "fairy_curse":
        offer_fairy_curse(work, character, target or list_cursable(work.state, work.rules, character)[0])
    elif not of or side is None:
        return
    elif use == "help":
        work.record(TraitHelped(character=character, trait=trait, of=of, side=add_dice(side, trait, 1)))
    elif use == "give_up":
        work.record(GaveUp(character=character, of=of))
    elif use == "reroll":
        reroll(work, of, "vigour")
    elif use == "wish":
        reroll(work, of, "wish")
    elif use == "fail":
        work.record(SuccessRefused(character=character, of=of))
