"""Play a situation out with auto-players, without session or store, and see every command on the way."""

from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from random import Random
from typing import Any, NamedTuple

import akatsukis
import msgspec
import toy
from confrontations import make_confrontation
from edo import make_figure, make_mob, make_ronin, make_swordsman
from skirmishes import make_skirmish
from slayings import make_slaying

from tenmatsu.engine.contract import AnySystem, Command, Move, Outcome, Rules
from tenmatsu.engine.decision import Decision, MoreDice
from tenmatsu.engine.dice.sources import throw
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import Seat, TableState
from tenmatsu.events.table import Rolled
from tenmatsu.systems.akatsuki import state as night
from tenmatsu.systems.ukiyozoshi.fight import Combat
from tenmatsu.systems.ukiyozoshi.state import Figure, State

Chooser = Callable[[Any, Any, str, Random], Command]
"""Chooses for a character, as `System.choose` does."""
GM_TABLE = TableState(seats={"gm": Seat("gm")})
ROUNDS, COMMANDS = 60, 3_000
"""After so many a game counts as endless."""


class SeededDice:
    """Dice of a seeded generator."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def roll(self, sides: Any, *, by: str, for_: str, audience: str, more: MoreDice | None) -> Rolled:
        """Let them fall."""
        dice = throw(sides, lambda size: self._rng.randint(1, size), more)
        return Rolled(dice=dice, by=by, for_=for_, source="scripted")


class Moment(NamedTuple):
    """A state in which somebody chose, and what."""

    state: Any
    whom: str
    command: Command
    after: Any


def find_rules(system: AnySystem, **options: Any) -> Rules[Any, Any]:
    """Return the newest rules of a system under some options."""
    version = system.rules_versions[-1]
    return Rules(version, msgspec.convert(options, system.options), system.tables(version, None))


def draw_options(system: AnySystem, rng: Random) -> dict[str, Any]:
    """Return some reading for every option."""
    fields = msgspec.structs.fields(system.options)
    return {field.name: rng.choice(field.type.__args__) for field in fields}


def decide_on(
    system: AnySystem, rules: Rules[Any, Any], state: Any, command: Command, dice: SeededDice
) -> Any:
    """Return the state after a command of the GM's; a refusal is raised."""
    work: Decision[Any, Any, Any] = Decision(
        state=state,
        table=GM_TABLE,
        rules=rules,
        actor="gm",
        dice=dice,
        evolve=system.evolve,
        evolve_table=evolve_table,
        words=system.words(),
    )
    system.decide(work, command)
    assert work.recorded, command
    return work.state


def play_out(
    system: AnySystem,
    rules: Rules[Any, Any],
    state: Any,
    rng: Random,
    choose: Callable[[str], Chooser] | None = None,
    rounds: int = ROUNDS,
) -> Iterator[Moment]:
    """Yield every choice until there is an outcome, nothing plays itself out, or the rounds are over."""
    dice = SeededDice(Random(rng.random()))
    for _ in range(COMMANDS):
        turn, choices = system.turn(state), system.pending(state)
        if system.outcome(state) is not None or (turn is None and not choices):
            return
        if turn is not None and turn.round > rounds:
            return
        whom = choices[0].whom if choices else turn.character if turn is not None else ""
        chooser = system.choose if choose is None else choose(whom)
        command = chooser(state, rules, whom, rng)
        after = decide_on(system, rules, state, command, dice)
        yield Moment(state, whom, command, after)
        state = after
    raise AssertionError(f"no end after {COMMANDS} commands")


def find_end(system: AnySystem, moments: Iterator[Moment], start: Any) -> tuple[Any, Outcome | None]:
    """Return the last state of a game and its outcome."""
    state = start
    for moment in moments:
        state = moment.after
    return state, system.outcome(state)


def is_among(command: Command, moves: list[Move]) -> bool:
    """Return whether some listed move is this command, its open fields within their range."""
    return any(_fits(command, move) for move in moves)


def _fits(command: Command, move: Move) -> bool:
    if str(command.__struct_config__.tag) != move.command:
        return False
    if any(not _is_same(getattr(command, name), value) for name, value in move.fields.items()):
        return False
    for field in move.open:
        value = getattr(command, field.name)
        if value is None and field.required:
            return False
        if isinstance(value, int) and field.low is not None and value < field.low:
            return False
        if isinstance(value, int) and field.high is not None and value > field.high:
            return False
        if field.choices and value not in field.choices:
            return False
    return True


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two values of a field are the same, structures told as plain data."""
    return bool(one == other) or msgspec.json.encode(one) == msgspec.json.encode(other)


# ---- sample situations: for each system with auto-play, a state whose `turn` is somebody's ----


def make_brawl(rng: Random) -> State:
    """Return a fight of two against three, with schools, bows and bare hands, on squares or without."""
    schools = ["鹿島神当流", "薩摩示現流", "小野派一刀流", "柳生新陰流", "林崎夢想流", "二天一流"]
    belongings = {"大刀": 1, "脇差": 1, "棒手裏剣": 3}
    figures = {
        "oryu": make_swordsman(
            schools=(rng.choice(schools),), hands=("大刀", "脇差"), belongings=belongings, rank="lead"
        ),
        "bunta": make_figure(belongings={"短刀": 1, "半弓": 1, "矢": rng.randint(0, 4)}, hands=()),
        "ronin": make_ronin(rank="second", katsugeki=3, schools=(rng.choice(schools),), perks=("武器砕き",)),
        "thug": make_ronin(
            hands=("六尺棒",), belongings={"六尺棒": 1}, skills={"棒術": 3, "柔術": 2}, armour="鎖帷子"
        ),
        "mob": make_mob(hands=(), belongings=rng.choice([{}, {"棒手裏剣": 2}, {"短刀": 1}])),
    }
    return begin_at_once(figures, rng, grid=rng.random() < 0.7)


def begin_at_once(figures: dict[str, Figure], rng: Random, *, grid: bool) -> State:
    """Return a fight of these in the first round, in an order by chance."""
    order = tuple(rng.sample(list(figures), len(figures)))
    distances: dict[str, int] = {}
    if grid:
        figures = {
            name: msgspec.structs.replace(figure, x=rng.randint(0, 9), y=rng.randint(0, 9))
            for name, figure in figures.items()
        }
    else:
        names = sorted(figures)
        pairs = ((one, other) for at, one in enumerate(names) for other in names[at + 1 :])
        distances = {f"{one}|{other}": rng.randint(0, 12) for one, other in pairs if rng.random() < 0.8}
    return State(characters=figures, combat=Combat(order=order, distances=distances))


def make_affray(rng: Random) -> night.State:
    """Return a fight of two against three over lanes: fate cards and chips, wounds, arms and bare hands."""
    weapons = ("bare_hands", "knife", "sword", "spear", "pistol")
    cards = rng.sample(akatsukis.CARDS, rng.randint(0, 6))
    wounds = (None, {"harm": "nonlethal", "rank": 2}, {"harm": "lethal", "rank": 1})
    ours = {
        name: akatsukis.make_figure(
            goro=rng.randint(5, 9),
            fate=akatsukis.face_down(rng.randint(0, 4)),
            awakening=akatsukis.hold(*cards[place::2]),
            chivalry=rng.randint(0, 2),
            wound=rng.choice(wounds),
            weapons=(rng.choice(weapons),),
        )
        for place, name in enumerate(("tetsu", "gin"))
    }
    theirs = {
        name: akatsukis.make_npc(
            goro=rng.randint(3, 9),
            fate_points=rng.randint(0, 5),
            fate_chips=rng.randint(0, 2),
            important=name == "boss",
            weapons=rng.choice((weapons, (rng.choice(weapons),), ())),
        )
        for name in ("boss", "thug", "mob")
    }
    return begin_affray(ours | theirs, rng)


def begin_affray(figures: dict[str, night.Figure], rng: Random) -> night.State:
    """Return a fight of these in the first round, in lanes and an order by chance."""
    placed = {
        name: msgspec.structs.replace(figure, lane=rng.randint(0, 3), majors=1, minors=1)
        for name, figure in figures.items()
    }
    combat = night.Combat(order=tuple(rng.sample(list(placed), len(placed))))
    return msgspec.structs.replace(akatsukis.lay_out(placed), combat=combat)


def _make_toy_fight(rng: Random) -> toy.State:
    return toy.State(hp={name: rng.randint(1, 12) for name in ("crane", "moon", "pine")})


SITUATIONS: dict[str, Callable[[Random], Any]] = {
    "akatsuki": make_affray,
    "bloodberry": make_confrontation,
    "ninjaslayer": make_slaying,
    "runequest": make_skirmish,
    "ukiyozoshi": make_brawl,
    "toy": _make_toy_fight,
    **{point.name: point.load() for point in entry_points(group="tenmatsu.situations")},
}
"""
By the system's id: a state in which it is somebody's turn, a different one for each generator.

A game that is a package of its own offers its situation by an entry point.
"""
