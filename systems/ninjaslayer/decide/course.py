"""How an assault goes on by itself: its blows are settled in order, as far as nobody is asked."""

from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.decide.boosting import may_boost
from tenmatsu.systems.ninjaslayer.decide.countering import list_counters
from tenmatsu.systems.ninjaslayer.decide.damage import land
from tenmatsu.systems.ninjaslayer.decide.groups import count_together, find_hardest
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work
from tenmatsu.systems.ninjaslayer.events.dodging import (
    AssaultEnded,
    BarrageAsked,
    BlowLapsed,
    BlowStruck,
    CounterOffered,
    DodgeAsked,
    Evaded,
)
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State


def resume_assault(work: Work) -> bool:
    """Take the next step of the newest assault; False where there is none."""
    if not work.state.assaults:
        return False
    assault = work.state.assaults[-1]
    if not assault.blows:
        work.record(AssaultEnded())
    elif assault.way == "evaded":
        _evade(work, assault)
    elif assault.way == "landing" or not _ask(work, assault):
        _strike(work, assault.blows[0])
    return True


def may_dodge(figure: Figure) -> bool:
    """Return whether somebody can roll a dodge: no mob, conscious, and with dice for it."""
    return figure.dodges and figure.able and (figure.dodge_dice > 0 or figure.emergency_dice > 0)


def list_barrages(state: State, rules: Rulebook, assault: Assault, together: int) -> tuple[str, ...]:
    """
    Return the barrages (弾幕) that the GM may make of the shots at the front; none without the option.

    They are shots of mobs that one judgement evades, alike in difficulty: what differs, its target may
    dodge apart. The damage left is 1 or more.
    """
    front = assault.blows[:together]
    if rules.options.barrage == "off" or assault.barraged or together < 2:
        return ()
    if not all(blow.mob and blow.source in ("gun", "shuriken") for blow in front):
        return ()
    if not state.characters[front[0].target].able or find_hardest(state, rules, front[0].target, front)[2]:
        return ()
    damage = sum(blow.damage for blow in front)
    return tuple(row.name for row in rules.tables.barrage if damage >= row.divisor)


def _ask(work: Work, assault: Assault) -> bool:
    """Ask whoever may decide about the blows at the front; False where nobody may."""
    state, rules, target = work.state, work.rules, assault.blows[0].target
    figure = state.characters.get(target)
    if figure is None or assault.blows[0].undodgeable or not (figure.dodges and figure.able):
        return False
    together = count_together(state, rules, assault)
    barrages = list_barrages(state, rules, assault, together)
    if barrages:
        work.record(BarrageAsked(target=target, together=together, barrages=barrages))
        return True
    if not may_dodge(figure):
        return False
    place, _, varied = find_hardest(state, rules, target, assault.blows[:together])
    work.record(
        DodgeAsked(
            character=target,
            together=together,
            difficulty=rules.tables.difficulty(place).name,
            varied=varied,
            boost=may_boost(state, rules, target, "others"),
        )
    )
    return True


def _evade(work: Work, assault: Assault) -> None:
    """Let the blows at the front come to nothing; who evaded them may strike back."""
    character = assault.blows[0].target
    counters = list_counters(work.state, assault)
    if counters:
        work.record(CounterOffered(character=character, targets=counters))
    else:
        work.record(Evaded(character=character, together=assault.together))


def _strike(work: Work, blow: Blow) -> None:
    """Let the blow at the front land, unless its target is gone."""
    figure = work.state.characters.get(blow.target)
    if figure is None or figure.exploded or figure.removed:
        work.record(BlowLapsed(target=blow.target))
        return
    work.record(BlowStruck(attacker=blow.attacker, target=blow.target))
    land(work, blow)
