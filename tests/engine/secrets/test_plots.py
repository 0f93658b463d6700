"""Secret plots (ダイスプロット, 秘密のプロット): everybody chooses face down, then all turn up together."""

from typing import Any

import pytest
import sqlalchemy as sa
from forging import forge, tell
from toytable import all_commits, all_events
from unguarded import unguarded

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.history import Entry, read_entries, viewer_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.engine.timelines import undo
from tenmatsu.events.table import ChoiceMade, ChoiceSealed, PlotOpened, Revealed

CANARY = "カナリア"


def _seal(session: Session, actor: str, text: str, plot: str = "r1", **more: Any) -> None:
    session.do({"type": "table.seal_choice", "plot": plot, "text": text, **more}, actor=actor)


def _open(session: Session, actor: str = "gm", plot: str = "r1") -> None:
    session.do({"type": "table.open_plot", "plot": plot}, actor=actor)


def _entries(session: Session, viewer: str) -> list[Entry]:
    return list(read_entries(session, viewer_of(session, viewer)))


def _choices(session: Session, viewer: str) -> list[str]:
    return [one.event.text for one in _entries(session, viewer) if isinstance(one.event, ChoiceMade)]


def _refused(code: str, session: Session, actor: str, **command: Any) -> None:
    with pytest.raises((RuleViolation, UsageError)) as caught:
        session.do(command, actor=actor)
    assert caught.value.code == code


def test_d13_plots_are_sealed_and_turned_up_together(session: Session) -> None:
    _seal(session, "p1", "左へ")
    _seal(session, "p2", "右へ", character="b")
    _seal(session, "gm", "罠")
    assert _choices(session, "p1") == ["左へ"]
    assert _choices(session, "gm") == ["罠"], "not even the GM sees another's choice"
    assert _choices(session, "guest") == []
    before = len(all_commits(session))
    _open(session)

    assert len(all_commits(session)) == before + 1
    for viewer in ("gm", "p1", "p2", "guest"):
        assert _choices(session, viewer) == ["左へ", "右へ", "罠"]
    assert audit_session(session.store, session.id).ok


def test_others_see_that_a_choice_lies_there_and_no_more(session: Session) -> None:
    before = len(_entries(session, "p2"))
    _seal(session, "p1", CANARY)
    shown = _entries(session, "p2")[before:]

    assert [one.event for one in shown] == [
        ChoiceSealed(plot="r1", by="p1", participant="p1", among=("p1", "p2"))
    ]
    assert CANARY not in repr(shown)


def test_second_seal_replaces_the_first_until_the_plot_is_opened(session: Session) -> None:
    _seal(session, "p1", "左へ")
    _seal(session, "p1", "右へ")
    _seal(session, "p2", "待つ")
    _open(session)

    assert _choices(session, "gm") == ["右へ", "待つ"]
    made = [one for one in all_events(session) if isinstance(one, ChoiceMade)]
    assert [one.text for one in made] == ["左へ", "右へ", "待つ"], "both stay in the log"
    again = [one.again for one in all_events(session) if isinstance(one, ChoiceSealed)]
    assert again == [False, True, False]
    _refused("plot_is_open", session, "p1", type="table.seal_choice", plot="r1", text="遅い")


def test_players_open_it_when_all_have_sealed_and_the_gm_at_any_time(session: Session) -> None:
    _refused("plot_unknown", session, "gm", type="table.open_plot", plot="r1")
    _seal(session, "p1", "左へ")
    _refused("plot_waits", session, "p1", type="table.open_plot", plot="r1")
    _seal(session, "p2", "右へ")
    _refused("spectators_watch", session, "guest", type="table.open_plot", plot="r1")
    _open(session, "p2")
    _refused("plot_is_open", session, "gm", type="table.open_plot", plot="r1")
    _seal(session, "p1", "一人だけ", plot="r2")
    _open(session, "gm", plot="r2")

    assert session.table.plots["r2"].is_open


def test_first_who_seals_says_whom_the_plot_waits_for(session: Session) -> None:
    _seal(session, "p1", "4", among=["p1"])
    _refused("plot_among_set", session, "p2", type="table.seal_choice", plot="r1", text="x", among=["p2"])
    _open(session, "p1")

    assert _choices(session, "guest") == ["4"]


def test_plot_waits_for_nobody_from_outside(session: Session) -> None:
    _refused(
        "participant_unknown", session, "p1", type="table.seal_choice", plot="r1", text="x", among=["nobody"]
    )
    _refused("id_wrong", session, "p1", type="table.seal_choice", plot="r 1", text="x")


def test_undone_choice_is_not_turned_up(session: Session) -> None:
    _seal(session, "p1", "左へ")
    _seal(session, "p1", "右へ")
    undo(session, actor="p1")
    _open(session)

    assert _choices(session, "gm") == ["左へ"]
    assert audit_session(session.store, session.id).ok


def test_dice_of_a_plot_are_texts(session: Session) -> None:
    _seal(session, "p1", "4, 6")
    _open(session)

    assert _choices(session, "guest") == ["4, 6"]


def test_d13_choice_changed_after_it_was_sealed_fails_the_audit(session: Session) -> None:
    _seal(session, "p1", "左へ")
    with unguarded(session.store) as connection:
        changed = '{"type":"table.choice_made","plot":"r1","by":"p1","text":"右へ"}'.encode()
        choices = schema.events.c.type == "table.choice_made"
        connection.execute(sa.update(schema.events).where(choices).values(data=changed))
    found = audit_session(session.store, session.id)

    assert not found.ok
    assert "audit_item_bent" in [one.code for one in found.failures]


def test_older_choice_turned_up_in_place_of_the_newest_fails_the_audit(session: Session) -> None:
    _seal(session, "p1", "左へ")
    older = all_commits(session)[-1]
    _seal(session, "p1", "右へ")
    _open(session)
    story = tell(session.store, session.id)
    opened = story[-1]
    revealed = opened.events[opened.place(Revealed)].event
    assert isinstance(revealed, Revealed)
    from tenmatsu.engine.vault import open_events

    opened.replace(Revealed, items=open_events(older, [older.events[1].digest], ""))
    forge(session.store, session.id, story)
    report = audit_session(session.store, session.id)

    assert "audit_reveal_wrong" in [one.code for one in report.failures]


def test_opened_plot_is_one_event_for_what_it_opens_and_one_for_its_end(session: Session) -> None:
    _seal(session, "p1", "左へ")
    _open(session)
    events = all_events(session)[-2:]

    assert isinstance(events[0], Revealed)
    assert events[0].plot == "r1"
    assert [item.kind for item in events[0].items] == ["command", "event"]
    assert events[1] == PlotOpened(plot="r1", by="gm")
