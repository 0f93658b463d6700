"""Who may take a turn action (手番の行動) now: by a hand in round progress, else by turns going round."""

from tenmatsu.systems.bloodberry.decide.scening import (
    check_present,
    is_present,
    list_waiting,
    take_turn_action,
)
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.confronting import TurnsRenewed
from tenmatsu.systems.bloodberry.events.rounds import ActionTaken
from tenmatsu.systems.bloodberry.state import State


def is_at_rest(state: State) -> bool:
    """Return whether nothing is under way that somebody has to answer first."""
    return state.judge is None and not (state.windows or state.choices or state.effects)


def can_act(state: State, character: str) -> bool:
    """Return whether somebody can act here."""
    person = state.people.get(character)
    return person is not None and person.can_act and is_present(state, character)


def claim_action(work: Work, character: str, upon: str = "", *, forgone: bool = False) -> None:
    """Let somebody take a turn action upon somebody, or refuse it; call it before anything is rolled."""
    rounds = work.state.rounds
    if rounds is None:
        take_turn_action(work, character, forgone=forgone)
        renew_turns(work)
        return
    check_present(work, character)
    if character != rounds.acting or rounds.actions < 1:
        refuse(work, "no_hand", character=character)
    if rounds.only and not forgone and (upon or character) not in rounds.only:
        refuse(work, "only_upon", character=character, target=upon or character, known=rounds.only)
    left = 0 if forgone else rounds.actions - 1
    work.record(ActionTaken(character=character, left=left, forgone=forgone))


def renew_turns(work: Work) -> None:
    """Count how often turns went round in a confrontation, and let everybody have one again."""
    state = work.state
    if state.confrontation and state.rounds is None and (not state.scene.acted or not list_waiting(state)):
        work.record(TurnsRenewed(turns=state.turns + 1))
