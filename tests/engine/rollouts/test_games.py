"""One game: played to its end or to a limit, by the rules alone."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
import toy
from edo import begin_fight, make_ronin, make_swordsman
from playout import open_brawl
from toytable import strike

from tenmatsu.engine.api import LineState, Session, Store, UsageError, roll_out, roll_out_state
from tenmatsu.engine.contract import AnySystem, Command, Turn, take_no_turns
from tenmatsu.engine.deciding import decide
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.rollouts.dice import GameChance
from tenmatsu.engine.rollouts.games import Ending, Situation, play
from tenmatsu.systems.ukiyozoshi import SYSTEM


def _play(session: Session, game: int = 0, *, rounds: int = 50, commands: int = 500) -> Ending:
    situation = Situation(session.folder, session.state)
    return play(situation, session.game, GameChance(1, game), rounds, commands)


def test_a_game_ends_where_the_system_sees_an_outcome(store: Store) -> None:
    ending = _play(open_brawl(store))
    assert ending.outcome is not None
    assert ending.outcome.standing == (ending.outcome.result,)
    assert ending.why == ""


def test_a_game_goes_on_from_an_open_choice(store: Store) -> None:
    session = open_brawl(store)
    strike(session)
    assert _play(session).outcome is not None


def test_rounds_are_counted_from_where_it_starts(store: Store) -> None:
    session = open_brawl(store)
    assert _play(session, rounds=1) == Ending(None, 1, "rounds")
    for figure in ("b", "a"):
        strike(session)
        session.do({"type": "toy.answer", "character": "b", "choice": "take"}, actor="p2", dice=[])
        session.do({"type": "table.adjust", "name": "b.hp", "value": 10}, actor="gm")
        assert session.game.hp[figure]
    session.do({"type": "toy.strike", "character": "b", "at": "c"}, actor="p2")
    session.do({"type": "toy.answer", "character": "c", "choice": "take"}, actor="gm", dice=[])
    session.do({"type": "table.adjust", "name": "c.hp", "value": 10}, actor="gm")
    assert Situation(session.folder, session.state).first_round == 2
    assert _play(session, rounds=1) == Ending(None, 1, "rounds")


def test_a_game_never_takes_more_than_so_many_commands(store: Store) -> None:
    assert _play(open_brawl(store), commands=2).why == "commands"


def _replaced(system: AnySystem, changes: dict[str, Any]) -> AnySystem:
    return replace(system, **changes)


def test_a_policy_that_is_refused_ends_its_game_and_is_counted(store: Store) -> None:
    def choose(state: toy.State, rules: toy.ToyRules, character: str, rng: Random) -> Command:
        return toy.Enter(character=character)

    session = open_brawl(store)
    report = roll_out_state(_replaced(toy.SYSTEM, {"choose": choose}), session.state, games=20)
    assert report.choices[0].unfinished == {"already_there": 20}
    assert report.choices[0].results["unfinished"].count == 20
    assert report.choices[0].values == {}


def test_a_policy_without_an_idea_ends_its_game(store: Store) -> None:
    def choose(state: toy.State, rules: toy.ToyRules, character: str, rng: Random) -> Command:
        raise RuleViolation("no_card", words=toy.words())

    report = roll_out_state(_replaced(toy.SYSTEM, {"choose": choose}), open_brawl(store).state, games=3)
    assert report.choices[0].unfinished == {"no_card": 3}


def test_a_situation_that_ends_without_an_outcome_is_unfinished(store: Store) -> None:
    def take_turn(state: toy.State) -> Turn | None:
        return toy.turn(state) if state.blows < 2 else None

    report = roll_out_state(_replaced(toy.SYSTEM, {"turn": take_turn}), open_brawl(store).state, games=3)
    assert report.choices[0].unfinished == {"nothing_left": 3}


def test_where_nothing_plays_itself_out_that_is_said(store: Store) -> None:
    idle = _replaced(toy.SYSTEM, {"turn": take_no_turns})
    with pytest.raises(UsageError) as refused:
        roll_out_state(idle, open_brawl(store).state, games=3)
    assert refused.value.code == "rollout_nothing"


def test_a_session_with_nothing_in_it_has_nothing_to_play(store: Store) -> None:
    with pytest.raises(UsageError) as refused:
        roll_out_state(toy.SYSTEM, LineState(), games=3)
    assert refused.value.code == "rollout_nothing"


def test_what_is_decided_already_is_not_played(store: Store) -> None:
    session = open_brawl(store)
    for figure in ("b", "c"):
        session.do({"type": "table.adjust", "name": f"{figure}.hp", "value": 0}, actor="gm")
    with pytest.raises(UsageError) as refused:
        roll_out(session, games=3)
    assert refused.value.code == "rollout_decided"


@pytest.mark.parametrize("numbers", [{"games": 0}, {"rounds": 0}, {"workers": 0}, {"games": 10**9}])
def test_numbers_out_of_range_are_refused(store: Store, numbers: dict[str, int]) -> None:
    with pytest.raises(UsageError) as refused:
        roll_out(open_brawl(store), **numbers)  # type: ignore[arg-type]
    assert refused.value.code == "rollout_number"


def test_a_game_of_a_built_in_system_ends_as_the_sessions_own_deciding_ends_it() -> None:
    table = begin_fight(make_swordsman(), make_ronin())
    start = LineState(table=table.table, game=table.state)
    start = msgspec.structs.replace(
        start, table=msgspec.structs.replace(start.table, rules_version=SYSTEM.rules_versions[-1])
    )
    folder = Folder(SYSTEM)
    situation = Situation(folder, start)
    for game in range(20):
        assert play(situation, start.game, GameChance(3, game), 50, 2_000) == _decided(folder, start, game)


def _decided(folder: Folder, state: LineState, game: int) -> Ending:
    """Play a game with every command decided as a session decides it, asked by the GM."""
    system, rules, chance = folder.system, folder.rules(state.table), GameChance(3, game)
    rounds = 1
    while (outcome := system.outcome(state.game)) is None:
        choices = system.pending(state.game)
        turn = system.turn(state.game)
        if choices:
            whom = choices[0].whom
        else:
            assert turn is not None
            whom, rounds = turn.character, turn.round
        command = system.choose(state.game, rules, whom, chance.generator(whom))
        asked = msgspec.structs.replace(command, as_="gm")
        decision = decide(folder, state, asked, chance, rules)
        state = msgspec.structs.replace(state, table=decision.table, game=decision.state)
    return Ending(outcome, rounds)
