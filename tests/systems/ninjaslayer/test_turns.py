"""Battles: their beginning, the order of turns, what a turn's end brings, their end."""

from typing import Any

import pytest
from kit import Play
from ninjas import alter, begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.battle import Fought, Slot
from tenmatsu.systems.ninjaslayer.commands.battle import (
    ArrangeFoes,
    BeginBattle,
    EndBattle,
    EndTurn,
    EndTurnPhase,
    Reinforce,
    SetAtmosphere,
)
from tenmatsu.systems.ninjaslayer.commands.mapping import Deploy
from tenmatsu.systems.ninjaslayer.decide.phases import find_clock, harden
from tenmatsu.systems.ninjaslayer.events.battle import (
    AtmosphereDeclared,
    BattleBegun,
    BattleEnded,
    BattleJoined,
    FoesArranged,
    HandBegun,
    TurnBegun,
    TurnEnded,
    TurnEnding,
)
from tenmatsu.systems.ninjaslayer.figures import Base


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


def test_ninjas_alone_duel() -> None:
    play = begin(a=make_ninja(), m=make_mob())
    _start(play, duel=True).refused("ninjaslayer.no_duel")


# ---- a turn's end ----


def test_the_atmosphere_rises_after_turns_3_and_6_and_counts_from_the_next() -> None:
    play = begin(a=make_ninja(), foe=make_boss())
    _start(play)
    assert play.state.battle.boss
    seen = []
    for turn in range(1, 8):
        _play_turn(play)
        declared = [event.mode for event in play.history if isinstance(event, AtmosphereDeclared)]
        seen.append((turn, harden(play.state), tuple(declared)))
        play.when(EndTurnPhase())
    assert seen == [
        (1, 0, ()),
        (2, 0, ()),
        (3, 0, ("hard",)),
        (4, 1, ("hard",)),
        (5, 1, ("hard",)),
        (6, 1, ("hard", "ultra_hard")),
        (7, 2, ("hard", "ultra_hard")),
    ]


def test_without_a_boss_the_atmosphere_stays() -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    _start(play)
    for _ in range(4):
        _play_turn(play).given(EndTurnPhase())
    assert harden(play.state) == 0


@pytest.mark.parametrize("said, boss", [("found", False), ("yes", True), ("no", False)])
def test_the_nm_says_whether_a_boss_takes_part(said: str, boss: bool) -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    _start(play, boss=said)
    assert play.state.battle.boss is boss


def test_the_nm_may_set_the_atmosphere_at_a_turns_end_alone() -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    _start(play)
    play.when(SetAtmosphere(mode="ultra_hard")).refused("ninjaslayer.not_turn_end")
    _play_turn(play)
    play.when(SetAtmosphere(mode="ultra_hard")).then(AtmosphereDeclared(mode="ultra_hard"))
    assert harden(play.state) == 0
    play.when(EndTurnPhase())
    assert play.only(TurnBegun).mode == "ultra_hard"
    assert harden(play.state) == 2


def test_outside_a_battle_there_is_no_atmosphere() -> None:
    assert harden(begin(a=make_ninja()).state) == 0


def test_reinforcements_come_at_a_turns_end_and_act_from_the_next_turn() -> None:
    play = begin(a=make_ninja(neuron=5), foe=make_mob(), late=make_boss(neuron=9))
    _start(play, fighters=("a", "foe"))
    play.when(Reinforce(characters=("late",))).refused("ninjaslayer.not_turn_end")
    _play_turn(play)
    play.when(Reinforce(characters=())).refused("ninjaslayer.nobody_named")
    play.when(Reinforce(characters=("foe",))).refused("ninjaslayer.fights_already")
    play.when(Reinforce(characters=("late",))).then(BattleJoined(characters=("late",), waiting=(), boss=True))
    assert play.state.battle.boss
    play.when(EndTurnPhase())
    assert play.events[0] == TurnEnded(turn=1)
    assert play.only(TurnBegun).order == ("late", "a", "foe")


def test_reinforcements_without_a_square_are_deployed() -> None:
    play = begin(a=make_ninja(square="A1"), foe=make_mob(square="D1"), late=make_mob())
    lay_map(play, "....", "....")
    _start(play, fighters=("a", "foe"))
    _play_turn(play).when(Reinforce(characters=("late",)))
    assert play.pending[0].kind == "deploy"
    play.when(Deploy(character="late", square="D2")).settled()
    assert play.state.battle.stage == "turn_end"


def test_the_fright_of_an_entry_leaves_with_the_turn_that_it_lasts_to() -> None:
    play = begin(a=make_ninja(shaken=2, shaken_until=1), b=make_ninja(shaken=1, shaken_until=2), m=make_mob())
    _start(play)
    _play_turn(play)
    ending = [event for event in play.history if isinstance(event, TurnEnding)]
    assert ending == [TurnEnding(turn=1, calmed=("a",))]
    assert (play.state.characters["a"].shaken, play.state.characters["b"].shaken) == (0, 1)


# ---- the end ----


def test_the_battle_is_over_at_a_turns_end_with_no_foe_standing() -> None:
    """A foe down but there: the hands of the turn are still played."""
    play = begin(a=make_ninja(neuron=5), b=make_ninja(neuron=4), foe=make_boss(neuron=1))
    _start(play)
    alter(play, "foe", unconscious=True, vitality=0, spirit=0)
    play.when(EndTurn(character="a"))
    assert play.only(HandBegun).characters == ("b",)
    play.given(EndTurn(character="b"))
    play.when(EndTurnPhase())
    assert play.only(BattleEnded).result == "players_win"
    assert play.state.fought == Fought(fighters=("a", "b", "foe"), result="players_win", turns=1)


def test_with_the_last_foe_gone_the_turn_ends_at_once_and_the_nm_may_bring_more() -> None:
    play = begin(a=make_ninja(neuron=5), b=make_ninja(neuron=4), foe=make_mob(), more=make_mob())
    _start(play, fighters=("a", "b", "foe"))
    alter(play, "foe", removed=True)
    play.when(EndTurn(character="a"))
    assert play.only(TurnEnding).turn == 1
    play.given(Reinforce(characters=("more",)))
    play.when(EndTurnPhase())
    assert play.only(TurnBegun).order == ("a", "b", "more")


def test_foes_win_when_no_player_stands_at_a_turns_end() -> None:
    play = begin(a=make_ninja(neuron=5), foe=make_boss(neuron=1))
    alter(play, "a", unconscious=True, vitality=0, spirit=0)
    fight(play, "foe").given(EndTurn(character="foe"))
    play.when(EndTurnPhase())
    assert play.only(BattleEnded).result == "foes_win"


def test_nobody_wins_where_nobody_stands() -> None:
    play = begin(
        a=make_ninja(unconscious=True, now_vitality=0, now_spirit=0), foe=make_boss(unconscious=True)
    )
    fight(play, "a", "foe")
    play.when(EndBattle())
    assert play.only(BattleEnded).result == "nobody_wins"


@pytest.mark.parametrize("said, result", [("found", "undecided"), ("foes_win", "foes_win")])
def test_the_nm_ends_a_battle_at_any_time(said: str, result: str) -> None:
    play = begin(a=make_ninja(), foe=make_boss())
    play.when(EndBattle(result=said)).refused("ninjaslayer.no_battle")
    _start(play)
    play.when(EndBattle(result=said))
    assert play.only(BattleEnded).result == result
    assert play.state.battle is None


def test_at_a_battles_end_what_lasted_to_it_ends_and_the_unconscious_are_revived() -> None:
    play = begin(
        a=make_ninja(
            changed={"karate": 3},
            boosted=True,
            focused=True,
            off_balance=True,
            hampered=1,
            shaken=1,
            shaken_until=3,
            used={"hell_tornado": 1},
            weapons=("katana", "wrench"),
            wielded="wrench",
        ),
        down=make_ninja(unconscious=True, now_vitality=0, now_spirit=2),
        foe=make_boss(),
    )
    fight(play, "a", "foe")
    play.when(EndBattle())
    a, down = play.state.characters["a"], play.state.characters["down"]
    assert (a.changed, a.boosted, a.focused, a.off_balance, a.hampered, a.shaken) == (
        {},
        False,
        False,
        False,
        0,
        0,
    )
    assert (a.used, a.dodge_dice, a.wielded) == ({}, 0, "unarmed")
    assert a.base.weapons == ("katana",)
    assert play.only(BattleEnded).broken == {"a": ("wrench",)}
    assert (down.unconscious, down.vitality, down.spirit) == (False, 1, 0)


def test_a_model_keeps_its_weapon_after_a_battle() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob()), "a", "m")
    play.given(EndBattle())
    assert play.state.characters["m"].wielded == "chaka"
    assert play.state.characters["m"].base == Base(wazamae=2, legs=2, weapons=("chaka",))
