"""What holds of every confrontation: a camp's relation to a curse stays within its player characters."""

from random import Random

from autoplay import SITUATIONS, draw_options, find_rules, play_out
from hypothesis import given, settings
from hypothesis import strategies as st

from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.state import State


def strengths(state: State) -> dict[tuple[str, str], int]:
    """Return the strength of each camp's relation to each curse, by camp and curse."""
    camps = state.confronting.items()
    return {(name, curse): held for name, camp in camps for curse, held in camp.strengths.items()}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_camps_relation_stays_within_its_player_characters_and_rises_by_ones(seed: int) -> None:
    rng = Random(seed)
    rules = find_rules(SYSTEM, **draw_options(SYSTEM, rng))
    state: State = SITUATIONS["bloodberry"](rng)
    sizes = {name: camp.size for name, camp in state.confronting.items()}
    for moment in play_out(SYSTEM, rules, state, rng):
        before, after = strengths(state), strengths(moment.after)
        for (camp, curse), held in after.items():
            assert 0 <= held <= sizes[camp]
            assert held - before[camp, curse] in (-1, 0, 1)
        for name, camp_after in moment.after.confronting.items():
            assert camp_after.size <= sizes[name]
        state = moment.after


def test_the_law_sees_relations_that_rise_to_their_most() -> None:
    reached = 0
    for seed in range(12):
        rng = Random(seed)
        rules = find_rules(SYSTEM, **draw_options(SYSTEM, rng))
        state: State = SITUATIONS["bloodberry"](rng)
        for moment in play_out(SYSTEM, rules, state, rng):
            state = moment.after
            most = max(strengths(state).values(), default=0)
            reached = max(reached, most)
    assert reached == 3
