"""Damage that was not dodged (2-12): vitality, the spirit that holds, who falls and who is out."""

from functools import partial
from typing import Any

import pytest
from landing import let, let_land
from ninjas import alter, begin, make_boss, make_mob, make_ninja

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.decide.damage import (
    check_spirit,
    hurt,
    injure,
    knock_out,
    lose_ability,
    lose_spirit,
    pay_spirit,
    revive_after_battle,
    take_off,
)
from tenmatsu.systems.ninjaslayer.events.damage import (
    AbilityLost,
    DamageTaken,
    Exploded,
    FellUnconscious,
    Injured,
    Revived,
    SpiritLost,
    SpiritPaid,
    TakenOff,
)
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.values import find_level, find_value


def _hit(figure: Figure, amount: int, options: dict[str, Any] | None = None, *, reduced: bool = True) -> Any:
    play = begin(options, kyo=make_ninja(), foe=figure)
    return let(play, lambda work: hurt(work, "foe", amount, "kyo", reduced=reduced))


def test_damage_comes_off_the_vitality() -> None:
    play = _hit(make_boss(vitality=8), 3)

    assert play.events == [
        DamageTaken(character="foe", by="kyo", damage=3, reduced=0, lost=3, spent=0, vitality=5, spirit=5)
    ]
    assert play.state.characters["foe"].vitality == 5


@pytest.mark.parametrize("maker", [make_ninja, make_boss])
def test_player_character_and_boss_fall_unconscious_at_0(maker: Any) -> None:
    play = _hit(maker(vitality=3, focused=True), 3)

    assert play.only(FellUnconscious).why == "vitality"
    assert play.all(Exploded) == []
    foe = play.state.characters["foe"]
    assert (foe.vitality, foe.unconscious, foe.able, foe.focused) == (0, True, False, False)
    assert not foe.removed


@pytest.mark.parametrize("amount", [1, 2, 9])
def test_mob_is_taken_off_at_0_or_below(amount: int) -> None:
    play = _hit(make_mob(square="B2", ninja=amount == 9, spirit=9), amount)

    assert play.only(TakenOff).why == "vitality"
    assert play.only(DamageTaken).spent == 0
    assert play.state.characters["foe"].removed
    assert not play.state.characters["foe"].on_map


def test_vitality_going_to_minus_4_with_spirit_5_is_held() -> None:
    play = _hit(make_ninja(vitality=6, spirit=5), 10)

    taken = play.only(DamageTaken)
    assert (taken.lost, taken.spent, taken.vitality, taken.spirit) == (6, 4, 0, 1)
    foe = play.state.characters["foe"]
    assert (foe.vitality, foe.spirit, foe.unconscious, foe.exploded) == (0, 1, True, False)


@pytest.mark.parametrize("spirit, explodes", [(4, False), (3, True), (0, True), (-1, True)])
def test_ninja_explodes_where_spirit_does_not_suffice(spirit: int, explodes: bool) -> None:
    play = _hit(make_ninja(vitality=6, now_spirit=spirit, square="B2"), 10)

    assert bool(play.all(Exploded)) is explodes
    assert bool(play.all(FellUnconscious)) is not explodes
    assert play.state.characters["foe"].on_map is not explodes


@pytest.mark.parametrize("option", ["merciless", "spared"])
def test_death_may_be_spared(option: str) -> None:
    play = _hit(make_ninja(vitality=2, spirit=3), 9, {"death": option})

    foe = play.state.characters["foe"]
    assert foe.exploded is (option == "merciless")
    if option == "spared":
        assert play.only(FellUnconscious).why == "mercy"
        assert (foe.vitality, foe.spirit, foe.unconscious) == (0, 0, True)


def test_boss_that_is_no_ninja_has_no_spirit_to_hold_on_and_dies_below_0() -> None:
    play = _hit(make_boss(ninja=False, vitality=3, spirit=9), 4)

    assert play.only(DamageTaken).spent == 0
    assert play.only(TakenOff).why == "vitality"
    assert _hit(make_boss(ninja=False, vitality=3), 3).only(FellUnconscious).why == "vitality"


def test_blows_at_the_unconscious_are_held_by_spirit_until_it_is_used_up() -> None:
    play = begin(foe=make_ninja(now_vitality=0, now_spirit=2, unconscious=True))

    let(play, lambda work: hurt(work, "foe", 2))
    assert play.all(FellUnconscious) == []
    assert play.state.characters["foe"].spirit == 0
    let(play, lambda work: hurt(work, "foe", 1))
    assert play.only(Exploded).character == "foe"


def test_nothing_hurts_whoever_is_gone() -> None:
    play = begin(foe=make_ninja(exploded=True), kyo=make_ninja(removed=True))

    let(play, lambda work: [hurt(work, one, 5) for one in ("foe", "kyo", "nobody")])
    assert play.events == []
    let(play, lambda work: take_off(work, "foe", "fled"), lambda work: knock_out(work, "kyo"))
    assert play.events == []
    let(play, lambda work: injure(work, "foe", "arms"), lambda work: lose_spirit(work, "foe", 1))
    assert play.events == []
    let(play, lambda work: lose_ability(work, "foe", "karate", 1))
    assert play.events == []


@pytest.mark.parametrize("amount, reduced, lost", [(1, 1, 0), (2, 2, 0), (3, 2, 1), (6, 2, 4)])
def test_reduction_takes_so_much_off_each_damage(amount: int, reduced: int, lost: int) -> None:
    play = _hit(make_boss(reduction=2), amount)

    taken = play.only(DamageTaken)
    assert (taken.damage, taken.reduced, taken.lost) == (amount, reduced, lost)
    assert _hit(make_boss(reduction=2), amount, reduced=False).only(DamageTaken).lost == amount


def test_damage_reduced_to_nothing_wakes_no_rule() -> None:
    play = begin(foe=make_ninja(now_vitality=0, unconscious=True, reduction=1))

    assert let(play, lambda work: hurt(work, "foe", 1)).only(DamageTaken).spent == 0


@pytest.mark.parametrize(
    "figure, event",
    [
        (make_ninja(spirit=2), FellUnconscious),
        (make_boss(spirit=2), FellUnconscious),
        (make_ninja(ninja=False, spirit=2), FellUnconscious),
        (make_boss(ninja=False, spirit=2), TakenOff),
        (make_mob(spirit=2), TakenOff),
    ],
)
def test_spirit_below_0_fells_a_ninja_and_takes_off_who_is_none(figure: Figure, event: Any) -> None:
    play = begin(foe=figure)
    let(play, lambda work: lose_spirit(work, "foe", 2))
    assert play.only(SpiritLost).now == 0
    let(play, lambda work: lose_spirit(work, "foe", 1))
    assert play.only(event).why == "spirit"
    foe = play.state.characters["foe"]
    assert foe.spirit == -1
    assert not foe.exploded
    if event is FellUnconscious:
        assert (foe.vitality, foe.unconscious) == (0, True)


def test_spirit_below_0_does_not_fell_twice() -> None:
    play = begin(foe=make_ninja(now_vitality=0, now_spirit=-1, unconscious=True))

    assert let(play, lambda work: lose_spirit(work, "foe", 2)).all(FellUnconscious) == []
    assert play.state.characters["foe"].spirit == -3


@pytest.mark.parametrize("option", ["refused", "negative"])
def test_cost_in_spirit_at_0(option: str) -> None:
    play = begin({"spirit_cost_at_zero": option}, kyo=make_ninja(now_spirit=0))

    def pay(work: Any) -> None:
        check_spirit(work, "kyo", 1)
        pay_spirit(work, "kyo", 1)

    if option == "refused":
        with pytest.raises(RuleViolation) as refusal:
            let(play, pay)
        assert refusal.value.code == "ninjaslayer.spirit_short"
        return
    let(play, pay)
    assert play.only(SpiritPaid).now == -1
    assert play.only(FellUnconscious).why == "spirit"


def test_cost_in_spirit_that_is_there_is_paid_and_nothing_costs_nothing() -> None:
    play = begin(kyo=make_ninja(spirit=3))
    let(play, lambda work: check_spirit(work, "kyo", 3), lambda work: pay_spirit(work, "kyo", 3))
    assert play.events == [SpiritPaid(character="kyo", amount=3, now=0)]
    assert play.state.characters["kyo"].able
    assert let(play, lambda work: pay_spirit(work, "kyo", 0)).events == []


@pytest.mark.parametrize("ability, base", [("karate", 3), ("neuron", 3), ("wazamae", 3), ("legs", 3)])
def test_ability_damage_never_goes_below_1(ability: Any, base: int) -> None:
    play = begin(kyo=make_ninja(**{ability: base}))
    let(play, lambda work: lose_ability(work, "kyo", ability, 2))
    assert play.only(AbilityLost) == AbilityLost(
        character="kyo", ability=ability, amount=2, lost=2, total=2, now=1
    )
    let(play, lambda work: lose_ability(work, "kyo", ability, 2))
    assert (play.only(AbilityLost).lost, play.only(AbilityLost).total) == (0, 2)
    assert play.state.characters["kyo"].ability(ability) == 1


def test_values_follow_from_the_weakened_abilities_and_skills_do_not() -> None:
    play = begin(kyo=make_ninja(karate=13, neuron=7, wazamae=7))
    let(
        play,
        lambda work: lose_ability(work, "kyo", "karate", 9),
        lambda work: lose_ability(work, "kyo", "neuron", 4),
    )
    figure = play.state.characters["kyo"]

    assert [find_value(figure, one) for one in ("attack", "initiative", "dodge")] == [4, 3, 7]
    assert find_level(figure, play.rules, "multi_attack") == 3
    assert find_level(figure, play.rules, "staggered") == 1


@pytest.mark.parametrize("option, removed", [("removed", True), ("tracked", False)])
def test_ability_damage_takes_a_mob_off_or_is_tracked(option: str, removed: bool) -> None:
    play = begin({"mob_ability_damage": option}, foe=make_mob(neuron=3))
    let(play, lambda work: lose_ability(work, "foe", "neuron", 2))

    assert bool(play.all(TakenOff)) is removed
    assert play.state.characters["foe"].removed is removed
    assert play.state.characters["foe"].lost == ({} if removed else {"neuron": 2})


def test_injuries_are_counted_by_place() -> None:
    play = begin(kyo=make_ninja())
    let(play, *(partial(injure, character="kyo", place=place) for place in ("arms", "head", "arms")))

    assert [(one.place, one.count) for one in play.all(Injured)] == [("arms", 1), ("head", 1), ("arms", 2)]
    assert play.state.characters["kyo"].injuries == {"arms": 2, "head": 1}


@pytest.mark.parametrize("option, revived", [("down", ["kyo"]), ("revived", ["kyo", "ren"])])
def test_the_unconscious_come_round_after_a_battle(option: str, revived: list[str]) -> None:
    down = {"now_vitality": 0, "unconscious": True}
    play = begin(
        {"revive_at_spirit_zero": option},
        kyo=make_ninja(now_spirit=2, **down),
        ren=make_ninja(now_spirit=0, **down),
        sei=make_ninja(now_spirit=-1, **down),
        rin=make_ninja(exploded=True),
        jin=make_ninja(now_spirit=1),
        foe=make_boss(now_spirit=3, **down),
    )
    let(play, revive_after_battle)

    assert [one.character for one in play.all(Revived)] == revived
    assert {(one.vitality, one.spirit, one.why) for one in play.all(Revived)} == {(1, 0, "battle_over")}
    assert play.state.characters["kyo"].able
    assert not play.state.characters["foe"].able
    assert play.state.characters["jin"].spirit == 1


def test_naraku_within_lets_nobody_fall_before_the_phase_ends() -> None:
    slayer = make_boss(vitality=13, spirit=9, skills=("naraku_within", "resists_death"))
    play = begin(kyo=make_ninja(), foe=slayer)
    let_land(play, damage=20)

    assert (play.only(DamageTaken).spent, play.all(FellUnconscious), play.all(Exploded)) == (0, [], [])
    foe = play.state.characters["foe"]
    assert (foe.vitality, foe.spirit, foe.able) == (0, 9, True)


def test_blow_at_one_with_naraku_within_rouses_him_unhurt() -> None:
    slayer = make_boss(vitality=13, now_vitality=0, skills=("naraku_within",), unconscious=True, returns=3)
    play = begin(kyo=make_ninja(), foe=slayer)
    let_land(play, damage=20, undodgeable=True)

    assert play.all(DamageTaken) == []
    assert play.state.characters["foe"].able
    assert play.state.characters["foe"].vitality == 20


def test_one_with_naraku_within_is_not_revived_after_a_battle() -> None:
    play = begin(kyo=make_ninja(now_vitality=0, unconscious=True, returns=2))

    assert let(play, revive_after_battle).events == []


def test_who_flees_is_off_the_map() -> None:
    play = alter(begin(kyo=make_ninja(), foe=make_boss()), "foe", square="C3")
    let(play, lambda work: take_off(work, "foe", "fled"))

    assert play.events == [TakenOff(character="foe", why="fled")]
    assert not play.state.characters["foe"].on_map
