"""Find the fights on a line: the commits during which the game says whose turn it is."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import Entry
from tenmatsu.events.table import Rolled
from tenmatsu.projections.walking import Context


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a commit of a fight, in the viewer's own numbers."""

    first: int
    """Version of the commit's first entry."""
    last: int
    commit: str
    """The commit's hash, in hex."""
    told: Entry
    """The entry that tells best what the commit brought."""
    state: LineState
    changed: bool
    """Whether the commit changed what auto-play goes on from: talk does not."""
    result: str = ""
    """How the fight has ended, once it has: a key of `[labels]`."""
    alive: tuple[str, ...] = ()
    """Who is alive then."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight: what one commit after the other made of it."""

    scene: int
    """The number of the scene it stands in; 0 outside scenes."""
    title: str
    """That scene's."""
    fighters: tuple[str, ...]
    """Who acts or ends in it, by id in order of appearance."""
    players: tuple[str, ...]
    """Those of them whom players play."""
    steps: tuple[Step, ...]
    over: bool
    """Whether the line has left it behind; else it goes on at the line's end."""

    @property
    def result(self) -> str:
        """How it ended; empty where it goes on, or was left without an outcome."""
        return self.steps[-1].result

    @property
    def last(self) -> int:
        """Version of its last entry."""
        return self.steps[-1].last


class _Open:
    """A fight being read."""

    def __init__(self, state: LineState) -> None:
        self._place = state.table
        self._fighters: dict[str, None] = {}
        self.steps: list[Step] = []

    def add(self, step: Step, system: AnySystem) -> None:
        """Take in the end of its next commit."""
        self.steps.append(step)
        turn, outcome = system.turn(step.state.game), system.outcome(step.state.game)
        found = [turn.character] if turn is not None else []
        if outcome is not None:
            found += [*outcome.standing, *outcome.alive]
            found += [name.rpartition(".")[0] for name in outcome.values]
        characters = step.state.table.characters
        self._fighters |= {one: None for one in found if one in characters}

    def close(self, *, over: bool) -> Fight:
        """Return the fight as it was read."""
        table, newest = self._place, self.steps[-1].state.table
        characters = newest.characters
        return Fight(
            scene=table.scene if table.in_scene else 0,
            title=table.scene_title if table.in_scene else "",
            fighters=tuple(self._fighters),
            players=tuple(one for one in self._fighters if not newest.is_gm(characters[one].participant)),
            steps=tuple(self.steps),
            over=over,
        )


def find_fights(steps: Iterable[tuple[Entry, Context]]) -> Iterator[Fight]:
    """
    Yield the fights along a walk, as the viewer of the walk sees them.

    A fight begins with the commit after which it is somebody's turn and ends with the one after which it is
    nobody's. Where that one brought no outcome it has no step of its own: nothing can come of it any more.
    """
    fight: _Open | None = None
    for commit, entries in groupby(steps, key=lambda step: step[0].commit):
        group = list(entries)
        before, context = group[0][1].before, group[-1][1]
        system, after = context.system, context.after
        if after.game is None:
            continue
        turn = system.turn(after.game)
        if fight is None:
            if turn is None:
                continue
            fight = _Open(after)
        decided, alive = _end(system, after, fight.steps[-1:] if turn is None else [])
        if turn is not None or decided:
            step = Step(
                first=group[0][0].version,
                last=group[-1][0].version,
                commit=commit,
                told=_tell(group),
                state=after,
                changed=_differ(before, after),
                result=decided,
                alive=alive,
            )
            fight.add(step, system)
        if turn is None:
            yield fight.close(over=True)
            fight = None
    if fight is not None:
        yield fight.close(over=False)


def _end(system: AnySystem, state: LineState, last: Sequence[Step]) -> tuple[str, tuple[str, ...]]:
    """Return how the fight has ended and who is alive; what held at its `last` step holds after it."""
    outcome = system.outcome(state.game)
    if outcome is not None:
        return outcome.result, outcome.alive
    return (last[0].result, last[0].alive) if last else ("", ())


def _differ(one: LineState, other: LineState) -> bool:
    """Return whether two states differ in the game or in the rules it is played by."""
    same = one.game is other.game or bool(one.game == other.game)
    return not same or bool(_rules(one) != _rules(other))


def _rules(state: LineState) -> Any:
    table = state.table
    return table.rules_version, table.options, table.tables


def _tell(group: list[tuple[Entry, Context]]) -> Entry:
    """Return the last of the entries that say most: highlights, changed values, what happened, dice."""
    return max(group, key=lambda step: (_weigh(*step), step[0].version))[0]


def _weigh(entry: Entry, context: Context) -> int:
    if entry.event is None or context.system.words().is_hidden(entry.tag):
        return 0
    if entry.tag in context.system.highlights:
        return 4
    if isinstance(entry.event, Rolled):
        return 1
    return 3 if context.changes() else 2
