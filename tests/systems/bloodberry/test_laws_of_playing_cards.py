"""The 104 playing cards are each in one place, for the GM and for every viewer, whatever is played."""

from random import Random

import msgspec
from autoplay import SeededDice, draw_options, find_rules
from bloodberries import begin, make_curse, make_npc, make_person
from confrontations import CARDS, list_places
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import work_on

from tenmatsu.engine.contract import Command
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.events.envelope import may_see
from tenmatsu.events.table import Rolled
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.confronting import BeginConfrontation
from tenmatsu.systems.bloodberry.commands.rounds import (
    AnswerChange,
    BeginRounds,
    EndRounds,
    ExchangeCard,
    ForgoAction,
    ShowCard,
    ShuffleDiscard,
)
from tenmatsu.systems.bloodberry.decide import decide
from tenmatsu.systems.bloodberry.decide.dealing import hand_of
from tenmatsu.systems.bloodberry.decide.rounds import find_turn
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.staging import Cards
from tenmatsu.systems.bloodberry.state import State

WHO = ("a", "b", "n", "m")
VIEWERS = ("gm", "pl_a", "pl_b", "watcher")


def _ask(state: State, rules: Rulebook, rng: Random) -> Command:
    """Return an answer to what is asked, else something of round progress that may be refused."""
    choices = SYSTEM.pending(state)
    if choices:
        whom = choices[0].whom
        card = rng.choice(hand_of(state, whom) or ("s1",))
        if choices[0].kind == "show_card":
            return ShowCard(character=whom, card=card)
        if choices[0].kind == "change" and rng.random() < 0.5:
            return AnswerChange(character=whom, choice="change", card=card)
        return SYSTEM.choose(state, rules, whom, rng)
    rounds = state.rounds
    if rounds is None:
        return BeginRounds(actors=tuple(rng.sample(WHO, rng.randint(1, 4))))
    now = find_turn(rounds)
    if rng.random() < 0.03:
        return EndRounds() if rng.random() < 0.5 else ShuffleDiscard()
    if state.cards.ran_out:
        return ShuffleDiscard()
    if rounds.acting:
        return ForgoAction(character=now) if rng.random() < 0.5 else SYSTEM.choose(state, rules, now, rng)
    return ExchangeCard(character=now, card=rng.choice(hand_of(state, now) or ("s1",)))


def _check(cards: Cards) -> None:
    assert sorted(list_places(cards)) == sorted(CARDS)
    for one, hand in cards.hands.items():
        assert len(hand) <= cards.counts.get(one, 0)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 120))
def test_each_card_is_in_one_place_and_viewers_know_how_many_there_are(seed: int, steps: int) -> None:
    rng = Random(seed)
    rules = find_rules(SYSTEM, **draw_options(SYSTEM, rng))
    play = begin(a=make_person(), b=make_person(), n=make_npc(), m=make_curse())
    play.rules = rules
    if rng.random() < 0.5:
        play.given(BeginConfrontation(curses=("m",), camps={"us": ("a", "b", "n")}))
    begun: State = play.state
    seen = dict.fromkeys(VIEWERS, begun)
    for _ in range(steps):
        work = work_on(play, SeededDice(rng))
        try:
            decide(work, _ask(play.state, rules, rng))
        except RuleViolation:
            continue
        play.given_state(work.state)
        for viewer in VIEWERS:
            seen[viewer] = _see(seen[viewer], work.recorded, viewer)
        if work.state.cards != Cards():
            _check(work.state.cards)
        for viewer, state in seen.items():
            assert len(list(SYSTEM.moves(state, rules, viewer.removeprefix("pl_")))) < 200
            if state.cards != Cards():
                _check(state.cards)
                assert state.cards.left == len(work.state.cards.pile)
                assert state.cards.discard == work.state.cards.discard
    assert seen["gm"].cards == play.state.cards
    assert seen["gm"].rounds == play.state.rounds
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(play.state), type=State) == play.state


def _see(state: State, recorded: list[Recorded], viewer: str) -> State:
    for one in recorded:
        if may_see(one.audience, viewer, is_gm=viewer == "gm") and not isinstance(one.event, Rolled):
            state = SYSTEM.evolve(state, one.event)
    return state


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_nobody_but_its_owner_and_the_gm_learns_a_hand_from_the_log(seed: int) -> None:
    rng = Random(seed)
    play = begin(a=make_person(), b=make_person(), m=make_curse())
    work = work_on(play, SeededDice(rng))
    decide(work, BeginRounds(actors=("a", "b", "m")))
    for viewer, owner in (("pl_a", "a"), ("pl_b", "b"), ("watcher", "")):
        state = _see(play.state, work.recorded, viewer)
        assert set(state.cards.hands) == {owner} - {""}
        rolls = [one for one in work.recorded if isinstance(one.event, Rolled)]
        assert sum(may_see(one.audience, viewer, is_gm=False) for one in rolls) == bool(owner)
