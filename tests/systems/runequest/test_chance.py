"""The exact chances of rolls, by degree, before the roll."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.engine.contract import Chance, Circumstance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.chance import count_degrees, find_chance
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.checks import Oppose, Resist, RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.commands.rounds import ActNow
from tenmatsu.systems.runequest.commands.wounds import FirstAid, PullWeapon
from tenmatsu.systems.runequest.degrees import DEGREES, Limits
from tenmatsu.systems.runequest.melee import Action, Melee, Step
from tenmatsu.systems.runequest.state import Choice


def _ask(command: Command, options: dict[str, str] | None = None) -> Chance:
    rin = make_figure(
        skills={"scan": 73, "hide": 120, "composite_bow": 60},
        arms={"composite_bow": hold("composite_bow", "both")},
    )
    play = begin(options=options, rin=rin, jin=make_foe(skills={"scan": 60}, POW=10))
    return find_chance(play.state, play.rules, command)


def _odds(chance: Chance) -> dict[str, int]:
    return {one.outcome: one.favourable for one in chance.odds}


def test_a_skill_has_odds_by_degree() -> None:
    assert _ask(RollSkill(character="rin", ability="scan")) == Chance(
        roll="skill",
        needed=73,
        odds=(
            Odds("critical", 3, 100),
            Odds("special", 11, 100),
            Odds("success", 59, 100),
            Odds("failure", 25, 100),
            Odds("fumble", 2, 100),
        ),
        circumstances=(),
        under=True,
    )


def test_the_readings_of_the_table_count() -> None:
    printed = _ask(
        RollSkill(character="rin", ability="scan"), {"rounding": "nearest", "fumble_range": "nearest"}
    )

    assert _odds(printed) == {"critical": 4, "special": 11, "success": 58, "failure": 26, "fumble": 1}


def test_what_changes_the_skill_is_told() -> None:
    chance = _ask(RollSkill(character="rin", ability="scan", plus=15, divisor=2))

    assert chance.needed == 51
    assert chance.circumstances == (Circumstance("divided", -37), Circumstance("plus", 15))


def test_characteristics_and_resistance_have_their_chance() -> None:
    assert _ask(RollCharacteristic(character="rin", name="POW")).needed == 65
    assert _ask(Resist(character="rin", against="jin")).needed == 65
    assert _ask(Resist(character="rin", value=30)).needed == 5


def test_an_opposed_roll_has_the_odds_of_who_wins() -> None:
    odds = _odds(_ask(Oppose(character="rin", ability="scan", against="jin")))

    # rin 3, 11, 59 of 100 and 27 that fail; jin 3, 9, 48 and 40
    assert odds == {
        "one": 3 * 97 + 11 * 88 + 59 * 40,
        "tie": 3 * 3 + 11 * 9 + 59 * 48,
        "other": 3 * 97 + 9 * 86 + 48 * 27,
        "nobody": 27 * 40,
    }
    assert sum(odds.values()) == 100 * 100


def test_over_100_percent_counts_against_the_other_side() -> None:
    chance = _ask(Oppose(character="jin", ability="scan", against="rin", against_ability="hide"))

    assert chance.needed == 40
    assert chance.circumstances == (Circumstance("over_hundred", -20),)


@pytest.mark.parametrize("metres, needed", [(80, 60), (120, 30), (180, 15)])
def test_a_shot_has_the_chance_of_its_range(metres: int, needed: int) -> None:
    shot = Shoot(character="rin", target="jin", arm="composite_bow", metres=metres)
    chance = _ask(shot)

    assert (chance.roll, chance.needed) == ("attack", needed)


@pytest.mark.parametrize(
    "command",
    [
        RollSkill(character="rin", ability="flying"),
        RollCharacteristic(character="kai", name="POW"),
        Resist(character="kai", value=3),
        Oppose(character="rin", ability="scan", against="kai"),
        Shoot(character="rin", target="jin", arm="composite_bow", metres=300),
    ],
)
def test_what_cannot_be_rolled_has_no_chance(command: Command) -> None:
    with pytest.raises(RuleViolation) as refused:
        _ask(command)
    assert refused.value.code == "runequest.no_roll"


def test_a_blow_outside_a_melee_has_its_chance() -> None:
    play = begin(rin=make_figure(), jin=make_foe(prone=True))
    chance = find_chance(play.state, play.rules, Strike(character="rin", target="jin"))

    assert (chance.roll, chance.needed) == ("attack", 95)
    assert chance.circumstances == (Circumstance("prone", 40),)


def _due(step: Step, *options: str) -> Play:
    play = begin(rin=make_figure(), jin=make_foe())
    choice = Choice(kind="act", whom="rin", options=(*options, "drop"), then="act", data={"action": 7})
    melee = Melee(fighters=("jin", "rin"), queue=(Action(id=7, character="rin", step=step, sr=5),))
    return play.given_state(msgspec.structs.replace(play.state, melee=melee, choices=(choice,)))


def test_what_is_due_has_the_chance_of_its_roll() -> None:
    play = _due(Step(kind="attack", arm="broadsword"), "do:jin")

    assert find_chance(play.state, play.rules, Choose(character="rin", use="do:jin")).needed == 60
    assert find_chance(play.state, play.rules, ActNow(character="rin", action=7, target="jin")).needed == 60
    aimed = _due(Step(kind="aimed_blow", arm="broadsword", target="jin", locations=("head",)), "do")
    assert find_chance(aimed.state, aimed.rules, Choose(character="rin", use="do")).needed == 30


@pytest.mark.parametrize("use", ["drop", "do:kai", "do"])
def test_an_answer_that_rolls_nothing_has_no_chance(use: str) -> None:
    play = _due(Step(kind="other"), "do")

    with pytest.raises(RuleViolation):
        find_chance(play.state, play.rules, Choose(character="rin", use=use))
    with pytest.raises(RuleViolation):
        find_chance(play.state, play.rules, ActNow(character="rin", action=8))


def test_a_defence_has_its_chance_with_what_the_attack_takes_off() -> None:
    rin = make_figure(skills={"broadsword": 133})
    play = begin(rin=rin, jin=make_foe(skills={"medium_shield": 80, "dodge": 40}))
    play.when(Strike(character="rin", target="jin"))

    chance = find_chance(play.state, play.rules, Choose(character="jin", use="parry:medium_shield"))
    assert (chance.roll, chance.needed) == ("parry", 47)
    assert chance.circumstances == (Circumstance("over_hundred", -33),)
    with pytest.raises(RuleViolation):
        find_chance(play.state, play.rules, Choose(character="jin", use="none"))


def test_first_aid_has_the_chance_of_its_skill() -> None:
    play = begin(rin=make_figure(skills={"first_aid": 55}), jin=make_figure())

    assert find_chance(play.state, play.rules, FirstAid(character="rin", target="jin")).needed == 55


def test_what_sticks_is_pulled_by_skill_or_by_pain_and_out_of_a_shield_without_a_roll() -> None:
    spear = hold("short_spear", stuck_in="jin", stuck_at="chest")
    rin = make_figure(skills={"short_spear": 70}, arms={"short_spear": spear})
    play = begin(rin=rin, jin=make_foe(STR=14, CON=13))

    assert find_chance(play.state, play.rules, PullWeapon(character="rin", arm="short_spear")).needed == 70
    assert find_chance(play.state, play.rules, PullWeapon(character="jin")).needed == 54
    asked = Choice(
        kind="pull_out",
        whom="rin",
        options=("pull", "leave"),
        then="pull_out",
        data={"arm": "short_spear", "target": "jin"},
    )
    play.given_state(msgspec.structs.replace(play.state, choices=(asked,)))
    assert find_chance(play.state, play.rules, Choose(character="rin", use="pull")).needed == 35
    in_shield = msgspec.structs.replace(spear, stuck_at="medium_shield")
    play = begin(rin=make_figure(arms={"short_spear": in_shield}), jin=make_foe())
    with pytest.raises(RuleViolation):
        find_chance(play.state, play.rules, PullWeapon(character="rin", arm="short_spear"))


def test_a_step_that_pulls_has_its_chance() -> None:
    spear = hold("short_spear", stuck_in="jin", stuck_at="chest")
    play = begin(rin=make_figure(skills={"short_spear": 70}, arms={"short_spear": spear}), jin=make_foe())
    step = Step(kind="pull_weapon", target="jin", arm="short_spear")
    melee = Melee(fighters=("jin", "rin"), queue=(Action(id=2, character="rin", step=step, sr=12),))
    play.given_state(msgspec.structs.replace(play.state, melee=melee))

    assert find_chance(play.state, play.rules, ActNow(character="rin", action=2)).needed == 70


@given(st.integers(0, 20), st.integers(0, 60), st.integers(5, 95), st.integers(96, 101))
def test_every_face_has_one_degree(critical: int, special: int, success: int, fumble: int) -> None:
    limits = Limits(chance=success, critical=critical, special=special, success=success, fumble=fumble)
    counted = count_degrees(limits)

    assert tuple(counted) == DEGREES
    assert sum(counted.values()) == 100
    assert counted["fumble"] == 101 - fumble
    assert msgspec.json.encode(counted)
