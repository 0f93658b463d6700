"""Battles: who begins them, the order of a turn, dodge dice, deployment, duels."""

from typing import Any

import pytest
from kit import Play
from ninjas import alter, begin, change, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.battle import Slot
from tenmatsu.systems.ninjaslayer.commands.battle import (
    ArrangeFoes,
    BeginBattle,
    EndTurn,
    EndTurnPhase,
    Reinforce,
)
from tenmatsu.systems.ninjaslayer.commands.mapping import Deploy
from tenmatsu.systems.ninjaslayer.decide.phases import find_clock
from tenmatsu.systems.ninjaslayer.events.battle import (
    BattleBegun,
    BattleJoined,
    FoesArranged,
    HandBegun,
    TurnBegun,
    TurnEnding,
)


def _start(play: Play, **fields: Any) -> Play:
    return play.when(BeginBattle(**fields))


def _play_turn(play: Play) -> Play:
    """End every hand of the turn, up to the NM's part of its end."""
    while play.state.battle is not None and play.state.battle.slot is not None:
        slot = play.state.battle.slot
        play.given(EndTurn(character=slot.characters[0], together=len(slot.characters) > 1))
    return play


# ---- the order of a turn ----


def test_hands_come_by_initiative_players_before_foes_at_a_tie() -> None:
    """Players at 4 in their fixed order, a machine at 2, a player at 1 before the mobs at 1."""
    play = begin(
        bob=make_ninja(neuron=1),
        kevin=make_ninja(neuron=4),
        emily=make_ninja(neuron=4),
        yabu=make_mob(neuron=2, model="yabu"),
        y1=make_mob(neuron=1),
        y2=make_mob(neuron=1),
    )

    _start(play, ties=("emily", "kevin"))

    assert play.only(TurnBegun).slots == (
        Slot(("emily",), 4),
        Slot(("kevin",), 4),
        Slot(("yabu",), 2),
        Slot(("bob",), 1),
        Slot(("y1", "y2"), 1),
    )
    assert play.only(HandBegun) == HandBegun(characters=("emily",), at=0)


def test_initiative_is_the_neuron_now_and_its_bonus_and_changes_count_from_the_next_turn() -> None:
    play = begin(a=make_ninja(neuron=3, bonuses={"initiative": 2}), b=make_boss(neuron=4))
    _start(play)
    assert [slot.initiative for slot in play.only(TurnBegun).slots] == [5, 4]

    alter(play, "a", lost={"neuron": 2})
    play.when(EndTurn(character="a"))
    assert play.only(HandBegun).characters == ("b",)
    play.given(EndTurn(character="b"))

    play.when(EndTurnPhase())
    assert play.only(TurnBegun).slots == (Slot(("b",), 4), Slot(("a",), 3))


def test_an_initiative_of_0_or_less_acts_as_1() -> None:
    play = begin(slow=make_ninja(neuron=2, bonuses={"initiative": -5}), mob=make_mob(neuron=1))
    _start(play)
    assert play.only(TurnBegun).slots == (Slot(("slow",), 1), Slot(("mob",), 1))


def test_the_order_of_players_at_a_tie_stays_all_scenario() -> None:
    play = begin(a=make_ninja(), b=make_ninja(), foe=make_mob())
    scenario = play.state.scenario.__class__(number=1, stage="play", ties=("b", "a"))
    change(play, scenario=scenario)
    _start(play)
    assert play.only(BattleBegun).ties == ("b", "a")
    assert play.only(TurnBegun).order == ("b", "a", "foe")


def test_mobs_of_one_initiative_have_one_slot_and_end_it_together_or_one_by_one() -> None:
    play = begin(a=make_ninja(), m1=make_mob(), m2=make_mob())
    _start(play)
    play.given(EndTurn(character="a"), EndTurn(character="m2"))
    assert play.state.battle.ended == ("m2",)
    play.when(EndTurn(character="m1"))
    assert play.only(TurnEnding).turn == 1


def test_the_nm_chooses_the_order_of_foes_of_one_initiative() -> None:
    play = begin(a=make_ninja(neuron=9), x=make_boss(neuron=2), y=make_boss(neuron=2), m=make_mob(neuron=2))
    _start(play)
    assert play.only(TurnBegun).order == ("a", "x", "y", "m")
    play.when(ArrangeFoes(order=("m", "x"))).then(
        FoesArranged(
            slots=(Slot(("a",), 9), Slot(("m",), 2), Slot(("y",), 2), Slot(("x",), 2)),
            order=("a", "m", "y", "x"),
        )
    )
    play.when(EndTurn(character="a"))
    assert play.only(HandBegun).characters == ("m",)


def test_what_the_nm_cannot_rearrange() -> None:
    play = begin(a=make_ninja(neuron=9), x=make_boss(neuron=2), y=make_boss(neuron=3))
    play.when(ArrangeFoes(order=("x",))).refused("ninjaslayer.no_battle")
    _start(play)
    play.when(ArrangeFoes(order=("x", "y"))).refused("ninjaslayer.not_of_one_initiative")
    play.when(ArrangeFoes(order=("a", "x"))).refused("ninjaslayer.hand_not_to_come")
    play.when(ArrangeFoes(order=("x", "x"))).refused("ninjaslayer.named_twice")
    _play_turn(play)
    play.when(ArrangeFoes(order=("x", "y"))).refused("ninjaslayer.not_in_hands")


def test_the_unconscious_are_passed_over() -> None:
    play = begin(
        a=make_ninja(neuron=9), b=make_ninja(neuron=5, now_vitality=0, unconscious=True), m=make_mob()
    )
    _start(play, fighters=("a", "b", "m"))
    play.when(EndTurn(character="a"))
    assert play.only(HandBegun).characters == ("m",)


# ---- dodge dice ----


def test_a_turn_begins_with_dodge_dice_none_carried_over_and_none_for_mobs() -> None:
    """Dice left over, untouched ones, a cartwheel's two and a debt vanish alike."""
    play = begin(
        left=make_ninja(karate=6, neuron=4, wazamae=5, dodge_dice=3),
        full=make_ninja(karate=6, neuron=2, wazamae=7, bonuses={"dodge": 1}, dodge_dice=8 + 2),
        owing=make_boss(karate=8, neuron=1, dodge_dice=-3),
        mob=make_mob(karate=4),
    )
    _start(play)
    assert play.only(TurnBegun).dodge_dice == {"left": 6, "full": 8, "owing": 8}
    assert {one: figure.dodge_dice for one, figure in play.state.characters.items()} == {
        "left": 6,
        "full": 8,
        "owing": 8,
        "mob": 0,
    }


def test_dodge_dice_follow_the_highest_ability_as_it_is_now() -> None:
    play = begin(a=make_ninja(karate=6, neuron=4, wazamae=3, lost={"karate": 4}), m=make_mob())
    _start(play)
    assert play.only(TurnBegun).dodge_dice == {"a": 4}


# ---- deployment ----


def test_the_slowest_are_deployed_first() -> None:
    play = lay_map(
        begin(a=make_ninja(neuron=6), b=make_ninja(neuron=2), foe=make_boss(neuron=4)), "....", "...."
    )
    _start(play)
    play.asks("deploy", "b", *play.pending[0].options)
    for character, square in (("b", "A1"), ("foe", "D1"), ("a", "A2")):
        assert play.pending[0].whom == character
        play.when(Deploy(character=character, square=square))
    assert play.only(TurnBegun).turn == 1


def test_whoever_stands_on_the_map_already_is_not_deployed() -> None:
    play = lay_map(begin(a=make_ninja(square="A1"), foe=make_boss(square="D1")), "....")
    _start(play).settled()
    assert play.only(BattleBegun).waiting == ()
    assert play.only(TurnBegun).turn == 1


# ---- beginning ----


def test_who_cannot_begin_a_battle() -> None:
    play = begin(a=make_ninja(), b=make_ninja(), foe=make_boss(), gone=make_boss(removed=True))
    _start(play, fighters=("a", "b")).refused("ninjaslayer.one_side_alone")
    _start(play, fighters=("a", "a", "foe")).refused("ninjaslayer.named_twice")
    _start(play, fighters=("a", "gone")).refused("ninjaslayer.not_there")
    _start(play, fighters=("a", "nobody")).refused("ninjaslayer.unknown_character")
    _start(play, ties=("foe",)).refused("ninjaslayer.no_fighting_player")
    _start(play, duel=True).refused("ninjaslayer.no_duel")
    _start(play)
    _start(play).refused("ninjaslayer.battle_already")


def test_bare_hands_unless_said_before_and_the_foes_hold_their_weapons() -> None:
    play = begin(
        a=make_ninja(weapons=("katana",)),
        b=make_ninja(weapons=("katana",), wielded="katana"),
        m=make_mob(wielded="unarmed"),
    )
    _start(play)
    wielded = {one: figure.wielded for one, figure in play.state.characters.items()}
    assert wielded == {"a": "unarmed", "b": "katana", "m": "chaka"}


# ---- duels ----


@pytest.mark.parametrize("duel_half, halves", [("down", (3, 2)), ("up", (4, 3))])
def test_a_duel_gives_two_hands_the_second_at_half_initiative(
    duel_half: str, halves: tuple[int, int]
) -> None:
    play = begin({"duel_half": duel_half}, a=make_ninja(neuron=7), b=make_boss(neuron=5))
    _start(play, duel=True)
    assert play.only(TurnBegun).slots == (
        Slot(("a",), 7),
        Slot(("b",), 5),
        Slot(("a",), halves[0], again=True),
        Slot(("b",), halves[1], again=True),
    )


def test_rests_count_hands_in_a_duel_and_turns_otherwise() -> None:
    play = begin(a=make_ninja(neuron=7), b=make_boss(neuron=5))
    assert find_clock(play.state) == 0
    _start(play, duel=True)
    first = find_clock(play.state)
    play.given(EndTurn(character="a"), EndTurn(character="b"))
    assert find_clock(play.state) == first + 1
    _play_turn(play).given(EndTurnPhase())
    assert find_clock(play.state) == first + 2

    plain = begin(a=make_ninja(), b=make_boss())
    _start(plain)
    assert find_clock(plain.state) == 1


def test_a_duel_is_over_when_a_third_joins_and_rests_count_turns_again() -> None:
    play = begin(a=make_ninja(neuron=7), b=make_boss(neuron=5), c=make_boss(neuron=4))
    play.given(BeginBattle(fighters=("a", "b"), duel=True))
    _play_turn(play)
    alter(play, "b", used={"hell_tornado": find_clock(play.state)})
    play.when(Reinforce(characters=("c",)))
    assert play.only(BattleJoined).duel_over
    play.given(EndTurnPhase())
    battle = play.state.battle
    assert [slot.characters for slot in battle.slots] == [("a",), ("b",), ("c",)]
    assert (find_clock(play.state), play.state.characters["b"].used) == (2, {"hell_tornado": 1})


def test_ninjas_alone_duel() -> None:
    play = begin(a=make_ninja(), m=make_mob())
    _start(play, duel=True).refused("ninjaslayer.no_duel")
