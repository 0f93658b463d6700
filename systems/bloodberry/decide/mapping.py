"""Decide flag maps (フラグマップ): camps, places and their conditions, the deal, and what the GM grants."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.mapping import (
    AnswerPlace,
    AskPlace,
    BeginMap,
    DealMap,
    EndMap,
    OpenPlace,
    SetPlace,
)
from tenmatsu.systems.bloodberry.decide.arriving import end_map
from tenmatsu.systems.bloodberry.decide.dealing import draw_cards, lay_out_decks, name_cards
from tenmatsu.systems.bloodberry.decide.mapcamps import find_camp, find_map, find_place, order_camps
from tenmatsu.systems.bloodberry.decide.placing import read_needs
from tenmatsu.systems.bloodberry.decide.travelling import TRAVEL_HANDLERS
from tenmatsu.systems.bloodberry.decide.work import Work, find_able, refuse
from tenmatsu.systems.bloodberry.events.mapping import (
    FlagsNamed,
    MapBegun,
    MapDealt,
    MapOrderSet,
    PlaceAsked,
    PlaceOpened,
    PlaceRefused,
    PlaceSet,
)
from tenmatsu.systems.bloodberry.people import Ability

PC_CAMP = "pc"
"""The one camp where none are named."""
LONGEST = 40
"""Signs of a name, at the most."""


def _begin_map(work: Work, command: BeginMap) -> None:
    """Begin a map with these camps, or with one of all player characters."""
    state = work.state
    if state.map is not None:
        refuse(work, "map_under_way")
    if state.rounds is not None:
        refuse(work, "rounds_run")
    able = tuple(name for name, one in state.people.items() if one.kind == "pc" and one.can_act)
    camps = command.camps or ({PC_CAMP: able} if able else {})
    members = [member for camp in camps.values() for member in camp]
    if not members or not all(camps.values()):
        refuse(work, "camp_empty")
    for name in camps:
        _check_name(work, name)
        if name in state.people:
            refuse(work, "camp_named_so", camp=name)
    for member in members:
        find_able(work, member)
        if members.count(member) > 1:
            refuse(work, "in_two_camps", character=member)
    work.record(MapBegun(camps=camps, by_cards=command.by_cards))


def _check_name(work: Work, name: str) -> None:
    """Refuse what cannot name a camp or place: it stands in commands like an id."""
    if not 0 < len(name) <= LONGEST or not name.isprintable() or any(sign in name for sign in ",!@. \"'"):
        refuse(work, "name_wrong", name=name[:LONGEST])


def _set_place(work: Work, command: SetPlace) -> None:
    """Name a place before the deal, or add one later; what stands may be changed, but not its cards."""
    flags = find_map(work)
    _check_name(work, command.place)
    old = flags.places.get(command.place)
    needs = _read_needs(work, command.needs)
    _check_barrier(work, command.barrier)
    if old is not None and old.needs != needs and any(old.pieces.values()):
        refuse(work, "place_has_pieces", place=command.place)
    if old is not None and len(command.flags) < old.raised:
        refuse(work, "flags_raised", place=command.place, raised=old.raised)
    if command.end and not command.flags:
        refuse(work, "end_without_flag", place=command.place)
    asked = flags.stage != "places" if old is None else old.asked
    _record_place(work, command.place, command, needs, end=command.end, asked=asked)


def _record_place(
    work: Work,
    place: str,
    command: SetPlace | AnswerPlace,
    needs: tuple[str, ...],
    *,
    end: bool = False,
    asked: bool,
) -> None:
    """Record a place; what its flags are stands beside it."""
    flags, barrier = command.flags, command.barrier
    work.record(PlaceSet(place=place, needs=needs, flags=len(flags), end=end, barrier=barrier, asked=asked))
    if flags:
        work.record(FlagsNamed(place=place, flags=flags))


def _read_needs(work: Work, text: str) -> tuple[str, ...]:
    needs = read_needs(text)
    if not needs:
        refuse(work, "no_condition", needs=text[:LONGEST])
    return needs


def _check_barrier(work: Work, barrier: tuple[Ability, ...]) -> None:
    if len(barrier) not in (0, 2):
        refuse(work, "barrier_standards")


def _deal_map(work: Work, command: DealMap) -> None:
    """Lay out the decks, deal each camp its hand, and set the order, or let cards be shown for it."""
    flags = find_map(work)
    if flags.stage != "places":
        refuse(work, "map_dealt")
    named = tuple(flags.places)
    if not named:
        refuse(work, "no_places")
    hand = len(named) * work.rules.tables.map.hand_factor
    cards = len(name_cards(work.rules.tables.cards.decks))
    if hand * len(flags.camps) > cards:
        refuse(work, "too_few_cards", needed=hand * len(flags.camps), cards=cards)
    lay_out_decks(work)
    work.record(MapDealt(places=named, hand=hand))
    for camp in flags.camps:
        draw_cards(work, camp, hand)
    if not flags.by_cards or len(flags.camps) == 1:
        work.record(MapOrderSet(order=order_camps(work.state, flags)))


def _ask_place(work: Work, command: AskPlace) -> None:
    """Ask the GM for a place that was not named."""
    flags = find_map(work)
    find_camp(work, flags, command.character)
    if flags.stage == "places":
        refuse(work, "map_not_dealt")
    _check_name(work, command.place)
    if command.place in flags.places:
        refuse(work, "place_known", place=command.place)
    work.record(PlaceAsked(character=command.character, place=command.place))


def _answer_place(work: Work, command: AnswerPlace) -> None:
    """Grant a place with its condition, which the GM names, or refuse it."""
    choice = next((one for one in work.state.choices if one.kind == "place"), None)
    if choice is None or work.state.map is None:
        refuse(work, "nothing_to_rule")
    character, place = str(choice.data["character"]), str(choice.data["place"])
    if command.answer == "refuse":
        work.record(PlaceRefused(character=character, place=place))
        return
    needs = _read_needs(work, command.needs)
    _check_barrier(work, command.barrier)
    _record_place(work, place, command, needs, asked=True)


def _open_place(work: Work, command: OpenPlace) -> None:
    """Let a camp, or all, pass a barrier."""
    flags = find_map(work)
    place = find_place(work, flags, command.place)
    if command.camp and command.camp not in flags.camps:
        refuse(work, "unknown_camp", camp=command.camp, known=tuple(flags.camps))
    camps = (command.camp,) if command.camp else tuple(flags.camps)
    barred = tuple(camp for camp in camps if camp not in place.entered)
    if not place.barrier or not barred:
        refuse(work, "place_not_barred", place=command.place)
    work.record(PlaceOpened(place=command.place, camps=barred))


def _end_map(work: Work, command: EndMap) -> None:
    find_map(work)
    if work.state.judge is not None:
        refuse(work, "judge_under_way")
    end_map(work, "gm")


MAP_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginMap: _begin_map,
    SetPlace: _set_place,
    DealMap: _deal_map,
    AskPlace: _ask_place,
    AnswerPlace: _answer_place,
    OpenPlace: _open_place,
    EndMap: _end_map,
    **TRAVEL_HANDLERS,
}
