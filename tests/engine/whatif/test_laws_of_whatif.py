"""What holds of every evening: a command in its own place and equal rules change nothing."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toyevenings import EVENINGS, Step, quick
from toytable import SECRET, all_commits, fixed_outside, open_toy

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.whatif import OtherRules, WhatIf, replace_commit, rerule
from tenmatsu.engine.whatif.copying import Gone, Held, copied_command


def played(steps: list[Step]) -> Session:
    """Return an evening in which those steps were taken that nothing refused."""
    session = open_toy(Store("sqlite://", fixed_outside()), dice_secret=SECRET)
    for step in steps:
        try:
            step(session)
        except TenmatsuError:
            continue
    session.follow_current()
    return session


def what_is_so(session: Session) -> tuple[Any, ...]:
    """Return all of a line's state that commands of the game and the table make, talk and dice apart."""
    table = session.table
    return (
        session.game,
        table.characters,
        table.seats,
        table.options,
        table.table_options,
        table.rules_version,
        table.tables,
        (table.sitting, table.scene, table.in_scene, table.is_open, table.title),
    )


def changes_nothing(session: Session, found: WhatIf) -> None:
    """Assert that a what-if line comes to what the old one came to, and that all of it can be proven."""
    assert (found.left, found.answered, found.stopped) == ((), (), None)
    assert what_is_so(found.line) == what_is_so(session)
    report = audit_session(session.store, session.id)
    assert report.ok, report.failures


@quick
@given(EVENINGS, st.floats(0, 1))
def test_a_counterfactual_that_replaces_a_commit_by_itself_changes_nothing(
    steps: list[Step], share: float
) -> None:
    session = played(steps)
    places = [commit for commit in all_commits(session)[1:] if _is_copied(session, commit)]
    if not places:
        return
    at = places[int(share * (len(places) - 1))]
    changes_nothing(session, replace_commit(session, at.last_version, {}, actor="gm", name="同じ"))


@quick
@given(EVENINGS)
def test_a_rerule_with_equal_options_changes_nothing(steps: list[Step]) -> None:
    session = played(steps)
    first = session.state_at(all_commits(session)[0].last_version).table
    same = OtherRules(options={"dodge": first.options["dodge"]})
    kept = [one for one in all_commits(session) if b"change_options" not in (one.command.data or b"")]
    if len(kept) < session.state.number:
        same = OtherRules()
    changes_nothing(session, rerule(session, same, actor="gm", name="同じ規則"))


@quick
@given(EVENINGS, EVENINGS, st.floats(0, 1))
def test_whatever_is_replaced_the_old_line_stays_and_all_lines_can_be_proven(
    steps: list[Step], others: list[Step], share: float
) -> None:
    session, other = played(steps), played(others)
    commands = [command for one in all_commits(other)[1:] if (command := _command(other, one)) is not None]
    before = (session.head, what_is_so(session))
    places = all_commits(session)[1:]
    for past, command in zip((True, False), commands, strict=False):
        if not places:
            break
        at = places[int(share * (len(places) - 1))]
        try:
            replace_commit(session, at.last_version, command, actor="gm", name=f"{past}", past=past)
        except TenmatsuError:
            continue
    session.reload()
    assert (session.head, what_is_so(session)) == before
    report = audit_session(session.store, session.id)
    assert report.ok, report.failures


def _command(session: Session, commit: Any) -> Any:
    try:
        return copied_command(session.commands, commit, Held())
    except Gone:
        return None


def _is_copied(session: Session, commit: Any) -> bool:
    return _command(session, commit) is not None
