"""Follow the dice of every line, commit by commit, and of the session as a whole."""

from collections.abc import Iterator, Mapping, Sequence

from tenmatsu.engine.asking import must_link
from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.audit.checking import CheckedCommit
from tenmatsu.engine.audit.report import Tally
from tenmatsu.engine.audit.retries import Retries, SeenRoll
from tenmatsu.engine.audit.source import StoredCommit
from tenmatsu.engine.dice.sources import BY_HAND
from tenmatsu.engine.dice.usage import KeyUse
from tenmatsu.engine.dice.verify import (
    CheckedLine,
    DiceProblem,
    check_nonces,
    follow_entropy,
    follow_line,
    follow_nonces,
    follow_ring,
    follow_roll,
)
from tenmatsu.engine.store import BranchRow
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.envelope import EVERYBODY, Commit, Item
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    Rolled,
    TimelineAdopted,
)

OF_DICE: frozenset[type] = frozenset(
    {BranchForked, DiceCommitted, EntropyAdded, NoncesCommitted, Rolled, TimelineAdopted}
)


class DiceAudit:
    """The dice of one session under audit."""

    def __init__(self, tally: Tally, branches: Mapping[str, BranchRow]) -> None:
        self.keys = KeyUse()
        self.retries = Retries(branches)
        self._tally = tally

    def follow(
        self,
        line: CheckedLine,
        checked: CheckedCommit,
        table: TableState,
    ) -> tuple[CheckedLine, list[DiceProblem]]:
        """
        Return the line behind a commit, and what is wrong with its dice; `table` stood before it.

        A commit without an event of `OF_DICE` changes nothing.
        """
        stored, events = checked.stored, checked.events
        problems = self._check_link(stored, events, table) if stored.actor in line.anchors else []
        sources: set[str] = set()
        commit, carried = stored.commit, TimelineAdopted in checked.kinds
        for version, (item, event) in enumerate(
            zip(commit.events, events, strict=True), commit.first_version
        ):
            if isinstance(event, Rolled):
                line, found = self._roll(line, event, commit, item, version)
                problems += found
                sources.add(event.source)
                if event.source in BY_HAND:
                    problems += _check_hand(event, stored.actor, table)
            elif isinstance(event, DiceCommitted):
                line, found = self._commit_ring(line, event, commit.number, carried=carried)
                problems += found
            elif isinstance(event, Event):
                line, found = self._step(line, event)
                problems += found
        if len(sources) > 1 and not sources <= {"whatif", "same"}:
            problems.append(DiceProblem("dice_mixed", {"sources": ", ".join(sorted(sources))}))
        return line, problems

    def _check_link(
        self,
        stored: StoredCommit,
        events: Sequence[Event | Unknown | None],
        table: TableState,
    ) -> list[DiceProblem]:
        """Count the rolls that a chain's owner asked for without a link; say where it was needed."""
        if any(event.__class__ is EntropyAdded for event in events):
            return []
        rolls = sum(isinstance(event, Rolled) and event.source == "ring" for event in events)
        self._tally.foreseeable += rolls
        is_open = all(item.audience == EVERYBODY for item in stored.commit.events)
        if rolls and is_open and must_link(table):
            return [DiceProblem("dice_link_needed", {"by": stored.actor})]
        return []

    def _commit_ring(
        self, line: CheckedLine, event: DiceCommitted, number: int, *, carried: bool
    ) -> tuple[CheckedLine, list[DiceProblem]]:
        """Follow a ring; what-if lines make none, and only one from a line left is carried."""
        if not carried and (line.is_whatif or event.why == "carried"):
            return line, [DiceProblem("dice_ring_wrong", {"ring": event.ring})]
        line, found = follow_ring(line, event, number - (number == 1))
        return line, found + self.keys.add_ring(event, carried=carried)

    def _roll(
        self, line: CheckedLine, event: Rolled, commit: Commit, item: Item, version: int
    ) -> tuple[CheckedLine, list[DiceProblem]]:
        """Follow one roll."""
        line, problems, proof = follow_roll(line, event, commit.number, item.audience)
        self._count(event, proof.standing, fixed=proof.fixed)
        digest = item.digest.hex()
        problems += self.keys.add(event, digest)
        seen = SeenRoll(version, digest, commit.hash.hex(), event, item.audience)
        self.retries.see(commit.branch, seen)
        return line, problems

    def _step(self, line: CheckedLine, event: Event) -> tuple[CheckedLine, list[DiceProblem]]:
        """Follow one other event that has to do with dice."""
        match event:
            case NoncesCommitted():
                return follow_nonces(line, event), check_nonces(line, event) + self.keys.add_chain(event)
            case EntropyAdded():
                line, found = follow_entropy(line, event)
                return line, found + self.keys.add_link(event)
            case BranchForked() | TimelineAdopted():
                return follow_line(line, event), []
            case _:
                return line, []

    def _count(self, event: Rolled, standing: str | None, *, fixed: bool) -> None:
        tally = self._tally
        tally.rolls += 1
        if standing is not None:
            setattr(tally, standing, getattr(tally, standing) + 1)
        tally.fixed += fixed
        tally.entered += event.source == "entered"
        tally.whatif_rolls += event.source in ("whatif", "same")
        tally.retries += event.retry_of is not None

    def check_whole(self, kinds: tuple[str, ...]) -> Iterator[Problem]:
        """Yield what only all lines together show: keys, links and rings that stand nowhere."""
        for ring, index in self.keys.missing(kinds):
            yield "dice_key_left_out", {"ring": ring, "index": index}
        for by in self.keys.missing_links():
            yield "dice_link_left_out", {"by": by}
        for by in self.keys.chains_never_made():
            yield "dice_chain_wrong", {"by": by}
        for ring in self.keys.never_made():
            yield "dice_ring_wrong", {"ring": ring}

    def given_up(self) -> Iterator[Problem]:
        """Yield the rings that were given up early, with the keys that nobody will see."""
        for ring, why in sorted(self.keys.ended.items()):
            if unspent := self.keys.unspent(ring):
                yield "audit_ring_given_up", {"ring": ring, "why": why, "unspent": unspent}


def _check_hand(event: Rolled, actor: str, table: TableState) -> list[DiceProblem]:
    """Return what is wrong with dice from outside: who may enter them, and who vouches."""
    if not actor:
        return []
    who = table.table_options.get("entered_dice", "anybody")
    may = who == "anybody" or (who == "gm" and table.is_gm(actor))
    if may and event.vouched == (actor if event.source == "entered" else None):
        return []
    return [DiceProblem("dice_entered_wrong", {"by": event.by})]
