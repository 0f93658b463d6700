"""Prove one roll: find it, and gather its ring, leaf, key, mix, faces, and who stirred in."""

import msgspec

from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, leaf
from tenmatsu.engine.dice.notation import MOST_SIDES
from tenmatsu.engine.dice.verify import (
    CheckedLine,
    DiceProblem,
    Proof,
    follow_entropy,
    follow_line,
    follow_nonces,
    follow_ring,
    follow_roll,
)
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import read_commits
from tenmatsu.engine.session import Session
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    Rolled,
    TimelineAdopted,
)

_LEAF = 32


class RollProof(msgspec.Struct, frozen=True, kw_only=True):
    """A roll and what was recomputed of it."""

    version: int
    digest: str
    commit: str
    roll: Rolled
    mix: str
    """The mix that follows from the log, in hex."""
    leaf_committed: str | None = None
    leaf_of_key: str | None = None
    recomputed: tuple[tuple[int, int], ...] | None = None
    standing: str | None = None
    witnesses: tuple[str, ...] = ()
    fixed: bool = False
    problems: tuple[DiceProblem, ...] = ()


def prove_roll(session: Session, text: str) -> RollProof:
    """
    Return the proof of the roll with this version or start of a digest.

    A version counts on the session's line, a digest is looked for on all lines. Raises `UsageError`
    where there is no such roll.
    """
    version = int(text) if text.isdecimal() and len(text) < 8 else None
    if version is not None:
        if not 1 <= version <= session.version:
            raise UsageError("version_unknown", version=version, last=session.version)
        found = _walk(session, version, None)
        if found is None:
            raise UsageError("roll_not_there", version=version)
        return found
    others = [branch for branch in session.branches if branch != session.branch]
    for line in (session, *(session.on(branch) for branch in others)):
        found = _walk(line, None, text.lower())
        if found is not None:
            return found
    raise UsageError("roll_unknown", roll=text)


def _walk(session: Session, version: int | None, digest: str | None) -> RollProof | None:
    """Follow a line's dice up to the roll meant."""
    line = CheckedLine()
    for commit in read_commits(session):
        for place, item in enumerate(commit.events, commit.first_version):
            event = session.folder.decode(item.data)
            match event:
                case DiceCommitted():
                    line, _ = follow_ring(line, event, commit.number - (commit.number == 1))
                case NoncesCommitted():
                    line = follow_nonces(line, event)
                case EntropyAdded():
                    line, _ = follow_entropy(line, event)
                case BranchForked() | TimelineAdopted():
                    line = follow_line(line, event)
                case Rolled():
                    before = line
                    line, problems, proof = follow_roll(line, event, commit.number, item.audience)
                    if place == version or (digest and item.digest.hex().startswith(digest)):
                        return _gather(commit, place, item.digest.hex(), event, before, problems, proof)
                case _:
                    pass
        if version is not None and version <= commit.last_version:
            return None
    return None


def _gather(
    commit: Commit,
    version: int,
    digest: str,
    roll: Rolled,
    line: CheckedLine,
    problems: list[DiceProblem],
    proof: Proof,
) -> RollProof:
    known = RollProof(
        version=version,
        digest=digest,
        commit=commit.hash.hex(),
        roll=roll,
        mix=line.mix.hex(),
        standing=proof.standing,
        witnesses=proof.witnesses,
        fixed=proof.fixed,
        problems=tuple(problems),
    )
    if roll.key is None:
        return known
    ring = line.rings.get(roll.ring or "")
    index = roll.index or 0
    committed = ring.leaves[index * _LEAF : (index + 1) * _LEAF].hex() if ring else None
    key, mix = _bytes(roll.key), _bytes(roll.mix) if roll.mix else ZERO_MIX
    sides = [min(max(1, size), MOST_SIDES) for size, _ in roll.dice]
    return msgspec.structs.replace(
        known,
        leaf_committed=committed,
        leaf_of_key=leaf(key).hex(),
        recomputed=Stream(key, mix).dice(sides),
    )


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
