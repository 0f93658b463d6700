"""Decide what is done between scenes (シーン間): feelings, actors' vigour, effects used again, proposals."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.scenes import (
    ChangeEmotion,
    ClaimVigour,
    ProposeScene,
    Refresh,
    RuleOn,
)
from tenmatsu.systems.bloodberry.decide.feeling import set_emotion
from tenmatsu.systems.bloodberry.decide.relations import gain_vigour
from tenmatsu.systems.bloodberry.decide.scening import in_interlude, is_actor
from tenmatsu.systems.bloodberry.decide.work import Work, find_able, find_person, refuse
from tenmatsu.systems.bloodberry.events.scenes import (
    ActorRewarded,
    EffectRefreshed,
    Phrased,
    ProposalRuled,
    RewardAsked,
    Ruling,
    SceneProposed,
)
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.people import pair


def check_interlude(work: Work) -> None:
    """Refuse what is done between scenes only."""
    if not in_interlude(work.state):
        refuse(work, "only_between_scenes")


def ruling_of(command: RuleOn) -> Ruling:
    """Return what the GM said."""
    return "granted" if command.answer == "grant" else "refused"


def _change_emotion(work: Work, command: ChangeEmotion) -> None:
    """Change an emotion; another is added to a relation of some strength only."""
    check_interlude(work)
    character, other = command.character, command.other
    find_able(work, character)
    find_person(work, other)
    relation = work.state.relations.get(pair(character, other))
    if relation is None:
        refuse(work, "no_relation", character=character, other=other)
    held = relation.emotions.get(character, ())
    if command.instead is None:
        least = work.rules.tables.scenes.emotion_strength
        if relation.strength < least:
            refuse(work, "relation_too_weak", character=character, other=other, least=least)
        place = None
    elif 1 <= command.instead <= len(held):
        place = command.instead - 1
    else:
        refuse(work, "no_such_emotion", character=character, other=other, count=len(held))
    if not command.emotion and not command.words.strip():
        refuse(work, "emotion_missing")
    set_emotion(work, character, other, command.emotion, words=command.words, place=place)


def _claim_vigour(work: Work, command: ClaimVigour) -> None:
    """Ask vigour for having acted as a scene actor; the GM's own word settles it at once."""
    check_interlude(work)
    character = command.character
    person = find_able(work, character)
    if person.kind != "pc" or not is_actor(work.state, character):
        refuse(work, "no_actor", character=character)
    if character in work.state.scene.rewarded:
        refuse(work, "ruled_already", character=character)
    if work.is_gm:
        _settle_vigour(work, character, "granted")
    else:
        work.record(RewardAsked(character=character))


def rule_on_vigour(work: Work, choice: Choice, command: RuleOn) -> None:
    """Grant or refuse a scene actor's vigour."""
    _settle_vigour(work, str(choice.data["character"]), ruling_of(command))


def _settle_vigour(work: Work, character: str, ruling: Ruling) -> None:
    work.record(ActorRewarded(character=character, ruling=ruling))
    if ruling == "granted":
        gain_vigour(work, character)


def _refresh(work: Work, command: Refresh) -> None:
    """Make a used effect usable again for vigour, once an interlude."""
    check_interlude(work)
    character, trait = command.character, command.trait
    person, cost = find_able(work, character), work.rules.tables.vigour.refresh
    held = person.traits.get(trait)
    if held is None or not held.sublimated or not held.used:
        refuse(work, "effect_not_used", character=character, trait=trait)
    if person.refreshed:
        refuse(work, "refreshed_already", character=character)
    if person.vigour < cost:
        refuse(work, "too_little_vigour", character=character, cost=cost, vigour=person.vigour)
    work.record(EffectRefreshed(character=character, trait=trait, vigour=person.vigour - cost))


def _propose_scene(work: Work, command: ProposeScene) -> None:
    """Ask for the next scene: granted, one is an actor of it."""
    check_interlude(work)
    character, scene = command.character, work.state.scene
    if find_able(work, character).kind != "pc":
        refuse(work, "for_players_only", character=character)
    if not command.text.strip():
        refuse(work, "words_missing")
    most = work.rules.tables.scenes.actors
    if character not in scene.next_actors and len(scene.next_actors) >= most:
        refuse(work, "too_many_actors", most=most, count=most + 1, actors=scene.next_actors)
    if command.lead and scene.next_leads not in ("", character):
        refuse(work, "led_already", character=scene.next_leads)
    work.record(SceneProposed(character=character, lead=command.lead))
    work.record(Phrased(character=character, what="proposal", text=command.text))


def rule_on_proposal(work: Work, choice: Choice, command: RuleOn) -> None:
    """Grant or refuse a proposal."""
    lead = bool(choice.data["lead"])
    character = str(choice.data["character"])
    work.record(ProposalRuled(character=character, ruling=ruling_of(command), lead=lead))


INTERLUDE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    ChangeEmotion: _change_emotion,
    ClaimVigour: _claim_vigour,
    Refresh: _refresh,
    ProposeScene: _propose_scene,
}
