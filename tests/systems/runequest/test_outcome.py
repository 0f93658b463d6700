"""How melees that auto-play brings to an end come out, whose turn it is, and when the outcome is told."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import SITUATIONS, draw_options, find_end, find_rules, is_among, play_out
from runemelees import close_in, fight, mean, put
from runequests import begin, hold, make_figure, make_foe
from skirmishes import begin_skirmish, make_shooter

from tenmatsu.engine.api import Store, open_session, roll_out_state
from tenmatsu.engine.contract import Outcome, Turn
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.commands.rounds import BeginMelee, CloseIntents, DeclareIntent, EndMelee
from tenmatsu.systems.runequest.commands.wounds import PassTime
from tenmatsu.systems.runequest.state import State

RULES = find_rules(SYSTEM)


# ---- whose turn it is ----


def test_whoever_declared_nothing_yet_has_the_turn_in_the_order_of_the_melee() -> None:
    play = fight()
    assert SYSTEM.turn(play.state) == Turn("rin", 1)
    play.given(mean("rin"))
    assert SYSTEM.turn(play.state) == Turn("jin", 1)
    play.given(mean("jin"))
    assert SYSTEM.turn(play.state) == Turn("rin", 2)


def test_outside_a_melee_it_is_nobodys_turn() -> None:
    assert SYSTEM.turn(begin(rin=make_figure()).state) is None


def test_the_gm_moves_on_where_nobody_can_declare() -> None:
    out = make_figure(unconscious=True)
    play = put(fight(), rin=out, jin=make_foe(unconscious=True))
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    chosen = SYSTEM.choose(play.state, play.rules, "@gm", Random(1))
    assert chosen == CloseIntents()
    play.given(chosen)
    outcome = SYSTEM.outcome(play.state)
    assert outcome is not None
    assert outcome.result == "nobody_wins"


def test_a_melee_that_stands_still_between_phases_is_ended_by_the_gm() -> None:
    play = close_in(fight(), stage="resolution")
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    assert SYSTEM.choose(play.state, play.rules, "@gm", Random(1)) == EndMelee()


# ---- the end ----


def test_the_outcome_names_the_winner_the_points_who_stands_and_who_lives() -> None:
    figures = {"rin": make_figure(), "jin": make_foe(unconscious=True), "ken": make_foe(dead=True)}
    play = begin(None, None, **figures)
    play.given(BeginMelee(fighters=tuple(figures), places={"jin": 2, "ken": 2}), mean("rin"))
    values = {f"{one}.hp": 14 for one in figures} | {f"{one}.mp": 13 for one in figures}
    assert SYSTEM.turn(play.state) is None
    assert SYSTEM.outcome(play.state) == Outcome(
        result="players_win", values=values, standing=("rin",), alive=("rin", "jin")
    )


def test_the_outcome_is_told_until_time_passes_or_another_melee_begins() -> None:
    play = fight(rin=make_figure(), jin=make_foe(unconscious=True)).given(mean("rin"))
    assert SYSTEM.outcome(play.state) is not None
    later = begin().given_state(play.state).given(PassTime(rounds=1))
    assert SYSTEM.outcome(later.state) is None
    again = begin().given_state(play.state).given(BeginMelee(fighters=("rin", "jin")))
    assert SYSTEM.outcome(again.state) is None


def test_a_melee_that_is_broken_off_has_no_outcome_and_one_that_the_gm_decides_has() -> None:
    assert SYSTEM.outcome(fight().given(EndMelee()).state) is None
    outcome = SYSTEM.outcome(fight().given(EndMelee(result="foes_win")).state)
    assert outcome is not None
    assert outcome.result == "foes_win"


# ---- whole melees ----


@pytest.mark.parametrize("seed", range(30))
def test_auto_play_is_never_refused_and_plays_listed_moves_under_any_reading(seed: int) -> None:
    rules, rng = find_rules(SYSTEM, **draw_options(SYSTEM, Random(seed))), Random(seed)
    for moment in play_out(SYSTEM, rules, SITUATIONS["runequest"](rng), rng):
        assert is_among(moment.command, list(SYSTEM.moves(moment.state, rules, moment.whom)))


def even_melee(rng: Random) -> State:
    """Return two against three that either side may win."""
    figures = {
        "rin": make_figure(armor=3, skills={"broadsword": 80, "medium_shield": 70, "dodge": 40}),
        "sun": make_shooter(rng, friendly=True),
        "jin": make_foe(armor=2),
        "ken": make_foe(armor=1, arms={"battle_axe": hold("battle_axe")}, skills={"battle_axe": 50}),
        "dan": make_foe(arms={"dagger": hold("dagger")}, skills={"dagger": 40, "dodge": 30}),
    }
    return begin_skirmish(figures, rng)


def test_either_side_wins_some_melees_and_the_dead_are_not_among_the_living() -> None:
    results: list[str] = []
    for seed in range(30):
        rng = Random(seed)
        start = even_melee(rng)
        end, outcome = find_end(SYSTEM, play_out(SYSTEM, RULES, start, rng), start)
        assert outcome is not None
        results.append(outcome.result)
        assert set(outcome.alive) == {name for name, figure in end.characters.items() if not figure.dead}
    assert {"players_win", "foes_win"} <= set(results)


def test_who_fights_sensibly_beats_who_only_stands_there() -> None:
    def passive(state: Any, rules: Any, character: str, rng: Random) -> Any:
        chosen = SYSTEM.choose(state, rules, character, rng)
        return DeclareIntent(character=character) if isinstance(chosen, DeclareIntent) else chosen

    def pick(whom: str) -> Any:
        return passive if whom in {"jin", "ken", "dan"} else SYSTEM.choose

    wins = 0
    for seed in range(12):
        rng = Random(seed)
        start = even_melee(rng)
        moments = play_out(SYSTEM, RULES, start, rng, pick)
        _, outcome = find_end(SYSTEM, moments, start)
        wins += outcome is not None and outcome.result == "players_win"
    assert wins >= 11


def test_nobody_loses_points_that_are_not_there() -> None:
    for seed in range(10):
        rng = Random(seed)
        for moment in play_out(SYSTEM, RULES, SITUATIONS["runequest"](rng), rng):
            for figure in moment.after.characters.values():
                assert figure.mp >= 0
                assert figure.rune_points >= 0
                assert figure.hp <= figure.max_hp
            melee = moment.after.melee
            done = () if melee is None else [one.sr for one in melee.queue if one.state == "done"]
            assert all(1 <= sr <= 12 for sr in done)


def test_a_melee_of_a_session_is_rolled_out() -> None:
    session = open_session(Store("sqlite://"), "待ち伏せ", "runequest")
    for character in ("rin", "jin"):
        session.do({"type": "table.take_character", "character": character}, actor="gm")
    sheets = {"template": "sturdy", "homeland": "sartar", "occupation": "warrior", "cult": "orlanth"}
    session.do({"type": "runequest.make_character", "character": "rin", **sheets}, actor="gm")
    session.do({"type": "runequest.make_npc", "character": "jin", **sheets}, actor="gm")
    for character in ("rin", "jin"):
        arms = session.game.characters[character].arms
        if not arms["broadsword"].hand:
            session.do({"type": "runequest.wield", "character": character, "arm": "broadsword"}, actor="gm")
    session.do({"type": "runequest.begin_melee", "distance": 3}, actor="gm")

    found = roll_out_state(SYSTEM, session.state, games=60, seed=1)
    (choice,) = found.choices
    assert choice.results.keys() >= {"players_win", "foes_win"}
    assert {"rin.hp", "rin.mp", "jin.hp"} <= choice.values.keys()


def test_the_state_of_a_melee_goes_through_a_snapshot_unchanged() -> None:
    rng = Random(3)
    for moment in play_out(SYSTEM, RULES, SITUATIONS["runequest"](rng), rng):
        state = moment.after
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state
