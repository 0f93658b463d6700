"""How a confrontation (対峙) ends, and the special actions of the GM."""

from typing import Any

from bloodberries import begin, change, make_curse, make_npc, make_person
from confrontations import CARDS, hold_cards, list_places
from confronted import check, confront, fall, make_quiet, strength_of
from kit import d6

from tenmatsu.engine.contract import Outcome
from tenmatsu.events.table import SceneClosed
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.confronting import (
    BeginConfrontation,
    DefineAction,
    EndConfrontation,
    SetCampStrength,
    TakeSpecialAction,
)
from tenmatsu.systems.bloodberry.commands.curses import LoseAbility
from tenmatsu.systems.bloodberry.commands.rounds import ExchangeCard, ForgoAction
from tenmatsu.systems.bloodberry.events.confronting import (
    ActionDefined,
    CampStrengthChanged,
    ConfrontationEnded,
    SpecialActionSettled,
    SpecialActionTaken,
)
from tenmatsu.systems.bloodberry.events.rounds import RoundsEnded
from tenmatsu.systems.bloodberry.staging import Scene

# ---- how it ends ----


def test_the_players_win_when_the_relation_is_at_its_most() -> None:
    play = confront(strength=2)
    play.when(check(), fall(3, 2))
    assert play.events[-1] == ConfrontationEnded(result="players_win", camp="pcs")
    assert play.state.confrontation == ()
    outcome = SYSTEM.outcome(play.state)
    assert isinstance(outcome, Outcome)
    assert outcome.result == "players_win"
    assert outcome.standing == outcome.alive == ("a", "b", "c", "m")
    assert SYSTEM.turn(play.state) is None


def test_they_lose_when_each_of_them_has_an_ability_at_0() -> None:
    play = confront(None, a=make_quiet(passion=1), b=make_quiet(out=True), c=make_quiet(out=True))
    play.when(LoseAbility(character="a", ability="passion"))
    assert play.events[-1] == ConfrontationEnded(result="foes_win")
    outcome = SYSTEM.outcome(play.state)
    assert outcome is not None
    assert (outcome.result, outcome.standing) == ("foes_win", ("m",))


def test_one_who_still_stands_keeps_the_confrontation_going() -> None:
    play = confront(None, a=make_quiet(passion=1), b=make_quiet(passion=1))
    play.given(LoseAbility(character="a", ability="passion"), LoseAbility(character="b", ability="passion"))
    assert play.state.confrontation == ("m",)
    assert SYSTEM.outcome(play.state) is None


def test_of_several_camps_the_first_at_its_most_wins_and_a_lost_one_does_not_end_it() -> None:
    camps = {"moon": ("a", "b"), "sun": ("c",)}
    known: dict[str, Any] = {
        "a": make_quiet(passion=1),
        "b": make_quiet(passion=1),
        "c": make_quiet(),
        "m": make_curse(),
    }
    play = begin(**known).given(BeginConfrontation(curses=("m",), camps=camps))
    play.given(LoseAbility(character="a", ability="passion"), LoseAbility(character="b", ability="passion"))
    assert play.state.confrontation == ("m",)
    play.when(check("c"), fall(1, 0))
    assert play.events[-1] == ConfrontationEnded(result="players_win", camp="sun")
    assert strength_of(play, "moon") == 0


def test_the_most_stays_or_falls_when_a_player_character_drops_out() -> None:
    for reading, ends in (("stays", []), ("falls", [ConfrontationEnded(result="players_win", camp="pcs")])):
        play = confront({"camp_size": reading}, strength=2, c=make_quiet(passion=1))
        play.when(LoseAbility(character="c", ability="passion"))
        assert play.all(ConfrontationEnded) == ends


def test_the_most_with_one_of_several_curses_wins_or_it_takes_all() -> None:
    known: dict[str, Any] = {"a": make_quiet(), "m": make_curse(), "w": make_curse()}
    play = begin(None, **known).given(BeginConfrontation(curses=("m", "w")))
    play.when(check(), fall(1, 0))
    assert play.only(ConfrontationEnded).result == "players_win"

    play = begin({"confrontation_won": "all"}, **known).given(BeginConfrontation(curses=("m", "w")))
    play.given(check(), dice=fall(1, 0))
    play.given(ForgoAction(character="m"), ForgoAction(character="w"))
    play.when(check()).refused("bloodberry.camp_at_most")
    play.when(check(target="w"), fall(1, 0))
    assert play.only(ConfrontationEnded).result == "players_win"


def test_the_gm_may_break_it_off_and_nobody_has_won() -> None:
    play = confront()
    play.when(EndConfrontation()).then(ConfrontationEnded(result="undecided"))
    assert SYSTEM.outcome(play.state) is None
    play.when(EndConfrontation()).refused("bloodberry.no_confrontation")


def test_round_progress_ends_with_the_confrontation() -> None:
    play = confront(None)
    play.given_state(hold_cards(play.state, a="s2 h6 c9", m="s3 h7 c8"))
    play.when(EndConfrontation())
    assert len(play.only(RoundsEnded).cards) == 2


def test_an_outcome_is_that_of_the_scene_alone() -> None:
    play = confront(strength=2).given(check(), dice=fall(3, 2))
    for scene in (Scene(number=1), Scene(interlude=True)):
        assert SYSTEM.outcome(change(play, scene=scene).state) is None


# ---- special actions ----


def test_the_gm_defines_turn_actions_that_deepen_the_camps_relation_by_a_judge() -> None:
    play = confront()
    play.when(DefineAction(text="歌う", first="grace", difficulty=2, gain=2))
    defined = ActionDefined(number=1, text="歌う", first="grace", second="grace", difficulty=2, gain=2)
    play.then(defined)
    play.when(TakeSpecialAction(character="a", action=1, target="m"), d6(5, 6, 1, 1))
    assert play.only(SpecialActionTaken).action == 1
    assert play.only(SpecialActionSettled).success
    assert play.only(CampStrengthChanged).now == 2
    play.when(TakeSpecialAction(character="b", action=1), d6(5, 1, 1, 1))
    assert not play.only(SpecialActionSettled).success
    assert play.all(CampStrengthChanged) == []
    play.when(TakeSpecialAction(character="a", action=1)).refused("bloodberry.had_turn")


def test_a_special_action_without_standards_succeeds_at_once() -> None:
    play = confront().given(DefineAction(text="鏡を割る"))
    play.when(TakeSpecialAction(character="a", action=1))
    assert play.only(SpecialActionSettled) == SpecialActionSettled(character="a", action=1, success=True)
    assert strength_of(play) == 0


def test_special_actions_are_those_defined_for_those_of_the_confrontation() -> None:
    play = confront(None, n=make_npc()).given(DefineAction(text="鏡を割る"))
    play.when(TakeSpecialAction(character="a", action=2)).refused("bloodberry.no_such_action")
    play.when(TakeSpecialAction(character="n", action=1)).refused("bloodberry.not_confronted")
    play.when(DefineAction(text="歌う", difficulty=2)).refused("bloodberry.action_without_standard")
    begin(a=make_person()).when(DefineAction(text="歌う")).refused("bloodberry.no_confrontation")


def test_the_gm_sets_a_camps_relation_within_its_most() -> None:
    play = confront()
    play.when(SetCampStrength(camp="pcs", curse="m", strength=2))
    play.then(CampStrengthChanged(camp="pcs", curse="m", change=2, now=2, most=3))
    play.when(SetCampStrength(camp="pcs", curse="m", strength=2)).refused("bloodberry.strength_same")
    play.when(SetCampStrength(camp="sun", curse="m", strength=2)).refused("bloodberry.no_such_camp")


def test_a_confrontation_and_its_rounds_end_undecided_with_their_scene() -> None:
    play = confront()
    play.given_state(hold_cards(play.state, a="s2 h6 c9", m="s3 h7 c8"))
    play.given(ExchangeCard(character="a", card="s2"))
    play.given_state(SYSTEM.evolve(play.state, SceneClosed(scene=1)))
    assert play.state.confrontation == ()
    assert play.state.rounds is None
    assert len(list_places(play.state.cards)) == len(CARDS)
    assert SYSTEM.outcome(play.state) is None
    play.settled()
