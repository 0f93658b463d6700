"""A log with holes still folds, and everything that reads the state takes it as it is."""

from random import Random
from typing import Any

import pytest
from autoplay import SITUATIONS, SeededDice, draw_options, find_rules
from kit import Play, decide_freely

from tenmatsu.engine.contract import Event
from tenmatsu.events.table import Rolled
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.state import State


def play_to_the_end(seed: int) -> tuple[Play, State, list[Event]]:
    """Return a melee played out under some reading, the state it began with, and its events."""
    rng, play = Random(seed), Play(SYSTEM)
    play.rules = find_rules(SYSTEM, **draw_options(SYSTEM, rng))
    start: State = SITUATIONS["runequest"](rng)
    play.given_state(start)
    while SYSTEM.outcome(play.state) is None and len(play.history) < 900:
        turn, choices = SYSTEM.turn(play.state), play.pending
        whom = choices[0].whom if choices else "" if turn is None else turn.character
        decide_freely(play, SYSTEM.choose(play.state, play.rules, whom, rng), SeededDice(rng))
    return play, start, [event for event in play.history if not isinstance(event, Rolled)]


@pytest.mark.parametrize("seed", range(20))
def test_a_log_with_holes_still_folds_and_is_still_read(seed: int) -> None:
    play, start, events = play_to_the_end(seed)
    rng = Random(seed)
    for share in (0.1, 0.5, 0.9):
        state = start
        for event in events:
            if rng.random() > share:
                state = SYSTEM.evolve(state, event)
        _read_everything(state, play.rules)


@pytest.mark.parametrize("seed", range(4))
def test_a_log_folds_onto_a_table_that_knows_nobody(seed: int) -> None:
    play, _, events = play_to_the_end(seed)
    state = State()
    for event in events:
        state = SYSTEM.evolve(state, event)
    _read_everything(state, play.rules)


@pytest.mark.parametrize("seed", range(3))
def test_the_whole_log_folds_to_the_state_that_was_played(seed: int) -> None:
    play, start, events = play_to_the_end(seed)
    state = start
    for event in events:
        state = SYSTEM.evolve(state, event)
    assert state == play.state


def _read_everything(state: State, rules: Any) -> None:
    """Ask all that viewers and front ends ask of a state."""
    SYSTEM.pending(state)
    SYSTEM.outcome(state)
    SYSTEM.turn(state)
    SYSTEM.adjustable(state)
    SYSTEM.overview(state, rules)
    for who in (*state.characters, "@gm", "nobody"):
        list(SYSTEM.moves(state, rules, who))
        SYSTEM.sheet(state, rules, who)
