"""Open sessions: new ones, and those in the store."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.deciding import decide, unfit
from tenmatsu.engine.dice.rings import Ringmaker
from tenmatsu.engine.dice.sources import EnteredDice
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.registry import find_system, folder_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Append, BranchRow, SessionRow, Store
from tenmatsu.engine.table.commands import OpenSession, Seating
from tenmatsu.engine.table.decide import tables_sha256
from tenmatsu.engine.table.ids import check_id
from tenmatsu.events.envelope import Header
from tenmatsu.events.table import Role

FIRST_BRANCH = "0"
ROLES: tuple[Role, ...] = get_args(Role)


class Participant(msgspec.Struct, frozen=True):
    """Somebody at the table; the name is kept beside the log."""

    id: str
    name: str = ""
    role: Role = "player"


def find_opened(
    store: Store, text: str, branch: str | None = None, *, dice_secret: bytes | None = None
) -> Session:
    """
    Return a session of the store by its id, a unique start of one, or `@last`.

    Without `branch` it stands on the current timeline. Raises `UsageError` where it is not found.
    """
    row = store.find_session(text)
    return Session(store, row, find_system(row.system), branch, dice_secret=dice_secret)


def open_session(
    store: Store,
    title: str,
    system: str,
    *,
    participants: Sequence[Participant] = (Participant("gm", "GM", "gm"),),
    options: Mapping[str, Any] | None = None,
    table_options: Mapping[str, Any] | None = None,
    tables: str | None = None,
    keeper: str | None = None,
    dice_secret: bytes | None = None,
) -> Session:
    """
    Open a new session and return it.

    `tables` is the TOML text of the table's own figures. `keeper` is the participant who runs this
    machine, the first GM where left out. `dice_secret` fixes the dice for tests and demos, and marks the
    session so. Raises `UsageError` for an unknown system, option or figure, or a table without a GM.
    """
    game = find_system(system)
    gms = [one.id for one in participants if one.role == "gm"]
    for one in (title, tables, dict(options or {}), *(seat.name for seat in participants)):
        if (reason := unfit(one)) is not None:
            raise UsageError("opening_wrong", reason=reason)
    if any("\0" in seat.name for seat in participants):  # no database of a server holds it
        raise UsageError("opening_wrong", reason="the text is no valid Unicode")
    if not gms:
        raise UsageError("no_gm")
    ids = [one.id for one in participants]
    for seat in participants:
        check_id(seat.id)
        if seat.role not in ROLES:
            raise UsageError("role_unknown", role=seat.role, known=", ".join(ROLES))
    if keeper is not None and keeper not in ids:
        raise UsageError("actor_unknown", actor=keeper, known=", ".join(sorted(ids)))
    if len(set(ids)) < len(ids):
        raise UsageError("participant_twice", participant=max(ids, key=ids.count))
    version = game.rules_versions[-1]
    game.tables(version, tables)
    command = OpenSession(
        as_=gms[0],
        title=title,
        system=system,
        rules_version=version,
        options=dict(options or {}),
        table_options=dict(table_options or {}),
        tables=tables,
        tables_sha256=tables_sha256(game, version),
        participants=tuple(Seating(one.id, one.role) for one in participants),
    )
    session_id = _store_opening(store, folder_of(game), command, participants, keeper or gms[0], dice_secret)
    return find_opened(store, session_id, dice_secret=dice_secret)


def _store_opening(
    store: Store,
    folder: Folder,
    command: OpenSession,
    participants: Sequence[Participant],
    keeper: str,
    dice_secret: bytes | None,
) -> str:
    outside = store.outside
    decision = decide(folder, LineState(), command, EnteredDice((), None), None)
    maker = Ringmaker(outside, dice_secret)
    for one in maker.make_pair({}, keeper, "opened"):
        decision.record(one.event)
    header = Header(
        session=outside.new_id(),
        branch=FIRST_BRANCH,
        number=1,
        at=outside.stamp(),
        actor=command.as_,
        command_id=outside.new_id(),
    )
    commit = make_commit(LineState(), header, command, decision.recorded, outside)
    branch = BranchRow(
        session=header.session,
        id=FIRST_BRANCH,
        parent=None,
        fork_hash=None,
        fork_number=0,
        fork_version=0,
        why="opened",
        name="",
        head_number=1,
        head_version=commit.last_version,
        head_hash=commit.hash,
    )
    row = SessionRow(header.session, command.system, header.at, FIRST_BRANCH, 0)
    names = [(one.id, one.name or one.id) for one in participants]
    store.append(
        Append(commit=commit, header=header, seeds=maker.seeds, session=row, branch=branch, names=names)
    )
    return header.session
