"""Laws of damage, whatever befalls whom: what never goes below 1 or 0, and who is still there."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play
from landing import make_blow
from ninjas import begin, lay_map, make_boss, make_mob, make_ninja, working

from tenmatsu.engine.dice.sources import PlainDice
from tenmatsu.systems.ninjaslayer.commands.damage import SettleSquare
from tenmatsu.systems.ninjaslayer.decide.damage import land, lose_ability, lose_spirit
from tenmatsu.systems.ninjaslayer.decide.settling import settle
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import is_free
from tenmatsu.systems.ninjaslayer.state import State

_WEAKENED: tuple[Any, ...] = ("karate", "neuron", "wazamae", "legs")
_NAMES = ("kyo", "ren", "foe", "mob")
_MAP = ("......", ".#..F.", "....G.", "..#...")
_OPTIONS = {
    "death": ("merciless", "spared"),
    "mob_ability_damage": ("removed", "tracked"),
    "precise_resisted_death": ("nothing", "crushing"),
    "knock_overlap": ("nearest", "before"),
}


_bases = st.fixed_dictionaries(
    {name: st.integers(1, 9) for name in ("karate", "neuron", "wazamae", "legs", "vitality", "spirit")}
)
_extras = st.fixed_dictionaries(
    {
        "reduction": st.integers(0, 2),
        "skills": st.sampled_from([(), ("resists_death",), ("naraku_within",)]),
        "ninja": st.booleans(),
    }
)
_blows = st.fixed_dictionaries(
    {
        "attacker": st.sampled_from(_NAMES),
        "target": st.sampled_from(_NAMES),
        "damage": st.integers(1, 4),
        "crushing": st.lists(st.integers(1, 3), max_size=2).map(tuple),
        "critical": st.sampled_from(["", "satsubatsu", "namu_amida_butsu"]),
        "precise": st.booleans(),
        "ability": st.sampled_from(["karate", "wazamae", "legs"]),
    }
)
_losses = st.tuples(st.sampled_from(_NAMES), st.sampled_from(("spirit", *_WEAKENED)), st.integers(1, 6))


def _verify(state: State) -> None:
    for character, figure in state.characters.items():
        for ability in _WEAKENED:
            assert figure.ability(ability) >= 1
            assert 0 <= figure.lost.get(ability, 0) < getattr(figure.base, ability)
        if not (figure.exploded or figure.removed):
            _verify_living(figure)
        if figure.on_map:
            assert is_free(state, figure.square, ignoring=character)


def _verify_living(figure: Figure) -> None:
    assert figure.vitality >= 0
    if figure.kind == "mob":
        assert figure.vitality > 0
        assert figure.spirit >= 0
    elif figure.vitality == 0:
        assert figure.unconscious or "naraku_within" in figure.base.skills
    if figure.spirit < 0:
        assert figure.vitality == 0


def _set_up(data: st.DataObject) -> Play:
    makers = {"kyo": make_ninja, "ren": make_ninja, "foe": make_boss, "mob": make_mob}
    squares = {"kyo": "A1", "ren": "B3", "foe": "C2", "mob": "D3"}
    people: dict[str, Any] = {}
    for name, maker in makers.items():
        values = {**data.draw(_bases), **data.draw(_extras), "square": squares[name], "dodge_dice": 0}
        if values["skills"] == ("naraku_within",):
            values["ninja"] = True
        people[name] = maker(**values)
    options = {name: data.draw(st.sampled_from(values)) for name, values in _OPTIONS.items()}
    return lay_map(begin(options, **people), *_MAP)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_abilities_stay_at_1_and_the_vitality_of_the_living_at_0(data: st.DataObject) -> None:
    play = _set_up(data)
    work = working(play, PlainDice(Random(data.draw(st.integers(0, 9999))).randbytes))
    for _ in range(data.draw(st.integers(1, 6))):
        if data.draw(st.booleans()):
            land(work, make_blow(**data.draw(_blows)))
            settle(work)
            for choice in work.state.choices:
                square = data.draw(st.sampled_from(choice.options))
                play.system.decide(work, SettleSquare(character=choice.whom, choice=square))
        else:
            who, what, amount = data.draw(_losses)
            if what == "spirit":
                lose_spirit(work, who, amount)
            else:
                lose_ability(work, who, what, amount)
        _verify(work.state)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 12), st.integers(1, 9), st.integers(1, 30), st.integers(0, 3))
def test_spirit_holds_one_for_one_or_the_ninja_explodes(
    spirit: int, vitality: int, damage: int, reduction: int
) -> None:
    foe = make_ninja(vitality=vitality, now_spirit=spirit, reduction=reduction)
    work = working(begin(kyo=make_ninja(), foe=foe))
    land(work, make_blow(damage=damage))
    after = work.state.characters["foe"]
    taken = max(damage - reduction, 0)

    assert after.exploded is (taken > vitality + spirit)
    if not after.exploded:
        assert (vitality - after.vitality) + (spirit - after.spirit) == taken
        assert after.unconscious is (taken >= vitality)
