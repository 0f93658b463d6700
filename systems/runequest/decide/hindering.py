"""What fumbles and blows left somebody with: whether it holds now, and how it is used up."""

from typing import Literal

import msgspec

from tenmatsu.systems.runequest.bodies import can_fight
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.engaging import list_engaged
from tenmatsu.systems.runequest.events.attacks import Forfeited, Hindered
from tenmatsu.systems.runequest.figures import Figure, Hindrance
from tenmatsu.systems.runequest.state import State

Lost = Literal["no_attack", "no_parry", "no_dodge"]


def list_hindrances(state: State, figure: Figure, kind: str) -> tuple[Hindrance, ...]:
    """Return what of a kind holds somebody back at this moment."""
    return tuple(one for one in figure.hindrances if one.kind == kind and _holds(state, one))


def _holds(state: State, one: Hindrance) -> bool:
    return one.since <= state.now and (one.until is None or state.now < one.until)


def is_held_back(state: State, figure: Figure, kind: str) -> bool:
    """Return whether something of a kind holds somebody back at this moment."""
    return bool(list_hindrances(state, figure, kind))


def cannot_attack(state: State, figure: Figure) -> bool:
    """Return whether a blow or a fumble takes every attack away for now, not only the next ones."""
    lost = list_hindrances(state, figure, "no_attack")
    return not can_fight(figure) or any(one.times is None for one in lost)


def is_to_lose(state: State, figure: Figure, what: Lost) -> bool:
    """Return whether somebody is to lose their next attacks or defences, by number."""
    return any(one.times is not None for one in list_hindrances(state, figure, what))


def sum_hindrances(state: State, figure: Figure, kind: str) -> int:
    """Return the percent that hindrances of a kind come to."""
    return sum(one.amount for one in list_hindrances(state, figure, kind))


def forfeit(work: Work, character: str, what: Lost) -> bool:
    """Let somebody lose their next attack or defence, where a fumble says so; return whether they do."""
    figure = work.state.characters[character]
    found = list_hindrances(work.state, figure, what)
    if not found:
        return False
    first = next((one for one in found if one.times is not None), None)
    left = list(figure.hindrances)
    if first is not None:
        at = left.index(first)
        times = (first.times or 0) - 1
        left[at : at + 1] = [msgspec.structs.replace(first, times=times)] if times > 0 else []
    work.record(Forfeited(character=character, what=what, hindrances=tuple(left)))
    return True


def hinder(work: Work, character: str, *more: Hindrance) -> None:
    """Let something hold somebody back from now on."""
    figure = work.state.characters[character]
    work.record(Hindered(character=character, hindrances=(*figure.hindrances, *more)))


def is_blurred(figure: Figure) -> bool:
    """Return whether somebody's eyes need time out of melee to clear."""
    return any(one.kind == "attack_parry_less" and one.times is not None for one in figure.hindrances)


def clear_sight(work: Work) -> None:
    """At a round's end let the eyes of those who are engaged with nobody clear by a round."""
    for character, figure in work.state.characters.items():
        if not is_blurred(figure) or list_engaged(work.state, character):
            continue
        left = tuple(_clear(one) for one in figure.hindrances)
        kept = tuple(one for one in left if one is not None)
        if kept != figure.hindrances:
            work.record(Hindered(character=character, hindrances=kept))


def _clear(one: Hindrance) -> Hindrance | None:
    if one.kind != "attack_parry_less" or one.times is None:
        return one
    return msgspec.structs.replace(one, times=one.times - 1) if one.times > 1 else None
