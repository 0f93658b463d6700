"""How a blow lands (2-13): crushing, the table of satsubatsu, instant death and who resists it."""

from typing import Any

import pytest
from kit import d6
from landing import let_land
from ninjas import TABLES, begin, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.damage import PickCrushing
from tenmatsu.systems.ninjaslayer.events.damage import (
    AbilityLost,
    CriticalSettled,
    CrushingOffered,
    CrushingPicked,
    DamageTaken,
    DeathResisted,
    Exploded,
    FellUnconscious,
    Flung,
    Injured,
    SpiritLost,
    TakenOff,
)

TOUGH = {"vitality": 20, "spirit": 9, "karate": 8, "neuron": 5, "wazamae": 6, "legs": 5}
RESISTS = ("resists_death",)


def test_base_damage_lands_as_it_is_without_crushing() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH))

    assert let_land(play, damage=2).only(DamageTaken).damage == 2
    assert play.all(CriticalSettled) == []


@pytest.mark.parametrize("crushing, damage", [((1,), 2), ((1, 1), 2), ((1, 3, 2), 4), ((), 1)])
def test_highest_crushing_counts_and_none_add_up(crushing: tuple[int, ...], damage: int) -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH))

    assert let_land(play, crushing=crushing).only(DamageTaken).damage == damage


def test_chainsaw_breaks_the_arms_of_a_sumotori() -> None:
    sumotori = make_mob(model="sumotori", karate=4, vitality=4)
    play = begin(kyo=make_ninja(wielded="chainsaw"), foe=sumotori)
    let_land(play, d6(5), damage=2, faces=(6, 6, 4, 1), critical="satsubatsu", weapon="chainsaw")

    assert play.only(CriticalSettled).effect == "arms_broken"
    assert (play.only(DamageTaken).damage, play.only(DamageTaken).vitality) == (3, 1)
    assert play.only(TakenOff).why == "ability"
    assert play.state.characters["foe"].removed


def test_strong_attack_with_result_2_crushes_once() -> None:
    play = begin(kyo=make_ninja(wielded="katana"), foe=make_boss(**TOUGH))
    let_land(play, d6(2), crushing=(1,), critical="satsubatsu", weapon="katana", style="strong")

    assert play.only(DamageTaken).damage == 1 + 1
    assert [(one.ability, one.lost) for one in play.all(AbilityLost)] == [("neuron", 2), ("wazamae", 1)]


def test_arms_broken_twice_lower_karate_and_wazamae_by_4_but_never_below_1() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH), ren=make_ninja(vitality=20, karate=4, wazamae=3))
    for target in ("foe", "foe", "ren", "ren"):
        let_land(play, d6(5), target=target, critical="satsubatsu")

    foe, ren = play.state.characters["foe"], play.state.characters["ren"]
    assert (foe.ability("karate"), foe.ability("wazamae")) == (8 - 4, 6 - 4)
    assert (ren.ability("karate"), ren.ability("wazamae")) == (1, 1)
    assert foe.injuries == ren.injuries == {"arms": 2}


@pytest.mark.parametrize(
    "result, lost, spirit, place",
    [
        (1, {}, 0, None),
        (2, {"neuron": 2, "wazamae": 1}, 0, "head"),
        (3, {"neuron": 1}, 2, "torso"),
        (4, {"karate": 1, "legs": 2}, 0, "legs"),
        (5, {"karate": 2, "wazamae": 2}, 0, "arms"),
    ],
)
@pytest.mark.parametrize("critical", ["satsubatsu", "namu_amida_butsu"])
def test_results_of_the_table(
    result: int, lost: dict[str, int], spirit: int, place: str | None, critical: Any
) -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH))
    let_land(play, d6(result), critical=critical)

    settled = play.only(CriticalSettled)
    assert (settled.result, settled.critical) == (result, critical)
    assert settled.effect == TABLES.satsubatsu[result - 1].name
    assert play.only(DamageTaken).damage == 1 + 1
    assert {one.ability: one.lost for one in play.all(AbilityLost)} == lost
    assert [one.amount for one in play.all(SpiritLost)] == ([spirit] if spirit else [])
    assert [one.place for one in play.all(Injured)] == ([place] if place else [])
    assert bool(play.all(Flung)) is (result == 1)


@pytest.mark.parametrize("result", [1, 2, 3, 4, 5])
def test_side_effects_come_only_where_vitality_was_lost(result: int) -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH, reduction=2))
    let_land(play, d6(result), critical="satsubatsu")
    assert [type(event) for event in play.events] == [CriticalSettled, DamageTaken]

    held = begin(kyo=make_ninja(), foe=make_boss(**TOUGH, now_vitality=0, unconscious=True))
    let_land(held, d6(result), critical="satsubatsu", undodgeable=True)
    assert [type(event) for event in held.events] == [CriticalSettled, DamageTaken]
    assert held.only(DamageTaken).spent == 2


@pytest.mark.parametrize("result", [2, 3, 4, 5])
def test_nothing_more_befalls_whoever_the_damage_has_killed(result: int) -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(vitality=1, spirit=0))
    let_land(play, d6(result), critical="satsubatsu")

    assert [type(event) for event in play.events] == [CriticalSettled, DamageTaken, Exploded]


def test_who_falls_unconscious_by_the_damage_suffers_the_rest_too() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(vitality=2, spirit=1))
    let_land(play, d6(3), critical="satsubatsu")

    foe = play.state.characters["foe"]
    assert (foe.vitality, foe.spirit, foe.lost) == (0, -1, {"neuron": 1})
    assert play.only(FellUnconscious).why == "vitality"


@pytest.mark.parametrize("option, removed", [("removed", True), ("tracked", False)])
def test_mob_is_out_by_ability_damage_or_it_is_tracked(option: str, removed: bool) -> None:
    mob = make_mob(vitality=4, karate=4, wazamae=3)
    play = begin({"mob_ability_damage": option}, kyo=make_ninja(), foe=mob)
    let_land(play, d6(5), critical="satsubatsu")

    foe = play.state.characters["foe"]
    assert foe.removed is removed
    assert foe.injuries == ({} if removed else {"arms": 1})
    assert foe.ability("karate") == (4 if removed else 2)


def test_instant_death_ignores_vitality_spirit_and_reduction() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH, reduction=9))
    let_land(play, d6(6), critical="satsubatsu")

    assert [type(event) for event in play.events] == [CriticalSettled, Exploded]
    assert play.only(Exploded).slain


@pytest.mark.parametrize("foe", [make_mob(vitality=9, spirit=9), make_boss(ninja=False)])
def test_instant_death_takes_off_who_is_no_ninja(foe: Any) -> None:
    play = begin(kyo=make_ninja(), foe=foe)

    assert let_land(play, death=True).only(TakenOff).why == "slain"


@pytest.mark.parametrize("option, dead", [("merciless", True), ("spared", False)])
def test_instant_death_may_be_spared_too(option: str, dead: bool) -> None:
    play = begin({"death": option}, kyo=make_ninja(), foe=make_ninja())
    let_land(play, death=True)

    foe = play.state.characters["foe"]
    assert (foe.exploded, foe.unconscious) == (dead, not dead)
    assert dead or (foe.vitality, foe.spirit) == (0, 0)


@pytest.mark.parametrize("reduction", [0, 3])
def test_who_resists_instant_death_is_crushed_by_2d6_less_the_reduction(reduction: int) -> None:
    foe = make_boss(**TOUGH, skills=RESISTS, reduction=reduction)
    play = begin(kyo=make_ninja(), foe=foe)
    let_land(play, d6(6, 3, 4), critical="satsubatsu")

    assert play.only(DeathResisted) == DeathResisted(character="foe", faces=(3, 4), crushing=7)
    assert play.only(DamageTaken).lost == 1 + 7 - reduction
    assert play.all(Exploded) == []


def test_crushing_in_place_of_death_does_not_add_up_with_another() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH, skills=RESISTS))
    let_land(play, d6(6, 1, 1), crushing=(3,), critical="satsubatsu")

    assert play.only(DamageTaken).damage == 1 + 3


@pytest.mark.parametrize("result, damage", [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)])
def test_precise_attack_never_crushes_but_does_the_rest(result: int, damage: int) -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH))
    let_land(play, d6(result), ability="wazamae", precise=True, crushing=(1,), critical="satsubatsu")

    assert play.only(DamageTaken).damage == damage
    assert bool(play.all(AbilityLost)) is (result != 1)


def test_precise_attack_kills_by_result_6() -> None:
    play = begin(kyo=make_ninja(), foe=make_boss(**TOUGH))

    assert let_land(play, d6(6), precise=True, critical="satsubatsu").only(Exploded).slain


@pytest.mark.parametrize("option, dice, damage", [("nothing", d6(6), 1), ("crushing", d6(6, 5, 6), 1 + 11)])
def test_precise_attack_on_one_who_resists_death(option: str, dice: Any, damage: int) -> None:
    foe = make_boss(**TOUGH, skills=RESISTS)
    play = begin({"precise_resisted_death": option}, kyo=make_ninja(), foe=foe)
    let_land(play, dice, precise=True, critical="satsubatsu")

    assert play.only(DamageTaken).damage == damage
    assert play.only(DeathResisted).crushing == damage - 1


def test_attacker_may_be_asked_which_crushing_counts() -> None:
    foe = make_boss(**TOUGH, skills=RESISTS)
    play = begin({"crushing_pick": "attacker"}, kyo=make_ninja(), foe=foe)
    let_land(play, d6(6, 2, 2), crushing=(1, 2), critical="satsubatsu")

    assert play.only(CrushingOffered).landing.crushing == (1, 2, 4)
    assert play.all(DamageTaken) == []
    play.asks("crushing_pick", "kyo", "1", "2", "4")
    play.when(PickCrushing(character="foe", choice="1")).refused("ninjaslayer.not_asked")
    play.when(PickCrushing(character="kyo", choice="3")).refused("ninjaslayer.no_such_choice")
    play.when(PickCrushing(character="kyo", choice="2")).settled()
    assert play.only(CrushingPicked) == CrushingPicked(character="kyo", target="foe", crushing=2)
    assert play.only(DamageTaken).damage == 1 + 2
    assert play.state.landings == ()


def test_side_effects_come_behind_the_choice_of_a_crushing() -> None:
    play = begin({"crushing_pick": "attacker"}, kyo=make_ninja(), foe=make_boss(**TOUGH))
    let_land(play, d6(4), crushing=(2,), critical="satsubatsu")
    play.when(PickCrushing(character="kyo", choice="1"))

    assert play.only(DamageTaken).damage == 2
    assert play.only(Injured).place == "legs"


@pytest.mark.parametrize("option", ["highest", "attacker"])
def test_nobody_is_asked_where_the_crushings_are_alike(option: str) -> None:
    play = begin({"crushing_pick": option}, kyo=make_ninja(), foe=make_boss(**TOUGH))
    let_land(play, d6(2), crushing=(1,), critical="satsubatsu").settled()

    assert play.only(DamageTaken).damage == 2
