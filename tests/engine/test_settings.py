"""House rules, rules versions, figures of one's own, values set by hand."""

from typing import Any

import msgspec
import pytest
import toy
from toytable import answer, dump, open_toy, strike

from tenmatsu.engine.errors import RuleViolation, TenmatsuError, UsageError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import TableOptions
from tenmatsu.engine.table.decide import tables_sha256
from tenmatsu.events.table import Adjusted, Noted, OptionsChanged, RulesMoved


def _refused(session: Session, command: dict[str, Any]) -> TenmatsuError:
    rows = dump(session.store)
    with pytest.raises((RuleViolation, UsageError)) as caught:
        session.do(command, actor="gm")
    assert dump(session.store) == rows
    return caught.value


def _change(session: Session, **options: Any) -> Any:
    return session.do({"type": "table.change_options", "options": options}, actor="gm").events[0]


def test_options_change_from_here_on_and_the_event_holds_them_whole(session: Session) -> None:
    changed = _change(session, dodge="never")

    assert changed == OptionsChanged(
        options={"dodge": "never", "banned": [], "rewinding": "free"},
        table_options=msgspec.to_builtins(TableOptions()),
        changed=("dodge",),
        before={"dodge": "allowed"},
    )
    assert session.rules().options == toy.Options(dodge="never")
    result = strike(session, dice=[1, 2])
    assert isinstance(result.events[-1], toy.Hurt), "no dodge is asked any more"


def test_options_that_are_not_named_stay(session: Session) -> None:
    _change(session, banned=["c"])
    _change(session, dodge="never")

    assert session.rules().options == toy.Options(dodge="never", banned=("c",))


def test_options_of_the_table_change_beside_those_of_the_game(session: Session) -> None:
    command = {"type": "table.change_options", "options": {"dodge": "never"}, "table_options": {"undo": "gm"}}
    (changed,) = session.do(command, actor="gm").events

    assert isinstance(changed, OptionsChanged)
    assert changed.changed == ("dodge", "undo")
    assert session.table.table_options["undo"] == "gm"


@pytest.mark.parametrize(
    "command,code",
    [
        ({"options": {"dodge": "allowed"}}, "options_same"),
        ({"options": {"banned": []}}, "options_same"),
        ({}, "options_same"),
        ({"options": {"dodge": "maybe"}}, "option_wrong"),
        ({"options": {"parry": True}}, "option_unknown"),
        ({"table_options": {"undo": 5}}, "option_wrong"),
    ],
)
def test_change_that_changes_nothing_or_does_not_fit_is_refused(
    session: Session, command: dict[str, Any], code: str
) -> None:
    assert _refused(session, {"type": "table.change_options", **command}).code == code


def test_session_moves_to_another_rules_version_only_by_an_event(session: Session) -> None:
    assert session.rules().version == 2
    (moved,) = session.do({"type": "table.move_rules", "rules_version": 1}, actor="gm").events

    assert moved == RulesMoved(rules_version=1, tables_sha256=tables_sha256(toy.SYSTEM, 1))
    assert session.rules().version == 1
    strike(session)
    assert isinstance(answer(session, "dodge", dice=[4]).events[-1], toy.Hurt), "version 1 dodges on 5"
    assert find_opened(session.store, session.id).rules() == session.rules()


def test_rules_version_that_this_release_does_not_decide_is_refused(session: Session) -> None:
    refusal = _refused(session, {"type": "table.move_rules", "rules_version": 9})

    assert refusal.code == "rules_version_unknown"
    assert "1, 2" in refusal.say("en")


def test_figures_of_ones_own_are_laid_over_the_built_in_ones_and_pinned(store: Store) -> None:
    session = open_toy(store, tables="hp = 3\n")

    assert session.game.hp == {"a": 3, "b": 3}
    assert session.rules().tables == toy.Tables(hp=3, dodge=4)
    assert session.table.tables == "hp = 3\n"
    assert session.table.tables_sha256 == tables_sha256(toy.SYSTEM, 2)


def test_figures_are_changed_by_moving_the_rules(session: Session) -> None:
    session.do({"type": "table.move_rules", "rules_version": 2, "tables": "dodge = 1\n"}, actor="gm")
    strike(session)

    assert isinstance(answer(session, "dodge", dice=[1]).events[-1], toy.Dodged)
    assert session.table.tables == "dodge = 1\n"


@pytest.mark.parametrize(
    "tables,code",
    [("hp =", "tables_syntax"), ("mp = 1", "tables_unknown"), ('hp = "x"', "tables_value")],
)
def test_figures_that_do_not_fit_are_refused(session: Session, tables: str, code: str) -> None:
    command = {"type": "table.move_rules", "rules_version": 2, "tables": tables}

    assert _refused(session, command).code == code


def test_value_is_set_by_hand_under_its_name_with_the_old_one_beside_it(session: Session) -> None:
    result = session.do(
        {"type": "table.adjust", "name": "b.hp", "value": 4, "reason": "数え違い"}, actor="gm"
    )

    assert result.events == (Adjusted(name="b.hp", old=10, new=4), Noted(by="gm", text="数え違い"))
    assert session.game.hp["b"] == 4


def test_value_without_a_reason_leaves_no_note(session: Session) -> None:
    result = session.do({"type": "table.adjust", "name": "b.hp", "value": 4}, actor="gm")

    assert len(result.events) == 1


def test_unknown_name_is_refused_naming_near_ones(session: Session) -> None:
    refusal = _refused(session, {"type": "table.adjust", "name": "b.mana", "value": 4})

    assert refusal.code == "adjust_unknown"
    assert "b.hp" in refusal.say("en")
    assert "a.hp" not in refusal.say("en")
    assert "a.hp" in _refused(session, {"type": "table.adjust", "name": "c.hp", "value": 4}).say("en")


@pytest.mark.parametrize("value", ["5", True, None])
def test_value_of_another_kind_is_refused(session: Session, value: object) -> None:
    refusal = _refused(session, {"type": "table.adjust", "name": "b.hp", "value": value})

    assert refusal.code == "adjust_type"
    assert "10" in refusal.say("en")


def test_rules_are_read_once_as_long_as_they_stay_the_same(session: Session) -> None:
    one = session.rules()
    strike(session)

    assert session.rules() is one
    answer(session)
    _change(session, dodge="never")
    assert session.rules() is not one


def test_rules_of_an_earlier_version_are_those_in_force_then(session: Session) -> None:
    before = session.state
    _change(session, dodge="never")

    assert session.rules(before.table).options.dodge == "allowed"
    assert session.rules().options.dodge == "never"
