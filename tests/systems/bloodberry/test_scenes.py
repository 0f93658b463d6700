"""Scenes: participants, scene actors, entrances, and turn actions outside rounds."""

from bloodberries import begin, change, hold, make_curse, make_npc, make_person
from bloodscenes import close_scene, open_scene
from bloodties import make_quiet
from kit import Play, d6, work_on

from tenmatsu.events.table import SceneClosed, SceneOpened
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.scenes import CallScene, Enter, ForgoTurn, LeaveScene, RuleOn
from tenmatsu.systems.bloodberry.decide.scening import (
    check_present,
    in_interlude,
    is_actor,
    list_waiting,
    take_turn_action,
)
from tenmatsu.systems.bloodberry.events.judging import JudgeBegun
from tenmatsu.systems.bloodberry.events.scenes import (
    Entered,
    EntranceAsked,
    EntranceChecked,
    EntranceRefused,
    LeftScene,
    SceneCalled,
    TurnTaken,
)
from tenmatsu.systems.bloodberry.people import Trait
from tenmatsu.systems.bloodberry.staging import Rounds


def gather() -> Play:
    """Return three quiet player characters, somebody else and a curse; no scene is open."""
    return begin(a=make_quiet(), b=make_quiet(), c=make_quiet(), npc=make_npc(), curse=make_curse())


# ---- who takes part ----


def test_the_gm_names_participants_and_actors_between_scenes_and_the_scene_takes_them_over() -> None:
    play = close_scene(open_scene(gather(), "c"))
    play.when(CallScene(participants=("a", "npc"), actors=("b",)))
    play.then(SceneCalled(participants=("a", "npc", "b"), actors=("b",), now=False))
    assert in_interlude(play.state)
    assert play.state.scene.participants == ("c",)

    open_scene(play)
    assert play.state.scene.participants == ("a", "npc", "b")
    assert play.state.scene.actors == ("b",)
    assert is_actor(play.state, "b")
    assert not is_actor(play.state, "a")
    assert not in_interlude(play.state)
    assert play.state.scene.next_participants == ()


def test_a_scene_opened_without_a_call_gets_its_participants_afterwards_once() -> None:
    play = open_scene(gather())
    play.when(CallScene(participants=("a",))).then(SceneCalled(participants=("a",), actors=(), now=True))
    assert play.state.scene.participants == ("a",)
    play.when(CallScene(participants=("b",))).refused("bloodberry.scene_called")


def test_a_scene_has_two_actors_at_most_and_one_participant_at_least() -> None:
    play = gather()
    play.when(CallScene(participants=(), actors=("a", "b", "c"))).refused("bloodberry.too_many_actors")
    play.when(CallScene(participants=())).refused("bloodberry.nobody_called")
    play.when(CallScene(participants=("npc",))).only(SceneCalled)
    play.when(CallScene(participants=("nobody",))).refused("bloodberry.unknown_character")
    out = begin(a=make_quiet(out=True, grace=0))
    out.when(CallScene(participants=("a",))).refused("bloodberry.cannot_act")


def test_nobody_is_called_once_the_session_is_over() -> None:
    play = change(gather(), ended=True)
    play.when(CallScene(participants=("a",))).refused("bloodberry.session_over")


def test_only_participants_act_in_a_scene_and_npcs_come_as_the_gm_likes() -> None:
    play = open_scene(gather(), "a")
    play.when(ForgoTurn(character="b")).refused("bloodberry.not_in_scene")
    for character in ("a", "npc", "curse"):
        check_present(work_on(play), character)
    check_present(work_on(open_scene(gather())), "b")
    check_present(work_on(close_scene(play)), "b")


def test_a_trait_helps_again_in_the_next_scene() -> None:
    play = begin(a=make_person(traits={"忘却": Trait(sublimated=True, used=True, helped=True)}))
    open_scene(play, "a")
    assert play.state.people["a"].traits["忘却"] == Trait(sublimated=True, used=True)


# ---- entrances ----


def test_who_is_let_in_by_the_gm_enters_freely() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b", free=True)).then(Entered(character="b", result="free"))
    assert play.state.scene.participants == ("a", "b")
    play.when(Enter(character="b", free=True)).refused("bloodberry.in_scene_already")
    play.when(Enter(character="npc")).then(Entered(character="npc", result="free"))


def test_an_entrance_check_rolls_passion_and_maturity_against_1() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b"), d6(5, 1, 1, 1, 1))
    begun = play.only(JudgeBegun).judge
    assert (begun.active.first, begun.active.second) == ("passion", "maturity")
    assert begun.difficulty == 1
    assert play.only(EntranceChecked) == EntranceChecked(character="b", difficulty=1)
    assert play.only(Entered) == Entered(character="b", result="success")
    assert "b" in play.state.scene.participants
    play.settled()


def test_the_chance_of_an_entrance_check_is_told_before_it() -> None:
    play = open_scene(gather(), "a")
    chance = play.system.chance(play.state, play.rules, Enter(character="b"))
    assert chance.roll == "entrance"
    assert chance.odds[0].favourable == 6**5 - 4**5
    assert chance.odds[0].possible == 6**5


def test_whoever_fails_the_entrance_check_stays_outside() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b"), d6(4, 4, 4, 4, 4))
    assert play.only(Entered) == Entered(character="b", result="failure")
    assert play.state.scene.participants == ("a",)


def test_the_gm_may_set_another_difficulty_also_for_an_npc() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="npc", difficulty=2), d6(5, 1, 1, 1))
    assert play.only(Entered).result == "failure"
    play.when(Enter(character="npc", difficulty=2), d6(5, 6, 1, 1))
    assert play.only(Entered).result == "success"
    play.when(Enter(character="b", difficulty=-1)).refused("bloodberry.negative_difficulty")


def test_a_player_asks_the_gm_who_lets_them_in() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b"), by="pl_b").then(EntranceAsked(character="b"))
    play.asks("entrance", "@gm", "grant", "check", "refuse")
    play.when(RuleOn(answer="grant")).then(Entered(character="b", result="free"))
    play.settled()
    assert "b" in play.state.scene.participants


def test_a_player_asks_the_gm_who_demands_a_check() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b"), by="pl_b")
    play.when(RuleOn(answer="check", difficulty=2), d6(5, 5, 1, 1, 1))
    assert play.only(EntranceChecked).difficulty == 2
    assert play.only(Entered).result == "success"
    play.settled()


def test_a_player_asks_the_gm_who_refuses() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b"), by="pl_b")
    play.when(RuleOn(answer="refuse")).then(EntranceRefused(character="b"))
    play.settled()
    assert play.state.scene.participants == ("a",)


def test_what_is_done_before_the_dice_may_be_said_with_the_wish_to_enter() -> None:
    play = begin(a=make_quiet(), b=make_quiet(traits=hold(sublimated=("忘却",), used=("忘却",))))
    open_scene(play, "a")
    play.when(Enter(character="b", use=("help:忘却",)), by="pl_b")
    play.then(EntranceAsked(character="b", use=("help:忘却",)))
    play.when(RuleOn(answer="check"), d6(1, 1, 1, 1, 1, 5))
    assert play.only(Entered).result == "success"


def test_what_cannot_be_done_before_the_dice_is_refused_when_it_is_said() -> None:
    play = open_scene(gather(), "a")
    play.when(Enter(character="b", use=("help:忘却",)), by="pl_b").refused("bloodberry.use_not_allowed")


def test_a_sublimated_trait_is_asked_for_before_an_entrance_check() -> None:
    play = begin(a=make_quiet(), b=make_quiet(traits=hold(sublimated=("忘却",), used=("忘却",))))
    open_scene(play, "a")
    play.when(Enter(character="b"))
    assert play.pending[0].whom == "b"
    play.when(AnswerWindow(character="b", use="pass"), d6(1, 1, 1, 1, 1))
    assert play.only(Entered).result == "failure"


def test_nobody_enters_where_no_scene_is_open() -> None:
    play = gather()
    play.when(Enter(character="a")).refused("bloodberry.no_scene")
    play.when(LeaveScene(character="a")).refused("bloodberry.no_scene")
    play.when(RuleOn(answer="grant")).refused("bloodberry.nothing_to_rule")


def test_a_participant_leaves_and_others_need_not_wait_for_them() -> None:
    play = open_scene(gather(), "a", "b")
    play.when(LeaveScene(character="a")).then(LeftScene(character="a"))
    assert play.state.scene.participants == ("b",)
    play.when(LeaveScene(character="a")).refused("bloodberry.not_in_scene")
    assert list_waiting(play.state) == ("b",)


# ---- turn actions outside rounds ----


def act(play: Play, character: str) -> TurnTaken:
    """Let somebody take a turn action, and return what was recorded of it."""
    work = work_on(play)
    take_turn_action(work, character)
    play.given_state(work.state)
    event = work.recorded[-1].event
    assert isinstance(event, TurnTaken)
    return event


def test_actors_come_first_then_players_characters_then_npcs_and_curses() -> None:
    play = open_scene(gather(), "npc", "a", "curse", "c", actors=("b",))
    assert list_waiting(play.state) == ("b",)
    act(play, "b")
    assert set(list_waiting(play.state)) == {"a", "c"}
    play.when(ForgoTurn(character="npc")).refused("bloodberry.others_first")
    act(play, "c")
    act(play, "a")
    assert set(list_waiting(play.state)) == {"npc", "curse"}


def test_who_has_taken_a_turn_action_waits_until_all_had_theirs() -> None:
    play = open_scene(gather(), "a", "b")
    assert act(play, "a").acted == ("a",)
    play.when(ForgoTurn(character="a")).refused("bloodberry.had_turn")
    assert act(play, "b").acted == ()
    assert act(play, "a").acted == ("a",)


def test_a_turn_action_may_be_let_go() -> None:
    play = open_scene(gather(), "a", "b", actors=("a",))
    play.when(ForgoTurn(character="a")).then(TurnTaken(character="a", forgone=True, acted=("a",)))
    assert list_waiting(play.state) == ("b",)
    play.when(ForgoTurn(character="b")).then(TurnTaken(character="b", forgone=True, acted=()))


def test_nobody_waits_for_whoever_cannot_act() -> None:
    play = open_scene(gather(), "a", "b")
    people = {**play.state.people, "b": make_quiet(out=True, grace=0)}
    change(play, people=people)
    assert act(play, "a").acted == ()


def test_who_acted_may_again_when_the_last_one_waited_for_leaves() -> None:
    play = open_scene(gather(), "a", "b")
    act(play, "a")
    play.given(LeaveScene(character="b"))
    assert act(play, "a").acted == ()


def test_where_no_scene_has_participants_nobody_counts_turns() -> None:
    play = gather()
    take_turn_action(work_on(play), "a")
    play.when(ForgoTurn(character="a")).refused("bloodberry.no_turns")


def test_in_rounds_hands_earn_the_turns() -> None:
    play = change(open_scene(gather(), "a"), rounds=Rounds(order=("a",)))
    work = work_on(play)
    take_turn_action(work, "a")
    assert work.recorded == []
    play.when(ForgoTurn(character="a")).refused("bloodberry.rounds_run")


def test_a_new_scene_lets_everybody_act_again() -> None:
    play = open_scene(gather(), "a", "b")
    act(play, "a")
    open_scene(close_scene(play), "a", "b")
    assert set(list_waiting(play.state)) == {"a", "b"}


# ---- the table's own events ----


def test_the_games_state_passes_over_what_it_cannot_place() -> None:
    play = gather()
    known = play.state.people
    for event in (
        Entered(character="nobody", result="failure"),
        EntranceRefused(character="nobody"),
        LeftScene(character="nobody"),
        SceneClosed(scene=1),
        SceneOpened(scene=2),
    ):
        play.state = play.system.evolve(play.state, event)
    assert play.state.people == known
    assert play.state.scene.number == 2
