"""Who is in which camp of a flag map, in which order camps take their turns, and whose turn it is."""

from collections.abc import Mapping

from tenmatsu.systems.bloodberry.decide.dealing import value_of
from tenmatsu.systems.bloodberry.decide.work import Work, find_able, refuse
from tenmatsu.systems.bloodberry.staging import FlagMap, Place
from tenmatsu.systems.bloodberry.state import State


def find_map(work: Work) -> FlagMap:
    """Return the flag map under way, or refuse."""
    if work.state.map is None:
        refuse(work, "no_map")
    return work.state.map


def find_place(work: Work, flags: FlagMap, name: str) -> Place:
    """Return a place, or refuse."""
    place = flags.places.get(name)
    if place is None:
        refuse(work, "unknown_place", place=name, known=tuple(flags.places))
    return place


def find_camp(work: Work, flags: FlagMap, character: str) -> str:
    """Return the camp of somebody who can act, or refuse."""
    find_able(work, character)
    camp = flags.camp_of(character)
    if not camp:
        refuse(work, "not_in_camp", character=character)
    return camp


def order_camps(
    state: State, flags: FlagMap, cards: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[str, ...]:
    """Return the camps in order: by the numbers of their cards where given, then those of players first."""

    def rank(camp: str) -> tuple[list[int], bool]:
        shown = (cards or {}).get(camp, ())
        return [-value_of(card) for card in shown], not is_of_players(state, flags, camp)

    return tuple(sorted(flags.camps, key=rank))


def is_of_players(state: State, flags: FlagMap, camp: str) -> bool:
    """Return whether a camp has a player character in it."""
    return any(state.people[one].kind == "pc" for one in flags.camps[camp] if one in state.people)


def find_turn(work: Work, character: str) -> tuple[FlagMap, str]:
    """Return the map and the camp of somebody whose camp's turn it is, or refuse."""
    flags = find_map(work)
    camp = find_camp(work, flags, character)
    if flags.stage != "play":
        refuse(work, "map_not_dealt" if flags.stage == "places" else "order_open")
    if work.state.scene.interlude:
        refuse(work, "map_waits")
    if camp != flags.now:
        refuse(work, "camp_waits", camp=camp, now=flags.now)
    return flags, camp
