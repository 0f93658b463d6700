"""Round progress (ラウンド進行): its beginning and end, discard and draw, hands that act."""

from typing import Any

import pytest
from bloodberries import begin, change, make_curse, make_person
from confrontations import CARDS, hold_cards
from confronted import DULL, deal, draw, rounds_of

from tenmatsu.systems.bloodberry.commands.confronting import BeginConfrontation
from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.rounds import (
    AnswerChange,
    BeginRounds,
    EndRounds,
    ExchangeCard,
    ForgoAction,
    ShuffleDiscard,
)
from tenmatsu.systems.bloodberry.events.rounds import (
    ActionTaken,
    CardExchanged,
    CardsDrawn,
    CardsSeen,
    ChangeOffered,
    ChangePassed,
    HandCompleted,
    HandLaid,
    RoundsBegun,
    RoundsEnded,
    TurnPassed,
)
from tenmatsu.systems.bloodberry.staging import FlagMap, Scene

# ---- the beginning ----


def test_all_of_the_scene_get_three_cards_and_show_one() -> None:
    play = begin(a=make_person(), m=make_curse(), far=make_person())
    change(play, scene=Scene(number=1, running=True, participants=("a", "m")))
    play.when(BeginRounds(), dice=[(104 - drawn, 1) for drawn in range(6)])

    assert play.only(RoundsBegun) == RoundsBegun(actors=("a", "m"))
    assert {one: len(hand) for one, hand in play.state.cards.hands.items()} == {"a": 3, "m": 3}
    assert [event.cards for event in play.all(CardsSeen)] == [CARDS[:3], CARDS[3:6]]
    play.asks("show_card", "a", *CARDS[:3])


def test_round_progress_wants_somebody_who_can_act_a_scene_and_the_cards() -> None:
    play = begin(a=make_person(), b=make_person(out=True))
    play.when(BeginRounds()).refused("bloodberry.no_actors")
    play.when(BeginRounds(actors=("b",))).refused("bloodberry.cannot_act")
    change(play, scene=Scene(interlude=True)).when(BeginRounds(actors=("a",)))
    play.refused("bloodberry.rounds_in_interlude")
    change(play, scene=Scene(), map=FlagMap()).when(BeginRounds(actors=("a",)))
    play.refused("bloodberry.cards_in_use")
    crowd: dict[str, Any] = {f"p{at}": make_person() for at in range(27)}
    begin(**crowd).when(BeginRounds(actors=tuple(crowd))).refused("bloodberry.rounds_too_many")
    deal(a=DULL).when(BeginRounds(actors=("a",))).refused("bloodberry.rounds_begun")


# ---- discard and draw ----


def test_a_card_is_discarded_and_once_the_others_have_passed_another_is_drawn() -> None:
    play = deal(a=DULL, b="s3 h7 c8", m="d2 d6 d9")
    play.when(ExchangeCard(character="a", card="c9")).then(
        CardExchanged(character="a", card="c9_a", now=2, asked=("b", "m")),
        ChangeOffered(character="b", card="c9_a", by="a", asked=("m",)),
    )
    play.asks("change", "b", "change", "pass")
    play.when(AnswerChange(character="b", choice="pass"))
    play.then(ChangePassed(character="b"), ChangeOffered(character="m", card="c9_a", by="a", asked=()))
    play.when(AnswerChange(character="m", choice="pass"), dice=draw(play, "d13"))
    assert play.only(CardsDrawn).now == 3
    assert play.only(CardsSeen).cards == ("d13_a",)
    assert play.events[-1] == TurnPassed(character="b", at=1, cycle=1)
    assert play.state.cards.discard == ("c9_a",)
    play.settled()


def test_a_hand_that_a_drawn_card_completes_acts_and_the_fresh_hand_passes_the_turn() -> None:
    play = deal(a="s10 h6 c9")
    play.when(ExchangeCard(character="a", card="h6"), dice=draw(play, "d7"))
    hand = ("s10_a", "c9_a", "d7_a")
    assert play.only(HandCompleted) == HandCompleted(character="a", hand="high", cards=hand, actions=1)
    assert rounds_of(play).acting == "a"
    play.when(ExchangeCard(character="a", card="d7")).refused("bloodberry.acts_first")
    play.when(ForgoAction(character="a"), dice=draw(play, "s4", "h9", "d13"))
    assert play.events[:2] == [
        ActionTaken(character="a", left=0, forgone=True),
        HandLaid(character="a", cards=hand, round=2, changed=()),
    ]
    assert play.events[-1] == TurnPassed(character="a", at=0, cycle=2)
    assert play.state.cards.hands["a"] == ("s4_a", "h9_a", "d13_a")
    play.settled()


def test_a_hand_dealt_or_taken_fresh_does_not_act_however_good_it_is() -> None:
    play = deal(a="s10 h6 c9")
    play.given(ExchangeCard(character="a", card="h6"), dice=draw(play, "d7"))
    play.given(ForgoAction(character="a"), dice=draw(play, "s12", "h12", "d12"))

    assert rounds_of(play).acting == ""


def test_the_cards_laid_down_after_acting_cannot_be_changed_for() -> None:
    play = deal(a="s10 h6 c9", b=DULL)
    play.given(ExchangeCard(character="a", card="h6"))
    play.given(AnswerChange(character="b", choice="pass"), dice=draw(play, "d7"))
    play.when(ForgoAction(character="a"), dice=draw(play, "s4", "h9", "d13"))

    assert play.all(ChangeOffered) == []
    play.settled()


def test_cards_are_exchanged_in_order_by_those_who_can_act_only() -> None:
    play = deal(a=DULL, b="s3 h7 c8", m="d2 d6 d9")
    play.when(ExchangeCard(character="b", card="s3")).refused("bloodberry.not_their_turn")
    play.when(ExchangeCard(character="a", card="s3")).refused("bloodberry.not_in_hand")
    change(play, people={**play.state.people, "b": make_person(out=True)})
    play.given(ExchangeCard(character="a", card="s2"))
    play.when(AnswerChange(character="m", choice="pass"), dice=draw(play, "s13"))
    assert play.events[-1] == TurnPassed(character="m", at=2, cycle=1)
    begin(a=make_person()).when(ExchangeCard(character="a", card="s3")).refused("bloodberry.no_rounds")


def test_actions_are_earned_by_hands_alone() -> None:
    play = deal(a=DULL, m="d2 d6 d9")
    play.when(ForgoAction(character="a")).refused("bloodberry.no_hand")
    begin(a=make_person()).when(ForgoAction(character="a")).refused("bloodberry.no_confrontation")


# ---- an empty pile, the end ----


def test_when_the_gm_decides_nobody_exchanges_before_the_pile_is_shuffled_or_rounds_end() -> None:
    play = deal({"empty_deck": "gm"}, a=DULL, b="s3 h7 c8")
    cards = play.state.cards
    short = {**cards.hands, "b": cards.hands["b"][:2]}
    pile, discard = cards.pile[:1], (*cards.pile[1:], *cards.hands["b"][2:])
    counts = {"a": 3, "b": 2}
    emptied = type(cards)(pile=pile, discard=discard, hands=short, counts=counts, ran_out=True)
    change(play, cards=emptied).when(ExchangeCard(character="a", card="s2"))
    play.refused("bloodberry.deck_empty")
    play.when(ShuffleDiscard(), dice=[(99, 1)])
    assert play.only(CardsDrawn) == CardsDrawn(owner="b", count=1, now=3, left=98)
    play.given(ExchangeCard(character="a", card="s2"))


def test_at_the_end_the_hands_go_to_the_discard() -> None:
    play = deal(a=DULL, b="s3 h7 c8")
    hands = play.state.cards.hands
    play.when(EndRounds()).then(RoundsEnded(cards=hands))
    assert play.state.cards.discard == (*hands["a"], *hands["b"])
    assert play.state.rounds is None
    play.when(EndRounds()).refused("bloodberry.no_rounds")


def test_relation_checks_wait_for_a_hand() -> None:
    play = deal(a=DULL, m="d2 d6 d9")
    change(play, rounds=None).given(BeginConfrontation(curses=("m",)))
    play.given_state(hold_cards(play.state, a=DULL, m="d2 d6 d9"))
    check = RelationCheck(character="a", target="m", check="inquiry", second="grace")
    play.when(check).refused("bloodberry.no_hand")
    play.when(CallCurse(character="a", check="doubt", curse="m")).refused("bloodberry.no_hand")


@pytest.mark.parametrize("actions", [1, 3])
def test_a_hand_acts_as_often_as_it_says(actions: int) -> None:
    play = deal(a="s12 h12 c9" if actions == 3 else "s10 h6 c9", m=DULL)
    change(play, rounds=None).given(BeginConfrontation(curses=("m",), camps={"us": ("a",)}))
    hand = "s12 h12 c9" if actions == 3 else "s10 h6 c9"
    play.given_state(hold_cards(play.state, a=hand, m=DULL))
    play.given(ExchangeCard(character="a", card="c9" if actions == 3 else "h6"))
    drawn = draw(play, "d12" if actions == 3 else "d7")
    play.given(AnswerChange(character="m", choice="pass"), dice=drawn)
    check = RelationCheck(character="a", target="m", check="inquiry", second="grace")
    for left in range(actions - 1, -1, -1):
        fresh = [(len(play.state.cards.pile) - at, 1) for at in range(3)] if not left else []
        play.when(check, dice=[*[(6, 1)] * 8, *fresh])
        assert play.only(ActionTaken).left == left
    assert rounds_of(play).acting == ""
