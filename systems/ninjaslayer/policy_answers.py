"""The auto-player's answers to choices: dodges by what is at stake, counters, rerolls, squares."""

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.commands.damage import PickCrushing, SettleSquare
from tenmatsu.systems.ninjaslayer.commands.dodging import CallBarrage, Counter, Dodge, UseSense
from tenmatsu.systems.ninjaslayer.commands.judging import UseSixthSense
from tenmatsu.systems.ninjaslayer.commands.mapping import Deploy
from tenmatsu.systems.ninjaslayer.commands.moving import Land, Leap
from tenmatsu.systems.ninjaslayer.commands.wasshoi import ChooseEntry, PlaceSlayer
from tenmatsu.systems.ninjaslayer.decide.groups import find_hardest
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import distance
from tenmatsu.systems.ninjaslayer.policy_odds import count_endurance, find_success
from tenmatsu.systems.ninjaslayer.rows import DifficultyRow
from tenmatsu.systems.ninjaslayer.state import State

DIE = 0.05
"""What a dodge die is worth while blows may follow in this turn, in shares of oneself."""
LAST_DIE = 0.004
"""What it is worth when none do: it would vanish with the turn."""
CRITICAL = 0.5
"""What a critical costs besides its damage: abilities, a part of the body, the life."""
DOWN = 0.5
"""What it costs besides to fall."""
BOOST = 0.25
"""What a boost and its spirit are worth."""


def answer(state: State, rules: Rulebook, choice: Pending) -> Command | None:
    """Return a sensible answer to a choice; None where this player knows none."""
    whom, options = choice.whom, choice.options
    match choice.kind:
        case "dodge" if state.assaults:
            return choose_dodge(state, rules, state.assaults[-1], whom)
        case "counter":
            return Counter(character=whom, choice=_choose_counter(state, options))
        case "sense_part" if state.assaults:
            return UseSense(character=whom, choice=_choose_part(state.assaults[-1]))
        case "sense_dodge":
            failed = not choice.details.get("rolled")
            return UseSense(character=whom, choice="reroll" if failed else "keep")
        case "sixth_sense":
            failed = choice.details.get("result") == "failure"
            return UseSixthSense(character=whom, choice="reroll" if failed else "keep")
        case "barrage":
            return CallBarrage(choice="none")
        case "crushing_pick":
            return PickCrushing(character=whom, choice=max(options, key=int))
        case "settle_square":
            return SettleSquare(character=whom, choice=options[0])
        case "deploy":
            return Deploy(character=whom, square=find_nearest(state, whom, options))
        case "cartwheel_to":
            return Land(character=whom, to=find_nearest(state, whom, options))
        case "leap":
            return Leap(character=whom, choice="leap")
        case "entry_choice":
            return ChooseEntry(choice=options[0])
        case "entry_square" | "entry_npc":
            return PlaceSlayer(choice=options[0])
        case _:
            return None


# ---- dodging ----


def choose_dodge(state: State, rules: Rulebook, assault: Assault, character: str) -> Dodge:
    """Return the dodge whose chance is worth its dice: the more is at stake, the more of them."""
    figure, front = state.characters[character], assault.front
    place, _, _ = find_hardest(state, rules, character, front)
    row = rules.tables.difficulty(place)
    stake = weigh_stake(figure, front)
    price = DIE if expects_blows(state, assault, character) else LAST_DIE
    held = max(figure.dodge_dice, 0)
    dice, worth = _find_dice(held, row, stake, price)
    emergency = 0
    if stake > DOWN and figure.emergency_dice:
        emergency = figure.emergency_dice if find_success(dice, row) < 0.5 else 0
    if assault.boost and stake > DOWN and dice + emergency:
        easier = rules.tables.difficulty(place + rules.tables.rules.boost_ease)
        eased, better = _find_dice(held, easier, stake, price)
        if better - worth > BOOST and eased:
            return Dodge(
                character=character, choice="dodge", with_dice=eased, emergency=emergency, boost=True
            )
    if dice + emergency == 0:
        return Dodge(character=character, choice="take")
    return Dodge(character=character, choice="dodge", with_dice=dice, emergency=emergency)


def weigh_stake(figure: Figure, blows: tuple[Blow, ...]) -> float:
    """Return what blows would cost somebody, in shares of themselves."""
    damage = sum(
        max(blow.damage + max(blow.crushing, default=0) - figure.base.reduction, 0) for blow in blows
    )
    stake = min(damage / count_endurance(figure), 1.0)
    if damage >= figure.vitality:
        stake += DOWN
    if any(blow.critical or blow.death for blow in blows):
        stake += CRITICAL
    return stake


def expects_blows(state: State, assault: Assault, character: str) -> bool:
    """Return whether somebody may still be struck at in this turn: by this attack, or in hands to come."""
    if len(assault.blows) > assault.together:
        return True
    battle, figure = state.battle, state.characters[character]
    if battle is None:
        return False
    for slot in battle.slots[max(battle.at, 0) + 1 :]:
        others = (state.characters.get(one) for one in slot.characters)
        if any(other is not None and other.able and other.side != figure.side for other in others):
            return True
    return False


def _find_dice(held: int, row: DifficultyRow, stake: float, price: float) -> tuple[int, float]:
    """Return the number of dice that is worth most over its price, and what it is worth; 0 for none."""
    ways = ((stake * find_success(dice, row) - price * dice, -dice) for dice in range(held + 1))
    worth, dice = max(ways)
    return -dice, worth


def _choose_counter(state: State, options: tuple[str, ...]) -> str:
    """Return the foe whom a counter takes furthest; none without one."""
    foes = [one for one in options if one in state.characters]
    return min(foes, key=lambda one: count_endurance(state.characters[one]), default="none")


def _choose_part(assault: Assault) -> str:
    """Return the first part that missed, else to keep them."""
    missed = (place for place, part in enumerate(assault.parts, 1) if part[0].missed)
    place = next(missed, 0)
    return f"part:{place}" if place else "keep"


def find_nearest(state: State, character: str, squares: tuple[str, ...]) -> str:
    """Return the square nearest to a foe on the map, the first of equals."""
    side = state.characters[character].side
    others = state.characters.values()
    foes = [other.square for other in others if other.on_map and other.side != side and other.able]
    if not foes:
        return squares[0]
    return min(squares, key=lambda one: min(distance(one, foe) for foe in foes))
