"""Dice of what-if lines that repeat the rolls of the line that was forked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tenmatsu.engine.decision import DiceSource, MoreDice
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream
from tenmatsu.engine.dice.sources import PlainDice, throw
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.store.reading import lineage
from tenmatsu.engine.store.rows import BranchRow
from tenmatsu.events.base import event_type
from tenmatsu.events.envelope import EVERYBODY, Item
from tenmatsu.events.table import Rolled, TimelineAdopted

if TYPE_CHECKING:
    from tenmatsu.engine.store.store import Store


def whatif_dice(
    store: "Store", folder: Folder, branches: Mapping[str, BranchRow], branch: str, state: LineState
) -> DiceSource:
    """Return the dice of a what-if line's next commit: those of the line that was forked, or plain ones."""
    if state.table.whatif_dice != "same":
        return PlainDice(store.outside.entropy)
    row = branches[branch]
    forked = branches.get(state.table.fork_of) or branches[row.parent or branch]
    number = _stands_for(store, branches, row, forked, state.number)
    rolls: list[tuple[Item, Rolled]] = []
    if number <= forked.head_number:
        commit = store.commit_at(row.session, forked.id, number)
        decoded = [(item, folder.decode(item.data)) for item in commit.events]
        rolls = [(item, event) for item, event in decoded if isinstance(event, Rolled)]
    return SameDice(rolls, store.outside.entropy)


def _stands_for(
    store: "Store", branches: Mapping[str, BranchRow], row: BranchRow, forked: BranchRow, number: int
) -> int:
    """
    Return the number of the commit that the one behind commit `number` of a what-if line stands for.

    Both lines are counted from where they part: the first commit of the what-if line is the fork itself,
    and on the other line those that fork or adopt are passed over, for nothing was played in them.
    """
    behind = [one for one in lineage(branches, forked.id) if one.last_number > row.fork_number]
    moves = {one.first_number for one in behind if branches[one.branch].parent is not None}
    opened = {one.branch for one in behind if branches[one.branch].why in ("undo", "ruling")}
    adopted = [one.branch for one in store.adoptions(row.session)] if len(branches) > 2 else []
    for one in behind:
        if adopted.count(one.branch) > (one.branch in opened):
            place = (row.session, one.branch, one.first_version, one.last_version)
            moves |= set(store.reader.numbers_of_type(*place, event_type(TimelineAdopted)))
    for move in sorted(moves):
        if row.fork_number < move <= number:
            number += 1
    return number


class SameDice:
    """
    Roll j of a commit takes the faces of roll j of the commit that it stands for.

    Where other or more dice are asked, the key's own stream gives them; where there is no key, or no
    roll is left, they are fresh. So are they where others could see the roll than saw the one before: a
    what-if line must not open a secret.
    """

    def __init__(self, rolls: Iterable[tuple[Item, Rolled]], entropy: Callable[[int], bytes]) -> None:
        self._rolls = list(rolls)
        self._fresh = PlainDice(entropy)

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Repeat the next roll of the other line."""
        item, before = self._rolls.pop(0) if self._rolls else (None, None)
        if item is None or before is None or item.audience not in (EVERYBODY, audience):
            return self._fresh.roll(sides, by=by, for_=for_, audience=audience, more=more)
        if before.key is None:
            return self._repeat_faces(item, before, sides, by=by, for_=for_, audience=audience, more=more)
        mix = bytes.fromhex(before.mix) if before.mix else ZERO_MIX
        stream = Stream(bytes.fromhex(before.key), mix)
        return Rolled(
            ring=before.ring,
            index=before.index,
            key=before.key,
            mix=before.mix,
            dice=throw(sides, stream.die, more),
            by=by,
            for_=for_,
            source="same",
        )

    def _repeat_faces(
        self,
        item: Item,
        before: Rolled,
        sides: Sequence[int],
        *,
        by: str,
        for_: str,
        audience: str,
        more: MoreDice | None,
    ) -> Rolled:
        left = list(before.dice)

        def die(size: int) -> int:
            if left and left[0][0] == size:
                return left.pop(0)[1]
            left.clear()
            return self._fresh.roll([size], by=by, for_=for_, audience=audience, more=None).faces[0]

        return Rolled(dice=throw(sides, die, more), by=by, for_=for_, source="same", of=item.digest.hex())
