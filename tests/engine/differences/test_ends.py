"""Who stands how where two lines end."""

from typing import Any

import pytest
from toytable import answer, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.differences import Difference, find_difference
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.session import Session
from tenmatsu.engine.whatif import OtherRules, rerule


def _adjust(session: Session, name: str, value: int) -> None:
    session.do({"type": "table.adjust", "name": name, "value": value}, actor="gm")


def _values(difference: Difference) -> dict[str, tuple[Any, Any]]:
    return {change.name: (change.before, change.after) for change in difference.values}


def test_values_name_what_one_end_lacks(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    whatif.do({"type": "toy.enter", "character": "c"}, actor="gm")

    assert _values(find_difference(session, whatif)) == {"c.hp": (None, 10), "standing": (2, 3)}
    assert _values(find_difference(whatif, session)) == {"c.hp": (10, None), "standing": (3, 2)}


def test_values_stand_by_character_and_the_tables_own_behind_them(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    for name in ("b.hp", "a.hp"):
        _adjust(whatif, name, 0)
    changes = find_difference(session, whatif).values

    assert [(one.character, one.key, one.limits) for one in changes] == [
        ("a", "hp", (10, 10)),
        ("b", "hp", (10, 10)),
        ("", "standing", (None, None)),
    ]


def test_another_limit_of_a_value_is_a_difference(session: Session) -> None:
    found = rerule(session, OtherRules(tables="hp = 12\n"), actor="gm", name="丈夫")
    _adjust(found.line, "a.hp", 10)
    changes = {change.name: change for change in find_difference(session, found.line).values}

    assert (changes["a.hp"].before, changes["a.hp"].after, changes["a.hp"].limits) == (10, 10, (10, 12))
    assert (changes["b.hp"].before, changes["b.hp"].after) == (10, 12)


def test_outcomes_are_those_of_each_end(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(whatif, "b.hp", 0)
    difference = find_difference(session, whatif)

    assert difference.outcomes == ("", "a")
    assert difference.ends[0].outcome is None
    assert difference.ends[1].outcome == whatif.system.outcome(whatif.game)
    assert (difference.ends[0].whatif, difference.ends[1].whatif) == (False, True)


def test_ends_hold_the_choices_that_wait_there(session: Session) -> None:
    strike(session)
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    answer(session)
    ends_ = find_difference(session, whatif).ends

    assert [[one.kind for one in end.pending] for end in ends_] == [[], ["dodge"]]


def test_without_its_rules_a_line_is_compared_by_what_may_be_adjusted(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    _adjust(whatif, "a.hp", 0)

    def refuse(*_: object) -> None:
        raise UsageError("rules_version_unknown", version=9, known=[1])

    monkeypatch.setattr(Session, "rules", refuse)
    assert _values(find_difference(session, whatif)) == {"a.hp": (10, 0)}
