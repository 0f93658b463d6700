"""Legal moves of RuneQuest for tests: listed, filled in, made."""

from collections.abc import Callable
from functools import partial
from random import Random

import msgspec
from autoplay import SeededDice
from kit import Play, decide_freely
from runemelees import make_archer
from runequests import hold, make_figure, make_foe
from skirmishes import make_ghost

from tenmatsu.engine.contract import Command, Move
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.figures import Figure

TYPES: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in SYSTEM.commands}
GM = "@gm"


def list_moves(play: Play, character: str, command: str = "") -> list[Move]:
    """Return what somebody may do, or the moves of one command."""
    moves = SYSTEM.moves(play.state, play.rules, character)
    return [move for move in moves if command in ("", move.command.removeprefix("runequest."))]


def name_moves(play: Play, character: str) -> set[str]:
    """Return the names of the commands that somebody may give."""
    return {move.command.removeprefix("runequest.") for move in list_moves(play, character)}


def fill(move: Move, rng: Random) -> Command:
    """Fill the open fields of a move at random; those that may be left out sometimes."""
    fields = dict(move.fields)
    for field in move.open:
        if field.choices:
            fields[field.name] = rng.choice(field.choices)
        elif field.low is not None and (field.required or field.high is not None):
            fields[field.name] = rng.randint(field.low, field.high if field.high is not None else 9)
    return msgspec.convert({"type": move.command, **fields}, TYPES[move.command])


def find_refusal(ask: Callable[[], object]) -> str:
    """Return the code of the refusal, nothing where there is none."""
    try:
        ask()
    except RuleViolation as refusal:
        return refusal.code
    return ""


def whose(play: Play) -> str:
    """Return whoever has something to choose, or is to declare."""
    if play.pending:
        return play.pending[0].whom
    turn = SYSTEM.turn(play.state)
    return "" if turn is None else turn.character


def try_out(play: Play, move: Move, rng: Random) -> None:
    """Make a listed move: it is not refused, and its chance can be told or rolls nothing."""
    command = fill(move, rng)
    chance = partial(SYSTEM.chance, play.state, play.rules, command)
    assert find_refusal(chance) in {"", "runequest.no_roll"}, command
    assert find_refusal(partial(decide_freely, play, command, SeededDice(rng))) == "", command


def make_company() -> dict[str, Figure]:
    """Return people with all that can be done outside a melee: wounds, spells, bows, a spirit."""
    rin = make_figure(
        known={"heal": 3, "lightning": 1, "shield": 1, "burning_lance": 1, "bladesharp": 2},
        runes={"air": 70},
        rune_points=2,
        max_rune_points=3,
        mastered=("fire",),
        techniques=("summon", "command"),
        mp=9,
    )
    legs = rin.locations["left_leg"]
    hurt = msgspec.structs.replace(legs, hp=1, wounds=1, missiles=("self_bow",))
    arm = msgspec.structs.replace(rin.locations["left_arm"], hp=2, wounds=1)
    sun = make_archer(known={"countermagic": 2})
    return {
        "rin": msgspec.structs.replace(
            rin, locations={**rin.locations, "left_leg": hurt, "left_arm": arm}, hp=9
        ),
        "sun": sun,
        "jin": make_foe(arms={"broadsword": hold("broadsword", hp=5), "dagger": hold("dagger", "")}),
        "ken": make_foe(unconscious=True),
        "dan": make_foe(dead=True),
        "ghost": make_ghost(Random(1)),
    }
