"""Who joins a battle under way, and who is still to be placed on the map."""

from collections.abc import Sequence

from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.events.battle import BattleJoined
from tenmatsu.systems.ninjaslayer.initiative import order_deployment
from tenmatsu.systems.ninjaslayer.state import State


def join_order(work: Work, characters: Sequence[str]) -> None:
    """
    Let characters join the battle; they act from the next turn, the slowest placed first.

    With a third a duel is over from that turn on.
    """
    state, battle = work.state, work.state.battle
    if battle is None:
        return
    joining = tuple(one for one in dict.fromkeys(characters) if one not in battle.fighters)
    if not joining:
        return
    work.record(
        BattleJoined(
            characters=joining,
            waiting=find_waiting(state, joining, battle.ties),
            boss=any(state.characters[one].kind == "boss" for one in joining),
            duel_over=battle.duel,
        )
    )


def find_waiting(state: State, characters: Sequence[str], ties: Sequence[str]) -> tuple[str, ...]:
    """Return who is still to be placed, the slowest first; nobody without a map."""
    if not state.map.rows:
        return ()
    missing = [one for one in characters if not state.characters[one].square]
    return order_deployment(state, missing, ties)
