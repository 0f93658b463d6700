"""Sheets and drawings are each viewer's own: only an owner's sheet tells the faces of their fate cards."""

from collections.abc import Iterator

import pytest

from tenmatsu.engine.api import Participant, Session, open_session, open_store, sheet_seen
from tenmatsu.engine.history import viewer_of
from tenmatsu.projections.recap import recap


@pytest.fixture
def session() -> Iterator[Session]:
    """A session in which owners look at their fate cards."""
    people = [Participant("gm", "ふじ", "gm"), Participant("p1", "あき"), Participant("p2", "けん")]
    store = open_store()
    opened = open_session(
        store, "暁", "akatsuki", participants=people, options={"fate_face": "owner"}, dice_secret=b"shown"
    )
    for player, character in (("p1", "a"), ("p2", "b")):
        opened.do({"type": "table.take_character", "character": character}, actor=player)
        made = {"type": "akatsuki.make_character", "character": character, "archetype": "bare_fists"}
        opened.do(made, actor=player)
    yield opened
    store.close()


def faces(session: Session, who: str) -> tuple[str, ...]:
    """Return what somebody's view of a's sheet tells of the fate cards."""
    entries = sheet_seen(session, viewer_of(session, who), "a").entries
    found = next((one.value for one in entries if one.key == "fate_faces"), ())
    assert isinstance(found, tuple)
    return found


def test_only_the_owner_and_the_gm_read_the_faces_of_fate_cards(session: Session) -> None:
    assert len(faces(session, "p1")) == 3
    assert faces(session, "gm") == faces(session, "p1")
    assert faces(session, "p2") == ()


@pytest.mark.parametrize("who", ["gm", "p1", "p2"])
def test_a_drawing_shows_backs_to_everybody(session: Session, who: str) -> None:
    page = recap(session, format="html", lang="ja", viewer=viewer_of(session, who))
    drawn = page.partition('<figure class="picture">')[2]
    words = session.system.words()

    assert drawn.count("<title>裏向きの札</title>") == 6
    assert not any(words.label(card, "ja") in drawn for card in faces(session, "p1"))
