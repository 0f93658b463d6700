"""ブラッドベリー: relations and curses of the heart, traits sublimated, cards of two decks."""

from tenmatsu.engine.contract import System
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.bloodberry import (
    adjust,
    chance,
    drawings,
    legal,
    pending,
    policy,
    rewinding,
    sheet,
    tables,
    verdict,
)
from tenmatsu.systems.bloodberry.commands.confronting import CONFRONT_COMMANDS
from tenmatsu.systems.bloodberry.commands.curses import CURSE_COMMANDS
from tenmatsu.systems.bloodberry.commands.feats import FEAT_COMMANDS
from tenmatsu.systems.bloodberry.commands.judging import JUDGE_COMMANDS
from tenmatsu.systems.bloodberry.commands.making import MAKING_COMMANDS
from tenmatsu.systems.bloodberry.commands.mapping import MAP_COMMANDS
from tenmatsu.systems.bloodberry.commands.relations import RELATION_COMMANDS
from tenmatsu.systems.bloodberry.commands.rounds import ROUND_COMMANDS
from tenmatsu.systems.bloodberry.commands.scenes import SCENE_COMMANDS
from tenmatsu.systems.bloodberry.decide import decide
from tenmatsu.systems.bloodberry.events.confronting import CONFRONT_EVENTS
from tenmatsu.systems.bloodberry.events.curses import CURSE_EVENTS
from tenmatsu.systems.bloodberry.events.feats import FEAT_EVENTS
from tenmatsu.systems.bloodberry.events.judging import JUDGE_EVENTS
from tenmatsu.systems.bloodberry.events.making import MAKING_EVENTS
from tenmatsu.systems.bloodberry.events.mapping import MAP_EVENTS
from tenmatsu.systems.bloodberry.events.relations import RELATION_EVENTS
from tenmatsu.systems.bloodberry.events.rounds import ROUND_EVENTS
from tenmatsu.systems.bloodberry.events.scenes import SCENE_EVENTS
from tenmatsu.systems.bloodberry.evolve import evolve
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.wording import load_words

__all__ = ["SYSTEM"]


def _begin(options: Options) -> State:
    return State()


SYSTEM = System(
    id="bloodberry",
    rules_versions=range(1, 2),
    commands=(
        *MAKING_COMMANDS,
        *JUDGE_COMMANDS,
        *RELATION_COMMANDS,
        *CURSE_COMMANDS,
        *FEAT_COMMANDS,
        *SCENE_COMMANDS,
        *ROUND_COMMANDS,
        *CONFRONT_COMMANDS,
        *MAP_COMMANDS,
    ),
    events=(
        *MAKING_EVENTS,
        *JUDGE_EVENTS,
        *RELATION_EVENTS,
        *CURSE_EVENTS,
        *FEAT_EVENTS,
        *SCENE_EVENTS,
        *ROUND_EVENTS,
        *CONFRONT_EVENTS,
        *MAP_EVENTS,
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
    rewinds=rewinding.find_rewinding,
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
    highlights=frozenset(
        {
            "bloodberry.sublimated",
            "bloodberry.fell_out",
            "bloodberry.killed",
            "bloodberry.blessed",
            "bloodberry.condition_met",
            "bloodberry.flag_raised",
        }
    ),
    card_rolls=frozenset({"playing_card"}),
    told=frozenset(
        {
            "bloodberry.relation_check_decided",
            "bloodberry.loss_taken_over",
            "bloodberry.feat_settled",
            "bloodberry.confrontation_begun",
            "bloodberry.confront_check_decided",
            "bloodberry.confrontation_ended",
            "bloodberry.place_reached",
        }
    ),
    sets_aside=verdict.read_set_aside,
    prepare=legal.list_preparations,
    vocabulary=tables.list_words,
)
"""The one object that the engine sees."""
