"""Curses, losses and feats at a table: who may answer, what can be redacted, and that the audit holds."""

from typing import Any

import pytest

from tenmatsu.engine.api import (
    Participant,
    RuleViolation,
    Session,
    audit_session,
    open_session,
    open_store,
    read_entries,
)

TRAITS = ["頑張り屋", "片思い", "病弱"]


def sit_down() -> Session:
    """Return a session of two players with a 探索者 each and a curse."""
    people = [Participant("gm", "語り部", "gm"), Participant("p_a", "葵"), Participant("p_b", "紅")]
    session = open_session(open_store(), "夜", "bloodberry", participants=people)
    for one in "ab":
        session.do({"type": "table.take_character", "character": one}, actor=f"p_{one}")
        made = {"character": one, "passion": 2, "grace": 2, "maturity": 3, "traits": TRAITS}
        session.do({"type": "bloodberry.make_character", "class": "探索者", **made}, actor=f"p_{one}")
    return session


def do(session: Session, tag: str, actor: str = "gm", dice: list[int] | None = None, **fields: Any) -> None:
    """Ask one command; a name without a full stop is the game's."""
    full = tag if "." in tag else f"bloodberry.{tag}"
    session.do({"type": full, **fields}, actor=actor, dice=dice)


def test_a_curse_is_withstood_or_taken_over_and_the_audit_decides_it_again() -> None:
    session = sit_down()
    do(session, "curse", character="a", check="malice", difficulty=1, dice=[1, 2, 3, 4])
    assert [choice.kind for choice in session.pending()] == ["after_dice"]
    do(session, "answer", "p_a", character="a", use="pass")
    with pytest.raises(RuleViolation, match="not your character"):
        do(session, "take_over", "p_a", character="b", choice="take")
    do(session, "take_over", "p_b", character="b", choice="take")
    people = session.game.people
    assert (people["a"].grace, people["b"].grace, people["b"].vigour) == (2, 1, 0)
    assert audit_session(session.store, session.id).ok


def test_words_told_with_a_feat_can_be_redacted_and_no_rule_changes() -> None:
    session = sit_down()
    do(session, "give_answer", "p_a", character="a", target="b", words="それでいい")
    do(session, "listen_far", "p_b", character="b", words="誰？", dice=[5, 5, 5, 1])
    before = session.game
    told = [one for one in read_entries(session) if one.tag == "bloodberry.feat_told"]
    assert len(told) == 2
    for one in told:
        do(session, "table.redact", what=[one.digest])
    assert session.game == before
    assert audit_session(session.store, session.id).ok


@pytest.mark.parametrize("tag", ["curse", "lose", "heal", "open_door"])
def test_what_befalls_people_is_for_the_gm_to_say(tag: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "curse": {"check": "doubt", "difficulty": 1},
        "open_door": {"difficulty": 1},
    }
    with pytest.raises(RuleViolation, match="Only the GM"):
        do(sit_down(), tag, "p_a", character="a", **fields.get(tag, {"ability": "grace"}))
