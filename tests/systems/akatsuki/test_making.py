"""Characters come into the game: levels, 得意分野, 命運札 and the deck that they are dealt from."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from akatsukis import (
    CARDS,
    CHIPS,
    TABLES,
    begin,
    draws,
    gather,
    lay_out,
    list_chips,
    list_places,
    make_figure,
)

from tenmatsu.systems.akatsuki.commands.making import MakeCharacter, MakeNpc
from tenmatsu.systems.akatsuki.events.cards import AwakeningGained, FateDealt
from tenmatsu.systems.akatsuki.events.making import CharacterMade, ChipsPrinted
from tenmatsu.systems.akatsuki.state import Ability, Fate, Figure, Held, State

FIELDS: dict[Ability, str] = {"goro": "決斗", "taiku": "剛力", "tosei": "手練", "kaigu": "仁義"}


def make(character: str = "a", **values: Any) -> MakeCharacter:
    """Return the command that makes a character of 命運点 2 with every ability at 6."""
    levels = dict.fromkeys(("goro", "taiku", "tosei", "kaigu"), 6)
    fields = {"character": character, **levels, "fields": FIELDS, "fate_points": 2, **values}
    return msgspec.convert({"type": "akatsuki.make_character", **fields}, MakeCharacter)


def test_the_deck_has_48_cards_5_bright_9_animal_10_ribbon_24_plain() -> None:
    kinds = Counter(row.kind for row in TABLES.deck.values())

    assert len(CARDS) == 48
    assert kinds == {"bright": 5, "animal": 9, "ribbon": 10, "plain": 24}
    assert Counter(row.month for row in TABLES.deck.values()) == dict.fromkeys(range(1, 13), 4)


def test_there_are_96_chips_the_48_values_twice() -> None:
    twice = Counter(TABLES.face_value(card) for card in (*CARDS, *CARDS))

    assert sum(CHIPS.values()) == 96
    assert twice == CHIPS


def test_nothing_lies_on_the_table_before_the_first_character() -> None:
    assert gather("a").state == State()


def test_the_first_character_lays_deck_and_chips_out_and_gets_as_many_fate_cards_as_points() -> None:
    figure = Figure(goro=6, taiku=6, tosei=6, kaigu=6, fields=FIELDS, fate_points=2)
    play = gather("a").when(make())

    play.then(
        ChipsPrinted(chips=CHIPS, cards=CARDS),
        CharacterMade(character="a", figure=figure),
        FateDealt(character="a", generation=0, now=1, left=47),
        FateDealt(character="a", generation=0, now=2, left=46),
    )
    assert play.state.deck.left == 46
    assert play.state.characters["a"].fate == (Fate(0), Fate(0))


def test_the_second_character_is_dealt_from_what_is_left() -> None:
    play = gather("a", "b").given(make("a")).when(make("b"))

    assert play.all(ChipsPrinted) == []
    assert play.state.deck.left == 44
    assert len(list_places(play.state)) == 48
    assert sorted(list_chips(play.state)) == sorted(v for v, n in CHIPS.items() for _ in range(n))


def test_who_is_good_at_spirit_starts_with_two_awakening_cards() -> None:
    play = gather("a")
    dice = [(48, CARDS.index("susuki_1") + 1), (47, 1)]
    play.when(make(fields={"taiku": "気合"}), dice=dice)

    assert play.all(AwakeningGained) == [
        AwakeningGained(character="a", card="susuki_1", why="start", left=45),
        AwakeningGained(character="a", card="matsu_1", why="start", left=44),
    ]
    assert play.state.characters["a"].awakening == (Held("susuki_1"), Held("matsu_1"))


def test_an_archetype_fills_in_what_is_left_out() -> None:
    play = gather("a").when(MakeCharacter(character="a", archetype="bare_fists"))
    figure = play.only(CharacterMade).figure

    assert (figure.goro, figure.taiku, figure.tosei, figure.kaigu) == (9, 10, 2, 4)
    assert figure.fields == {"goro": "決斗", "taiku": "剛力", "tosei": "聡明", "kaigu": "仁義"}
    assert figure.fate_points == 3
    assert len(play.all(FateDealt)) == 3
    assert play.only(CharacterMade).archetype == "bare_fists"


def test_what_is_given_stands_in_place_of_the_archetypes() -> None:
    play = gather("a")
    command = make(archetype="bare_fists", goro=None, taiku=7, fields={"tosei": "手練"}, fate_points=0)
    figure = play.when(command).only(CharacterMade).figure

    assert (figure.goro, figure.taiku) == (9, 7)
    assert (figure.fields["tosei"], figure.fields["goro"]) == ("手練", "決斗")
    assert figure.fate_points == 0
    assert play.all(FateDealt) == []


def test_start_fate_cards_points_takes_no_other_number() -> None:
    gather("a").when(make(fate_cards=2)).refused("akatsuki.fate_cards_follow_points")


def test_start_fate_cards_entered_deals_what_is_entered() -> None:
    options = {"start_fate_cards": "entered"}
    play = gather("a", options=options)

    assert len(play.when(make(fate_cards=4)).all(FateDealt)) == 4
    gather("a", options=options).when(make()).refused("akatsuki.fate_cards_missing")
    gather("a", options=options).when(make(fate_cards=-1)).refused("akatsuki.negative_count")


@pytest.mark.parametrize(
    "values,code",
    [
        ({"archetype": "samurai"}, "unknown_archetype"),
        ({"goro": None}, "level_missing"),
        ({"goro": 1}, "level_out_of_range"),
        ({"kaigu": 13}, "level_out_of_range"),
        ({"fate_points": None}, "fate_points_missing"),
        ({"fate_points": -1}, "negative_fate_points"),
        ({"fields": {"goro": "気合"}}, "unknown_field"),
        ({"weapons": ("cannon",)}, "unknown_weapon"),
        ({"fate_points": 49}, "too_few_cards"),
        ({"fate_points": 47, "fields": {"taiku": "気合"}}, "too_few_cards"),
        ({"character": "nobody"}, "not_at_table"),
    ],
)
def test_what_no_character_can_be_is_refused(values: dict[str, Any], code: str) -> None:
    gather("a").when(make(**values)).refused(f"akatsuki.{code}")


@pytest.mark.parametrize("level", [2, 12])
def test_the_least_and_the_highest_level_are_allowed(level: int) -> None:
    assert gather("a").when(make(tosei=level)).only(CharacterMade).figure.tosei == level


def test_a_character_is_made_once() -> None:
    gather("a").given(make()).when(make()).refused("akatsuki.already_made")
    gather("a").given(make()).when(MakeNpc(character="a")).refused("akatsuki.already_made")


def test_cards_for_a_newcomer_may_come_from_the_discard() -> None:
    play = begin(b=make_figure()).given_state(lay_out({"b": make_figure()}, pile=1))
    players = msgspec.structs.replace(
        play.table, characters={**play.table.characters, "a": play.table.characters["b"]}
    )
    play.table = players

    play.when(make(fate_points=3))
    assert [dealt.generation for dealt in play.all(FateDealt)] == [0, 1, 1]
    assert sorted(list_places(play.state)) == sorted(CARDS)


def test_a_table_may_add_a_field_and_an_archetype_of_its_own() -> None:
    own = """
    [fields]
    taiku = ["剛力", "気合", "早足"]
    [archetypes.runner]
    goro = 4
    taiku = 9
    tosei = 6
    kaigu = 6
    fields = { taiku = "早足" }
    fate_points = 1
    """
    play = gather("a", tables=own).when(MakeCharacter(character="a", archetype="runner"))

    assert play.only(CharacterMade).figure.fields == {"taiku": "早足"}


def test_an_npc_has_levels_of_any_height_and_no_cards() -> None:
    play = gather("a").when(MakeNpc(character="a", goro=0, taiku=99, fields={"taiku": "気合"}))
    figure = play.only(CharacterMade).figure

    assert (figure.npc, figure.important, figure.friendly) == (True, False, False)
    assert (figure.goro, figure.taiku) == (0, 99)
    assert play.all(FateDealt) + play.all(AwakeningGained) == []
    assert len(play.all(ChipsPrinted)) == 1


@pytest.mark.parametrize(
    "values,code",
    [
        ({"goro": -1}, "level_out_of_range"),
        ({"kaigu": 100}, "level_out_of_range"),
        ({"fate_points": -1}, "negative_fate_points"),
        ({"fields": {"kaigu": "決斗"}}, "unknown_field"),
        ({"weapons": ("cannon",)}, "unknown_weapon"),
        ({"character": "nobody"}, "not_at_table"),
    ],
)
def test_what_no_npc_can_be_is_refused(values: dict[str, Any], code: str) -> None:
    command = msgspec.convert({"type": "akatsuki.make_npc", "character": "a", **values}, MakeNpc)

    gather("a").when(command).refused(f"akatsuki.{code}")


def test_dice_of_the_start_are_rolls_among_what_remains() -> None:
    """A newcomer of 気合 draws from the cards that the fate cards before them have left uncertain."""
    play = gather("a", "b").given(make("a"))

    play.when(make("b", fields={"taiku": "気合"}), dice=draws(play, "kiri_1", "kiri_4"))
    assert play.state.deck.left == 48 - 2 - 2 - 2
