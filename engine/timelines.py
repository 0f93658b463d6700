"""The lines of a session: fork, undo, adopt."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.dice.verify import ENDING
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import AdoptionRow, Append, BranchRow
from tenmatsu.engine.table.commands import Adopt, Fork, Undo
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit, Header
from tenmatsu.events.table import (
    BranchForked,
    BranchNamed,
    DiceCommitted,
    NoncesCommitted,
    Noted,
    RingReason,
    TimelineAdopted,
)

_MOVES = frozenset({"table.branch_forked", "table.timeline_adopted"})
_CARRIED = frozenset({"table.dice_committed", "table.nonces_committed"})


class UndoPlan(msgspec.Struct, frozen=True):
    """What an undo would leave behind, and behind which commit the table would go on."""

    leaves: Commit
    """The last commit that was played."""
    back_to: Commit
    rolls: int
    """Dice rolls in it that the table has seen."""


def fork(
    session: Session, name: str, at: int, *, actor: str, dice: Literal["same", "fresh"] = "fresh"
) -> Session:
    """
    Leave the line behind the commit whose last event is version `at`; return the session on the new line.

    `dice` says whether it repeats the rolls of the line it leaves or takes fresh ones at once. Raises
    `UsageError` where `at` is inside a commit, or the name is taken.
    """
    _check_actor(session, actor)
    known = session.store.branches(session.id)
    if not name or name.isdigit() or name in {row.name for row in known.values()}:
        raise UsageError("branch_taken", branch=name)
    commit = commit_ending(session, at)
    command = Fork(as_=actor, name=name, at=commit.hash.hex(), dice=dice)
    branch = _new_branch(session, commit, "whatif", name)
    events = [
        BranchForked(parent=commit.branch, at=commit.hash.hex(), why="whatif", dice=dice),
        BranchNamed(branch=branch.id, name=name),
    ]
    before = LineState(version=commit.last_version, number=commit.number, hash=commit.hash)
    _store(session, before, command, [Recorded(event) for event in events], branch=branch)
    forked = session.on(branch.id)
    session.branches[branch.id] = forked.branches[branch.id]
    return forked


def plan_undo(session: Session, *, actor: str) -> UndoPlan:
    """Return what `undo` would do; raise as it would."""
    _check_actor(session, actor)
    _check_current(session)
    leaves = _last_played(session)
    if leaves.number == 1:
        raise RuleViolation("nothing_to_undo")
    rolls = sum(1 for item in leaves.events if item.data is not None and tag_of(item.data) == "table.rolled")
    allowed = session.table.table_options.get("undo", "free")
    if rolls and (allowed == "never" or (allowed == "gm" and not session.table.is_gm(actor))):
        raise RuleViolation("undo_dice_seen", who=str(allowed))
    back_to = next(_commits(session, leaves.number - 1, leaves.number - 1))
    return UndoPlan(leaves, back_to, rolls)


def undo(session: Session, *, actor: str, reason: str = "") -> UndoPlan:
    """
    Leave the last played commit behind: fork before it and adopt the fork, in one commit.

    The dice go on with the next unspent key. The left line stays readable.
    """
    plan = plan_undo(session, actor=actor)
    back_to = plan.back_to
    state = session.state_at(back_to.last_version)
    state = msgspec.structs.replace(state, number=back_to.number, hash=back_to.hash)
    branch = _new_branch(session, back_to, "undo", "")
    number = session.store.find_session(session.id).adoptions + 1
    events: list[Recorded] = [
        Recorded(BranchForked(parent=back_to.branch, at=back_to.hash.hex(), why="undo")),
        *_carried(state.table, session),
        Recorded(TimelineAdopted(number=number, left=session.branch, head=session.head)),
    ]
    if reason:
        events.append(Recorded(Noted(by=actor, text=reason)))
    command = Undo(as_=actor, at=back_to.hash.hex(), reason=reason)
    adoption = AdoptionRow(session.id, number, branch.id, session.branch, session.state.hash)
    _store(session, state, command, events, branch=branch, adoption=adoption)
    session.follow_current()
    return plan


def adopt(session: Session, branch: str, *, actor: str) -> None:
    """
    Take a line as the session's current timeline; only the GM may.

    Raises `RuleViolation` where it already is, or for anybody else.
    """
    _check_actor(session, actor)
    current = session if session.is_current else session.on(session.current_branch)
    if not current.table.is_gm(actor):
        raise RuleViolation("gm_only")
    target = session.on(branch)
    if target.is_current:
        raise RuleViolation("line_is_current", branch=branch)
    number = session.store.find_session(session.id).adoptions + 1
    events = [
        *_carried(target.table, current),
        Recorded(TimelineAdopted(number=number, left=current.branch, head=current.head)),
    ]
    adoption = AdoptionRow(session.id, number, target.branch, current.branch, current.state.hash)
    command = Adopt(as_=actor, branch=target.branch)
    _store(target, target.state, command, events, adoption=adoption)
    session.follow_current()


def commit_ending(session: Session, version: int) -> Commit:
    """Return the commit whose last event is `version`; `UsageError` names the ends beside it."""
    if not 1 <= version <= session.version:
        raise UsageError("version_unknown", version=version, last=session.version)
    number = session.store.number_at(session.id, session.segments(version)[-1].branch, version)
    commit = next(_commits(session, number, number))
    if commit.last_version != version:
        raise UsageError(
            "version_inside", version=version, before=commit.first_version - 1, after=commit.last_version
        )
    return commit


def _check_actor(session: Session, actor: str) -> None:
    seat = session.table.seats.get(actor)
    if seat is None or not seat.present:
        raise UsageError("actor_unknown", actor=actor, known=", ".join(sorted(session.table.seats)))
    if seat.role == "spectator":
        raise RuleViolation("spectators_watch")
    if session.view is not None:
        raise RuleViolation("view_only", viewer=session.view)


def _check_current(session: Session) -> None:
    if not session.is_current:
        raise RuleViolation("undo_elsewhere", branch=session.branch, current=session.current_branch)


def _commits(session: Session, low: int, high: int) -> Iterator[Commit]:
    segments = [
        msgspec.structs.replace(
            segment, first_number=max(segment.first_number, low), last_number=min(segment.last_number, high)
        )
        for segment in session.segments()
        if segment.first_number <= high and segment.last_number >= low
    ]
    return session.store.commits(session.id, segments)


def _last_played(session: Session) -> Commit:
    """Return the last commit of the line that is not itself a fork or an adoption."""
    number = session.state.number
    while True:
        commit = next(_commits(session, number, number))
        tags = {tag_of(item.data) for item in commit.events if item.data is not None}
        if not tags & _MOVES:
            return commit
        number -= 1


def _new_branch(session: Session, commit: Commit, why: str, name: str) -> BranchRow:
    highest = max((int(branch) for branch in session.store.branches(session.id)), default=0)
    return BranchRow(
        session=session.id,
        id=str(highest + 1),
        parent=commit.branch,
        fork_hash=commit.hash,
        fork_number=commit.number,
        fork_version=commit.last_version,
        why=why,
        name=name,
        head_number=commit.number,
        head_version=commit.last_version,
        head_hash=commit.hash,
    )


def _carried(table: TableState, left: Session) -> list[Recorded]:
    """Return the commitments of the left line that the other line lacks."""
    missing = {ring for ring in left.table.rings if ring not in table.rings}
    if not missing and left.table.links.items() <= table.links.items():
        return []
    found: list[Recorded] = []
    for _, data in left.store.reader.events(left.id, left.segments()):
        if data is None or tag_of(data) not in _CARRIED:
            continue
        event = left.folder.decode(data)
        if isinstance(event, DiceCommitted) and event.ring in missing:
            why: RingReason = event.why if event.why in ENDING else "carried"  # what was given up stays so
            found.append(Recorded(msgspec.structs.replace(event, why=why)))
            missing.discard(event.ring)
        elif isinstance(event, NoncesCommitted) and _last_chain(table, event.by) < event.chain:
            found.append(Recorded(msgspec.structs.replace(event, carried=True)))
    return found


def _last_chain(table: TableState, participant: str) -> int:
    link = table.links.get(participant)
    return link.chain if link else 0


def _store(
    session: Session,
    before: LineState,
    command: Command,
    events: list[Recorded],
    *,
    branch: BranchRow | None = None,
    adoption: AdoptionRow | None = None,
) -> Commit:
    outside = session.store.outside
    header = Header(
        session=session.id,
        branch=branch.id if branch else session.branch,
        number=before.number + 1,
        at=outside.stamp(),
        actor=command.as_,
        command_id=outside.new_id(),
    )
    commit = make_commit(before, header, command, events, outside)
    if branch is not None:
        branch = msgspec.structs.replace(
            branch, head_number=commit.number, head_version=commit.last_version, head_hash=commit.hash
        )
    session.store.append(Append(commit=commit, header=header, branch=branch, adoption=adoption))
    return commit
