"""Opposed rolls (対抗ロール): two checks measured against each other, with 活劇点 for who loses."""

from collections.abc import Callable

import msgspec

from tenmatsu.systems.ukiyozoshi.decide.checks import (
    CheckSpec,
    ask_before,
    buy_check,
    continue_with,
    has_chance,
    list_choices,
    measure_best,
    prepare_check,
    roll_check,
)
from tenmatsu.systems.ukiyozoshi.decide.points import may_buy_before, price_choices
from tenmatsu.systems.ukiyozoshi.decide.work import Work
from tenmatsu.systems.ukiyozoshi.events.checks import (
    ContestBegun,
    ContestDecided,
    ContestHung,
    ContestTied,
)
from tenmatsu.systems.ukiyozoshi.state import Check, Contest, Data, Figure

_replace = msgspec.structs.replace

ContestStep = Callable[[Work, Contest, ContestDecided], None]
"""What a decided opposed roll leads to."""
CONTEST_STEPS: dict[str, ContestStep] = {}
"""By the name given to `start_contest`."""


def contest_with(name: str) -> Callable[[ContestStep], ContestStep]:
    """Register a function as the step after an opposed roll."""

    def register(step: ContestStep) -> ContestStep:
        CONTEST_STEPS[name] = step
        return step

    return register


def start_contest(work: Work, active: CheckSpec, resisting: CheckSpec, then: str, data: Data) -> None:
    """Begin an opposed roll; `active` rolls first and, level, loses to `resisting` (option `opposed_tie`)."""
    sides = {
        side: _replace(prepare_check(work.state, work.rules, spec), contest=side, then="contest")
        for side, spec in (("active", active), ("resisting", resisting))
    }
    contest = Contest(active=sides["active"], resisting=sides["resisting"], then=then, data=data)
    work.record(ContestBegun(contest=contest))
    figure = work.state.characters.get(active.character) or Figure()
    if active.bought and may_buy_before(figure, work.rules) and has_chance(work.rules, contest.active):
        buy_check(work, contest.active, selfish=active.selfish, forced=active.forced)
    elif active.ask:
        _ask_or_roll(work, contest.active)
    else:
        roll_check(work, contest.active)


@continue_with("contest")
def _advance(work: Work, _: Check) -> None:
    """Roll the side that has not rolled yet, or judge."""
    contest = work.state.contest
    if contest is None:
        return
    if not _is_settled(contest.active):
        roll_check(work, contest.active)
    elif not _is_settled(contest.resisting):
        _ask_or_roll(work, contest.resisting)
    else:
        _judge(work, contest)


def _is_settled(check: Check) -> bool:
    return bool(check.faces or check.bought)


def _ask_or_roll(work: Work, check: Check) -> None:
    figure = work.state.characters.get(check.character) or Figure()
    if may_buy_before(figure, work.rules) and has_chance(work.rules, check):
        ask_before(work, check)
    else:
        roll_check(work, check)


def _measure(check: Check) -> int:
    """Return what is compared: the margin where there is a difficulty, else the total."""
    value = check.total if check.difficulty is None else check.margin
    return 0 if value is None else value


def _judge(work: Work, contest: Contest) -> None:
    winner, loser, lead = _compare(work, contest)
    if winner is None or loser is None:
        _roll_again(work, contest)
        return
    if not winner.bought and _hang(work, contest, loser, _find_needed(work, loser, winner)):
        return
    if winner.success is False and _hang(work, contest, winner, winner.difficulty or 0):
        return
    decided = ContestDecided(
        winner=winner.character,
        loser=loser.character,
        lead=lead,
        success=winner.success is not False,
    )
    work.record(decided)
    step = CONTEST_STEPS.get(contest.then)
    if step is not None:
        step(work, contest, decided)


def _compare(work: Work, contest: Contest) -> tuple[Check | None, Check | None, int]:
    """Return winner, loser and by how much; nobody where equal totals are rolled again."""
    active, resisting = contest.active, contest.resisting
    if active.bought and not resisting.bought:
        return active, resisting, max(0, _measure(active) - _measure(resisting))
    if resisting.bought:  # both bought: who resists holds
        return resisting, active, max(0, _measure(resisting) - _measure(active))
    lead = _measure(active) - _measure(resisting)
    if lead > 0:
        return active, resisting, lead
    if lead == 0 and work.rules.options.opposed_tie == "again":
        return None, None, 0
    return resisting, active, -lead


def _find_needed(work: Work, loser: Check, winner: Check) -> int:
    """Return the total with which the loser would just win."""
    beats = loser.contest == "active" or work.rules.options.opposed_tie == "again"
    needed = _measure(winner) + (1 if beats else 0)
    return needed if loser.difficulty is None else loser.difficulty + max(0, needed)


def _hang(work: Work, contest: Contest, check: Check, needed: int) -> bool:
    """Open the choice of whom the roll went against, if they have one."""
    figure = work.state.characters.get(check.character) or Figure()
    choices = list_choices(figure, work.rules, check, chance=measure_best(work.rules, check) >= needed)
    if not choices:
        return False
    prices = price_choices(work.rules)
    hanging = _replace(check, choices=choices, prices=prices, data={**check.data, "needed": needed})
    work.record(ContestHung(character=check.character, check=hanging))
    return True


def _roll_again(work: Work, contest: Contest) -> None:
    again = _replace(
        contest,
        active=_clear(contest.active),
        resisting=_clear(contest.resisting),
        rounds=contest.rounds + 1,
    )
    work.record(ContestTied(contest=again))
    roll_check(work, again.active)


def _clear(check: Check) -> Check:
    return _replace(check, faces=(), kept=(), total=None, margin=None, success=None, gained=False)
