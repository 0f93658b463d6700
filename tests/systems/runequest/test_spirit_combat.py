"""Spirit combat: who may begin it, its rounds at SR 12, damage, wounds, fumbles, its end, getting away."""

from typing import Any

import msgspec
import pytest
from kit import Play
from runemagic import d100, make_caster, make_ghost
from runemelees import fight, mean, melee_of, step, strike
from runequests import TABLES, begin, make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import EndMelee
from tenmatsu.systems.runequest.commands.spirits import Appear, BeginSpiritCombat, EndSpiritCombat
from tenmatsu.systems.runequest.derived import find_spirit_damage
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.rounds import ActionSettled
from tenmatsu.systems.runequest.events.spirits import (
    SpiritAppeared,
    SpiritBound,
    SpiritCombatBegun,
    SpiritCombatEnded,
    SpiritDanced,
    SpiritDrivenOff,
    SpiritFumbled,
    SpiritHurt,
    SpiritRoundFought,
    SpiritTaught,
)
from tenmatsu.systems.runequest.events.wounds import Fainted, Wounded
from tenmatsu.systems.runequest.figures import Figure, Spell


def make_medium(**values: Any) -> Figure:
    """Return somebody with a body who fights spirits at 60 %."""
    skills = {"spirit_combat": 60, "spirit_dance": 50, "broadsword": 60, "dodge": 40}
    known: dict[str, Any] = {"skills": skills, **values}
    return make_figure(**known)


def haunt(options: dict[str, str] | None = None, **values: Any) -> Play:
    """Return a melee in which a spirit, sen, has begun spirit combat with rin."""
    figures: dict[str, Any] = {"rin": make_medium(), "sen": make_ghost(), **values}
    play = fight(dict.fromkeys(figures, 0), options, **figures)
    return play.given(BeginSpiritCombat(character="sen", target="rin"))


def fight_on(play: Play, *dice: tuple[int, int]) -> Play:
    """Let a round pass in which both only fight as spirits do."""
    return play.given(mean("sen")).when(mean("rin"), dice)


def mp_of(play: Play) -> tuple[int, int]:
    """Return the magic points of rin and of the spirit."""
    return play.state.characters["rin"].mp, play.state.characters["sen"].mp


# Who may begin


def test_a_visible_spirit_begins_it_while_intents_are_declared() -> None:
    play = haunt()

    assert SpiritCombatBegun(one="sen", other="rin") in play.history
    assert [(one.one, one.other) for one in play.state.spirit_fights] == [("sen", "rin")]
    play.when(BeginSpiritCombat(character="sen", target="rin")).refused("runequest.fights_that_spirit")
    play.when(BeginSpiritCombat(character="rin", target="sen")).refused("runequest.no_spirit")
    play.when(BeginSpiritCombat(character="sen", target="sen")).refused("runequest.no_spirit_target")


def test_an_invisible_spirit_meets_other_spirits_alone() -> None:
    ghosts: dict[str, Any] = {
        "sen": make_ghost(visible=False),
        "oni": make_ghost(visible=False, friendly=True),
    }
    play = fight({"rin": 0, "sen": 0, "oni": 0}, rin=make_medium(), **ghosts)

    play.when(BeginSpiritCombat(character="sen", target="rin")).refused("runequest.must_appear")
    play.given(BeginSpiritCombat(character="sen", target="oni"))
    play.given(mean("rin"), mean("sen")).when(mean("oni"), d100(70, 70))
    assert play.only(SpiritRoundFought).winner == "nobody"


def test_once_intents_are_closed_it_is_too_late_and_a_spirit_without_magic_points_begins_nothing() -> None:
    play = fight({"rin": 0, "sen": 0}, rin=make_medium(), sen=make_ghost())
    play.given(mean("sen", step("other")), mean("rin"))
    melee = msgspec.structs.replace(melee_of(play), stage="resolution")
    play.given_state(msgspec.structs.replace(play.state, melee=melee, choices=()))
    play.when(BeginSpiritCombat(character="sen", target="rin")).refused("runequest.spirit_intents_only")

    empty = fight({"rin": 0, "sen": 0}, rin=make_medium(), sen=make_ghost(mp=0))
    empty.when(BeginSpiritCombat(character="sen", target="rin")).refused("runequest.cannot_act")


# A round


def test_pow_15_and_cha_13_are_1d6_and_1_and_both_deal_damage_at_the_same_degree() -> None:
    rin = make_medium(POW=15, CHA=13, mp=15, max_mp=15)
    assert find_spirit_damage(TABLES, rin) == ("1D6+1",)

    play = fight_on(haunt(rin=rin), *d100(50, 40), (6, 2), (6, 5))
    assert play.only(SpiritRoundFought).winner == "tie"
    assert mp_of(play) == (15 - 3, 13 - 6)


@pytest.mark.parametrize(
    "spirit, medium, winner, left",
    [
        (50, 70, "one", (9, 13)),
        (70, 50, "other", (13, 9)),
        (70, 70, "nobody", (13, 13)),
        (12, 50, "one", (5, 13)),
        (50, 12, "other", (13, 5)),
    ],
)
def test_the_better_degree_alone_deals_damage(
    spirit: int, medium: int, winner: str, left: tuple[int, int]
) -> None:
    play = haunt(sen=make_ghost(characteristics={"INT": 10, "POW": 13, "CHA": 11}), rin=make_medium(CHA=11))
    dice = d100(spirit, medium)
    if winner != "nobody":
        dice.append((6, 4))
    if 12 in (spirit, medium) and winner == "one":
        dice.append((20, 10))
    fight_on(play, *dice)

    assert play.only(SpiritRoundFought).winner == winner
    assert mp_of(play) == left


def test_spirit_armour_takes_damage_off_and_a_critical_ignores_it() -> None:
    screen = (Spell(spell="spirit_screen", magic="spirit", amount=4),)
    special = fight_on(haunt(rin=make_medium(spells=screen)), *d100(12, 50), (6, 3), (20, 10))
    assert special.only(SpiritHurt) == SpiritHurt(character="rin", by="sen", points=4, armor=4, mp=9, since=0)

    critical = fight_on(haunt(rin=make_medium(spells=screen)), *d100(3, 50), (6, 3), (20, 10))
    assert critical.only(SpiritHurt).points == 8

    natural = fight_on(haunt(sen=make_ghost(spirit_armor=9)), *d100(70, 50), (6, 3))
    assert natural.all(SpiritHurt) == []


@pytest.mark.parametrize("option, points", [("before", 2), ("after", 4)])
def test_a_special_wounds_a_body_by_a_point_for_each_d6_past_armour(option: str, points: int) -> None:
    sen = make_ghost(characteristics={"INT": 10, "POW": 25, "CHA": 20}, mp=25, max_mp=25)
    play = haunt({"spirit_physical": option}, sen=sen, rin=make_medium(armor=6))
    fight_on(play, *d100(12, 50), (6, 1), (6, 1), (20, 10))

    wound = play.only(Wounded)
    assert (wound.location, wound.points, wound.armor) == ("abdomen", points, 0)
    assert play.only(SpiritHurt).points == 10


def test_dice_of_another_kind_wound_nobody() -> None:
    weak = make_ghost(characteristics={"INT": 10, "POW": 6, "CHA": 6}, mp=6, max_mp=6)
    play = fight_on(haunt(sen=weak), *d100(12, 50), (3, 2))

    assert play.all(Wounded) == []
    assert mp_of(play)[0] == 9


@pytest.mark.parametrize("shaman, bonus", [("", 0), ("assistant", 1), ("shaman", 3)])
def test_a_shaman_and_an_assistant_add_to_the_damage(shaman: str, bonus: int) -> None:
    play = fight_on(haunt(rin=make_medium(shaman=shaman)), *d100(70, 50), (6, 2))

    assert play.only(SpiritHurt).points == 3 + bonus


def test_over_100_percent_comes_off_the_other_side() -> None:
    skills = {"spirit_combat": 130}
    play = fight_on(haunt(rin=make_medium(skills=skills)), *d100(31, 90), (6, 2))

    assert play.all(Checked)[0].limits.chance == 30
    assert play.only(SpiritRoundFought).winner == "other"


def test_it_goes_on_each_round_until_it_is_agreed_to_end() -> None:
    play = fight_on(haunt(), *d100(70, 70))
    fight_on(play, *d100(70, 70))
    assert play.state.spirit_fights[0].round == 3

    play.when(EndSpiritCombat(character="rin", target="sen"))
    assert play.only(SpiritCombatEnded).why == "agreed"
    play.when(EndSpiritCombat(character="rin", target="sen")).refused("runequest.not_in_spirit_combat")
    fight_on(play)
    assert play.all(Checked) == []


def test_it_ends_with_the_melee() -> None:
    play = haunt().given(EndMelee())

    assert play.state.spirit_fights == ()


def test_it_ends_where_one_is_no_longer_there() -> None:
    play = haunt(aya=make_figure())
    figures: dict[str, Any] = {
        **play.state.characters,
        "rin": msgspec.structs.replace(play.state.characters["rin"], unconscious=True),
    }
    play.given_state(msgspec.structs.replace(play.state, characters=figures))
    play.given(mean("sen")).when(mean("aya"))

    assert play.only(SpiritCombatEnded).why == "gone"


# Fumbles


@pytest.mark.parametrize(
    "face, dice, key, count",
    [
        (40, [(3, 2)], "lose_points", 2),
        (41, [], "exposed", 0),
        (71, [], "lose_round", 0),
        (91, [(3, 2)], "stunned", 2),
    ],
)
def test_each_fumble_has_its_outcome(face: int, dice: list[tuple[int, int]], key: str, count: int) -> None:
    play = fight_on(haunt(), *d100(70, 100, face), *dice)

    told = play.only(SpiritFumbled)
    assert (told.character, told.key, told.count) == ("rin", key, count)


def test_points_scattered_are_gone() -> None:
    assert mp_of(fight_on(haunt(), *d100(70, 100, 1), (3, 2))) == (11, 13)


def test_whoever_is_wide_open_is_struck_more_easily_in_the_next_round_alone() -> None:
    play = fight_on(haunt(), *d100(70, 100, 50))
    fight_on(play, *d100(80, 70), (6, 1))
    assert play.all(Checked)[0].limits.chance == 80

    fight_on(play, *d100(70, 70))
    assert play.all(Checked)[0].limits.chance == 60


@pytest.mark.parametrize("face, dice, rounds", [(80, [], 1), (95, [(3, 2)], 2)])
def test_whoever_misses_rounds_is_struck_by_any_success(
    face: int, dice: list[tuple[int, int]], rounds: int
) -> None:
    play = fight_on(haunt(), *d100(70, 100, face), *dice)
    for _ in range(rounds):
        fight_on(play, *d100(50), (6, 1))
        assert [one.character for one in play.all(Checked)] == ["sen"]
    fight_on(play, *d100(70, 70))
    assert len(play.all(Checked)) == 2


def test_where_both_miss_the_round_nothing_is_rolled_and_a_failure_against_nobody_does_nothing() -> None:
    play = fight_on(haunt(), *d100(100, 100, 80, 80))
    fight_on(play)
    assert play.only(SpiritRoundFought).winner == "nobody"

    alone = fight_on(haunt(), *d100(70, 100, 80))
    fight_on(alone, *d100(70))
    assert alone.only(SpiritRoundFought).winner == "nobody"
    assert mp_of(alone) == (13, 13)


def test_whoever_scatters_the_last_points_is_beaten_by_whom_they_fight() -> None:
    sen = make_ghost(mp=1, known={"heal": 4})
    play = fight_on(haunt(sen=sen), *d100(100, 70, 1), (3, 2))

    play.asks("spirit_beaten", "rin", "teach:heal", "release")


# Other acts


def test_other_acts_take_int_times_5_first() -> None:
    play = haunt(jin=make_foe())
    play.given(mean("rin", strike("jin")), mean("sen"), mean("jin"))
    play.when(Choose(character="rin", use="do"), d100(66, 70, 70))

    assert (play.all(Checked)[0].purpose, play.all(Checked)[0].skill) == ("concentrate", 65)
    assert [one.why for one in play.all(ActionSettled)] == ["no_concentration"]


def test_whoever_concentrates_casts_amid_it_and_a_spirit_needs_not_to() -> None:
    play = haunt(rin=make_caster(known={"protection": 1}, INT=13), sen=make_ghost(known={"disruption": 1}))
    play.given(
        mean("rin", step("spell", spell="protection", target="rin")),
        mean("sen", step("spell", spell="disruption", target="rin")),
    )
    play.when(Choose(character="sen", use="do"), [*d100(50, 50), (3, 1), (20, 10), *d100(70, 70)])
    assert "concentrate" not in {one.purpose for one in play.all(Checked)}


def test_concentration_held_lets_the_act_go_on() -> None:
    play = haunt(rin=make_caster(known={"protection": 1}, INT=13))
    play.given(mean("rin", step("spell", spell="protection", target="rin")), mean("sen"))
    play.when(Choose(character="rin", use="do"), d100(65, 50, 70, 70))

    assert [one.purpose for one in play.all(Checked)][:2] == ["concentrate", "cast"]
    assert play.state.characters["rin"].spells != ()


# The end


def test_without_magic_points_a_body_is_unconscious_until_it_has_one_again() -> None:
    play = fight_on(haunt(rin=make_medium(mp=2)), *d100(50, 70), (6, 4))

    assert play.only(Fainted).character == "rin"
    assert play.only(SpiritCombatEnded).why == "beaten"
    assert mp_of(play) == (0, 13)


def test_a_beaten_spirit_can_be_made_to_teach() -> None:
    sen = make_ghost(mp=2, known={"heal": 4, "disruption": 1, "shield": 1})
    play = fight_on(haunt(sen=sen, rin=make_medium(known={"disruption": 1})), *d100(70, 50), (6, 4))
    play.asks("spirit_beaten", "rin", "teach:heal", "release")
    play.when(Choose(character="rin", use="teach:heal"))

    assert play.only(SpiritTaught) == SpiritTaught(character="rin", spirit="sen", spell="heal", points=4)
    assert play.only(SpiritDrivenOff).character == "sen"
    assert play.state.characters["rin"].known["heal"] == 4


def test_a_shaman_takes_control_of_it_and_an_assistant_does_not() -> None:
    play = fight_on(haunt(sen=make_ghost(mp=2), rin=make_medium(shaman="shaman")), *d100(70, 50), (6, 4))
    play.asks("spirit_beaten", "rin", "control", "release")
    play.when(Choose(character="rin", use="control"))
    assert play.only(SpiritBound).spirit == "sen"
    assert play.state.characters["sen"].controlled_by == "rin"

    other = fight_on(haunt(sen=make_ghost(mp=2), rin=make_medium(shaman="assistant")), *d100(70, 50), (6, 4))
    other.settled()


def test_let_go_a_spirit_is_back_in_its_world() -> None:
    sen = make_ghost(mp=2, known={"heal": 4})
    play = fight_on(haunt(sen=sen), *d100(70, 50), (6, 4)).when(Choose(character="rin", use="release"))

    assert play.only(SpiritDrivenOff).character == "sen"
    assert not play.state.characters["sen"].visible


def test_nobody_learns_more_than_int_remembers() -> None:
    rin = make_medium(INT=1, known={"disruption": 1})
    play = fight_on(haunt(sen=make_ghost(mp=2, known={"heal": 4}), rin=rin), *d100(70, 50), (6, 4))

    play.settled()
    assert play.only(SpiritDrivenOff).character == "sen"


def test_where_both_are_without_magic_points_nobody_profits() -> None:
    play = fight_on(
        haunt(sen=make_ghost(mp=1, known={"heal": 4}), rin=make_medium(mp=1)),
        *d100(50, 50),
        (6, 4),
        (6, 4),
    )

    play.settled()
    assert mp_of(play) == (0, 0)


# Getting away


def test_a_win_takes_whoever_said_so_out_of_it_instead_of_damage() -> None:
    play = haunt()
    play.given(mean("sen")).when(mean("rin", spirit_leaves=True), d100(70, 50))

    assert play.only(SpiritCombatEnded).why == "left"
    assert play.only(SpiritDrivenOff).character == "sen"
    assert mp_of(play) == (13, 13)


def test_a_draw_is_no_win_and_deals_damage() -> None:
    play = haunt()
    play.given(mean("sen")).when(mean("rin", step("spirit_leave")), ())
    play.when(Choose(character="rin", use="do"), [*d100(50, 50), (6, 1), (6, 2)])

    assert len(play.state.spirit_fights) == 1
    assert len(play.all(SpiritHurt)) == 2


def test_a_spirit_dance_gets_away_and_the_spirit_must_appear_again() -> None:
    play = haunt()
    play.given(mean("sen"), mean("rin", step("spirit_dance")))
    play.when(Choose(character="rin", use="do"), d100(50))
    assert play.only(SpiritDanced).away
    assert play.only(SpiritCombatEnded).why == "danced"
    assert not play.state.characters["sen"].visible
    play.when(BeginSpiritCombat(character="sen", target="rin")).refused("runequest.must_appear")

    play.given(mean("rin"), mean("sen", step("appear")))
    play.when(Choose(character="sen", use="do"))
    assert play.only(SpiritAppeared).character == "sen"
    play.given(BeginSpiritCombat(character="sen", target="rin"))


def test_whoever_dances_in_vain_does_not_fight_in_that_round() -> None:
    play = haunt()
    play.given(mean("sen"), mean("rin", step("spirit_dance")))
    play.when(Choose(character="rin", use="do"), [*d100(51, 50), (6, 1)])

    assert [one.purpose for one in play.all(Checked)] == ["spirit_dance", "spirit_combat"]
    assert mp_of(play) == (11, 13)
    fight_on(play, *d100(70, 70))
    assert len(play.all(Checked)) == 2


def test_nobody_dances_who_fights_no_spirit() -> None:
    play = fight({"rin": 0, "sen": 0}, rin=make_medium(), sen=make_ghost())
    play.given(mean("sen")).when(mean("rin", step("spirit_dance")))

    assert [one.why for one in play.all(ActionSettled)] == ["not_in_spirit_combat"]


def test_outside_a_melee_a_spirit_appears_in_a_round() -> None:
    play = begin(rin=make_medium(), sen=make_ghost(visible=False))
    play.when(Appear(character="sen"))
    assert play.state.characters["sen"].visible
    assert play.state.now == 1

    play.when(Appear(character="sen")).refused("runequest.visible_already")
    play.when(Appear(character="rin")).refused("runequest.no_spirit")
    haunt().when(Appear(character="sen")).refused("runequest.time_in_melee")
