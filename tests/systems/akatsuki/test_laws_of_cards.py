"""Each card and chip is in exactly one place, for every viewer, and pays no more than it gives."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from akatsukis import (
    CARDS,
    CHIPS,
    TABLES,
    begin,
    gather,
    hold,
    list_chips,
    list_places,
    make_figure,
    make_npc,
)
from autoplay import SeededDice
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, work_on

from tenmatsu.engine.contract import Command, Event
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.events.envelope import may_see
from tenmatsu.systems.akatsuki.commands.cards import (
    BurnSoul,
    GiveCards,
    GrantCards,
    GrantChips,
    GrantChivalry,
    UsePower,
)
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.making import MakeCharacter, MakeNpc
from tenmatsu.systems.akatsuki.decide import decide
from tenmatsu.systems.akatsuki.decide.paying import spend_chivalry
from tenmatsu.systems.akatsuki.events.cards import (
    AwakeningGained,
    CardsGiven,
    CardsSpent,
    ChipsGranted,
    ChivalryGranted,
    ChivalrySpent,
    DeckRenewed,
    FateChipsChosen,
    FateChipTurned,
    FateDealt,
    FateSeen,
    FateTurned,
    PointsLapsed,
)
from tenmatsu.systems.akatsuki.state import Figure, State

PLAYERS, NPCS = ("a", "b"), ("m", "n")
WHO = (*PLAYERS, *NPCS)
VIEWERS = ("pl_a", "pl_b", "guest")
POINTS = {"bright": 20, "animal": 10, "ribbon": 5, "plain": 1}
Step = tuple[str, str, str, int, int]

KINDS = (
    "draw", "draw", "deal", "chivalry", "chips", "chips_down", "give", "burn", "power", "power", "check",
)  # fmt: skip
steps = st.tuples(
    st.sampled_from(KINDS), st.sampled_from(WHO), st.sampled_from(WHO), st.integers(0, 30), st.integers(0, 30)
)


class Evening:
    """A play with two players' characters, a foe and a friendly NPC, and what each viewer knows of it."""

    def __init__(self, seed: int, **options: str) -> None:
        self.play: Play = gather(*WHO, options=options)
        self.dice = SeededDice(Random(seed))
        self.views = dict.fromkeys(VIEWERS, State())
        self.seen = Counter[type[Event]]()
        for name in PLAYERS:
            self.ask(MakeCharacter(character=name, archetype="night_guard", fields={"taiku": "気合"}))
        self.ask(MakeNpc(character="m"))
        self.ask(MakeNpc(character="n", friendly=True))

    def ask(self, command: Command) -> None:
        """Let the game decide a command; a refusal changes nothing."""
        work = work_on(self.play, self.dice)
        try:
            decide(work, command)
        except RuleViolation:
            assert work.recorded == []
            return
        self.watch(work)

    def watch(self, work: Any) -> None:
        """Check what was recorded, and that the laws hold for everybody."""
        state = self.play.state
        for one in work.recorded:
            self.seen[type(one.event)] += 1
            if isinstance(one.event, CardsSpent):
                check_spent(state, one.event)
            state = self.play.system.evolve(state, one.event)
            for viewer, view in self.views.items():
                if may_see(one.audience, viewer, is_gm=False):
                    self.views[viewer] = self.play.system.evolve(view, one.event)
        self.play.state, self.play.table = work.state, work.table
        assert state == work.state
        check_places(state)
        for view in self.views.values():
            check_places(view)
            assert (view.deck.left, view.deck.discard) == (state.deck.left, state.deck.discard)
            assert view.chips_left == state.chips_left
            assert count_down(view) == count_down(state)

    def take(self, step: Step) -> None:
        """Ask for what a step says, made of what is there."""
        kind, who, to, some, more = step
        figure = self.play.state.characters[who]
        held = [one.card for one in figure.awakening]
        cards = tuple(held[some % len(held) :][: 1 + more % 12]) if held else ()
        paid = min(figure.chivalry, some % 3)
        match kind:
            case "draw":
                self.ask(GrantCards(character=who, count=some % 16))
            case "deal":
                self.ask(GrantCards(character=who, count=some % 4, kind="fate"))
            case "chivalry":
                self.ask(GrantChivalry(character=who, count=some % 5))
            case "chips" | "chips_down":
                chosen = self.play.rules.options.npc_chips == "chosen"
                values = (tuple(CHIPS)[some % 4],) * (more % 6) if chosen else ()
                count, up = some % 6, kind == "chips"
                self.ask(
                    GrantChips(character=who, count=count, kind="awakening" if up else "fate", values=values)
                )
            case "give":
                self.ask(GiveCards(character=who, to_character=to, cards=cards, chivalry=paid))
            case "burn":
                known = tuple(fate.card for fate in figure.fate if fate.card)[: more % 3]
                self.ask(BurnSoul(character=who, count=some % 4, cards=known))
            case "power":
                self.ask(UsePower(character=who, power="力", cost=more % 12, cards=cards, chivalry=paid))
            case _:
                self.ask(RollCheck(character=who, ability="kaigu", plus=more % 8, cards=cards, chivalry=paid))


def count_down(state: State) -> dict[str, tuple[int, int]]:
    """Return the fate cards and chips of everybody."""
    return {name: (len(one.fate), one.fate_chips) for name, one in state.characters.items()}


def check_places(state: State) -> None:
    """Assert that each of the 48 cards and 96 chips is in exactly one place."""
    if state.chips:
        down = sum(not fate.card for one in state.characters.values() for fate in one.fate)
        hidden = state.deck.down + sum(map(len, state.deck.older.values()))
        assert sorted(list_places(state)) == sorted(CARDS)
        assert down == hidden
        assert Counter(list_chips(state)) == CHIPS
        assert sum(state.chivalry_chips.values()) == sum(one.chivalry for one in state.characters.values())


def value_of(figure: Figure, cards: Sequence[str]) -> int:
    """Return what cards are worth, told anew: kind or print, half of it rounded up where given."""
    left, total = list(figure.awakening), 0
    for card in cards:
        same = sorted((one for one in left if one.card == card), key=lambda one: one.given)
        left.remove(same[0])
        full = POINTS[TABLES.deck[card].kind] if card in CARDS else int(card.partition("_")[2])
        total += (full + 1) // 2 if same[0].given else full
    return total


def check_spent(state: State, event: CardsSpent) -> None:
    """Assert that the points spent and kept are no more than the cards give, with those kept before."""
    figure = state.characters[event.character]
    gives = value_of(figure, event.cards) + event.chivalry + figure.points
    assert event.needed + event.kept <= event.points <= gives
    assert event.chivalry <= figure.chivalry


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 9999),
    face=st.sampled_from(("nobody", "owner")),
    chips=st.sampled_from(("drawn", "chosen")),
    surplus=st.sampled_from(("lost", "kept")),
    evening=st.lists(steps, min_size=5, max_size=40),
)
def test_48_cards_and_96_chips_are_in_one_place_each_and_pay_no_more_than_they_give(
    seed: int, face: str, chips: str, surplus: str, evening: list[Step]
) -> None:
    played = Evening(seed, fate_face=face, npc_chips=chips, surplus=surplus)
    for step in evening:
        played.take(step)


@pytest.mark.parametrize("face", ["nobody", "owner"])
@pytest.mark.parametrize("chips", ["drawn", "chosen"])
def test_the_laws_see_everything_that_happens_to_cards(face: str, chips: str) -> None:
    """Laws over commands that are all refused would hold as well; so what happened is counted."""
    rng, seen = Random(7), Counter[type[Event]]()
    for seed in range(20):
        played = Evening(seed, fate_face=face, npc_chips=chips, surplus="kept")
        for _ in range(120):
            some, more = rng.randrange(31), rng.randrange(31)
            played.take((rng.choice(KINDS), rng.choice(WHO), rng.choice(WHO), some, more))
        seen += played.seen
    usual = (
        AwakeningGained, FateDealt, FateTurned, DeckRenewed, CardsGiven, CardsSpent, PointsLapsed,
        ChivalryGranted, ChipsGranted, FateChipTurned,
    )  # fmt: skip
    assert all(seen[kind] > 5 for kind in usual), seen
    assert (seen[FateSeen] > 0) == (face == "owner")
    assert (seen[FateChipsChosen] > 0) == (chips == "chosen")


def test_a_chip_that_negates_a_hit_stays_one_of_the_96() -> None:
    play = begin(a=make_figure(chivalry=2, awakening=hold("ume_1")), n=make_npc())
    work = work_on(play)

    spend_chivalry(work, "a")
    assert [type(one.event) for one in work.recorded] == [ChivalrySpent]
    check_places(work.state)
