"""A correction that nobody could have asked for is found, though it decides so and every hash fits."""

from collections.abc import Callable

import pytest
from toytable import append_raw, say

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.corrections import Edit, Redact, Retract
from tenmatsu.engine.timelines import fork
from tenmatsu.events.table import Redacted, SpeechEdited, SpeechRetracted

Correct = Callable[[Session, str, str], object]
"""Records a correction of an item by `p2`, who says that it is their own."""


def _edit(session: Session, of: str, audience: str) -> None:
    command = Edit(as_="p2", what=of, text="x", whose="p2", audience=audience)
    append_raw(session, command, Recorded(SpeechEdited(by="p2", of=of, text="x"), audience))


def _retract(session: Session, of: str, audience: str) -> None:
    command = Retract(as_="p2", what=of, whose="p2", audience=audience)
    append_raw(session, command, Recorded(SpeechRetracted(by="p2", of=of), audience))


def _redact(session: Session, of: str, audience: str) -> None:
    command = Redact(as_="p2", what=(of,), whose=("p2",), items={audience: (of,)})
    append_raw(session, command, Recorded(Redacted(by="p2", items=(of,)), audience))


def _said(session: Session, *, actor: str = "p2", to: tuple[str, ...] = ()) -> tuple[str, str]:
    """Return the digest of what was said just now, and its audience."""
    words = {"type": "table.say", "text": "はじめ", "to": list(to)}
    item = session.do(words, actor=actor).commit.events[-1]
    return item.digest.hex(), item.audience


def _codes(session: Session) -> list[tuple[str, str]]:
    return [(found.check, found.code) for found in audit_session(session.store, session.id).failures]


@pytest.mark.parametrize("correct", [_edit, _retract, _redact])
def test_correction_of_ones_own_words_passes(session: Session, correct: Correct) -> None:
    correct(session, *_said(session))
    assert _codes(session) == []


@pytest.mark.parametrize("correct", [_edit, _retract, _redact])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_correction_of_anothers_words_is_found(session: Session, correct: Correct, elsewhere: bool) -> None:
    digest, audience = _said(session, actor="p1")
    line = fork(session, "もしも", session.version, actor="p2") if elsewhere else session
    say(line, "つぎ")
    correct(line, digest, audience)
    assert _codes(session) == [("rules", "audit_correction_wrong")]


@pytest.mark.parametrize("correct", [_edit, _retract, _redact])
def test_correction_that_not_all_see_who_saw_the_words_is_found(session: Session, correct: Correct) -> None:
    digest, _ = _said(session)
    correct(session, digest, "@gm")
    assert _codes(session) == [("rules", "audit_correction_wrong")]


@pytest.mark.parametrize("correct", [_edit, _redact])
def test_correction_of_a_roll_is_found(session: Session, correct: Correct) -> None:
    rolled = session.do({"type": "table.roll", "dice": "2d6"}, actor="p2").commit.events[-1]
    correct(session, rolled.digest.hex(), "")
    assert _codes(session) == [("rules", "audit_correction_wrong")]


@pytest.mark.parametrize("correct", [_edit, _retract, _redact])
def test_correction_of_what_is_not_there_is_found(session: Session, correct: Correct) -> None:
    correct(session, "ab" * 32, "")
    assert _codes(session) == [("rules", "audit_correction_wrong")]
