"""The auto-player's answers to choices: dodges by what is at stake, counters, rerolls, squares."""

from random import Random
from typing import Any

import pytest
from kit import Play
from ninjas import begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.commands.damage import PickCrushing, SettleSquare
from tenmatsu.systems.ninjaslayer.commands.dodging import CallBarrage, Counter, Dodge, UseSense
from tenmatsu.systems.ninjaslayer.commands.judging import UseSixthSense
from tenmatsu.systems.ninjaslayer.commands.mapping import Deploy
from tenmatsu.systems.ninjaslayer.commands.moving import Land, Leap
from tenmatsu.systems.ninjaslayer.commands.wasshoi import ChooseEntry, PlaceSlayer
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import Choice, Judging

GM = "@gm"


def choose(play: Play, character: str) -> Any:
    return SYSTEM.choose(play.state, play.rules, character, Random(1))


def ask(figure: Figure, *blows: Blow, more: int = 0, **assault: Any) -> Any:
    """Return how a figure answers blows, `more` of which follow those that are dodged now."""
    play = begin(a=figure, foe=make_boss())
    fight(play, "foe", "a", phase="attack")
    asked = Assault(
        attackers=("foe",),
        blows=(*blows, *(Blow(attacker="foe", target="a") for _ in range(more))),
        together=len(blows),
        asked="dodge",
        **assault,
    )
    return choose(change(play, assaults=(asked,)), "a")


def strike(**values: Any) -> Blow:
    given: dict[str, Any] = {"attacker": "foe", "target": "a", **values}
    return Blow(**given)


def test_the_more_is_at_stake_the_more_dice_it_dodges_with() -> None:
    small = ask(make_ninja(), strike(damage=1))
    large = ask(make_ninja(), strike(damage=5))
    assert 0 < small.with_dice <= large.with_dice


def test_it_keeps_dice_for_blows_that_follow() -> None:
    last = ask(make_ninja(dodge_dice=10), strike(damage=1))
    first = ask(make_ninja(dodge_dice=10), strike(damage=1), more=2)
    assert first.with_dice < last.with_dice


def test_without_dice_it_takes_the_blow() -> None:
    assert ask(make_ninja(dodge_dice=0), strike()) == Dodge(character="a", choice="take")


def test_emergency_dice_are_for_what_would_fell_it() -> None:
    frail = make_ninja(dodge_dice=0, emergency_dice=2, now_vitality=1, now_spirit=0)
    assert ask(frail, strike(damage=3)).emergency == 2
    assert ask(make_ninja(dodge_dice=0, emergency_dice=2), strike(damage=1)).choice == "take"


def test_it_boosts_a_dodge_on_which_its_life_hangs() -> None:
    frail = make_ninja(dodge_dice=1, now_vitality=1, now_spirit=1)
    assert ask(frail, strike(damage=9, critical="satsubatsu"), boost=True).boost
    assert not ask(make_ninja(), strike(damage=1), boost=True).boost


def test_a_counter_goes_to_the_weakest() -> None:
    play = begin(a=make_ninja(), m=make_mob(), foe=make_boss())
    fight(play, "foe", "m", "a", phase="attack")
    blows = (strike(), strike(attacker="m"))
    asked = Assault(attackers=("foe", "m"), blows=blows, together=2, asked="counter", counters=("foe", "m"))
    assert choose(change(play, assaults=(asked,)), "a") == Counter(character="a", choice="m")


@pytest.mark.parametrize("missed, choice", [(True, "part:2"), (False, "keep")])
def test_a_part_that_missed_is_rolled_again(missed: bool, choice: str) -> None:
    play = fight(begin(a=make_ninja(neuron=13), foe=make_boss()), "a", "foe", phase="attack")
    blows = (
        Blow(attacker="a", target="foe", faces=(4, 4)),
        Blow(attacker="a", target="foe", faces=(1, 2), missed=missed),
    )
    asked = Assault(attackers=("a",), blows=blows, asked="sense_part", sensing="a")
    assert choose(change(play, assaults=(asked,)), "a") == UseSense(character="a", choice=choice)


@pytest.mark.parametrize("successes, choice", [(0, "reroll"), (1, "keep")])
def test_what_failed_is_rolled_again(successes: int, choice: Any) -> None:
    play = begin(a=make_ninja(neuron=13))
    judging = Judging(
        character="a",
        purpose="judgement",
        value="karate",
        dice=1,
        difficulty=2,
        faces=(1,),
        successes=successes,
        then="",
    )
    assert choose(change(play, judging=judging), "a") == UseSixthSense(character="a", choice=choice)
    dodging = fight(begin(a=make_ninja(neuron=13), foe=make_boss()), "foe", "a", phase="attack")
    asked = Assault(
        attackers=("foe",), blows=(strike(),), together=1, asked="sense_dodge", successes=successes
    )
    assert choose(change(dodging, assaults=(asked,)), "a") == UseSense(character="a", choice=choice)


def test_the_nm_makes_no_barrage() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob()), "m", "a", phase="attack")
    asked = Assault(
        attackers=("m",), blows=(strike(attacker="m"),) * 3, together=3, asked="barrage", barrages=("third",)
    )
    assert choose(change(play, assaults=(asked,)), GM) == CallBarrage(choice="none")


@pytest.mark.parametrize(
    "kind, options, command",
    [
        ("crushing_pick", ("1", "2"), PickCrushing(character="a", choice="2")),
        ("settle_square", ("B1", "C1"), SettleSquare(character="a", choice="B1")),
        ("deploy", ("A1", "C1"), Deploy(character="a", square="C1")),
        ("cartwheel_to", ("A1", "C1"), Land(character="a", to="C1")),
        ("leap", ("leap", "stay"), Leap(character="a", choice="leap")),
    ],
)
def test_other_choices(kind: str, options: tuple[str, ...], command: Any) -> None:
    play = lay_map(begin(a=make_ninja(), foe=make_boss(square="E1")), ".....")
    change(play, choices=(Choice(kind=kind, whom="a", options=options),))
    assert choose(play, "a") == command


@pytest.mark.parametrize(
    "kind, command",
    [
        ("entry_choice", ChooseEntry(choice="x")),
        ("entry_square", PlaceSlayer(choice="x")),
        ("entry_npc", PlaceSlayer(choice="x")),
    ],
)
def test_ninja_slayer_enters_by_the_first_way_that_there_is(kind: str, command: Any) -> None:
    play = begin(a=make_ninja())
    change(play, choices=(Choice(kind=kind, whom=GM, options=("x", "y")),))
    assert choose(play, GM) == command


def test_without_a_foe_on_the_map_the_first_square_does() -> None:
    play = lay_map(begin(a=make_ninja()), ".....")
    change(play, choices=(Choice(kind="deploy", whom="a", options=("B1", "C1")),))
    assert choose(play, "a") == Deploy(character="a", square="B1")
