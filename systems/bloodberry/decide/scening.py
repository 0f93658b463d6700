"""Who is in the scene, and who may take a turn action (手番の行動) outside rounds."""

from tenmatsu.systems.bloodberry.decide.work import Work, find_able, refuse
from tenmatsu.systems.bloodberry.events.scenes import TurnTaken
from tenmatsu.systems.bloodberry.state import State


def in_interlude(state: State) -> bool:
    """Return whether the table is between scenes (シーン間)."""
    return state.scene.interlude


def is_actor(state: State, character: str) -> bool:
    """Return whether they are a scene actor of the scene under way, or of the one just closed."""
    return character in state.scene.actors


def is_present(state: State, character: str) -> bool:
    """
    Return whether they may act where the table is now.

    Where no scene runs, or nobody was called to it, everybody is; NPCs and curses come as the GM likes.
    """
    scene, person = state.scene, state.people.get(character)
    if not scene.running or not scene.participants or (person is not None and person.kind != "pc"):
        return True
    return character in scene.participants


def check_present(work: Work, character: str) -> None:
    """Refuse whoever cannot act, or is no participant of the scene under way."""
    find_able(work, character)
    if not is_present(work.state, character):
        refuse(work, "not_in_scene", character=character)


def list_waiting(state: State) -> tuple[str, ...]:
    """Return who may take the next turn action: scene actors first, then PCs, then NPCs and curses."""
    return _list_first(state, state.scene.acted)


def _list_first(state: State, acted: tuple[str, ...]) -> tuple[str, ...]:
    groups: dict[int, list[str]] = {}
    for character in _list_participants(state):
        person = state.people.get(character)
        if person is None or not person.can_act or character in acted:
            continue
        rank = 0 if is_actor(state, character) else 1 if person.kind == "pc" else 2
        groups.setdefault(rank, []).append(character)
    return tuple(groups[min(groups)]) if groups else ()


def take_turn_action(work: Work, character: str, *, forgone: bool = False) -> None:
    """
    Record that they take their turn action, or refuse: it is others' turn, or they had theirs.

    When all who can act have had theirs, everybody may again. Rounds count their own actions, and where
    no scene has participants nothing is counted.
    """
    check_present(work, character)
    state = work.state
    if state.rounds is not None or character not in _list_participants(state):
        return
    had = state.scene.acted if list_waiting(state) else ()  # whoever was waited for left, or fell out
    if character in had:
        refuse(work, "had_turn", character=character)
    waiting = _list_first(state, had)
    if character not in waiting:
        refuse(work, "others_first", character=character, first=waiting[0])
    acted = (*had, character)
    able = {one for one in _list_participants(state) if one in state.people and state.people[one].can_act}
    done = able <= set(acted)
    work.record(TurnTaken(character=character, forgone=forgone, acted=() if done else acted))


def _list_participants(state: State) -> tuple[str, ...]:
    """Return those among whom turn actions go round: of a confrontation, else of the scene."""
    if state.confrontation:
        members = [one for camp in state.confronting.values() for one in camp.members]
        named = dict.fromkeys((*members, *state.confrontation))
        return tuple(one for one in named if is_present(state, one))
    return state.scene.participants if state.scene.running else ()
