"""
Processes that play: one that has everything loaded makes another for each player, so that many come and go.

Run as a program it reads lines of JSON: `play` makes a player, `wait` waits for one's end.
"""

import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self

import toy

from tenmatsu.engine.errors import ConcurrencyConflict, StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.registry import register_system
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store

SHARED_EVERY = 10
"""After so many commands of its own a player sends one that all the others send too."""
_REST = 0.05
"""Seconds before a server that is gone is asked again."""
Told = list[str]


class Nursery:
    """Starts players and reads what they tell; whatever happens, all of them end with it."""

    def __init__(self) -> None:
        self._pids: set[int] = set()
        self._told: deque[Told] = deque()
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._lines: SimpleQueue[str] = SimpleQueue()
        # read all the time: players would stop at a full pipe while the test looks elsewhere
        self._reader = Thread(target=self._gather, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in self._pids:
            os.kill(pid, 9)  # none is waited for yet, so each number is still its own
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def play(self, url: str, sessions: Sequence[str], name: str, count: int, *, shared: bool = False) -> int:
        """Start a player and return its process's number."""
        self._say(play=[url, list(sessions), name, count, shared])
        pid = int(self._until("made")[1])
        self._pids.add(pid)
        return pid

    def end(self, pid: int) -> None:
        """Kill a player where it stands; what it told before is still to be read."""
        os.kill(pid, 9)
        self._pids.discard(pid)
        self._say(wait=pid)
        self._until("gone")

    def told(self) -> Iterator[Told]:
        """Yield what has been told already."""
        while self._told:
            yield self._told.popleft()
        while not self._lines.empty():
            line = self._lines.get()
            if not line:
                self._lines.put(line)
                return
            yield line.split()

    def listen(self) -> Told:
        """Return what is told next, in words."""
        return self._told.popleft() if self._told else self._read()

    def _until(self, word: str) -> Told:
        while True:
            line = self._read()
            if line[0] == word:
                return line
            self._told.append(line)

    def _gather(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def _read(self) -> Told:
        line = self._lines.get()
        assert line, "the nursery is gone"
        return line.split()

    def _say(self, **what: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()


def _tell(*words: object) -> None:
    """Tell a line at once: so short a write to a pipe is never cut in two."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def _command(name: str, at: int) -> dict[str, object]:
    if at % 5 == 4:
        return {"type": "table.roll", "dice": "2d6", "secret": at % 2 == 0}
    return {"type": "table.say", "text": f"{name} {at} " + "あ" * 40}


def _do(session: Session, name: str, at: int) -> int:
    """Do one command, as often as others are faster; return how often that was."""
    failed = 0
    while True:
        try:
            result = session.do(_command(name, at), actor="gm", command_id=f"{name}-{at}")
        except (ConcurrencyConflict, StoreError) as error:
            if error.code not in ("conflict", "store_lost", "store_unsure", "store_busy", "store_connect"):
                raise
            failed += 1
            if isinstance(error, StoreError):
                time.sleep(_REST)
            continue
        _tell("done", session.id, f"{name}-{at}", result.commit.hash.hex())
        return failed


def _play(url: str, ids: Sequence[str], name: str, count: int, shared: bool) -> None:
    store = Store(url)
    sessions = [find_opened(store, session) for session in ids]
    _tell("ready", name)
    reported = 0
    for at in range(count):
        session = sessions[at % len(sessions)]
        reported += _do(session, name, at)
        if shared and at % SHARED_EVERY == 0:
            reported += _do(session, "shared", at)
    store.close()
    _tell("end", name, reported)


def main() -> None:
    """Make players until nobody asks any more."""
    register_system(toy.SYSTEM)
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            os.waitpid(asked["wait"], 0)
            _tell("gone", asked["wait"])
            continue
        pid = os.fork()
        if not pid:
            _tell("made", os.getpid())
            _play(*asked["play"])
            os._exit(0)


if __name__ == "__main__":
    main()
