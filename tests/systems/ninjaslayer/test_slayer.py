"""ニンジャスレイヤー's own sheet and skills (2-15)."""

from typing import Any

import msgspec
import pytest
from kit import Play, d6
from ninjas import TABLES, alter, begin, fight, lay_map, make_boss, make_mob, make_ninja, working

from tenmatsu.engine.contract import Rules
from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, Inflict, MobAttack
from tenmatsu.systems.ninjaslayer.commands.battle import EndTurn, EndTurnPhase
from tenmatsu.systems.ninjaslayer.commands.damage import Weaken
from tenmatsu.systems.ninjaslayer.decide.readying import build_figure
from tenmatsu.systems.ninjaslayer.decide.slayer import (
    count_marks,
    keeps_naraku,
    return_naraku,
    rouse,
    sleep_with_naraku,
)
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, AttackRolled, HatredFelt
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken, SpiritPaid
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun
from tenmatsu.systems.ninjaslayer.events.slayer import NarakuHeld, NarakuRose, NarakuSlept
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.values import find_level, find_value, has_skill

RULES = Rules(version=1, options=Options(), tables=TABLES)


def make_slayer(**values: Any) -> Figure:
    """Return Ninja Slayer as his model has him, with changes of the figure."""
    made = build_figure(working(begin()), "slayer", "foes")
    defaults: dict[str, Any] = {"dodge_dice": 14}
    return msgspec.structs.replace(made, **{**defaults, **values})


def hunt(slayer: Figure | None = None, **people: Any) -> Play:
    """Return a play in which it is the slayer's attack phase, without a map."""
    play = begin(s=slayer or make_slayer(), **people)
    return fight(play, "s", *people, phase="attack")


def test_his_sheet() -> None:
    figure = make_slayer()
    base = figure.base
    assert (base.karate, base.neuron, base.wazamae, base.jitsu) == (13, 7, 10, 0)
    assert (figure.vitality, figure.spirit, base.legs, figure.cash) == (13, 9, 7, 10)
    values = [
        find_value(figure, name)
        for name in ("attack", "shooting", "initiative", "hacking", "dodge", "precision", "cartwheel")
    ]
    assert values == [13, 10, 7, 7, 14, 10, 10]
    assert find_level(figure, RULES, "multi_attack") == 3
    assert find_level(figure, RULES, "rapid_fire") == 2
    for skill in ("staggered", "multi_target", "lance_kick", "resists_death", "evasive", "naraku_within"):
        assert has_skill(figure, RULES, skill), skill


def tornado(**squares: str) -> Play:
    """Return a play on a map: the slayer stands in C3, others where it is said."""
    people: dict[str, Any] = {
        name: (make_boss if name.startswith("b") else make_ninja)(square=square)
        for name, square in squares.items()
    }
    play = lay_map(begin(s=make_slayer(square="C3"), **people), *["......"] * 6)
    return fight(play, "s", phase="attack")


SPIN = Attack(character="s", weapon="shuriken", style="hell_tornado")


def test_hell_tornado_hits_friend_and_foe_within_five_by_five_neighbours_too() -> None:
    play = tornado(near="C4", corner="A1", far="F3", below="C6", boss="E5")
    play.when(SPIN, d6(5, *[1] * 9))
    assert play.only(SpiritPaid).now == 8
    declared = play.only(AttackDeclared)
    assert (declared.targets, declared.split, declared.manner) == (("near", "corner", "boss"), (10,), "area")
    rolled = play.only(AttackRolled)
    assert (rolled.difficulty, rolled.targets, rolled.damage) == ("hard", ("near", "corner", "boss"), 1)
    found = play.only(AssaultBegun).blows
    assert {blow.target for blow in found} == {"near", "corner", "boss"}
    assert all(blow.area and blow.source == "shuriken" and blow.dodge == 2 for blow in found)


def test_a_hell_tornado_with_two_sixes_does_two_and_is_dodged_at_hard() -> None:
    play = tornado(a="C4").when(SPIN, d6(6, 6, *[1] * 8))
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.damage, blow.dodge, blow.critical) == (2, 3, "")


def test_a_hell_tornado_that_misses_costs_its_spirit_all_the_same() -> None:
    play = tornado(a="C4").when(SPIN, d6(*[4] * 10))
    assert play.only(SpiritPaid).amount == 1
    assert play.all(AssaultBegun) == []


def test_whom_an_area_hits_is_read_from_the_map_and_said_without_one() -> None:
    tornado(a="C4").when(
        Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("a",))
    ).refused("ninjaslayer.area_names_nobody")
    tornado(a="F6").when(SPIN).refused("ninjaslayer.no_targets")
    alter(tornado(a="C4"), "s", square="").when(SPIN).refused("ninjaslayer.aim_off_map")
    play = hunt(a=make_ninja(), b=make_boss(), c=make_ninja(exploded=True))
    named = Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("a", "b"))
    start = play.state
    play.when(named, d6(5, *[1] * 9))
    assert len(play.only(AssaultBegun).blows) == 2
    gone = Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("c",))
    play.given_state(start).when(gone).refused("ninjaslayer.target_gone")
    lost = Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("z",))
    play.when(lost).refused("ninjaslayer.unknown_character")


def test_an_area_hits_the_unconscious_whatever_the_faces() -> None:
    play = alter(tornado(a="C4", b="C2"), "a", unconscious=True, vitality=0).when(SPIN, d6(*[1] * 10))
    assert [one.character for one in play.all(DamageTaken)] == ["a"]


@pytest.mark.parametrize("turn, allowed", [(1, False), (2, False), (3, True)])
def test_hell_tornado_is_not_used_in_two_turns_in_a_row(turn: int, allowed: bool) -> None:
    play = hunt(make_slayer(used={"hell_tornado": 1}), a=make_ninja())
    play = fight(play, "s", "a", phase="attack", turn=turn)
    play.when(
        Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("a",)),
        d6(*[1] * 10) if allowed else (),
    )
    if allowed:
        assert play.state.characters["s"].used == {"hell_tornado": turn}
    else:
        play.refused("ninjaslayer.style_rests")


def test_in_a_duel_the_rest_counts_hands() -> None:
    play = hunt(a=make_ninja())
    play = fight(play, "s", "a", phase="attack", duel=True, turn=2)
    play.when(Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("a",)), d6(*[1] * 10))
    assert play.state.characters["s"].used == {"hell_tornado": 4}
    later = fight(play, "s", "a", phase="attack", duel=True, turn=3)
    later.when(Attack(character="s", weapon="shuriken", style="hell_tornado", targets=("a",)), d6(*[1] * 10))
    assert later.refusal is None


MIGHTY = Attack(character="s", weapon="shuriken", style="mighty_shuriken", targets=("a",))


def test_a_mighty_shuriken_is_ultra_hard_does_a_die_and_is_dodged_at_ultra_hard() -> None:
    play = hunt(a=make_ninja()).when(MIGHTY, d6(6, *[1] * 9, 5))
    assert play.only(SpiritPaid).now == 8
    rolled = play.only(AttackRolled)
    assert (rolled.difficulty, rolled.damage) == ("ultra_hard", 5)
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.damage, blow.dodge, blow.source) == (5, 4, "shuriken")


def test_a_mighty_shuriken_that_misses_rolls_no_damage() -> None:
    play = hunt(a=make_ninja()).when(MIGHTY, d6(*[5] * 10))
    assert not play.only(AttackRolled).success


def test_a_mighty_shuriken_is_for_those_who_did_not_move_at_one_target_in_sight() -> None:
    moved = fight(hunt(a=make_ninja()), "s", "a", phase="attack", moved=("s",))
    moved.when(MIGHTY).refused("ninjaslayer.style_needs_standing")
    twice = Attack(character="s", weapon="shuriken", style="mighty_shuriken", targets=("a", "a"))
    hunt(a=make_ninja()).when(twice).refused("ninjaslayer.too_many_parts")
    tired = hunt(make_slayer(used={"mighty_shuriken": 1}), a=make_ninja())
    tired.when(MIGHTY).refused("ninjaslayer.style_rests")
    near = lay_map(begin(s=make_slayer(square="A1"), a=make_ninja(square="B1")), "...")
    fight(near, "s", phase="attack").when(MIGHTY).refused("ninjaslayer.too_near")
    empty = hunt(make_slayer(spirit=0), a=make_ninja())
    empty.when(MIGHTY).refused("ninjaslayer.spirit_short")
    boosted = msgspec.structs.replace(MIGHTY, boost=True)
    hunt(make_slayer(spirit=1), a=make_ninja()).when(boosted).refused("ninjaslayer.spirit_short")


def test_by_option_his_skills_may_take_spirit_below_zero() -> None:
    play = begin({"spirit_cost_at_zero": "negative"}, s=make_slayer(spirit=0), a=make_ninja())
    fight(play, "s", "a", phase="attack").when(MIGHTY, d6(*[1] * 10))
    assert play.only(SpiritPaid).now == -1
    assert play.only(NarakuHeld).why == "spirit"
    assert play.only(AttackRolled).successes == 0, "he stands until the phase ends, and shoots"


def test_who_lacks_the_skill_has_no_such_style() -> None:
    play = fight(begin(a=make_ninja(), b=make_boss()), "a", "b", phase="attack")
    play.when(Attack(character="a", weapon="shuriken", style="mighty_shuriken", targets=("b",))).refused(
        "ninjaslayer.style_not_allowed"
    )


def test_three_marks_of_darkness_and_a_skill_that_builds_on_it_are_eight_dice() -> None:
    dark = make_ninja(skills=("darkness:3", "dark_karate"))
    assert count_marks(dark, RULES) == 4
    assert count_marks(make_ninja(skills=("dark_karate",)), RULES) == 0
    play = hunt(a=dark, b=make_ninja())
    start = play.state
    play.when(Attack(character="s", targets=("a",)), d6(*[1] * 21))
    assert play.only(HatredFelt) == HatredFelt(character="s", target="a", dice=8)
    play.given_state(start)
    play.when(Attack(character="s", targets=("a", "a"), weapon="shuriken"), d6(*[1] * 18))
    assert play.only(AttackDeclared).split == (9, 9)
    play.given_state(start)
    play.when(Attack(character="s", targets=("a", "b")), d6(*[1] * 13))
    assert play.all(HatredFelt) == []
    play.given_state(start)
    play.when(Attack(character="s", targets=("b",)), d6(*[1] * 13))
    assert play.all(HatredFelt) == []


def test_who_does_not_hate_gains_no_dice() -> None:
    play = begin(a=make_ninja(), b=make_boss(skills=("darkness:3",)))
    fight(play, "a", "b", phase="attack").when(Attack(character="a", targets=("b",)), d6(*[1] * 6))
    assert play.all(HatredFelt) == []


def test_dodges_of_his_against_blows_and_shuriken_are_easier_against_guns_not() -> None:
    for weapon, place in (("unarmed", "easy"), ("shuriken", "easy"), ("chaka", "normal")):
        values: dict[str, Any] = {"weapons": ("chaka",), "wielded": "chaka"} if weapon == "chaka" else {}
        play = fight(begin(a=make_ninja(**values), s=make_slayer()), "a", "s", phase="attack")
        dice = 6 if weapon == "unarmed" else 4
        play.when(Attack(character="a", targets=("s",), weapon=weapon), d6(4, *[1] * (dice - 1)))
        assert play.state.assaults[-1].difficulty == place


def test_naraku_keeps_him_up_until_the_phase_ends_and_it_costs_no_spirit() -> None:
    assert keeps_naraku(make_slayer(), RULES)
    assert not keeps_naraku(make_boss(), RULES)
    assert not keeps_naraku(make_mob(ninja=True, skills=("naraku_within",)), RULES)
    play = fight(begin(a=make_ninja(), s=make_slayer(vitality=2)), "a", "s", phase="attack")
    play.when(Inflict(targets=("s",), amount=5, undodgeable=True))
    assert play.all(NarakuSlept) == []
    figure = play.state.characters["s"]
    assert (figure.vitality <= 0, figure.able, figure.spirit) == (True, True, 9)


@pytest.mark.parametrize("why", ["spirit", "slain"])
def test_neither_broken_spirit_nor_instant_death_fells_him_before_the_phase_ends(why: str) -> None:
    slayer = make_slayer(spirit=1)
    skills = tuple(one for one in slayer.base.skills if not one.startswith("resists_death"))
    slayer = msgspec.structs.replace(slayer, base=msgspec.structs.replace(slayer.base, skills=skills))
    play = fight(begin(a=make_ninja(), s=slayer), "a", "s", phase="attack", turn=2)
    if why == "spirit":
        play.when(Weaken(character="s", what="spirit", amount=2))
    else:
        play.when(Inflict(targets=("s",), amount=1, undodgeable=True, death=True))
    assert play.only(NarakuHeld).why == why
    figure = play.state.characters["s"]
    assert (figure.vitality, figure.able, figure.unconscious, figure.exploded) == (0, True, False, False)
    assert play.when(Weaken(character="s", what="spirit", amount=2)).all(NarakuHeld) == []
    play.when(EndTurn(character="a"), [(3, 2)])
    assert play.only(NarakuSlept).returns == 4
    assert not play.state.characters["s"].able


def asleep(**values: Any) -> Play:
    """Return a play in its second turn, in which the slayer lies with Naraku within."""
    slayer = make_slayer(vitality=0, unconscious=True, returns=4, square="B1", **values)
    people: dict[str, Any] = {"a": make_ninja(square="A1"), "s": slayer}
    return fight(lay_map(begin(**people), "...."), "a", "s", phase="attack", turn=2)


def test_at_the_phases_end_he_falls_for_d3_turns() -> None:
    play = fight(begin(a=make_ninja(), s=make_slayer(vitality=0)), "a", "s", turn=2)
    work = working(play, ScriptedDice([(3, 2)]))
    sleep_with_naraku(work)
    slept = [one.event for one in work.recorded if isinstance(one.event, NarakuSlept)]
    assert slept == [NarakuSlept(character="s", turns=2, returns=4)]
    figure = work.state.characters["s"]
    assert (figure.unconscious, figure.exploded, figure.returns) == (True, False, 4)
    sleep_with_naraku(work)
    assert len([one for one in work.recorded if isinstance(one.event, NarakuSlept)]) == 1


def test_one_whose_spirit_broke_sleeps_so_too() -> None:
    play = fight(begin(a=make_ninja(), s=make_slayer(vitality=0, spirit=-1, unconscious=True)), "a", "s")
    work = working(play, ScriptedDice([(3, 1)]))
    sleep_with_naraku(work)
    assert work.state.characters["s"].returns == 2


def test_whoever_has_vitality_left_does_not_fall() -> None:
    work = working(fight(begin(a=make_ninja(now_vitality=0), s=make_slayer(vitality=1)), "a", "s"))
    sleep_with_naraku(work)
    assert work.recorded == []


@pytest.mark.parametrize("turn, rises", [(3, False), (4, True), (5, True)])
def test_at_the_end_of_the_turn_he_returns_as_naraku_fully_healed(turn: int, rises: bool) -> None:
    play = asleep(lost={"karate": 3}, injuries={"arms": 1}, spirit=-1, cash=0, dodge_dice=-2)
    work = working(fight(play, "a", "s", turn=turn))
    return_naraku(work)
    figure = work.state.characters["s"]
    assert (figure.model == "naraku") is rises
    if rises:
        assert (figure.vitality, figure.spirit, figure.base.karate) == (20, 9, 16)
        assert (figure.lost, figure.injuries, figure.unconscious, figure.returns) == ({}, {}, False, 0)
        assert (figure.square, figure.side, figure.cash, figure.dodge_dice) == ("B1", "foes", 0, 0)


def test_an_attack_rouses_him_at_once_and_goes_on_against_naraku() -> None:
    play = asleep().when(Attack(character="a", targets=("s",)), d6(4, *[1] * 5))
    assert play.only(NarakuRose).model == "naraku"
    kinds = [type(event) for event in play.events]
    assert kinds.index(AttackDeclared) < kinds.index(NarakuRose) < kinds.index(AttackRolled)
    (blow,) = play.only(AssaultBegun).blows
    assert not blow.undodgeable
    assert [(pending.kind, pending.whom) for pending in play.pending] == [("dodge", "s")]


def test_mobs_and_jitsu_rouse_him_too() -> None:
    mob = make_mob(side="players")
    play = fight(begin(m=mob, s=make_slayer(vitality=0, unconscious=True, returns=3)), "m", "s")
    start = play.state
    play.when(MobAttack(characters=("m",), targets=("s",)), d6(1, 1))
    assert play.only(NarakuRose).character == "s"
    play.given_state(start).when(Inflict(targets=("s",), amount=1, source="jitsu", attacker="m"))
    assert play.only(NarakuRose).character == "s"


def test_nobody_is_roused_who_does_not_lie_so() -> None:
    work = working(begin(a=make_ninja(unconscious=True, now_vitality=0)))
    rouse(work, "a")
    assert work.recorded == []


def test_return_naraku_needs_a_battle() -> None:
    work = working(begin(s=make_slayer(returns=1, unconscious=True)))
    return_naraku(work)
    assert work.recorded == []


def test_he_falls_with_the_phase_and_rises_with_the_end_of_the_turn() -> None:
    boss = make_slayer(vitality=1, dodge_dice=0)
    play = fight(begin(a=make_ninja(karate=2), s=boss), "a", "s", phase="attack", fighters=("a", "s"))
    play.given(Attack(character="a", targets=("s",)), dice=d6(4, 1))
    assert play.state.characters["s"].able
    play.when(EndTurn(character="a"), [(3, 1)])
    assert play.only(NarakuSlept).returns == 2
    assert play.state.battle is not None, "whoever sleeps so is not beaten"
    rose: list[object] = []
    for _ in range(8):
        if rose:
            break
        battle = play.state.battle
        if battle.stage == "turn_end":
            play.when(EndTurnPhase())
        else:
            play.when(EndTurn(character=battle.slot.characters[0]))
        rose = play.all(NarakuRose)
    assert rose
    assert play.state.battle.turn == 2
