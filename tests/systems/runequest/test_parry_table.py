"""Attack against parry: each cell of the table, on the same dice, and the cells that options put in place."""

import msgspec
import pytest
from kit import Play
from runeblows import (
    ATTACK,
    DAMAGE,
    LEFT_LEG,
    LOSE_ATTACK,
    LOSE_PARRY,
    arm_of,
    duel,
    leg_of,
    make_jin,
    make_rin,
    strike,
)
from runequests import hold

from tenmatsu.systems.runequest.degrees import DEGREES
from tenmatsu.systems.runequest.events.attacks import (
    BlowSettled,
    Countered,
    DamageRolled,
    Outcome,
    ParryHeld,
)

HIT, COUNTER = (*DAMAGE, LEFT_LEG), ((4, 4), (4, 4))
MOST = (DAMAGE[1], LEFT_LEG)
"""Of a critical the weapon's own die does not fall."""
CELLS: dict[tuple[str, str], tuple[int, int, int, tuple[tuple[int, int], ...]]] = {
    # what the leg loses, the shield (4 points), the mace (5 points), and the dice behind the two rolls
    ("critical", "critical"): (4, 1, 0, HIT),
    ("critical", "special"): (12, 12, 0, MOST),
    ("critical", "success"): (12, 4, 0, MOST),
    ("critical", "failure"): (16, 0, 0, MOST),
    ("critical", "fumble"): (16, 0, 0, (*MOST, LOSE_PARRY)),
    ("special", "critical"): (0, 0, 1, COUNTER),
    ("special", "special"): (4, 1, 0, HIT),
    ("special", "success"): (8, 10, 0, HIT),
    ("special", "failure"): (12, 0, 0, HIT),
    ("special", "fumble"): (12, 0, 0, (*HIT, LOSE_PARRY)),
    ("success", "critical"): (0, 0, 7, COUNTER),
    ("success", "special"): (0, 0, 1, COUNTER),
    ("success", "success"): (4, 1, 0, HIT),
    ("success", "failure"): (8, 0, 0, HIT),
    ("success", "fumble"): (8, 0, 0, (*HIT, LOSE_PARRY)),
    ("failure", "critical"): (0, 0, 12, COUNTER),
    ("failure", "special"): (0, 0, 7, COUNTER),
    ("failure", "success"): (0, 0, 1, COUNTER),
    ("failure", "failure"): (0, 0, 0, ()),
    ("failure", "fumble"): (0, 0, 0, (LOSE_PARRY,)),
    ("fumble", "critical"): (0, 0, 12, (*COUNTER, LOSE_ATTACK)),
    ("fumble", "special"): (0, 0, 7, (*COUNTER, LOSE_ATTACK)),
    ("fumble", "success"): (0, 0, 1, (*COUNTER, LOSE_ATTACK)),
    ("fumble", "failure"): (0, 0, 0, (LOSE_ATTACK,)),
    ("fumble", "fumble"): (0, 0, 0, (LOSE_ATTACK, LOSE_PARRY)),
}


def _parry(attack: str, parry: str, *dice: tuple[int, int], options: dict[str, str] | None = None) -> Play:
    faces = ((100, ATTACK[attack]), (100, ATTACK[parry]))
    return strike(duel(options), "parry:medium_shield", *faces, *dice)


def test_every_cell_is_tried() -> None:
    assert list(CELLS) == [(attack, parry) for attack in DEGREES for parry in DEGREES]


@pytest.mark.parametrize("attack, parry", CELLS)
def test_a_cell_of_attack_against_parry(attack: str, parry: str) -> None:
    leg, shield, mace, dice = CELLS[attack, parry]
    play = _parry(attack, parry, *dice).settled()

    assert leg_of(play) == leg
    assert arm_of(play, "jin", "medium_shield") == 4 - shield
    assert arm_of(play, "rin", "heavy_mace") == 5 - mace
    missed = attack in ("failure", "fumble")
    outcome: Outcome = "hit" if leg else "missed" if missed else "parried"
    assert play.only(BlowSettled) == BlowSettled(attacker="rin", target="jin", outcome=outcome, points=leg)


def test_a_parry_that_holds_everything_loses_nothing() -> None:
    play = duel(jin=make_jin(arms={"medium_shield": hold("medium_shield", "left")}))
    strike(play, "parry:medium_shield", (100, 30), (100, 30), *DAMAGE)

    assert play.only(ParryHeld).passed == 0
    assert arm_of(play, "jin", "medium_shield") == 12
    assert play.only(BlowSettled).outcome == "parried"


def test_damage_of_14_against_a_shield_of_12_lets_2_through_and_the_shield_loses_1() -> None:
    jin = make_jin(armor=1, arms={"medium_shield": hold("medium_shield", "left")})
    play = strike(duel(jin=jin), "parry:medium_shield", (100, 30), (100, 30), (8, 8), (4, 4), LEFT_LEG)

    held = play.only(ParryHeld)
    assert (held.damage, held.passed, held.lost) == (14, 2, 1)
    assert leg_of(play) == 1
    assert arm_of(play, "jin", "medium_shield") == 11


def test_a_critical_against_a_special_parry_goes_through_by_the_excess_and_ignores_armour() -> None:
    play = _parry("critical", "special", *MOST)

    assert play.only(DamageRolled).kind == "critical"
    held = play.only(ParryHeld)
    assert (held.damage, held.passed, held.lost) == (16, 12, 12)


def test_by_the_printed_table_that_parry_loses_1_and_armour_counts() -> None:
    play = _parry("critical", "special", *MOST, options={"critical_vs_special_parry": "one"})

    assert leg_of(play) == 10
    assert arm_of(play, "jin", "medium_shield") == 3


def test_a_missed_attack_against_a_fumbled_parry_may_become_an_ordinary_hit() -> None:
    play = _parry("failure", "fumble", *HIT, LOSE_PARRY, options={"parry_fumble_hit": "hit"})

    assert play.only(DamageRolled).kind == "normal"
    assert leg_of(play) == 8


def test_a_failed_attack_against_a_critical_parry_takes_the_special_damage_of_the_parrying_weapon() -> None:
    counter = _parry("failure", "critical", *COUNTER).only(Countered)

    assert (counter.counter, counter.points, counter.lost) == ("strong2", 12, 12)


def test_a_counter_below_the_weapons_points_does_nothing() -> None:
    rin = make_rin(arms={"heavy_mace": hold("heavy_mace")})
    for parry in ("success", "special"):
        dice = ((100, 90), (100, ATTACK[parry]), (4, 1), (4, 1))
        play = strike(duel(rin=rin), "parry:medium_shield", *dice)
        assert play.only(Countered).lost == 0
        assert arm_of(play, "rin", "heavy_mace") == 10


def test_a_parry_is_rolled_even_against_a_miss() -> None:
    assert leg_of(_parry("failure", "failure")) == 0


PLACES = {
    # which parries send what passes to the location beside, by option: (attack, parry, with a shield)
    "rolled": set[tuple[str, str, bool]](),
    "shield_adjacent": {
        ("success", "success", True),
        ("special", "success", True),
        ("special", "special", True),
    },
    "special_adjacent": {("special", "special", True), ("special", "special", False)},
    "lower_adjacent": {("special", "success", True), ("special", "success", False)},
}


@pytest.mark.parametrize("option", PLACES)
@pytest.mark.parametrize(
    "attack, parry", [("success", "success"), ("special", "success"), ("special", "special")]
)
@pytest.mark.parametrize("shield", [True, False])
def test_what_passes_a_parry_hits_the_location_rolled_or_the_one_beside(
    option: str, attack: str, parry: str, *, shield: bool
) -> None:
    name = "medium_shield" if shield else "broadsword"
    arms = {name: hold(name, "left" if shield else "right", hp=4)}
    jin = make_jin(arms=arms, skills={name: 60})
    faces = ((100, ATTACK[attack]), (100, ATTACK[parry]))
    play = strike(
        duel({"parry_excess_location": option}, jin=jin), f"parry:{name}", *faces, *DAMAGE, (20, 12)
    )

    beside = "left_arm" if shield else "right_arm"
    expected = beside if (attack, parry, shield) in PLACES[option] else "chest"
    struck = {
        place for place, found in play.state.characters["jin"].locations.items() if found.hp < found.max_hp
    }
    assert struck == {expected}


def test_legs_have_no_shield_arm_beside_them() -> None:
    play = _parry("success", "success", *HIT, options={"parry_excess_location": "shield_adjacent"})

    assert leg_of(play) == 0
    abdomen = play.state.characters["jin"].locations["abdomen"]
    assert abdomen.max_hp - abdomen.hp == 4


def test_a_table_of_its_own_may_change_a_cell() -> None:
    own = '[results.parry.failure]\nfailure = { damage = "normal" }\n'
    play = duel(tables=own)
    strike(play, "parry:medium_shield", (100, 90), (100, 90), *HIT)

    assert leg_of(play) == 8


def test_what_passes_a_bare_hand_wounds_the_arm_by_1() -> None:
    jin = make_jin(arms={}, skills={"fist": 60})
    play = strike(duel(jin=jin), "parry:fist", (100, 30), (100, 30), (8, 8), (4, 4), LEFT_LEG)

    jin = play.state.characters["jin"]
    arm = jin.locations["right_arm"]
    assert (leg_of(play), arm.max_hp - arm.hp) == (14 - arm.max_hp - 2, 1)
    assert msgspec.structs.asdict(play.only(ParryHeld))["weapon"] == "fist"
