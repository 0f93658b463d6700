"""What holds of the auto-player in any fight: it is legal, exact, the same again, and better than chance."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import (
    ROUNDS,
    Chooser,
    Moment,
    SeededDice,
    begin_at_once,
    decide_on,
    draw_options,
    find_end,
    find_rules,
    is_among,
    make_brawl,
    play_out,
)
from edo import make_figure, make_mob, make_ronin, make_swordsman

from tenmatsu.engine.contract import Chance, Command, Rules
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, AnswerBlow, Attack
from tenmatsu.systems.ukiyozoshi.commands.combat import BeginCombat, EndTurn, LeaveCombat
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import AskCoincidence
from tenmatsu.systems.ukiyozoshi.decide.aiming import is_drawn
from tenmatsu.systems.ukiyozoshi.decide.attack import list_weapons
from tenmatsu.systems.ukiyozoshi.fight import Blow, Combat, Turn
from tenmatsu.systems.ukiyozoshi.policy_odds import (
    _weigh_blow,  # pyright: ignore[reportPrivateUsage]
    find_fixed,
    list_ways,
    measure_hit,
    reach,
    weigh_blow,
)
from tenmatsu.systems.ukiyozoshi.state import Figure, State

TYPES: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in SYSTEM.commands}


def find_reading(rng: Random) -> Rules[Any, Any]:
    """Return the rules under some reading for every option."""
    return find_rules(SYSTEM, **draw_options(SYSTEM, rng))


def play_at_random(state: Any, rules: Rules[Any, Any], character: str, rng: Random) -> Command:
    """Choose any legal move."""
    moves = list(SYSTEM.moves(state, rules, character))
    for move in rng.sample(moves, len(moves)):
        fields = dict(move.fields)
        for field in move.open:
            low, high = field.low or 0, field.high if field.high is not None else 0
            fields[field.name] = rng.choice(field.choices) if field.choices else rng.randint(low, high)
        command = msgspec.convert({"type": move.command, **fields}, TYPES[move.command])
        try:  # an open field may be filled with a square too far
            decide_on(SYSTEM, rules, state, command, SeededDice(Random(0)))
        except RuleViolation:
            continue
        return command
    return EndTurn(character=character)


# ---- legal, and to an end ----


@pytest.mark.parametrize("seed", range(60))
def test_it_is_never_refused_plays_listed_moves_alone_and_comes_to_an_end(seed: int) -> None:
    rng = Random(seed)
    rules, state = find_reading(rng), make_brawl(rng)
    last = state
    for moment in play_out(SYSTEM, rules, state, rng):
        last = moment.after
        assert is_among(moment.command, list(SYSTEM.moves(moment.state, rules, moment.whom)))
        assert all(figure.katsugeki >= 0 for figure in last.characters.values())
    outcome = SYSTEM.outcome(last)
    assert outcome is not None
    assert outcome.result in {"players_win", "foes_win", "nobody_wins"}


@pytest.mark.parametrize("seed", range(40))
def test_it_is_never_refused_whatever_others_do_to_it(seed: int) -> None:
    """One side plays at random: holds, throws, chokes, weapons put away."""
    rng = Random(seed)
    rules, state = find_reading(rng), make_brawl(rng)
    for moment in play_out(
        SYSTEM, rules, state, rng, lambda whom: SYSTEM.choose if whom in {"oryu", "thug"} else play_at_random
    ):
        if moment.whom in {"oryu", "thug"}:
            assert is_among(moment.command, list(SYSTEM.moves(moment.state, rules, moment.whom)))


@pytest.mark.parametrize("grid", [True, False])
def test_archers_without_arrows_and_the_unarmed_fight_to_an_end_as_well(grid: bool) -> None:
    for seed in range(15):
        rng = Random(seed)
        archer = {"hands": ("半弓",), "loaded": ("半弓",), "skills": {"弓術": 5, "拳法": 2}, "katsugeki": 1}
        figures = {
            "bunta": make_figure(**archer, belongings={"半弓": 1, "矢": seed % 3}),
            "oryu": make_figure(hands=(), belongings={}, katsugeki=0),
            "ronin": make_figure(**archer, npc=True, belongings={"半弓": 1, "矢": 1, "匕首": 1}),
            "thug": make_ronin(hands=(), belongings={}),
        }
        start = begin_at_once(figures, rng, grid=grid)
        _, outcome = find_end(SYSTEM, play_out(SYSTEM, find_rules(SYSTEM), start, rng), start)
        assert outcome is not None, seed


def test_a_fight_in_which_nobody_can_hurt_anybody_goes_on_to_the_limit_of_rounds_and_no_further() -> None:
    weak: dict[str, Any] = {
        "hands": (),
        "belongings": {},
        "skills": {},
        "tai": 3,
        "armour": "具足",
        "katsugeki": 2,
    }
    start = State(
        characters={"oryu": make_figure(**weak), "ronin": make_figure(**weak, npc=True)},
        combat=Combat(order=("oryu", "ronin")),
    )
    last, outcome = find_end(SYSTEM, play_out(SYSTEM, find_rules(SYSTEM), start, Random(1), rounds=20), start)
    assert outcome is None
    assert last.combat.round == 21
    assert last.characters["oryu"].katsugeki >= 2, "doubles may gain points, but none is worth spending"


# ---- nothing gets stuck ----


def play_turns(state: State, count: int = 1) -> list[Moment]:
    """Return the first choices of a game."""
    return [
        moment
        for moment, _ in zip(
            play_out(SYSTEM, find_rules(SYSTEM), state, Random(3)), range(count), strict=False
        )
    ]


@pytest.mark.parametrize("fate", ["dead", "unconscious", "beaten", "helpless", "seeming_dead"])
def test_who_falls_in_their_own_turn_ends_it_and_the_next_goes_on(fate: str) -> None:
    oryu = make_swordsman(**{fate: True, "endurance": 0})
    state = State(
        characters={"oryu": oryu, "ronin": make_ronin(), "bunta": make_swordsman()},
        combat=Combat(order=("oryu", "ronin", "bunta")),
    )
    assert SYSTEM.outcome(state) is None
    first, second = play_turns(state, 2)
    assert first.command == EndTurn(character="oryu")
    assert second.whom == "ronin"


def test_who_has_left_or_is_alone_leaves_an_outcome_and_nobody_to_wait_for() -> None:
    rules = find_rules(SYSTEM)
    state = State(characters={"oryu": make_swordsman(), "ronin": make_ronin()})
    dice = SeededDice(Random(1))
    state = decide_on(SYSTEM, rules, state, BeginCombat(characters=("oryu", "ronin")), dice)
    state = decide_on(SYSTEM, rules, state, LeaveCombat(character="ronin"), dice)
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.standing, outcome.alive) == ("players_win", ("oryu",), ("oryu",))


def test_where_nobody_can_act_any_more_nobody_wins() -> None:
    state = State(
        characters={"oryu": make_swordsman(dead=True, katsugeki=1), "ronin": make_ronin(unconscious=True)},
        combat=Combat(order=("oryu", "ronin")),
    )
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.standing, outcome.alive) == ("nobody_wins", (), ("ronin",))


# ---- how it ends ----


def test_the_end_is_told_at_once_with_who_stands_who_lives_and_what_is_left() -> None:
    state = State(
        characters={
            "oryu": make_swordsman(endurance=3, katsugeki=2),
            "bunta": make_swordsman(unconscious=True, endurance=5, katsugeki=0),
            "ronin": make_ronin(dead=True, endurance=-2),
            "elsewhere": make_ronin(),
        },
        combat=Combat(order=("oryu", "ronin", "bunta")),
    )
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert outcome.result == "players_win"
    assert outcome.standing == ("oryu",)
    assert outcome.alive == ("oryu", "bunta")
    assert outcome.values == {
        "oryu.endurance": 3,
        "oryu.katsugeki": 2,
        "ronin.endurance": -2,
        "ronin.katsugeki": 0,
        "bunta.endurance": 5,
        "bunta.katsugeki": 0,
    }


@pytest.mark.parametrize(
    "figure, alive",
    [
        (make_swordsman(katsugeki=2), True),
        (make_swordsman(katsugeki=1), False),
        (make_ronin(katsugeki=2), False),
        (make_ronin(katsugeki=2, companion=True), True),
    ],
)
def test_who_has_the_points_to_be_not_dead_after_all_counts_among_those_who_may_rise(
    figure: Figure, alive: bool
) -> None:
    fallen = msgspec.structs.replace(figure, dead=True, endurance=-1)
    state = State(characters={"fallen": fallen, "mob": make_mob()}, combat=Combat(order=("fallen", "mob")))
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert ("fallen" in outcome.alive) is alive
    assert "fallen" not in outcome.standing


def test_a_counter_that_is_still_to_land_keeps_the_end_open() -> None:
    """Equal totals: the attack kills, and the blow of the dead lands as well."""
    rules, dice = find_rules(SYSTEM), SeededDice(Random(1))
    state = State(
        characters={"oryu": make_swordsman(), "ronin": make_ronin(rank="second", endurance=1, tai=1)},
        combat=Combat(order=("oryu", "ronin"), turns={"ronin": Turn(defences={"大刀": 1})}),
    )
    state = decide_on(SYSTEM, rules, state, Attack(character="oryu", target="ronin", weapon="大刀"), dice)
    both_20_then_damage = Fixed(4, 4, 1, 5, 4, 1, 5)
    counter = AnswerAttack(character="ronin", choice="counter", weapon="大刀")
    state = decide_on(SYSTEM, rules, state, counter, both_20_then_damage)
    assert state.characters["ronin"].dead
    assert SYSTEM.pending(state)[0].whom == "oryu"
    assert SYSTEM.outcome(state) is None
    state = decide_on(SYSTEM, rules, state, AnswerBlow(character="oryu", choice="none"), Fixed(1))
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert outcome.result == "players_win"


class Fixed(SeededDice):
    """Dice that fall as said."""

    def __init__(self, *faces: int) -> None:
        super().__init__(FixedRandom(faces))


class FixedRandom(Random):
    """Gives the faces in order."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__()
        self._faces = list(faces)

    def randint(self, a: int, b: int) -> int:
        """Return the next."""
        return self._faces.pop(0)


def test_a_wish_for_a_lucky_turn_does_not_hold_the_end_up() -> None:
    rules, dice = find_rules(SYSTEM), SeededDice(Random(1))
    state = State(
        characters={"oryu": make_swordsman(), "ronin": make_ronin(dead=True)},
        combat=Combat(order=("oryu", "ronin")),
    )
    state = decide_on(SYSTEM, rules, state, AskCoincidence(character="oryu"), dice)
    assert SYSTEM.pending(state)
    assert SYSTEM.outcome(state) is not None


# ---- the same again, and exact ----


@pytest.mark.parametrize("seed", range(10))
def test_the_same_state_and_generator_give_the_same_choice_in_whatever_order_they_are_asked(
    seed: int,
) -> None:
    rng = Random(seed)
    rules, state = find_reading(rng), make_brawl(rng)
    moments = list(play_out(SYSTEM, rules, state, rng))
    fresh = Rules(rules.version, rules.options, rules.tables)  # nothing is remembered under these yet
    for moment in reversed(moments):
        assert SYSTEM.choose(moment.state, fresh, moment.whom, Random(0)) == moment.command


@pytest.mark.parametrize("seed", range(20))
def test_what_is_remembered_of_a_blow_is_what_would_be_reckoned_anew(seed: int) -> None:
    rng = Random(seed)
    rules, state = find_reading(rng), make_brawl(rng)
    for moment in play_out(SYSTEM, rules, state, rng, lambda _: play_at_random, rounds=8):
        for blow in list_blows(moment.state, rules):
            assert weigh_blow(moment.state, rules, blow) == _weigh_blow(moment.state, rules, blow)


def list_blows(state: State, rules: Rules[Any, Any]) -> list[Blow]:
    """Return every blow of everybody at everybody."""
    blows: list[Blow] = []
    for striker, figure in state.characters.items():
        turn = Turn() if state.combat is None else state.combat.turns.get(striker, Turn())
        for weapon in list_weapons(figure, rules):
            blows += [
                Blow(
                    striker=striker,
                    target=other,
                    weapon=weapon,
                    skill=rules.tables.weapons[weapon].skill,
                    drawn=is_drawn(figure, weapon, rules),
                    first=not turn.first_blow,
                )
                for other in state.characters
                if other != striker
            ]
    return blows


@pytest.mark.parametrize("seed", range(25))
def test_it_reckons_with_the_chances_that_the_rules_tell(seed: int) -> None:
    rng = Random(seed)
    rules, state = find_reading(rng), make_brawl(rng)
    state = burden(state, rng)
    seen: Counter[str] = Counter()
    for moment in play_out(SYSTEM, rules, state, rng, rounds=4):
        if isinstance(moment.command, Attack):
            blow = next(
                one
                for one in list_blows(moment.state, rules)
                if (one.striker, one.target) == (moment.whom, moment.command.target)
                and one.weapon == moment.command.weapon
            )
            hit, difficulty = measure_hit(moment.state, rules, blow)
            assert reach(hit, difficulty) == pytest.approx(tell(moment.state, rules, moment.command))
            seen["hit"] += 1
        exchange = moment.state.exchange
        if not isinstance(moment.command, AnswerBlow) or exchange is None:
            continue
        struck = exchange.blow(exchange.now)
        assert struck is not None
        figure = moment.state.characters[moment.whom]
        for option, weapon, roll in list_ways(moment.state, rules, figure, struck):
            fixed = find_fixed(rules, struck)
            chance = reach(roll, (struck.total or 0) if fixed is None else fixed)
            fields = {"type": "ukiyozoshi.answer_blow", "character": moment.whom, "choice": option}
            asked = msgspec.convert({**fields, "weapon": weapon}, AnswerBlow)
            assert chance == pytest.approx(tell(moment.state, rules, asked))
            seen["defence"] += 1
    assert seen["hit"]


def burden(state: State, rng: Random) -> State:
    """Return a fight of tired, armoured and mounted people."""

    def weigh(figure: Figure) -> Figure:
        health = msgspec.structs.replace(
            figure.health, fatigued=rng.random() < 0.3, awake=rng.choice([0, 1300])
        )
        armour = rng.choice(["", "鎖帷子", "具足"])
        return msgspec.structs.replace(figure, health=health, armour=armour)

    figures = {name: weigh(figure) for name, figure in state.characters.items()}
    return msgspec.structs.replace(state, characters=figures)


def tell(state: State, rules: Rules[Any, Any], command: Command) -> Fraction:
    chance: Chance = SYSTEM.chance(state, rules, command)
    return next(
        Fraction(odds.favourable, odds.possible) for odds in chance.odds if odds.outcome == "succeeds"
    )


# ---- better than chance ----


def make_mirror(rng: Random) -> State:
    """Return two against two, the same figures on either side."""
    figures: dict[str, Figure] = {}
    for place in range(2):
        weapon = rng.choice(["大刀", "六尺棒", "薙刀"])
        values: dict[str, Any] = {
            "gi": rng.randint(5, 8),
            "tai": rng.randint(4, 8),
            "endurance": rng.randint(5, 9),
            "skills": {"剣術": 4, "棒術": 4, "薙刀術": 4, "体さばき": rng.randint(0, 3)},
            "hands": (weapon,),
            "belongings": {weapon: 1},
            "katsugeki": 3,
        }
        figures |= {f"ours{place}": make_figure(**values), f"theirs{place}": make_figure(**values, npc=True)}
    return begin_at_once(figures, rng, grid=True)


def play_mirror(seed: int, sensible: str) -> str:
    """Return the result of an even fight in which one side plays at random."""

    def find_chooser(whom: str) -> Chooser:
        return SYSTEM.choose if whom.startswith(sensible) else play_at_random

    rng = Random(seed)
    start = make_mirror(rng)
    _, outcome = find_end(SYSTEM, play_out(SYSTEM, find_rules(SYSTEM), start, rng, find_chooser), start)
    return "" if outcome is None else outcome.result


def test_it_beats_a_player_of_random_legal_moves_in_nearly_all_of_200_even_fights() -> None:
    won = sum(play_mirror(seed, "ours") == "players_win" for seed in range(100))
    won += sum(play_mirror(seed, "theirs") == "foes_win" for seed in range(100))
    assert won >= 180


def test_a_whole_game_of_mobs_ends_well_within_the_limit() -> None:
    for seed in range(10):
        rng = Random(seed)
        figures = {"oryu": make_swordsman(), "bunta": make_swordsman()}
        figures |= {f"mob{number}": make_mob() for number in range(6)}
        start = begin_at_once(figures, rng, grid=True)
        last, outcome = find_end(SYSTEM, play_out(SYSTEM, find_rules(SYSTEM), start, rng), start)
        assert outcome is not None
        assert last.combat.round < ROUNDS / 3
