"""RuneQuest: Roleplaying in Glorantha: percentile skills, strike ranks, hit locations, magic."""

from tenmatsu.engine.contract import System
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.runequest import (
    adjust,
    chance,
    drawings,
    legal,
    pending,
    policy,
    sheet,
    tables,
    verdict,
    vocabulary,
)
from tenmatsu.systems.runequest.commands.attacks import ATTACK_COMMANDS
from tenmatsu.systems.runequest.commands.checks import CHECK_COMMANDS
from tenmatsu.systems.runequest.commands.choosing import CHOICE_COMMANDS
from tenmatsu.systems.runequest.commands.magic import MAGIC_COMMANDS
from tenmatsu.systems.runequest.commands.making import MAKING_COMMANDS
from tenmatsu.systems.runequest.commands.missiles import MISSILE_COMMANDS
from tenmatsu.systems.runequest.commands.rounds import ROUND_COMMANDS
from tenmatsu.systems.runequest.commands.spirits import SPIRIT_COMMANDS
from tenmatsu.systems.runequest.commands.wounds import WOUND_COMMANDS
from tenmatsu.systems.runequest.decide import decide
from tenmatsu.systems.runequest.events.attacks import ATTACK_EVENTS
from tenmatsu.systems.runequest.events.checks import CHECK_EVENTS
from tenmatsu.systems.runequest.events.choosing import CHOICE_EVENTS
from tenmatsu.systems.runequest.events.magic import MAGIC_EVENTS
from tenmatsu.systems.runequest.events.making import MAKING_EVENTS
from tenmatsu.systems.runequest.events.missiles import MISSILE_EVENTS
from tenmatsu.systems.runequest.events.rounds import ROUND_EVENTS
from tenmatsu.systems.runequest.events.spirits import SPIRIT_EVENTS
from tenmatsu.systems.runequest.events.wounds import WOUND_EVENTS
from tenmatsu.systems.runequest.evolve import evolve
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.wording import load_words

__all__ = ["SYSTEM"]


def _begin(options: Options) -> State:
    return State()


SYSTEM = System(
    id="runequest",
    rules_versions=range(1, 2),
    commands=(
        *MAKING_COMMANDS,
        *CHOICE_COMMANDS,
        *CHECK_COMMANDS,
        *MISSILE_COMMANDS,
        *ROUND_COMMANDS,
        *ATTACK_COMMANDS,
        *WOUND_COMMANDS,
        *MAGIC_COMMANDS,
        *SPIRIT_COMMANDS,
    ),
    events=(
        *MAKING_EVENTS,
        *CHOICE_EVENTS,
        *CHECK_EVENTS,
        *MISSILE_EVENTS,
        *ROUND_EVENTS,
        *ATTACK_EVENTS,
        *WOUND_EVENTS,
        *MAGIC_EVENTS,
        *SPIRIT_EVENTS,
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
    prepare=legal.list_preparations,
    vocabulary=vocabulary.list_words,
    highlights=frozenset(
        {
            "runequest.died",
            "runequest.fainted",
            "runequest.location_changed",
            "runequest.limb_lost",
            "runequest.limb_regrown",
            "runequest.fumbled",
            "runequest.spirit_driven_off",
            "runequest.spirit_taught",
            "runequest.spirit_bound",
            "runequest.weapon_stuck",
        }
    ),
    told=frozenset(
        {
            "runequest.checked",
            "runequest.opposed_settled",
            "runequest.spell_settled",
            "runequest.spirit_round_fought",
            "runequest.melee_begun",
            "runequest.melee_ended",
            "runequest.retreated",
            "runequest.fled",
            "runequest.treated",
            "runequest.time_passed",
            "runequest.awoke",
            "runequest.weapon_pulled",
            "runequest.wounded",
        }
    ),
    is_minor=verdict.is_minor,
)
"""The one object that the engine sees."""
