"""At the edge of death: who only seems dead, who is helpless by hunger and wounded as well."""

from typing import Any

import pytest
from edo import begin, make_figure
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi.commands.health import Recover
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import ComeRound
from tenmatsu.systems.ukiyozoshi.commands.time import PassTime
from tenmatsu.systems.ukiyozoshi.events.health import Recovered, SeriousWoundBled
from tenmatsu.systems.ukiyozoshi.state import Figure, Health


def seem_dead(**health: Any) -> Figure:
    """Return somebody who cheated death at −2."""
    return make_figure(
        seeming_dead=True, endurance=-2, katsugeki=0, health=Health(wounds=10, treated=True, **health)
    )


def starve(**values: Any) -> Play:
    """Return somebody helpless by hunger with 2 of 8 endurance lost to wounds."""
    health = Health(wounds=2, hunger=6, treated=True, first_treated=True)
    return begin(oryu=make_figure(endurance=0, helpless=True, katsugeki=0, health=health, **values))


def test_a_serious_wound_does_not_kill_who_cheated_death() -> None:
    play = begin(options={"serious_wounds": "on"}, oryu=seem_dead(serious=True, serious_for=50))
    play.when(PassTime(hours=3))
    assert play.all(SeriousWoundBled) == []
    play.given(ComeRound(character="oryu")).when(PassTime(minutes=59))
    assert play.all(SeriousWoundBled) == []
    assert play.state.characters["oryu"].can_act


def test_who_seems_dead_rolls_no_recovery() -> None:
    play = begin(oryu=seem_dead()).when(PassTime(days=1))
    assert play.all(Recovered) == []
    assert not play.state.characters["oryu"].dead
    play.when(Recover(character="oryu")).refused("ukiyozoshi.no_wounds")


@pytest.mark.parametrize(
    "faces, endurance, dead, helpless",
    [
        ((6, 6, 1), 1, False, False),
        ((2, 1, 1), 0, False, True),
    ],
)
def test_a_recovery_roll_that_changes_nothing_does_not_kill_the_starved(
    faces: tuple[int, ...], endurance: int, dead: bool, helpless: bool
) -> None:
    play = starve().when(Recover(character="oryu"), d6(*faces))
    figure = play.state.characters["oryu"]
    assert (figure.endurance, figure.dead, figure.helpless) == (endurance, dead, helpless)


def test_a_worsening_wound_kills_the_starved() -> None:
    play = starve(tai=4, extra_endurance=0).when(Recover(character="oryu"), d6(1, 1, 1))
    assert play.only(Recovered).dies
