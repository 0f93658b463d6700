"""The auto-player outside confrontations: some listed move that needs no words."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command, Move, OpenField
from tenmatsu.systems.bloodberry.commands.judging import RollJudge
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.scenes import ClaimVigour, EndInterlude, Enter, ForgoTurn, Refresh

KNOWN: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (RelationCheck, ClaimVigour, Refresh, RollJudge, Enter, ForgoTurn, EndInterlude)
}
"""What it does there."""


def fill_in(moves: Iterable[Move], rng: Random) -> Command | None:
    """Return one of the moves by chance, with its open fields filled in; None where there is none."""
    known = [move for move in moves if move.command in KNOWN]
    if not known:
        return None
    move = rng.choice(known)
    filled = {field.name: _fill(field, rng) for field in move.open if field.required}
    return msgspec.convert({**move.fields, **filled}, KNOWN[move.command])


def _fill(field: OpenField, rng: Random) -> Any:
    if field.choices:
        return rng.choice(field.choices)
    return rng.randint(field.low or 0, field.high or 1)
