"""八百八町浮世草子: tales of Edo, with points shared by the party, 活劇点, and counters and parries."""

from tenmatsu.engine.contract import System
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ukiyozoshi import adjust, chance, legal, pending, policy, sheet, tables, verdict
from tenmatsu.systems.ukiyozoshi.commands.blows import BLOW_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.checks import CHECK_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.combat import COMBAT_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.health import HEALTH_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import KATSUGEKI_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.learning import LEARNING_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.missiles import MISSILE_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.party import PARTY_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.purse import PURSE_COMMANDS
from tenmatsu.systems.ukiyozoshi.commands.time import TIME_COMMANDS
from tenmatsu.systems.ukiyozoshi.decide import decide
from tenmatsu.systems.ukiyozoshi.events.blows import BLOW_EVENTS
from tenmatsu.systems.ukiyozoshi.events.checks import CHECK_EVENTS
from tenmatsu.systems.ukiyozoshi.events.combat import COMBAT_EVENTS
from tenmatsu.systems.ukiyozoshi.events.health import HEALTH_EVENTS
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KATSUGEKI_EVENTS
from tenmatsu.systems.ukiyozoshi.events.learning import LEARNING_EVENTS
from tenmatsu.systems.ukiyozoshi.events.party import PARTY_EVENTS
from tenmatsu.systems.ukiyozoshi.events.purse import PURSE_EVENTS
from tenmatsu.systems.ukiyozoshi.events.time import TIME_EVENTS
from tenmatsu.systems.ukiyozoshi.evolve import evolve
from tenmatsu.systems.ukiyozoshi.options import Options
from tenmatsu.systems.ukiyozoshi.state import State
from tenmatsu.systems.ukiyozoshi.wording import load_words

__all__ = ["SYSTEM"]


def _begin(options: Options) -> State:
    return State()


SYSTEM = System(
    id="ukiyozoshi",
    rules_versions=range(1, 2),
    commands=(
        *CHECK_COMMANDS,
        *KATSUGEKI_COMMANDS,
        *COMBAT_COMMANDS,
        *BLOW_COMMANDS,
        *MISSILE_COMMANDS,
        *PARTY_COMMANDS,
        *PURSE_COMMANDS,
        *LEARNING_COMMANDS,
        *TIME_COMMANDS,
        *HEALTH_COMMANDS,
    ),
    events=(
        *CHECK_EVENTS,
        *KATSUGEKI_EVENTS,
        *COMBAT_EVENTS,
        *BLOW_EVENTS,
        *PARTY_EVENTS,
        *PURSE_EVENTS,
        *LEARNING_EVENTS,
        *TIME_EVENTS,
        *HEALTH_EVENTS,
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
    moves=policy.list_moves,
    choose=policy.choose_move,
    outcome=policy.find_outcome,
    turn=policy.find_next,
    sheet=sheet.make_sheet,
    overview=sheet.make_overview,
    adjustable=adjust.list_adjustable,
    chance=chance.find_chance,
    verdict=verdict.read_verdict,
    sets_aside=verdict.read_set_aside,
    highlights=frozenset(
        {
            "ukiyozoshi.died",
            "ukiyozoshi.death_cheated",
            "ukiyozoshi.beaten",
            "ukiyozoshi.coincidence_settled",
        }
    ),
    prepare=legal.list_preparations,
    vocabulary=tables.list_words,
    told=frozenset(
        {
            "ukiyozoshi.checked",
            "ukiyozoshi.contest_decided",
            "ukiyozoshi.contest_tied",
            "ukiyozoshi.lie_told",
            "ukiyozoshi.pocket_picked",
            "ukiyozoshi.sneaked",
            "ukiyozoshi.wounds_treated",
            "ukiyozoshi.time_passed",
            "ukiyozoshi.morning_came",
            "ukiyozoshi.came_round",
        }
    ),
    is_minor=verdict.is_minor,
)
"""The one object that the engine sees."""
