"""The lines of a session: fork, undo, adopt."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from tenmatsu.engine.carrying import carry_over
from tenmatsu.engine.command import Command
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.disputes import commit_before
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.naming import check_name
from tenmatsu.engine.opened_lines import new_branch, store_move
from tenmatsu.engine.refusing import sees_all
from tenmatsu.engine.rewinding import check_adoption, check_ruling, check_undo
from tenmatsu.engine.rights import check_rights
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Viewer
from tenmatsu.engine.store import AdoptionRow, CommitPlace
from tenmatsu.engine.table.commands import Adopt, Fork, Undo
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.engine.table.ruling import find_open_dispute
from tenmatsu.engine.unreadable import read_header
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import EVERYBODY, GM_ONLY, Commit
from tenmatsu.events.table import BranchForked, BranchNamed, DisputeRuled, Noted, TimelineAdopted

_MOVES = frozenset({"table.branch_forked", "table.timeline_adopted", "table.dispute_opened"})
"""What an undo passes by: moves of lines, and disputes, which go along."""


class UndoPlan(msgspec.Struct, frozen=True):
    """What an undo would leave behind, and behind which commit the table would go on."""

    leaves: Commit
    """The last commit that was played."""
    back_to: Commit
    rolls: int
    """Dice rolls in it that whoever asks has seen."""


class UndoAnswer(msgspec.Struct, frozen=True):
    """Whether somebody may undo now: what it would leave, or why not."""

    plan: UndoPlan | None = None
    refusal: RuleViolation | UsageError | None = None

    @property
    def ok(self) -> bool:
        """Whether they may."""
        return self.plan is not None

    @property
    def reason(self) -> str:
        """The code of why not, empty where they may."""
        return "" if self.refusal is None else self.refusal.code


def fork(
    session: Session,
    name: str,
    at: int,
    *,
    actor: str,
    dice: Literal["same", "fresh"] = "fresh",
    secret: bool = False,
) -> Session:
    """
    Leave the line behind the commit whose last event is version `at`; return the session on the new line.

    `dice` says whether it repeats the rolls of the line it leaves or takes fresh ones at once. A `secret`
    line, and all that happens on it, is seen by the GM alone, who alone may open one. Raises `UsageError`
    where `at` is inside a commit, or the name is taken, `RuleViolation` for a player from whom something
    before it was kept: their what-if would be answered from that.
    """
    line = session if session.is_up_to_date() else session.on(session.branch)
    _check_actor(line, actor)
    if not line.table.is_gm(actor) and (
        secret or not sees_all(line, Viewer(actor, is_gm=False), max(1, min(at, line.version)))
    ):
        raise RuleViolation("gm_only" if secret else "whatif_unseen")
    audience = GM_ONLY if secret or line.table.closed else EVERYBODY
    check_name(line, name, actor, line.branches)
    left = commit_ending(line, at)
    command = Fork(as_=actor, name=name, at=left.hash.hex(), dice=dice, secret=bool(audience))
    branch = new_branch(line, left, "whatif", name, line.branches)
    events = [
        BranchForked(parent=line.branch, at=left.hash.hex(), why="whatif", dice=dice, audience=audience),
        BranchNamed(branch=branch.id, name=name),
    ]
    before = msgspec.structs.replace(line.state_at(at), number=left.number, hash=left.hash)
    commit = store_move(line, before, command, [Recorded(event, audience) for event in events], branch=branch)
    session.branches[branch.id] = row = branch.moved_to(commit)
    state = line.folder.fold(before, events, (commit.number, commit.hash))
    return line.on_fork(row, state)


def plan_undo(session: Session, *, actor: str) -> UndoPlan:
    """Return what `undo` would do; raise as it would."""
    _check_actor(session, actor)
    _check_current(session)
    leaves = _last_played(session)
    if leaves.number == 1:
        raise RuleViolation("nothing_to_undo")
    header = leaves.header.data
    by = "" if header is None else read_header(header, leaves.hash).actor
    is_gm = session.table.is_gm(actor)
    viewer = Viewer(actor, is_gm=is_gm)
    if not is_gm and by != actor and not viewer.sees(leaves.header):
        raise RuleViolation("undo_unseen")
    if not is_gm and by != actor and session.table.table_options.get("undo_whose", "own") == "own":
        raise RuleViolation("undo_not_yours", whom=by)
    rolls = [item for item in leaves.events if item.data is not None and tag_of(item.data) == "table.rolled"]
    seen = sum(viewer.sees(item) for item in rolls)
    allowed = session.table.table_options.get("undo", "free")
    if rolls and (allowed == "never" or (allowed == "gm" and not is_gm)):
        raise RuleViolation("undo_dice_seen" if seen else "undo_unseen", who=str(allowed))
    check_undo(session, leaves)
    back_to = next(_commits(session, leaves.number - 1, leaves.number - 1))
    return UndoPlan(leaves, back_to, seen)


def can_undo(session: Session, actor: str) -> UndoAnswer:
    """Return whether somebody may undo the last played commit now, and if not, why."""
    try:
        return UndoAnswer(plan=plan_undo(session, actor=actor))
    except (RuleViolation, UsageError) as refusal:
        return UndoAnswer(refusal=refusal)


def undo(session: Session, *, actor: str, reason: str = "") -> UndoPlan:
    """
    Leave the last played commit behind: fork before it and adopt the fork, in one commit.

    The dice go on with the next unspent key, and disputes go along. The left line stays readable.
    """
    plan = plan_undo(session, actor=actor)
    notes = [Recorded(Noted(by=actor, text=reason))] if reason else []
    command = Undo(as_=actor, at=plan.back_to.hash.hex(), reason=reason)
    _go_back(session, plan.back_to, "undo", command, notes, without=plan.leaves)
    return plan


def wind_back(session: Session, command: Rule, command_id: str | None = None) -> Commit:
    """
    Rule that a dispute is right: go on before the commit that it is about, as `undo` does.

    Returns the commit. Raises as `undo`, or where the disputed commit is not on the current timeline.
    """
    _check_actor(session, command.as_)
    _check_current(session)
    check_rights(session.table, command, command.as_)
    dispute = find_open_dispute(session.table, command)
    back_to = commit_before(session, dispute.commit)
    check_ruling(session, next(_commits(session, back_to.number + 1, back_to.number + 1)))
    ruling = DisputeRuled(dispute=dispute.number, by=command.as_, answer="wound_back")
    after = [Recorded(ruling, dispute.audience)]
    if command.reason:
        after.append(Recorded(Noted(by=command.as_, text=command.reason), dispute.audience))
    return _go_back(session, back_to, "ruling", command, after, command_id=command_id)


def _go_back(
    session: Session,
    back_to: Commit,
    why: Literal["undo", "ruling"],
    command: Command,
    after: Sequence[Recorded],
    *,
    without: Commit | None = None,
    command_id: str | None = None,
) -> Commit:
    """Fork behind a commit of the current timeline and adopt the fork, in one commit."""
    state = session.state_at(back_to.last_version)
    if why == "ruling" and not state.table.is_gm(command.as_):
        raise RuleViolation("gm_only")
    state = msgspec.structs.replace(state, number=back_to.number, hash=back_to.hash)
    branch = new_branch(session, back_to, why, "", session.store.branches(session.id))
    number = session.store.find_session(session.id).adoptions + 1
    events = [
        Recorded(BranchForked(parent=back_to.branch, at=back_to.hash.hex(), why=why)),
        *carry_over(state.table, session, without),
        Recorded(TimelineAdopted(number=number, left=session.branch, head=session.head)),
        *after,
    ]
    adoption = AdoptionRow(session.id, number, branch.id, session.branch, session.state.hash)
    commit = store_move(
        session, state, command, events, branch=branch, adoption=adoption, command_id=command_id
    )
    session.follow_current()
    return commit


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
    if target.table.closed:
        raise RuleViolation("line_closed", branch=branch)
    check_adoption(current, target)
    number = session.store.find_session(session.id).adoptions + 1
    events = [
        *carry_over(target.table, current),
        Recorded(TimelineAdopted(number=number, left=current.branch, head=current.head)),
    ]
    adoption = AdoptionRow(session.id, number, target.branch, current.branch, current.state.hash)
    command = Adopt(as_=actor, branch=target.branch)
    store_move(target, target.state, command, events, adoption=adoption)
    session.follow_current()


def commit_ending(session: Session, version: int) -> CommitPlace:
    """Return where the commit stands whose last event is `version`; `UsageError` names the ends beside it."""
    if not 1 <= version <= session.version:
        raise UsageError("version_unknown", version=version, last=session.version)
    branch, state = session.branch_of(version), session.state
    if version == state.version:
        return CommitPlace(branch, state.number, version, state.hash)
    place = session.store.place_of(session.id, branch, version)
    if place.last_version != version:
        commit = session.store.commit_at(session.id, branch, place.number)
        raise UsageError(
            "version_inside", version=version, before=commit.first_version - 1, after=commit.last_version
        )
    return place


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
    """Return the last commit of the line that is not itself a fork, an adoption or a dispute."""
    number = session.state.number
    while True:
        commit = next(_commits(session, number, number))
        tags = {tag_of(item.data) for item in commit.events if item.data is not None}
        if not tags & _MOVES:
            return commit
        number -= 1
