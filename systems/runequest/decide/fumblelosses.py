"""Fumbles that cost attacks, defences, footing, sight, armour or the weapon."""

from collections.abc import Callable
from typing import Literal

from tenmatsu.systems.runequest.decide.fumbles import Fumble, count, find_until, name_arm, roll_rounds, tell
from tenmatsu.systems.runequest.decide.hindering import hinder
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import damage_arm, drop_arm, fall, roll_location
from tenmatsu.systems.runequest.events.attacks import ArmAway, ArmorLost
from tenmatsu.systems.runequest.figures import Arm, Hindrance
from tenmatsu.systems.runequest.tables import D100

FOR_GOOD = 7200
"""Rounds until a broken strap is mended: a day."""


def _lose(*kinds: Literal["no_attack", "no_parry", "no_dodge"]) -> Callable[[Work, Fumble], None]:
    """Return what takes the next attacks, parries, dodges away."""

    def lose(work: Work, one: Fumble) -> None:
        times = count(work, one)
        tell(work, one, count=times)
        hinder(work, one.character, *(Hindrance(kind=kind, times=times) for kind in kinds))

    return lose


def _lose_shield(*kinds: Literal["no_attack"]) -> Callable[[Work, Fumble], None]:
    """Return what breaks the strap of a shield in hand: it is no use before a day is over."""

    def lose(work: Work, one: Fumble) -> None:
        figure = work.state.characters[one.character]
        shield = next((arm for arm, held in figure.arms.items() if _is_shield(work, held)), "")
        tell(work, one, weapon=name_arm(work, one.character, shield))
        if shield:
            drop_arm(work, one.character, shield)
            _put_away(work, one.character, shield, FOR_GOOD)
        if kinds:
            hinder(work, one.character, *(Hindrance(kind=kind, times=1) for kind in kinds))

    return lose


def _is_shield(work: Work, held: Arm) -> bool:
    return bool(held.hand and work.rules.tables.weapons[held.weapon].shield)


def _put_away(work: Work, character: str, arm: str, rounds: int) -> None:
    work.record(ArmAway(character=character, arm=arm, until=find_until(work, rounds)))


def _lose_armor(*kinds: Literal["no_attack", "no_parry"]) -> Callable[[Work, Fumble], None]:
    """Return what breaks the straps of the armour of a location rolled."""

    def lose(work: Work, one: Fumble) -> None:
        figure = work.state.characters[one.character]
        location = roll_location(work, one.character) if figure.locations else ""
        tell(work, one, location=location)
        if location in figure.locations and figure.locations[location].armor:
            work.record(ArmorLost(character=one.character, location=location))
        if kinds:
            hinder(work, one.character, *(Hindrance(kind=kind, times=1) for kind in kinds))

    return lose


def _fall(work: Work, one: Fumble) -> None:
    rounds = roll_rounds(work, one)
    tell(work, one, rounds=rounds)
    _go_down(work, one, rounds)


def _go_down(work: Work, one: Fumble, rounds: int) -> None:
    """Fall: no parry in what is left of this round, and so many rounds to get up again."""
    fall(work, one.character)
    hinder(
        work,
        one.character,
        Hindrance(kind="no_parry", until=find_until(work, 0)),
        Hindrance(kind="must_rise", until=find_until(work, rounds)),
    )


def _twist(work: Work, one: Fumble) -> None:
    rounds = roll_rounds(work, one)
    tell(work, one, rounds=rounds)
    _limp(work, one, rounds)


def _limp(work: Work, one: Fumble, rounds: int) -> None:
    hinder(
        work, one.character, Hindrance(kind="slowed", amount=one.row.amount, until=find_until(work, rounds))
    )


def _fall_and_twist(work: Work, one: Fumble) -> None:
    down, rounds = count(work, one), roll_rounds(work, one)
    tell(work, one, count=down, rounds=rounds)
    _go_down(work, one, down)
    _limp(work, one, rounds)


def _blur(work: Work, one: Fumble) -> None:
    rounds = roll_rounds(work, one)
    tell(work, one, rounds=rounds)
    hinder(work, one.character, Hindrance(kind="attack_parry_less", amount=one.row.amount, times=rounds))


def _blind(work: Work, one: Fumble) -> None:
    rounds = roll_rounds(work, one)
    tell(work, one, rounds=rounds)
    until = find_until(work, rounds)
    hinder(
        work,
        one.character,
        Hindrance(kind="no_attack", until=until),
        Hindrance(kind="no_parry", until=until),
    )


def _distract(work: Work, one: Fumble) -> None:
    tell(work, one)
    next_round = find_until(work, 0)
    hinder(
        work,
        one.character,
        Hindrance(kind="exposed", amount=one.row.amount, since=next_round, until=next_round + 1),
    )


def _find_loose(work: Work, one: Fumble) -> str:
    """Return what can leave the hand: the weapon of the fumble, else the first one held; no natural one."""
    tables, arms = work.rules.tables, work.state.characters[one.character].arms
    held = [arm for arm, found in arms.items() if found.hand and not tables.weapons[found.weapon].natural]
    if one.arm:
        return one.arm if one.arm in held else ""
    return held[0] if held else ""


def _drop(work: Work, one: Fumble) -> None:
    arm, rounds = _find_loose(work, one), roll_rounds(work, one)
    tell(work, one, weapon=name_arm(work, one.character, arm), rounds=rounds)
    if arm:
        drop_arm(work, one.character, arm)
        _put_away(work, one.character, arm, rounds)


def _knock_away(work: Work, one: Fumble) -> None:
    arm, metres = _find_loose(work, one), count(work, one)
    sides = (work.rules.tables.fumbles.direction,)
    (direction,) = work.roll(sides, by=one.character, for_="fumble_direction")
    tell(work, one, weapon=name_arm(work, one.character, arm), count=metres, direction=direction)
    if arm:
        drop_arm(work, one.character, arm)


def _shatter(work: Work, one: Fumble) -> None:
    arm = _find_loose(work, one)
    chance = find_shatter_chance(work, one.character, arm) if arm else 0
    shattered = chance > 0
    if arm and 0 < chance < D100:
        (face,) = work.roll((D100,), by=one.character, for_="shatter")
        shattered = face <= chance
    tell(work, one, weapon=name_arm(work, one.character, arm), shattered=shattered)
    if shattered:
        found = work.state.characters[one.character].arms[arm]
        damage_arm(work, one.character, arm, found.hp + found.max_hp)


def find_shatter_chance(work: Work, character: str, arm: str) -> int:
    """Return how likely a weapon shatters: magic on it makes it less so, a point at a time."""
    fumbles = work.rules.tables.fumbles
    less = 0
    for spell in work.state.characters[character].spells:
        if spell.at == arm:
            each = fumbles.shattered_rune if spell.magic == "rune" else fumbles.shattered_spirit
            less += each * spell.points
    return max(0, D100 - less)


LOSSES: dict[str, Callable[[Work, Fumble], None]] = {
    "lose_parry": _lose("no_parry"),
    "lose_attack": _lose("no_attack"),
    "lose_both": _lose("no_attack", "no_parry"),
    "lose_all": _lose("no_attack", "no_parry", "no_dodge"),
    "lose_attacks": _lose("no_attack"),
    "lose_both_many": _lose("no_attack", "no_parry"),
    "shield_gone": _lose_shield(),
    "shield_and_attack": _lose_shield("no_attack"),
    "armor_gone": _lose_armor(),
    "armor_and_both": _lose_armor("no_attack", "no_parry"),
    "fall": _fall,
    "ankle": _twist,
    "fall_and_ankle": _fall_and_twist,
    "sight": _blur,
    "sight_worse": _blur,
    "blind": _blind,
    "distracted": _distract,
    "drop": _drop,
    "knocked_away": _knock_away,
    "shattered": _shatter,
}
"""By key."""
