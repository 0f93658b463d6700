"""The choices that the rules give to somebody, as the state holds them."""

from functools import cache

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.engine.windows import Window, ask_window
from tenmatsu.systems.bloodberry.commands.confronting import CONFRONT_COMMANDS
from tenmatsu.systems.bloodberry.commands.curses import CURSE_COMMANDS
from tenmatsu.systems.bloodberry.commands.feats import FEAT_COMMANDS
from tenmatsu.systems.bloodberry.commands.judging import JUDGE_COMMANDS
from tenmatsu.systems.bloodberry.commands.making import MAKING_COMMANDS
from tenmatsu.systems.bloodberry.commands.mapping import MAP_COMMANDS
from tenmatsu.systems.bloodberry.commands.relations import RELATION_COMMANDS
from tenmatsu.systems.bloodberry.commands.rounds import ROUND_COMMANDS
from tenmatsu.systems.bloodberry.commands.scenes import SCENE_COMMANDS
from tenmatsu.systems.bloodberry.judges import JUDGE_WINDOWS, Choice
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
    """
    Return the choice open now.

    What may be answered at once comes first, an announced effect for one; then choices of one person, in
    order; then the moments of answering of a judge, which go on when these are settled.
    """
    window = state.windows[-1] if state.windows else None
    if window is not None and (window.kind not in JUDGE_WINDOWS or not state.choices):
        return (ask_window(window, _answer_to(window.kind), _tell_window(state, window)),)
    if not state.choices:
        return ()
    choice = state.choices[0]
    return (
        Pending(
            id=choice.kind,
            kind=choice.kind,
            whom=choice.whom,
            options=_list_options(state, choice),
            command=_answer_to(choice.kind),
            details=choice.data,
        ),
    )


def _list_options(state: State, choice: Choice) -> tuple[str, ...]:
    """Return what may be answered: cards of a hand only as far as whoever looks at the state knows them."""
    if choice.kind != "show_card":
        return choice.options
    shown = () if state.rounds is None else state.rounds.shown.get(choice.whom, ())
    return tuple(card for card in state.cards.hands.get(choice.whom, ()) if card not in shown)


def _tell_window(state: State, window: Window) -> dict[str, int | str]:
    """Return what the question of a moment of answering names."""
    if window.kind not in JUDGE_WINDOWS:
        effect = state.effects[-1] if state.effects else None
        if effect is None:
            return {}
        return {"character": effect.character, "trait": effect.trait, "target": effect.target}
    judge = state.judge
    if judge is None:
        return {}
    one, other = judge.active or judge.passive, judge.passive if judge.active is not None else None
    return {
        "kind": judge.kind,
        "purpose": judge.purpose,
        "character": "" if one is None else one.character,
        "opponent": "" if other is None else judge.name_of(other),
        "achievement": 0 if one is None else one.achievement,
        "against": judge.difficulty if other is None else other.achievement,
        "difficulty": judge.difficulty,
    }
