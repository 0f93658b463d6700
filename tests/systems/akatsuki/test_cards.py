"""The deck, awakening cards, fate cards and chips: drawn, dealt, turned, granted."""

from random import Random
from typing import Any

import pytest
from akatsukis import (
    CARDS,
    begin,
    draw_chips,
    draws,
    face_down,
    hold,
    lay_out,
    list_chips,
    list_places,
    make_figure,
    make_npc,
)
from autoplay import SeededDice
from kit import Play, work_on

from tenmatsu.events.table import Rolled
from tenmatsu.systems.akatsuki.commands.cards import BurnSoul, GrantCards, GrantChips, GrantChivalry
from tenmatsu.systems.akatsuki.decide.drawing import (
    count_drawable,
    count_fate,
    draw_awakening,
    draw_chip,
    has_fate,
    turn_fate,
)
from tenmatsu.systems.akatsuki.events.cards import (
    AwakeningGained,
    ChipsGranted,
    ChivalryGranted,
    DeckRenewed,
    FateChipsChosen,
    FateChipsGranted,
    FateChipTurned,
    FateDealt,
    FateTurned,
)
from tenmatsu.systems.akatsuki.evolve import evolve
from tenmatsu.systems.akatsuki.state import Deck, Fate, Figure, State

CHOSEN = {"npc_chips": "chosen"}


def begin_with(pile: int, *, options: dict[str, Any] | None = None, **figures: Figure) -> Play:
    """Return a play with so many cards in the pile and the rest of the unseen ones discarded."""
    return begin(None, options=options, **figures).given_state(lay_out(figures, pile=pile))


def test_an_awakening_card_is_drawn_among_what_nobody_has_seen() -> None:
    play = begin(a=make_figure(fate=face_down(3)))

    play.when(GrantCards(character="a"), dice=draws(play, "kiku_1"))
    play.then(AwakeningGained(character="a", card="kiku_1", why="granted", left=44))
    assert play.state.characters["a"].awakening == hold("kiku_1")


def test_dealing_a_fate_card_rolls_nothing_since_nobody_sees_it() -> None:
    play = begin(a=make_figure()).when(GrantCards(character="a", kind="fate", count=2))

    play.then(
        FateDealt(character="a", generation=0, now=1, left=47),
        FateDealt(character="a", generation=0, now=2, left=46),
    )
    assert len(play.state.deck.unseen) == 48


def test_a_deck_of_1_and_a_draw_of_3_with_4_discarded_gives_1_then_2_of_the_4() -> None:
    others = hold(*CARDS[5:])
    play = begin_with(1, a=make_figure(), b=make_figure(awakening=others))
    discard = play.state.deck.discard
    assert (play.state.deck.left, len(discard)) == (1, 4)

    play.when(GrantCards(character="a", count=3), dice=[(1, 1), (4, 2), (3, 3)])
    assert [type(event) for event in play.events] == [
        AwakeningGained,
        DeckRenewed,
        AwakeningGained,
        AwakeningGained,
    ]
    assert play.only(DeckRenewed) == DeckRenewed(generation=1, cards=discard)
    assert (play.state.deck.left, play.state.deck.discard) == (2, ())
    assert play.state.characters["a"].awakening == hold("matsu_1", "matsu_3", "ume_1")


def test_more_than_pile_and_discard_have_is_refused_before_anything_is_rolled() -> None:
    play = begin_with(1, a=make_figure(), b=make_figure(awakening=hold(*CARDS[5:])))

    assert count_drawable(play.state) == 5
    play.when(GrantCards(character="a", count=6)).refused("akatsuki.too_few_cards")
    play.when(GrantCards(character="a", kind="fate", count=6)).refused("akatsuki.too_few_cards")


@pytest.mark.parametrize("count", [0, -1])
def test_no_card_is_not_drawn(count: int) -> None:
    play = begin(a=make_figure(), n=make_npc())

    play.when(GrantCards(character="a", count=count)).refused("akatsuki.count_below_one")
    play.when(GrantChivalry(character="a", count=count)).refused("akatsuki.count_below_one")
    play.when(GrantChips(character="n", count=count)).refused("akatsuki.count_below_one")
    play.when(BurnSoul(character="a", count=count)).refused("akatsuki.count_below_one")


def test_who_is_unknown_or_dead_gets_nothing() -> None:
    play = begin(a=make_figure(dead=True))

    play.when(GrantCards(character="x")).refused("akatsuki.unknown_character")
    play.when(GrantCards(character="a")).refused("akatsuki.is_dead")
    play.when(BurnSoul(character="a")).refused("akatsuki.is_dead")


def test_a_fate_card_turned_freely_becomes_an_awakening_card_of_ones_own() -> None:
    play = begin(a=make_figure(fate=face_down(2)))

    play.when(BurnSoul(character="a"), dice=draws(play, "sakura_1"))
    play.then(FateTurned(character="a", card="sakura_1", place=0, why="burned", now=1))
    assert play.state.characters["a"].awakening == hold("sakura_1")
    assert (play.state.deck.down, play.state.deck.left) == (1, 46)


def test_any_number_may_be_turned_at_once_but_no_more_than_there_are() -> None:
    play = begin(a=make_figure(fate=face_down(3)))

    play.when(BurnSoul(character="a", count=4)).refused("akatsuki.too_few_fate_cards")
    play.when(BurnSoul(character="a", count=3), dice=draws(play, "ume_1", "ume_2", "ume_3"))
    assert [turned.now for turned in play.all(FateTurned)] == [2, 1, 0]
    assert not has_fate(play.state.characters["a"])


def test_who_looked_at_their_fate_cards_says_which_to_turn() -> None:
    play = begin(
        options={"fate_face": "owner"}, a=make_figure(fate=(Fate(0, "ume_1"), Fate(0), Fate(0, "kiri_1")))
    )

    play.when(BurnSoul(character="a", cards=("matsu_1",))).refused("akatsuki.fate_card_unseen")
    play.when(BurnSoul(character="a", cards=("ume_1", "ume_1"))).refused("akatsuki.fate_card_unseen")
    play.when(BurnSoul(character="a", cards=("kiri_1", "ume_1")))
    assert [(turned.card, turned.place) for turned in play.all(FateTurned)] == [("kiri_1", 2), ("ume_1", 0)]
    assert play.state.characters["a"].fate == (Fate(0),)
    assert sorted(list_places(play.state)) == sorted(CARDS)


def test_the_unconscious_may_burn_their_soul() -> None:
    play = begin(a=make_figure(fate=face_down(1), unconscious=True))

    play.when(BurnSoul(character="a"), dice=draws(play, "hagi_1"))
    assert play.state.characters["a"].awakening == hold("hagi_1")


def test_a_card_of_an_earlier_shuffle_is_drawn_among_what_nobody_has_seen_of_that() -> None:
    state = State(
        characters={"a": make_figure(fate=(Fate(0), Fate(1)))},
        deck=Deck(
            unseen=("ume_1", "ume_2", "ume_3"),
            down=1,
            older={0: ("kiri_1", "kiri_2")},
            generation=1,
            discard=("matsu_1",),
        ),
    )
    play = begin(a=make_figure()).given_state(state)

    play.when(BurnSoul(character="a", count=2), dice=[(2, 1), (3, 3)])
    assert [turned.card for turned in play.all(FateTurned)] == ["kiri_1", "ume_3"]
    assert play.state.deck == Deck(
        unseen=("ume_1", "ume_2"), older={0: ("kiri_2",)}, generation=1, discard=("matsu_1",)
    )


def test_cards_still_face_down_stay_out_of_the_renewed_pile() -> None:
    a, b = make_figure(fate=face_down(2)), make_figure(awakening=hold(*CARDS[5:]))
    play = begin_with(0, a=a, b=b)
    assert len(play.state.deck.discard) == 3

    play.when(GrantCards(character="b"), dice=[(3, 1)])
    assert play.state.deck.older == {0: ("matsu_1", "matsu_2")}
    assert play.state.deck.left == 2
    assert sorted(list_places(play.state)) == sorted(CARDS)


def test_chivalry_is_chips_of_one_point_and_the_lowest_prints_go_first() -> None:
    play = begin(a=make_figure(chivalry=1)).when(GrantChivalry(character="a", count=3))

    play.then(ChivalryGranted(character="a", count=3, now=4, chips={1: 3}))
    assert (play.state.chips[1], play.state.chivalry_chips) == (44, {1: 4})


def test_whatever_is_printed_on_it_a_chip_is_chivalry_when_no_others_are_left() -> None:
    play = begin(a=make_figure(chivalry=47)).when(GrantChivalry(character="a", count=3))

    assert play.only(ChivalryGranted).chips == {1: 1, 5: 2}
    assert len(list_chips(play.state)) == 96


def test_no_more_chips_than_the_gm_holds_are_granted() -> None:
    play = begin(a=make_figure(), n=make_npc(fate_chips=90))

    play.when(GrantChivalry(character="a", count=7)).refused("akatsuki.too_few_chips")
    play.when(GrantChips(character="n", count=7)).refused("akatsuki.too_few_chips")
    play.when(GrantChivalry(character="a", count=6))
    assert play.state.chips_left == 0


def test_players_characters_draw_cards_and_npcs_chips() -> None:
    play = begin(a=make_figure(), n=make_npc())

    play.when(GrantCards(character="n")).refused("akatsuki.npc_uses_chips")
    play.when(GrantChips(character="a")).refused("akatsuki.not_an_npc")
    play.when(GrantChivalry(character="n")).refused("akatsuki.chivalry_for_players")


def test_npc_chips_drawn_are_rolls_among_the_96() -> None:
    play = begin(n=make_npc())

    play.when(GrantChips(character="n", kind="awakening", count=2), dice=draw_chips(play, 20, 5))
    play.then(ChipsGranted(character="n", values=(20, 5)))
    assert play.state.characters["n"].awakening == hold("chip_20", "chip_5")
    assert (play.state.chips[20], play.state.chips[5]) == (9, 19)


def test_npc_fate_chips_drawn_are_rolled_when_they_are_turned() -> None:
    play = begin(n=make_npc()).when(GrantChips(character="n", count=2))
    play.then(FateChipsGranted(character="n", count=2, now=2))
    assert play.state.chips_left == 94

    play.when(BurnSoul(character="n"), dice=draw_chips(play, 10))
    play.then(FateChipTurned(character="n", value=10, why="burned", now=1))
    assert play.state.characters["n"].awakening == hold("chip_10")
    assert (play.state.chips_left, play.state.chips[10]) == (94, 17)
    play.when(BurnSoul(character="n", count=2)).refused("akatsuki.too_few_fate_cards")


def test_npc_chips_drawn_take_no_values() -> None:
    begin(n=make_npc()).when(GrantChips(character="n", values=(20,))).refused("akatsuki.chips_are_drawn")


def test_npc_chips_chosen_are_what_the_gm_says() -> None:
    play = begin(options=CHOSEN, n=make_npc())

    play.when(GrantChips(character="n")).refused("akatsuki.choose_chips")
    play.when(GrantChips(character="n", values=(7,))).refused("akatsuki.no_such_chip")
    play.when(GrantChips(character="n", values=(20,) * 11)).refused("akatsuki.no_such_chip")
    play.when(GrantChips(character="n", kind="awakening", values=(20, 1)))
    play.then(ChipsGranted(character="n", values=(20, 1)))
    assert play.state.characters["n"].awakening == hold("chip_20", "chip_1")


def test_npc_fate_chips_chosen_are_turned_without_a_roll() -> None:
    play = begin(options=CHOSEN, n=make_npc()).when(GrantChips(character="n", values=(20, 1)))
    play.then(FateChipsGranted(character="n", count=2, now=2), FateChipsChosen(character="n", values=(20, 1)))
    assert play.state.chips_left == 94

    play.when(BurnSoul(character="n")).then(FateChipTurned(character="n", value=20, why="burned", now=1))
    assert count_fate(play.state.characters["n"]) == 1
    assert play.state.chips_left == 94
    assert len(list_chips(play.state)) == 96


def test_what_the_log_does_not_tell_is_passed_over() -> None:
    """Events of figures that were never made, and of cards that lie nowhere, leave the rest as it is."""
    empty = State(characters={"a": make_figure()})
    for event in (
        FateTurned(character="a", card="ume_1", place=0, why="burned", now=0),
        FateTurned(character="x", card="ume_1", place=0, why="burned", now=0),
        FateDealt(character="x", generation=0, now=1, left=3),
        FateChipTurned(character="x", value=1, why="burned", now=0),
        ChipsGranted(character="x", values=(1,)),
        ChivalryGranted(character="x", count=1, now=1, chips={1: 1}),
        FateChipsGranted(character="x", count=1, now=1),
        FateChipsChosen(character="x", values=(1,)),
    ):
        assert evolve(empty, event) == empty


@pytest.mark.parametrize(
    "a,n,closed",
    [
        (make_figure(fate=face_down(1)), make_npc(fate_chips=1), False),
        (make_figure(fate=(Fate(0), Fate(0, "kiri_1"))), make_npc(fate_chips=2, fate_values=(20,)), True),
    ],
)
def test_a_roll_among_cards_that_somebody_knows_more_of_is_closed(a: Figure, n: Figure, closed: bool) -> None:
    """As when the house rule changed in between: the place among what is left would tell what lies there."""
    work = work_on(begin(a=a, n=n), SeededDice(Random(1)))
    turn_fate(work, "a", "burned")
    draw_awakening(work, "a", "double")
    draw_chip(work, "n", work.state.chips)

    rolls = [one.audience for one in work.recorded if isinstance(one.event, Rolled)]
    assert rolls == ["@gm" if closed else ""] * 3
