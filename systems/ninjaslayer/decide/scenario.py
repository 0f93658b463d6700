"""The stages of a scenario (シナリオ): ダンゴウ, シナリオ本編, 評価, 余暇."""

from collections.abc import Callable, Sequence
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.scenario import (
    BeginLeisure,
    BeginPlay,
    BeginScenario,
    DividePool,
    EndLeisure,
    Evaluate,
    Loot,
    LowerAbility,
    Pursue,
    PutTreasure,
    RaiseAbility,
    Treat,
)
from tenmatsu.systems.ninjaslayer.decide.entering import check_slayer
from tenmatsu.systems.ninjaslayer.decide.evaluating import check_stage, divide_pool, evaluate, reset_players
from tenmatsu.systems.ninjaslayer.decide.leisure import lower_ability, pursue, raise_ability, treat
from tenmatsu.systems.ninjaslayer.decide.looting import collect_cash, loot, put_treasure
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.scenario import LeisureBegun, PlayBegun, ScenarioBegun, ScenarioEnded
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State

__all__ = ["SCENARIO_HANDLERS", "collect_cash", "in_exploration", "in_scenario"]


def in_scenario(state: State) -> bool:
    """Return whether a scenario is under way, from its briefing to its leisure."""
    return state.scenario.stage != "over"


def in_exploration(state: State) -> bool:
    """Return whether the play is in an exploration (探索シーケンス): there is no battle."""
    return state.scenario.stage == "play" and state.battle is None


def begin_scenario(work: Work, command: BeginScenario) -> None:
    """Begin a scenario: foes of the last one and who fell are gone, those made ready for it stay."""
    state = work.state
    check_stage(work, "over")
    if state.battle is not None:
        refuse(work, "battle_goes_on")
    if command.slayer:
        check_slayer(work, command.slayer)
    ties = _order_ties(work, command.ties)
    work.record(
        ScenarioBegun(
            number=state.scenario.number + 1,
            ties=ties,
            cleared=tuple(
                one
                for one, figure in state.characters.items()
                if _is_foe(figure)
                and (one in state.scenario.past or not figure.able)
                and one != command.slayer
            ),
            slayer=command.slayer,
        )
    )
    reset_players(work)


def _is_foe(figure: Figure) -> bool:
    return figure.kind != "pc" and figure.side == "foes"


def _order_ties(work: Work, named: Sequence[str]) -> tuple[str, ...]:
    """Return the players' characters in their fixed order: as named, the others as they were made."""
    for one in named:
        if find_figure(work, one).kind != "pc":
            refuse(work, "no_player_character", character=one)
        if named.count(one) > 1:
            refuse(work, "named_twice", character=one)
    figures = work.state.characters
    own = (one for one, figure in figures.items() if figure.kind == "pc" and not figure.exploded)
    return tuple(dict.fromkeys((*named, *own)))


def begin_play(work: Work, command: BeginPlay) -> None:
    """Let the play begin, with an exploration."""
    check_stage(work, "briefing")
    work.record(PlayBegun(number=work.state.scenario.number))


def begin_leisure(work: Work, command: BeginLeisure) -> None:
    """Let the leisure begin."""
    check_stage(work, "evaluation")
    work.record(LeisureBegun(number=work.state.scenario.number))


def end_leisure(work: Work, command: EndLeisure) -> None:
    """Let the scenario end, and its treasures with it; its foes are gone when the next one begins."""
    check_stage(work, "leisure")
    foes = tuple(one for one, figure in work.state.characters.items() if _is_foe(figure))
    work.record(ScenarioEnded(number=work.state.scenario.number, foes=foes))


SCENARIO_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginScenario: begin_scenario,
    BeginPlay: begin_play,
    Evaluate: evaluate,
    DividePool: divide_pool,
    BeginLeisure: begin_leisure,
    EndLeisure: end_leisure,
    Treat: treat,
    RaiseAbility: raise_ability,
    LowerAbility: lower_ability,
    Pursue: pursue,
    PutTreasure: put_treasure,
    Loot: loot,
}
