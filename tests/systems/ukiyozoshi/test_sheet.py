"""What is shown of characters and of the table: values, limits, names for adjustments, labels."""

from typing import Any

from edo import begin, gather, make_figure, make_npc

from tenmatsu.engine.contract import Sheet
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.party import AllotPoints, MakeCharacter, OpenParty
from tenmatsu.systems.ukiyozoshi.fight import Combat
from tenmatsu.systems.ukiyozoshi.state import Clock, Health, State
from tenmatsu.systems.ukiyozoshi.tables import load


def show(play: Any, character: str = "oryu") -> Sheet:
    """Return the sheet of a character."""
    return SYSTEM.sheet(play.state, play.rules, character)


def values(sheet: Sheet) -> dict[str, Any]:
    """Return the values of a sheet by their keys, each of which stands once."""
    assert len({entry.key for entry in sheet.entries}) == len(sheet.entries)
    return {entry.key: entry.value for entry in sheet.entries}


def test_the_sheet_of_the_rulebooks_second_lead() -> None:
    shown = values(show(begin(oryu=make_figure(belongings={"大刀": 1}, perks=("崩し",)))))
    assert (shown["rank"], shown["shin"], shown["gi"], shown["tai"]) == ("second", 7, 7, 6)
    assert (shown["endurance"], shown["evasion"], shown["body_bonus"]) == (8, 15, 1)
    assert (shown["剣術"], shown["大刀"], shown["perks"]) == ("5 (12)", 1, ("崩し",))


def test_limits_stand_beside_endurance_and_katsugeki() -> None:
    limits = {entry.key: entry.limit for entry in show(begin(oryu=make_figure(endurance=3))).entries}
    assert (limits["endurance"], limits["katsugeki"]) == (8, 7)


def test_armour_shows_what_it_takes() -> None:
    shown = values(show(begin(oryu=make_figure(armour="具足", belongings={"具足": 1}))))
    assert (shown["gi_loss"], shown["evasion"]) == (2, 13)


def test_conditions_are_named() -> None:
    health = Health(awake=21 * 60, short_sleep=True, treated=True)
    shown = values(show(begin(oryu=make_figure(health=health, helpless=True))))
    assert shown["conditions"] == ("awake", "short_sleep", "helpless", "treated")
    assert shown["awake_hours"] == 21


def test_the_pool_shows_on_the_sheets_of_players() -> None:
    play = gather("oryu").given(OpenParty(players=1), AllotPoints(character="oryu", points=100))
    play.given(MakeCharacter(character="oryu", rank="support", shin=4, gi=4, tai=4))
    shown = values(show(play))
    assert (shown["points_spent"], shown["points_left"]) == (15, 85)
    assert "points_spent" not in values(show(begin(oryu=make_npc())))
    assert values(show(begin(oryu=make_npc())))["companion"] is False


def test_a_character_never_made_has_an_empty_sheet() -> None:
    assert show(begin()) == Sheet(character="oryu", entries=())


def test_the_overview_shows_clock_pool_and_purse() -> None:
    play = gather("oryu").given(OpenParty(players=3))
    play.state = State(
        clock=Clock(dated=True, year=1716, month=9, day=5, minute=780), party_points=850, players=3, purse=20
    )
    shown = values(SYSTEM.overview(play.state, play.rules))
    assert (shown["era"], shown["month"], shown["day"]) == ("享保元年", 9, 5)
    assert (shown["hour"], shown["koku"], shown["clock"]) == ("昼九ツ半", "未の刻", "13:00")
    assert (shown["party_points"], shown["points_left"], shown["purse"]) == (850, 850, 20)


def test_the_overview_shows_a_fight() -> None:
    play = begin(oryu=make_figure(), gonzo=make_npc())
    combat = Combat(round=2, order=("oryu", "gonzo"), at=1)
    shown = values(SYSTEM.overview(State(characters=play.state.characters, combat=combat), play.rules))
    assert (shown["round"], shown["order"], shown["turn"]) == (2, ("oryu", "gonzo"), "gonzo")


def test_every_key_group_and_word_of_a_sheet_has_a_label_in_both_languages() -> None:
    words = SYSTEM.words()
    health = Health(awake=21 * 60, short_sleep=True, serious=True, wounds=1)
    figure = make_figure(
        health=health,
        armour="具足",
        hands=("大刀",),
        belongings={"矢": 3},
        things=("櫛",),
        schools=("二天一流",),
    )
    play = begin(oryu=figure, gonzo=make_npc(standing="町人"))
    sheets = [show(play), show(play, "gonzo"), SYSTEM.overview(play.state, play.rules)]
    for entry in (entry for sheet in sheets for entry in sheet.entries):
        assert words.label(entry.key, "ja" if entry.key.isascii() else "en") != entry.key, entry.key
        assert words.label(entry.group, "ja") != entry.group
    for key in ("short_sleep", "serious", "町人", "昼九ツ半", "午の刻"):
        assert words.label(key, "en") != key


def test_every_row_of_the_tables_has_an_english_name() -> None:
    words, tables = SYSTEM.words(), load(1)
    rows: list[str] = [*tables.skills, *tables.weapons, *tables.missiles, *tables.armour, *tables.schools]
    rows += [*tables.perks, *tables.standings, *tables.medicines, *tables.western]
    rows += [row.ammunition for row in tables.missiles.values()]
    assert [row for row in rows if words.label(row, "en") == row] == []


def test_every_command_of_the_game_has_a_sentence_of_help() -> None:
    words = SYSTEM.words()
    tags = [str(command.__struct_config__.tag) for command in SYSTEM.commands]
    assert [tag for tag in tags if not (words.command(tag, "ja") and words.command(tag, "en"))] == []


def test_money_is_shown_in_mon_and_as_one_would_pay_it() -> None:
    shown = values(show(begin(oryu=make_figure(money=4_000 + 2 * 1_000 + 3 * 250 + 40))))
    assert shown["money"] == 6_790
    assert [shown[coin] for coin in ("両", "分", "朱", "文")] == [1, 2, 3, 40]


def test_mon_alone_are_not_counted_twice() -> None:
    assert "文" not in values(show(begin(oryu=make_figure(money=240))))


def test_coins_are_counted_at_the_rates_of_the_tables_own_figures() -> None:
    shown = values(show(begin('[coins]\n"両" = 5000\n', oryu=make_figure(money=5_000))))
    assert shown["両"] == 1
    assert "分" not in shown
