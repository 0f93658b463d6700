"""The party's pool of build points (役作り点): what is left of it, and who may spend what."""

from tenmatsu.systems.ukiyozoshi.commands.party import AllotPoints, OpenParty, SetPartyPoints
from tenmatsu.systems.ukiyozoshi.decide.work import Work, refuse
from tenmatsu.systems.ukiyozoshi.events.party import PartyOpened, PartyPointsSet, PointsAllotted
from tenmatsu.systems.ukiyozoshi.state import Ledger, State


def count_free(state: State, *, without: str = "") -> int:
    """Return the points that nobody has been given or has spent; `without` leaves one character out."""
    taken = (
        max(ledger.granted or 0, ledger.spent) for who, ledger in state.ledgers.items() if who != without
    )
    return state.party_points - sum(taken)


def count_left(state: State, character: str) -> int:
    """Return what a character may still spend: the rest of its share, or what is free in the pool."""
    ledger = state.ledgers.get(character, Ledger())
    return count_free(state) if ledger.granted is None else ledger.granted - ledger.spent


def pay_points(work: Work, character: str, cost: int) -> int:
    """Return what the character has spent with `cost` on top, or refuse; NPCs pay nothing."""
    spent = work.state.ledgers.get(character, Ledger()).spent
    left = count_left(work.state, character)
    if cost > left:
        refuse(work, "overspent", character=character, cost=cost, left=left)
    return spent + cost


def verify_known(work: Work, character: str) -> None:
    """Refuse a character that the table does not know."""
    if character not in work.table.characters:
        refuse(work, "not_at_table", character=character)


def open_party(work: Work, command: OpenParty) -> None:
    """Open the pool (役作り点表)."""
    if work.state.players:
        refuse(work, "party_open", points=work.state.party_points)
    if command.players < 1:
        refuse(work, "no_players", players=command.players)
    points = command.points
    if points is None:
        points = work.rules.tables.party_points(command.players)
    if points < 0:
        refuse(work, "negative_points", points=points)
    work.record(PartyOpened(players=command.players, points=points))


def verify_open(work: Work) -> None:
    """Refuse while there is no pool."""
    if not work.state.players:
        refuse(work, "party_not_open")


def set_points(work: Work, command: SetPartyPoints) -> None:
    """Change the pool's total, not below what is given and spent."""
    verify_open(work)
    taken = work.state.party_points - count_free(work.state)
    if command.points < taken:
        refuse(work, "below_spent", points=command.points, taken=taken)
    work.record(PartyPointsSet(points=command.points, left=command.points - taken))


def allot_points(work: Work, command: AllotPoints) -> None:
    """Give a character its share of the pool."""
    verify_open(work)
    verify_known(work, command.character)
    figure = work.state.characters.get(command.character)
    if figure is not None and figure.npc:
        refuse(work, "npc_has_no_points", character=command.character)
    spent = work.state.ledgers.get(command.character, Ledger()).spent
    if command.points < spent:
        refuse(work, "below_spent", points=command.points, taken=spent)
    free = count_free(work.state, without=command.character)
    if command.points > free:
        refuse(work, "overspent", character=command.character, cost=command.points, left=free)
    work.record(
        PointsAllotted(character=command.character, points=command.points, left=free - command.points)
    )
