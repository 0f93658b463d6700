"""The choices that the rules give to somebody, as the state holds them."""

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.akatsuki.state import Attack, Due, Figure, State


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choice open now: checks that are due stand before the attack that goes on behind them."""
    if state.due:
        return (_ask_survival(state.due[0]),)
    return () if state.attack is None else (_ask_attack(state, state.attack),)


def _ask_survival(due: Due) -> Pending:
    return Pending(
        id="survival",
        kind="survive",
        whom=due.character,
        options=("roll",),
        command="akatsuki.roll_survival",
        details={"why": due.why},
    )


def list_ways(state: State, attack: Attack) -> tuple[str, ...]:
    """Return how an attack may be answered now: fate cards may have been turned over since it was offered."""
    figure = state.characters.get(attack.target, Figure())
    held = {"negate": bool(figure.fate) or figure.fate_chips > 0, "negate_chivalry": figure.chivalry > 0}
    return tuple(choice for choice in attack.choices if held.get(choice, True))


def _ask_attack(state: State, attack: Attack) -> Pending:
    command = "akatsuki.defend" if attack.stage == "defend" else "akatsuki.take_hit"
    return Pending(
        id=attack.stage,
        kind=attack.stage,
        whom=attack.target,
        options=list_ways(state, attack),
        command=command,
        details={
            "attacker": attack.attacker,
            "weapon": attack.weapon,
            "harm": attack.harm,
            "rank": attack.rank,
        },
    )
