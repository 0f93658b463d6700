"""The clock outside a melee: spans of time, what ends on the way, natural healing by the week."""

import msgspec
import pytest
from kit import Play
from runequests import begin, make_figure
from runewounds import d100, figure_of, hurt, place_of, strike

from tenmatsu.systems.runequest.commands.wounds import FirstAid, Mend, PassTime
from tenmatsu.systems.runequest.events.clock import HindrancesEnded, SpellsEnded, TimePassed, WeekHealed
from tenmatsu.systems.runequest.events.wounds import Awoke
from tenmatsu.systems.runequest.figures import Hindrance, Spell
from tenmatsu.systems.runequest.melee import Melee

WEEK = 50400


@pytest.mark.parametrize(
    "command, rounds, how",
    [
        (PassTime(rounds=3), 3, "rounds"),
        (PassTime(minutes=5), 25, "minutes"),
        (PassTime(hours=2), 600, "hours"),
        (PassTime(days=1), 7200, "days"),
        (PassTime(weeks=1), WEEK, "days"),
        (PassTime(minutes=1, rounds=2), 7, "rounds"),
    ],
)
def test_time_passes_in_rounds_of_12_seconds(command: PassTime, rounds: int, how: str) -> None:
    play = begin(rin=make_figure()).when(command)

    assert play.only(TimePassed) == TimePassed(rounds=rounds, now=rounds)
    assert play.only(TimePassed).how == how
    assert (play.state.now, play.state.until) == (rounds, None)


def test_spells_and_hindrances_end_in_their_round() -> None:
    short, long = Spell(spell="protection", magic="spirit", until=25), Spell(spell="light", magic="spirit")
    blind = Hindrance(kind="attack_parry_less", amount=25, until=3)
    play = begin(rin=make_figure(spells=(short, short, long), hindrances=(blind,)))

    play.when(PassTime(rounds=24))
    assert play.only(HindrancesEnded).hindrances == (blind,)
    assert [one.now for one in play.all(TimePassed)] == [3, 24]
    assert figure_of(play).spells == (short, short, long)
    play.when(PassTime(rounds=1))
    assert play.only(SpellsEnded).spells == (short, short)
    assert figure_of(play).spells == (long,)


def test_whoever_was_shocked_for_the_round_is_free_in_the_next() -> None:
    play = hurt(begin(rin=make_figure()), "rin", "left_leg", 5)

    play.when(PassTime(rounds=1))
    assert figure_of(play).hindrances == ()
    assert figure_of(play).prone


def test_whoever_is_out_for_hours_comes_round_when_they_are_over() -> None:
    play = begin(rin=make_figure())
    strike(play, "rin", "chest", 1, [(100, 99), (6, 2)], special="slash")

    play.when(PassTime(rounds=599))
    assert figure_of(play).unconscious
    assert play.when(PassTime(rounds=1)).all(Awoke) == [Awoke(character="rin")]


def test_but_not_where_something_else_keeps_them_out() -> None:
    play = begin(rin=make_figure(unconscious=True, wakes=5, hp=2))

    play.when(PassTime(hours=1))
    assert [one.rounds for one in play.all(TimePassed)] == [5, 295]
    assert figure_of(play).unconscious
    play.when(Mend(character="rin", points=1)).settled()
    assert figure_of(play).is_awake


def test_each_location_heals_the_rate_in_a_week_and_the_weeks_go_on() -> None:
    play = hurt(begin(rin=make_figure(CON=13)), "rin", "left_leg", 4)
    hurt(play, "rin", "chest", 2)

    play.when(PassTime(days=6))
    assert place_of(play, "left_leg").hp == 1
    play.when(PassTime(days=1))
    assert play.only(WeekHealed) == WeekHealed(character="rin", heals_at=2 * WEEK)
    assert (place_of(play, "left_leg").hp, place_of(play, "chest").hp, figure_of(play).hp) == (4, 6, 13)
    play.when(PassTime(weeks=2))
    assert play.only(WeekHealed) == WeekHealed(character="rin")
    assert figure_of(play).hp == 14


def test_rest_gives_the_total_what_no_location_misses() -> None:
    play = begin(rin=make_figure(hp=5))

    play.when(PassTime(weeks=1))
    assert figure_of(play).hp == 8


def test_rest_puts_no_limb_back() -> None:
    play = hurt(begin(rin=make_figure(hp=14)), "rin", "left_arm", 12, cuts=True)

    play.when(PassTime(weeks=1))
    assert (place_of(play, "left_arm").state, place_of(play, "left_arm").hp) == ("lost", -8)
    assert figure_of(play).hp == 9


def test_refusals() -> None:
    play = begin(rin=make_figure(), jin=make_figure())
    play.when(PassTime()).refused("runequest.no_time")
    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin",))))

    play.when(PassTime(rounds=1)).refused("runequest.time_in_melee")
    play.when(FirstAid(character="rin", target="jin")).refused("runequest.time_in_melee")


def test_first_aid_takes_its_time_on_the_same_clock() -> None:
    spell = Spell(spell="protection", magic="spirit", until=3)
    play: Play = begin(rin=make_figure(spells=(spell,)), jin=make_figure(skills={"first_aid": 50}))
    hurt(play, "rin", "chest", 3)

    play.when(FirstAid(character="jin", target="rin"), dice=[*d100(50), (3, 1)])
    assert [one.now for one in play.all(TimePassed)] == [3, 5]
    assert figure_of(play).spells == ()
