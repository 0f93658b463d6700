"""Exact chances of judges, against every fall of the dice, and what statistics read."""

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest
from bloodberries import begin, make_curse, make_npc
from bloodjudges import fresh, ready, relate_by
from bloodties import make_quiet, meet, own
from kit import Play, d6

from tenmatsu.engine.contract import Chance, Circumstance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.projections.luck import success_chance
from tenmatsu.systems.bloodberry.chance import OUTCOMES, count_hits, find_chance, foresee_judge
from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.judging import DecideOtherwise, Oppose, RollJudge
from tenmatsu.systems.bloodberry.decide.judging import make_side
from tenmatsu.systems.bloodberry.decide.settling import find_winner
from tenmatsu.systems.bloodberry.events.judging import GaveUp, JudgeRolled
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.verdict import read_verdict

FACES = range(1, 7)


def chance(play: Play, command: Command) -> Chance:
    """Return the chances of a command."""
    return find_chance(play.state, play.rules, command)


def odds(play: Play, command: Command) -> dict[str, tuple[int, int]]:
    """Return the chances of a command by outcome."""
    return {one.outcome: (one.favourable, one.possible) for one in chance(play, command).odds}


def judge(difficulty: int = 1, **values: Any) -> RollJudge:
    """Return a basic judge of `a` with passion and grace."""
    fields: dict[str, Any] = {"character": "a", "first": "passion", "second": "grace", **values}
    return RollJudge(difficulty=difficulty, **fields)


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("hit", [4, 5, 6])
def test_hits_are_counted_over_every_fall_of_the_dice(dice: int, hit: int) -> None:
    fallen = Counter(sum(face >= hit for face in faces) for faces in product(FACES, repeat=dice))

    assert count_hits(dice, hit, 6) == tuple(fallen[n] for n in range(dice + 1))


def test_a_basic_judge_tells_success_and_failure() -> None:
    play = begin(a=make_quiet())

    assert odds(play, judge(2)) == {"succeeds": (6**4 - 4**4 - 4 * 2 * 4**3, 6**4), "fails": (768, 6**4)}
    told = chance(play, judge(2, plus=1, modifier=-1))
    assert (told.needed, told.hits_from) == (1, 5)
    assert told.odds[0] == Odds("succeeds", 6**3 - 4**3, 6**3)
    assert told.circumstances == (Circumstance("modifier", -1),)


@pytest.mark.parametrize(
    "command, won", [(judge(0), True), (judge(1, modifier=-9), False), (judge(5), False)]
)
def test_what_is_certain_is_certain(command: RollJudge, won: bool) -> None:
    (success, _) = chance(begin(a=make_quiet()), command).odds

    assert success.favourable == (success.possible if won else 0)


def test_what_is_announced_counts() -> None:
    play = begin(a=make_quiet(traits=fresh("指輪", "病弱")))

    assert chance(play, judge(use=("help:病弱", "effect:指輪"))).circumstances == (
        Circumstance("病弱", 1),
        Circumstance("指輪", 2),
    )
    assert odds(play, judge(use=("effect:指輪",)))["fails"] == (4**6, 6**6)
    assert odds(play, judge(use=("pass",)))["fails"] == (4**4, 6**4)
    assert odds(play, judge(use=("give_up",))) == {"succeeds": (0, 1), "fails": (1, 1)}


def enumerate_outcomes(play: Play, given: Judge, active: int, passive: int) -> Counter[str]:
    """Return how often each side wins, over every fall of the dice."""
    found: Counter[str] = Counter()
    assert given.active is not None
    assert given.passive is not None
    for faces in product(FACES, repeat=active + passive):
        sides = {
            "active": msgspec.structs.replace(given.active, faces=faces[:active]),
            "passive": msgspec.structs.replace(given.passive, faces=faces[active:]),
        }
        found[OUTCOMES[find_winner(msgspec.structs.replace(given, **sides), play.rules)]] += 1
    return found


@pytest.mark.parametrize("active, passive", [(1, 1), (3, 2), (2, 4), (0, 2), (2, 0)])
def test_an_opposed_judge_is_exact_and_ties_go_to_the_passive_side(active: int, passive: int) -> None:
    play = begin()
    given = Judge(
        kind="opposed",
        active=make_side("", "passion", "passion", {"modifier": active}),
        passive=make_side("", "passion", "passion", {"modifier": passive}),
    )
    told = foresee_judge(play.state, play.rules, given)
    counted = enumerate_outcomes(play, given, active, passive)

    assert {one.outcome: one.favourable for one in told.odds} == {
        label: counted[label] for label in OUTCOMES.values()
    }
    assert all(one.possible == 6 ** (active + passive) for one in told.odds)
    assert (told.needed, told.hits_from) == (None, None)


@pytest.mark.parametrize("strength", [0, 1, 2])
@pytest.mark.parametrize(
    "options",
    [{}, {"active_short": "passive"}, {"passive_strength": "yes"}],
)
def test_a_relation_check_is_exact_in_every_reading(strength: int, options: dict[str, Any]) -> None:
    people = {"a": make_quiet(passion=1, grace=2), "b": make_quiet(passion=1)}
    play = meet(strength, options, **people)
    given = Judge(
        kind="relation",
        active=make_side("a", "passion", "grace"),
        passive=make_side("b", "passion", "passion"),
        difficulty=strength + 1,
    )
    counted = enumerate_outcomes(play, given, 3, 2)
    told = odds(play, relate_by("inquiry"))

    assert {outcome: ways for outcome, (ways, _) in told.items()} == {
        label: counted[label] for label in OUTCOMES.values()
    }


def test_affirming_traits_and_announced_effects_count_in_a_relation_check() -> None:
    play = meet(a=make_quiet(traits={**own("片思い"), **ready("やせ我慢")}))
    plain = chance(play, relate_by("inquiry"))
    more = chance(play, relate_by("inquiry", "effect:やせ我慢"))

    assert plain.circumstances == (Circumstance("片思い", 1),)
    assert more.circumstances == (Circumstance("片思い", 1), Circumstance("やせ我慢", 2))
    assert plain.roll == "relation_check"


@pytest.mark.parametrize("trait, passive", [("", 12), ("effect:万能", 2)])
def test_changed_standards_count(trait: str, passive: int) -> None:
    play = meet(a=make_quiet(traits=ready("万能")), b=make_quiet(passion=1, maturity=6))
    use = (trait,) if trait else ()

    (_, _, nobody) = chance(play, relate_by("allure", *use)).odds
    assert nobody.possible == 6 ** (5 + passive)


def test_a_curse_check_is_a_passive_judge_of_its_own() -> None:
    play = begin(a=make_quiet(traits=own("指輪", "えっち"), grace=2), c=make_curse(malice=1))

    assert odds(play, CallCurse(character="a", check="malice", difficulty=1)) == {
        "succeeds": (36 - 16, 36),
        "fails": (16, 36),
    }
    assert odds(play, CallCurse(character="a", check="malice", curse="c"))["fails"] == (16, 36)


def test_an_opposed_command_is_foreseen() -> None:
    play = begin(a=make_quiet(), b=make_npc())
    command = Oppose(character="a", opponent="b", first="passion", second="grace")

    assert sum(ways for ways, _ in odds(play, command).values()) == 6**8
    given_up = Oppose(character="a", opponent="b", first="passion", second="grace", use=("give_up",))
    assert odds(play, given_up)["passive_wins"] == (1, 1)


def test_what_rolls_no_judge_has_no_chance() -> None:
    play = begin(a=make_quiet())
    with pytest.raises(RuleViolation) as refused:
        chance(play, DecideOtherwise(character="a", way="granted"))

    assert refused.value.code == "bloodberry.no_roll"
    assert refused.value.say("ja") != "bloodberry.no_roll"


# ---- verdicts ----


def test_a_basic_judge_gives_a_verdict_of_counted_dice() -> None:
    play = begin(a=make_quiet()).when(judge(2, plus=1), d6(6, 1, 1, 1))
    verdict = read_verdict(play.only(JudgeRolled))

    assert verdict is not None
    assert (verdict.needed, verdict.total, verdict.success, verdict.hits_from) == (1, 2, True, 5)
    assert (verdict.dice, verdict.keep, verdict.faces) == (4, 4, (6, 1, 1, 1))
    told = chance(begin(a=make_quiet()), judge(2, plus=1)).odds[0]
    exact = success_chance(1, 6, 4, 4, hits_from=verdict.hits_from)
    assert exact.numerator * told.possible == told.favourable * exact.denominator


def test_an_opposed_judge_has_no_number_to_reach() -> None:
    play = begin(a=make_quiet(), b=make_npc())
    play.when(Oppose(character="a", opponent="b", first="passion", second="grace"), d6(*(6,) * 8))
    verdicts = [read_verdict(event) for event in play.all(JudgeRolled)]

    assert [(one.by, one.needed, one.success) for one in verdicts if one] == [
        ("a", None, None),
        ("b", None, None),
    ]


def test_other_events_give_no_verdict() -> None:
    assert read_verdict(GaveUp(character="a", of="active")) is None
