"""Portable logs bent on purpose: by a clumsy hand, or with every hash made anew, as the keeper could."""

import io
import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from evening import fixed_outside, open_toy

from tenmatsu.engine.api import Session, Store, adopt, export_log, fork, undo
from tenmatsu.engine.dice.chains import make_chain
from tenmatsu.engine.dice.keyring import word_value
from tenmatsu.engine.portable.lines import ITEM_KINDS, write_line
from tenmatsu.events.digests import (
    ItemKind,
    closed_digest,
    commit_hash,
    group_digest,
    item_digest,
    open_digest,
)

Line = dict[str, Any]
NO_HASH = "00" * 32


class Roll(NamedTuple):
    """A roll in a log: its line, its item and its event."""

    line: Line
    item: Line
    event: dict[str, Any]

    def change(self, **fields: Any) -> None:
        """Write the event with other values."""
        self.item["event"] = compact({**self.event, **fields})


def play_witnessed(store: Store) -> Session:
    """Play rolls under words and links, secrets, an undo, a what-if line with the same dice, large dice."""
    session = open_toy(store)
    chain = make_chain(bytes(range(32)), 16)
    strike = {"type": "toy.strike", "character": "a", "at": "b"}
    take = {"type": "toy.answer", "character": "b", "choice": "take"}
    session.do({"type": "table.add_word", "value": word_value("さくら").hex()}, actor="p2")
    _roll(session, "3d6")
    session.do({"type": "table.commit_nonces", "length": 16, "anchor": chain.anchor}, actor="p1")
    _roll(session, "1d20+1d1000+1d4294967296", actor="p1", link=chain.link(1))
    _roll(session, "1d100", secret=True)
    before = session.version
    session.do(strike, actor="p1", link=chain.link(2))
    session.do(take, actor="p2")
    fork(session, "もしも", before, actor="gm", dice="same").do(strike, actor="gm")
    _roll(session, "2d10", actor="p1", link=chain.link(3))
    undo(session, actor="gm")
    for number in range(4, 8):
        _roll(session, f"{number}d{number}", actor="p1", link=chain.link(number))
    _roll(session, "1d6", dice=[3])
    _roll(session, "1d100", secret=True)
    _roll(session, "2d6")
    adopt(session, "もしも", actor="gm")
    adopt(session, "2", actor="gm")
    _roll(session, "1d8", actor="p1", link=chain.link(8))
    return session


def _roll(session: Session, notation: str, *, actor: str = "gm", secret: bool = False, **more: Any) -> None:
    session.do({"type": "table.roll", "dice": notation, "secret": secret}, actor=actor, **more)


def witnessed_log() -> bytes:
    """Return the portable log of `play_witnessed`."""
    file = io.BytesIO()
    export_log(play_witnessed(Store("sqlite://", fixed_outside())), file)
    return file.getvalue()


def read_lines(data: bytes) -> list[Line]:
    """Return the lines of a log as values."""
    return [json.loads(line) for line in data.splitlines()]


def events_of(lines: list[Line], kind: str) -> list[Roll]:
    """Return the events of a kind in the order of the log."""
    found = ((line, item) for line in lines if "commit" in line for item in _items(line))
    rolls = (Roll(line, item, json.loads(item["event"])) for line, item in found if item.get("event"))
    return [one for one in rolls if one.event["type"] == kind]


def ring_rolls(lines: list[Line], ring: str = "o1") -> list[Roll]:
    """Return the rolls under keys of a ring."""
    rolled = events_of(lines, "table.rolled")
    return [one for one in rolled if one.event.get("ring") == ring and "source" not in one.event]


def end_anew(lines: list[Line]) -> bytes:
    """Return the file with a last line that fits what stands above it."""
    *body, last = lines
    data = [write_line(line) for line in body]
    heads = {line["branch"]: line["commit"] for line in body if "commit" in line}
    others = {
        str(place): sha256(data[place - 1]).hexdigest()
        for place, line in enumerate(body, 1)
        if "commit" not in line
    }
    end = {**last["end"], "lines": len(body), "heads": heads, "others": others}
    end["sha256"] = sha256(b"".join(data)).hexdigest()
    return b"".join(data) + write_line({"end": end})


def hash_anew(lines: list[Line]) -> bytes:
    """Return the file with every number, digest and hash made anew: nothing but what it says betrays it."""
    _Rehash(lines).run()
    return end_anew(lines)


class _Rehash:
    """Makes hashes anew: first those of the commits that a commit follows or names, then its own."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._before: dict[int, Line | None] = {}
        self._owners: dict[str, Line] = {}
        self._names: dict[str, str] = {}
        self._numbers: dict[int, int] = {}
        heads: dict[str, Line | None] = {}
        for line in lines:
            if "fork" in line:
                heads[line["branch"]] = self._owners.get(line["fork"] or "")
            elif "commit" in line:
                self._before[id(line)] = heads[line["branch"]]
                heads[line["branch"]] = self._owners[line["commit"]] = line
                for item in _items(line):
                    self._owners[_digest(item).hex()] = line

    def run(self) -> None:
        """Change the lines."""
        for line in self._lines:
            if "commit" in line:
                self._make(line)
        for line in self._lines:
            if "fork" in line:
                line["fork"] = self._names.get(line["fork"], line["fork"])

    def _make(self, line: Line) -> int:
        """Make a commit's hash anew, once; return its number."""
        if id(line) in self._numbers:
            return self._numbers[id(line)]
        before = self._before[id(line)]
        number = self._numbers[id(line)] = self._make(before) + 1 if before else 1
        for item in _items(line):
            for name in re.findall("[0-9a-f]{64}", item[_kind(item)]):
                if name in self._owners:
                    self._make(self._owners[name])
        for item in _items(line):
            self._retell(item, number)
        previous = before["commit"] if before else NO_HASH
        new = hash_of(line, previous)
        self._names[line["commit"]] = new
        line |= {"prev": previous, "commit": new}
        return number

    def _retell(self, item: Line, number: int) -> None:
        """Let an item say where its commit stands, and name by their new hashes what it names."""
        old, kind = _digest(item).hex(), _kind(item)
        text: str = item[kind]
        for name, new in self._names.items():
            text = text.replace(name, new)
        if kind == "header":
            text = compact({**json.loads(text), "number": number})
        item[kind] = text
        self._names[old] = _digest(item).hex()


def _items(line: Line) -> Iterator[Line]:
    yield from line["open"]
    for group in line.get("groups", ()):
        yield from group["items"]


def _kind(item: Line) -> ItemKind:
    return next(kind for kind in ITEM_KINDS if kind in item)


def _digest(item: Line) -> bytes:
    kind = _kind(item)
    return item_digest(kind, bytes.fromhex(item["salt"]), item[kind].encode())


def hash_of(line: Line, previous: str) -> str:
    """Return the hash of a commit's line behind a hash."""
    opened = open_digest(map(_digest, line["open"]))
    groups = [
        group_digest(group["audience"], [(item["at"], _digest(item)) for item in group["items"]])
        for group in line.get("groups", ())
    ]
    pad = bytes.fromhex(line["pad"]) if "pad" in line else None
    return commit_hash(bytes.fromhex(previous), opened, closed_digest(groups, pad)).hex()


def compact(value: Any) -> str:
    """Return JSON as a log has it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


Named = Line | tuple[str, int]
"""What a verifier must name: the commit in a line, or a roll by ring and index."""
Bend = Callable[[list[Line]], Named]


def bend_face(lines: list[Line]) -> Named:
    """Give one die another face."""
    roll = ring_rolls(lines)[3]
    (sides, face), *rest = roll.event["dice"]
    roll.change(dice=[[sides, face % sides + 1], *rest])
    return roll.line


def bend_key(lines: list[Line]) -> Named:
    """Show another key, with the faces that follow from it."""
    roll = ring_rolls(lines)[4]
    key = ("0" if roll.event["key"][0] != "0" else "1") + roll.event["key"][1:]
    roll.change(key=key)
    return roll.line


def bend_index(lines: list[Line]) -> Named:
    """Say that a key is the next one of its ring."""
    roll = ring_rolls(lines)[-1]
    roll.change(index=roll.event["index"] + 1)
    return roll.line


def bend_leaf(lines: list[Line]) -> Named:
    """Commit another leaf for a key that is used later."""
    roll = ring_rolls(lines)[2]
    ring = next(one for one in events_of(lines, "table.dice_committed") if one.event["ring"] == "o1")
    at = 64 * roll.event["index"]
    leaves = ring.event["leaves"]
    ring.change(leaves=leaves[:at] + "00" * 32 + leaves[at + 64 :])
    return roll.line


def bend_mix(lines: list[Line]) -> Named:
    """Roll under another mix than the one that was stirred."""
    roll = ring_rolls(lines)[5]
    roll.change(mix="11" * 32)
    return roll.line


def bend_link(lines: list[Line]) -> Named:
    """Stir in something that is no link of the chain."""
    link = events_of(lines, "table.entropy_added")[3]
    link.change(value="22" * 32)
    return link.line


def bend_order(lines: list[Line]) -> Named:
    """Let two rolls of one line fall in the other order."""
    at = next(
        at
        for at, (one, other) in enumerate(pairwise(lines))
        if all(any(roll.line is line for roll in ring_rolls(lines)[-6:]) for line in (one, other))
    )
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return lines[at + 1]


def take_away(lines: list[Line]) -> Named:
    """Take a commit with a roll out of the middle."""
    roll = ring_rolls(lines)[0]
    lines[:] = [line for line in lines if line is not roll.line]
    return roll.event["ring"], roll.event["index"]


def use_twice(lines: list[Line]) -> Named:
    """Let two rolls show the same key."""
    first, second = ring_rolls(lines)[4:6]
    second.change(index=first.event["index"], key=first.event["key"])
    return second.line


BENDS: dict[str, Bend] = {
    "face": bend_face,
    "key": bend_key,
    "index": bend_index,
    "leaf": bend_leaf,
    "mix": bend_mix,
    "link": bend_link,
    "order": bend_order,
    "taken away": take_away,
    "used twice": use_twice,
}
