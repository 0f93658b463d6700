"""What is asked of an assault: a part rolled again, a barrage, a dodge, a counter."""

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State

COMMANDS = {
    "sense_part": "ninjaslayer.use_sense",
    "sense_dodge": "ninjaslayer.use_sense",
    "barrage": "ninjaslayer.call_barrage",
    "dodge": "ninjaslayer.dodge",
    "counter": "ninjaslayer.counter",
}
"""By what is asked, the command that answers it."""


def ask_assault(state: State, assault: Assault) -> Pending:
    """Return what an assault asks now, with all that is known of the blows at its front."""
    return Pending(
        id=assault.asked,
        kind=assault.asked,
        whom=assault.whom,
        options=_list_options(assault),
        command=COMMANDS.get(assault.asked, ""),
        details=_tell(state, assault),
    )


def _list_options(assault: Assault) -> tuple[str, ...]:
    match assault.asked:
        case "sense_part":
            return (*(f"part:{place}" for place, _ in enumerate(assault.parts, 1)), "keep")
        case "sense_dodge":
            return ("reroll", "keep")
        case "barrage":
            return ("none", *assault.barrages)
        case "counter":
            return (*assault.counters, "none")
        case _:
            return ("dodge", "apart", "take") if assault.varied else ("dodge", "take")


def _tell(state: State, assault: Assault) -> dict[str, int | str]:
    if assault.asked == "sense_part":
        return {"parts": " / ".join(_show(part[0]) for part in assault.parts)}
    front = assault.front or assault.blows[:1]
    first = front[0] if front else Blow(attacker="", target="")
    figure = state.characters.get(first.target, Figure())
    critical = next((blow.critical for blow in front if blow.critical), "")
    left = sum(blow.target == first.target for blow in assault.blows[len(front) :])
    return {
        "attacker": first.attacker,
        "target": first.target,
        "source": first.source,
        "together": len(front),
        "successes": sum(blow.successes for blow in front),
        "damage": sum(blow.damage + max(blow.crushing, default=0) for blow in front),
        "critical": critical or "no_critical",
        "difficulty": assault.difficulty,
        "dice": max(figure.dodge_dice, 0),
        "emergency": max(figure.emergency_dice, 0),
        "boost": int(assault.boost),
        "left": left,
        "faces": ", ".join(str(face) for face in assault.faces),
        "rolled": assault.successes,
        "shape": "counter" if first.counter else _find_shape(critical, len(front), left),
    }


def _find_shape(critical: str, together: int, left: int) -> str:
    """Return the case of the question about a dodge."""
    shape = "critical" if critical else "many" if together > 1 else "one"
    return f"{shape}_more" if left else shape


def _show(blow: Blow) -> str:
    return ", ".join(str(face) for face in blow.faces)
