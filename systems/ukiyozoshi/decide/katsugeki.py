"""活劇点 beside the rolls: coincidences, escapes from death, refills."""

from tenmatsu.systems.ukiyozoshi.commands.katsugeki import (
    AnswerPrice,
    AskCoincidence,
    CheatDeath,
    ComeRound,
    PriceCoincidence,
    RefillKatsugeki,
)
from tenmatsu.systems.ukiyozoshi.decide.points import spend_points, verify_points
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.katsugeki import (
    CameRound,
    CoincidenceAsked,
    CoincidencePriced,
    CoincidenceSettled,
    DeathCheated,
    KatsugekiRefilled,
)
from tenmatsu.systems.ukiyozoshi.state import Figure


def ask_coincidence(work: Work, command: AskCoincidence) -> None:
    """Wish for a convenient coincidence (都合の良い偶然)."""
    verify_points(work, command.character, 1, selfish=command.selfish)
    work.record(CoincidenceAsked(character=command.character, selfish=command.selfish))


def price_coincidence(work: Work, command: PriceCoincidence) -> None:
    """Name its price, which the GM alone sets, or say no."""
    wish = work.state.coincidence
    if wish is None or wish.price is not None:
        refuse(work, "no_coincidence")
    if command.choice == "deny":
        work.record(CoincidenceSettled(character=wish.character, happens=False))
        return
    verify_points(work, wish.character, command.price)
    work.record(CoincidencePriced(character=wish.character, price=command.price))


def answer_price(work: Work, command: AnswerPrice) -> None:
    """Pay it, or let the wish go."""
    wish = work.state.coincidence
    if wish is None or wish.price is None or wish.character != command.character:
        refuse(work, "no_coincidence")
    if command.choice == "decline":
        work.record(CoincidenceSettled(character=wish.character, happens=False))
        return
    verify_points(work, wish.character, wish.price)
    spend_points(work, wish.character, "coincidence", wish.price, selfish=wish.selfish)
    work.record(CoincidenceSettled(character=wish.character, happens=True))


def cheat_death(work: Work, command: CheatDeath) -> None:
    """Be not dead after all (実は生きていた): taken for dead, and back later with hardly any endurance."""
    figure = find_figure(work, command.character)
    if not figure.dead:
        refuse(work, "not_dead", character=command.character)
    cost = work.rules.tables.katsugeki.survive
    verify_points(work, command.character, cost, forced=command.forced)
    spend_points(work, command.character, "survive", cost, forced=command.forced)
    work.record(DeathCheated(character=command.character))


def come_round(work: Work, command: ComeRound) -> None:
    """Come to one's senses: after a faint as before, after a death that was none with 1 endurance."""
    figure = find_figure(work, command.character)
    if not (figure.seeming_dead or figure.unconscious):
        refuse(work, "not_senseless", character=command.character)
    if not figure.seeming_dead:
        work.record(CameRound(character=command.character, endurance=figure.endurance))
        return
    left = work.rules.tables.katsugeki.survive_endurance
    lost = max(0, figure.endurance_full - left)
    hunger = min(figure.health.hunger, lost)
    work.record(CameRound(character=command.character, endurance=left, wounds=lost - hunger, hunger=hunger))


def refill_katsugeki(work: Work, command: RefillKatsugeki) -> None:
    """Set PCs and companions to the start; more than that is kept while the scenario goes on."""
    due = {
        character: figure.katsugeki_start
        for character, figure in work.state.characters.items()
        if (not figure.npc or figure.companion) and _needs_refill(figure, command)
    }
    if not due:
        refuse(work, "nothing_to_refill")
    for character, now in due.items():
        work.record(KatsugekiRefilled(character=character, now=now))


def _needs_refill(figure: Figure, command: RefillKatsugeki) -> bool:
    below = figure.katsugeki < figure.katsugeki_start
    return below or (figure.katsugeki > figure.katsugeki_start and not command.scenario_goes_on)
