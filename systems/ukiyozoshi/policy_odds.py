"""What the auto-player reckons with: exact chances to hit, to defend and to hurt, as the rules have them."""

from functools import cache, lru_cache
from typing import NamedTuple

from tenmatsu.systems.ukiyozoshi.chance import count_sums
from tenmatsu.systems.ukiyozoshi.decide.aiming import specify_hit, specify_riding
from tenmatsu.systems.ukiyozoshi.decide.budget import SIDESTEP, find_turn, pay_defence
from tenmatsu.systems.ukiyozoshi.decide.circumstances import gather_circumstances, gather_penalties
from tenmatsu.systems.ukiyozoshi.decide.defence import gather_styles, list_defences, list_parries
from tenmatsu.systems.ukiyozoshi.decide.effects import combine_styles, find_base
from tenmatsu.systems.ukiyozoshi.decide.harm import find_more, reckon
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.state import Figure, State

DEEPEST = 3
"""Damage dice that are reckoned where each 6 gives one more (`deadly_repeat`); a fourth hardly ever falls."""
BOOKS, PAGES = 8, 8_000
"""How many rulebooks are remembered at a time, and how many blows under each."""


class Roll(NamedTuple):
    """A roll before it falls: so many dice, of which the best count, and what is added to them."""

    dice: int
    bonus: int
    """Effective level less all that makes it harder."""
    kept: int


Spread = tuple[tuple[int, float], ...]
"""Amounts of damage with the chance of each."""


class Stake(NamedTuple):
    """What a blow that lands takes of somebody, on the average."""

    share: float
    """Of what endurance is left; 1 is out of the fight."""
    out: float
    """The chance to be out of the fight by it."""


NOTHING = Stake(0.0, 0.0)

# ---- rolls ----


@cache
def _weigh_sums(dice: int, kept: int) -> tuple[tuple[int, float], ...]:
    sums = count_sums(dice, kept)
    every = sum(sums.values())
    return tuple((total, ways / every) for total, ways in sums.items())


@cache
def _list_chances(dice: int, kept: int) -> tuple[float, ...]:
    """Return the chance to reach 0, 1, 2, … with the best of so many dice."""
    sums = count_sums(dice, kept)
    every = sum(sums.values())
    return tuple(
        sum(ways for total, ways in sums.items() if total >= needed) / every
        for needed in range(max(sums) + 1)
    )


def reach(roll: Roll, difficulty: int) -> float:
    """Return the chance of a roll to reach a difficulty."""
    needed = difficulty - roll.bonus
    chances = _list_chances(roll.dice, roll.kept)
    return chances[max(0, needed)] if needed < len(chances) else 0.0


@lru_cache(maxsize=4096)
def land(hit: Roll, evasion: int, defence: Roll | None, fixed: int | None = None) -> float:
    """Return the chance to hit and not to be parried; `fixed` is what a defence needs against a missile."""
    if defence is None:
        return reach(hit, evasion)
    if fixed is not None:
        return reach(hit, evasion) * (1 - reach(defence, fixed))
    return sum(
        chance * (1 - reach(defence, hit.bonus + total))
        for total, chance in _weigh_sums(hit.dice, hit.kept)
        if hit.bonus + total >= evasion
    )


def measure_roll(figure: Figure, rules: Rulebook, skill: str, ability: str = "") -> Roll:
    """Return the roll of a skill or ability with all that burdens a figure, as a check has it."""
    base = ability or find_base(figure, skill, rules)
    level = figure.skills.get(skill, 0) if skill else 0
    bonus = figure.ability(base) + level
    for part in gather_penalties(figure, base, rules):
        bonus += part.amount
    for part in gather_circumstances(figure, rules):
        bonus -= part.amount
    checks = rules.tables.checks
    return Roll(checks.unskilled_dice if skill and not level else checks.dice, bonus, checks.kept)


def measure_hit(state: State, rules: Rulebook, blow: Blow) -> tuple[Roll, int]:
    """Return the hit roll of a blow, and the difficulty with all that the rules add to it."""
    spec = specify_hit(state, rules, "attack", blow)
    roll = measure_roll(state.characters.get(blow.striker, Figure()), rules, spec.skill)
    return roll, (spec.difficulty or 0) + sum(part.amount for part in spec.circumstances)


# ---- defences ----


def find_fixed(rules: Rulebook, blow: Blow) -> int | None:
    """Return what a defence against a missile needs; None for blows, whose total is what it needs."""
    if blow.style != "shot":
        return None
    return rules.tables.shots.stop_far if blow.far else rules.tables.shots.stop_near


def measure_defence(
    state: State, rules: Rulebook, figure: Figure, blow: Blow, kind: str, weapon: str
) -> Roll:
    """Return the roll of a parry with a weapon, or of a sidestep."""
    row = rules.tables.weapons.get(weapon)
    skill = SIDESTEP if kind == "sidestep" or row is None else row.skill
    roll = measure_roll(figure, rules, skill)
    styles = gather_styles(state, rules, blow, figure, kind)
    return roll._replace(bonus=roll.bonus - sum(part.amount for part in styles)) if styles else roll


def list_ways(state: State, rules: Rulebook, figure: Figure, blow: Blow) -> list[tuple[str, str, Roll]]:
    """Return the choices of one struck at: what to answer, with which weapon, and the roll of it."""
    turn = find_turn(state, blow.target)
    ways: list[tuple[str, str, Roll]] = []
    for choice in list_defences(state, rules, blow):
        if choice.endswith("sidestep"):
            ways.append((choice, "", measure_defence(state, rules, figure, blow, "sidestep", "")))
        elif choice.endswith("parry"):
            for weapon in list_parries(figure, rules, blow):
                if choice == "buy_parry" or pay_defence(figure, turn, weapon, rules):
                    roll = measure_defence(state, rules, figure, blow, "parry", weapon)
                    ways.append((choice, weapon, roll))
    return ways


def find_defence(state: State, rules: Rulebook, blow: Blow) -> Roll | None:
    """Return the best roll that one struck at still has without a 活劇点; None where there is none."""
    figure = state.characters.get(blow.target)
    if figure is None or figure.rank == "extra":
        return None
    free = (
        roll for choice, _, roll in list_ways(state, rules, figure, blow) if choice in {"parry", "sidestep"}
    )
    return max(free, key=lambda roll: (roll.bonus, roll.dice), default=None)


# ---- harm ----


class _Book(NamedTuple):
    """What was reckoned under one rulebook: a saving of time alone, since the same marks give the same."""

    rules: Rulebook
    spreads: dict[tuple[object, ...], Spread]
    worths: dict[tuple[object, ...], tuple[float, Figure | None, Figure | None]]
    """With both figures: an id in the marks is taken as long as its figure is held here."""


_books: dict[int, _Book] = {}


def _open_book(rules: Rulebook) -> _Book:
    """Return what is remembered under these rules: the same rules object, not only an equal one."""
    book = _books.get(id(rules))
    if book is None or book.rules is not rules:
        if len(_books) >= BOOKS:
            _books.clear()
        book = _books[id(rules)] = _Book(rules, {}, {})
    return book


def spread_harm(
    rules: Rulebook, striker: Figure, target: Figure, blow: Blow, *, through: bool = False
) -> Spread:
    """Return what a blow that lands does; `through` is one that goes through a parry."""
    spreads = _open_book(rules).spreads
    row = rules.tables.weapons.get(blow.weapon)
    level = striker.skills.get(row.skill, 0) if row is not None and row.half_level else 0
    key = (
        *(blow.weapon, blow.style, blow.first, blow.far, through),
        *(striker.tai, level, striker.schools, striker.perks),
        *(target.tai if through else 0, target.armour, target.mounted),
    )
    found = spreads.get(key)
    if found is None:
        found = spreads[key] = _count_harm(rules, striker, target, blow, through=through)
    return found


def _count_harm(rules: Rulebook, striker: Figure, target: Figure, blow: Blow, *, through: bool) -> Spread:
    amounts: dict[int, float] = {}
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, chance = waiting.pop()
        more = len(faces) < DEEPEST and (not faces or find_more(faces, striker, blow, rules) > 0)
        if more:
            waiting += [((*faces, face), chance / 6) for face in range(1, 7)]
            continue
        amount = reckon(faces, striker, target, blow, rules, through=through).amount
        amounts[amount] = amounts.get(amount, 0.0) + chance
    return tuple(sorted(amounts.items()))


def measure_stake(rules: Rulebook, target: Figure, spread: Spread) -> Stake:
    """Return what damage takes of somebody: their endurance, or a support NPC's heart to go on."""
    pain = None
    if target.npc and target.rank == "support":
        pain = measure_roll(target, rules, "", "shin")
    return _measure_stake(spread, target.endurance, pain, rules.tables.combat.support_pain)


@lru_cache(maxsize=4096)
def _measure_stake(spread: Spread, endurance: int, pain: Roll | None, least: int) -> Stake:
    share = out = 0.0
    for amount, chance in spread:
        if not amount:
            continue
        down = 1.0 if amount >= endurance else 0.0
        if not down and pain is not None:
            down = 1 - reach(pain, least + amount)
        out += chance * down
        share += chance * (down + (1 - down) * min(1.0, amount / max(1, endurance)))
    return Stake(share, out)


def find_stake(state: State, rules: Rulebook, blow: Blow, *, through: bool = False) -> Stake:
    """Return what a blow takes of its target if it lands."""
    striker, target = state.characters.get(blow.striker), state.characters.get(blow.target)
    if striker is None or target is None or not target.can_act:
        return NOTHING
    if blow.style == "stun":
        fails = 1 - reach(measure_roll(target, rules, "", "tai"), blow.total or 0)
        return Stake(fails, fails)
    return measure_stake(rules, target, spread_harm(rules, striker, target, blow, through=through))


def passes_parry(state: State, rules: Rulebook, blow: Blow) -> bool:
    """Return whether a blow does harm through a parry (示現流, 受け越し)."""
    striker = state.characters.get(blow.striker, Figure())
    pierces = combine_styles(striker, rules).pierces_parry
    return pierces and (rules.options.pierce == "every" or blow.first)


# ---- blows ----


def weigh_blow(state: State, rules: Rulebook, blow: Blow) -> float:
    """Return what share of its target a blow is expected to take, as declared now."""
    worths = _open_book(rules).worths
    striker, target = state.characters.get(blow.striker), state.characters.get(blow.target)
    turn = find_turn(state, blow.target)
    key = (
        *(blow.weapon, blow.style, blow.drawn, blow.first, blow.far),
        *(None if striker is None else _mark(striker), None if target is None else _mark(target)),
        None if target is None else (target.endurance, target.can_act),
        *(turn.bought_defences, turn.free, turn.countered, turn.reloading, tuple(turn.defences.items())),
    )
    found = worths.get(key)
    if found is None:
        if len(worths) >= PAGES:
            worths.clear()
        found = worths[key] = (_weigh_blow(state, rules, blow), striker, target)
    return found[0]


def _mark(figure: Figure) -> tuple[object, ...]:
    """Return all of a figure that a blow by it or on it depends on, but for the endurance left."""
    health = figure.health
    return (
        *(figure.npc, figure.rank, figure.shin, figure.gi, figure.tai, figure.schools, figure.perks),
        *(id(figure.skills), id(figure.skill_bases), id(figure.belongings)),
        *(figure.armour, figure.hands, figure.mounted, figure.posture),
        *(health.awake, health.short_sleep, health.scarce_days, health.fatigued),
    )


def _weigh_blow(state: State, rules: Rulebook, blow: Blow) -> float:
    stake = find_stake(state, rules, blow)
    hit, difficulty = measure_hit(state, rules, blow)
    worth = stake.share * land(hit, difficulty, find_defence(state, rules, blow), find_fixed(rules, blow))
    riding = specify_riding(state, rules, "attack", blow)
    if riding is None:
        return worth
    striker = state.characters.get(blow.striker, Figure())
    needed = (riding.difficulty or 0) + sum(part.amount for part in riding.circumstances)
    return worth * reach(measure_roll(striker, rules, riding.skill), needed)
