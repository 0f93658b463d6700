"""Two decks shuffled together: which cards there are, drawing in secret, discarding, an empty pile."""

from bloodberries import begin, change, make_curse, make_npc, make_person
from confrontations import CARDS, deal_hands, list_places
from kit import Play, work_on

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.events.envelope import may_see
from tenmatsu.events.table import Rolled
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.rounds import ShuffleDiscard
from tenmatsu.systems.bloodberry.decide.dealing import (
    colour_of,
    discard,
    draw_cards,
    lay_out_decks,
    list_players,
    rank_of,
    value_of,
)
from tenmatsu.systems.bloodberry.decide.work import Work
from tenmatsu.systems.bloodberry.events.rounds import (
    CardsDiscarded,
    CardsDrawn,
    CardsSeen,
    DeckRanOut,
    DeckRenewed,
    DecksLaidOut,
)
from tenmatsu.systems.bloodberry.evolve import evolve
from tenmatsu.systems.bloodberry.staging import Cards, FlagMap
from tenmatsu.systems.bloodberry.state import State


def sit(**options: str) -> Play:
    """Return two players' characters and an NPC with the decks laid out."""
    play = begin(options or None, a=make_person(), b=make_person(), n=make_npc())
    return change(play, cards=Cards(pile=CARDS))


def told(work: Work, viewer: str) -> list[object]:
    """Return the events of a decision that a participant sees."""
    gm = viewer == "gm"
    return [one.event for one in work.recorded if may_see(one.audience, viewer, is_gm=gm)]


def test_two_decks_are_104_cards_and_each_stands_there_once_a_deck() -> None:
    work = work_on(begin(a=make_person()))
    lay_out_decks(work)

    assert len(CARDS) == len(set(CARDS)) == 104
    assert work.recorded[0].event == DecksLaidOut(cards=CARDS)
    assert {(card[0], rank_of(card)) for card in CARDS} == {
        (suit, rank) for suit in "shdc" for rank in range(1, 14)
    }


def test_hearts_and_diamonds_are_red_and_face_cards_have_no_number() -> None:
    assert [colour_of(card) for card in ("s1_a", "h1_a", "d1_a", "c1_a")] == ["black", "red", "red", "black"]
    assert [value_of(card) for card in ("s1_a", "h10_b", "d11_a", "c12_a", "c13_a")] == [1, 10, 0, 0, 0]
    assert rank_of("nothing") == 0


def test_a_draw_is_a_roll_among_what_is_left_and_only_the_owner_and_the_gm_see_it() -> None:
    work = work_on(sit(), ScriptedDice([(104, 1), (103, 1), (102, 102)]))
    drawn = draw_cards(work, "a", 3)

    assert drawn == ("s1_a", "s2_a", "c13_b")
    open_ = CardsDrawn(owner="a", count=3, now=3, left=101)
    assert told(work, "pl_b") == [open_]
    for viewer in ("pl_a", "gm"):
        assert told(work, viewer)[1:] == [open_, CardsSeen(owner="a", cards=drawn)]
        assert isinstance(told(work, viewer)[0], Rolled)
    assert work.state.cards.hands == {"a": drawn}
    assert sorted(list_places(work.state.cards)) == sorted(CARDS)


def test_a_viewer_who_may_not_look_knows_how_many_cards_a_hand_and_the_pile_have() -> None:
    play = sit()
    work = work_on(play, ScriptedDice([(104, 5), (103, 6)]))
    draw_cards(work, "a", 2)
    seen = play.state
    for event in told(work, "pl_b"):
        seen = evolve(seen, event)  # type: ignore[arg-type]

    assert seen.cards.counts == {"a": 2}
    assert seen.cards.left == work.state.cards.left == 102
    assert sorted(list_places(seen.cards)) == sorted(CARDS)


def test_the_hand_of_an_npc_is_for_the_gm_and_that_of_a_camp_for_its_players() -> None:
    play = change(sit(), map=FlagMap(camps={"us": ("a", "b", "n")}))
    work = work_on(play)

    assert list_players(work, "n") == ()
    assert list_players(work, "us") == ("pl_a", "pl_b")


def test_what_is_discarded_lies_open_and_only_what_is_held_can_be() -> None:
    play = change(sit(), cards=Cards(pile=CARDS[3:], hands={"a": CARDS[:3]}, counts={"a": 3}))
    work = work_on(play)
    discard(work, "a", "s1_a", "h5_a")

    assert [one.event for one in work.recorded] == [CardsDiscarded(owner="a", cards=("s1_a",), now=2)]
    assert work.state.cards.discard == ("s1_a",)
    discard(work, "a", "h5_a")
    assert len(work.recorded) == 1


def test_the_discard_is_shuffled_into_the_pile_when_that_runs_out() -> None:
    cards = Cards(pile=CARDS[:1], discard=CARDS[1:4])
    work = work_on(change(sit(), cards=cards), ScriptedDice([(1, 1), (3, 3), (2, 1)]))
    drawn = draw_cards(work, "a", 3)

    assert drawn == (CARDS[0], CARDS[3], CARDS[1])
    assert [one.event for one in work.recorded if isinstance(one.event, DeckRenewed)] == [
        DeckRenewed(count=3)
    ]
    assert work.state.cards.discard == ()


def test_or_the_gm_says_what_follows() -> None:
    cards = Cards(pile=CARDS[:1], discard=CARDS[1:4])
    play = change(sit(empty_deck="gm"), cards=cards)
    work = work_on(play, ScriptedDice([(1, 1)]))

    assert draw_cards(work, "a", 3) == (CARDS[0],)
    assert work.recorded[-1].event == DeckRanOut()
    assert work.state.cards.ran_out
    play.given_state(work.state)
    play.when(ShuffleDiscard()).then(DeckRenewed(count=3))
    assert not play.state.cards.ran_out
    assert play.state.cards.pile == CARDS[1:4]


def test_without_a_discard_there_is_nothing_to_shuffle() -> None:
    sit().when(ShuffleDiscard()).refused("bloodberry.no_discard")


def test_no_more_cards_are_drawn_than_there_are() -> None:
    work = work_on(change(sit(), cards=Cards()))

    assert draw_cards(work, "a", 3) == ()
    assert work.recorded == []


def test_every_card_has_a_picture_in_both_languages() -> None:
    words = SYSTEM.words()

    assert words.label("s1_a", "ja") == words.label("s1_b", "en") == "♠A"
    assert words.label("h12", "ja") == "♥Q"
    assert all(words.label(card, "ja") != card for card in CARDS)


def test_a_dealt_sample_has_every_card_once() -> None:
    from random import Random

    state = deal_hands(State(people={"a": make_person(), "m": make_curse()}), Random(1))
    assert sorted(list_places(state.cards)) == sorted(CARDS)
