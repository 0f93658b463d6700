"""Knockback: the push, the fall, arms lost, and what befalls whoever fails."""

import msgspec
import pytest
from kit import Play, work_on
from runeblows import LOSE_ATTACK, LOSE_PARRY, duel, leg_of, make_jin, strike
from runequests import hold

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.blows import Blow, Rolled
from tenmatsu.systems.runequest.decide.striking import settle_blow
from tenmatsu.systems.runequest.degrees import Limits
from tenmatsu.systems.runequest.events.attacks import BlowSettled, Countered, Fumbled, Shoved
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.melee import Melee

# STR 13 + SIZ 13 against DEX 16 + SIZ 13: 50 − 15 = 35 %; special 7, critical 1
ARMED = make_jin(arms={"broadsword": hold("broadsword"), "medium_shield": hold("medium_shield", "left")})


def _push(*dice: tuple[int, int], use: str = "none", **figures: object) -> Play:
    return strike(duel(**figures), use, *dice, how="knockback")  # type: ignore[arg-type]


def test_a_hit_pushes_by_str_and_siz_against_dex_and_siz() -> None:
    play = _push((100, 30), (100, 35), (3, 2))

    assert play.all(Checked)[-1].limits.chance == 35
    assert play.only(Shoved) == Shoved(character="jin", by="rin", metres=2)
    assert leg_of(play) == 0
    assert not play.state.characters["jin"].prone


def test_a_special_push_fells_too_and_a_critical_one_disarms_too() -> None:
    special = _push((100, 30), (100, 7), (3, 1), jin=ARMED)
    assert special.state.characters["jin"].prone
    assert all(one.hand for one in special.state.characters["jin"].arms.values())

    critical = _push((100, 30), (100, 1), (3, 1), jin=ARMED)
    assert critical.state.characters["jin"].prone
    assert not any(one.hand for one in critical.state.characters["jin"].arms.values())


def test_whoever_fails_keeps_their_feet_by_dex_and_is_pushed_back() -> None:
    play = _push((100, 30), (100, 36), (100, 80), (3, 3))

    assert play.all(Checked)[-1].limits.chance == 80
    assert play.only(Shoved) == Shoved(character="rin", by="jin", metres=3)


def test_whoever_does_not_keep_their_feet_falls() -> None:
    play = _push((100, 30), (100, 36), (100, 81))

    assert play.state.characters["rin"].prone
    assert play.all(Shoved) == []


def test_a_miss_pushes_nobody() -> None:
    assert _push((100, 61)).only(BlowSettled).outcome == "missed"
    assert _push((100, 100), LOSE_ATTACK).only(Fumbled).of == "attack"


@pytest.mark.parametrize("use", ["parry:medium_shield", "dodge"])
def test_any_defence_as_good_as_the_attack_stops_it_without_a_counter(use: str) -> None:
    stopped = _push((100, 30), (100, 30), use=use)
    assert stopped.only(BlowSettled).outcome == ("dodged" if use == "dodge" else "parried")
    assert stopped.all(Shoved) == stopped.all(Countered) == []

    better = _push((100, 10), (100, 30), (100, 35), (3, 1), use=use)
    assert better.only(Shoved).metres == 1
    assert _push((100, 90), (100, 1), use=use).all(Countered) == []


def test_a_fumbled_parry_rolls_on_the_table_all_the_same() -> None:
    play = _push((100, 30), (100, 100), (100, 35), (3, 1), LOSE_PARRY, use="parry:medium_shield")
    assert play.only(Fumbled).of == "parry"


def _settle(face: int, place: int, *, metres: int = 2) -> Play:
    """Settle a push that struck, in a melee in which both stand in reach."""
    limits = Limits(chance=60, critical=3, special=12, success=60, fumble=98)
    blow = Blow(
        attacker="rin",
        target="jin",
        arm="heavy_mace",
        kind="knockback",
        stage="rolled",
        attack=Rolled(face=30, limits=limits, degree="success"),
    )
    play = duel()
    melee = Melee(fighters=("rin", "jin"), engaged=(("jin", "rin"),), places={"rin": 0, "jin": place})
    play.given_state(msgspec.structs.replace(play.state, blow=blow, melee=melee))
    work = work_on(play, ScriptedDice(((100, face), (3, metres))))
    settle_blow(work, blow)
    return play.given_state(work.state)


def test_out_of_reach_or_felled_they_are_no_longer_engaged() -> None:
    within, beyond = _settle(35, 1), _settle(35, 2)
    assert (within.state.melee.places["jin"], within.state.melee.engaged) == (3, (("jin", "rin"),))
    assert (beyond.state.melee.places["jin"], beyond.state.melee.engaged) == (4, ())
    assert _settle(7, 1, metres=1).state.melee.engaged == ()


def test_the_push_goes_away_from_whoever_pushes() -> None:
    assert _settle(35, -1).state.melee.places["jin"] == -3
