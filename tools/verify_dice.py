"""Check chain and dice of a portable log by its bytes alone: `python verify_dice.py < LOG` (docs/dice.md)."""

import hmac
import json
import sys
from hashlib import sha256
from itertools import chain, count, islice
from typing import Any
unhex = bytes.fromhex
def _hash(tag: str, *parts: Any, key: bytes = b"") -> bytes:  # a text stands behind its length
    counted = (len(p.encode()).to_bytes(4, "big") + p.encode() if isinstance(p, str) else p for p in parts)
    data = f"tenmatsu/{tag}/1\n".encode() + b"".join(counted)
    return hmac.digest(key, data, "sha256") if key else sha256(data).digest()
def _digest(part: Any) -> bytes:  # of an item, or of a group of items; some show their digest alone
    if held := part if part.__class__ is str else part.get("digest"): return unhex(held)
    items = (item["at"].to_bytes(4, "big") + _digest(item) for item in part.get("items", ()))
    if "items" in part: return _hash("group", part["audience"], *items)
    return next(_hash(k, unhex(part["salt"]), part[k].encode()) for k in part if k not in ("at", "salt"))
def _faces(key: bytes, mix: bytes, sides: list[int]) -> list[int]:  # one byte up to d256, else four; no bias
    data = chain.from_iterable(_hash("roll", mix, n.to_bytes(4, "big"), key=key) for n in count())
    sizes = ((n, 1 if n <= 256 else 4) for n in sides if 0 < n <= 2**32)
    reads = ((n, s, (int.from_bytes(bytes(islice(data, s)), "big") for _ in count())) for n, s in sizes)
    return [next(x for x in values if x < 256**s // n * n) % n + 1 for n, s, values in reads]
def _check(body: list[bytes], wrong: list[str], states: Any, used: Any, ended: set[str]) -> list[str]:
    lines = [json.loads(line) for line in body]
    heads = {line["branch"]: line["fork"] or "00" * 32 for line in lines if "fork" in line}
    for line in (line for line in lines if "commit" in line):
        name, before, heads[line["branch"]] = line["commit"], heads[line["branch"]], line["commit"]
        state = states[name] = dict(states.get(before, {"mix": bytes(32)}))  # as it stands behind each commit
        parts = map(_digest, line["groups"]) if "groups" in line else [unhex(line.get("pad", ""))]
        half = line.get("closed") or _hash("closed" if "groups" in line else "pad", *parts).hex()
        found = _hash("commit", unhex(before), _hash("open", *map(_digest, line["open"])), unhex(half)).hex()
        wrong += [f"commit {name[:12]}: hash"] * ((found, line["prev"]) != (name, before))
        groups = [part["items"] for part in line.get("groups", ()) if "items" in part]
        for e in (json.loads(item["event"]) for item in chain(line["open"], *groups) if item.get("event")):
            at, by, new = e.get("index", e.get("link", "-")), e.get("by"), e.get("source") != "same"
            key, mix = pair = unhex(e.get("key", "")), unhex(e.get("mix", "00" * 32))
            ring = e.get("ring", f"links {by} {e.get('chain')}")
            old, top = state.get(ring, ("", -1))  # leaves and last index; of links the last and its index
            holds = {"index": not new or at == "-" or (at > top and (ring, at) not in used)}
            ended |= {r for r in state if r[0] == ring[0] and e.get("why") in ("renewed", "moved", "lost")}
            first = e.get("leaves") or e.get("anchor"), -("leaves" in e)
            if first[0]: state[ring] = used[ring, first[1]] = first
            if link := unhex(e.get("value", "")): state["mix"] = _hash("mix", state["mix"], by, link)
            for _ in range(min(at - top, 2**20) if "link" in e else 0): link = _hash("link", link)
            holds["link"] = "link" not in e or link.hex() == old
            if key or (e["type"] == "table.rolled" and e.get("source", "ring") == "ring"):
                holds["leaf"] = not new or (at != "-" and old[64 * at :][:64] == _hash("leaf", key).hex())
                holds["mix"] = mix == state["mix"] if new else used.get((ring, at)) == pair
                holds["faces"] = [x for _, x in e["dice"]] == _faces(key, mix, [n for n, _ in e["dice"]])
            if new and at != "-": state[ring], used[ring, at] = (e.get("value", old), max(at, top)), pair
            wrong += [f"commit {name[:12]}: {ring} {at} {by}: {one}" for one in holds if not holds[one]]
    last = {r[0]: (n, r) for n, r, at in sorted((len(r), r, at) for r, at in used) if at >= 0 and r[0] != "l"}
    tops = ((r, 256 if (len(r), r) < last.get(r[0], ()) and r not in ended else n) for r, n in sorted(used))
    gaps = [(ring, at) for ring, top in dict(tops).items() for at in range(top) if (ring, at) not in used]
    wrong += [f"{ring} {at}: left out" for ring, at in gaps if ring[0] != "h" or lines[0]["view"] is None]
    proof, end = (heads, sha256(b"".join(body[:-1])).hexdigest()), lines[-1]["end"]
    return wrong if proof == (end["heads"], end["sha256"]) else [*wrong, "the last line"]
if __name__ == "__main__":
    sys.exit("\n".join(_check([*sys.stdin.buffer], [], {}, {}, set())) or None)
