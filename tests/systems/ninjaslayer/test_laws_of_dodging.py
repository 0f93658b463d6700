"""Laws of dodging, whatever comes and whatever is chosen."""

from random import Random
from typing import Any, cast

from assaulted import replace, strike
from autoplay import SeededDice
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, decide_freely, work_on
from ninjas import begin, fight, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import DamageDodgeDice
from tenmatsu.systems.ninjaslayer.commands.damage import PickCrushing, SettleSquare
from tenmatsu.systems.ninjaslayer.commands.dodging import CallBarrage, Counter, Dodge, UseSense
from tenmatsu.systems.ninjaslayer.decide.dodging import launch, set_dodge
from tenmatsu.systems.ninjaslayer.decide.settling import settle
from tenmatsu.systems.ninjaslayer.events.attacking import DodgeDiceLost
from tenmatsu.systems.ninjaslayer.events.dodging import (
    AssaultBegun,
    AssaultEnded,
    DodgeAsked,
    DodgeRolled,
)
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State

PEOPLE = ("ren", "kai", "foe", "y1", "y2")
MOBS = ("y1", "y2")
SKILLS = ("sixth_sense", "evasive", "resists_death")
NO_END = 400

few = st.integers(0, 4)
blows = st.builds(
    strike,
    attacker=st.sampled_from(PEOPLE),
    target=st.sampled_from(PEOPLE),
    source=st.sampled_from(("melee", "melee", "shuriken", "gun", "jitsu")),
    dodge=st.integers(0, 7),
    staggered=st.booleans(),
    area=st.booleans(),
    moving=st.booleans(),
    undodgeable=st.booleans(),
    successes=st.integers(1, 4),
    damage=st.integers(1, 3),
    critical=st.sampled_from(("", "", "", "satsubatsu", "namu_amida_butsu")),
)


def _seat(number: int, dice: int, emergency: int, *, ninja: bool) -> dict[str, Any]:
    return {
        "dodge_dice": dice,
        "emergency_dice": emergency,
        "ninja": ninja,
        "skills": SKILLS[: number % 4],
    }


seats = st.builds(_seat, few, st.integers(-3, 6), few, ninja=st.booleans())


def _as_of(state: State, blow: Blow) -> Blow:
    """Return the blow as a mob's where its attacker is one."""
    figure: Figure = state.characters[blow.attacker]
    mob = figure.kind == "mob"
    return replace(blow, mob=mob, model=figure.model, critical="" if mob else blow.critical)


def answer(play: Play, choice: Pending, rng: Random) -> Command:
    """Return any legal answer to a choice."""
    pick = rng.choice(choice.options)
    match choice.kind:
        case "dodge":
            return _answer_dodge(play, choice, pick, rng)
        case "counter":
            return Counter(character=choice.whom, choice=pick)
        case "barrage":
            return CallBarrage(choice=pick)
        case "sense_part" | "sense_dodge":
            return UseSense(character=choice.whom, choice=pick)
        case "crushing_pick":
            return PickCrushing(character=choice.whom, choice=pick)
        case _:
            return SettleSquare(character=choice.whom, choice=pick)


def _answer_dodge(play: Play, choice: Pending, pick: str, rng: Random) -> Command:
    way = cast("Any", pick)
    if way != "dodge":
        return Dodge(character=choice.whom, choice=way)
    dice, emergency = int(choice.details["dice"]), int(choice.details["emergency"])
    used = rng.randint(0, dice)
    spare = rng.randint(0 if used else min(emergency, 1), emergency)
    return Dodge(
        character=choice.whom,
        choice="dodge",
        with_dice=used if used + spare else dice,
        emergency=spare,
        boost=bool(choice.details["boost"]) and rng.random() < 1 / 2,
    )


def strike_out(play: Play, coming: list[Blow], seed: int) -> list[State]:
    """Let blows come and answer what is asked until all is settled; return the states between answers."""
    dice, rng = SeededDice(Random(seed)), Random(seed)
    work = work_on(play, dice)
    ready = tuple(set_dodge(play.state, play.rules, _as_of(play.state, blow)) for blow in coming)
    launch(work, tuple(dict.fromkeys(blow.attacker for blow in ready)), ready)
    settle(work)
    play.history += [recorded.event for recorded in work.recorded]
    play.state = work.state
    states = [play.state]
    while play.pending:
        assert len(states) < NO_END
        decide_freely(play, answer(play, play.pending[0], rng), dice)
        states.append(play.state)
    return states


def sit_down(one: dict[str, Any], other: dict[str, Any], third: dict[str, Any], *, barrage: str) -> Play:
    play = begin(
        {"barrage": barrage},
        ren=make_ninja(**one),
        kai=make_ninja(**other),
        foe=make_boss(**third),
        y1=make_mob(vitality=2, dodge_dice=3, emergency_dice=3),
        y2=make_mob(vitality=2, dodge_dice=3, emergency_dice=3),
    )
    return fight(play, "foe", "ren", "kai", ("y1", "y2"), phase="attack")


def _find_start(sitting: tuple[dict[str, Any], ...], name: str) -> int:
    """Return the dodge dice with which somebody began."""
    seated = dict(zip(("ren", "kai", "foe"), sitting, strict=True))
    return int(seated[name]["dodge_dice"]) if name in seated else 3


@settings(max_examples=150)
@given(
    coming=st.lists(blows, min_size=1, max_size=6),
    sitting=st.tuples(seats, seats, seats),
    barrage=st.sampled_from(("off", "on")),
    seed=st.integers(0, 2**32),
)
def test_whatever_comes_is_settled_and_dice_are_only_used_that_are_held(
    coming: list[Blow], sitting: tuple[dict[str, Any], ...], barrage: str, seed: int
) -> None:
    play = sit_down(*sitting, barrage=barrage)
    before = {
        name: (figure.dodge_dice, figure.emergency_dice) for name, figure in play.state.characters.items()
    }

    states = strike_out(play, coming, seed)

    assert play.state.assaults == ()
    begun = [event for event in play.history if isinstance(event, AssaultBegun)]
    assert len(begun) == sum(isinstance(event, AssaultEnded) for event in play.history)
    for event in play.history:
        if isinstance(event, (DodgeAsked, DodgeRolled)):
            assert event.character not in MOBS
        if isinstance(event, DodgeRolled):
            held, spare = before[event.character]
            if not event.again:
                assert 0 <= event.with_dice <= max(held, 0)
                assert 0 <= event.emergency <= spare
                before[event.character] = (held - event.with_dice, spare - event.emergency)
            assert 1 <= len(event.faces) == event.with_dice + event.emergency
            assert (event.dodge_dice, event.emergency_dice) == before[event.character]
    for name, dice in before.items():
        figure = play.state.characters[name]
        assert (figure.dodge_dice, figure.emergency_dice) == dice
    for state in states:
        for name, figure in state.characters.items():
            assert figure.emergency_dice >= 0
            assert figure.dodge_dice >= min(_find_start(sitting, name), 0)


@settings(max_examples=60)
@given(
    steps=st.lists(st.one_of(blows, st.integers(1, 4)), min_size=1, max_size=6),
    dice=st.integers(0, 8),
    seed=st.integers(0, 2**32),
)
def test_dodge_dice_go_below_0_only_by_damage_to_them(steps: list[Blow | int], dice: int, seed: int) -> None:
    play = sit_down({"dodge_dice": dice}, {}, {}, barrage="off")
    for number, step in enumerate(steps):
        before = play.state.characters["ren"].dodge_dice
        if isinstance(step, int):
            decide_freely(play, DamageDodgeDice(character="ren", amount=step), SeededDice(Random(seed)))
            assert play.state.characters["ren"].dodge_dice == before - step
            continue
        strike_out(play, [step], seed + number)
        assert play.state.characters["ren"].dodge_dice >= min(before, 0)
    lost = any(isinstance(event, DodgeDiceLost) for event in play.history)
    assert lost or play.state.characters["ren"].dodge_dice >= 0
