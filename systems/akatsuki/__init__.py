"""君ヨ、暁ノ大地ニ死スベシ。: one deck of 花札, damage cards, checks that time brings."""

from tenmatsu.engine.contract import System
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.akatsuki import adjust, chance, drawings, legal, pending, policy, sheet, tables, verdict
from tenmatsu.systems.akatsuki.commands.cards import CARD_COMMANDS
from tenmatsu.systems.akatsuki.commands.checks import CHECK_COMMANDS
from tenmatsu.systems.akatsuki.commands.combat import COMBAT_COMMANDS
from tenmatsu.systems.akatsuki.commands.damage import DAMAGE_COMMANDS
from tenmatsu.systems.akatsuki.commands.making import MAKING_COMMANDS
from tenmatsu.systems.akatsuki.commands.time import TIME_COMMANDS
from tenmatsu.systems.akatsuki.decide import decide
from tenmatsu.systems.akatsuki.events.cards import CARD_EVENTS
from tenmatsu.systems.akatsuki.events.checks import CHECK_EVENTS
from tenmatsu.systems.akatsuki.events.combat import COMBAT_EVENTS
from tenmatsu.systems.akatsuki.events.damage import DAMAGE_EVENTS
from tenmatsu.systems.akatsuki.events.making import MAKING_EVENTS
from tenmatsu.systems.akatsuki.events.time import TIME_EVENTS
from tenmatsu.systems.akatsuki.evolve import evolve
from tenmatsu.systems.akatsuki.options import Options
from tenmatsu.systems.akatsuki.state import State
from tenmatsu.systems.akatsuki.wording import load_words

__all__ = ["SYSTEM"]


def _begin(options: Options) -> State:
    return State()


SYSTEM = System(
    id="akatsuki",
    rules_versions=range(1, 2),
    commands=(
        *MAKING_COMMANDS,
        *CARD_COMMANDS,
        *CHECK_COMMANDS,
        *COMBAT_COMMANDS,
        *DAMAGE_COMMANDS,
        *TIME_COMMANDS,
    ),
    events=(
        *MAKING_EVENTS,
        *CARD_EVENTS,
        *CHECK_EVENTS,
        *COMBAT_EVENTS,
        *DAMAGE_EVENTS,
        *TIME_EVENTS,
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
    highlights=frozenset({"akatsuki.died", "akatsuki.doomed", "akatsuki.fell_unconscious"}),
    card_rolls=frozenset({"awakening_card", "fate_card", "chip"}),
    prepare=legal.list_preparations,
    vocabulary=tables.list_words,
    told=frozenset(
        {"akatsuki.checked", "akatsuki.time_passed", "akatsuki.wound_treated", "akatsuki.came_round"}
    ),
)
"""The one object that the engine sees."""
