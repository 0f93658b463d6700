"""What may be done in scenes and interludes, outside rounds and confrontations, and effects of any time."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.relations import find_relation, is_at_most
from tenmatsu.systems.bloodberry.decide.scening import is_actor, is_present, list_waiting
from tenmatsu.systems.bloodberry.decide.windows import list_effects
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State

TAG = "bloodberry."
HIGHEST = 9
"""The highest difficulty that is offered."""


def list_effects_now(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the effects of any time that somebody may use now: to heal, to deepen a relation."""
    person = state.people.get(character)
    if person is None or person.absent or person.vanished or person.killed:
        return
    for trait, row in list_effects(person, rules, "any").items():
        fields = {"character": character, "trait": trait}
        if row.effect == "heal":
            if row.heals is not None and person.lost.get(row.heals):
                yield Move(command=f"{TAG}use_effect", fields=fields)
        elif person.can_act and is_present(state, character):
            for other in state.people:
                if other != character and find_relation(state, character, other).strength == row.amount:
                    yield Move(command=f"{TAG}use_effect", fields={**fields, "target": other})


def list_scene_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character may do in a scene, or in the interlude behind one."""
    person = state.people.get(character)
    if person is None:
        return
    yield from list_effects_now(state, rules, character)
    if not person.can_act or person.kind == "curse":
        return
    if state.scene.interlude:
        yield from _list_interlude(state, rules, character, person)
        return
    who = {"character": character}
    if is_present(state, character):
        standards = (OpenField("first", choices=ABILITIES), OpenField("second", choices=ABILITIES))
        difficulty = OpenField("difficulty", low=0, high=HIGHEST)
        yield Move(command=f"{TAG}roll_judge", fields=who, open=(*standards, difficulty))
    elif state.scene.running:
        yield Move(command=f"{TAG}enter", fields=who)
    if state.scene.running and character in state.scene.participants and character in list_waiting(state):
        yield Move(command=f"{TAG}forgo_turn", fields=who)


def _list_interlude(state: State, rules: Rulebook, character: str, person: Person) -> Iterator[Move]:
    who = {"character": character}
    if not person.checked and person.no_checks_until <= state.clock:
        yield from _list_checks(state, rules, character)
    if person.kind != "pc":
        return
    if is_actor(state, character) and character not in state.scene.rewarded:
        yield Move(command=f"{TAG}claim_vigour", fields=who)
    if not person.refreshed and person.vigour >= rules.tables.vigour.refresh:
        for trait, held in person.traits.items():
            if held.sublimated and held.used:
                yield Move(command=f"{TAG}refresh", fields={**who, "trait": trait})
    yield Move(command=f"{TAG}propose_scene", fields=who, open=(OpenField("text"),))


def _list_checks(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    refused = rules.options.check_at_max == "refused"
    for target, other in state.people.items():
        if target == character or not other.can_act:
            continue
        if refused and is_at_most(state, rules, character, target):
            continue
        for check, row in rules.tables.types.items():
            for second in ABILITIES:
                if second != row.ability:
                    fields = {"character": character, "target": target, "check": check, "second": second}
                    yield Move(command=f"{TAG}relation_check", fields=fields)
