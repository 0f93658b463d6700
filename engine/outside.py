"""What the engine takes from outside: the time and random bytes."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class Outside:
    """The clock and the source of random bytes; tests hand in fixed ones."""

    now: Callable[[], datetime] = _now
    entropy: Callable[[int], bytes] = os.urandom

    def stamp(self) -> str:
        """Return the time as RFC 3339 with six decimals and a numeric offset."""
        return self.now().isoformat(timespec="microseconds")

    def new_id(self) -> str:
        """Return a fresh UUID (version 4)."""
        raw = bytearray(self.entropy(16))
        raw[6] = raw[6] & 0x0F | 0x40
        raw[8] = raw[8] & 0x3F | 0x80
        text = raw.hex()
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
