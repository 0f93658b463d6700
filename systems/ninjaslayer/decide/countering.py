"""カウンターカラテ: who evades a strike with more successes than it had may strike back."""

from tenmatsu.systems.ninjaslayer.assaults import Asked, Assault, Blow
from tenmatsu.systems.ninjaslayer.commands.dodging import Counter
from tenmatsu.systems.ninjaslayer.decide.groups import set_dodge
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.work import Work, refuse
from tenmatsu.systems.ninjaslayer.events.dodging import Countered, CounterPassed
from tenmatsu.systems.ninjaslayer.grid import are_adjacent
from tenmatsu.systems.ninjaslayer.state import State

NONE = "none"


def find_asked(work: Work, character: str, *asked: Asked) -> Assault:
    """Return the newest assault, or refuse where it asks something or somebody else."""
    assault = work.state.assaults[-1] if work.state.assaults else None
    if assault is None or assault.asked not in asked or assault.whom != character:
        refuse(work, "not_asked", character=character)
    return assault


def list_counters(state: State, assault: Assault) -> tuple[str, ...]:
    """
    Return whom the dodge just rolled lets one strike back at: adjacent attackers who had fewer successes.

    It has to beat the sum of all strikes that it evaded; shots beside them count for nothing. Attacks on an
    area, moving ones and counters are never countered, and only a ninja counters.
    """
    front = assault.front
    dodger = front[0].target
    figure = state.characters.get(dodger)
    if figure is None or not figure.ninja:
        return ()
    strikes = [blow for blow in front if blow.source == "melee"]
    if assault.successes <= sum(blow.successes for blow in strikes):
        return ()
    found = dict.fromkeys(blow.attacker for blow in strikes if _may_be_countered(state, blow))
    return tuple(found)


def _may_be_countered(state: State, blow: Blow) -> bool:
    attacker = state.characters.get(blow.attacker)
    if attacker is None or attacker.exploded or attacker.removed:
        return False
    barred = blow.area or blow.moving or blow.counter
    return not barred and are_adjacent(state, blow.attacker, blow.target)


def decide_counter(work: Work, command: Counter) -> None:
    """Strike back at one of those evaded, or at none."""
    targets = find_asked(work, command.character, "counter").counters
    if command.choice == NONE:
        work.record(CounterPassed(character=command.character))
        return
    if command.choice not in targets:
        refuse(work, "counter_at_whom", choice=command.choice, options=[*targets, NONE])
    work.record(Countered(character=command.character, target=command.choice))
    blow = Blow(
        attacker=command.character,
        target=command.choice,
        damage=work.rules.tables.rules.counter_damage,
        counter=True,
    )
    launch(work, (command.character,), (set_dodge(work.state, work.rules, blow),))
