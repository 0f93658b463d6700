"""Laws of turns: dodge dice are never carried over, a mob never has any, everybody able acts once."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from ninjas import begin, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.battle import BeginBattle, EndTurn, EndTurnPhase
from tenmatsu.systems.ninjaslayer.events.battle import HandBegun, TurnBegun
from tenmatsu.systems.ninjaslayer.values import find_value

MAKERS = {"pc": make_ninja, "boss": make_boss, "mob": make_mob}
PEOPLE = st.lists(
    st.tuples(
        st.sampled_from(["pc", "boss", "mob"]),
        st.fixed_dictionaries(
            {
                "karate": st.integers(1, 13),
                "neuron": st.integers(1, 13),
                "wazamae": st.integers(1, 13),
                "dodge_dice": st.integers(-5, 20),
                "lost": st.dictionaries(st.sampled_from(["karate", "neuron", "wazamae"]), st.integers(0, 13)),
            }
        ),
    ),
    min_size=1,
    max_size=6,
)


@given(people=PEOPLE, turns=st.integers(1, 3))
def test_a_turn_begins_with_the_dodge_value_and_all_act_once(
    people: list[tuple[str, dict[str, Any]]], turns: int
) -> None:
    figures: dict[str, Any] = {f"c{at}": MAKERS[kind](**values) for at, (kind, values) in enumerate(people)}
    play = begin(hero=make_ninja(), enemy=make_mob(), **figures)
    play.when(BeginBattle())
    for _ in range(turns):
        state = play.state
        for figure in state.characters.values():
            expected = 0 if figure.kind == "mob" else find_value(figure, "dodge")
            assert figure.dodge_dice == expected
        slots = state.battle.slots
        acted = [one for slot in slots for one in slot.characters]
        assert sorted(acted) == sorted(state.characters)
        assert [slot.initiative for slot in slots] == sorted(
            (slot.initiative for slot in slots), reverse=True
        )
        begun = [event for event in play.events if isinstance(event, HandBegun | TurnBegun)]
        assert len(begun) == 2
        while play.state.battle.slot is not None:
            play.when(EndTurn(character=play.state.battle.slot.characters[0], together=True))
            assert all(f.dodge_dice == 0 for f in play.state.characters.values() if f.kind == "mob")
        play.when(EndTurnPhase())
