"""Values of a sheet's second line, automatic skills, and what lies below them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ninjas import alter, begin, gather, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.making import BringIn, ChangeAbility
from tenmatsu.systems.ninjaslayer.events.making import AbilityChanged
from tenmatsu.systems.ninjaslayer.figures import Ability, Base, Figure, Value, Weakened
from tenmatsu.systems.ninjaslayer.values import find_level, find_value, has_skill, list_automatic

RULES = begin().rules
WEAKENED: tuple[Weakened, ...] = ("karate", "neuron", "wazamae", "legs")
ABILITIES: tuple[Ability, ...] = ("karate", "neuron", "wazamae", "jitsu")
MULTI_ATTACK = {1: 0, 6: 0, 7: 2, 12: 2, 13: 3, 20: 3}


def test_ninja_slayers_second_line_is_as_the_rules_state_it() -> None:
    figure = gather("s").given(BringIn(characters=("s",), model="slayer")).state.characters["s"]

    stated: dict[Value, int] = {
        "attack": 13,
        "shooting": 10,
        "initiative": 7,
        "hacking": 7,
        "dodge": 14,
        "precision": 10,
        "cartwheel": 10,
    }
    assert {name: find_value(figure, name) for name in stated} == stated


def test_activation_is_neuron_and_jitsu() -> None:
    assert find_value(make_ninja(neuron=5, jitsu=2), "activation") == 7


@pytest.mark.parametrize("abilities", [(5, 2, 3), (2, 5, 3), (3, 2, 5)])
def test_dodge_is_the_highest_of_karate_neuron_and_wazamae(abilities: tuple[int, int, int]) -> None:
    karate, neuron, wazamae = abilities

    assert find_value(make_ninja(karate=karate, neuron=neuron, wazamae=wazamae, jitsu=9), "dodge") == 5


def test_bonus_dice_add_to_their_value_alone() -> None:
    figure = make_ninja(karate=1, wazamae=6, bonuses={"attack": 1, "cartwheel": 2})

    assert (find_value(figure, "attack"), find_value(figure, "shooting")) == (2, 6)
    assert (find_value(figure, "precision"), find_value(figure, "cartwheel")) == (6, 8)


def test_damage_and_temporary_changes_lower_and_raise_the_values() -> None:
    figure = make_ninja(karate=6, neuron=3, wazamae=4, changed={"neuron": 2}, lost={"karate": 4})

    assert (find_value(figure, "attack"), find_value(figure, "initiative")) == (2, 5)
    assert find_value(figure, "dodge") == 5


@pytest.mark.parametrize("karate, level", MULTI_ATTACK.items())
def test_multi_attack_comes_at_karate_7_and_13(karate: int, level: int) -> None:
    assert find_level(make_ninja(karate=karate), RULES, "multi_attack") == level


@pytest.mark.parametrize("wazamae, level", MULTI_ATTACK.items())
def test_rapid_fire_comes_at_wazamae_7_and_13(wazamae: int, level: int) -> None:
    assert find_level(make_ninja(wazamae=wazamae), RULES, "rapid_fire") == level


@pytest.mark.parametrize("skill, at", [("multi_target", 7), ("staggered", 7), ("sixth_sense", 13)])
def test_multi_target_and_staggered_come_at_neuron_7_and_the_sixth_sense_at_13(skill: str, at: int) -> None:
    assert not has_skill(make_ninja(neuron=at - 1), RULES, skill)
    assert has_skill(make_ninja(neuron=at), RULES, skill)


def test_a_ninja_with_temporary_karate_13_from_base_10_keeps_multi_attack_2() -> None:
    play = begin(a=make_ninja(karate=10)).when(ChangeAbility(character="a", ability="karate", amount=3))

    figure = play.state.characters["a"]
    assert play.only(AbilityChanged) == AbilityChanged(
        character="a", ability="karate", amount=3, change=3, now=13
    )
    assert (figure.ability("karate"), find_value(figure, "attack")) == (13, 13)
    assert find_level(figure, RULES, "multi_attack") == 2


def test_ability_damage_takes_no_automatic_skill_away() -> None:
    figure = make_ninja(karate=10, lost={"karate": 4})

    assert (figure.ability("karate"), find_level(figure, RULES, "multi_attack")) == (6, 2)


def test_a_lasting_loss_takes_automatic_skills_away() -> None:
    play = begin(a=make_ninja(karate=7))
    lower = alter(play, "a", base=Base(karate=6)).state.characters["a"]

    assert find_level(lower, RULES, "multi_attack") == 0


def test_an_own_skill_of_the_same_name_needs_no_ability_and_the_higher_level_counts() -> None:
    assert find_level(make_ninja(karate=3, skills=("multi_attack:2",)), RULES, "multi_attack") == 2
    assert find_level(make_ninja(karate=13, skills=("multi_attack:2",)), RULES, "multi_attack") == 3
    assert find_level(make_ninja(skills=("resists_death",)), RULES, "resists_death") == 1
    assert find_level(make_ninja(skills=("resists_death",)), RULES, "lance_kick") == 0


def test_automatic_skills_are_listed_with_their_highest_level() -> None:
    figure = make_ninja(karate=13, neuron=13, wazamae=7)

    assert list_automatic(figure, RULES) == (
        "multi_attack:3",
        "rapid_fire:2",
        "multi_target",
        "staggered",
        "sixth_sense",
    )
    assert list_automatic(make_mob(), RULES) == ()


@given(
    st.integers(1, 20),
    st.sampled_from(ABILITIES),
    st.lists(st.integers(-30, 30).filter(bool), max_size=4),
    st.dictionaries(st.sampled_from(WEAKENED), st.integers(0, 40)),
)
def test_no_ability_ever_falls_below_1_and_no_jitsu_below_0(
    base: int, ability: Ability, amounts: list[int], lost: dict[Weakened, int]
) -> None:
    play = begin(a=make_boss(karate=base, neuron=base, wazamae=base, legs=base, jitsu=base, lost=lost))
    for amount in amounts:
        play.given(ChangeAbility(character="a", ability=ability, amount=amount))
    figure: Figure = play.state.characters["a"]

    assert min(figure.ability(name) for name in WEAKENED) >= 1
    assert figure.ability("jitsu") >= 0
    assert all(find_value(figure, name) >= 1 for name in ("attack", "shooting", "initiative", "dodge"))
