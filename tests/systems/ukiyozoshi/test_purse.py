"""所持金 and 持ち物: money that changes hands, belongings, armour."""

import pytest
from edo import begin, make_figure
from kit import Play

from tenmatsu.systems.ukiyozoshi.commands.purse import (
    DrawMoney,
    GainItem,
    GiveItem,
    NoteThings,
    PayMoney,
    ReceiveMoney,
    WearArmour,
)
from tenmatsu.systems.ukiyozoshi.events.party import ThingsNoted
from tenmatsu.systems.ukiyozoshi.events.purse import (
    ArmourWorn,
    ItemGained,
    ItemGiven,
    MoneyDrawn,
    MoneyPaid,
    MoneyReceived,
)
from tenmatsu.systems.ukiyozoshi.fight import Combat
from tenmatsu.systems.ukiyozoshi.state import Health


def rich(mon: int = 5_000) -> Play:
    """Return a play in which 竜 has money and 健 has none."""
    return begin(oryu=make_figure(money=mon), kenji=make_figure())


def test_money_is_paid_in_any_coins() -> None:
    play = rich().when(PayMoney(character="oryu", coins={"両": 1, "朱": 1, "文": 16}))
    play.then(MoneyPaid(character="oryu", mon=4_266, now=734))
    assert play.state.characters["oryu"].money == 734


def test_money_is_handed_to_another() -> None:
    play = rich().when(PayMoney(character="oryu", coins={"分": 1}, to="kenji"))
    play.then(MoneyPaid(character="oryu", mon=1_000, now=4_000, to="kenji", to_now=1_000))
    assert play.state.characters["kenji"].money == 1_000


def test_the_party_has_a_purse_of_its_own() -> None:
    play = rich().when(PayMoney(character="oryu", coins={"貫文": 2}, to="@party"))
    play.then(MoneyPaid(character="oryu", mon=2_000, now=3_000, to="@party", to_now=2_000))
    play.when(DrawMoney(character="kenji", coins={"文": 1_500}))
    play.then(MoneyDrawn(character="kenji", mon=1_500, now=1_500, purse=500))
    assert play.state.purse == 500
    play.when(DrawMoney(character="kenji", coins={"文": 501})).refused("ukiyozoshi.purse_too_small")


def test_nobody_pays_more_than_they_have() -> None:
    rich(99).when(PayMoney(character="oryu", coins={"文": 100})).refused("ukiyozoshi.too_little_money")


def test_nobody_pays_themselves() -> None:
    command = PayMoney(character="oryu", coins={"文": 1}, to="oryu")
    rich().when(command).refused("ukiyozoshi.to_oneself")


def test_money_goes_to_somebody_who_exists() -> None:
    rich().when(PayMoney(character="oryu", coins={"文": 1}, to="x")).refused("ukiyozoshi.unknown_character")


@pytest.mark.parametrize("count", [0, -5])
def test_a_sum_is_more_than_nothing(count: int) -> None:
    rich().when(PayMoney(character="oryu", coins={"文": count})).refused("ukiyozoshi.no_money")
    rich().when(DrawMoney(character="oryu", coins={})).refused("ukiyozoshi.no_money")
    rich().when(ReceiveMoney(character="oryu", coins={"文": count})).refused("ukiyozoshi.no_money")


def test_silver_counts_by_weight_where_it_comes_to_whole_mon() -> None:
    rich().when(ReceiveMoney(character="oryu", coins={"匁": 60})).then(
        MoneyReceived(character="oryu", mon=4_000, now=9_000)
    )
    rich().when(PayMoney(character="oryu", coins={"匁": 4})).refused("ukiyozoshi.silver_not_whole")


def test_the_asleep_pay_nothing() -> None:
    play = begin(oryu=make_figure(money=9, health=Health(asleep=True, sleep_left=60)))
    play.when(PayMoney(character="oryu", coins={"文": 1})).refused("ukiyozoshi.cannot_act")
    play.when(DrawMoney(character="oryu", coins={"文": 1})).refused("ukiyozoshi.cannot_act")


def test_items_are_gained_and_handed_on() -> None:
    play = rich().when(GainItem(character="oryu", item="矢", count=5))
    play.then(ItemGained(character="oryu", item="矢", count=5, now=5))
    play.when(GiveItem(character="oryu", item="矢", count=2, to="kenji"))
    play.then(ItemGiven(character="oryu", item="矢", count=2, now=3, to="kenji", to_now=2))
    assert play.state.characters["kenji"].belongings == {"矢": 2}
    play.when(GiveItem(character="oryu", item="矢", count=3)).then(
        ItemGiven(character="oryu", item="矢", count=3, now=0)
    )
    assert play.state.characters["oryu"].belongings == {}


def test_items_must_be_known_counted_and_there() -> None:
    play = rich()
    play.when(GainItem(character="oryu", item="提灯")).refused("ukiyozoshi.unknown_item")
    play.when(GainItem(character="oryu", item="矢", count=0)).refused("ukiyozoshi.no_count")
    play.when(GiveItem(character="oryu", item="矢", count=0)).refused("ukiyozoshi.no_count")
    play.when(GiveItem(character="oryu", item="矢")).refused("ukiyozoshi.item_not_spare")


def test_what_is_worn_or_in_hand_is_not_handed_on() -> None:
    play = begin(
        oryu=make_figure(belongings={"大刀": 2, "具足": 1}, hands=("大刀",), armour="具足"),
        kenji=make_figure(),
    )
    play.when(GiveItem(character="oryu", item="具足")).refused("ukiyozoshi.item_not_spare")
    play.when(GiveItem(character="oryu", item="大刀", count=2)).refused("ukiyozoshi.item_not_spare")
    play.when(GiveItem(character="oryu", item="大刀")).only(ItemGiven)


def test_nobody_hands_to_themselves() -> None:
    play = begin(oryu=make_figure(belongings={"矢": 2}))
    play.when(GiveItem(character="oryu", item="矢", to="oryu")).refused("ukiyozoshi.to_oneself")


@pytest.mark.parametrize("armour, evasion", [("具足", 13), ("鎖帷子", 14)])
def test_armour_is_put_on_and_taken_off_and_lowers_evasion(armour: str, evasion: int) -> None:
    play = begin(oryu=make_figure(belongings={armour: 1}))
    play.when(WearArmour(character="oryu", armour=armour))
    play.then(ArmourWorn(character="oryu", armour=armour, evasion=evasion))
    play.when(WearArmour(character="oryu", armour=armour)).refused("ukiyozoshi.armour_as_is")
    play.when(WearArmour(character="oryu")).then(ArmourWorn(character="oryu", armour="", evasion=15))


def test_armour_must_be_known_and_owned_and_is_not_changed_in_a_fight() -> None:
    play = rich()
    play.when(WearArmour(character="oryu", armour="鉄兜")).refused("ukiyozoshi.unknown_armour")
    play.when(WearArmour(character="oryu", armour="具足")).refused("ukiyozoshi.not_owned")
    play = begin(oryu=make_figure(belongings={"具足": 1}))
    play.state = type(play.state)(characters=play.state.characters, combat=Combat(order=("oryu",)))
    play.when(WearArmour(character="oryu", armour="具足")).refused("ukiyozoshi.armour_in_fight")


def test_other_belongings_are_noted_in_ones_own_words() -> None:
    play = rich().when(NoteThings(character="oryu", things=("煙管",)))
    play.then(ThingsNoted(character="oryu", things=("煙管",)))
    play.when(NoteThings(character="x", things=())).refused("ukiyozoshi.unknown_character")
