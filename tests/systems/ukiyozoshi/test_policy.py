"""Legal moves: all may be made, their chances can be told, and what came of them folds with holes."""

from collections.abc import Callable
from functools import partial
from random import Random

import msgspec
import pytest
from autoplay import SeededDice, draw_options
from edo import begin, make_figure, make_mob, make_ronin, make_swordsman
from kit import Play, decide_freely

from tenmatsu.engine.contract import Command, Move
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.events.table import Rolled
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.blows import Attack
from tenmatsu.systems.ukiyozoshi.commands.combat import BeginCombat, EndTurn
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import AskCoincidence, PriceCoincidence
from tenmatsu.systems.ukiyozoshi.state import State

TYPES: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in SYSTEM.commands}


def decide(play: Play, command: Command, rng: Random) -> None:
    """Decide on random dice; a move that the rules list must not be refused."""
    decide_freely(play, command, SeededDice(rng))


def next_actor(play: Play) -> str:
    """Return whoever has something to choose, or has the turn."""
    if play.pending:
        return play.pending[0].whom
    fight = play.state.combat
    actor: str = fight.order[fight.at]
    return actor


def brawl(seed: int, *, grid: bool = True) -> Play:
    rng = Random(seed)
    schools = ["鹿島神当流", "薩摩示現流", "小野派一刀流", "柳生新陰流", "林崎夢想流", "二天一流"]
    both = ("大刀", "脇差")
    belongings = {"大刀": 1, "脇差": 1, "棒手裏剣": 3}
    figures = {
        "oryu": make_swordsman(
            schools=(rng.choice(schools),), hands=both, belongings=belongings, rank="lead"
        ),
        "bunta": make_figure(belongings={"短刀": 1, "半弓": 1, "矢": 5}, hands=()),
        "ronin": make_ronin(rank="second", katsugeki=3, schools=(rng.choice(schools),), perks=("武器砕き",)),
        "thug": make_ronin(hands=("六尺棒",), belongings={"六尺棒": 1}, skills={"棒術": 3, "柔術": 2}),
        "mob": make_mob(hands=()),
    }
    if grid:
        figures = {
            name: msgspec.structs.replace(figure, x=rng.randint(0, 9), y=rng.randint(0, 9))
            for name, figure in figures.items()
        }
    play = begin(None, options=draw_options(SYSTEM, rng), **figures)
    decide(play, BeginCombat(characters=tuple(figures)), rng)
    return play


@pytest.mark.parametrize("seed", range(40))
def test_every_listed_move_is_legal_and_its_chance_can_be_told(seed: int) -> None:
    play, rng = brawl(seed), Random(seed)
    for _ in range(150):
        moves = list(SYSTEM.moves(play.state, play.rules, next_actor(play)))
        assert moves
        command = fill(rng.choice(moves), rng)
        assert find_refusal(partial(tell_chance, play, command)) in {"", "ukiyozoshi.no_roll"}
        refusal = find_refusal(partial(decide, play, command, rng))
        assert refusal in {"", "ukiyozoshi.where_to", "ukiyozoshi.nobody_can_act"}
        if refusal == "ukiyozoshi.nobody_can_act":
            break
        if SYSTEM.outcome(play.state) is not None and not play.pending:
            break


def tell_chance(play: Play, command: Command) -> None:
    """Ask for the chance of a command; all its outcomes together are certain."""
    chance = SYSTEM.chance(play.state, play.rules, command)
    assert sum(odds.favourable for odds in chance.odds) == chance.odds[0].possible


def find_refusal(ask: Callable[[], None]) -> str:
    """Return the code of the refusal, nothing where there is none."""
    try:
        ask()
    except RuleViolation as refusal:
        return refusal.code
    return ""


def fill(move: Move, rng: Random) -> Command:
    """Fill the open fields of a move at random."""
    fields = dict(move.fields)
    for field in move.open:
        low, high = field.low or 0, field.high if field.high is not None else 0
        fields[field.name] = rng.choice(field.choices) if field.choices else rng.randint(low, high)
    return msgspec.convert({"type": move.command, **fields}, TYPES[move.command])


@pytest.mark.parametrize("seed", range(30))
def test_a_log_with_holes_still_folds(seed: int) -> None:
    play, rng = brawl(seed), Random(seed)
    for _ in range(120):
        if SYSTEM.outcome(play.state) is not None:
            break
        decide(play, SYSTEM.choose(play.state, play.rules, next_actor(play), rng), rng)
    whole = [event for event in play.history if not isinstance(event, Rolled)]
    first: State = State(characters=begin().state.characters)
    for share in (0.1, 0.5, 0.9):
        state = first
        for event in whole:
            if rng.random() > share:
                state = SYSTEM.evolve(state, event)
        SYSTEM.pending(state)
        SYSTEM.outcome(state)
        SYSTEM.adjustable(state)


def test_moves_outside_a_fight_are_checks() -> None:
    play = begin(oryu=make_figure())
    moves = [move.command for move in SYSTEM.moves(play.state, play.rules, "oryu")]
    assert moves == ["ukiyozoshi.roll_skill", "ukiyozoshi.roll_ability"]
    assert list(SYSTEM.moves(play.state, play.rules, "ghost")) == []


def test_only_who_is_asked_or_has_the_turn_has_moves() -> None:
    play = begin(oryu=make_swordsman(x=0, y=0), ronin=make_ronin(x=1, y=0))
    play.given(BeginCombat(characters=("oryu", "ronin")))
    assert list(SYSTEM.moves(play.state, play.rules, "ronin")) == []
    play.given(Attack(character="oryu", target="ronin", weapon="大刀"))
    assert [move.fields["choice"] for move in SYSTEM.moves(play.state, play.rules, "ronin")] == [
        "counter",
        "none",
    ]
    assert list(SYSTEM.moves(play.state, play.rules, "oryu")) == []


def test_the_simple_player_ends_the_turn_of_who_cannot_act() -> None:
    play = begin(oryu=make_swordsman(unconscious=True), ronin=make_ronin())
    play.given(BeginCombat(characters=("oryu", "ronin")))
    assert SYSTEM.choose(play.state, play.rules, "oryu", Random(1)) == EndTurn(character="oryu")


def test_the_simple_player_rolls_a_skill_where_there_is_no_fight() -> None:
    play = begin(oryu=make_figure(), ghost=make_figure(dead=True))
    assert SYSTEM.choose(play.state, play.rules, "oryu", Random(1)) is not None
    with pytest.raises(RuleViolation) as refusal:
        SYSTEM.choose(play.state, play.rules, "ghost", Random(1))
    assert refusal.value.code == "ukiyozoshi.nothing_to_choose"


def test_the_simple_player_neither_grants_nor_pays_for_coincidences() -> None:
    play = begin(oryu=make_figure()).given(AskCoincidence(character="oryu"))
    assert SYSTEM.choose(play.state, play.rules, "@gm", Random(1)) == PriceCoincidence(choice="deny")
    play.given(PriceCoincidence(choice="allow", price=1))
    play.when(SYSTEM.choose(play.state, play.rules, "oryu", Random(1))).settled()


def test_there_is_no_outcome_without_a_fight_or_while_both_sides_stand() -> None:
    play = begin(oryu=make_figure(), ronin=make_ronin())
    assert SYSTEM.outcome(play.state) is None
    play.given(BeginCombat(characters=("oryu", "ronin")))
    assert SYSTEM.outcome(play.state) is None
