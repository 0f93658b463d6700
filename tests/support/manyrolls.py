"""A log of many random rolls, some of them bent, and what the engine says of each."""

import random
from typing import Any

import msgspec
from bending import NO_HASH, Line, compact, end_anew, hash_of

from tenmatsu.engine.dice.chains import make_chain
from tenmatsu.engine.dice.keyring import (
    RING_SIZE,
    ZERO_MIX,
    Stream,
    previous_link,
    ring_key,
    ring_leaves,
    stir,
)
from tenmatsu.engine.dice.usage import KeyUse
from tenmatsu.engine.dice.verify import (
    CheckedLine,
    follow_entropy,
    follow_nonces,
    follow_ring,
    follow_roll,
)
from tenmatsu.events.table import DiceCommitted, EntropyAdded, NoncesCommitted, Rolled

SIDES = (1, 2, 4, 6, 10, 20, 66, 100, 255, 256, 257, 1000, 65_536, 2**31 + 1, 2**32)
LINK_EVERY = 8
Spec = DiceCommitted | EntropyAdded | NoncesCommitted | Rolled


class ManyRolls:
    """A log of `count` random rolls under rings, links and mixes; one in `bent` of them is bent."""

    def __init__(self, count: int, *, seed: int, bent: int | None = None) -> None:
        self._random = random.Random(seed)
        self._bent = bent
        rings = -(-count // RING_SIZE)
        self._seeds = [self._random.randbytes(32) for _ in range(rings)]
        self._chain = make_chain(self._random.randbytes(32), count // LINK_EVERY + 1)
        links = iter(_links(self._chain.last, self._chain.length))
        self.commits: list[list[Spec]] = [self._opening()]
        mix = ZERO_MIX
        for number in range(count):
            events: list[Spec] = []
            if number % LINK_EVERY == 0:
                link = next(links)
                place = number // LINK_EVERY + 1
                events.append(EntropyAdded(by="p1", value=link.hex(), chain=1, link=place))
                mix = stir(mix, "p1", link)
            self.commits.append([*events, self._roll(number, mix)])
        self.lines = self._write()
        self.data = end_anew(self.lines)

    def _opening(self) -> list[Spec]:
        rings = [
            DiceCommitted(
                ring=f"o{place}", count=RING_SIZE, leaves=ring_leaves(seed).hex(), keeper="gm", why="opened"
            )
            for place, seed in enumerate(self._seeds, 1)
        ]
        length, anchor = self._chain.length, self._chain.anchor
        return [*rings, NoncesCommitted(by="p1", chain=1, length=length, anchor=anchor)]

    def _roll(self, number: int, mix: bytes) -> Rolled:
        draw = self._random
        ring, index = divmod(number, RING_SIZE)
        key = ring_key(self._seeds[ring], index)
        sides = [draw.choice([*SIDES, draw.randint(1, 2**32)]) for _ in range(draw.randint(1, 6))]
        dice = Stream(key, mix).dice(sides)
        rolled = Rolled(
            ring=f"o{ring + 1}",
            index=index,
            key=key.hex(),
            mix=mix.hex(),
            dice=dice,
            by="p1",
            for_="free",
        )
        return self._bend(rolled) if self._bent and draw.randrange(self._bent) == 0 else rolled

    def _bend(self, rolled: Rolled) -> Rolled:
        draw, (sides, face) = self._random, rolled.dice[0]
        changes: list[dict[str, Any]] = [
            {"dice": ((sides, face % sides + 1), *rolled.dice[1:])},
            {"dice": ((min(sides + 1, 2**32), face), *rolled.dice[1:])},
            {"dice": rolled.dice[::-1]},
            {"key": draw.randbytes(32).hex()},
            {"mix": draw.randbytes(32).hex()},
            {"index": (rolled.index or 0) // 2},
        ]
        return msgspec.structs.replace(rolled, **draw.choice(changes))

    def _write(self) -> list[Line]:
        session = "0b5e55ed-0000-4000-8000-00000000000a"
        lines: list[Line] = [
            {"tenmatsu": "log/1", "session": session, "system": "toy", "view": None},
            {"participant": "gm", "role": "gm", "name": "GM"},
            {"participant": "p1", "role": "player", "name": "太郎"},
            {"branch": "0", "parent": None, "fork": None, "name": ""},
        ]
        head = NO_HASH
        for number, events in enumerate(self.commits, 1):
            header = {"session": session, "branch": "0", "number": number, "actor": "p1"}
            texts = [compact(header), '{"type":"table.roll"}', *map(_text, events)]
            kinds = ["header", "command", *["event"] * len(events)]
            items = [
                {kind: text, "salt": self._random.randbytes(16).hex()}
                for kind, text in zip(kinds, texts, strict=True)
            ]
            line = {"commit": "", "branch": "0", "prev": head, "open": items, "pad": "ee" * 16}
            head = line["commit"] = hash_of(line, head)
            lines.append(line)
        return [*lines, {"end": {"current": "0"}}]

    def engine_finds(self) -> tuple[set[str], set[tuple[str, int]]]:
        """Return the commits in which the engine finds wrong dice, and the keys that it finds left out."""
        line, keys, wrong = CheckedLine(), KeyUse(), set[str]()
        hashes = [one["commit"] for one in self.lines if "commit" in one]
        for number, (digest, events) in enumerate(zip(hashes, self.commits, strict=True), 1):
            problems: list[object] = []
            for event in events:
                match event:
                    case DiceCommitted():
                        line, found = follow_ring(line, event, number - (number == 1))
                        found += keys.add_ring(event)
                    case NoncesCommitted():
                        line, found = follow_nonces(line, event), keys.add_chain(event)
                    case EntropyAdded():
                        line, found = follow_entropy(line, event)
                        found += keys.add_link(event)
                    case _:
                        line, found, _ = follow_roll(line, event, number, "")
                        found += keys.add(event)
                problems += found
            wrong |= {digest} if problems else set()
        return wrong, set(keys.missing(("o",)))


def _text(event: Spec) -> str:
    return msgspec.json.encode(event).decode()


def _links(last: str, length: int) -> list[bytes]:
    links = [bytes.fromhex(last)]
    while len(links) < length:
        links.append(previous_link(links[-1]))
    return links[::-1]
