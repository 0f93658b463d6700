"""Fold scenes, interludes, victory conditions, and sessions of the game."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.events.envelope import GM_ONLY
from tenmatsu.events.table import SceneClosed, SceneOpened
from tenmatsu.systems.bloodberry.events import scenes as s
from tenmatsu.systems.bloodberry.evolve.confronting import break_off
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.evolve.sessions import SESSION_FOLDS
from tenmatsu.systems.bloodberry.judges import Choice, Data
from tenmatsu.systems.bloodberry.people import Condition, Person
from tenmatsu.systems.bloodberry.staging import Scene
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _with_scene(state: State, **changes: Any) -> State:
    return _replace(state, scene=_replace(state.scene, **changes))


def _fold_opened(state: State, event: SceneOpened) -> State:
    """Take over those who were called; what a trait gives once a scene is to be had again."""
    before = state.scene
    scene = Scene(
        number=event.scene,
        running=True,
        begun=True,
        participants=before.next_participants,
        actors=before.next_actors,
        leads=before.next_leads,
    )
    people = {name: _with_fresh_traits(person) for name, person in state.people.items()}
    return _replace(state, scene=scene, people=people)


def _with_fresh_traits(person: Person) -> Person:
    if not any(trait.helped for trait in person.traits.values()):
        return person
    traits = {name: _replace(trait, helped=False) for name, trait in person.traits.items()}
    return _replace(person, traits=traits)


def begin_interlude(state: State) -> State:
    """Go into an interlude: what each may do once in it may be done."""
    people = {name: _replace(person, checked=False, refreshed=False) for name, person in state.people.items()}
    scene = _replace(state.scene, interlude=True, acted=(), rewarded=())
    return _replace(state, people=people, scene=scene)


def _fold_closed(state: State, event: SceneClosed) -> State:
    return begin_interlude(_with_scene(break_off(state), running=False))


def _fold_interlude_begun(state: State, event: s.InterludeBegun) -> State:
    return begin_interlude(state)


def _fold_interlude_ended(state: State, event: s.InterludeEnded) -> State:
    return _with_scene(state, interlude=False)


def _fold_called(state: State, event: s.SceneCalled) -> State:
    if event.now:
        return _with_scene(state, participants=event.participants, actors=event.actors)
    return _with_scene(state, next_participants=event.participants, next_actors=event.actors)


def _ask(state: State, kind: str, options: tuple[str, ...], data: Data) -> State:
    """Let the GM decide."""
    choice = Choice(kind=kind, whom=GM_ONLY, options=options, data=data)
    return _replace(state, choices=(*state.choices, choice))


def _settle(state: State, kind: str, character: str) -> State:
    """Take away what the GM was asked, where it was."""
    for at, choice in enumerate(state.choices):
        if choice.kind == kind and choice.data.get("character") == character:
            return _replace(state, choices=(*state.choices[:at], *state.choices[at + 1 :]))
    return state


def _fold_entrance_asked(state: State, event: s.EntranceAsked) -> State:
    data: Data = {"character": event.character, "use": " ".join(event.use)}
    return _ask(state, "entrance", ("grant", "check", "refuse"), data)


def _fold_entrance_checked(state: State, event: s.EntranceChecked) -> State:
    return _settle(state, "entrance", event.character)


def _fold_entrance_refused(state: State, event: s.EntranceRefused) -> State:
    return _settle(state, "entrance", event.character)


def _fold_entered(state: State, event: s.Entered) -> State:
    state = _settle(state, "entrance", event.character)
    if event.result == "failure" or event.character in state.scene.participants:
        return state
    return _with_scene(state, participants=(*state.scene.participants, event.character))


def _fold_left(state: State, event: s.LeftScene) -> State:
    scene, gone = state.scene, event.character
    return _with_scene(
        state,
        participants=tuple(one for one in scene.participants if one != gone),
        acted=tuple(one for one in scene.acted if one != gone),
    )


def _fold_turn(state: State, event: s.TurnTaken) -> State:
    return _with_scene(state, acted=event.acted)


def _fold_reward_asked(state: State, event: s.RewardAsked) -> State:
    return _ask(state, "actor_vigour", ("grant", "refuse"), {"character": event.character})


def _fold_rewarded(state: State, event: s.ActorRewarded) -> State:
    state = _settle(state, "actor_vigour", event.character)
    return _with_scene(state, rewarded=(*state.scene.rewarded, event.character))


def _fold_refreshed(state: State, event: s.EffectRefreshed) -> State:
    person = state.people.get(event.character)
    trait = person.traits.get(event.trait) if person else None
    if person is None or trait is None:
        return state
    traits = {**person.traits, event.trait: _replace(trait, used=False)}
    return with_person(state, event.character, traits=traits, refreshed=True, vigour=event.vigour)


def _fold_phrased(state: State, event: s.Phrased) -> State:
    """Keep the words of a victory condition, for sheets."""
    if event.what != "condition":
        return state
    words = {**state.words.get(event.character, {}), f"condition:{event.number}": event.text}
    return _replace(state, words={**state.words, event.character: words})


def _fold_proposed(state: State, event: s.SceneProposed) -> State:
    data: Data = {"character": event.character, "lead": int(event.lead)}
    return _ask(state, "proposal", ("grant", "refuse"), data)


def _fold_proposal_ruled(state: State, event: s.ProposalRuled) -> State:
    state = _settle(state, "proposal", event.character)
    if event.ruling == "refused":
        return state
    scene, who = state.scene, event.character
    return _with_scene(
        state,
        next_actors=scene.next_actors if who in scene.next_actors else (*scene.next_actors, who),
        next_participants=scene.next_participants
        if who in scene.next_participants
        else (*scene.next_participants, who),
        next_leads=who if event.lead else scene.next_leads,
    )


def _fold_condition_proposed(state: State, event: s.ConditionProposed) -> State:
    data: Data = {
        "character": event.character,
        "condition": event.condition,
        "replaces": event.replaces,
    }
    return _ask(state, "condition", ("grant", "refuse"), data)


def _fold_condition_ruled(state: State, event: s.ConditionRuled) -> State:
    state = _settle(state, "condition", event.character)
    if event.ruling == "refused":
        return state
    return _with_condition(state, event.character, event.condition, event.replaces)


def _with_condition(state: State, character: str, number: int, replaces: int) -> State:
    """Add a condition; who made the one that it takes the place of is who made it."""
    person = state.people.get(character)
    if person is None:
        return state
    by_gm = any(one.by_gm for one in person.conditions if one.number == replaces)
    kept = tuple(one for one in person.conditions if one.number != replaces)
    return with_person(state, character, conditions=(*kept, Condition(number=number, by_gm=by_gm)))


def _fold_condition_given(state: State, event: s.ConditionGiven) -> State:
    person = state.people.get(event.character)
    if person is None:
        return state
    kept = tuple(one for one in person.conditions if one.number != event.replaces)
    given = Condition(number=event.condition, by_gm=True)
    return with_person(state, event.character, conditions=(*kept, given))


def _fold_condition_dropped(state: State, event: s.ConditionDropped) -> State:
    person = state.people.get(event.character) or Person()
    kept = tuple(one for one in person.conditions if one.number != event.condition)
    return with_person(state, event.character, conditions=kept)


def _fold_condition_met(state: State, event: s.ConditionMet) -> State:
    person = state.people.get(event.character) or Person()
    met = (_replace(one, met=True) if one.number == event.condition else one for one in person.conditions)
    return with_person(state, event.character, conditions=tuple(met))


SCENE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    SceneOpened: _fold_opened,
    SceneClosed: _fold_closed,
    s.SceneCalled: _fold_called,
    s.EntranceAsked: _fold_entrance_asked,
    s.EntranceChecked: _fold_entrance_checked,
    s.EntranceRefused: _fold_entrance_refused,
    s.Entered: _fold_entered,
    s.LeftScene: _fold_left,
    s.TurnTaken: _fold_turn,
    s.InterludeBegun: _fold_interlude_begun,
    s.InterludeEnded: _fold_interlude_ended,
    s.RewardAsked: _fold_reward_asked,
    s.ActorRewarded: _fold_rewarded,
    s.EffectRefreshed: _fold_refreshed,
    s.Phrased: _fold_phrased,
    s.SceneProposed: _fold_proposed,
    s.ProposalRuled: _fold_proposal_ruled,
    s.ConditionProposed: _fold_condition_proposed,
    s.ConditionRuled: _fold_condition_ruled,
    s.ConditionGiven: _fold_condition_given,
    s.ConditionDropped: _fold_condition_dropped,
    s.ConditionMet: _fold_condition_met,
    **SESSION_FOLDS,
}
