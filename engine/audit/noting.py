"""Check a commit where it stands, and note what a reader should be told of its events."""

from collections.abc import Container

from tenmatsu.engine.audit.chain import check_columns, check_items, check_place
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.report import Adjustment, Tally
from tenmatsu.engine.audit.source import Decoded, StoredCommit
from tenmatsu.engine.carrying import rulings_in
from tenmatsu.events.base import Unknown
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import Adjusted, BranchForked, Rolled

GONE: frozenset[type] = frozenset({type(None), Unknown})
"""What stands for an event whose bytes are gone, or not known."""


def check_commit(found: Findings, before: Commit | None, stored: StoredCommit, *, whole: bool) -> None:
    """Check a commit's own hash, its columns, and that it stands behind the one before it."""
    commit = stored.commit
    found.fail_all(commit, "chain", check_items(commit))
    beside = commit.closed if whole else commit.pad
    if beside is not None:
        found.fail(commit.hash.hex(), "chain", ("audit_hash_wrong", {}))
    found.fail_all(commit, "versions", check_columns(stored))
    place = (NO_PREVIOUS, 1, 1)
    if before is not None:
        place = (before.hash, before.number + 1, before.last_version + 1)
    for code, details in check_place(commit, *place):
        if code == "audit_gap":
            found.fail(commit.hash.hex(), "versions", (code, details))
        else:
            found.fail(commit.hash.hex(), "chain", (code, details))
            found.fail(details["missing"], "chain", ("audit_commit_missing", {}))


def note_gone(found: Findings, commit: Commit, events: Decoded, known: Container[str]) -> None:
    """Note the events whose bytes are gone, or hold none that this release knows."""
    for offset, event in enumerate(events):
        version = commit.first_version + offset
        if event is None and commit.closed is None:
            tag = commit.events[offset].tag or "?"
            found.leave(commit, "audit_redacted", {"version": version, "tag": tag})
        elif isinstance(event, Unknown):
            if event.tag and event.tag not in known:
                found.leave(commit, "audit_unknown_event", {"tag": event.tag, "version": version})
            else:
                found.fail(commit.hash.hex(), "decode", ("audit_not_decoded", {"version": version}))


def note_special(found: Findings, tally: Tally, commit: Commit, events: Decoded, *, is_first: bool) -> None:
    """Note what a reader should be told; a line leaves another nowhere but in its first commit."""
    for version, event in enumerate(events, commit.first_version):
        if isinstance(event, Adjusted):
            ruled = next(iter(rulings_in(events)), None)
            found.adjustments.append(
                Adjustment(commit.hash.hex(), version, event.name, event.old, event.new, ruled)
            )
        elif isinstance(event, BranchForked):
            tally.undos += event.why == "undo"
            if not is_first:
                wrong = ("audit_fork_wrong", {"branch": commit.branch})
                found.fail(commit.hash.hex(), "chain", wrong)
        elif isinstance(event, Rolled) and event.source in ("imported", "scripted"):
            found.leave(commit, "audit_dice_unproven", {"version": version, "source": event.source})
