"""How a melee round ends: spirit combat, the last moment, the bookkeeping; how a melee ends."""

import msgspec
import pytest
from runemelees import (
    act,
    cast_at,
    close_in,
    fight,
    mean,
    melee_of,
    perform_nothing,
    put,
    step,
    strike,
)
from runequests import make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import CloseIntents, EndMelee
from tenmatsu.systems.runequest.decide import performing, rounding
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.decide.wounding import heal
from tenmatsu.systems.runequest.events.choosing import WindowOpened
from tenmatsu.systems.runequest.events.rounds import (
    ActionSettled,
    MeleeEnded,
    MeleeEnding,
    RoundBegun,
    StageReached,
)
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Action, Melee, Result
from tenmatsu.systems.runequest.state import State


def _offer(state: State, rules: Rulebook) -> dict[str, tuple[str, ...]]:
    """Let rin heal sen at the last moment."""
    return {"rin": ("heal:heal:sen",)}


def test_behind_the_batches_come_spirit_combats_and_then_the_bookkeeping(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []

    def fight_once(work: object) -> bool:
        calls.append("spirits")
        return len(calls) < 3

    monkeypatch.setattr(rounding, "fight_spirits", fight_once)
    play = fight().given(mean("rin")).when(mean("jin"))

    assert calls == ["spirits"] * 3
    assert [one.stage for one in play.all(StageReached)] == ["movement", "resolution", "bookkeeping"]
    assert play.only(RoundBegun) == RoundBegun(round=2, now=1)


def test_where_somebody_dies_at_the_end_of_the_round_those_who_can_heal_are_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rounding, "list_last_heals", _offer)
    dying = make_figure(hp=-1, unconscious=True)
    play = fight({"rin": 0, "jin": 60, "sen": 0}, rin=make_figure(), jin=make_foe(), sen=dying)
    play.given(mean("rin")).when(mean("jin"))
    assert play.only(WindowOpened).window.kind == "last_moment"
    play.asks("last_moment", "rin", "heal:heal:sen", "pass")

    play.when(Choose(character="rin", use="pass"))
    assert play.state.characters["sen"].dead
    assert play.only(RoundBegun)


def test_nobody_is_asked_where_nobody_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounding, "list_last_heals", _offer)
    play = fight({"rin": 0, "jin": 60}).given(mean("rin")).when(mean("jin"))

    assert not play.all(WindowOpened)


def test_a_healing_spell_at_a_later_strike_rank_of_the_round_saves_one_at_minus_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast_at(monkeypatch, 9)

    def mend(work: Work, action: Action, target: str) -> None:
        heal(work, target, "chest", 3, magic=True)

    perform_nothing(monkeypatch, "spell")
    monkeypatch.setitem(performing.PERFORMERS, "spell", mend)
    wounded = make_figure(unconscious=True)
    chest = msgspec.structs.replace(wounded.locations["chest"], hp=1)
    wounded = msgspec.structs.replace(wounded, hp=-1, locations={**wounded.locations, "chest": chest})
    play = fight(
        {"rin": 0, "jin": 60, "sen": 0},
        rin=make_figure(known={"heal": 3}),
        jin=make_foe(),
        sen=wounded,
    )
    play.given(mean("rin", step("spell", spell="heal", target="sen")), mean("jin"))
    act(play, "rin")

    assert play.only(RoundBegun)
    assert (play.state.characters["sen"].hp, play.state.characters["sen"].dead) == (2, False)


def test_a_round_begins_with_an_empty_queue_and_nobody_surprised_any_more() -> None:
    play = fight(surprised={"rin": 2})
    play.given(mean("rin", step("guard", arm="medium_shield", locations=("head",)), text="x"))
    play = close_in(play, defences={"jin": 2}, shields_used={"jin|medium_shield": "parry"})
    play.when(mean("jin"))

    fresh = Melee(
        round=2,
        fighters=("rin", "jin"),
        places={"rin": 0, "jin": 2},
        engaged=(("jin", "rin"),),
        next_id=2,
    )
    assert melee_of(play) == fresh
    assert (play.state.now, play.state.words) == (1, {})
    assert not play.state.characters["rin"].surprised


@pytest.mark.parametrize(
    "fallen, result",
    [
        ({"jin": make_foe(unconscious=True)}, "players_win"),
        ({"jin": make_foe(controlled_by="rin")}, "players_win"),
        ({"rin": make_figure(dead=True)}, "foes_win"),
        ({"rin": make_figure(unconscious=True), "jin": make_foe(dead=True)}, "nobody_wins"),
    ],
)
def test_the_melee_is_over_when_one_side_can_do_nothing_any_more(
    fallen: dict[str, Figure], result: Result
) -> None:
    play = fight()
    put(play, **fallen).when(CloseIntents())

    assert play.only(MeleeEnded) == MeleeEnded(result=result, rounds=1, now=1)
    assert (play.state.melee, play.state.fought.result) == (None, result)


def test_a_fight_of_one_side_alone_goes_on() -> None:
    play = fight({"rin": 0, "sen": 1}, rin=make_figure(), sen=make_figure())
    play.given(mean("rin")).when(mean("sen"))

    assert play.only(RoundBegun).round == 2


def test_the_gm_ends_the_melee_in_the_middle_behind_its_bookkeeping() -> None:
    play = fight().given(mean("rin", strike("jin")), mean("jin", strike("rin")))
    play.when(EndMelee(result="foes_win"))

    assert play.only(MeleeEnding).result == "foes_win"
    assert {one.why for one in play.all(ActionSettled)} == {"fight_over"}
    assert play.only(MeleeEnded) == MeleeEnded(result="foes_win", rounds=1, now=1)
    play.settled()
