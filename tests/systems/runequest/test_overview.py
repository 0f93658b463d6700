"""What the table as a whole shows: clock, queue, who is where."""

from typing import Any

import msgspec
from runemelees import close_in, fight, make_archer, mean, melee_of, step, strike
from runequests import TABLES, make_figure, make_foe

from tenmatsu.engine.contract import Rules, Sheet
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.castings import SpiritFight
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.state import State, Treatment

RULES = Rules(1, Options(), TABLES)


def values(sheet: Sheet, group: str = "") -> dict[str, Any]:
    """Return what a sheet shows, of one group where it is named."""
    return {one.key: one.value for one in sheet.entries if not group or one.group == group}


def test_the_table_shows_clock_treatments_and_spirit_combat() -> None:
    treated = Treatment(healer="rin", patient="jin", location="chest", purpose="stop", until=9)
    state = State(
        now=7200 + 350, until=8000, treatments=(treated,), spirit_fights=(SpiritFight(one="a", other="b"),)
    )

    assert values(SYSTEM.overview(state, RULES)) == {
        "now": 7550,
        "days_passed": 1,
        "time_passed": "1:10",
        "until": 8000,
        "treating:rin": ("jin", "chest"),
        "spirit_combat": ("a", "b"),
    }


def test_the_table_shows_the_queue_by_strike_rank_with_held_and_carried() -> None:
    play = fight(
        {"rin": 0, "kei": 0, "jin": 2, "tao": 40},
        rin=make_figure(known={"demoralize": 2}),
        kei=make_archer(),
        jin=make_foe(),
        tao=make_foe(),
    )
    play = play.given(mean("rin", strike("jin"))).given(mean("jin", strike("rin")))
    melee = melee_of(play)
    held = msgspec.structs.replace(melee.queue[0], id=8, state="held")
    carried = msgspec.structs.replace(
        melee.queue[0],
        id=9,
        character="kei",
        step=step("spell", spell="heal"),
        state="carried",
        rounds_left=1,
    )
    play = close_in(play, queue=(*melee.queue, held, carried), sr=3)
    shown = values(SYSTEM.overview(play.state, RULES))

    assert (shown["round"], shown["stage"], shown["sr"]) == (1, "intents", 3)
    assert shown["declared"] == ("rin", "jin")
    assert shown["sr:5"] == ("attack:rin", "attack:jin")
    assert (shown["held"], shown["carried"]) == (("attack:rin",), ("spell:kei",))
    assert (shown["place:tao"], shown["engaged:rin"]) == (40, ("jin",))
    assert SYSTEM.words().value("sr:5", shown["sr:5"], "ja", {"rin": "リン", "jin": "ジン"}) == (
        "攻撃:リン、攻撃:ジン"
    )


def test_a_melee_that_ends_with_its_round_says_who_won() -> None:
    play = close_in(fight(), ending="players_win")

    assert values(SYSTEM.overview(play.state, RULES), "melee")["ending"] == "players_win"
