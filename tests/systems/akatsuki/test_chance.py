"""Exact chances, counted against every way in which two dice may fall."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from akatsukis import begin, make_figure, make_npc
from autoplay import decide_on
from kit import Play
from wounds import fighting, owing, owing_in_fight, replace, wounded

from tenmatsu.engine.contract import Chance, Circumstance, Command
from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.chance import count_successes
from tenmatsu.systems.akatsuki.commands.cards import BurnSoul
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.combat import Defend, Strike
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival, Treat
from tenmatsu.systems.akatsuki.state import Figure, State

ROLL = RollSurvival(character="kyo")
FACES = tuple(product(range(1, 7), repeat=2))


def tell(play: Play, command: Command) -> Chance:
    """Return the chance of a command."""
    return SYSTEM.chance(play.state, play.rules, command)


def odds(chance: Chance) -> dict[str, int]:
    """Return the ways that lead to each outcome, of 36."""
    assert {one.possible for one in chance.odds} == {36}
    return {one.outcome: one.favourable for one in chance.odds}


def try_all(play: Play, command: Command) -> Counter[str]:
    """Return what came of a command for kyo in each of the 36 ways, told as `chance` tells it."""
    found: Counter[str] = Counter()
    before: Figure = play.state.characters["kyo"]
    for faces in FACES:
        dice: Any = ScriptedDice([*((6, face) for face in faces), (len(play.state.deck.unseen), 1)])
        after: State = decide_on(SYSTEM, play.rules, play.state, command, dice)
        figure = after.characters["kyo"]
        if figure.dead:
            found["dies"] += 1
        elif figure.doomed and not before.doomed:
            found["is_doomed"] += 1
        elif figure.unconscious:
            found["faints"] += 1
        else:
            found["survives"] += 1
        found["gains_card"] += len(figure.awakening) - len(before.awakening)
    return found


@pytest.mark.parametrize(
    "target, ways",
    [(1, 0), (2, 1), (4, 6), (5, 10), (7, 21), (10, 33), (11, 35), (12, 36), (20, 36), (-3, 0)],
)
def test_two_dice_of_at_most_a_target(target: int, ways: int) -> None:
    assert count_successes(2, target) == (ways, 36)
    assert ways == sum(1 for faces in FACES if sum(faces) <= target)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_any_number_of_dice_is_counted_exactly(dice: int) -> None:
    thrown = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    for target in range(6 * dice + 2):
        assert count_successes(dice, target) == (sum(one <= target for one in thrown), 6**dice)


def test_lethal_rank_1_at_5_fate_points_is_10_of_36() -> None:
    chance = tell(owing(wounded("lethal", 1)), ROLL)

    assert (chance.roll, chance.needed, chance.under) == ("survival", 5, True)
    assert odds(chance) == {"survives": 10, "dies": 26}


def test_lethal_rank_2_at_5_fate_points_is_6_of_36() -> None:
    chance = tell(owing(wounded("lethal", 2)), ROLL)

    assert (chance.needed, odds(chance)["survives"]) == (4, 6)
    assert chance.circumstances == (Circumstance("damage_card", -1),)


def test_nonlethal_rank_1_at_taiku_8_is_33_of_36() -> None:
    chance = tell(owing(wounded("nonlethal", 1)), ROLL)

    assert (chance.needed, odds(chance)) == (10, {"survives": 33, "faints": 3, "gains_card": 4})


@pytest.mark.parametrize("rank", [1, 3, 4, 5])
@pytest.mark.parametrize("harm", ["lethal", "nonlethal"])
@pytest.mark.parametrize("no_fight", ["dead", "counters"])
def test_survival_chances_are_what_the_36_ways_give(harm: Any, rank: int, no_fight: str) -> None:
    if (harm, rank) == ("lethal", 5):
        return
    play = owing(wounded(harm, rank), options={"zombie_no_fight": no_fight})
    told = odds(tell(play, ROLL))

    assert {key: ways for key, ways in told.items() if ways} == {
        key: ways for key, ways in try_all(play, ROLL).items() if ways
    }


def test_failure_in_a_fight_means_zombie_time_for_those_who_have_it() -> None:
    play = fighting(kyo=wounded("lethal", 3), ren=make_figure())
    told = odds(tell(owing_in_fight(play, "kyo"), ROLL))
    assert told == {"survives": 3, "is_doomed": 33}

    thug = replace(wounded("lethal", 3), npc=True, important=False)
    told = odds(tell(owing_in_fight(fighting(kyo=thug, ren=make_figure()), "kyo"), ROLL))
    assert told == {"survives": 3, "dies": 33}


def test_failure_of_the_doomed_means_nothing_more() -> None:
    zombie = wounded("lethal", 1, doomed=True, zombie_counters=3)
    play = owing(zombie, options={"zombie_checks": "usual"})

    assert odds(tell(play, ROLL)) == {"survives": 10, "fails": 26}


def test_check_tells_its_changes_and_what_a_double_may_gain() -> None:
    play = begin(kyo=make_figure(), boss=make_npc(taiku=9))
    chance = tell(
        play, RollCheck(character="kyo", ability="taiku", field="気合", gear=1, plus=2, against="boss")
    )

    assert (chance.roll, chance.needed) == ("check", 8 + 1 - 4 + 2)
    assert odds(chance) == {"succeeds": 21, "fails": 15, "gains_card": 4}
    assert chance.circumstances == (
        Circumstance("gear", 1),
        Circumstance("rate", -4),
        Circumstance("boost", 2),
    )


@pytest.mark.parametrize("option, ways", [("sum", 4), ("face", 6)])
def test_double_is_counted_as_it_is_read(option: str, ways: int) -> None:
    play = begin(options={"double": option}, kyo=make_figure())

    assert odds(tell(play, RollCheck(character="kyo", ability="taiku", field="気合")))["gains_card"] == ways


def test_no_card_is_promised_where_none_can_be_gained() -> None:
    play = begin(kyo=make_figure())

    assert odds(tell(play, RollCheck(character="kyo", ability="taiku"))) == {"succeeds": 26, "fails": 10}


def test_treatment_blow_and_defence_have_chances() -> None:
    play = fighting(kyo=wounded("lethal", 2), boss=make_npc(goro=6))
    treat = tell(play, Treat(character="kyo", patient="kyo", difficulty=1))
    assert (treat.roll, treat.needed, odds(treat)["succeeds"]) == ("treat", 7, 21)

    strike = Strike(character="kyo", target="boss", weapon="sword", style="held_back", plus=1)
    told = tell(play, strike)
    assert (told.roll, told.needed) == ("hit", 6 - 1 - 2 + 1)
    assert odds(told) == {"succeeds": 6, "fails": 30, "gains_card": 3}

    struck = fighting(at=1, kyo=make_figure(), boss=make_npc(goro=6))
    struck.given(Strike(character="boss", target="kyo", weapon="knife"))
    told = tell(struck, Defend(character="kyo", choice="guard"))
    assert (told.roll, told.needed, odds(told)["succeeds"]) == ("guard", 8 - 2, 15)
    assert tell(struck, Defend(character="kyo", choice="dodge")).roll == "dodge"


def test_what_rolls_nothing_has_no_chance() -> None:
    play = fighting(kyo=make_figure(), boss=make_npc())
    asked: tuple[Command, ...] = (
        ROLL,
        BurnSoul(character="kyo"),
        Strike(character="boss", target="kyo", weapon="knife"),
        Defend(character="kyo", choice="guard"),
    )
    for command in asked:
        with pytest.raises(RuleViolation) as refused:
            tell(play, command)
        assert refused.value.code == "akatsuki.no_roll"


def test_boosts_pay_for_exactly_so_much_more() -> None:
    play = owing(wounded("lethal", 1))
    shares = [
        Fraction(odds(tell(play, RollSurvival(character="kyo", plus=plus)))["survives"], 36)
        for plus in range(8)
    ]

    assert shares == [Fraction(ways, 36) for ways in (10, 15, 21, 26, 30, 33, 35, 36)]
