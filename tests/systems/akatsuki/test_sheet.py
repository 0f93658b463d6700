"""What sheets and the table as a whole show."""

from typing import Any

from akatsukis import TABLES, face_down, hold, lay_out, make_figure, make_npc
from msgspec.structs import replace

from tenmatsu.engine.clock import MINUTES_AN_HOUR
from tenmatsu.engine.contract import Rules, Sheet
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.options import Options
from tenmatsu.systems.akatsuki.state import Clock, Combat, Due, Fate, Figure, Held, State, Wound

RULES = Rules(1, Options(), TABLES)


def values(sheet: Sheet, group: str = "") -> dict[str, Any]:
    """Return what a sheet shows, of one group where it is named."""
    return {one.key: one.value for one in sheet.entries if not group or one.group == group}


def show(figure: Figure, **state: Any) -> Sheet:
    """Return the sheet of a character who stands alone."""
    return SYSTEM.sheet(replace(State(characters={"pc1": figure}), **state), RULES, "pc1")


def test_abilities_stand_with_their_fields() -> None:
    sheet = show(make_figure())

    assert values(sheet, "abilities") == {"goro": 6, "taiku": 8, "tosei": 6, "kaigu": 5}
    assert values(sheet, "fields")["field_taiku"] == "気合"


def test_each_awakening_card_stands_with_its_points_and_all_with_their_sum() -> None:
    sheet = show(make_figure(awakening=hold("matsu_1", given=("ume_2",)), chivalry=2, fate=face_down(3)))

    assert values(sheet, "awakening") == {
        "matsu_1": 20,
        "given:ume_2": 3,
        "chivalry": 2,
        "awakening_points": 25,
    }
    assert values(sheet, "fate") == {"fate_points": 5, "fate_count": 3}
    assert SYSTEM.words().label("given:ume_2", "ja") == "横:梅に赤短"


def test_the_faces_of_fate_cards_stand_there_for_who_knows_them() -> None:
    assert values(show(make_figure(fate=(Fate(0), Fate(0, "kiri_1")))))["fate_faces"] == ("kiri_1",)
    assert "fate_faces" not in values(show(make_figure(fate=face_down(2))))


def test_what_somebody_fights_with_stands_with_the_fight() -> None:
    assert values(show(make_figure(weapons=("sword", "knife"))), "fight") == {"weapons": ("sword", "knife")}


def test_an_npc_shows_its_side_and_its_chips() -> None:
    chips = (Held("chip_5"), Held("chip_20"), Held("chip_10", given=True))
    shown = values(show(make_npc(awakening=chips, fate_chips=2)))

    assert (shown["friendly"], shown["important"]) == (False, False)
    assert shown["chips"] == ("20", "5", "5")
    assert (shown["fate_chips"], shown["awakening_points"]) == (2, 30)
    assert "fate_count" not in shown


def test_a_wound_shows_the_target_of_its_next_check_and_when_it_comes() -> None:
    figure = make_figure(wound=Wound(harm="lethal", rank=4, since=22 * MINUTES_AN_HOUR + 30))
    evening = values(show(figure, clock=Clock(now=22 * MINUTES_AN_HOUR + 30)), "body")
    night = values(show(figure, clock=Clock(now=24 * MINUTES_AN_HOUR)), "body")

    assert evening == {
        "wound": "lethal",
        "rank": 4,
        "treated": False,
        "survival_target": 3,
        "next_check_day": 2,
        "next_check": "00:00",
    }
    assert (night["next_check"], "next_check_day" in night) == ("00:30", False)


def test_a_treated_wound_waits_for_nothing() -> None:
    shown = values(show(make_figure(wound=Wound(harm="nonlethal", rank=2, treated=True))), "body")

    assert shown == {"wound": "nonlethal", "rank": 2, "treated": True, "survival_target": 9}


def test_the_doomed_show_their_counters_and_no_target() -> None:
    figure = make_figure(
        wound=Wound(harm="lethal", rank=3), doomed=True, zombie_from=3, zombie_counters=4, lane=1, minors=1
    )
    sheet = show(figure, combat=Combat(round=3, order=("pc1",)))

    assert values(sheet, "body") == {
        "wound": "lethal",
        "rank": 3,
        "zombie_from": 3,
        "zombie_counters": 4,
        "doomed": True,
    }
    assert values(sheet, "fight") == {"lane": 1, "majors": 0, "minors": 1}


def test_of_the_dead_no_more_is_told_than_what_killed_them() -> None:
    figure = make_figure(wound=Wound(harm="lethal", rank=3), doomed=True, unconscious=True, dead=True)

    assert values(show(figure), "body") == {"wound": "lethal", "rank": 3, "dead": True}


def test_the_table_shows_clock_deck_fight_and_what_is_due() -> None:
    figures = {"pc1": make_figure(fate=face_down(5)), "npc1": make_npc()}
    state = replace(
        lay_out(figures, pile=40),
        clock=Clock(now=1600, until=1700),
        due=(Due(character="pc1", why="hours"),),
        combat=Combat(round=2, order=("pc1", "npc1"), at=1),
    )

    assert values(SYSTEM.overview(state, RULES)) == {
        "day": 2,
        "clock": "02:40",
        "until": "04:20",
        "due": ("pc1",),
        "pile": 40,
        "face_down": 5,
        "discard": 3,
        "chips_left": 96,
        "round": 2,
        "order": ("pc1", "npc1"),
        "turn": "npc1",
    }


def test_a_fight_that_is_over_but_for_its_checks_says_who_won() -> None:
    state = State(combat=Combat(order=("a", "b"), ending="players_win"))

    assert values(SYSTEM.overview(state, RULES), "fight")["ending"] == "players_win"


def test_everything_that_may_be_set_by_hand_and_is_shown_has_the_same_name_and_value() -> None:
    figure = make_figure(
        wound=Wound(harm="lethal", rank=3), doomed=True, zombie_from=1, zombie_counters=2, lane=0, points=3
    )
    state = State(characters={"pc1": figure}, combat=Combat(order=("pc1",)))
    adjustable = SYSTEM.adjustable(state)
    shown = {f"pc1.{key}": value for key, value in values(SYSTEM.sheet(state, RULES, "pc1")).items()}
    shown |= values(SYSTEM.overview(state, RULES))
    both = shown.keys() & adjustable.keys()

    assert {"pc1.rank", "pc1.lane", "pc1.points", "pc1.fate_points", "clock", "day"} <= both
    assert {name: shown[name] for name in both} == {name: adjustable[name] for name in both}


def test_every_key_of_a_sheet_has_a_label_in_both_languages() -> None:
    figure = make_figure(
        awakening=hold("matsu_1", given=("ume_2",)),
        fate=(Fate(0, "kiri_1"),),
        points=1,
        wound=Wound(harm="lethal", rank=2),
        doomed=True,
        zombie_from=1,
        lane=1,
    )
    npc = make_npc(awakening=(Held("chip_20"),), fate_chips=1)
    state = State(
        characters={"pc1": figure, "npc1": npc},
        due=(Due(character="pc1", why="once"),),
        clock=Clock(until=9),
        combat=Combat(order=("pc1",)),
    )
    sheets = [SYSTEM.sheet(state, RULES, one) for one in state.characters]
    entries = [entry for sheet in (*sheets, SYSTEM.overview(state, RULES)) for entry in sheet.entries]
    words = SYSTEM.words()

    for entry in entries:
        for key in (entry.key, entry.group):
            assert words.label(key, "ja") != key
            assert words.label(key, "ja") != words.label(key, "en")


def test_nobody_has_an_empty_sheet() -> None:
    assert SYSTEM.sheet(State(), RULES, "nobody").entries == ()
