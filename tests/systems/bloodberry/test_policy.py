"""The auto-player in turns and with cards; confrontations end, and with sense."""

from random import Random

import msgspec
import pytest
from autoplay import SITUATIONS, draw_options, find_rules, play_out
from bloodberries import begin, change, hold, make_curse, make_person
from confrontations import hold_cards, list_places
from confronted import ask, check, choose, confront, fall, make_quiet

from tenmatsu.engine.contract import Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.confronting import (
    BeginConfrontation,
    DefineAction,
    EndConfrontation,
    TakeSpecialAction,
)
from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.judging import UseEffect
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.rounds import (
    AnswerChange,
    EndRounds,
    ExchangeCard,
    ForgoAction,
    ShowCard,
    ShuffleDiscard,
)
from tenmatsu.systems.bloodberry.staging import Cards, Confronted, Rounds, Scene
from tenmatsu.systems.bloodberry.state import State

# ---- turns ----


def test_whose_turn_it_is_follows_the_turns_that_go_round() -> None:
    play = confront()
    assert SYSTEM.turn(play.state) == Turn("a", 1)
    play.given(check(), dice=fall(0, 0))
    assert SYSTEM.turn(play.state) == Turn("b", 1)
    assert SYSTEM.turn(begin(a=make_person()).state) is None


def test_in_rounds_it_is_whoever_acts_or_exchanges_else_the_gms() -> None:
    play = confront()
    play.given_state(hold_cards(play.state, a="s10 h6 c9", m="s2 h7 c8"))
    assert SYSTEM.turn(play.state) == Turn("a", 1)
    rounds = Rounds(actors=("a", "m"), order=("a", "m"), acting="m", actions=1, cycle=4)
    assert SYSTEM.turn(change(play, rounds=rounds).state) == Turn("m", 4)
    gone = {**play.state.people, "a": make_quiet(out=True), "m": make_curse(out=True)}
    change(play, people=gone, rounds=Rounds(actors=("a", "m"), order=("a", "m")))
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    assert choose(play, "@gm") == EndRounds()


def test_a_pile_that_ran_out_is_shuffled_by_the_gm() -> None:
    play = confront()
    play.given_state(hold_cards(play.state, a="s10 h6 c9", m="s2 h7 c8"))
    cards = play.state.cards
    change(play, cards=msgspec.structs.replace(cards, pile=(), discard=cards.pile, ran_out=True))
    assert SYSTEM.turn(play.state) == Turn("@gm", 1)
    assert choose(play, "@gm") == ShuffleDiscard()


def test_where_nobody_can_go_on_the_gm_ends_it() -> None:
    assert choose(confront(), "@gm") == EndConfrontation()


def test_the_check_with_the_best_chance_is_made_on_the_curses_weakest_side() -> None:
    play = confront(None, a=make_quiet(passion=2, grace=2, maturity=3), m=make_curse(malice=0))
    expected = RelationCheck(character="a", target="m", check="banter", second="maturity")
    assert choose(play, "a") == expected


def test_a_check_without_any_chance_is_not_made() -> None:
    play = confront(None, strength=2, a=make_quiet(passion=1, grace=1, maturity=1))
    assert choose(play, "a") == ForgoAction(character="a")


def test_a_special_action_is_taken_where_it_is_likelier() -> None:
    play = confront(None, m=make_curse(doubt=4, malice=4, unease=4))
    play.given(DefineAction(text="歌う", first="maturity", difficulty=1, gain=1))
    assert choose(play, "a") == TakeSpecialAction(character="a", action=1, target="m")


def test_an_ability_that_is_low_is_healed_first() -> None:
    person = make_person(traits=hold(sublimated=("病弱",)), passion=1, lost={"passion": 1})
    play = confront(None, a=person)
    assert choose(play, "a") == UseEffect(character="a", trait="病弱")


def test_a_curse_strikes_at_the_weakest_ability_and_at_whoever_falls_by_it() -> None:
    play = confront(None, b=make_quiet(grace=1), m=make_curse(doubt=2, malice=2, unease=2))
    change(play, scene=Scene(acted=("a", "b", "c")))
    assert choose(play, "m") == CallCurse(character="b", check="malice", curse="m")


def test_a_curse_that_can_do_nothing_lets_its_turn_go() -> None:
    play = confront(None, m=make_curse(doubt=0, malice=0, unease=0))
    change(play, scene=Scene(acted=("a", "b", "c")))
    assert choose(play, "m") == ForgoAction(character="m")


def test_who_has_no_turn_has_nothing_to_choose() -> None:
    play = confront()
    with pytest.raises(RuleViolation, match="m") as refused:
        choose(play, "m")
    assert refused.value.code == "bloodberry.nothing_to_choose"


def test_in_rounds_without_a_confrontation_an_action_is_let_go() -> None:
    play = begin(a=make_quiet())
    play.given_state(hold_cards(play.state, a="s10 h6 c9"))
    change(play, rounds=Rounds(actors=("a",), order=("a",), acting="a", actions=1))
    assert choose(play, "a") == ForgoAction(character="a")


# ---- cards ----


def test_the_highest_card_is_shown() -> None:
    play = begin(a=make_quiet())
    play.given_state(hold_cards(play.state, a="s13 h6 c9"))
    assert ask(play, "show_card", "show") == ShowCard(character="a", card="c9_a")


def test_the_card_is_discarded_without_which_most_cards_complete_a_hand() -> None:
    play = confront()
    play.given_state(hold_cards(play.state, a="s10 c9 h3", m="s2 h7 c8"))
    assert choose(play, "a") == ExchangeCard(character="a", card="h3_a")


def test_a_change_is_made_where_it_earns_an_action_upon_the_other_side() -> None:
    for discarder, choice, card in (("a", "change", "h2_a"), ("w", "pass", "")):
        play = confront(None, w=make_curse())
        play.given_state(hold_cards(play.state, m="s10 h6 h2", a="s3 h7 c8", w="s4 h8 d9"))
        rounds = play.state.rounds
        assert rounds is not None
        discarded = msgspec.structs.replace(rounds, discarded="c9_a", discarded_by=discarder)
        change(play, rounds=discarded, confrontation=("m", "w"))
        answer = ask(play, "change", "change", "pass", whom="m", card="c9_a", by=discarder)
        assert answer == AnswerChange(character="m", choice=choice, card=card)  # type: ignore[arg-type]


# ---- whole confrontations ----


def test_whatever_the_house_rules_confrontations_end_and_both_sides_win_some() -> None:
    results: list[str] = []
    for seed in range(60):
        rng = Random(seed)
        rules = find_rules(SYSTEM, **draw_options(SYSTEM, Random(seed + 1)))
        state: State = SITUATIONS["bloodberry"](rng)
        cards = len(list_places(state.cards))
        for moment in play_out(SYSTEM, rules, state, rng):
            state = moment.after
        assert len(list_places(state.cards)) == cards
        outcome = SYSTEM.outcome(state)
        if outcome is not None:
            results.append(outcome.result)
    assert len(results) >= 55
    assert {"players_win", "foes_win"} == set(results)


def test_more_vigour_and_sublimated_traits_win_more_often() -> None:
    wins: list[int] = []
    weak = make_quiet(passion=1, grace=1, maturity=2)
    strong = make_person(vigour=3, traits=hold(sublimated=("指輪", "狼さん", "自堕落")))
    for person in (weak, strong):
        won = 0
        for seed in range(40):
            curse = make_curse(doubt=2, malice=2, unease=2)
            play = begin(a=person, b=person, c=person, m=curse).given(BeginConfrontation(curses=("m",)))
            state = play.state
            for moment in play_out(SYSTEM, play.rules, state, Random(seed)):
                state = moment.after
            outcome = SYSTEM.outcome(state)
            won += outcome is not None and outcome.result == "players_win"
        wins.append(won)
    assert wins[0] + 10 < wins[1]


def test_an_outcome_tells_who_stands_and_who_lives_and_what_is_left() -> None:
    people = {"a": make_quiet(passion=0, out=True), "b": make_quiet(vanished=True), "m": make_curse()}
    last = Confronted(result="foes_win", members=("a", "b", "m"))
    outcome = SYSTEM.outcome(State(people=people, confronted=last, cards=Cards()))
    assert outcome is not None
    assert (outcome.standing, outcome.alive) == (("m",), ("a", "m"))
    assert outcome.values["a.passion"] == 0
    assert outcome.values["a.vigour"] == 0
