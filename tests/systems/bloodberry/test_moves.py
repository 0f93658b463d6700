"""What may legally be done: answers, turns, cards, interludes, making; all that is listed is accepted."""

from random import Random
from typing import Any

import pytest
from autoplay import GM_TABLE, SITUATIONS, SeededDice, decide_on, find_rules
from bloodberries import begin, change, gather, hold, make_curse, make_npc, make_person, relate
from confrontations import hold_cards
from kit import Play

from tenmatsu.engine.contract import Command, Move
from tenmatsu.engine.deciding import Commands
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.confronting import BeginConfrontation, DefineAction
from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.rounds import ExchangeCard, ForgoAction
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.staging import Rounds, Scene


def moves(play: Play, character: str) -> list[Move]:
    """Return what somebody may do now."""
    return list(SYSTEM.moves(play.state, play.rules, character))


def names(play: Play, character: str) -> set[str]:
    """Return the commands that somebody may give now, without the game's name."""
    return {move.command.partition(".")[2] for move in moves(play, character)}


def quiet(**values: Any) -> Any:
    """Return a player's character without traits, feats and vigour."""
    return make_person(**{"traits": {}, "feats": (), "vigour": 0, **values})


def fill(move: Move, rng: Random) -> Command:
    """Return the command of a move, open fields filled in."""
    fields = dict(move.fields)
    for field in move.open:
        if field.choices:
            fields[field.name] = rng.choice(field.choices)
        elif field.required:
            fields[field.name] = field.low if field.low is not None else "一言"
    return Commands(SYSTEM).read(move.command, fields, "gm")


def test_whatever_is_listed_is_accepted() -> None:
    commands = 0
    for seed in range(6):
        rng, rules = Random(seed), find_rules(SYSTEM)
        state = SITUATIONS["bloodberry"](rng)
        for _ in range(12):
            turn, choices = SYSTEM.turn(state), SYSTEM.pending(state)
            whom = choices[0].whom if choices else turn.character if turn else ""
            listed = list(SYSTEM.moves(state, rules, whom))
            if not listed:
                break
            after = [decide_on(SYSTEM, rules, state, fill(m, rng), SeededDice(rng)) for m in listed]
            commands += len(after)
            state = rng.choice(after)
    assert commands > 300
    assert GM_TABLE.is_gm("gm")


def test_in_ones_turn_of_a_confrontation_each_check_upon_each_curse_is_open() -> None:
    play = begin(a=quiet(), m=make_curse(), w=make_curse()).given(BeginConfrontation(curses=("m", "w")))
    checks = [move.fields for move in moves(play, "a") if move.command.endswith("relation_check")]
    assert len(checks) == 2 * 3 * 2
    assert {"character": "a", "target": "m", "check": "allure", "second": "grace"} in checks
    assert {"character": "a", "target": "m", "check": "allure", "second": "maturity"} not in checks
    assert names(play, "a") == {"relation_check", "forgo_action"}
    assert moves(play, "m") == []
    assert names(play, "@gm") >= {"end_confrontation"}


def test_a_curse_may_bring_its_checks_upon_whoever_stands() -> None:
    play = begin(a=quiet(), b=quiet(out=True), m=make_curse()).given(BeginConfrontation(curses=("m",)))
    play.given(ForgoAction(character="a"))
    curses = [move.fields for move in moves(play, "m") if move.command.endswith(".curse")]
    assert {(fields["character"], fields["check"]) for fields in curses} == {
        ("a", "doubt"),
        ("a", "malice"),
        ("a", "unease"),
    }
    assert all(fields["curse"] == "m" for fields in curses)
    play.given(CallCurse(character="a", check="doubt", curse="m"), dice=[(6, 6)] * 4)


def test_special_actions_are_among_them_and_held_people_make_no_checks() -> None:
    play = begin(a=quiet(no_checks_until=60), m=make_curse()).given(BeginConfrontation(curses=("m",)))
    play.given(DefineAction(text="歌う"))
    assert names(play, "a") == {"special_action", "forgo_action"}


def test_in_rounds_cards_are_exchanged_and_hands_act() -> None:
    play = begin(a=quiet(), b=quiet(), m=make_curse()).given(BeginConfrontation(curses=("m",)))
    play.given_state(hold_cards(play.state, a="s10 h6 c9", m="s2 h7 c8"))
    assert [move.fields["card"] for move in moves(play, "a")] == ["s10_a", "h6_a", "c9_a"]
    assert moves(play, "m") == []
    play.given(ExchangeCard(character="a", card="h6"))
    change_moves = moves(play, "m")
    assert [move.fields.get("card", "pass") for move in change_moves] == ["pass", "s2_a", "h7_a", "c8_a"]
    acting = Rounds(actors=("a", "m"), order=("a", "m"), acting="a", actions=1, only=("a", "b"))
    change(play, choices=(), rounds=acting)
    assert names(play, "a") == {"forgo_action"}  # after a change upon b, no check upon m
    assert names(play, "@gm") >= {"shuffle_discard", "end_rounds", "end_confrontation"}


def test_a_card_shown_before_is_not_shown_again() -> None:
    play = begin(a=quiet())
    play.given_state(hold_cards(play.state, a="s10 h6 c9"))
    shown = Rounds(actors=("a",), shown={"a": ("s10_a",)})
    change(play, rounds=shown, choices=(Choice(kind="show_card", whom="a", options=("show",)),))
    assert [move.fields["card"] for move in moves(play, "a")] == ["h6_a", "c9_a"]


@pytest.mark.parametrize(
    "kind, options, fields",
    [
        ("sublimate", ("忘却", "指輪"), [{"trait": "忘却"}, {"trait": "指輪"}]),
        ("passive_win", ("lower", "vigour"), [{"choice": "lower"}, {"choice": "vigour"}]),
        ("take_over", ("take", "pass"), [{"choice": "take"}, {"choice": "pass"}]),
    ],
)
def test_a_choice_is_answered_by_its_options(
    kind: str, options: tuple[str, ...], fields: list[dict[str, str]]
) -> None:
    play = change(begin(a=quiet(), b=quiet()), choices=(Choice(kind=kind, whom="a", options=options),))
    assert [move.fields for move in moves(play, "a")] == [{"character": "a", **one} for one in fields]
    assert moves(play, "b") == []


def test_what_the_gm_rules_on_is_the_gms() -> None:
    play = begin(a=quiet())
    change(play, choices=(Choice(kind="proposal", whom="@gm", options=("grant", "refuse")),))
    assert [move.fields for move in moves(play, "@gm")] == [{"answer": "grant"}, {"answer": "refuse"}]
    change(play, choices=(Choice(kind="place", whom="@gm", options=("grant", "refuse")),))
    assert [[field.name for field in move.open] for move in moves(play, "@gm")] == [["needs"], []]


def test_in_a_moment_of_answering_each_use_is_open_with_whom_it_is_for() -> None:
    play = begin(a=quiet(traits=hold(sublimated=("自堕落",))), b=quiet(), m=make_curse())
    play.given(BeginConfrontation(curses=("m",)))
    change(play, scene=Scene(acted=("a",)))
    play.given(RelationCheck(character="b", target="m", check="inquiry", second="grace"))
    found = [move.fields for move in moves(play, "a")]
    assert {"character": "a", "use": "effect:自堕落", "target": "b"} in found
    assert {"character": "a", "use": "pass"} in found


def test_in_an_interlude_there_are_checks_vigour_refreshing_and_proposals() -> None:
    traits = hold("狼さん", sublimated=("忘却",), used=("忘却",))
    play = begin(a=make_person(traits=traits, feats=()), n=make_npc())
    change(play, scene=Scene(number=1, interlude=True, actors=("a",)))
    assert names(play, "a") == {"relation_check", "claim_vigour", "refresh", "propose_scene"}
    assert names(play, "n") == {"relation_check"}
    assert names(play, "@gm") >= {"end_interlude"}
    change(play, people={**play.state.people, "a": make_person(checked=True, vigour=0, feats=())})
    change(play, scene=Scene(number=1, interlude=True))
    assert names(play, "a") == {"propose_scene"}


def test_a_relation_at_its_most_is_not_offered_where_the_table_refuses_it() -> None:
    for reading, open_ in (("allowed", True), ("refused", False)):
        play = begin({"check_at_max": reading}, relations=relate("a", "n", 3), a=quiet(), n=make_npc())
        change(play, scene=Scene(interlude=True))
        assert ("relation_check" in names(play, "a")) is open_


def test_in_a_scene_there_are_judges_entrances_and_turns_to_let_go() -> None:
    play = begin(a=quiet(), b=quiet(), n=make_npc())
    change(play, scene=Scene(number=1, running=True, participants=("a", "n")))
    assert names(play, "a") == {"roll_judge", "forgo_turn"}
    assert names(play, "b") == {"enter"}
    assert names(play, "n") == {"roll_judge"}
    assert moves(play, "nobody") == []


def test_effects_of_any_time_are_offered_where_they_do_something() -> None:
    traits = hold(sublimated=("病弱", "頑張り屋"))
    play = begin(relations=relate("a", "b", 1), a=make_person(traits=traits, lost={"passion": 1}), b=quiet())
    uses = [move.fields for move in moves(play, "a") if move.command.endswith("use_effect")]
    assert uses == [
        {"character": "a", "trait": "病弱"},
        {"character": "a", "trait": "頑張り屋", "target": "b"},
    ]
    change(play, relations={}, people={**play.state.people, "a": make_person(traits=traits)})
    assert "use_effect" not in names(play, "a")


def test_the_gm_may_begin_a_confrontation_where_there_is_a_curse() -> None:
    assert names(begin(a=quiet(), m=make_curse()), "@gm") >= {"begin_confrontation"}
    assert "begin_confrontation" not in names(begin(a=quiet()), "@gm")


def test_a_character_that_is_not_made_yet_is_made_step_by_step() -> None:
    play = gather("a")
    prepared = {move.command for move in SYSTEM.prepare(play.state, play.rules, "a")}
    assert {"bloodberry.make_character", "bloodberry.spend_points", "bloodberry.choose_traits"} <= prepared
    assert moves(play, "a") == []
