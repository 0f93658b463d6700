"""Attack against dodge: each cell of the table, on the same dice, and what options change of it."""

import pytest
from kit import Play
from runeblows import ATTACK, DAMAGE, DODGE, LEFT_LEG, LOSE_ATTACK, LOSE_PARRY, duel, leg_of, make_jin, strike
from runequests import hold

from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.degrees import DEGREES
from tenmatsu.systems.runequest.events.attacks import BlowSettled, DamageRolled, Fumbled, Outcome
from tenmatsu.systems.runequest.events.checks import Checked

HIT = (*DAMAGE, LEFT_LEG)
MOST = (DAMAGE[1], LEFT_LEG)
"""Of a critical the weapon's own die does not fall."""
FAILS = (LOSE_ATTACK,)
CELLS: dict[tuple[str, str], tuple[int, tuple[tuple[int, int], ...]]] = {
    # what the leg loses, and the dice behind the two rolls
    ("critical", "critical"): (0, ()),
    ("critical", "special"): (16, MOST),
    ("critical", "success"): (16, MOST),
    ("critical", "failure"): (16, MOST),
    ("critical", "fumble"): (16, MOST),
    ("special", "critical"): (0, ()),
    ("special", "special"): (0, ()),
    ("special", "success"): (12, HIT),
    ("special", "failure"): (12, HIT),
    ("special", "fumble"): (12, HIT),
    ("success", "critical"): (0, ()),
    ("success", "special"): (0, ()),
    ("success", "success"): (0, ()),
    ("success", "failure"): (8, HIT),
    ("success", "fumble"): (8, HIT),
    ("failure", "critical"): (0, ()),
    ("failure", "special"): (0, ()),
    ("failure", "success"): (0, ()),
    ("failure", "failure"): (0, ()),
    ("failure", "fumble"): (8, HIT),
    ("fumble", "critical"): (0, FAILS),
    ("fumble", "special"): (0, FAILS),
    ("fumble", "success"): (0, FAILS),
    ("fumble", "failure"): (0, FAILS),
    ("fumble", "fumble"): (8, (*HIT, *FAILS)),
}
STRIKE = Strike(character="rin", target="jin")


def _dodge(attack: str, dodge: str, *dice: tuple[int, int], options: dict[str, str] | None = None) -> Play:
    faces = ((100, ATTACK[attack]), (100, DODGE[dodge]))
    return strike(duel(options), "dodge", *faces, *dice)


def test_every_cell_is_tried() -> None:
    assert list(CELLS) == [(attack, dodge) for attack in DEGREES for dodge in DEGREES]


@pytest.mark.parametrize("attack, dodge", CELLS)
def test_a_cell_of_attack_against_dodge(attack: str, dodge: str) -> None:
    leg, dice = CELLS[attack, dodge]
    play = _dodge(attack, dodge, *dice).settled()

    assert leg_of(play) == leg
    missed = attack in ("failure", "fumble")
    outcome: Outcome = "hit" if leg else "missed" if missed else "dodged"
    assert play.only(BlowSettled) == BlowSettled(attacker="rin", target="jin", outcome=outcome, points=leg)


def test_a_dodge_that_succeeds_against_a_special_takes_all_its_damage() -> None:
    play = _dodge("special", "success", *HIT)

    assert (play.only(DamageRolled).kind, play.only(DamageRolled).points) == ("special", 14)


def test_a_fumbled_dodge_turns_a_missed_attack_into_an_ordinary_hit() -> None:
    assert _dodge("failure", "fumble", *HIT).only(DamageRolled).kind == "normal"


def test_two_fumbles_are_an_ordinary_hit_or_a_miss() -> None:
    assert leg_of(_dodge("fumble", "fumble", *HIT, LOSE_ATTACK)) == 8
    missed = _dodge("fumble", "fumble", LOSE_ATTACK, options={"double_fumble": "miss"})
    assert leg_of(missed) == 0
    assert missed.only(Fumbled).of == "attack"


def test_a_fumbled_dodge_rolls_on_no_table_or_on_that_of_parries() -> None:
    assert _dodge("success", "fumble", *HIT).all(Fumbled) == []
    rolled = _dodge("success", "fumble", *HIT, LOSE_PARRY, options={"dodge_fumble_table": "parry"})
    assert (rolled.only(Fumbled).of, rolled.only(Fumbled).character) == ("parry", "jin")


@pytest.mark.parametrize(
    "enc, option, burden",
    [
        # STR 13, CON 13: the limit is 13; a shield is 2
        (0, "each", -2),
        (0, "below", -2),
        (11, "each", -13),
        (11, "below", -13),
        (13, "each", -15 - 10),
        (13, "below", -13 - 10),
    ],
)
def test_encumbrance_takes_off_dodging(enc: int, option: str, burden: int) -> None:
    jin = make_jin(CON=13, enc=enc)
    play = strike(duel({"dodge_encumbrance": option}, jin=jin), "dodge", (100, 90), (100, 90))

    dodged = next(one for one in play.all(Checked) if one.purpose == "dodge")
    assert dodged.limits.chance == 40 + burden
    assert [(one.key, one.amount) for one in dodged.circumstances] == [("dodge_enc", burden)]


def test_whoever_lies_on_the_ground_does_not_dodge_but_parries() -> None:
    play = duel(jin=make_jin(prone=True))
    play.when(STRIKE)
    play.asks("defend", "jin", "none", "parry:medium_shield")


def test_both_hands_full_leave_parries_and_the_dodge() -> None:
    arms = {"broadsword": hold("broadsword"), "medium_shield": hold("medium_shield", "left")}
    play = duel(jin=make_jin(arms=arms)).when(STRIKE)

    play.asks("defend", "jin", "none", "parry:broadsword", "parry:medium_shield", "dodge")
