"""An exchange of blows as a machine of stages: hit rolls, then each blow that landed, highest first."""

from collections.abc import Callable
from typing import Literal

from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work
from tenmatsu.systems.ukiyozoshi.events.blows import BlowEnded, ExchangeEnded, Which
from tenmatsu.systems.ukiyozoshi.fight import Blow, Exchange

Result = Literal["missed", "stopped", "defended", "landed"]
Step = Callable[[Work, Which, Blow], None]
HIT_ROLLS: dict[str, Step] = {}
"""What rolls to hit, under `""` (wired in `fighting`, since it goes on with the exchange itself)."""
LANDINGS: dict[str, Step] = {}
"""What follows a hit, by the style of the blow."""
BLOWS: tuple[Which, ...] = ("attack", "counter")


def land_with(*styles: str) -> Callable[[Step], Step]:
    """Register a function as what follows a hit of these styles."""

    def register(step: Step) -> Step:
        LANDINGS.update(dict.fromkeys(styles, step))
        return step

    return register


def advance(work: Work) -> None:
    """Go on with the exchange: the next hit roll, the next blow, or its end."""
    exchange = work.state.exchange
    if exchange is None:
        return
    for which in BLOWS:
        blow = exchange.blow(which)
        if blow is not None and blow.hit is None:
            HIT_ROLLS[""](work, which, blow)
            return
    which_next = _find_next(exchange, work.rules)
    if which_next is None:
        attack = exchange.attack
        work.record(ExchangeEnded(attacker=attack.striker, defender=attack.target))
        return
    blow = exchange.blow(which_next)
    if blow is not None:
        _resolve(work, which_next, blow, exchange)


def _find_next(exchange: Exchange, rules: Rulebook) -> Which | None:
    """Return the blow to resolve: the higher total first (option `counter_tie` where they are equal)."""
    waiting: list[Which] = [one for one in BLOWS if (blow := exchange.blow(one)) and not blow.done]
    if len(waiting) == 2 and _measure(exchange.counter) > _measure(exchange.attack):
        return "counter"
    return waiting[0] if waiting else None


def _measure(blow: Blow | None) -> int:
    return 0 if blow is None or blow.total is None else blow.total


def _resolve(work: Work, which: Which, blow: Blow, exchange: Exchange) -> None:
    if not blow.hit:
        finish_blow(work, which, "missed")
    elif _is_stopped(work, blow, exchange):
        finish_blow(work, which, "stopped")
    else:
        LANDINGS[blow.style](work, which, blow)


def _is_stopped(work: Work, blow: Blow, exchange: Exchange) -> bool:
    """Return whether the striker was struck down first, or there is nobody left to strike."""
    target = work.state.characters.get(blow.target)
    if target is None or target.dead:
        return True
    striker = work.state.characters.get(blow.striker)
    if striker is not None and striker.can_act:
        return False
    level = exchange.counter is not None and _measure(exchange.counter) == _measure(exchange.attack)
    return not (level and work.rules.options.counter_tie == "both")


def finish_blow(work: Work, which: Which, result: Result) -> None:
    """End a blow and go on with the exchange."""
    exchange = work.state.exchange
    blow = None if exchange is None else exchange.blow(which)
    if blow is None:
        return
    work.record(BlowEnded(which=which, striker=blow.striker, target=blow.target, result=result))
    advance(work)


def find_blow(work: Work, which: object) -> tuple[Which, Blow | None]:
    """Return a blow of the exchange by the name that a check carries."""
    side: Which = "counter" if which == "counter" else "attack"
    return side, None if work.state.exchange is None else work.state.exchange.blow(side)
