"""Tell how a roll came about, step by step: ring, key, mix, bytes, faces; and name the step that is wrong."""

from typing import Literal

import msgspec

from tenmatsu.engine.dice.keyring import ZERO_MIX
from tenmatsu.engine.dice.notation import MOST_SIDES
from tenmatsu.engine.dice.proving import RollProof
from tenmatsu.engine.dice.verify import (
    CheckedLine,
    check_nonces,
    follow_entropy,
    follow_line,
    follow_nonces,
    follow_ring,
)
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import read_commits
from tenmatsu.engine.session import Session
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.digests import tagged_hmac, u32
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    TimelineAdopted,
)

Step = Literal["ring", "key", "mix", "faces", "source"]
STEPS: dict[str, Step] = {
    "dice_ring_missing": "ring",
    "dice_ring_not_yet": "ring",
    "dice_ring_ended": "ring",
    "dice_index_back": "ring",
    "dice_leaf_wrong": "key",
    "dice_mix_wrong": "mix",
    "dice_link_wrong": "mix",
    "dice_word_wrong": "mix",
    "dice_faces_wrong": "faces",
    "dice_face_none": "faces",
    "dice_of_other_line": "source",
}
"""Which step a problem of a roll belongs to."""
_BYTE = 256


class Contribution(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody stirred into the mix before a roll."""

    version: int
    commit: str
    by: str
    word: bool
    chain: int | None
    link: int | None
    value: str
    mix: str
    """The mix behind it."""
    fits: bool
    """Whether it is the next link, or a word in time."""


class Block(msgspec.Struct, frozen=True):
    """Thirty-two bytes of a roll's stream, and what they are the HMAC-SHA256 of."""

    number: int
    input: str
    data: str


class Read(msgspec.Struct, frozen=True):
    """A byte, or four, read from the stream for a die."""

    data: str
    value: int
    taken: bool
    """Whether it lies below the limit; else it is thrown away and the next is read."""


class DieStory(msgspec.Struct, frozen=True):
    """How one die fell."""

    sides: int
    limit: int
    """Values from here on are thrown away, so that every face is equally likely."""
    reads: tuple[Read, ...]
    face: int
    """What follows; the log may say another."""


class RollStory(msgspec.Struct, frozen=True, kw_only=True):
    """A roll from the beginning of its line on."""

    ring: DiceCommitted | None = None
    ring_version: int | None = None
    ring_commit: str | None = None
    contributions: tuple[Contribution, ...] = ()
    blocks: tuple[Block, ...] = ()
    dice: tuple[DieStory, ...] = ()
    wrong: tuple[Step, ...] = ()
    """The steps that are wrong, in their order."""


def explain_roll(session: Session, proof: RollProof) -> RollStory:
    """Return the story of a roll that was proven; `UsageError` where no line of the session holds it."""
    roll = proof.roll
    walk = _find(session, proof)
    wrong = [STEPS[problem.code] for problem in proof.problems if problem.code in STEPS]
    wrong += [] if all(one.fits for one in walk.contributions) else ["mix"]
    story = RollStory(
        contributions=tuple(walk.contributions),
        wrong=tuple(step for step in ("source", "ring", "key", "mix", "faces") if step in wrong),
    )
    if roll.ring in walk.rings:
        version, commit, event = walk.rings[roll.ring]
        story = msgspec.structs.replace(story, ring=event, ring_version=version, ring_commit=commit)
    key, mix = _bytes(roll.key), _bytes(roll.mix) if roll.mix else ZERO_MIX
    sides = [size for size, _ in roll.dice]
    if roll.key is None or not all(1 <= size <= MOST_SIDES for size in sides):
        return story
    blocks, dice = read_dice(key, mix, sides)
    return msgspec.structs.replace(story, blocks=blocks, dice=dice)


def read_dice(key: bytes, mix: bytes, sides: list[int]) -> tuple[tuple[Block, ...], tuple[DieStory, ...]]:
    """Return every block and every read of a roll; the faces are those of `keyring.Stream`."""
    blocks: list[Block] = []
    stream = b""
    at = 0
    dice: list[DieStory] = []
    for size in sides:
        width = 1 if size <= _BYTE else 4
        limit = _BYTE**width - _BYTE**width % size
        reads: list[Read] = []
        while not reads or not reads[-1].taken:
            while len(stream) < at + width:
                block = _block(key, mix, len(blocks))
                blocks.append(block)
                stream += bytes.fromhex(block.data)
            data = stream[at : at + width]
            at += width
            value = int.from_bytes(data, "big")
            reads.append(Read(data.hex(), value, value < limit))
        dice.append(DieStory(size, limit, tuple(reads), reads[-1].value % size + 1))
    return tuple(blocks), tuple(dice)


def _block(key: bytes, mix: bytes, number: int) -> Block:
    given = b"tenmatsu/roll/1\n" + mix + u32(number)
    return Block(number, given.hex(), tagged_hmac(key, "roll", mix, u32(number)).hex())


class _Walk:
    """Follows the rings and contributions of a line up to a roll."""

    def __init__(self) -> None:
        self.contributions: list[Contribution] = []
        self.rings: dict[str, tuple[int, str, DiceCommitted]] = {}
        self._line = CheckedLine()

    def step(self, event: Event | Unknown | None, version: int, number: int, commit: str) -> None:
        """Take in one event."""
        match event:
            case DiceCommitted():
                self._line, _ = follow_ring(self._line, event, number - (number == 1))
                self.rings[event.ring] = (version, commit, event)
            case NoncesCommitted():
                wrong = check_nonces(self._line, event)
                self._line = follow_nonces(self._line, event)
                if wrong:  # no link of it leads anywhere
                    self._line = msgspec.structs.replace(
                        self._line, lengths={**self._line.lengths, event.by: 0}
                    )
            case EntropyAdded():
                self._line, found = follow_entropy(self._line, event)
                self.contributions.append(
                    Contribution(
                        version=version,
                        commit=commit,
                        by=event.by,
                        word=event.word,
                        chain=event.chain,
                        link=event.link,
                        value=event.value,
                        mix=self._line.mix.hex(),
                        fits=not found,
                    )
                )
            case BranchForked() | TimelineAdopted():
                self._line = follow_line(self._line, event)
            case _:
                pass


def _find(session: Session, proof: RollProof) -> _Walk:
    """Return what stands before a roll on the first line that holds it."""
    others = [branch for branch in session.branches if branch != session.branch]
    for line in (session, *(session.on(branch) for branch in others)):
        walk = _Walk()
        for commit in read_commits(line):
            for version, item in enumerate(commit.events, commit.first_version):
                if item.digest.hex() == proof.digest:
                    return walk
                walk.step(line.folder.decode(item.data), version, commit.number, commit.hash.hex())
    raise UsageError("roll_unknown", roll=proof.digest[:12])


def _bytes(text: str | None) -> bytes:
    try:
        return bytes.fromhex(text or "")
    except ValueError:
        return b""
