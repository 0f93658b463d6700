"""What wounds leave of a body: who can fight, what sticks in whom, what keeps somebody unconscious."""

from fractions import Fraction

import msgspec

from tenmatsu.systems.runequest.figures import LIMBS, Arm, Figure, Location
from tenmatsu.systems.runequest.melee import StepKind
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables, read_enc

FIGHTING: frozenset[StepKind] = frozenset(
    {"attack", "shoot", "knockback", "aimed_blow", "guard", "dodge_missiles"}
)
"""What shock leaves nobody able to do."""
TORSO = "chest"
"""The part whose shock leaves nothing to do but suffer, not even to heal oneself."""


class Stuck(msgspec.Struct, frozen=True, kw_only=True):
    """Something that sticks in a body or a shield."""

    weapon: str
    """A key of `[weapons]`."""
    target: str
    at: str
    """The location, or the id of the shield."""
    owner: str = ""
    """Whose arm it is; empty for an arrow or bolt, and for one of several thrown weapons."""
    arm: str = ""


def can_fight(figure: Figure) -> bool:
    """Return whether no shock keeps somebody from fighting."""
    return not figure.is_hindered("shocked")


def can_do_nothing(figure: Figure) -> bool:
    """Return whether a wound leaves somebody nothing to do: this round, or until the chest is treated."""
    return any(
        one.kind == "shocked" and (one.until is not None or _is_of(figure, one.at, TORSO))
        for one in figure.hindrances
    )


def _is_of(figure: Figure, location: str, part: str) -> bool:
    place = figure.locations.get(location)
    return place is not None and place.part == part


def is_usable(place: Location) -> bool:
    """Return whether a location serves its owner."""
    return place.hp > 0 and place.state == "whole"


def can_stand(figure: Figure) -> bool:
    """Return whether the legs carry somebody: both are of use, and so is the abdomen."""
    places = figure.locations.values()
    return all(is_usable(one) for one in places if one.part == "leg") and all(
        one.hp > 0 for one in places if one.part == "abdomen"
    )


def bleeds(place: Location) -> bool:
    """Return whether a location bleeds, by points or by the clock."""
    return place.bleeding or place.dies_at is not None


def list_stuck(state: State, target: str, at: str = "") -> tuple[Stuck, ...]:
    """Return what sticks in somebody and their shields, or in one location or shield."""
    arms = [
        Stuck(weapon=arm.weapon, target=target, at=arm.stuck_at, owner=owner, arm=name)
        for owner, figure in state.characters.items()
        for name, arm in figure.arms.items()
        if arm.stuck_in == target
    ]
    struck = state.characters.get(target)
    holding: dict[str, Location | Arm] = {} if struck is None else {**struck.locations, **struck.arms}
    shot = [
        Stuck(weapon=weapon, target=target, at=name)
        for name, place in holding.items()
        for weapon in place.missiles
    ]
    return tuple(one for one in (*arms, *shot) if at in ("", one.at))


def list_stuck_in_body(state: State, target: str) -> tuple[Stuck, ...]:
    """Return what sticks in somebody's locations."""
    figure = state.characters.get(target)
    places = {} if figure is None else figure.locations
    return tuple(one for one in list_stuck(state, target) if one.at in places)


def list_weights(state: State, tables: Tables, character: str, shield: str) -> tuple[Fraction, ...]:
    """Return the ENC of each weapon that sticks in a shield."""
    return tuple(read_enc(tables.weapons[one.weapon].enc) for one in list_stuck(state, character, shield))


def is_weighed_down(state: State, tables: Tables, character: str, shield: str) -> bool:
    """Return whether a heavy weapon that sticks in a shield makes it useless."""
    limit = read_enc(tables.wounds.shield_enc)
    return any(enc >= limit for enc in list_weights(state, tables, character, shield))


def is_out(tables: Tables, figure: Figure) -> bool:
    """Return whether something still keeps somebody unconscious, whatever the clock says."""
    if not figure.embodied:
        return figure.mp <= 0
    if figure.hp <= tables.wounds.faint_at or (figure.max_mp > 0 and figure.mp <= 0):
        return True
    return any(_keeps_out(tables, figure, name, place) for name, place in figure.locations.items())


def _keeps_out(tables: Tables, figure: Figure, name: str, place: Location) -> bool:
    if place.bleeding or (place.hp <= 0 and tables.parts[place.part].faints):
        return True
    shocked = any(one.kind == "shocked" and one.until is None and one.at == name for one in figure.hindrances)
    return shocked and place.part in LIMBS and place.state in ("severed", "maimed", "lost")


def find_worst(state: State, character: str) -> str:
    """Return the location that misses most and can be healed now; empty where there is none."""
    figure = state.characters.get(character)
    places = {} if figure is None else figure.locations
    missing = {
        name: place.max_hp - place.hp
        for name, place in places.items()
        if place.state != "lost" and place.hp < place.max_hp and not list_stuck(state, character, name)
    }
    return max(missing, key=lambda name: missing[name], default="")
