"""The two sides of a fight: who is on the players', who can still act, and which of them has won."""

from tenmatsu.systems.akatsuki.state import Combat, Figure, Result, State


def is_of_players(figure: Figure) -> bool:
    """Return whether somebody is on the players' side: a player's character, or a friendly NPC."""
    return not figure.npc or figure.friendly


def can_stand(figure: Figure | None) -> bool:
    """Return whether somebody can act in this round or the next, in zombie time or before it."""
    return figure is not None and figure.is_awake


def list_sides(state: State, combat: Combat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return those of the players' side and of their foes who can still act, in the order of turns."""
    ours: list[str] = []
    theirs: list[str] = []
    for character in combat.order:
        figure = state.characters.get(character)
        if figure is not None and can_stand(figure):
            (ours if is_of_players(figure) else theirs).append(character)
    return tuple(ours), tuple(theirs)


def find_result(state: State, combat: Combat) -> Result:
    """Return which side has won, `undecided` while both can act."""
    ours, theirs = list_sides(state, combat)
    if ours and theirs:
        return "undecided"
    return "players_win" if ours else "foes_win" if theirs else "nobody_wins"
