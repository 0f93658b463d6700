"""Step two of an attack: the hit roll (命中判定), with 馬術 for riders, or opposed for a hold."""

from tenmatsu.systems.ukiyozoshi.decide.aiming import JUJUTSU, specify_hit, specify_riding
from tenmatsu.systems.ukiyozoshi.decide.budget import find_turn
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check
from tenmatsu.systems.ukiyozoshi.decide.contests import contest_with, start_contest
from tenmatsu.systems.ukiyozoshi.decide.exchange import advance, find_blow
from tenmatsu.systems.ukiyozoshi.decide.work import Work
from tenmatsu.systems.ukiyozoshi.events.blows import ChokeSlipped, HitJudged, Which
from tenmatsu.systems.ukiyozoshi.events.checks import ContestDecided
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.state import Check, Contest


def roll_hit(work: Work, which: Which, blow: Blow) -> None:
    """Roll to hit; a rider first rolls 馬術 (乗馬戦闘)."""
    riding = specify_riding(work.state, work.rules, which, blow)
    if riding is not None:
        start_check(work, riding)
    else:
        _roll_blow(work, which, blow)


def _roll_blow(work: Work, which: Which, blow: Blow) -> None:
    spec = specify_hit(work.state, work.rules, which, blow)
    if blow.style == "grapple" and work.rules.options.grapple == "opposed":
        dodge = CheckSpec(character=blow.target, roll="resist", skill="体さばき")
        active = CheckSpec(
            character=blow.striker,
            roll="hit",
            skill=JUJUTSU,
            circumstances=blow.circumstances,
            bought=blow.bought,
            stand=blow.stand,
            selfish=blow.selfish,
            forced=blow.forced,
        )
        start_contest(work, active, dodge, "grappled", {"which": which})
        return
    start_check(work, spec)


@continue_with("rode")
def _finish_riding(work: Work, check: Check) -> None:
    which, blow = find_blow(work, check.data.get("which"))
    if blow is None:
        return
    if check.success:
        _roll_blow(work, which, blow)
    else:
        _judge(work, which, blow, total=0, margin=-1, hit=False)


@continue_with("hit")
def _finish_hit(work: Work, check: Check) -> None:
    which, blow = find_blow(work, check.data.get("which"))
    if blow is not None:
        margin = -1 if check.margin is None else check.margin
        _judge(work, which, blow, total=check.total or 0, margin=margin, hit=bool(check.success))


@contest_with("grappled")
def _finish_grapple(work: Work, contest: Contest, decided: ContestDecided) -> None:
    which, blow = find_blow(work, contest.data.get("which"))
    if blow is not None:
        hit = decided.winner == blow.striker
        _judge(work, which, blow, total=contest.active.total or 0, margin=decided.lead, hit=hit)


def _judge(work: Work, which: Which, blow: Blow, *, total: int, margin: int, hit: bool) -> None:
    first = not find_turn(work.state, blow.striker).first_blow
    work.record(
        HitJudged(
            which=which,
            striker=blow.striker,
            target=blow.target,
            weapon=blow.weapon,
            total=total,
            margin=margin,
            hit=hit,
            first=first,
        )
    )
    if blow.style == "choke" and not hit:
        work.record(ChokeSlipped(character=blow.striker, target=blow.target))
    advance(work)
