"""The automatic NM as a command: foes act and answer by themselves, and a battle can be run alone."""

from random import Random

import pytest
from autoplay import SITUATIONS, SeededDice, decide_on, draw_options, find_rules
from kit import d6
from ninjas import begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.commands.battle import RunFoes
from tenmatsu.systems.ninjaslayer.events.attacking import MobsAttacked
from tenmatsu.systems.ninjaslayer.events.battle import ActionTaken, Focused, HandEnded
from tenmatsu.systems.ninjaslayer.events.dodging import DodgeRolled
from tenmatsu.systems.ninjaslayer.events.moving import Moved


def test_mobs_step_up_and_strike_in_one_go_then_end_their_hand() -> None:
    club = {"weapons": ("club",), "wielded": "club"}
    play = begin(a=make_ninja(square="A1"), m=make_mob(square="D1", **club), n=make_mob(square="D2", **club))
    fight(lay_map(play, "....", "...."), ("m", "n"), "a")
    play.when(RunFoes(), dice=d6(4, 1))
    assert len(play.all(Moved)) == 2
    assert play.only(MobsAttacked).characters == ("m", "n")
    assert play.pending[0].whom == "a"
    missed = fight(begin(a=make_ninja(), m=make_mob()), "m", "a", phase="attack", acted=("m",))
    missed.when(RunFoes())
    assert missed.events[0] == HandEnded(characters=("m",))


def test_a_boss_acts_up_to_the_roll() -> None:
    play = fight(begin(a=make_ninja(dodge_dice=0), foe=make_boss(karate=4)), "foe", "a")
    play.when(RunFoes(), dice=d6(1, 1, 2, 2))
    assert play.events[0] == Focused(character="foe")
    assert play.all(ActionTaken) != []


def test_a_boss_dodges_by_itself() -> None:
    play = fight(begin(a=make_ninja(), foe=make_boss(dodge_dice=1)), "a", "foe", phase="attack")
    asked = Assault(
        attackers=("a",), blows=(Blow(attacker="a", target="foe", damage=5),), together=1, asked="dodge"
    )
    change(play, assaults=(asked,)).when(RunFoes(), dice=d6(6))
    assert play.only(DodgeRolled).character == "foe"


def test_players_act_and_answer_themselves() -> None:
    play = fight(begin(a=make_ninja(), foe=make_boss()), "a", "foe")
    play.when(RunFoes()).refused("ninjaslayer.players_part")
    asked = Assault(attackers=("foe",), blows=(Blow(attacker="foe", target="a"),), together=1, asked="dodge")
    change(play, assaults=(asked,)).when(RunFoes()).refused("ninjaslayer.players_part")


def test_there_is_nothing_to_run_outside_hands() -> None:
    begin(a=make_ninja()).when(RunFoes()).refused("ninjaslayer.no_battle")
    play = fight(begin(a=make_ninja(), m=make_mob()), "a", "m", stage="turn_end")
    play.when(RunFoes()).refused("ninjaslayer.no_foes_hand")


@pytest.mark.parametrize("seed", range(8))
def test_a_battle_is_run_alone_the_player_playing_the_ninja_only(seed: int) -> None:
    rng = Random(seed)
    rules, dice = find_rules(SYSTEM, **draw_options(SYSTEM, rng)), SeededDice(Random(seed))
    state = SITUATIONS["ninjaslayer"](rng)
    ours = {one for one, figure in state.characters.items() if figure.kind == "pc"}
    for _ in range(3_000):
        if state.battle is None:
            break
        choices = SYSTEM.pending(state)
        slot = state.battle.slot
        whom = choices[0].whom if choices else slot.characters[0] if slot is not None else "@gm"
        if whom in ours or (not choices and slot is None):
            command = SYSTEM.choose(state, rules, whom, rng)
        else:
            command = RunFoes()
        state = decide_on(SYSTEM, rules, state, command, dice)
    assert state.battle is None
    assert state.fought is not None
