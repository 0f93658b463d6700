"""What the auto-player reckons with: chances of degrees, spreads of damage, what a blow is expected to do."""

from functools import lru_cache
from itertools import product

import msgspec

from tenmatsu.systems.runequest.blows import Blow, DamageKind
from tenmatsu.systems.runequest.decide.blowing import read_defence, specify_attack, specify_defence
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_limits, set_against
from tenmatsu.systems.runequest.decide.damaging import Formula, find_formula, find_most
from tenmatsu.systems.runequest.decide.defending import list_defences
from tenmatsu.systems.runequest.decide.dice import read_dice
from tenmatsu.systems.runequest.decide.results import find_cell
from tenmatsu.systems.runequest.decide.shooting import aim_shot
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.degrees import DEGREES, Degree, Limits
from tenmatsu.systems.runequest.figures import LIMBS, Figure
from tenmatsu.systems.runequest.rows_arms import CellRow
from tenmatsu.systems.runequest.spellbook import list_working, sum_working
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import D20, D100, Tables
from tenmatsu.systems.runequest.wielding import find_arm_points

Spread = tuple[tuple[int, float], ...]
"""Points and their chances."""
CRIPPLED = 0.6
"""What it weighs that a location is of no use any more."""
SEVERED = 0.9
HEAVY = 2
ARM_LOST = 0.05
"""What a loss of a weapon or shield weighs, whatever the points."""
FUMBLED = 0.1
CACHED = 4096
NO_ANSWER: tuple[tuple[Degree | None, float], ...] = ((None, 1.0),)
"""The degrees of a defence that there is none of."""


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A location as damage meets it."""

    share: float
    """Of the faces of D20."""
    armor: int
    hp: int
    max_hp: int
    limb: bool


class Body(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Somebody as damage meets them."""

    left: int
    """Points until they lose consciousness."""
    places: tuple[Place, ...]


def read_body(tables: Tables, figure: Figure) -> Body:
    """Return somebody as damage meets them; a spirit has one place, and its magic points."""
    magic = figure.natural_armor + sum_working(tables, figure, "armor", "ward")
    if not figure.locations:
        points = figure.mp + 1
        spirit = Place(share=1.0, armor=figure.spirit_armor, hp=points, max_hp=points, limb=False)
        return Body(left=max(1, figure.mp), places=(spirit,))
    places = tuple(
        Place(
            share=_share_faces(tables, name),
            armor=one.armor + magic,
            hp=one.hp,
            max_hp=one.max_hp,
            limb=one.part in LIMBS,
        )
        for name, one in figure.locations.items()
    )
    return Body(left=max(1, figure.hp - tables.wounds.faint_at), places=places)


def _share_faces(tables: Tables, location: str) -> float:
    row = tables.locations.get(location)
    return 0.0 if row is None else (row.high - row.low + 1) / D20


def weigh_points(body: Body, place: Place, points: int) -> float:
    """Return what points that went into a location take of a fighter: 1 for all of them."""
    if points <= 0:
        return 0.0
    total = min(points, HEAVY * place.max_hp) if place.limb else points
    share = total / body.left
    if points >= HEAVY * place.max_hp:
        share = max(share, SEVERED)
    elif points >= place.hp:
        share = max(share, CRIPPLED)
    return min(1.0, share)


@lru_cache(CACHED)
def weigh_damage(formula: Formula, off: int, body: Body, *, bare: bool) -> float:
    """Return what damage less so many points is expected to take of a fighter; `bare`: armour ignored."""
    found = 0.0
    for points, chance in spread_damage(formula):
        for place in body.places:
            into = points - off - (0 if bare else place.armor)
            found += chance * place.share * weigh_points(body, place, into)
    return found


@lru_cache(CACHED)
def spread_damage(formula: Formula) -> Spread:
    """Return the points that damage comes to, with their chances."""
    own = spread_dice(formula.dice, formula.times)
    if formula.maximum:
        own = ((find_most(formula.dice) * formula.times, 1.0),)
    bonus = _add(*(spread_dice(dice) for dice in formula.bonus))
    bonus = tuple((-(-points // formula.halved) + formula.extra, chance) for points, chance in bonus)
    return _add(own, bonus, *(spread_dice(dice) for dice in formula.magic))


@lru_cache(CACHED)
def spread_dice(dice: str, times: int = 1) -> Spread:
    """Return what dice come to, thrown so many times, with their chances."""
    count, sides, plus, sign = read_dice(dice)
    one: Spread = tuple((sign * face, 1 / sides) for face in range(1, sides + 1)) if sides else ((0, 1.0),)
    return _add(((sign * plus * times, 1.0),), *(one for _ in range(count * times)))


def _add(*spreads: Spread) -> Spread:
    total = {0: 1.0}
    for spread in spreads:
        after: dict[int, float] = {}
        for (points, chance), (more, other) in product(total.items(), spread):
            after[points + more] = after.get(points + more, 0.0) + chance * other
        total = after
    return tuple(sorted(total.items()))


def share_degrees(limits: Limits) -> dict[Degree, float]:
    """Return the chance of each degree."""
    success = min(limits.success, limits.fumble - 1)
    special = min(limits.special, success)
    critical = min(limits.critical, special)
    fumble = D100 + 1 - limits.fumble
    return {
        "critical": critical / D100,
        "special": (special - critical) / D100,
        "success": (success - special) / D100,
        "failure": (D100 - success - fumble) / D100,
        "fumble": fumble / D100,
    }


class Odds(msgspec.Struct, frozen=True):
    """What is expected of a blow."""

    harm: float
    """To the target, in shares of a fighter."""
    cost: float = 0.0
    """To what parries, and by fumbles of the defence."""


class Reckoning:
    """What a blow is expected to do, by how it is met; what all of that shares is reckoned once."""

    def __init__(self, state: State, rules: Rulebook, blow: Blow) -> None:
        self._state, self._rules = state, rules
        self._blow = aim_shot(state, rules, blow)
        self._attack = specify_attack(state, rules, self._blow)
        self._body = read_body(rules.tables, state.characters[blow.target])
        self._formulas: dict[DamageKind, Formula] = {}

    def list_options(self) -> tuple[str, ...]:
        """Return how the blow may be met."""
        return list_defences(self._state, self._rules, self._blow)

    def weigh(self, use: str) -> Odds:
        """Return what the blow is expected to do where it is met so."""
        defence, points = read_defence(use), 0
        attack, answers = self._attack, NO_ANSWER
        if defence.kind != "none":
            blow = msgspec.structs.replace(self._blow, defence=defence)
            against = specify_defence(self._state, self._rules, blow)
            attack, against = set_against(attack, against, self._rules)
            answers = _list_answers(self._state, self._rules, against)
        if defence.kind == "parry":
            figure = self._state.characters[self._blow.target]
            points = find_arm_points(self._rules.tables, figure, defence.arm)
        harm, cost = 0.0, 0.0
        for degree, chance in _share(self._state, self._rules, attack).items():
            for answered, other in answers:
                if not chance or not other:
                    continue
                cell = find_cell(self._rules, self._blow.kind, degree, defence, answered)
                if cell.damage != "none":
                    harm += chance * other * self._weigh_cell(cell, points)
                cost += chance * other * (ARM_LOST if cell.parry in ("weak", "weak2") else 0.0)
        fumbled = dict(answers).get("fumble", 0.0) if defence.kind == "parry" else 0.0
        return Odds(harm, cost + fumbled * FUMBLED)

    def _weigh_cell(self, cell: CellRow, points: int) -> float:
        if cell.damage not in self._formulas:
            self._formulas[cell.damage] = _find_formula(self._state, self._rules, self._blow, cell.damage)
        off = points if cell.parry != "none" else 0
        return weigh_damage(self._formulas[cell.damage], off, self._body, bare=cell.ignores_armor)


def _list_answers(state: State, rules: Rulebook, spec: CheckSpec) -> tuple[tuple[Degree | None, float], ...]:
    return tuple(_share(state, rules, spec).items())


def _share(state: State, rules: Rulebook, spec: CheckSpec) -> dict[Degree, float]:
    return share_degrees(find_limits(state, rules, spec))


def _find_formula(state: State, rules: Rulebook, blow: Blow, kind: DamageKind) -> Formula:
    """Return the damage of a blow; of a spirit what iron or Rune magic does alone."""
    figure = state.characters[blow.attacker]
    formula = find_formula(rules, figure, blow.arm, kind, special=blow.special)
    arm = figure.arms.get(blow.arm)
    if state.characters[blow.target].embodied or (arm is not None and arm.iron):
        return formula
    working = list_working(rules.tables, figure, "weapon_damage", at=blow.arm)
    runic = any(one.magic == "rune" for one in working)
    return Formula(dice="", magic=formula.magic if runic else ())


def weigh_blow(state: State, rules: Rulebook, blow: Blow) -> float:
    """Return what a blow is expected to do where its target meets it as well as they can."""
    reckoning = Reckoning(state, rules, blow)
    return min(reckoning.weigh(use).harm for use in reckoning.list_options())


def measure_success(state: State, rules: Rulebook, spec: CheckSpec) -> float:
    """Return the chance that a roll succeeds."""
    shares = _share(state, rules, spec)
    return sum(shares[degree] for degree in DEGREES[:3])
