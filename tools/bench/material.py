"""The events that are measured with, and sessions full of them."""

from collections.abc import Iterator

import msgspec

from tenmatsu.engine.api import Event, Participant, Session, Store, open_session
from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.store import Append
from tenmatsu.engine.table.commands import Say
from tenmatsu.events.envelope import Header
from tenmatsu.events.table import CharacterTaken, Narrated, Rolled, Said, SceneOpened

_TEXT = "提灯が揺れ、堀端の柳の陰から編笠の侍が音もなく歩み出る。"


def mixed_events(count: int) -> Iterator[Event]:
    """Yield the events of a long evening: speech, narration, rolls, scenes."""
    for at in range(count):
        match at % 5:
            case 0:
                dice = tuple((6, (at // turn) % 6 + 1) for turn in (1, 6, 36))
                yield Rolled(dice=dice, by=f"pc{at % 4}", for_="free", source="entered", vouched="gm")
            case 1:
                yield Said(by=f"pc{at % 4}", text=_TEXT)
            case 2:
                yield Narrated(by="gm", text=_TEXT)
            case 3:
                yield CharacterTaken(character=f"pc{at % 4}", participant="gm")
            case _:
                yield SceneOpened(scene=at // 5, title=_TEXT)


def open_evening(store: Store) -> Session:
    """Open a session of the first built-in game."""
    return open_session(store, "計測", "ukiyozoshi", participants=[Participant("gm", "GM", "gm")])


class Writer:
    """Appends events to a session below the decider: encode, digest, chain, store."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._state = session.state
        self._command: Command = Say(as_="gm", text="x")

    def append(self, events: list[Event]) -> None:
        """Append events as one commit."""
        self._session.store.append(self.make(events))

    def make(self, events: list[Event]) -> Append:
        """Return what appends them, behind what was made before."""
        session, state = self._session, self._state
        outside = session.store.outside
        header = Header(
            session=session.id,
            branch=session.branch,
            number=state.number + 1,
            at=outside.stamp(),
            actor="gm",
            command_id=outside.new_id(),
        )
        commit = make_commit(state, header, self._command, [Recorded(event) for event in events], outside)
        self._state = msgspec.structs.replace(
            state, version=commit.last_version, number=commit.number, hash=commit.hash
        )
        return Append(commit=commit, header=header)


def fill(session: Session, count: int, *, each: int = 100) -> None:
    """Append `count` events to a session, `each` a commit, with a snapshot at the end as play leaves one."""
    writer, batch = Writer(session), list[Event]()
    for event in mixed_events(count):
        batch.append(event)
        if len(batch) == each:
            writer.append(batch)
            batch = []
    if batch:
        writer.append(batch)
    session.reload()
    session.keep_snapshot()
