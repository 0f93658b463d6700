"""Store the commits by which lines are opened and adopted."""

from collections.abc import Iterable

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import AdoptionRow, Append, BranchRow, CommitPlace
from tenmatsu.events.envelope import Commit, Header


def new_branch(
    session: Session, commit: Commit | CommitPlace, why: str, name: str, known: Iterable[str]
) -> BranchRow:
    """Return the row of a line that leaves a commit; none of the known lines has its id."""
    return BranchRow(
        session=session.id,
        id=str(max(map(int, known)) + 1),
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


def store_move(
    session: Session,
    before: LineState,
    command: Command,
    events: list[Recorded],
    *,
    branch: BranchRow | None = None,
    adoption: AdoptionRow | None = None,
    command_id: str | None = None,
) -> Commit:
    """Store and return a commit that opens or adopts a line; `ConcurrencyConflict` where one was faster."""
    outside = session.store.outside
    header = Header(
        session=session.id,
        branch=branch.id if branch else session.branch,
        number=before.number + 1,
        at=outside.stamp(),
        actor=command.as_,
        command_id=command_id or outside.new_id(),
    )
    commit = make_commit(before, header, command, events, outside)
    if branch is not None:
        branch = branch.moved_to(commit)
    session.store.append(Append(commit=commit, header=header, branch=branch, adoption=adoption))
    return commit
