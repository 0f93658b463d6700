"""
Losing and healing abilities: by others to 0, by spending to 1; at 0 one is out (脱落) until healed.

`lose` may open the choice `take_over`: the loss then comes when it is answered.
"""

from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.curses import (
    AbilityHealed,
    AbilityLost,
    CameBack,
    FellOut,
    LossThreatened,
    SessionsMissed,
)
from tenmatsu.systems.bloodberry.people import Ability, Person
from tenmatsu.systems.bloodberry.state import State

ABILITIES: tuple[Ability, ...] = ("passion", "grace", "maturity")


def lose(work: Work, character: str, ability: Ability, amount: int, by: str = "") -> None:
    """Let somebody lose of an ability by another's doing, unless others may take it over: then ask these."""
    person = work.state.people.get(character)
    if person is None or amount < 1 or not person.ability(ability):
        return
    amount = min(amount, person.ability(ability))
    asked = list_takers(work.state, work.rules, character, ability, amount)
    if asked:
        threat = LossThreatened(character=character, ability=ability, amount=amount, by=by, asked=asked)
        work.record(threat)
    else:
        apply_loss(work, character, ability, amount, by=by)


def list_takers(
    state: State, rules: Rulebook, character: str, ability: Ability, amount: int
) -> tuple[str, ...]:
    """Return who may take somebody's loss over: player characters of the scene with vigour who can act."""
    victim = state.people.get(character)
    if victim is None or victim.kind == "curse":
        return ()
    return tuple(
        taker
        for taker in state.people
        if taker != character and may_take(state, rules, taker, ability, amount)
    )


def may_take(state: State, rules: Rulebook, taker: str, ability: Ability, amount: int) -> bool:
    """Return whether somebody could take a loss of this ability over now."""
    person, scene = state.people.get(taker), state.scene
    if person is None or person.kind != "pc" or not person.can_act:
        return False
    if scene.running and scene.participants and taker not in scene.participants:
        return False
    floor = 1 if rules.options.take_over_floor == "one" else 0
    return person.vigour >= rules.tables.vigour.take_over and person.ability(ability) - amount >= floor


def apply_loss(
    work: Work, character: str, ability: Ability, amount: int, *, by: str = "", taken: bool = False
) -> None:
    """Let an ability fall, at the least to 0; at 0 whoever has it is out."""
    person = work.state.people.get(character)
    if person is None:
        return
    value = person.ability(ability)
    amount = min(amount, value)
    if amount < 1:
        return
    work.record(
        AbilityLost(
            character=character,
            ability=ability,
            amount=amount,
            now=value - amount,
            lost=person.lost.get(ability, 0) + amount,
            why="taken_over" if taken else "loss",
            by=by,
        )
    )
    if value == amount and not person.out:
        work.record(FellOut(character=character, ability=ability))


def check_spending(work: Work, character: str, ability: Ability, amount: int) -> None:
    """Refuse a payment that would leave less than 1 of an ability; call it before anything is rolled."""
    held = find_person(work, character).ability(ability)
    if held - amount < 1:
        refuse(work, "ability_floor", character=character, ability=ability, held=held, amount=amount)


def spend(work: Work, character: str, ability: Ability, amount: int) -> None:
    """Pay with an ability; what would leave less than 1 of it is refused."""
    check_spending(work, character, ability, amount)
    person = work.state.people[character]
    work.record(
        AbilityLost(
            character=character,
            ability=ability,
            amount=amount,
            now=person.ability(ability) - amount,
            lost=person.lost.get(ability, 0) + amount,
            why="spent",
        )
    )


def heal(work: Work, character: str, ability: Ability, amount: int) -> None:
    """Give back of what an ability has lost; who has nothing at 0 any more may act again."""
    person = work.state.people.get(character)
    if person is None:
        return
    lost = person.lost.get(ability, 0)
    given = min(amount, lost)
    if given < 1:
        return
    now = person.ability(ability) + given
    work.record(AbilityHealed(character=character, ability=ability, amount=given, now=now, lost=lost - given))
    come_back(work, character)


def come_back(work: Work, character: str) -> None:
    """Let somebody act again where none of their abilities is at 0 any more."""
    person = work.state.people.get(character)
    if person is not None and person.out and is_whole(person):
        work.record(CameBack(character=character))


def is_whole(person: Person) -> bool:
    """Return whether none of somebody's abilities is at 0."""
    return all(person.ability(ability) > 0 for ability in ABILITIES)


def miss_sessions(work: Work) -> None:
    """
    Roll for every player character still out at the session's end how many sessions they miss.

    Whoever missed this one too does not roll again.
    """
    for character, person in work.state.people.items():
        if person.kind == "pc" and person.out and not person.absent:
            faces = work.roll(work.rules.tables.absence.dice, by=character, for_="absence")
            work.record(SessionsMissed(character=character, sessions=sum(faces)))
