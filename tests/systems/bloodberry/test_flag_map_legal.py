"""Legal moves on a flag map: all that is listed can be done, and camps play a map to its end by them."""

from random import Random

import pytest
from bloodberries import begin
from bloodmaps import DECK, begin_map, list_cards, make_place
from bloodties import make_quiet
from kit import Play

from tenmatsu.engine.contract import Move
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.mapping import BeginMap, SetPlace
from tenmatsu.systems.bloodberry.legal_maps import list_map_moves

HAND = ("d1_a", "h2_a", "s4_a")
COMMANDS = {str(one.__struct_config__.tag): one for one in SYSTEM.commands}


def moves(play: Play, character: str) -> list[Move]:
    """Return the moves of somebody on the map."""
    return list(list_map_moves(play.state, play.rules, character))


def tags(play: Play, character: str) -> set[str]:
    """Return their commands, by the last part."""
    return {move.command.partition(".")[2] for move in moves(play, character)}


def test_the_camp_whose_turn_it_is_lays_what_fits_goes_where_it_can_and_draws() -> None:
    place = make_place("♦1", pieces={"pc": ("d9_a",)})
    play = begin_map({"神社": place, "港": make_place("♠1 ♥1")}, HAND, foes=())
    listed = [(one.command.partition(".")[2], dict(one.fields)) for one in moves(play, "a")]
    who = {"character": "a"}
    assert listed == [
        ("go_to", {**who, "place": "神社"}),
        *(("lay_extras", {**who, "place": "神社", "cards": (card,)}) for card in HAND),
        ("lay_pieces", {**who, "place": "港", "cards": ("h2_a",)}),
        ("lay_pieces", {**who, "place": "港", "cards": ("s4_a",)}),
        ("draw_for_map", who),
        ("ask_place", who),
    ]
    assert tags(play, "npc") == {"ask_place"}
    assert tags(play, "nobody") == set()
    assert tags(play, "@gm") == {"set_place", "end_map"}


def test_the_gm_names_places_deals_and_opens_barriers() -> None:
    play = begin(a=make_quiet()).given(BeginMap())
    assert tags(play, "@gm") == {"set_place", "end_map"}
    play.given(SetPlace(place="港", needs="♠1", barrier=("grace", "grace")))
    assert tags(play, "@gm") == {"set_place", "deal_map", "open_place", "end_map"}
    assert tags(play, "a") == set()


@pytest.mark.parametrize("seed", range(8))
def test_every_listed_move_is_possible_and_cards_stay_in_one_place_each(seed: int) -> None:
    rng = Random(seed)
    places = {"神社": make_place("red2", flags=1), "港": make_place("any2", flags=1, end=True)}
    play = begin_map(places, HAND, foes=("c9_b", "d8_b"))
    for _ in range(60):
        flags = play.state.map
        if flags is None:
            break
        who = flags.camps[flags.now][0]
        able = [move for move in moves(play, who) if not move.open]
        move = rng.choice(able)
        sides = len(play.state.cards.pile)
        drawn = [(sides, rng.randint(1, sides))] if move.command.endswith("draw_for_map") else []
        play.when(COMMANDS[move.command](**move.fields), drawn)
        assert play.refusal is None
        assert list_cards(play.state) == sorted(DECK)
        if play.state.scene.interlude and play.state.map is not None:
            play.given(COMMANDS["bloodberry.end_interlude"]())
    assert play.state.clock > 0
