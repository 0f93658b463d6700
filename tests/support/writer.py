"""
A process that plays: append commands to a session until told to stop, and print each that is stored.

Usage: `python writer.py URL SESSION NAME COUNT [FILE_LIMIT]`. Tests start it, kill it, starve it.
"""

import resource
import sys

import toy

from tenmatsu.engine.errors import ConcurrencyConflict, StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.registry import register_system
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store


def _command(name: str, at: int) -> dict[str, object]:
    if at % 5 == 4:
        return {"type": "table.roll", "dice": "2d6", "secret": at % 2 == 0}
    return {"type": "table.say", "text": f"{name} {at} " + "あ" * 40}


def _append(session: Session, name: str, at: int) -> str:
    """Append one command, as often as others are faster, and return its commit's hash."""
    while True:
        try:
            result = session.do(_command(name, at), actor="gm", command_id=f"{name}-{at}")
        except ConcurrencyConflict:
            continue
        return result.commit.hash.hex()


def main(url: str, session_id: str, name: str, count: int, limit: int | None) -> None:
    """Append `count` commands; under a limit of the file's size, say what stopped it."""
    register_system(toy.SYSTEM)
    store = Store(url)
    session = find_opened(store, session_id)
    print("ready", flush=True)  # noqa: T201  # what it prints is what the test reads
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    for at in range(count):
        try:
            stored = _append(session, name, at)
        except StoreError as error:
            head = session.head
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            print(f"{error.code} {head} {at}", flush=True)  # noqa: T201
            stored = _append(session, name, at)
        print(f"{name}-{at} {stored}", flush=True)  # noqa: T201
    store.close()


if __name__ == "__main__":
    rest = sys.argv[5:]
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(rest[0]) if rest else None)
