"""Strike ranks: what they are made of, and what fits into a round."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runemelees import cast_at, close_in, fight, go, make_archer, mean, plan, shot, step, strike
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.commands.rounds import BeginMelee, LetPrepareAtOnce
from tenmatsu.systems.runequest.decide.ranks import find_rank, find_usual
from tenmatsu.systems.runequest.figures import Spell


def test_dex_16_siz_13_and_a_sword_of_1_2_m_make_sr_5() -> None:
    play = fight()
    rank = find_rank(play.state, play.rules, "rin", strike("jin"))

    assert rank.sr == 5
    assert rank.parts == (Circumstance("sr_dex", 1), Circumstance("sr_siz", 2), Circumstance("sr_length", 2))


@pytest.mark.parametrize("dex, sr", [(19, 0), (18, 1), (16, 1), (15, 2), (13, 2), (12, 3), (9, 3)])
def test_dex_counts_by_its_bands(dex: int, sr: int) -> None:
    play = fight(rin=make_figure(DEX=dex), jin=make_foe())

    assert find_usual(play.state, play.rules, "rin", "broadsword") == sr + 4


@pytest.mark.parametrize("siz, sr", [(22, 0), (21, 1), (15, 1), (14, 2), (7, 2), (6, 3), (1, 3)])
def test_siz_counts_by_its_bands(siz: int, sr: int) -> None:
    play = fight(rin=make_figure(SIZ=siz), jin=make_foe())

    assert find_usual(play.state, play.rules, "rin", "broadsword") == sr + 3


@pytest.mark.parametrize("weapon, sr", [("long_spear", 0), ("greatsword", 1), ("shortsword", 3)])
def test_the_length_of_the_weapon_counts(weapon: str, sr: int) -> None:
    play = fight(rin=make_figure(arms={weapon: hold(weapon, "both")}), jin=make_foe())

    assert find_usual(play.state, play.rules, "rin", weapon) == 1 + 2 + sr


def test_what_comes_below_1_counts_as_1() -> None:
    play = fight(rin=make_figure(DEX=19, SIZ=22, arms={"pike": hold("pike", "both")}), jin=make_foe())

    assert plan(play, "rin", strike("jin", "pike")) == [1]


def test_a_shot_with_a_ready_bow_after_three_units_comes_at_dex_sr_and_3() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(), jin=make_foe())
    assert plan(play, "rin", go(3, "jin"), shot("jin")) == [3, 4]


def test_a_bow_that_is_not_loaded_takes_5_more() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_archer(loaded=False), jin=make_foe())

    assert plan(play, "rin", shot("jin")) == [6]
    assert plan(play, "rin", step("ready", arm="self_bow"), shot("jin")) == [5, 6]


@pytest.mark.parametrize("reading, ranks", [("dex", [1, 7]), ("five", [1, 6, 11])])
def test_a_further_shot_comes_5_later_with_or_without_dex_sr(reading: str, ranks: list[int]) -> None:
    play = fight({"rin": 0, "jin": 60}, {"further_shot_sr": reading}, rin=make_archer(), jin=make_foe())

    assert plan(play, "rin", *[shot("jin")] * len(ranks)) == ranks
    assert plan(play, "rin", *[shot("jin")] * (len(ranks) + 1)) == "over_last_sr"


@pytest.mark.parametrize("metres, sr", [(0, 8), (3, 8), (4, 6), (10, 6), (11, 5), (50, 5)])
def test_surprise_adds_3_or_1_or_nothing_by_its_distance(metres: int, sr: int) -> None:
    play = fight(surprised={"rin": metres})

    assert play.state.characters["rin"].surprised
    assert plan(play, "rin", strike("jin")) == [sr]


def test_each_thing_made_ready_adds_5() -> None:
    arms = {"broadsword": hold("broadsword", ""), "medium_shield": hold("medium_shield", "")}
    play = fight(rin=make_figure(arms=arms), jin=make_foe())
    sword, shield = step("ready", arm="broadsword"), step("ready", arm="medium_shield")

    assert plan(play, "rin", sword, strike("jin")) == [5, 10]
    assert plan(play, "rin", sword, shield) == [5, 10]
    assert plan(play, "rin", sword, shield, strike("jin")) == "over_last_sr"


def test_to_drop_a_sword_for_an_axe_is_one_preparation_and_to_put_it_away_two() -> None:
    arms = {"broadsword": hold("broadsword"), "small_axe": hold("small_axe", "")}
    play = fight(rin=make_figure(arms=arms, SIZ=22, DEX=19), jin=make_foe())
    axe = step("ready", arm="small_axe")

    dropped = msgspec.structs.replace(axe, at="broadsword")
    assert plan(play, "rin", dropped, strike("jin", "small_axe")) == [5, 9]
    assert plan(play, "rin", step("ready", arm="broadsword"), axe) == [5, 10]


def test_with_leave_two_preparations_at_once_count_the_longer_alone() -> None:
    arms = {"broadsword": hold("broadsword", ""), "dagger": hold("dagger", "")}
    play = fight({"rin": 0, "jin": 30}, rin=make_figure(arms=arms), jin=make_foe())
    sword = step("ready", arm="broadsword")
    dagger = step("ready", arm="dagger", at_once=True)
    moving = msgspec.structs.replace(sword, at_once=True)
    assert plan(play, "rin", sword, dagger) == "no_leave"

    play.given(LetPrepareAtOnce(character="rin"))
    play.when(LetPrepareAtOnce(character="rin")).refused("runequest.leave_given")

    assert plan(play, "rin", sword, dagger) == [5, 5]
    assert plan(play, "rin", go(3, "jin"), moving) == [3, 5]
    assert plan(play, "rin", go(7, "jin"), moving) == [7, 7]


def test_what_is_behind_two_preparations_at_once_comes_after_the_longer() -> None:
    arms = {"broadsword": hold("broadsword", ""), "dagger": hold("dagger", "")}
    play = fight(rin=make_figure(arms=arms), jin=make_foe())
    play.given(LetPrepareAtOnce(character="rin"))

    both = (step("ready", arm="broadsword"), step("ready", arm="dagger", at_once=True))
    assert plan(play, "rin", *both, strike("jin")) == [5, 5, 10]


def test_a_shield_is_never_made_ready_beside_something_else() -> None:
    arms = {"broadsword": hold("broadsword", ""), "medium_shield": hold("medium_shield", "")}
    play = fight({"rin": 0, "jin": 30}, rin=make_figure(arms=arms), jin=make_foe())
    play.given(LetPrepareAtOnce(character="rin"))

    sword = step("ready", arm="broadsword")
    shield = step("ready", arm="medium_shield", at_once=True)
    assert plan(play, "rin", sword, shield) == "shield_not_at_once"


def test_two_who_close_for_melee_pay_no_strike_ranks_for_movement() -> None:
    play = fight({"rin": 0, "jin": 12})

    assert plan(play, "rin", go(4, "jin"), strike("jin"))[1] == 5
    assert plan(play, "rin", go(4, "jin"), strike())[1] == 5


def test_a_third_who_joins_pays_for_movement() -> None:
    play = fight({"rin": 0, "jin": 12, "sen": 11}, rin=make_figure(), jin=make_foe(), sen=make_figure())

    assert plan(play, "rin", go(3, "jin"), strike("jin")) == [3, 8]


def test_movement_counts_where_the_foe_shoots_or_casts() -> None:
    play = fight({"rin": 0, "jin": 12}, rin=make_figure(), jin=make_archer(friendly=False, npc=True))
    play.given(mean("jin", shot("rin")))

    assert plan(play, "rin", go(3, "jin"), strike("jin")) == [3, 8]


def test_a_rider_shoots_on_the_move_and_pays_nothing_for_it() -> None:
    rider = make_archer(mounted=True)
    play = fight({"rin": 0, "jin": 60}, rin=rider, jin=make_foe())

    assert plan(play, "rin", go(8, "jin"), shot("jin")) == [8, 1]


def test_a_skill_of_140_split_70_and_70_strikes_at_5_and_10() -> None:
    play = fight(rin=make_figure(skills={"broadsword": 140}), jin=make_foe())

    assert plan(play, "rin", strike("jin", parts=(70, 70))) == [5, 10]
    assert plan(play, "rin", strike("jin", parts=(90, 50))) == [5, 10]


def test_a_skill_of_150_in_three_with_sr_4_strikes_at_4_8_and_12_and_with_sr_5_it_cannot() -> None:
    quick = make_figure(skills={"broadsword": 150}, DEX=19)
    play = fight(rin=quick, jin=make_foe())
    assert plan(play, "rin", strike("jin", parts=(50, 50, 50))) == [4, 8, 12]

    slow = fight(rin=make_figure(skills={"broadsword": 150}), jin=make_foe())
    assert plan(slow, "rin", strike("jin", parts=(50, 50, 50))) == "over_last_sr"


@pytest.mark.parametrize(
    "skill, parts, reason",
    [
        (99, (50, 49), "skill_too_low"),
        (140, (91, 49), "parts_do_not_fit"),
        (140, (80, 70), "parts_do_not_fit"),
        (140, (140,), "parts_do_not_fit"),
    ],
)
def test_splitting_asks_100_of_the_skill_and_50_a_part(
    skill: int, parts: tuple[int, ...], reason: str
) -> None:
    play = fight(rin=make_figure(skills={"broadsword": skill}), jin=make_foe())
    assert plan(play, "rin", strike("jin", parts=parts)) == reason


def test_a_bonus_of_magic_does_not_help_to_split() -> None:
    blessed = make_figure(
        skills={"broadsword": 90},
        spells=(Spell(spell="bladesharp", magic="spirit", amount=20, at="broadsword"),),
    )
    play = fight(rin=blessed, jin=make_foe())

    assert plan(play, "rin", strike("jin", parts=(50, 50))) == "skill_too_low"


def test_a_second_weapon_strikes_so_much_later_as_it_takes_itself() -> None:
    arms = {"broadsword": hold("broadsword"), "shortsword": hold("shortsword", "left")}
    play = fight(rin=make_figure(arms=arms), jin=make_foe())

    assert plan(play, "rin", strike("jin"), strike("jin", "shortsword")) == [5, 11]


def test_two_weapons_may_go_with_a_split_where_the_round_has_room() -> None:
    arms = {"rapier": hold("rapier"), "dagger": hold("dagger", "left")}
    quick = make_figure(arms=arms, skills={"rapier": 120}, DEX=19, SIZ=22)
    play = fight(rin=quick, jin=make_foe())

    two = (strike("jin", "rapier", parts=(60, 60)), strike("jin", "dagger"))
    assert plan(play, "rin", *two) == [2, 4, 8]


def test_coordination_makes_one_quicker() -> None:
    quick = make_figure(DEX=16, spells=(Spell(spell="coordination", magic="spirit", amount=4),))
    play = fight(rin=quick, jin=make_foe())

    assert plan(play, "rin", strike("jin")) == [4]


def test_a_spell_that_needs_27_strike_ranks_is_decided_at_sr_3_of_the_third_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast_at(monkeypatch, 3, rounds=2)
    play = fight(rin=make_figure(known={"heal": 6}), jin=make_foe())

    rank = find_rank(play.state, play.rules, "rin", step("spell", spell="heal", target="rin"))
    assert (rank.sr, rank.rounds) == (3, 2)


def test_what_goes_before_a_spell_may_push_it_into_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 11)
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(known={"heal": 6}), jin=make_foe())
    heal = step("spell", spell="heal", target="rin")

    rank = find_rank(play.state, play.rules, "rin", heal)
    assert (rank.sr, rank.rounds) == (11, 0)
    assert plan(play, "rin", go(1), heal) == [1, 12]
    assert plan(play, "rin", go(2), heal) == "spell_alone"


def test_a_spell_made_ready_before_needs_no_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 8, ready=5)
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(known={"heal": 2}), jin=make_foe())
    heal = step("spell", spell="heal", target="rin")
    assert plan(play, "rin", heal) == [8]

    assert plan(play, "rin", step("ready", spell="heal"), heal) == [5, 8]
    close_in(play, prepared={"rin": "heal"})
    assert plan(play, "rin", heal) == [3]


def test_without_a_focus_the_preparation_takes_the_whole_round() -> None:
    play = fight({"rin": 0, "jin": 60}, rin=make_figure(known={"heal": 2}, focus=False), jin=make_foe())

    assert plan(play, "rin", step("ready", spell="heal")) == [12]


def test_pushes_aimed_blows_and_a_retreat_come_at_sr_12() -> None:
    play = fight()

    assert plan(play, "rin", step("knockback", target="jin", arm="broadsword")) == [12]
    aimed = step("aimed_blow", target="jin", arm="broadsword", locations=("head",))
    assert plan(play, "rin", aimed) == [12]
    assert plan(play, "rin", step("retreat")) == [12]


@settings(max_examples=150, deadline=None)
@given(
    dex=st.integers(1, 25),
    siz=st.integers(1, 25),
    units=st.integers(0, 8),
    ready=st.integers(0, 2),
    parts=st.lists(st.integers(50, 100), max_size=4),
    surprised=st.none() | st.integers(0, 12),
    skill=st.integers(50, 250),
)
def test_whatever_may_be_declared_comes_at_sr_1_to_12(
    dex: int, siz: int, units: int, ready: int, parts: list[int], surprised: int | None, skill: int
) -> None:
    arms = {"broadsword": hold("broadsword", "" if ready else "right"), "dagger": hold("dagger", "")}
    rin = make_figure(DEX=dex, SIZ=siz, arms=arms, skills={"broadsword": skill})
    play = begin(rin=rin, jin=make_foe()).given(
        BeginMelee(
            places={"rin": 0, "jin": 15 if units else 2},
            surprised={} if surprised is None else {"rin": surprised},
        )
    )
    steps = [go(units, "jin")] if units else []
    steps += [step("ready", arm=arm) for arm in ("broadsword", "dagger")[:ready]]
    planned = plan(play, "rin", *steps, strike("jin", parts=tuple(parts)))

    assert isinstance(planned, str) or all(1 <= sr <= 12 for sr in planned)
