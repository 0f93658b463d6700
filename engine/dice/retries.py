"""Find the rolls that undos left behind, so that the next roll of the same check can name them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.dice.rings import Retries
from tenmatsu.engine.store.reading import lineage
from tenmatsu.engine.store.rows import BranchRow, Segment
from tenmatsu.events.codec import tag_of
from tenmatsu.events.table import Rolled

if TYPE_CHECKING:
    from tenmatsu.engine.store.store import Store

_ROLLED = msgspec.json.Decoder(Rolled)
_TAG = "table.rolled"


def _rolls(store: "Store", session: str, segments: list[Segment]) -> list[tuple[str, Rolled]]:
    return [
        (item.digest.hex(), _ROLLED.decode(item.data))
        for commit in store.commits(session, segments)
        for item in commit.events
        if item.data is not None and tag_of(item.data) == _TAG
    ]


def rolls_left_behind(
    store: "Store", session: str, branches: Mapping[str, BranchRow], branch: str
) -> Retries:
    """Return the rolls of lines left by undo or ruling that nothing on this line stands for yet."""
    if len(branches) == 1:
        return {}
    mine = lineage(branches, branch)
    ends = {segment.branch: segment.last_version for segment in mine}
    undone = [segment for segment in mine if branches[segment.branch].why in ("undo", "ruling")]
    if not undone:
        return {}
    used = {event.retry_of for _, event in _rolls(store, session, undone)}
    waiting: Retries = {}
    for row in branches.values():
        if not row.is_left:
            continue
        for segment in lineage(branches, row.id):
            known = ends.get(segment.branch, 0)
            if segment.last_version <= known or branches[segment.branch].why == "whatif":
                continue
            behind = msgspec.structs.replace(
                segment,
                first_number=_first_number(branches, mine, segment),
                first_version=max(segment.first_version, known + 1),
            )
            for digest, event in _rolls(store, session, [behind]):
                if digest not in used:
                    used.add(digest)
                    waiting.setdefault((event.by, event.for_), []).append(digest)
    return waiting


def _first_number(branches: Mapping[str, BranchRow], mine: list[Segment], segment: Segment) -> int:
    """Return the number of the first commit of a segment that does not stand on the other line."""
    for one in mine:
        if one.branch == segment.branch:
            return one.last_number + 1
    return segment.first_number
