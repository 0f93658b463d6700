"""Out of the foes' reach: by a retreat, by flight."""

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.bodies import can_fight
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.blowing import start_blow
from tenmatsu.systems.runequest.decide.choosing import continue_with, open_choice
from tenmatsu.systems.runequest.decide.hands import find_default_arm
from tenmatsu.systems.runequest.decide.performing import perform_with
from tenmatsu.systems.runequest.decide.queueing import settle_action
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.engaging import list_engaged, list_threats
from tenmatsu.systems.runequest.events.rounds import Fled, Retreated
from tenmatsu.systems.runequest.melee import Action
from tenmatsu.systems.runequest.state import Choice, State


def hinder_retreat(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Say why a retreat is impossible: on the ground, or on foot from a rider."""
    figure = state.characters[action.character]
    if figure.prone:
        return "prone"
    foes = [state.characters[one] for one in list_threats(state, action.character)]
    return "rider_follows" if not figure.mounted and any(one.mounted for one in foes) else ""


@perform_with("retreat", hinder=hinder_retreat)
def perform_retreat(work: Work, action: Action, target: str) -> None:
    """Back out of reach: one unit away, or as far as the GM says (option `retreat_distance`)."""
    if work.rules.options.retreat_distance == "gm":
        data: dict[str, int | str] = {"action": action.id, "who": action.character}
        open_choice(work, "retreat_distance", "@gm", ("metres",), "retreat", data)
        return
    _back_out(work, action.character, action.id, work.rules.tables.round.unit)


@continue_with("retreat")
def answer_distance(work: Work, choice: Choice, command: Choose) -> None:
    """Let the retreat end where the GM says."""
    _back_out(work, str(choice.data["who"]), int(choice.data["action"]), command.amount)


def _back_out(work: Work, character: str, number: int, metres: int) -> None:
    place, foes = find_retreat(work.state, character, metres), list_engaged(work.state, character)
    work.record(Retreated(character=character, place=place, foes=foes))
    settle_action(work, number, "done")


def find_retreat(state: State, character: str, metres: int) -> int | None:
    """Return the place so far away from the foes in reach; None where no places are known."""
    places = {} if state.melee is None else state.melee.places
    here = places.get(character)
    if here is None:
        return None
    foes = [places[one] for one in list_engaged(state, character) if one in places]
    side = -1 if state.characters[character].friendly else 1
    gaps = sum(here - one for one in foes)
    return here + (side if not gaps else gaps // abs(gaps)) * metres


def hinder_flight(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Say why a flight is impossible."""
    return "prone" if state.characters[action.character].prone else ""


@perform_with("flee", hinder=hinder_flight)
def perform_flight(work: Work, action: Action, target: str) -> None:
    """Turn and run: each foe in reach may strike once, whatever its strike rank, and nothing stops that."""
    who, foes = action.character, list_threats(work.state, action.character)
    work.record(Fled(character=who, foes=list_engaged(work.state, who)))
    settle_action(work, action.id, "done")
    for foe in foes:
        figure = work.state.characters[foe]
        if find_default_arm(work.rules.tables, figure) and can_fight(figure):
            open_choice(work, "act", foe, ("do", "drop"), "free_blow", {"kind": "flee", "target": who})


@continue_with("free_blow")
def answer_flight(work: Work, choice: Choice, command: Choose) -> None:
    """Strike at the back of one who flees, or let them run."""
    if command.use != "do":
        return
    foe, target = choice.whom, str(choice.data["target"])
    arm = find_default_arm(work.rules.tables, work.state.characters[foe])
    start_blow(work, Blow(attacker=foe, target=target, arm=arm, kind="free"))
