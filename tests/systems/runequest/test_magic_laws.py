"""What holds whatever the dice say: points never below 0, strike ranks within the round."""

from random import Random
from typing import Any

import msgspec
from autoplay import SeededDice
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import decide_freely
from runemagic import ARCANA, PRAYERS, SPELLS, conjure, make_caster, make_ghost
from runemelees import fight, step
from runequests import make_figure

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.commands.rounds import CloseIntents
from tenmatsu.systems.runequest.commands.spirits import BeginSpiritCombat
from tenmatsu.systems.runequest.decide.ranks import find_rank
from tenmatsu.systems.runequest.pending import list_pending
from tenmatsu.systems.runequest.state import State

KNOWN = st.sampled_from(("heal", *SPELLS, *PRAYERS, *ARCANA))
SMALL = st.integers(0, 6)
SEEDS = st.integers(0, 999)


def _check_points(state: State) -> None:
    for figure in state.characters.values():
        assert 0 <= figure.mp <= figure.max_mp
        assert 0 <= figure.rune_points <= figure.max_rune_points


@settings(max_examples=60, deadline=None)
@given(
    spell=KNOWN, points=SMALL, boost=SMALL, strength=SMALL, mp=st.integers(0, 13), seed=st.integers(0, 999)
)
def test_magic_points_and_rune_points_never_fall_below_0(
    spell: str, points: int, boost: int, strength: int, mp: int, seed: int
) -> None:
    play = conjure(rin=make_caster(mp=mp, rune_points=mp % 4))
    dice = SeededDice(Random(seed))
    command = Cast(character="rin", spell=spell, target="jin", points=points, boost=boost, strength=strength)
    try:
        decide_freely(play, command, dice)
    except RuleViolation:
        return
    for choice in list_pending(play.state):
        decide_freely(play, Choose(character=choice.whom, use=choice.options[-1]), dice)

    assert play.state.casting is None
    _check_points(play.state)


@settings(max_examples=60, deadline=None)
@given(spell=KNOWN, points=SMALL, boost=SMALL, levels=SMALL, dex=st.integers(1, 22), focus=st.booleans())
def test_every_spell_comes_at_a_strike_rank_of_the_round(
    spell: str, points: int, boost: int, levels: int, dex: int, focus: bool
) -> None:
    rin = make_caster(DEX=dex, focus=focus)
    figures: dict[str, Any] = {"rin": rin, "sen": make_ghost(known=rin.known)}
    play = fight({"rin": 0, "sen": 0}, **figures)
    asked = step("spell", spell=spell, points=points, boost=boost, strength=levels)
    for who in figures:
        rank = find_rank(play.state, play.rules, who, asked)
        assert 1 <= rank.sr <= 12
        assert rank.rounds >= 0


@settings(max_examples=30, deadline=None)
@given(mp=st.integers(1, 13), other=st.integers(1, 13), seed=SEEDS)
def test_spirit_combat_ends_and_takes_nobody_below_0(mp: int, other: int, seed: int) -> None:
    rin = make_figure(skills={"spirit_combat": 60}, mp=mp)
    figures: dict[str, Any] = {"rin": rin, "sen": make_ghost(mp=other, known={"heal": 2})}
    play = fight({"rin": 0, "sen": 0}, **figures).given(BeginSpiritCombat(character="sen", target="rin"))
    dice = SeededDice(Random(seed))
    for _ in range(8):
        if play.state.melee is None:
            break
        decide_freely(play, CloseIntents(), dice)
        for choice in list_pending(play.state):
            decide_freely(play, Choose(character=choice.whom, use=choice.options[-1]), dice)
        _check_points(play.state)
        for fight_ in play.state.spirit_fights:
            assert min(play.state.characters[one].mp for one in (fight_.one, fight_.other)) > 0


def test_folding_passes_over_whom_it_does_not_know() -> None:
    play = conjure()
    for cast in (Cast(character="rin", spell="shield"), Cast(character="rin", spell="protection", points=1)):
        decide_freely(play, cast, SeededDice(Random(1)))
    known = SYSTEM.events
    for event in play.history:
        if isinstance(event, known):
            state = SYSTEM.evolve(State(), event)
            assert msgspec.structs.replace(state, casting=None) == State()
