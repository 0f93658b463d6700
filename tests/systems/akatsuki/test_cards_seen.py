"""Who sees which picture: real sessions, looked at by everybody at the table (option `fate_face`)."""

from collections.abc import Iterator
from typing import Any

import pytest
from akatsukis import CARDS, list_places

from tenmatsu.engine.api import Participant, Session, Store, audit_session, open_session
from tenmatsu.engine.history import Entry, read_entries, state_for, viewer_of
from tenmatsu.events.table import Rolled
from tenmatsu.systems.akatsuki.events.cards import AwakeningGained, FateSeen
from tenmatsu.systems.akatsuki.state import State

TABLE = (
    Participant("gm", "語り部", "gm"),
    Participant("p1", "太郎"),
    Participant("p2", "花子"),
    Participant("guest", "客", "spectator"),
)
OTHERS = ("p2", "guest")


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    opened = Store("sqlite://")
    yield opened
    opened.close()


def sit_down(store: Store, **options: Any) -> Session:
    """Open a session in which p1 plays `a` and p2 plays `b`, both with 命運札."""
    session = open_session(
        store, "暁", "akatsuki", participants=TABLE, options=options, dice_secret=b"a fixed secret of cards"
    )
    for player, character in (("p1", "a"), ("p2", "b")):
        session.do({"type": "table.take_character", "character": character}, actor=player)
        ask(session, "make_character", player, character=character, archetype="bare_fists")
    return session


def ask(session: Session, command: str, actor: str = "gm", **fields: Any) -> None:
    """Ask for a command of the game."""
    session.do({"type": f"akatsuki.{command}", **fields}, actor=actor)


def see(session: Session, viewer: str) -> State:
    """Return the game as somebody may know it."""
    game = state_for(session, viewer_of(session, viewer)).game
    assert isinstance(game, State)
    return game


def entries(session: Session, viewer: str) -> list[Entry]:
    """Return what somebody may read."""
    return list(read_entries(session, viewer_of(session, viewer)))


def pictures(session: Session, viewer: str, character: str) -> list[str]:
    """Return the pictures of fate cards that somebody knows."""
    return [fate.card for fate in see(session, viewer).characters[character].fate]


def play_on(session: Session) -> None:
    """Draw the pile empty, spend cards, draw and turn again."""
    for _ in range(2):
        ask(session, "grant_cards", character="a", count=12)
        ask(session, "grant_cards", character="b", count=9)
        for who, player in (("a", "p1"), ("b", "p2")):
            held = [one.card for one in session.game.characters[who].awakening]
            ask(session, "use_power", player, character=who, power="力", cost=1, cards=held)
            ask(session, "grant_cards", character=who, kind="fate")
            ask(session, "burn_soul", player, character=who, count=2)


def test_fate_face_nobody_hides_nothing_since_nobody_knows_anything(store: Store) -> None:
    session = sit_down(store)

    assert pictures(session, "gm", "a") == pictures(session, "p1", "a") == ["", "", ""]
    play_on(session)
    assert not any(entry.sealed for entry in entries(session, "guest"))
    assert see(session, "guest") == session.game


def test_fate_face_owner_shows_the_picture_to_owner_and_gm_alone(store: Store) -> None:
    session = sit_down(store, fate_face="owner")
    faces = pictures(session, "p1", "a")

    assert len(set(faces)) == 3
    assert set(faces) <= set(CARDS)
    assert pictures(session, "gm", "a") == faces
    for other in OTHERS:
        assert pictures(session, other, "a") == ["", "", ""]
    assert pictures(session, "p1", "b") == ["", "", ""]


def test_nothing_that_others_get_names_the_picture_before_it_is_turned(store: Store) -> None:
    session = sit_down(store, fate_face="owner")
    ask(session, "grant_cards", character="a", count=5)

    for other in OTHERS:
        told = entries(session, other)
        assert not any(isinstance(entry.event, FateSeen) and entry.event.character == "a" for entry in told)
        assert not any(isinstance(entry.event, Rolled) and entry.event.by == "a" for entry in told)
        shown = {entry.event.card for entry in told if isinstance(entry.event, AwakeningGained)}
        assert len(shown) == 5
        assert shown.isdisjoint(pictures(session, "p1", "a"))


def test_the_pile_and_the_places_of_the_48_are_right_for_everybody(store: Store) -> None:
    session = sit_down(store, fate_face="owner")
    play_on(session)

    assert session.game.deck.generation > 0
    for viewer in ("gm", "p1", *OTHERS):
        seen = see(session, viewer)
        assert sorted(list_places(seen)) == sorted(CARDS), viewer
        assert seen.deck.left == session.game.deck.left
        assert seen.deck.discard == session.game.deck.discard
        assert seen.chips_left == session.game.chips_left
        assert [len(one.fate) for one in seen.characters.values()] == [
            len(one.fate) for one in session.game.characters.values()
        ]


def test_a_card_that_its_owner_saw_is_turned_without_a_roll_and_by_its_picture(store: Store) -> None:
    session = sit_down(store, fate_face="owner")
    first, second, third = pictures(session, "p1", "a")
    result = session.do({"type": "akatsuki.burn_soul", "character": "a", "cards": [third]}, actor="p1")

    assert not any(isinstance(event, Rolled) for event in result.events)
    assert [one.card for one in see(session, "p2").characters["a"].awakening] == [third]
    assert pictures(session, "p1", "a") == [first, second]


@pytest.mark.parametrize("face", ["nobody", "owner"])
def test_every_roll_of_such_an_evening_is_decided_again_alike(store: Store, face: str) -> None:
    session = sit_down(store, fate_face=face)
    play_on(session)

    assert audit_session(store, session.id).ok


def test_chips_that_the_gm_chose_are_the_gms_secret_until_they_are_turned(store: Store) -> None:
    session = sit_down(store, npc_chips="chosen")
    session.do({"type": "table.take_character", "character": "n"}, actor="gm")
    ask(session, "make_npc", character="n")
    ask(session, "grant_chips", character="n", values=[20, 5])

    assert see(session, "gm").characters["n"].fate_values == (20, 5)
    for viewer in ("p1", *OTHERS):
        seen = see(session, viewer)
        assert (seen.characters["n"].fate_chips, seen.characters["n"].fate_values) == (2, ())
        assert seen.chips_left == 94
        assert "values" not in repr([entry for entry in entries(session, viewer) if entry.sealed])
    ask(session, "burn_soul", character="n")
    assert [one.card for one in see(session, "p1").characters["n"].awakening] == ["chip_20"]
    assert see(session, "p1").chips_left == 94
