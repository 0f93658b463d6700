"""ニンジャスレイヤーTRPG 2版: pools of dice, dodge dice that run out, a grid of squares."""

from tenmatsu.engine.contract import System
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ninjaslayer import (
    adjust,
    chance,
    drawings,
    legal,
    pending,
    policy,
    preparing,
    sheet,
    tables,
    verdict,
)
from tenmatsu.systems.ninjaslayer.commands.attacking import ATTACKING_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.battle import BATTLE_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.damage import DAMAGE_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.dodging import DODGING_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.judging import JUDGING_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.making import MAKING_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.mapping import MAPPING_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.moving import MOVING_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.scenario import SCENARIO_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.slayer import SLAYER_COMMANDS
from tenmatsu.systems.ninjaslayer.commands.wasshoi import WASSHOI_COMMANDS
from tenmatsu.systems.ninjaslayer.decide import decide
from tenmatsu.systems.ninjaslayer.events.attacking import ATTACKING_EVENTS
from tenmatsu.systems.ninjaslayer.events.battle import BATTLE_EVENTS
from tenmatsu.systems.ninjaslayer.events.damage import DAMAGE_EVENTS
from tenmatsu.systems.ninjaslayer.events.dodging import DODGING_EVENTS
from tenmatsu.systems.ninjaslayer.events.judging import JUDGING_EVENTS
from tenmatsu.systems.ninjaslayer.events.making import MAKING_EVENTS
from tenmatsu.systems.ninjaslayer.events.mapping import MAPPING_EVENTS
from tenmatsu.systems.ninjaslayer.events.moving import MOVING_EVENTS
from tenmatsu.systems.ninjaslayer.events.scenario import SCENARIO_EVENTS
from tenmatsu.systems.ninjaslayer.events.slayer import SLAYER_EVENTS
from tenmatsu.systems.ninjaslayer.events.wasshoi import WASSHOI_EVENTS
from tenmatsu.systems.ninjaslayer.evolve import evolve
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.wording import load_words

__all__ = ["SYSTEM"]


def _begin(options: Options) -> State:
    return State()


SYSTEM = System(
    id="ninjaslayer",
    rules_versions=range(1, 2),
    commands=(
        *MAKING_COMMANDS,
        *JUDGING_COMMANDS,
        *MAPPING_COMMANDS,
        *MOVING_COMMANDS,
        *BATTLE_COMMANDS,
        *ATTACKING_COMMANDS,
        *DODGING_COMMANDS,
        *DAMAGE_COMMANDS,
        *SLAYER_COMMANDS,
        *SCENARIO_COMMANDS,
        *WASSHOI_COMMANDS,
    ),
    events=(
        *MAKING_EVENTS,
        *JUDGING_EVENTS,
        *MAPPING_EVENTS,
        *MOVING_EVENTS,
        *BATTLE_EVENTS,
        *ATTACKING_EVENTS,
        *DODGING_EVENTS,
        *DAMAGE_EVENTS,
        *SLAYER_EVENTS,
        *SCENARIO_EVENTS,
        *WASSHOI_EVENTS,
        Adjusted,
    ),
    state=State,
    options=Options,
    words=load_words,
    tables=tables.load,
    tables_text=tables.tables_text,
    initial=_begin,
    decide=decide,
    evolve=evolve,
    pending=pending.list_pending,
    moves=legal.list_moves,
    choose=policy.choose_move,
    outcome=policy.find_outcome,
    turn=policy.find_next,
    sheet=sheet.make_sheet,
    overview=sheet.make_overview,
    drawings=drawings.list_drawings,
    adjustable=adjust.list_adjustable,
    chance=chance.find_chance,
    verdict=verdict.read_verdict,
    sets_aside=verdict.read_set_aside,
    highlights=frozenset(
        {
            "ninjaslayer.critical_settled",
            "ninjaslayer.injured",
            "ninjaslayer.exploded",
            "ninjaslayer.fell_unconscious",
            "ninjaslayer.slayer_entered",
            "ninjaslayer.naraku_rose",
            "ninjaslayer.atmosphere_declared",
        }
    ),
    told=frozenset(
        {
            "ninjaslayer.battle_begun",
            "ninjaslayer.battle_joined",
            "ninjaslayer.countered",
            "ninjaslayer.taken_off",
            "ninjaslayer.battle_ended",
            "ninjaslayer.revived",
            "ninjaslayer.looted",
            "ninjaslayer.rated",
            "ninjaslayer.treated",
            "ninjaslayer.pursued",
        }
    ),
    is_minor=verdict.is_minor,
    prepare=preparing.list_preparations,
    vocabulary=tables.list_words,
)
"""The one object that the engine sees."""
