"""Random evenings of the toy: what is done, undone, forked and adopted, by whom and with what dice."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from toytable import all_commits

from tenmatsu.engine import timelines
from tenmatsu.engine.session import Session

Step = Callable[[Session], Any]

ACTORS = st.sampled_from([*["gm"] * 8, "p1", "p2", "guest", "stranger"])
"""Mostly the GM, who may do all, so that most steps are taken."""
FIGURES = st.sampled_from(["a", "b", "b", "a", "c"])


def _command(tag: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(tag), **fields})


COMMANDS = st.one_of(
    _command("toy.strike", character=FIGURES, at=FIGURES),
    _command("toy.answer", character=FIGURES, choice=st.sampled_from(["take", "dodge"])),
    _command("toy.enter", character=FIGURES),
    _command("toy.hide", character=FIGURES),
    _command("toy.draw", character=FIGURES, hidden=st.booleans()),
    _command("table.say", text=st.sampled_from(["", "あ"]), to=st.sampled_from([[], ["p2"], ["@gm"]])),
    _command("table.roll", dice=st.sampled_from(["d6", "2d100", "nonsense"]), secret=st.booleans()),
    _command("table.adjust", name=st.sampled_from(["a.hp", "b.hp", "x"]), value=st.integers(0, 12)),
    _command("table.take_character", character=FIGURES, name=st.sampled_from(["", "猫"])),
    _command(
        "table.mark",
        what=st.sampled_from(["", 1, 5, 9, 12]),
        mark=st.sampled_from(["", "!!", "??"]),
        secret=st.booleans(),
    ),
    _command("table.open_scene"),
    _command("table.close_scene"),
    st.sampled_from([{"type": "table.close_session"}, *[{"type": "table.resume_session"}] * 3]),
    _command(
        "table.change_options",
        options=st.fixed_dictionaries({"dodge": st.sampled_from(["allowed", "never"])}),
    ),
    _command("table.move_rules", rules_version=st.sampled_from([1, 2, 3])),
    _command("table.renew_dice"),
    _command("table.join", participant=st.sampled_from(["p1", "p3"])),
    _command("table.leave", participant=st.sampled_from(["p2", "p3"])),
)


def _doing(command: dict[str, Any], actor: str, dice: list[int] | None) -> Step:
    def step(session: Session) -> object:
        return session.do(command, actor=actor, dice=dice)

    return step


def _undoing(session: Session) -> object:
    return timelines.undo(session, actor="gm")


def _adopting(line: int) -> Step:
    def step(session: Session) -> None:
        timelines.adopt(session, str(line), actor="gm")

    return step


def _forking(share: float, dice: Any, actor: str) -> Step:
    def step(session: Session) -> object:
        name = f"line {len(session.store.branches(session.id))}"
        ends = [commit.last_version for commit in all_commits(session)]
        return timelines.fork(session, name, ends[int(share * (len(ends) - 1))], actor=actor, dice=dice)

    return step


DICE = st.integers(0, 9).flatmap(
    lambda pick: st.none() if pick else st.lists(st.integers(1, 6), min_size=1, max_size=2)
)
DOING = st.builds(_doing, COMMANDS, ACTORS, DICE)
MOVING = st.one_of(
    st.just(_undoing),
    st.builds(_adopting, st.integers(0, 2)),
    st.builds(_forking, st.floats(0, 1), st.sampled_from(["same", "fresh"]), ACTORS),
)
STEPS = st.integers(0, 4).flatmap(lambda pick: DOING if pick else MOVING)
EVENINGS = st.lists(STEPS, min_size=8, max_size=25)
PLAYS = st.lists(DOING, min_size=2, max_size=12)

quick = settings(
    max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
"""A store that is empty at each call may be asked for by a fixture: nothing is left from one to the next."""
