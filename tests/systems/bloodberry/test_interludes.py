"""Interludes: feelings, scene actors' vigour, effects used again, proposals."""

from typing import Any

import pytest
from bloodberries import begin, change, hold, make_npc, relate
from bloodscenes import close_scene, fold, open_scene
from bloodties import INQUIRY, check, make_quiet
from kit import Play

from tenmatsu.engine.contract import Command
from tenmatsu.events.table import SceneClosed
from tenmatsu.systems.bloodberry.commands.scenes import (
    ChangeEmotion,
    ClaimVigour,
    EndInterlude,
    ProposeScene,
    Refresh,
    RuleOn,
)
from tenmatsu.systems.bloodberry.events.relations import VigourGained
from tenmatsu.systems.bloodberry.events.scenes import (
    ActorRewarded,
    EffectRefreshed,
    InterludeBegun,
    InterludeEnded,
    Phrased,
    ProposalRuled,
    RewardAsked,
    SceneProposed,
)
from tenmatsu.systems.bloodberry.people import pair


def interlude(*actors: str, strength: int = 1, **people: Any) -> Play:
    """Return three people between scenes; `a` feels something for `b`, and these were actors."""
    known: dict[str, Any] = {"a": make_quiet(), "b": make_quiet(), "npc": make_npc(), **people}
    bond = relate("a", "b", strength, emotions={"a": ("殺意",)})
    play = begin(relations=bond, **known)
    return close_scene(open_scene(play, "a", "b", actors=actors))


def feelings(play: Play) -> tuple[str, ...]:
    """Return what `a` feels for `b`."""
    felt: tuple[str, ...] = play.state.relations[pair("a", "b")].emotions["a"]
    return felt


@pytest.mark.parametrize(
    "command",
    [
        ChangeEmotion(character="a", other="b", emotion="愛欲"),
        ClaimVigour(character="a"),
        Refresh(character="a", trait="忘却"),
        ProposeScene(character="a", text="屋上で話す"),
    ],
)
def test_what_is_done_between_scenes_is_done_then_only(command: Command) -> None:
    play = open_scene(interlude(), "a")
    play.when(command).refused("bloodberry.only_between_scenes")


# ---- feelings ----


def test_an_emotion_is_added_where_the_relation_has_some_strength() -> None:
    play = interlude(strength=1)
    play.when(ChangeEmotion(character="a", other="b", emotion="愛欲"))
    assert feelings(play) == ("殺意", "愛欲")


def test_no_emotion_is_added_to_a_relation_without_strength_but_one_is_changed() -> None:
    play = interlude(strength=0)
    play.when(ChangeEmotion(character="a", other="b", emotion="愛欲"))
    play.refused("bloodberry.relation_too_weak")
    play.when(ChangeEmotion(character="a", other="b", emotion="愛欲", instead=1))
    assert feelings(play) == ("愛欲",)


def test_there_are_two_emotions_in_a_relation_at_most() -> None:
    play = interlude(strength=3)
    play.given(ChangeEmotion(character="a", other="b", emotion="愛欲"))
    play.when(ChangeEmotion(character="a", other="b", words="まぶしい"))
    assert play.refusal is not None
    play.when(ChangeEmotion(character="a", other="b", words="まぶしい", instead=2))
    assert feelings(play) == ("殺意", "own")


def test_an_emotion_is_for_somebody_one_has_a_relation_to_and_has_to_be_said() -> None:
    play = interlude()
    play.when(ChangeEmotion(character="a", other="npc", emotion="愛欲")).refused("bloodberry.no_relation")
    play.when(ChangeEmotion(character="a", other="b")).refused("bloodberry.emotion_missing")
    play.when(ChangeEmotion(character="a", other="b", emotion="愛欲", instead=2))
    play.refused("bloodberry.no_such_emotion")


# ---- vigour of scene actors ----


def test_a_scene_actor_gets_vigour_where_the_gm_agrees() -> None:
    play = interlude("a")
    play.when(ClaimVigour(character="a"), by="pl_a").then(RewardAsked(character="a"))
    play.asks("actor_vigour", "@gm", "grant", "refuse")
    play.when(RuleOn(answer="check")).refused("bloodberry.not_an_answer")
    play.when(RuleOn(answer="grant"))
    play.then(ActorRewarded(character="a", ruling="granted"), VigourGained(character="a", gained=1, now=1))
    play.settled()
    play.when(ClaimVigour(character="a")).refused("bloodberry.ruled_already")


def test_the_gm_has_the_last_word_on_an_actors_vigour() -> None:
    play = interlude("a")
    play.when(ClaimVigour(character="a"), by="pl_a")
    play.when(RuleOn(answer="refuse")).then(ActorRewarded(character="a", ruling="refused"))
    assert play.state.people["a"].vigour == 0
    play.when(ClaimVigour(character="a"), by="pl_a").refused("bloodberry.ruled_already")


def test_the_gm_may_say_it_at_once_and_vigour_over_3_is_lost() -> None:
    play = interlude("a", a=make_quiet(vigour=3))
    play.when(ClaimVigour(character="a"))
    assert play.only(VigourGained) == VigourGained(character="a", gained=0, now=3)


def test_only_scene_actors_of_players_get_vigour_for_a_scene() -> None:
    play = interlude("a", "npc")
    play.when(ClaimVigour(character="b")).refused("bloodberry.no_actor")
    play.when(ClaimVigour(character="npc")).refused("bloodberry.no_actor")


def test_each_interlude_has_its_own_reward() -> None:
    play = interlude("a").given(ClaimVigour(character="a"))
    close_scene(open_scene(play, "b", actors=("a",)))
    play.when(ClaimVigour(character="a"))
    assert play.only(VigourGained).now == 2


# ---- effects used again ----


def tired(**values: Any) -> Play:
    """Return an interlude of somebody with two used effects, and one still unused."""
    traits = hold(sublimated=("忘却", "指輪", "教師"), used=("忘却", "指輪"))
    return interlude(a=make_quiet(**{"traits": traits, "vigour": 2, **values}))


def test_vigour_makes_one_used_effect_usable_again_once_an_interlude() -> None:
    play = tired()
    play.when(Refresh(character="a", trait="忘却"))
    play.then(EffectRefreshed(character="a", trait="忘却", vigour=1))
    assert not play.state.people["a"].traits["忘却"].used
    assert play.state.people["a"].vigour == 1
    play.when(Refresh(character="a", trait="指輪")).refused("bloodberry.refreshed_already")
    close_scene(open_scene(play, "a"))
    play.when(Refresh(character="a", trait="指輪")).only(EffectRefreshed)


def test_only_a_used_effect_is_made_usable_again_and_vigour_is_needed() -> None:
    play = tired()
    for trait in ("教師", "頑張り屋"):
        play.when(Refresh(character="a", trait=trait)).refused("bloodberry.effect_not_used")
    tired(vigour=0).when(Refresh(character="a", trait="忘却")).refused("bloodberry.too_little_vigour")


# ---- proposals ----


def test_a_granted_proposal_makes_an_actor_of_the_next_scene() -> None:
    play = interlude()
    play.when(ProposeScene(character="a", text="屋上で話す"), by="pl_a")
    play.then(
        SceneProposed(character="a", lead=False),
        Phrased(character="a", what="proposal", text="屋上で話す"),
    )
    play.asks("proposal", "@gm", "grant", "refuse")
    play.when(RuleOn(answer="grant"))
    play.then(ProposalRuled(character="a", ruling="granted", lead=False)).settled()

    open_scene(play, "b")
    assert play.state.scene.actors == ("a",)
    assert play.state.scene.participants == ("b", "a")
    assert play.state.scene.leads == ""


def test_a_refused_proposal_changes_nothing() -> None:
    play = interlude()
    play.when(ProposeScene(character="a", text="屋上で話す"), by="pl_a")
    play.when(RuleOn(answer="refuse")).then(ProposalRuled(character="a", ruling="refused", lead=False))
    open_scene(play, "b")
    assert play.state.scene.actors == ()
    assert play.state.scene.participants == ("b",)


def test_whoever_proposed_may_lead_the_scene_and_nobody_else_then() -> None:
    play = interlude()
    play.given(ProposeScene(character="a", text="屋上で話す", lead=True), RuleOn(answer="grant"))
    assert play.history[-1] == ProposalRuled(character="a", ruling="granted", lead=True)
    play.when(ProposeScene(character="b", text="海へ行く", lead=True)).refused("bloodberry.led_already")
    play.given(ProposeScene(character="b", text="海へ行く"), RuleOn(answer="grant"))
    open_scene(play)
    assert play.state.scene.leads == "a"
    assert play.state.scene.actors == ("a", "b")


def test_two_proposals_fill_the_next_scene() -> None:
    play = interlude(c=make_quiet())
    for character in ("a", "b"):
        play.given(ProposeScene(character=character, text="海へ行く"), RuleOn(answer="grant"))
    play.when(ProposeScene(character="c", text="山へ行く")).refused("bloodberry.too_many_actors")
    play.when(ProposeScene(character="a", text="屋上で話す")).only(SceneProposed)


def test_a_proposal_has_words_and_is_a_players() -> None:
    play = interlude()
    play.when(ProposeScene(character="a", text=" ")).refused("bloodberry.words_missing")
    play.when(ProposeScene(character="npc", text="来る")).refused("bloodberry.for_players_only")


# ---- its beginning and end ----


def test_each_may_make_a_relation_check_again_in_the_next_interlude() -> None:
    play = interlude(strength=0)
    check(play, (5, 1, 1, 1), (1, 1, 1, 1))
    assert play.state.people["a"].checked
    play.when(INQUIRY).refused("bloodberry.check_made")
    close_scene(open_scene(play, "a", "b"))
    assert not play.state.people["a"].checked


def test_an_interlude_without_a_scenes_end_is_over_when_the_gm_says_so() -> None:
    play = fold(open_scene(interlude(), "a"), InterludeBegun())
    assert play.state.scene.running
    assert play.state.scene.interlude
    play.when(EndInterlude()).then(InterludeEnded())
    assert not play.state.scene.interlude
    play.when(EndInterlude()).refused("bloodberry.no_interlude")


def test_an_interlude_begins_with_a_scenes_end_and_keeps_its_actors() -> None:
    play = open_scene(begin(a=make_quiet(checked=True, refreshed=True)), "a", actors=("a",))
    change(play)
    fold(play, SceneClosed(scene=1))
    scene, person = play.state.scene, play.state.people["a"]
    assert (scene.running, scene.interlude, scene.actors) == (False, True, ("a",))
    assert (person.checked, person.refreshed) == (False, False)
