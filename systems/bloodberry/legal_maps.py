"""What may be done on a flag map: by the camp whose turn it is, by camps that show a card, by the GM."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.bloodberry.decide.dealing import hand_of
from tenmatsu.systems.bloodberry.decide.placing import fits, is_established
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.staging import FlagMap
from tenmatsu.systems.bloodberry.state import State

TAG = "bloodberry."
GM = "@gm"


def list_map_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do on the flag map under way."""
    flags = state.map
    if flags is None or state.scene.interlude:
        return
    if character == GM:
        yield from _list_for_gm(flags)
        return
    person, camp = state.people.get(character), flags.camp_of(character)
    if person is None or not person.can_act or not camp:
        return
    who = {"character": character}
    if camp in flags.showing:
        for card in hand_of(state, camp):
            if card not in flags.shown.get(camp, ()):
                yield Move(command=f"{TAG}show_map_card", fields={**who, "card": card})
    if flags.stage == "play" and camp == flags.now:
        yield from _list_turn(state, rules, flags, camp, who)
    if flags.stage != "places":
        yield Move(command=f"{TAG}ask_place", fields=who, open=(OpenField("place"),))


def _list_turn(
    state: State, rules: Rulebook, flags: FlagMap, camp: str, who: dict[str, str]
) -> Iterator[Move]:
    """Yield the pieces that fit, one by one, cards for sub-events, the places to go to, and the draw."""
    hand, left = hand_of(state, camp), rules.tables.map.pieces - flags.laid.get(camp, 0)
    for name, place in flags.places.items():
        pieces, there = place.pieces.get(camp, ()), {**who, "place": name}
        if is_established(pieces, place.needs):
            yield Move(command=f"{TAG}go_to", fields=there)
            for card in hand:
                yield Move(command=f"{TAG}lay_extras", fields={**there, "cards": (card,)})
            continue
        for card in hand:
            if left > 0 and fits((*pieces, card), place.needs):
                yield Move(command=f"{TAG}lay_pieces", fields={**there, "cards": (card,)})
    cards = state.cards
    if cards.left or (cards.discard and rules.options.empty_deck == "shuffled"):
        yield Move(command=f"{TAG}draw_for_map", fields=who)


def _list_for_gm(flags: FlagMap) -> Iterator[Move]:
    """Yield places to name and the deal before play, barriers to open and the end later."""
    yield Move(command=f"{TAG}set_place", open=(OpenField("place"), OpenField("needs")))
    if flags.stage == "places" and flags.places:
        yield Move(command=f"{TAG}deal_map")
    for name, place in flags.places.items():
        if place.barrier and any(camp not in place.entered for camp in flags.camps):
            yield Move(command=f"{TAG}open_place", fields={"place": name})
    yield Move(command=f"{TAG}end_map")
