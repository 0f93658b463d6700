"""Curses, losses and feats at a table: who may answer, what can be redacted, and that the audit holds."""

from typing import Any

import pytest
from bloodberries import ask_at, sit_down

from tenmatsu.engine.api import (
    RuleViolation,
    audit_session,
    read_entries,
)

TRAITS = ["頑張り屋", "片思い", "病弱"]


def test_a_curse_is_withstood_or_taken_over_and_the_audit_decides_it_again() -> None:
    session = sit_down(TRAITS, passion=2, grace=2, maturity=3)
    ask_at(session, "curse", character="a", check="malice", difficulty=1, dice=[1, 2, 3, 4])
    assert [choice.kind for choice in session.pending()] == ["after_dice"]
    ask_at(session, "answer", "p_a", character="a", use="pass")
    with pytest.raises(RuleViolation, match="not your character"):
        ask_at(session, "take_over", "p_a", character="b", choice="take")
    ask_at(session, "take_over", "p_b", character="b", choice="take")
    people = session.game.people
    assert (people["a"].grace, people["b"].grace, people["b"].vigour) == (2, 1, 0)
    assert audit_session(session.store, session.id).ok


def test_words_told_with_a_feat_can_be_redacted_and_no_rule_changes() -> None:
    session = sit_down(TRAITS, passion=2, grace=2, maturity=3)
    ask_at(session, "give_answer", "p_a", character="a", target="b", words="それでいい")
    ask_at(session, "listen_far", "p_b", character="b", words="誰？", dice=[5, 5, 5, 1])
    before = session.game
    told = [one for one in read_entries(session) if one.tag == "bloodberry.feat_told"]
    assert len(told) == 2
    for one in told:
        ask_at(session, "table.redact", what=[one.digest])
    assert session.game == before
    assert audit_session(session.store, session.id).ok


@pytest.mark.parametrize("tag", ["curse", "lose", "heal", "open_door"])
def test_what_befalls_people_is_for_the_gm_to_say(tag: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "curse": {"check": "doubt", "difficulty": 1},
        "open_door": {"difficulty": 1},
    }
    session = sit_down(TRAITS, passion=2, grace=2, maturity=3)
    with pytest.raises(RuleViolation, match="Only the GM"):
        ask_at(session, tag, "p_a", character="a", **fields.get(tag, {"ability": "grace"}))
