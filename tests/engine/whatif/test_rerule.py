"""The whole session under other house rules, figures, or another version of the rules."""

from typing import Any

import pytest
from duels import answer, ends, enter, play, strike

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.session import Session
from tenmatsu.engine.whatif import OtherRules, WhatIf, rerule


@pytest.fixture
def evening(session: Session) -> Session:
    """Fight: b dodges a blow of 5 with a 4, which only the newer rules count."""
    play(
        session,
        strike("a", "b"),
        answer("b", "dodge"),
        dice=[[2, 3], [4]],
    )
    return session


def under(session: Session, **other: Any) -> WhatIf:
    return rerule(session, OtherRules(**other), actor="gm", name="別の規則")


def test_under_another_rules_version_the_same_dice_mean_something_else(evening: Session) -> None:
    assert evening.game.hp == {"a": 10, "b": 10}
    found = under(evening, rules_version=1)
    assert found.line.game.hp == {"a": 10, "b": 5}
    assert found.stopped is None
    assert audit_session(evening.store, evening.id).ok


def test_under_other_figures_everything_is_decided_anew(evening: Session) -> None:
    found = under(evening, tables="hp = 7\n")
    assert found.line.game.hp == {"a": 7, "b": 7}


def test_own_figures_can_be_taken_away(session: Session) -> None:
    play(session, {"type": "table.move_rules", "rules_version": 2, "tables": "hp = 3\n"}, enter("c"))
    assert session.game.hp["c"] == 3
    assert under(session, tables="").line.game.hp["c"] == 10


def test_under_another_option_an_answer_is_not_asked_for(evening: Session) -> None:
    found = under(evening, options={"dodge": "never"})
    assert [one.why for one in found.left] == ["unasked"]
    assert found.line.game.hp == {"a": 10, "b": 5}


def test_what_the_evening_changed_itself_is_held(evening: Session) -> None:
    play(
        evening,
        {"type": "table.change_options", "options": {"dodge": "never", "banned": ["x"]}},
        {"type": "table.change_options", "options": {"dodge": "allowed"}},
        {"type": "table.move_rules", "rules_version": 1},
        strike("b", "a"),
        answer("a", "take"),
        dice=[None, None, None, [1, 1], None],
    )
    found = under(evening, options={"dodge": "never"}, rules_version=1)
    assert [one.why for one in found.left] == ["unasked", "held", "held", "held", "unasked"]
    assert found.line.table.options == {"dodge": "never", "banned": ["x"], "rewinding": "free"}
    assert found.line.game.hp == {"a": 8, "b": 5}


def test_from_a_version_on_only_the_later_commands_are_decided_anew(evening: Session) -> None:
    found = rerule(
        evening,
        OtherRules(rules_version=1, tables="hp = 7\n"),
        actor="gm",
        name="途中から",
        at=ends(evening)[2],
    )
    assert found.line.game.hp == {"a": 10, "b": 2}


@pytest.mark.parametrize(
    "other, code",
    [
        ({"options": {"dodge": "sometimes"}}, "option_wrong"),
        ({"options": {"jump": 1}}, "option_unknown"),
        ({"rules_version": 9}, "rules_version_unknown"),
        ({"rules_version": 0}, "rules_version_unknown"),
        ({"tables": "hp = 'many'\n"}, "tables_value"),
        ({"options": {"banned": [1.5]}}, "opening_wrong"),
    ],
)
def test_what_this_release_does_not_know_is_refused_and_opens_no_line(
    evening: Session, other: dict[str, Any], code: str
) -> None:
    with pytest.raises(UsageError) as refused:
        under(evening, **other)
    assert refused.value.code == code
    assert len(evening.store.branches(evening.id)) == 1


def test_equal_rules_are_not_set_again(evening: Session) -> None:
    found = under(evening, options={"dodge": "allowed"}, rules_version=2)
    assert found.line.game == evening.game
    assert found.line.state.number == evening.state.number + 1
