"""Fumbles that let a weapon strike: a friend, oneself, or by the foe who was parried."""

from collections.abc import Callable

from tenmatsu.systems.runequest.blows import Blow, DamageKind, Hit
from tenmatsu.systems.runequest.decide.damaging import find_special, roll_damage
from tenmatsu.systems.runequest.decide.fumbles import Fumble, tell
from tenmatsu.systems.runequest.decide.results import find_cell
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import roll_location, wound
from tenmatsu.systems.runequest.engaging import find_distance
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.wielding import get_arm, get_row

_KINDS: tuple[DamageKind, ...] = ("none", "normal", "special", "critical")


def _hit_friend(kind: DamageKind, *, maximum: bool = False) -> Callable[[Work, Fumble], None]:
    """Return what strikes the nearest friend, or oneself where there is none."""

    def strike(work: Work, one: Fumble) -> None:
        whom = find_nearest_friend(work, one.character) or one.character
        tell(work, one, whom=whom)
        _strike(work, one.character, one.arm, whom, kind, maximum=maximum)

    return strike


def _hit_self(kind: DamageKind, *, maximum: bool = False) -> Callable[[Work, Fumble], None]:
    def strike(work: Work, one: Fumble) -> None:
        tell(work, one, whom=one.character)
        _strike(work, one.character, one.arm, one.character, kind, maximum=maximum)

    return strike


def _foe_hits(kind: DamageKind, *, maximum: bool = False) -> Callable[[Work, Fumble], None]:
    """Return what lets the foe's blow strike after all; one that did as much already does no more."""

    def strike(work: Work, one: Fumble) -> None:
        tell(work, one, whom=one.character)
        if _find_rank(_find_done(work, one.blow), maximum=False) < _find_rank(kind, maximum=maximum):
            _strike(work, one.blow.attacker, one.blow.arm, one.character, kind, maximum=maximum)

    return strike


def _find_rank(kind: DamageKind, *, maximum: bool) -> int:
    return 2 * _KINDS.index(kind) + maximum


def _find_done(work: Work, blow: Blow) -> DamageKind:
    """Return what kind of damage a blow did by the tables."""
    if blow.attack is None or blow.defended is None or blow.defence is None:
        return "none"
    return find_cell(work.rules, blow.kind, blow.attack.degree, blow.defence, blow.defended.degree).damage


def _strike(
    work: Work, character: str, arm: str, whom: str, kind: DamageKind, *, maximum: bool = False
) -> None:
    """Let a weapon strike without a roll: a location is rolled, armour counts but for a critical."""
    if get_arm(work.rules.tables, work.state.characters[character], arm) is None:
        return
    points = roll_damage(work, character, arm, kind, maximum=maximum)
    critical = kind == "critical"
    special = find_special(
        work.rules, get_row(work.rules.tables, work.state.characters[character], arm), None
    )
    location = roll_location(work, character) if work.state.characters[whom].embodied else ""
    wound(
        work,
        Hit(
            target=whom,
            by=character,
            points=points,
            location=location,
            ignores_armor=critical,
            special=special if critical else None,
            arm=arm,
            cuts=special == "slash",
        ),
    )


def find_nearest_friend(work: Work, character: str) -> str:
    """Return who of the same side is nearest in the melee; empty where nobody is."""
    melee, figure = work.state.melee, work.state.characters[character]
    if melee is None:
        return ""

    def is_friend(name: str) -> bool:
        other: Figure | None = work.state.characters.get(name)
        return (
            other is not None
            and name != character
            and not other.dead
            and other.embodied
            and other.friendly == figure.friendly
        )

    def measure(name: str) -> tuple[bool, int]:
        metres = find_distance(work.state, character, name)
        return metres is None, metres or 0

    return min(filter(is_friend, melee.fighters), key=measure, default="")


HITS: dict[str, Callable[[Work, Fumble], None]] = {
    "hit_friend": _hit_friend("normal"),
    "hit_friend_maximum": _hit_friend("normal", maximum=True),
    "hit_friend_critical": _hit_friend("critical"),
    "hit_self": _hit_self("normal"),
    "hit_self_maximum": _hit_self("normal", maximum=True),
    "hit_self_critical": _hit_self("critical"),
    "foe_hits": _foe_hits("normal"),
    "foe_hits_maximum": _foe_hits("normal", maximum=True),
    "foe_hits_critical": _foe_hits("critical"),
}
"""By key."""
