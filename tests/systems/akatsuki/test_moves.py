"""Legal moves: all may be made, and none that may not is listed."""

from collections.abc import Callable
from functools import partial
from random import Random

import msgspec
import pytest
from akatsukis import begin, face_down, gather, make_figure, make_npc
from autoplay import SeededDice, draw_options, find_rules, make_affray
from kit import Play, d6, decide_freely

from tenmatsu.engine.contract import Command, Move
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.events.table import Rolled
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.commands.combat import BeginCombat, Strike
from tenmatsu.systems.akatsuki.state import State

TYPES: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in SYSTEM.commands}


def list_moves(play: Play, character: str) -> list[Move]:
    return list(SYSTEM.moves(play.state, play.rules, character))


def name_moves(play: Play, character: str) -> set[str]:
    return {move.command.removeprefix("akatsuki.") for move in list_moves(play, character)}


def decide(play: Play, command: Command, rng: Random) -> None:
    """Decide on random dice; a move that the rules list must not be refused."""
    decide_freely(play, command, SeededDice(rng))


def affray(seed: int) -> Play:
    play = Play(SYSTEM)
    play.rules = find_rules(SYSTEM, **draw_options(SYSTEM, Random(seed)))
    return play.given_state(make_affray(Random(seed)))


def whose(play: Play) -> str:
    """Return whoever has something to choose, or is to move."""
    if play.pending:
        return play.pending[0].whom
    turn = SYSTEM.turn(play.state)
    return "" if turn is None else turn.character


def fill(move: Move, rng: Random) -> Command:
    """Fill the open fields of a move at random."""
    fields = dict(move.fields)
    for field in move.open:
        low, high = field.low or 0, field.high if field.high is not None else 0
        fields[field.name] = rng.choice(field.choices) if field.choices else rng.randint(low, high)
    return msgspec.convert({"type": move.command, **fields}, TYPES[move.command])


def find_refusal(ask: Callable[[], object]) -> str:
    """Return the code of the refusal, nothing where there is none."""
    try:
        ask()
    except RuleViolation as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("seed", range(30))
def test_every_listed_move_is_legal_and_its_chance_can_be_told(seed: int) -> None:
    play, rng = affray(seed), Random(seed)
    for _ in range(120):
        moves = list_moves(play, whose(play))
        assert moves
        command = fill(rng.choice(moves), rng)
        chance = partial(SYSTEM.chance, play.state, play.rules, command)
        assert find_refusal(chance) in {"", "akatsuki.no_roll"}
        assert find_refusal(partial(decide, play, command, rng)) == ""
        if play.state.combat is None and not play.pending:
            break


@pytest.mark.parametrize("seed", range(20))
def test_a_log_with_holes_still_folds(seed: int) -> None:
    play, rng = affray(seed), Random(seed)
    first = play.state
    while SYSTEM.outcome(play.state) is None and len(play.history) < 400:
        decide(play, SYSTEM.choose(play.state, play.rules, whose(play), rng), rng)
    for share in (0.1, 0.5, 0.9):
        state: State = first
        for event in play.history:
            if rng.random() > share and not isinstance(event, Rolled):
                state = SYSTEM.evolve(state, event)
        SYSTEM.pending(state)
        SYSTEM.outcome(state)
        SYSTEM.turn(state)
        list(SYSTEM.moves(state, play.rules, "tetsu"))


# ---- what is listed ----


def test_moves_outside_a_fight_are_the_checks_of_players() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc(), ghost=make_figure(dead=True))
    assert name_moves(play, "tetsu") == {"roll_check"}
    for other in ("thug", "ghost", "nobody", "@gm"):
        assert list_moves(play, other) == []


def test_only_who_has_the_turn_has_moves_and_the_gm_may_end_the_fight() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc()).given(BeginCombat(characters=("tetsu", "thug")))
    assert name_moves(play, "tetsu") == {"strike", "move_lane", "end_turn"}
    assert list_moves(play, "thug") == []
    assert name_moves(play, "@gm") == {"end_combat"}


def test_strikes_are_those_at_foes_in_reach_with_what_somebody_fights_with() -> None:
    figures = {
        "tetsu": make_figure(weapons=("spear",)),
        "gin": make_figure(),
        "thug": make_npc(),
        "far": make_npc(),
        "ghost": make_npc(unconscious=True),
    }
    play = begin(None, options=None, **figures).given(
        BeginCombat(characters=tuple(figures), lanes={"thug": 1, "far": 2})
    )
    strikes = [
        (move.fields["target"], move.fields["weapon"], move.fields["style"])
        for move in list_moves(play, "tetsu")
        if move.command == "akatsuki.strike"
    ]
    assert strikes == [
        ("thug", "spear", "plain"),
        ("thug", "spear", "held_back"),
        ("ghost", "bare_hands", "plain"),
        ("ghost", "bare_hands", "vital"),
        ("ghost", "spear", "plain"),
        ("ghost", "spear", "held_back"),
    ]


def test_without_a_major_action_there_are_no_strikes_and_without_a_minor_no_lanes() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc()).given(BeginCombat(characters=("tetsu", "thug")))
    state, replace = play.state, msgspec.structs.replace
    tired = replace(state.characters["tetsu"], majors=0, minors=0)
    play.given_state(replace(state, characters={**state.characters, "tetsu": tired}))
    assert name_moves(play, "tetsu") == {"end_turn"}
    zombie = replace(tired, doomed=True, zombie_counters=1)
    play.given_state(replace(state, characters={**state.characters, "tetsu": zombie}))
    assert name_moves(play, "tetsu") == {"strike", "end_turn"}


def test_open_choices_are_the_only_moves_and_only_of_who_is_asked() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc(fate_chips=1))
    play.given(BeginCombat(characters=("tetsu", "thug")))
    play.given(
        Strike(character="tetsu", target="thug", weapon="sword"),
        dice=d6(1, 2),
    )
    assert list_moves(play, "tetsu") == []
    assert [move.fields["choice"] for move in list_moves(play, "thug")] == ["negate", "take"]


def test_the_gm_ends_the_turn_of_who_cannot_act() -> None:
    play = begin(tetsu=make_figure(), thug=make_npc()).given(BeginCombat(characters=("tetsu", "thug")))
    state, replace = play.state, msgspec.structs.replace
    faint = replace(state.characters["tetsu"], unconscious=True)
    play.given_state(replace(state, characters={**state.characters, "tetsu": faint}))
    assert name_moves(play, "@gm") == {"end_turn", "end_combat"}


# ---- before play ----


def test_whoever_is_not_made_yet_may_be_made_of_an_archetype_or_by_levels() -> None:
    play = gather("tetsu")
    prepared = list(SYSTEM.prepare(play.state, play.rules, "tetsu"))
    assert [move.command for move in prepared] == [
        "akatsuki.make_character",
        "akatsuki.make_character",
        "akatsuki.make_npc",
    ]
    assert prepared[0].open[0].choices == tuple(play.rules.tables.archetypes)
    for move in prepared:
        fresh = gather("tetsu")
        fresh.when(fill(move, Random(5)))
        assert fresh.refusal is None
    assert list(SYSTEM.prepare(play.state, play.rules, "")) == []
    play = begin(tetsu=make_figure(fate=face_down(1)))
    assert list(SYSTEM.prepare(play.state, play.rules, "tetsu")) == []
