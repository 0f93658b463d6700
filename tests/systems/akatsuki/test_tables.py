"""A table's own figures: rows added and changed, and rows that do not fit."""

import pytest
from akatsukis import TABLES, begin, make_figure, make_npc
from kit import d6

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.akatsuki.commands.combat import BeginCombat, Strike
from tenmatsu.systems.akatsuki.commands.damage import InflictHarm, RollSurvival
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.events.combat import Attacked
from tenmatsu.systems.akatsuki.events.damage import Doomed
from tenmatsu.systems.akatsuki.tables import load

ROW = "modifier = {modifier}\ncombat_end = true\nhours = 1\nonce = 0\ncounters = {counters}\nwait = 0\n"


def test_a_table_adds_a_weapon() -> None:
    own = '[weapons.bayonet]\nharm = "lethal"\nrank = 4\nreach = 1\nability = "kaigu"\n'
    play = begin(own, kyo=make_figure(kaigu=7), thug=make_npc(goro=3))
    play.given(BeginCombat(characters=("kyo", "thug"), lanes={"thug": 1}))
    play.when(Strike(character="kyo", target="thug", weapon="bayonet"), d6(3, 5))

    assert (play.only(Attacked).harm, play.only(Attacked).rank) == ("lethal", 4)
    assert play.only(Checked).target == 7


def test_a_table_writes_the_five_cards_of_a_kind_anew() -> None:
    own = "".join(
        "[[survival.lethal]]\n" + ROW.format(modifier=rank - 3, counters=10 + rank) for rank in range(1, 6)
    )
    play = begin(own, kyo=make_figure(), thug=make_npc()).given(BeginCombat(characters=("kyo", "thug")))
    play.given(InflictHarm(character="kyo", harm="lethal", rank=2))
    play.when(RollSurvival(character="kyo"), d6(2, 3))

    assert play.only(Checked).target == 5 + 2 - 3
    assert play.only(Doomed).zombie_counters == 12
    assert load(1, own).survival.nonlethal == TABLES.survival.nonlethal


def test_own_rates_go_on_from_their_own_ends() -> None:
    own = load(1, "[rates]\n2 = 0\n23 = -20\n")

    assert [own.rate(level) for level in (1, 2, 22, 23, 25)] == [0, 0, -9, -20, -21]


@pytest.mark.parametrize(
    "own, code, place",
    [
        (
            '[weapons.bomb]\nharm = "lethal"\nrank = 6\nreach = 1\nability = "goro"',
            "tables_value",
            "weapons.bomb.rank",
        ),
        ('[weapons.bomb]\nharm = "lethal"\nrank = 3', "tables_missing", "weapons.bomb"),
        ("[weapons.sword]\nlength = 3", "tables_unknown", "weapons.sword.length"),
        (
            '[treatment.prayer]\nability = "kaigu"\nfield = "仁義"\ndifficulty = 0',
            "tables_value",
            "treatment.prayer",
        ),
        ("[[survival.lethal]]\n" + ROW.format(modifier=0, counters=8), "tables_length", "survival.lethal"),
        ('[cards]\nstart_field = "根性"', "tables_name", "cards.start_field"),
        ('[combat]\nheld_back_field = "根性"', "tables_name", "combat.held_back_field"),
        ('[combat]\nhit_field = "根性"', "tables_name", "combat.hit_field"),
        ('[combat]\nguard_field = "根性"', "tables_name", "combat.guard_field"),
        ('[combat]\ndodge_field = "根性"', "tables_name", "combat.dodge_field"),
        ('[treatment.treatment]\nfield = "根性"', "tables_name", "treatment.treatment.field"),
        ('[survival]\nfield = "根性"', "tables_name", "survival.field"),
        (
            '[archetypes.night_guard]\nfields = { goro = "気合" }',
            "tables_name",
            "archetypes.night_guard.fields.goro",
        ),
        ('[archetypes.night_guard]\nweapons = ["bazooka"]', "tables_name", "archetypes.night_guard.weapons"),
    ],
)
def test_rows_that_do_not_fit_are_refused_with_their_place(own: str, code: str, place: str) -> None:
    with pytest.raises(UsageError) as refused:
        load(1, own)
    assert (refused.value.code, refused.value.details["place"]) == (code, place)
    assert all(place in refused.value.say(lang) for lang in LANGUAGES)
