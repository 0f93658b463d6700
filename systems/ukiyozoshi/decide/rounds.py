"""Combat rounds (戦闘ラウンド): who acts when, and what is bought."""

from collections.abc import Sequence

from tenmatsu.systems.ukiyozoshi.commands.combat import (
    BeginCombat,
    BuyAction,
    EndCombat,
    EndTurn,
    JoinCombat,
    LeaveCombat,
)
from tenmatsu.systems.ukiyozoshi.decide.budget import buy, find_combat, find_turn, verify_turn
from tenmatsu.systems.ukiyozoshi.decide.points import verify_points
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.blows import ChokeSlipped
from tenmatsu.systems.ukiyozoshi.events.combat import (
    CombatBegun,
    CombatEnded,
    CombatJoined,
    CombatLeft,
    RoundBegun,
    TurnEnded,
)
from tenmatsu.systems.ukiyozoshi.state import Figure

RANKS = ("lead", "second", "support", "extra")
"""In the order of their turns."""
Place = tuple[int, bool, int, int]


def rank_in_order(figure: Figure) -> Place:
    """Return the place in the order of turns, lowest first: rank, PC before NPC, 技, 心."""
    return RANKS.index(figure.rank), figure.npc, -figure.gi, -figure.shin


def begin_combat(work: Work, command: BeginCombat) -> None:
    """Begin a fight and find the order of turns."""
    if work.state.combat is not None:
        refuse(work, "combat_already")
    if len(set(command.characters)) < 2 or len(set(command.characters)) != len(command.characters):
        refuse(work, "too_few_fighters")
    places: dict[Place, list[str]] = {}
    for character in command.characters:
        places.setdefault(rank_in_order(find_figure(work, character)), []).append(character)
    order: list[str] = []
    for place in sorted(places):
        order += _break_ties(work, places[place])
    work.record(CombatBegun(order=tuple(order)))


def _break_ties(work: Work, tied: Sequence[str]) -> list[str]:
    """Let dice order those whom nothing else does; equal dice are rolled again."""
    if len(tied) == 1:
        return list(tied)
    faces: dict[int, list[str]] = {}
    for character in tied:
        faces.setdefault(work.roll("1d6", by=character, for_="initiative")[0], []).append(character)
    return [one for face in sorted(faces, reverse=True) for one in _break_ties(work, faces[face])]


def end_combat(work: Work, command: EndCombat) -> None:
    """End the fight."""
    combat = find_combat(work)
    work.record(CombatEnded(rounds=combat.round))


def join_combat(work: Work, command: JoinCombat) -> None:
    """Bring somebody in, behind those of the same place in the order."""
    combat = find_combat(work)
    place = rank_in_order(find_figure(work, command.character))
    if command.character in combat.order:
        refuse(work, "in_combat_already", character=command.character)
    before = [c for c in combat.order if rank_in_order(find_figure(work, c)) <= place]
    order = (*combat.order[: len(before)], command.character, *combat.order[len(before) :])
    at = combat.at + (1 if len(before) <= combat.at else 0)
    work.record(CombatJoined(character=command.character, order=order, at=at))


def leave_combat(work: Work, command: LeaveCombat) -> None:
    """Take somebody out of the fight."""
    combat = find_combat(work)
    if command.character not in combat.order:
        refuse(work, "not_in_combat", character=command.character)
    if len(combat.order) == 1:
        refuse(work, "last_fighter", character=command.character)
    place = combat.order.index(command.character)
    order = tuple(c for c in combat.order if c != command.character)
    at = combat.at - (1 if place < combat.at else 0)
    wraps = at >= len(order)
    work.record(CombatLeft(character=command.character, order=order, at=0 if wraps else at))
    if wraps:
        work.record(RoundBegun(round=combat.round + 1, at=0, first=order[0]))


def end_turn(work: Work, command: EndTurn) -> None:
    """End one's turn: the next who can act follows, or the next round begins."""
    combat = find_combat(work)
    verify_turn(work, command.character)
    able = [at for at, one in enumerate(combat.order) if _is_able(work, one)]
    if not able:
        refuse(work, "nobody_can_act")
    _slacken(work, command.character)
    following = [at for at in able if at > combat.at]
    if following:
        at = following[0]
        work.record(TurnEnded(character=command.character, at=at, next=combat.order[at]))
        return
    work.record(TurnEnded(character=command.character, at=len(combat.order), next=""))
    work.record(RoundBegun(round=combat.round + 1, at=able[0], first=combat.order[able[0]]))


def _is_able(work: Work, character: str) -> bool:
    figure = work.state.characters.get(character)
    return figure is not None and figure.can_act


def _slacken(work: Work, character: str) -> None:
    """Break off a row of chokes that this turn did not continue (連続)."""
    if find_turn(work.state, character).choked:
        return
    for other, figure in work.state.characters.items():
        if figure.held_by == character and figure.chokes:
            work.record(ChokeSlipped(character=character, target=other))


def buy_action(work: Work, command: BuyAction) -> None:
    """Buy one more movement or attack in one's own turn."""
    verify_turn(work, command.character)
    find_able(work, command.character)
    verify_points(work, command.character, work.rules.tables.katsugeki.action, selfish=command.selfish)
    if command.kind == "attack" and find_turn(work.state, command.character).reloading:
        refuse(work, "reloading", character=command.character)
    buy(work, command.character, command.kind, selfish=command.selfish)
