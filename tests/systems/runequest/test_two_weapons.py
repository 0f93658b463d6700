"""Several attacks in a round: the other hand, two weapons, split skills, shields, kicks and bites."""

import msgspec
import pytest
from kit import Play
from runemelees import MISS, act, fight, mean, strike
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.systems.runequest.blows import Blow, Defence
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.attacks import find_hindrance
from tenmatsu.systems.runequest.decide.blowing import list_defences, specify_attack, specify_defence
from tenmatsu.systems.runequest.events.attacks import BlowMet
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.rounds import ActionSettled
from tenmatsu.systems.runequest.melee import Action, Melee, Step

SWORDS = {"broadsword": hold("broadsword"), "shortsword": hold("shortsword", "left")}


def _melee(play: Play, **changes: object) -> Play:
    melee = msgspec.structs.replace(Melee(fighters=("rin", "jin"), engaged=(("jin", "rin"),)), **changes)
    return play.given_state(msgspec.structs.replace(play.state, melee=melee))


def _find_skill(play: Play, arm: str, **values: object) -> int:
    blow = msgspec.structs.replace(Blow(attacker="rin", target="jin", arm=arm), **values)
    return specify_attack(play.state, play.rules, blow).skill


def test_the_other_hand_has_half_the_skill_of_its_category_or_its_own() -> None:
    skills = {"broadsword": 70}
    play = begin(rin=make_figure(arms=SWORDS, skills=skills), jin=make_foe())
    assert _find_skill(play, "broadsword") == 70
    assert _find_skill(play, "shortsword") == 35

    learned = make_figure(arms=SWORDS, skills={**skills, "off:shortsword": 50})
    assert _find_skill(begin(rin=learned, jin=make_foe()), "shortsword") == 50


def test_the_other_hand_starts_at_05() -> None:
    rin = make_figure(arms={"light_mace": hold("light_mace", "left")}, skills={}, INT=8, DEX=8, STR=10)
    assert _find_skill(begin(rin=rin, jin=make_foe()), "light_mace") == 5


def test_who_is_left_handed_has_the_right_as_the_other_hand() -> None:
    rin = make_figure(arms=SWORDS, skills={"broadsword": 70, "shortsword": 60}, main_hand="left")
    play = begin(rin=rin, jin=make_foe())

    assert (_find_skill(play, "broadsword"), _find_skill(play, "shortsword")) == (35, 60)


def test_a_shield_is_learned_in_the_hand_that_holds_it() -> None:
    assert _find_skill(begin(rin=make_figure(), jin=make_foe()), "medium_shield") == 60


def test_the_other_hand_parries_by_its_own_skill() -> None:
    jin = make_foe(arms=SWORDS, skills={"broadsword": 70})
    play = begin(rin=make_figure(), jin=jin)
    blow = Blow(attacker="rin", target="jin", arm="broadsword")
    skills = [
        specify_defence(
            play.state, play.rules, msgspec.structs.replace(blow, defence=Defence(kind="parry", arm=arm))
        ).skill
        for arm in SWORDS
    ]
    assert skills == [70, 35]


def test_a_part_of_a_split_skill_is_what_that_attack_rolls_against() -> None:
    play = begin(rin=make_figure(skills={"broadsword": 140}), jin=make_foe())

    assert _find_skill(play, "broadsword", part=70) == 70


def test_both_parts_of_a_split_attack_strike_at_their_strike_ranks() -> None:
    play = fight(rin=make_figure(skills={"broadsword": 140}), jin=make_foe(bound=True, skills={}))
    play.given(mean("rin", strike("jin", parts=(70, 70))), mean("jin"))

    sr = play.state.melee.sr
    act(play, "rin", "do", ((100, 96),))
    assert play.only(Checked).skill == 95
    assert play.state.melee.sr == 2 * sr
    play.asks("act", "rin", "do", "hold", "drop")


def test_two_weapons_strike_one_after_the_other_and_still_parry() -> None:
    rin = make_figure(arms=SWORDS, skills={"broadsword": 70})
    play = fight(rin=rin, jin=make_foe(bound=True))
    play.given(mean("rin", strike("jin"), strike("jin", "shortsword")), mean("jin"))
    act(play, "rin", "do", ((100, 96),))
    act(play, "rin", "do", ((100, 96),))

    blow = Blow(attacker="jin", target="rin", arm="broadsword")
    play = _melee(play, struck={"rin": True})
    parries = ("parry:broadsword", "parry:shortsword")
    assert list_defences(play.state, play.rules, blow) == ("none", *parries, "dodge")


@pytest.mark.parametrize("option, free", [("either", False), ("both", True)])
def test_a_shield_that_attacked_parries_no_more_and_one_that_parried_does_not_attack(
    option: str, *, free: bool
) -> None:
    play = begin(None, {"shield_two_weapon": option}, rin=make_figure(), jin=make_foe())
    attacked = _melee(play, shields_used={"jin|medium_shield": "attack"})
    blow = Blow(attacker="rin", target="jin", arm="broadsword")
    defences = list_defences(attacked.state, attacked.rules, blow)
    assert ("parry:medium_shield" in defences) == free

    parried = _melee(play, shields_used={"rin|medium_shield": "parry"})
    action = Action(id=1, character="rin", step=Step(kind="attack", target="jin", arm="medium_shield"), sr=5)
    reason = find_hindrance(parried.state, parried.rules, action, "jin")
    assert reason == ("" if free else "shield_parried")


def test_what_a_shield_did_in_the_round_is_kept() -> None:
    play = fight()
    play.given(mean("rin", strike("jin", "medium_shield")), mean("jin", strike("rin")))
    act(play, "jin")
    act(play, "rin", "parry:medium_shield", (MISS, MISS))
    met = play.only(BlowMet)
    assert (met.shield, met.defences) == (True, 1)
    assert play.only(ActionSettled).why == "shield_parried"

    play = fight(jin=make_foe(), rin=make_figure(DEX=19))
    play.given(mean("rin", strike("jin", "medium_shield")), mean("jin"))
    act(play, "rin")
    assert play.state.melee.shields_used == {"rin|medium_shield": "attack"}
    assert play.state.melee.struck == {"rin": True}


@pytest.mark.parametrize("option, reason", [("no", "natural_second"), ("yes", "")])
@pytest.mark.parametrize("first, second", [("broadsword", "kick"), ("bite", "broadsword")])
def test_kicks_and_bites_are_no_second_weapon_or_they_are(
    option: str, reason: str, first: str, second: str
) -> None:
    play = begin(None, {"natural_weapon_pair": option}, rin=make_figure(), jin=make_foe())
    done = Action(id=1, character="rin", step=Step(kind="attack", arm=first), sr=5, state="done")
    due = Action(id=2, character="rin", step=Step(kind="attack", arm=second), sr=10)
    play = _melee(play, queue=(done, due))

    assert find_hindrance(play.state, play.rules, due, "jin") == reason
    again = msgspec.structs.replace(due, step=Step(kind="attack", arm=first))
    assert find_hindrance(play.state, play.rules, again, "jin") == ""


def test_a_fist_is_a_second_weapon() -> None:
    play = begin(rin=make_figure(arms={"broadsword": hold("broadsword")}), jin=make_foe())
    done = Action(id=1, character="rin", step=Step(kind="attack", arm="broadsword"), sr=5, state="done")
    due = Action(id=2, character="rin", step=Step(kind="attack", arm="fist"), sr=10)

    assert find_hindrance(_melee(play, queue=(done, due)).state, play.rules, due, "jin") == ""


def test_each_further_defence_of_a_round_is_20_less_whatever_it_is() -> None:
    play = _melee(begin(rin=make_figure(), jin=make_foe(skills={"broadsword": 70, "dodge": 70})))
    chances = list[int]()
    for tried in range(5):
        now = _melee(play, defences={"jin": tried})
        for defence in (Defence(kind="parry", arm="broadsword"), Defence(kind="dodge")):
            blow = Blow(attacker="rin", target="jin", arm="broadsword", defence=defence)
            told = specify_defence(now.state, now.rules, blow).circumstances
            chances.append(sum(one.amount for one in told if one.key == "further_defence"))
    assert chances == [0, 0, -20, -20, -40, -40, -60, -60, -80, -80]


@pytest.mark.parametrize("option, possible", [("five", True), ("impossible", False)])
def test_a_defence_at_0_or_less_has_5_always_or_is_not_possible(option: str, *, possible: bool) -> None:
    play = begin(None, {"zero_defence": option}, rin=make_figure(), jin=make_foe(skills={"broadsword": 60}))
    play = _melee(play, defences={"jin": 3})
    blow = Blow(attacker="rin", target="jin", arm="broadsword")
    assert ("parry:broadsword" in list_defences(play.state, play.rules, blow)) == possible

    met = msgspec.structs.replace(blow, defence=Defence(kind="parry", arm="broadsword"))
    assert specify_defence(play.state, play.rules, met).floor == possible


@pytest.mark.parametrize(
    "option, degree, dice", [("five", "success", ((8, 1), (4, 1))), ("impossible", "failure", ())]
)
def test_so_it_is_where_the_attackers_excess_takes_it_down(
    option: str, degree: str, dice: tuple[tuple[int, int], ...]
) -> None:
    rin = make_figure(skills={"broadsword": 170})
    play = begin(None, {"zero_defence": option}, rin=rin, jin=make_foe())
    play.given(Strike(character="rin", target="jin"))
    play.when(Choose(character="jin", use="parry:broadsword"), ((100, 96), (100, 5), *dice))

    assert play.all(Checked)[-1].degree == degree
