"""A round of spirit combat: rolls, damage, wounds, fumbles, getting away."""

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.castings import SpiritFight
from tenmatsu.systems.runequest.decide.checking import Winner, roll_check, roll_opposed
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.haunting import drive_off, hurt_spirit, specify_spirit_combat
from tenmatsu.systems.runequest.decide.hindering import hinder
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import roll_location, wound
from tenmatsu.systems.runequest.degrees import Degree, is_success
from tenmatsu.systems.runequest.derived import find_spirit_damage
from tenmatsu.systems.runequest.events.spirits import (
    Parting,
    SpiritCombatEnded,
    SpiritFumbled,
    SpiritRoundFought,
)
from tenmatsu.systems.runequest.figures import Figure, Hindrance
from tenmatsu.systems.runequest.spellbook import sum_working
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import D100

GREAT: frozenset[Degree] = frozenset({"special", "critical"})


def fight_round(work: Work, fight: SpiritFight) -> None:
    """Decide a round of a spirit combat."""
    one, other = fight.one, fight.other
    if not (_is_there(work.state, one, other) and _is_there(work.state, other, one)):
        work.record(SpiritCombatEnded(one=one, other=other, why="gone"))
        return
    winner, degrees = _roll(work, fight)
    work.record(SpiritRoundFought(one=one, other=other, winner=winner, now=work.state.now))
    sides = {"one": ((one, other),), "other": ((other, one),), "tie": ((one, other), (other, one))}
    for victor, loser in sides.get(winner, ()):
        if winner != "tie" and wants_away(work.state, victor):
            leave(work, victor, loser, "left")
        else:
            _strike(work, victor, loser, degrees[victor])
    for character, degree in degrees.items():
        if degree == "fumble":
            _fumble(work, character)


def _is_there(state: State, character: str, against: str) -> bool:
    """Return whether somebody is there to fight: awake, in the melee, and visible if need be."""
    figure, foe = state.characters.get(character), state.characters.get(against)
    if figure is None or foe is None or state.melee is None or character not in state.melee.fighters:
        return False
    return figure.is_awake and (figure.embodied or figure.visible or not foe.embodied)


def _roll(work: Work, fight: SpiritFight) -> tuple[Winner, dict[str, Degree]]:
    """Roll for those who take part; against one who does not, success alone decides."""
    one, other = fight.one, fight.other
    taking = [who for who in (one, other) if _takes_part(work.state, fight, who)]
    first = specify_spirit_combat(work.state, work.rules, one, other)
    second = specify_spirit_combat(work.state, work.rules, other, one)
    if len(taking) > 1:
        winner, degree, other_degree = roll_opposed(work, first, second)
        return winner, {one: degree, other: other_degree}
    if not taking:
        return "nobody", {}
    degree = roll_check(work, first if taking == [one] else second)
    if not is_success(degree):
        return "nobody", {taking[0]: degree}
    return ("one" if taking == [one] else "other"), {taking[0]: degree}


def _takes_part(state: State, fight: SpiritFight, character: str) -> bool:
    return character not in fight.dancing and fight.idle.get(character, 0) <= state.now


def wants_away(state: State, character: str) -> bool:
    """Return whether somebody declared that a win takes them out of spirit combat."""
    intents = {} if state.melee is None else state.melee.intents
    return character in intents and intents[character].spirit_leaves


def leave(work: Work, character: str, against: str, why: Parting) -> None:
    """Get out of a spirit combat: the spirit is driven off and must appear again."""
    work.record(SpiritCombatEnded(one=character, other=against, why=why))
    if not work.state.characters[against].embodied:
        drive_off(work, against)


def _strike(work: Work, victor: str, loser: str, degree: Degree) -> None:
    """Deal spirit combat damage; a special or critical doubles it and wounds a body."""
    figure, foe = work.state.characters[victor], work.state.characters[loser]
    row, dice = work.rules.tables.spirits, find_spirit_damage(work.rules.tables, figure)
    points = sum(roll_dice(work, one, victor, "spirit_damage") for one in dice) + find_bonus(work, figure)
    if degree in GREAT:
        points *= row.times
    armor = 0 if degree == "critical" else find_spirit_armor(work, foe)
    hurt_spirit(work, loser, points - armor, victor, armor)
    if degree in GREAT and foe.embodied:
        _wound(work, victor, loser, dice)


def find_bonus(work: Work, figure: Figure) -> int:
    """Return what a shaman, or one who learns to be one, adds to spirit combat damage."""
    row = work.rules.tables.spirits
    return {"": 0, "assistant": row.assistant, "shaman": row.shaman}[figure.shaman]


def find_spirit_armor(work: Work, figure: Figure) -> int:
    """Return spirit armour, by nature and by magic."""
    return figure.spirit_armor + sum_working(work.rules.tables, figure, "spirit_armor")


def _wound(work: Work, victor: str, loser: str, dice: tuple[str, ...]) -> None:
    """Wound a body: a point for each D6 of the damage (option `spirit_physical`), past any armour."""
    row = work.rules.tables.spirits
    points = sum(count_dice(one, row.die) for one in dice)
    if work.rules.options.spirit_physical == "after":
        points *= row.times
    if points:
        location = roll_location(work, victor)
        wound(work, Hit(target=loser, by=victor, points=points, location=location, ignores_armor=True))


def count_dice(dice: str, die: int) -> int:
    """Return how many dice of so many faces dice are: 2 of `"2D6+3"`."""
    number, _, rest = dice.upper().partition("D")
    faces = rest.partition("+")[0].partition("-")[0]
    return int(number) if faces == str(die) else 0


def _fumble(work: Work, character: str) -> None:
    """Let a fumble have its outcome."""
    if character not in work.state.characters or not work.state.characters[character].is_awake:
        return
    (face,) = work.roll((D100,), by=character, for_="spirit_fumble")
    row = next(one for one in work.rules.tables.spirits.fumbles if face <= one.high)
    count = roll_dice(work, row.dice, character, "spirit_fumble")
    next_round = work.state.now + 1
    until = {"lose_round": next_round + 1, "stunned": next_round + count}.get(row.key)
    work.record(SpiritFumbled(character=character, face=face, key=row.key, count=count, until=until))
    if row.key == "exposed":
        hinder(
            work,
            character,
            Hindrance(kind="exposed", amount=row.amount, since=next_round, until=next_round + 1),
        )
    if row.key == "lose_points":
        hurt_spirit(work, character, count, _find_opponent(work.state, character))


def _find_opponent(state: State, character: str) -> str:
    """Return whoever profits where somebody beats themselves: the one they fight."""
    for fight in state.spirit_fights:
        if character in (fight.one, fight.other):
            return fight.other if character == fight.one else fight.one
    return ""
