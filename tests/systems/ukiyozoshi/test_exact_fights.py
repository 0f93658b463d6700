"""
Fights small enough to be solved on paper, and the rollouts beside them.

Extras (雑魚) neither counter nor defend, and nobody here has a 活劇点: there is nothing to choose but whom to
strike. The figures are the rulebook's, written out here and reckoned with icepool, not read from the code.
"""

from functools import cache
from typing import Any, NamedTuple

import icepool
from edo import make_figure

from tenmatsu.engine.folding import LineState
from tenmatsu.engine.rollouts import ChoiceReport, roll_out_state
from tenmatsu.engine.table.state import Seat, TableState
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.fight import Combat
from tenmatsu.systems.ukiyozoshi.state import Figure, State

GAMES = 4_000
D6: Any = icepool.d6
BEST_TWO_OF_THREE: Any = D6.highest(3, 2)
TWO_DICE: Any = 2 @ D6


def find_chance(die: Any, least: int) -> float:
    """Return the chance of a die to come to at least so much."""
    ways: int = sum(die.quantity(one) for one in die.outcomes() if one >= least)
    every: int = die.denominator()
    return ways / every


def hurt(plus: int, *, deadly: bool, armour: int = 0) -> dict[int, float]:
    """Return the damage of one die with so much added; a 6 gives another die and passes armour."""

    def amount(face: int) -> Any:
        if deadly and face == 6:
            return D6 + (6 + plus)
        return max(0, face + plus - armour)

    die: Any = D6.map(amount)
    return {one: die.quantity(one) / die.denominator() for one in die.outcomes()}


def make_extra(**values: Any) -> Figure:
    """Return one who can only strike: 技 5, 体 5 (no body bonus), 剣術 4, evasion 5 + 5, a drawn sword."""
    defaults: dict[str, Any] = {
        "rank": "extra",
        "gi": 5,
        "tai": 5,
        "skills": {"剣術": 4},
        "endurance": 1,
        "katsugeki": 0,
        "hands": ("大刀",),
        "belongings": {"大刀": 1},
    }
    return make_figure(**{**defaults, **values})


def roll_out(
    figures: dict[str, Figure], *, rounds: int = 200, games: int = GAMES, seed: int = 7
) -> ChoiceReport:
    """Play a fight of these, in this order, many times."""
    state = State(characters=figures, combat=Combat(order=tuple(figures)))
    table = TableState(system="ukiyozoshi", rules_version=1, is_open=True, seats={"gm": Seat("gm")})
    answer = roll_out_state(
        SYSTEM, LineState(version=1, table=table, game=state), games=games, rounds=rounds, seed=seed
    )
    return answer.choices[0]


def holds(found: ChoiceReport, result: str, chance: float) -> bool:
    """Return whether the 95 % interval of a result holds a chance."""
    share = found.results[result]
    return share.low <= chance <= share.high


# ---- one blow in one round ----


def test_one_blow_of_a_swordsman_fells_a_mob_as_often_as_the_dice_say() -> None:
    hit = find_chance(BEST_TWO_OF_THREE, 14 - 9)
    back = find_chance(TWO_DICE, 10 - 5)  # without 剣術 two dice
    fells = sum(chance for amount, chance in hurt(2, deadly=True).items() if amount >= 6)

    found = roll_out(
        {
            "oryu": make_extra(),
            "mob": make_extra(npc=True, gi=5, skills={"体さばき": 4}, endurance=6),
        },
        rounds=1,
    )

    assert holds(found, "players_win", hit * fells)
    assert holds(found, "foes_win", (1 - hit * fells) * back)
    assert found.unfinished == {"rounds": found.results["unfinished"].count}


def test_an_arrow_from_far_needs_20_and_comes_with_one_less() -> None:
    hit = find_chance(BEST_TWO_OF_THREE, 20 - 11)
    fells = sum(chance for amount, chance in hurt(1 - 1, deadly=True, armour=2 * 2).items() if amount >= 5)
    archer = make_extra(
        skills={"弓術": 6},
        hands=("半弓",),
        loaded=("半弓",),
        belongings={"半弓": 1, "矢": 1},
        x=0,
        y=0,
    )
    mob = make_extra(npc=True, armour="鎖帷子", endurance=5, x=30, y=0)

    found = roll_out({"bunta": archer, "mob": mob}, rounds=1)

    assert holds(found, "players_win", hit * fells)
    assert found.results.keys() == {"players_win", "unfinished"}


# ---- to the end ----


def alternate(first: float, second: float) -> float:
    """Return the chance to strike the first blow that tells, of two who strike in turn."""
    return first / (1 - (1 - first) * (1 - second))


def test_of_two_who_strike_in_turn_the_first_to_hit_wins() -> None:
    ours, theirs = find_chance(BEST_TWO_OF_THREE, 16 - 9), find_chance(BEST_TWO_OF_THREE, 13 - 7)

    found = roll_out(
        {
            "oryu": make_extra(gi=5, skills={"剣術": 4, "体さばき": 3}),
            "mob": make_extra(npc=True, gi=6, skills={"剣術": 1, "体さばき": 5}),
        }
    )

    assert found.unfinished == {}
    assert holds(found, "players_win", alternate(ours, theirs))
    assert found.alive["oryu"].count == found.results["players_win"].count
    loss = alternate(ours, theirs) * sum(amount * chance for amount, chance in hurt(2, deadly=True).items())
    left = found.values["mob.endurance"]
    assert (left.low or 0) <= 1 - loss <= (left.high or 0)
    nearly = alternate(find_chance(BEST_TWO_OF_THREE, 17 - 9), theirs)
    assert not holds(found, "players_win", nearly), "a difficulty wrong by one would show"


class Side(NamedTuple):
    """What one of two does with each blow: the chance to hit, and the damage."""

    hit: float
    damage: tuple[tuple[int, float], ...]


@cache
def outlast(own: Side, other: Side, endurance: int, against: int) -> float:
    """Return the chance of who strikes next to win, with so much endurance against so much."""
    wins, idle = strike(own, other, endurance, against)
    back, idle_back = strike(other, own, against, endurance)
    # blows without effect may follow each other for ever: x = wins + idle (1 - back - idle_back (1 - x))
    return (wins + idle * (1 - back - idle_back)) / (1 - idle * idle_back)


def strike(own: Side, other: Side, endurance: int, against: int) -> tuple[float, float]:
    """Return the chance that a blow wins, at once or by the wound it deals, and that it does nothing."""
    wins, idle = 0.0, 1 - own.hit
    for amount, chance in own.damage:
        if not amount:
            idle += own.hit * chance
        elif amount >= against:
            wins += own.hit * chance
        else:
            wins += own.hit * chance * (1 - outlast(other, own, against - amount, endurance))
    return wins, idle


def test_a_fight_of_many_wounds_ends_as_the_chain_of_blows_has_it() -> None:
    ours = Side(find_chance(BEST_TWO_OF_THREE, 12 - 9), tuple(hurt(2, deadly=True, armour=2).items()))
    theirs = Side(find_chance(BEST_TWO_OF_THREE, 11 - 10), tuple(hurt(0 + 1, deadly=False).items()))

    found = roll_out(
        {
            "oryu": make_extra(endurance=9, skills={"剣術": 4, "体さばき": 1}),
            "thug": make_extra(
                npc=True,
                gi=6,
                tai=6,
                skills={"棒術": 5, "体さばき": 2},
                hands=("六尺棒",),
                belongings={"六尺棒": 1},
                armour="鎖帷子",
                endurance=9,
            ),
        }
    )

    assert found.unfinished == {}
    assert holds(found, "players_win", outlast(ours, theirs, 9, 9))


def test_one_against_two_wins_if_both_fall_before_either_hits() -> None:
    own, each = find_chance(BEST_TWO_OF_THREE, 10 - 9), find_chance(TWO_DICE, 15 - 5)
    safe, last = (1 - each) ** 2, alternate(own, each)
    # one falls: the other strikes next, and then it is one against one
    after_one = (1 - each) * last
    chance = own * after_one / (1 - (1 - own) * safe)

    found = roll_out(
        {
            "oryu": make_extra(skills={"剣術": 4, "体さばき": 5}),
            "goro": make_extra(npc=True, skills={"棒術": 1}),
            "roku": make_extra(npc=True, skills={"棒術": 1}),
        }
    )

    assert found.unfinished == {}
    assert holds(found, "players_win", chance)


# ---- the intervals themselves ----


def test_of_many_intervals_about_one_in_twenty_misses_the_truth() -> None:
    ours, theirs = find_chance(BEST_TWO_OF_THREE, 16 - 9), find_chance(BEST_TWO_OF_THREE, 13 - 7)
    truth = alternate(ours, theirs)
    figures = {
        "oryu": make_extra(gi=5, skills={"剣術": 4, "体さばき": 3}),
        "mob": make_extra(npc=True, gi=6, skills={"剣術": 1, "体さばき": 5}),
    }
    runs = 120

    held = sum(holds(roll_out(figures, games=80, seed=seed), "players_win", truth) for seed in range(runs))

    # 114 should hold it, give or take 7, which is three standard deviations
    assert 107 <= held < runs
