"""What is listed of feats, curses and healing can be done, and what can be done is listed."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import SeededDice
from bloodberries import TABLES, begin, change, make_curse, make_npc, relate
from bloodties import make_quiet
from kit import Play, work_on

from tenmatsu.engine.contract import Command, Move
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.decide import decide

FEATS = tuple(feat for feats in (*TABLES.classes.values(), *TABLES.species.values()) for feat in feats)
OWN = frozenset(
    {"listen_far", "give_answer", "replay_past", "hand_key", "stop_time", "take_in", "let_go"}
    | {"exorcise", "lift_bar", "dominate", "bless", "curse", "open_door", "heal"}
)


def table(ending: bool = True, **values: Any) -> Play:
    """Return somebody with every feat, a curse that they have barred and hold within, and an NPC."""
    gifted = make_quiet(**{"feats": FEATS, "hosts": ("it",), "lost": {"grace": 1}, **values})
    people = {"a": gifted, "it": make_curse(barred={"doubt": "a"}), "f": make_curse(), "n": make_npc()}
    related = {**relate("a", "it", 1), **relate("a", "f", 3), **relate("a", "n", 3)}
    return change(begin(), people=people, relations=related, ending=ending)


def list_own(play: Play, who: str) -> list[Move]:
    """Return what is listed of these commands."""
    moves = SYSTEM.moves(play.state, play.rules, who)
    return [move for move in moves if move.command.removeprefix("bloodberry.") in OWN]


def fill_in(move: Move, end: int) -> Command:
    """Return the move with each open field at one of its ends."""
    kinds = {str(kind.__struct_config__.tag): kind for kind in SYSTEM.commands}
    filled = dict[str, Any]()
    for field in move.open:
        known: tuple[Any, ...] = field.choices or ("words",)
        filled[field.name] = (known if field.low is None else (field.low, field.high))[end]
    return msgspec.convert({**move.fields, **filled}, kinds[move.command])


@pytest.mark.parametrize("who", ["a", "@gm"])
@pytest.mark.parametrize("end", [0, -1])
def test_what_is_listed_can_be_done(who: str, end: int) -> None:
    moves = list_own(table(), who)
    assert moves
    for move in moves:
        work = work_on(table(), SeededDice(Random(1)))
        decide(work, fill_in(move, end))
        assert work.recorded


def test_every_feat_with_a_command_of_its_own_is_listed() -> None:
    listed = {move.command.removeprefix("bloodberry.") for move in list_own(table(), "a")}
    assert listed == OWN - {"curse", "open_door", "heal"}
    assert {move.command.removeprefix("bloodberry.") for move in list_own(table(), "@gm")} == {
        "curse",
        "open_door",
        "heal",
    }


@pytest.mark.parametrize(
    "values, missing",
    [
        ({"maturity": 1}, "give_answer"),
        ({"passion": 1}, "stop_time"),
        ({"grace": 1}, "dominate"),
        ({"hosts": ()}, "let_go"),
        ({"feats": ()}, "exorcise"),
        ({"out": True}, "listen_far"),
        ({"vanished": True}, "bless"),
    ],
)
def test_what_cannot_be_done_is_not_listed(values: dict[str, Any], missing: str) -> None:
    assert f"bloodberry.{missing}" not in {move.command for move in list_own(table(**values), "a")}


def test_a_blessing_is_listed_in_the_ending_only() -> None:
    assert "bloodberry.bless" not in {move.command for move in list_own(table(ending=False), "a")}


def test_the_dead_have_their_feats_listed() -> None:
    assert "bloodberry.stop_time" in {move.command for move in list_own(table(killed=True), "a")}


def test_nobody_known_has_nothing_listed() -> None:
    assert list_own(table(), "ghost") == []
