"""The choices that the rules give to somebody, as the state holds them."""

from functools import cache

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.engine.windows import ask_window
from tenmatsu.systems.bloodberry.commands.confronting import CONFRONT_COMMANDS
from tenmatsu.systems.bloodberry.commands.curses import CURSE_COMMANDS
from tenmatsu.systems.bloodberry.commands.feats import FEAT_COMMANDS
from tenmatsu.systems.bloodberry.commands.judging import JUDGE_COMMANDS
from tenmatsu.systems.bloodberry.commands.making import MAKING_COMMANDS
from tenmatsu.systems.bloodberry.commands.mapping import MAP_COMMANDS
from tenmatsu.systems.bloodberry.commands.relations import RELATION_COMMANDS
from tenmatsu.systems.bloodberry.commands.rounds import ROUND_COMMANDS
from tenmatsu.systems.bloodberry.commands.scenes import SCENE_COMMANDS
from tenmatsu.systems.bloodberry.state import State

_COMMANDS: tuple[type[Command], ...] = (
    *MAKING_COMMANDS,
    *JUDGE_COMMANDS,
    *RELATION_COMMANDS,
    *CURSE_COMMANDS,
    *FEAT_COMMANDS,
    *SCENE_COMMANDS,
    *ROUND_COMMANDS,
    *CONFRONT_COMMANDS,
    *MAP_COMMANDS,
)


@cache
def _answer_to(kind: str) -> str:
    """Return the tag of the command that answers a kind of choice."""
    return next((str(one.__struct_config__.tag) for one in _COMMANDS if kind in one.answers), "")


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choices open now: the newest moment of answering first, then choices of one person."""
    if state.windows:
        window = state.windows[-1]
        return (ask_window(window, _answer_to(window.kind), {}),)
    if state.choices:
        choice = state.choices[0]
        return (
            Pending(
                id=choice.kind,
                kind=choice.kind,
                whom=choice.whom,
                options=choice.options,
                command=_answer_to(choice.kind),
                details=choice.data,
            ),
        )
    return ()
