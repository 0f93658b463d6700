"""The bench: its ratios, its verdicts, and that the bare limits do what they are said to do."""

from pathlib import Path

import pytest

from tenmatsu.engine.store import Store, lineage
from tenmatsu.events.codec import encode
from tenmatsu.tools.bench import auditing
from tenmatsu.tools.bench.baseline import BareCommits, BareLog
from tenmatsu.tools.bench.floor import replayed
from tenmatsu.tools.bench.folding import Long, fold
from tenmatsu.tools.bench.material import mixed_events
from tenmatsu.tools.bench.measure import Aim, Contender, compare
from tenmatsu.tools.bench.peers import FIELDS, plain


def test_a_verdict_is_the_median_of_the_ratios_of_the_rounds() -> None:
    seconds = {"base": iter((1.0, 2.0, 4.0)), "ours": iter((2.0, 2.0, 2.0))}

    def contender(name: str) -> Contender:
        return lambda: (8, next(seconds[name]))

    aims = [Aim("ours", "base", 1.0), Aim("ours", "base", 1.01), Aim("ours", "left out", 1.0)]
    found = compare("x", "events", {name: contender(name) for name in seconds}, aims=aims, rounds=3)
    assert [(row.name, row.rate, row.ratio) for row in found.rows] == [("base", 4.0, 1.0), ("ours", 4.0, 1.0)]
    assert (found.rows[1].low, found.rows[1].high) == (0.5, 2.0)
    assert [verdict.met for verdict in found.verdicts] == [True, False]
    assert "not met" in found.verdicts[1].line()


def test_the_bare_log_keeps_what_it_was_given_and_sees_a_bent_row(tmp_path: Path) -> None:
    log, events = BareLog(tmp_path / "bare.db"), list(mixed_events(20))
    log.append(events[:15])
    log.append(events[15:])
    assert list(log.checked()) == [row[0] for row in log.rows()] == [encode(event) for event in events]
    log.database.execute("UPDATE events SET data = ? WHERE version = 7", (b"{}",))
    with pytest.raises(RuntimeError, match="chain"):
        list(log.checked())
    log.close()


def test_the_bare_commits_refuse_a_command_id_that_comes_twice(tmp_path: Path) -> None:
    log, events = BareCommits(tmp_path / "bare.db"), list(mixed_events(2))
    log.append(events[0], events[0], events)
    with pytest.raises(Exception, match="UNIQUE"):
        log.append(events[0], events[0], events)
    log.close()


def test_the_statements_that_are_only_run_are_those_of_appends(tmp_path: Path) -> None:
    store, events = Store(f"sqlite:///{tmp_path / 'floor.db'}"), list(mixed_events(20))
    contend = replayed(store, [[event] for event in events])
    assert [contend()[0], contend()[0]] == [20, 20]
    [session] = store.sessions()
    _, *commits = store.commits(session.id, lineage(store.branches(session.id), "0"))
    assert [one.previous for one in commits[1:]] == [one.hash for one in commits[:-1]]
    assert [item.data for one in commits for item in one.events] == [encode(event) for event in events] * 2
    store.close()


def test_a_fold_is_compared_on_the_same_events(tmp_path: Path) -> None:
    long = Long(tmp_path, 1_200)
    found = fold(long)
    assert len(found.rows) == 5
    assert all(row.rate > 0 for row in found.rows)
    long.bare.close()
    long.store.close()


def test_an_audit_is_compared_with_deciding_what_it_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditing, "TURNS", 4)
    found = auditing.audit(tmp_path)
    assert [row.name for row in found.rows] == [auditing.DECIDE, auditing.JUDGE, auditing.WHOLE]
    assert {verdict.aim.of for verdict in found.verdicts} == {auditing.DECIDE}


def test_peers_get_the_same_events() -> None:
    events = list(mixed_events(5))
    assert {name: set(values) for name, values in plain(events)} == {
        name: set(fields) for name, fields in FIELDS.items()
    }
