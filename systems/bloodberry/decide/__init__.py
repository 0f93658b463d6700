"""Decide commands: one file a part of the rules, wired together here."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import Fault
from tenmatsu.systems.bloodberry.decide.answering import JUDGE_HANDLERS
from tenmatsu.systems.bloodberry.decide.confronting import CONFRONT_HANDLERS, resume_confrontation
from tenmatsu.systems.bloodberry.decide.course import resume_judge
from tenmatsu.systems.bloodberry.decide.curses import CURSE_HANDLERS
from tenmatsu.systems.bloodberry.decide.feats import FEAT_HANDLERS
from tenmatsu.systems.bloodberry.decide.making import MAKING_HANDLERS
from tenmatsu.systems.bloodberry.decide.mapping import MAP_HANDLERS
from tenmatsu.systems.bloodberry.decide.relations import RELATION_HANDLERS
from tenmatsu.systems.bloodberry.decide.rounds import ROUND_HANDLERS, resume_rounds
from tenmatsu.systems.bloodberry.decide.scenes import SCENE_HANDLERS
from tenmatsu.systems.bloodberry.decide.work import Work

HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    **MAKING_HANDLERS,
    **JUDGE_HANDLERS,
    **RELATION_HANDLERS,
    **CURSE_HANDLERS,
    **FEAT_HANDLERS,
    **SCENE_HANDLERS,
    **ROUND_HANDLERS,
    **CONFRONT_HANDLERS,
    **MAP_HANDLERS,
}
"""What decides each command."""


def decide(work: Work, command: Command) -> None:
    """Decide a command: record what follows from it, or refuse."""
    handler = HANDLERS.get(command.__class__)
    if handler is None:
        raise Fault(f"no handler for {command!r}")
    handler(work, command)
    resume_judge(work)
    resume_confrontation(work)
    resume_rounds(work)
