"""Figures of 八百八町浮世草子: what the rulebook states, and a table's own text over them."""

import pytest

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.engine.tables import hash_tables
from tenmatsu.systems.ukiyozoshi.rows import Effects
from tenmatsu.systems.ukiyozoshi.tables import combine_effects, load, tables_text

OWN_SWORD = """
[weapons."大刀"]
plus = 3
"""


@pytest.mark.parametrize(
    "players, points",
    [(1, 350), (2, 600), (3, 850), (4, 1100), (5, 1250), (6, 1400), (7, 1500), (9, 1700)],
)
def test_a_party_has_350_600_850_1100_1250_1400_points_then_100_more_each(players: int, points: int) -> None:
    assert load(1).party_points(players) == points


@pytest.mark.parametrize(
    "rank, cost, start, limit, gains",
    [
        ("lead", 100, 8, 10, (5, 6)),
        ("second", 50, 5, 7, (6,)),
        ("support", 0, 3, 5, (6,)),
        ("extra", 0, 0, 0, ()),
    ],
)
def test_ranks_cost_start_and_hold_what_the_text_says(
    rank: str, cost: int, start: int, limit: int, gains: tuple[int, ...]
) -> None:
    row = {str(key): row for key, row in load(1).ranks.items()}[rank]
    assert (row.cost, row.start, row.limit, row.gains_on) == (cost, start, limit, gains)


def test_the_rulebook_example_costs_what_it_says() -> None:
    tables = load(1)
    assert [tables.ability_costs[value] for value in (7, 7, 6)] == [44, 44, 27]
    assert tables.level_costs[5] == 30
    assert sum(tables.level_costs[level] for level in (3, 3, 3, 2, 2, 4, 2, 2)) == 50
    assert tables.perks["崩し"].cost + tables.perks["居合い抜き"].cost == 25


@pytest.mark.parametrize("tai, bonus", [(4, 0), (5, 0), (6, 1), (10, 3), (12, 3)])
def test_the_body_bonus_starts_at_tai_6(tai: int, bonus: int) -> None:
    assert load(1).body_bonus_of(tai) == bonus


def test_the_first_nine_skills_are_martial_arts() -> None:
    tables = load(1)
    assert [row.martial for row in tables.skills.values()] == [True] * 9 + [False] * (len(tables.skills) - 9)


@pytest.mark.parametrize("name", ["職人:鋳物", "芸能:三味線", "読み書き", "読み書き:蘭語", "剣術"])
def test_a_skill_is_found_with_its_field(name: str) -> None:
    assert load(1).skill(name) == load(1).skills[name.partition(":")[0]]


@pytest.mark.parametrize("name", ["職人", "職人:", "剣術:二刀", "忍術", ""])
def test_a_craft_without_a_field_and_an_unknown_skill_are_none(name: str) -> None:
    assert load(1).skill(name) is None


@pytest.mark.parametrize(
    "name", ["鹿島神当流", "薩摩示現流", "小野派一刀流", "柳生新陰流", "林崎夢想流", "二天一流", "武器砕き"]
)
def test_every_school_and_perk_does_something(name: str) -> None:
    row = load(1).style(name)
    assert row is not None
    assert row.effects.named()


def test_the_stronger_of_unlike_effects_counts_or_both() -> None:
    twice, thrice = Effects(first_blow_times=2, parry_ease=2), Effects(first_blow_times=3, draw_attack=True)
    assert combine_effects([twice, thrice]) == Effects(first_blow_times=3, parry_ease=2, draw_attack=True)
    assert combine_effects([twice, thrice, twice], "both").first_blow_times == 12
    assert combine_effects([twice, twice], "both").parry_ease == 4


def test_a_tables_own_figures_lie_over_the_built_in_ones() -> None:
    own = load(1, OWN_SWORD)
    assert own.weapons["大刀"].plus == 3
    assert own.weapons["大刀"].reach == load(1).weapons["大刀"].reach
    assert own.weapons["脇差"] == load(1).weapons["脇差"]


def test_a_table_may_add_rows() -> None:
    chain = '[weapons."鎖鎌"]\nreach = 4\nskill = "忍具"\n'
    school = '[schools."北辰一刀流"]\ncost = 30\neffects = {parry_ease = 1}'
    own = load(1, chain + school)
    assert own.weapons["鎖鎌"].skill == "忍具"
    assert own.schools["北辰一刀流"].effects.parry_ease == 1


@pytest.mark.parametrize(
    "own, code, place",
    [
        ('[weapons."大刀"]\nplsu = 3', "tables_unknown", "weapons.大刀.plsu"),
        ("[weapon]\na = 3", "tables_unknown", "weapon"),
        ('[schools."二天一流".effects]\nfly = true', "tables_unknown", "schools.二天一流.effects.fly"),
        ('[weapons."大刀"]\nplus = "3"', "tables_value", "weapons.大刀.plus"),
        ('[weapons."大刀"]\nplus = 2.5', "tables_value", "weapons.大刀.plus"),
        ("[ability_costs]\n4 = -1", "tables_value", "ability_costs.4"),
        ("[ability_costs]\nfour = 1", "tables_value", "ability_costs.four"),
        ("[ranks.king]\ncost = 1", "tables_value", "ranks.king"),
        ("[party]\npoints = [350, true]", "tables_value", "party.points.1"),
        ("party = 3", "tables_value", "party"),
        ('[weapons."鎖鎌"]\nskill = "忍具"', "tables_missing", "weapons.鎖鎌"),
        ('[weapons."大刀"]\nskill = "刀術"', "tables_name", "weapons.大刀.skill"),
        ('[missiles."大弓"]\nskill = "刀術"', "tables_name", "missiles.大弓.skill"),
    ],
)
def test_figures_that_do_not_fit_are_refused_with_their_place(own: str, code: str, place: str) -> None:
    with pytest.raises(UsageError) as refused:
        load(1, own)
    assert (refused.value.code, refused.value.details["place"]) == (code, place)
    assert all(place in refused.value.say(lang) for lang in LANGUAGES)


def test_an_unknown_field_names_those_that_exist() -> None:
    with pytest.raises(UsageError) as refused:
        load(1, '[armour."具足"]\nprotects = 5')
    assert refused.value.details["known"] == "protection, gi_loss"


def test_figures_that_are_no_toml_are_refused_with_the_line() -> None:
    with pytest.raises(UsageError, match="line 2") as refused:
        load(1, "[party]\npoints = = 3")
    assert refused.value.code == "tables_syntax"


def test_the_hash_is_that_of_the_built_in_text() -> None:
    assert hash_tables("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert len(hash_tables(tables_text(1))) == 64
