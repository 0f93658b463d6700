"""How fights that auto-play brings to an end come out, and when that is told."""

from random import Random
from typing import Any

import pytest
from akatsukis import begin, face_down, make_figure, make_npc
from autoplay import begin_affray, draw_options, find_end, find_rules, is_among, make_affray, play_out
from kit import Play, d6

from tenmatsu.engine.api import Store, open_session, roll_out_state
from tenmatsu.engine.contract import Outcome, Turn
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.commands.combat import BeginCombat, EndCombat, EndTurn, MoveLane, Strike
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock
from tenmatsu.systems.akatsuki.state import Figure, State, Wound

RULES = find_rules(SYSTEM)


def fight(**figures: Figure) -> Play:
    """Return a fight of these, in this order."""
    return begin(None, options=None, **figures).given(BeginCombat(characters=tuple(figures)))


# ---- the end ----


def test_there_is_no_outcome_before_the_checks_at_the_end_of_a_fight_are_rolled() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc())
    assert SYSTEM.outcome(play.state) is None
    hurt = make_figure(wound=Wound(harm="lethal", rank=1), fate=face_down(2))
    play = fight(tetsu=hurt, gin=make_figure(), thug=make_npc(unconscious=True))
    play.given(EndCombat())
    assert SYSTEM.outcome(play.state) is None
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    play.given(RollSurvival(character="tetsu"), dice=d6(6, 5))
    assert SYSTEM.turn(play.state) is None
    assert SYSTEM.outcome(play.state) == Outcome(
        result="players_win",
        values={
            "tetsu.fate_count": 2,
            "tetsu.rank": 1,
            "gin.fate_count": 0,
            "gin.rank": 0,
            "thug.fate_count": 0,
            "thug.rank": 0,
        },
        standing=("gin",),
        alive=("gin", "thug"),
    )


def test_the_outcome_of_a_fight_is_told_until_time_passes_or_another_begins() -> None:
    play = fight(tetsu=make_figure(), thug=make_npc(unconscious=True)).given(EndCombat())
    assert SYSTEM.outcome(play.state) is not None
    later = Play(SYSTEM).given_state(play.state).given(AdvanceClock(hours=1))
    assert SYSTEM.outcome(later.state) is None
    play.given(BeginCombat(characters=("tetsu", "thug")))
    assert SYSTEM.outcome(play.state) is None


def test_a_fight_that_is_broken_off_has_no_outcome() -> None:
    play = fight(tetsu=make_figure(), thug=make_npc()).given(EndCombat())
    assert SYSTEM.outcome(play.state) is None


def test_a_friendly_npc_is_on_the_players_side() -> None:
    play = fight(ally=make_npc(friendly=True), thug=make_npc(unconscious=True)).given(EndCombat())
    outcome = SYSTEM.outcome(play.state)
    assert outcome is not None
    assert outcome.result == "players_win"


# ---- whole fights ----


@pytest.mark.parametrize("seed", range(30))
def test_auto_play_is_never_refused_and_plays_listed_moves_under_any_reading(seed: int) -> None:
    rules, rng = find_rules(SYSTEM, **draw_options(SYSTEM, Random(seed))), Random(seed)
    for moment in play_out(SYSTEM, rules, make_affray(rng), rng):
        assert is_among(moment.command, list(SYSTEM.moves(moment.state, rules, moment.whom)))


def even_fight(rng: Random) -> State:
    """Return a fight of two against three that either side may win."""
    figures = {
        "tetsu": make_figure(fate=face_down(2), weapons=("sword",)),
        "gin": make_figure(goro=8, fate=face_down(3), weapons=("spear",)),
        "boss": make_npc(important=True, goro=8, taiku=8, fate_points=5, fate_chips=3, weapons=("sword",)),
        "mob": make_npc(weapons=("knife",)),
        "gunner": make_npc(weapons=("pistol",)),
    }
    return begin_affray(figures, rng)


def test_either_side_wins_some_fights_and_the_dead_are_not_among_the_living() -> None:
    results: list[str] = []
    for seed in range(40):
        rng = Random(seed)
        start = even_fight(rng)
        end, outcome = find_end(SYSTEM, play_out(SYSTEM, RULES, start, rng), start)
        assert outcome is not None
        results.append(outcome.result)
        assert set(outcome.alive) == {name for name, figure in end.characters.items() if not figure.dead}
    assert {"players_win", "foes_win"} <= set(results)


def test_who_fights_sensibly_beats_who_only_ends_the_turn() -> None:
    def passive(state: Any, rules: Any, character: str, rng: Random) -> Any:
        chosen = SYSTEM.choose(state, rules, character, rng)
        return EndTurn(character=character) if isinstance(chosen, Strike | MoveLane) else chosen

    wins = 0
    for seed in range(20):
        rng = Random(seed)
        start = even_fight(rng)
        moments = play_out(
            SYSTEM,
            RULES,
            start,
            rng,
            lambda whom: passive if whom in {"boss", "mob", "gunner"} else SYSTEM.choose,
        )
        _, outcome = find_end(SYSTEM, moments, start)
        wins += outcome is not None and outcome.result == "players_win"
    assert wins == 20


def test_a_fight_of_a_session_is_rolled_out() -> None:
    session = open_session(Store("sqlite://"), "夜明け", "akatsuki")
    for character in ("tetsu", "boss", "mob"):
        session.do({"type": "table.take_character", "character": character}, actor="gm")
    session.do(
        {"type": "akatsuki.make_character", "character": "tetsu", "archetype": "night_guard"}, actor="gm"
    )
    for foe, important in (("boss", True), ("mob", False)):
        made = {"type": "akatsuki.make_npc", "character": foe, "important": important, "fate_points": 3}
        session.do({**made, "weapons": ["knife"]}, actor="gm")
    session.do({"type": "akatsuki.grant_chips", "character": "boss", "count": 2}, actor="gm")
    order = ["tetsu", "boss", "mob"]
    session.do({"type": "akatsuki.begin_combat", "characters": order}, actor="gm")

    found = roll_out_state(SYSTEM, session.state, games=150, seed=1)
    (choice,) = found.choices
    assert choice.results.keys() >= {"players_win", "foes_win"}
    assert {"tetsu.fate_count", "tetsu.rank", "boss.rank"} <= choice.values.keys()
