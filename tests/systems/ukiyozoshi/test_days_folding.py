"""Folding of party, money, time and health is total: whatever is missing from a log, it never raises."""

import msgspec
from edo import gather
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.health import Eat, Sleep, Tend, Tire, Treat
from tenmatsu.systems.ukiyozoshi.commands.learning import MakeAmmunition
from tenmatsu.systems.ukiyozoshi.commands.party import (
    AllotPoints,
    BuySkill,
    MakeCharacter,
    MakeNpc,
    OpenParty,
    RaiseAbility,
    SetCompanion,
    SetPartyPoints,
    TakePerk,
)
from tenmatsu.systems.ukiyozoshi.commands.purse import GiveItem, PayMoney, ReceiveMoney, WearArmour
from tenmatsu.systems.ukiyozoshi.commands.time import PassTime, SetCalendar
from tenmatsu.systems.ukiyozoshi.events.health import Recovered
from tenmatsu.systems.ukiyozoshi.state import State

_NAMES = ("oryu", "gonzo")


def play_some_days() -> Play:
    """Return a few days in which most of it happens."""
    play = gather(*_NAMES).given(
        OpenParty(players=1, points=400),
        AllotPoints(character="oryu", points=390),
        MakeCharacter(
            character="oryu",
            rank="support",
            shin=6,
            gi=6,
            tai=6,
            skills={"剣術": 4, "弓術": 4},
            schools=("林崎夢想流",),
            perks=("崩し", "受け下手"),
            endurance=2,
            standing="町人",
            items={"鎖帷子": 1, "矢": 3},
            armour="鎖帷子",
            things=("櫛",),
        ),
        MakeNpc(character="gonzo", rank="support", shin=5, gi=5, tai=5, items={"軟膏": 2}),
        SetCompanion(character="gonzo", companion=True),
        SetPartyPoints(points=500),
        BuySkill(character="oryu", skill="運動", level=1),
        RaiseAbility(character="oryu", ability="tai", to=7),
        TakePerk(character="oryu", perk="武器砕き"),
        PayMoney(character="oryu", coins={"文": 50}, to="gonzo"),
        PayMoney(character="oryu", coins={"文": 50}, to="@party"),
        ReceiveMoney(character="oryu", coins={"両": 1}),
        MakeAmmunition(character="oryu", ammunition="矢", count=2),
        GiveItem(character="oryu", item="矢", to="gonzo"),
        WearArmour(character="oryu"),
        SetCalendar(year=1716, month=9, day=30, hour="昼九ツ"),
        Tire(character="oryu"),
        dice=d6(1, 5),
    )
    oryu = play.state.characters["oryu"]
    hurt = msgspec.structs.replace(
        oryu, katsugeki=0, endurance=3, health=msgspec.structs.replace(oryu.health, wounds=6)
    )
    play.state = msgspec.structs.replace(play.state, characters={**play.state.characters, "oryu": hurt})
    return play.given(
        Treat(character="gonzo", patient="oryu", medicine="軟膏", stand=True),
        Eat(character="oryu", meals=2),
        PassTime(to="夜四ツ"),
        Sleep(character="oryu"),
        Sleep(character="gonzo", hours=2),
        PassTime(until_morning=True),
        Tend(character="gonzo", patient="oryu", medicine="軟膏"),
        PassTime(days=2, usual=True),
        dice=d6(6, 6, 6, 6, 1, 6, 6, 1),
    )


HISTORY = play_some_days().history


def test_those_days_hold_most_kinds_of_events() -> None:
    assert len({type(event) for event in HISTORY}) > 30
    assert any(isinstance(event, Recovered) for event in HISTORY)


@given(kept=st.lists(st.booleans(), min_size=len(HISTORY), max_size=len(HISTORY)))
def test_a_log_with_holes_folds_and_shows(kept: list[bool]) -> None:
    state = State()
    for event, keep in zip(HISTORY, kept, strict=True):
        if keep:
            state = SYSTEM.evolve(state, event)
    rules = gather().rules
    for name in _NAMES:
        SYSTEM.sheet(state, rules, name)
    SYSTEM.overview(state, rules)
