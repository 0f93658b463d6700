"""What every part does harm with: falls, unconsciousness, death, arms dropped; and the laws of damage."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import work_on
from runequests import TABLES, begin, hold, make_figure, make_foe
from runewounds import figure_of, strike

from tenmatsu.systems.runequest.blows import Blow, Hit
from tenmatsu.systems.runequest.bodies import can_do_nothing, can_fight
from tenmatsu.systems.runequest.decide import harming, wounds
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import (
    damage_arm,
    die,
    drop_arm,
    faint,
    fall,
    harm_spirits_with,
    heal,
    wound,
)
from tenmatsu.systems.runequest.events.wounds import (
    Died,
    Fainted,
    Fell,
)
from tenmatsu.systems.runequest.figures import LIMBS, Figure, Hindrance


def test_falling_fainting_and_dying_happen_once_and_to_nobody_unknown() -> None:
    work = work_on(begin(rin=make_figure()))
    for character in ("rin", "rin", "nobody"):
        fall(work, character)
    faint(work, "rin", 5)
    faint(work, "rin", 3)
    faint(work, "rin", 9)
    faint(work, "rin")
    faint(work, "rin", 99)
    faint(work, "nobody")
    for character in ("rin", "rin", "nobody"):
        die(work, character, "magic")
    faint(work, "rin")

    assert [one.event for one in work.recorded] == [
        Fell(character="rin"),
        Fainted(character="rin", wakes=5),
        Fainted(character="rin", wakes=9),
        Fainted(character="rin"),
        Died(character="rin", why="magic"),
    ]
    assert work.state.characters["rin"].dead


def test_a_fall_unseats_and_whoever_dies_bleeds_no_more() -> None:
    work = work_on(begin(rin=make_figure(mounted=True, bleeding=True, dies_at=9)))
    fall(work, "rin")
    die(work, "rin", "bleeding")

    rin = work.state.characters["rin"]
    assert (rin.mounted, rin.prone, rin.bleeding, rin.dies_at) == (False, True, False, None)


def test_only_what_is_held_is_dropped_and_no_part_of_the_body() -> None:
    arms = {"fist": hold("fist"), "maul": hold("maul", "")}
    work = work_on(begin(rin=make_figure(arms=arms)))
    for arm in ("fist", "maul", "lance"):
        drop_arm(work, "rin", arm)

    assert work.recorded == []


def test_a_parrying_arm_of_flesh_is_wounded_in_its_place() -> None:
    play = begin(rin=make_figure(arms={"fist": hold("fist")}, armor=4))
    work = work_on(play)
    damage_arm(work, "rin", "fist", 2)

    assert work.state.characters["rin"].locations["right_arm"].hp == 2


def test_a_hit_goes_nowhere_on_the_dead_the_unknown_and_places_that_are_not_there() -> None:
    play = begin(rin=make_figure(dead=True), jin=make_foe())

    assert strike(play, "rin", "head", 9) == []
    assert strike(play, "nobody", "head", 9) == []
    assert strike(play, "jin", "tail", 9) == []


def test_of_a_hit_on_a_spirit_counts_what_the_spirits_part_says(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[Blow, int]] = []

    def count(work: Work, blow: Blow, points: int) -> int:
        told.append((blow, points))
        return points - 4

    def harm(work: Work, spirit: str, points: int, by: str) -> None:
        told.append((Blow(attacker=by, target=spirit, arm="harmed"), points))

    monkeypatch.setattr(wounds, "find_spirit_damage_of", count)
    monkeypatch.setattr(wounds, "hurt_spirit", harm)
    play = begin(rin=make_figure(embodied=False), jin=make_foe())
    struck = Blow(attacker="jin", target="rin", arm="broadsword")
    harmed = Blow(attacker="jin", target="rin", arm="harmed")
    hit = Hit(target="rin", by="jin", arm="broadsword", points=7, location="")

    assert wound(work_on(play), hit) == 3
    assert wound(work_on(play), msgspec.structs.replace(hit, points=4)) == 0
    assert wound(work_on(play), msgspec.structs.replace(hit, magic=True)) == 7
    assert told == [(struck, 7), (harmed, 3), (struck, 4), (harmed, 7)]


def test_a_hit_on_a_spirit_is_the_spirits_affair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harming, "SPIRIT_HARMS", [])
    play = begin(rin=make_figure(embodied=False))
    assert wound(work_on(play), Hit(target="rin", points=3, location="")) == 0

    harm_spirits_with(lambda work, hit: hit.points - 1)
    assert wound(work_on(play), Hit(target="rin", points=3, location="")) == 2


_PLACES = st.sampled_from(list(TABLES.locations))
_HITS = st.lists(st.tuples(_PLACES, st.integers(1, 30), st.booleans()), min_size=1, max_size=8)


def _hurt_freely(figure: Figure, hits: list[tuple[str, int, bool]]) -> list[tuple[Figure, Figure, str, int]]:
    """Return what stood before and after each hit."""
    play = begin(rin=figure)
    found = list[tuple[Figure, Figure, str, int]]()
    for place, points, cuts in hits:
        before = figure_of(play)
        strike(play, "rin", place, points, cuts=cuts)
        found.append((before, figure_of(play), place, points))
    return found


@given(hits=_HITS, con=st.integers(3, 25), armor=st.integers(0, 6))
def test_the_total_never_loses_more_than_the_location_allows(
    hits: list[tuple[str, int, bool]], con: int, armor: int
) -> None:
    for before, after, place, points in _hurt_freely(make_figure(armor=armor, CON=con), hits):
        struck = before.locations[place]
        limit = 2 * struck.max_hp if struck.part in LIMBS else points
        lost = before.hp - after.hp
        assert 0 <= lost <= min(limit, max(0, points - armor))
        assert lost <= struck.hp - after.locations[place].hp


@given(hits=_HITS, heals=st.lists(st.tuples(_PLACES, st.integers(1, 20), st.booleans()), max_size=6))
def test_hit_points_never_exceed_their_maximum(
    hits: list[tuple[str, int, bool]], heals: list[tuple[str, int, bool]]
) -> None:
    play = begin(rin=make_figure())
    for place, points, cuts in hits:
        strike(play, "rin", place, points, cuts=cuts)
    work = work_on(play)
    for place, points, magic in heals:
        heal(work, "rin", place, points, magic=magic)
        rin = work.state.characters["rin"]
        assert rin.hp <= rin.max_hp
        assert all(one.hp <= one.max_hp for one in rin.locations.values())


def test_a_shock_of_the_round_is_told_apart_from_one_that_needs_treatment() -> None:
    rounds = make_figure(hindrances=(Hindrance(kind="shocked", until=1, at="left_leg"),))
    limb = make_figure(hindrances=(Hindrance(kind="shocked", at="left_leg"),))
    chest = make_figure(hindrances=(Hindrance(kind="shocked", at="chest"),))

    assert [can_do_nothing(one) for one in (rounds, limb, chest)] == [True, False, True]
    assert not any(can_fight(one) for one in (rounds, limb, chest))
