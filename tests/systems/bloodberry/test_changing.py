"""Changing (チェンジ): the card just discarded for one of one's own, once a round, and what it earns."""

from typing import Any

from bloodberries import change
from confrontations import hold_cards
from confronted import DULL, deal, draw, rounds_of
from kit import Play

from tenmatsu.systems.bloodberry.commands.confronting import BeginConfrontation
from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.rounds import (
    AnswerChange,
    ExchangeCard,
    ForgoAction,
)
from tenmatsu.systems.bloodberry.events.rounds import (
    ActionTaken,
    CardChanged,
    CardsDrawn,
    ChangeOffered,
    HandCompleted,
    HandLaid,
    TurnPassed,
)
from tenmatsu.systems.bloodberry.staging import Rounds


def swap(options: dict[str, Any] | None = None, **hands: str) -> Play:
    """Return a play in which `a` has discarded c9, which completes what `b` has by 10 and 6."""
    play = deal(options, **{"a": DULL, "b": "s10 h6 h2", **hands})
    return play.given(ExchangeCard(character="a", card="c9"))


def test_a_change_gives_a_card_for_the_one_discarded_and_a_hand_completed_so_acts_at_once() -> None:
    play = swap()
    play.when(AnswerChange(character="b", choice="change", card="h2")).then(
        CardChanged(character="b", card="c9_a", given="h2_a", by="a"),
        HandCompleted(
            character="b", hand="high", cards=("s10_a", "h6_b", "c9_a"), actions=1, only=("b", "a")
        ),
    )
    play.when(ForgoAction(character="b"), dice=draw(play, "s4", "h9", "d13", "d12"))
    assert play.only(HandLaid).round == 2
    assert [event.owner for event in play.all(CardsDrawn)] == ["b", "a"]
    assert play.events[-1] == TurnPassed(character="b", at=1, cycle=1)


def test_a_change_that_completes_nothing_is_used_up_all_the_same() -> None:
    play = swap(b="s10 h5 h2")
    play.when(AnswerChange(character="b", choice="change", card="s10"), dice=draw(play, "d13"))
    assert play.all(HandCompleted) == []
    assert rounds_of(play).changed == ("b",)
    play.given(ExchangeCard(character="b", card="h2"))
    assert [choice.whom for choice in play.pending] == ["a"]
    play.given(AnswerChange(character="a", choice="pass"), dice=draw(play, "d12"))
    play.when(ExchangeCard(character="a", card="s2"), dice=draw(play, "d11"))
    assert play.all(ChangeOffered) == []  # b has changed in this round


def test_an_action_earned_by_a_change_is_upon_oneself_or_whoever_discarded() -> None:
    play = deal(a=DULL, m="s10 h6 h2", b="s3 h7 c8")
    change(play, rounds=None)
    cards = play.state.cards
    play.given(BeginConfrontation(curses=("m",)))
    play.given_state(hold_cards(play.state, a=DULL, m="s10 h6 h2", b="s3 h7 c8"))
    assert play.state.cards == cards
    play.given(ExchangeCard(character="a", card="c9"))
    play.given(AnswerChange(character="m", choice="change", card="h2"))
    play.when(CallCurse(character="b", check="doubt", curse="m")).refused("bloodberry.only_upon")
    play.when(CallCurse(character="a", check="doubt", curse="m"), dice=_fail(play, "a", 4))
    assert play.only(ActionTaken) == ActionTaken(character="m", left=0)


def _fail(play: Play, victim: str, dice: int) -> list[tuple[int, int]]:
    """Return the dice of a curse check of so many 5s, of the fresh hand, and of the card owed."""
    size = len(play.state.cards.pile)
    return [*[(6, 5)] * dice, *[(size - at, 1) for at in range(4)]]


def test_the_card_given_in_exchange_cannot_be_changed_for_or_can() -> None:
    hands: dict[str, Any] = {"b": "s10 h5 h2", "m": "d10 d6 d2"}
    play = swap(**hands)
    play.when(AnswerChange(character="b", choice="change", card="s10"), dice=draw(play, "d13"))
    assert play.all(ChangeOffered) == []  # the order of initiative had b first, so m comes too late

    play = swap({"change_order": "again"}, **hands)
    play.when(AnswerChange(character="b", choice="change", card="s10"))
    assert play.only(ChangeOffered) == ChangeOffered(character="a", card="s10_a", by="b", asked=("m",))
    play.given(AnswerChange(character="a", choice="pass"))
    play.when(AnswerChange(character="m", choice="change", card="d2"))
    assert play.only(CardChanged).given == "d2_a"
    assert play.only(HandCompleted).only == ("m", "b")


def test_the_changes_of_a_round_come_back_to_all_or_to_whoever_acted() -> None:
    for reading, left in (("all", ()), ("own", ("m",))):
        play = deal({"round_passes": reading}, a="s10 h6 c9", m=DULL)
        change(play, rounds=Rounds(actors=("a", "m"), order=("a", "m"), changed=("a", "m")))
        play.given(ExchangeCard(character="a", card="h6"), dice=draw(play, "d7"))
        play.when(ForgoAction(character="a"), dice=draw(play, "s4", "h9", "d13"))
        assert play.only(HandLaid).changed == left
        assert rounds_of(play).changed == left


def test_only_whoever_is_asked_changes_and_only_a_card_of_theirs() -> None:
    play = swap()
    play.when(AnswerChange(character="b", choice="change", card="d1")).refused("bloodberry.not_in_hand")
    play.when(AnswerChange(character="b", choice="change")).refused("bloodberry.card_to_give_missing")
    play.when(AnswerChange(character="a", choice="pass")).refused("bloodberry.no_change")
