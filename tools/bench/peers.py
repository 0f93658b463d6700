"""
Other event stores for Python with the same events, each driven as its own documentation does.

They stand in the environment of `make bench` alone (extra `bench`); one that is not there is left out.
"""

import asyncio
import itertools
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import new_class
from typing import Any
from uuid import UUID, uuid4

import msgspec
import sqlalchemy as sa

from tenmatsu.events.base import Event
from tenmatsu.tools.bench.measure import Contender, timed

FIELDS: Mapping[str, Mapping[str, Any]] = {
    "rolled": {"dice": list[list[int]], "by": str, "for_": str, "source": str, "vouched": str},
    "said": {"by": str, "text": str},
    "narrated": {"by": str, "text": str},
    "character_taken": {"character": str, "participant": str},
    "scene_opened": {"scene": int, "title": str},
}
"""The events that are measured with, by name, with the types of their fields."""
_numbers = itertools.count()
_KEPT: dict[str, Any] = {}
"""What those libraries let be made once a process."""


def _once(name: str, make: Callable[[], Any]) -> Any:
    if name not in _KEPT:
        _KEPT[name] = make()
    return _KEPT[name]


def plain(events: Sequence[Event]) -> list[tuple[str, dict[str, Any]]]:
    """Return events as (name, fields), as the others take them."""
    found: list[tuple[str, dict[str, Any]]] = []
    for event in events:
        name = str(event.__struct_config__.tag).partition(".")[2]
        values = {key: getattr(event, key) for key in FIELDS[name]}
        if name == "rolled":
            values["dice"] = [list(die) for die in values["dice"]]
        found.append((name, values))
    return found


class _Table:
    """What the others fold to: the same as the table's state keeps of these events."""

    def __init__(self) -> None:
        self.characters: dict[str, str] = {}
        self.scene = 0
        self.title = ""

    def take(self, name: str, values: Mapping[str, Any]) -> None:
        """Take in one event."""
        if name == "character_taken":
            self.characters[values["character"]] = values["participant"]
        elif name == "scene_opened":
            self.scene, self.title = values["scene"], values["title"]


class Eventsourcing:
    """`eventsourcing` with an aggregate and its own recorders."""

    name = "eventsourcing"

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._application: Any = import_module("eventsourcing.application").Application(dict(environment))
        domain = import_module("eventsourcing.domain")
        self._kind: Any = _once("aggregate", lambda: _make_aggregate(domain))

    def append(self, events: Sequence[tuple[str, dict[str, Any]]], each: int) -> None:
        """Append to a new aggregate, so many events a commit."""
        evening = self._kind()
        self._application.save(evening)
        for at in range(0, len(events), each):
            for name, values in events[at : at + each]:
                getattr(evening, name)(**values)
            self._application.save(evening)
        self._id = evening.id

    def fold(self) -> object:
        """Rebuild the aggregate that was appended last."""
        return self._application.repository.get(self._id)

    def catch_up(self) -> int:
        """Read all events in global order, decoded."""
        recorder, read = self._application.recorder, self._application.mapper.to_domain_event
        at, count = 1, 0
        while found := recorder.select_notifications(at, 500):
            for one in found:
                read(one)
            count, at = count + len(found), found[-1].id + 1
        return count

    def close(self) -> None:
        """Close it."""
        self._application.close()


def _make_aggregate(domain: Any) -> Any:
    """Return the class of an evening; its methods are its events."""
    scope: dict[str, Any] = {"event": domain.event}
    lines = ["def __init__(self):", "    self.characters = {}", "    self.scene = 0", "    self.title = ''"]
    exec("\n".join(lines), scope)  # noqa: S102  # the library reads the signatures
    body: dict[str, Any] = {"INITIAL_VERSION": 0, "__init__": scope["__init__"]}
    does = {
        "character_taken": "self.characters[character] = participant",
        "scene_opened": "self.scene, self.title = scene, title",
    }
    for name, fields in FIELDS.items():
        exec(f"def {name}(self, {', '.join(fields)}):\n    {does.get(name, 'pass')}", scope)  # noqa: S102
        body[name] = domain.event(name.title().replace("_", ""))(scope[name])
    return _shown(new_class("Evening", (domain.Aggregate,), exec_body=lambda space: space.update(body)))


def _shown(kind: Any) -> Any:
    """Let a class be found by its name: the libraries store it beside each event."""
    kind.__module__ = __name__
    kind.__qualname__ = kind.__name__
    setattr(sys.modules[__name__], kind.__name__, kind)
    return kind


class EventsourcingMsgspec:
    """`eventsourcing` by its fastest recipe: Structs as events, JSON by msgspec, a projector function."""

    name = "eventsourcing, its msgspec recipe"

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._kinds: dict[str, Any] = _once("structs", _make_structs)
        self._names = {kind: name for name, kind in self._kinds.items()}
        topics: dict[str, str] = _once("topics", _make_mapper)
        application = import_module("eventsourcing.application").Application
        self._application: Any = application({**environment, **topics})

    def append(self, events: Sequence[tuple[str, dict[str, Any]]], each: int) -> None:
        """Append to a new stream, so many events a commit."""
        self._id, kinds = uuid4(), self._kinds
        for at in range(0, len(events), each):
            made = [
                kinds[name](
                    originator_id=self._id, originator_version=place, timestamp=datetime.now(UTC), **values
                )
                for place, (name, values) in enumerate(events[at : at + each], at)
            ]
            self._application.save(*made)

    def fold(self) -> object:
        """Fold the stream that was appended last."""
        return self._application.repository.get(self._id, projector_func=self._project)

    def _project(self, table: _Table | None, events: Any) -> _Table:
        table, names = table or _Table(), self._names
        for event in events:
            name = names[event.__class__]
            if name == "character_taken":
                table.characters[event.character] = event.participant
            elif name == "scene_opened":
                table.scene, table.title = event.scene, event.title
        return table

    def close(self) -> None:
        """Close it."""
        self._application.close()


def _make_structs() -> dict[str, Any]:
    base = (("originator_id", UUID), ("originator_version", int), ("timestamp", datetime))
    return {
        name: _shown(
            msgspec.defstruct(
                f"Msgspec{name}", [*base, *fields.items()], frozen=True, kw_only=True, module=__name__
            )
        )
        for name, fields in FIELDS.items()
    }


def _make_mapper() -> dict[str, str]:
    """Return the environment by which the library finds a mapper without a transcoder."""
    persistence = import_module("eventsourcing.persistence")
    utils = import_module("eventsourcing.utils")
    encode = msgspec.json.Encoder().encode

    def store(_self: Any, event: Any) -> Any:
        topic = utils.get_topic(type(event))
        return persistence.StoredEvent(event.originator_id, event.originator_version, topic, encode(event))

    def load(_self: Any, row: Any) -> Any:
        return msgspec.json.decode(row.state, type=utils.resolve_topic(row.topic))

    body = {"to_stored_event": store, "to_domain_event": load}
    nothing = {"encode": lambda _self, _: b"", "decode": lambda _self, _: None}
    mapper = _shown(type("BareMapper", (persistence.Mapper,), body))
    transcoder = _shown(type("NoTranscoder", (persistence.Transcoder,), nothing))
    return {"MAPPER_TOPIC": utils.get_topic(mapper), "TRANSCODER_TOPIC": utils.get_topic(transcoder)}


class EventsourcePy:
    """`eventsource-py`: asynchronous, pydantic events, aiosqlite."""

    name = "eventsource-py"

    def __init__(self, path: Path) -> None:
        package = import_module("eventsource")
        store = import_module("eventsource.adapters.sqlite.store")
        stream = import_module("eventsource.domain.stream_id")
        self._any: Any = import_module("eventsource.ports.positions").ExpectedVersion.any_()
        self._loop = asyncio.new_event_loop()
        self._kinds: dict[str, Any] = _once("eventsource", lambda: _eventsource_events(package))
        self._names = {kind: name for name, kind in self._kinds.items()}
        self._stream_id: Any = stream.StreamId
        self._store: Any = store.SQLiteEventStore(str(path))
        self._run(self._store._conn())  # as its own adapters open it

    def _run(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    def append(self, events: Sequence[tuple[str, dict[str, Any]]], each: int) -> None:
        """Append to a new stream, so many events a commit."""
        owner = uuid4()
        self._stream: Any = self._stream_id(owner, "Evening")

        async def work() -> None:
            for at in range(0, len(events), each):
                made = [
                    self._kinds[name](aggregate_id=owner, aggregate_version=place, **values)
                    for place, (name, values) in enumerate(events[at : at + each], at + 1)
                ]
                await self._store.append(self._stream, made, self._any)

        self._run(work())

    def fold(self) -> object:
        """Fold the stream that was appended last."""

        async def work() -> _Table:
            table = _Table()
            async for envelope in self._store.read_stream(self._stream):
                table.take(self._names[envelope.event.__class__], vars(envelope.event))
            return table

        return self._run(work())

    def close(self) -> None:
        """Close it."""
        self._run(self._store.close())
        self._loop.close()


def _eventsource_events(package: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, fields in FIELDS.items():
        body = {
            "__annotations__": {**fields, "event_type": str, "aggregate_type": str},
            "__module__": __name__,
            "event_type": f"Py{name}",
            "aggregate_type": "Evening",
        }
        made[name] = package.register_event(type(f"Py{name}", (package.DomainEvent,), body))
    return made


class EventSourcery:
    """`python-event-sourcery`: pydantic events, SQLAlchemy's ORM."""

    name = "python-event-sourcery"

    def __init__(self, path: Path) -> None:
        self._package: Any = import_module("event_sourcery")
        self._wrapped: Any = import_module("event_sourcery.event").WrappedEvent
        base = _once("tables", _sourcery_tables)
        self._backend: Any = import_module("event_sourcery_sqlalchemy").SQLAlchemyBackend
        self._kinds: dict[str, Any] = _once("sourcery", lambda: _sourcery_events(self._package))
        self._names = {kind: name for name, kind in self._kinds.items()}
        self._engine = sa.create_engine(f"sqlite:///{path}")
        sa.event.listen(self._engine, "connect", lambda raw, _: raw.execute("PRAGMA journal_mode=WAL"))
        base.metadata.create_all(self._engine)

    def append(self, events: Sequence[tuple[str, dict[str, Any]]], each: int) -> None:
        """Append to a new stream, so many events a commit."""
        from sqlalchemy.orm import Session as OrmSession

        self._stream: Any = self._package.StreamId(uuid4())
        with OrmSession(self._engine) as session:
            store = self._backend().configure(session).event_store
            for at in range(0, len(events), each):
                made = [
                    self._wrapped.wrap(self._kinds[name](**values), version=place)
                    for place, (name, values) in enumerate(events[at : at + each], at + 1)
                ]
                store.append(*made, stream_id=self._stream, expected_version=at)
                session.commit()

    def fold(self) -> object:
        """Fold the stream that was appended last."""
        from sqlalchemy.orm import Session as OrmSession

        table = _Table()
        with OrmSession(self._engine) as session:
            for one in self._backend().configure(session).event_store.load_stream(self._stream):
                table.take(self._names[one.event.__class__], vars(one.event))
        return table

    def close(self) -> None:
        """Close it."""
        self._engine.dispose()


def _sourcery_tables() -> Any:
    from sqlalchemy.orm import clsregistry, declarative_base

    # it asks SQLAlchemy for a name that begins with a stroke since 2.1
    token: Any = getattr(clsregistry, "ClsRegistryToken", None) or vars(clsregistry)["_ClsRegistryToken"]
    setattr(clsregistry, "ClsRegistryToken", token)  # noqa: B010
    base = declarative_base()
    import_module("event_sourcery_sqlalchemy.models").configure_models(base)
    return base


def _sourcery_events(package: Any) -> dict[str, Any]:
    return {
        name: type(f"Sy{name}", (package.Event,), {"__annotations__": dict(fields), "__module__": __name__})
        for name, fields in FIELDS.items()
    }


Peer = Eventsourcing | EventsourcingMsgspec | EventsourcePy | EventSourcery


def sqlite_peers(place: Path) -> list[Peer]:
    """Return the peers that are installed, each on a fresh file."""
    found: list[Peer] = []
    makers: list[Callable[[Path], Peer]] = [
        lambda path: Eventsourcing(_sqlite(path)),
        lambda path: EventsourcingMsgspec(_sqlite(path)),
        EventsourcePy,
        EventSourcery,
    ]
    for make in makers:
        try:
            found.append(make(place / f"peer{next(_numbers)}.db"))
        except ImportError as error:
            print(f"left out: {error}", flush=True)
    return found


def _sqlite(path: Path) -> dict[str, str]:
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}


def appending(peer: Peer, events: Sequence[Event], each: int) -> Contender:
    """Return a contender that appends these events to a new stream."""
    ready = plain(events)
    return lambda: timed(len(ready), lambda: peer.append(ready, each))


def folding(peer: Peer, events: Sequence[Event]) -> Contender:
    """Return a contender that folds these events, which it stores first."""
    peer.append(plain(events), 1_000)
    return lambda: timed(len(events), peer.fold)
