"""Decide commands: one file a part of the rules, wired together here."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import Fault
from tenmatsu.systems.ninjaslayer.decide.attacking import ATTACKING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.battle import BATTLE_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.dodging import DODGING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.harming import DAMAGE_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.judgements import JUDGING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.making import MAKING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.mapping import MAPPING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.moving import MOVING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.scenario import SCENARIO_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.settling import settle
from tenmatsu.systems.ninjaslayer.decide.slayer import SLAYER_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.squares import read_squares
from tenmatsu.systems.ninjaslayer.decide.wasshoi import WASSHOI_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.work import Work

HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    **MAKING_HANDLERS,
    **JUDGING_HANDLERS,
    **MAPPING_HANDLERS,
    **MOVING_HANDLERS,
    **BATTLE_HANDLERS,
    **ATTACKING_HANDLERS,
    **DODGING_HANDLERS,
    **DAMAGE_HANDLERS,
    **SLAYER_HANDLERS,
    **SCENARIO_HANDLERS,
    **WASSHOI_HANDLERS,
}
"""What decides each command."""


def decide(work: Work, command: Command) -> None:
    """Decide a command: record what follows, or refuse; then whatever it held up goes on."""
    handler = HANDLERS.get(command.__class__)
    if handler is None:
        raise Fault(f"no handler for {command!r}")
    handler(work, read_squares(work.state, command))
    settle(work)
