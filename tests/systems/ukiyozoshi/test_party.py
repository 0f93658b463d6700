"""役作り点: one pool for the whole party, characters made and raised from it."""

from typing import Any

import pytest
from edo import gather
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi.commands.party import (
    AllotPoints,
    BuyEndurance,
    BuySkill,
    LearnSchool,
    MakeCharacter,
    MakeNpc,
    OpenParty,
    RaiseAbility,
    SetPartyPoints,
    TakePerk,
)
from tenmatsu.systems.ukiyozoshi.events.party import (
    AbilitiesSet,
    AbilityRaised,
    CharacterMade,
    CharacterReady,
    EnduranceBought,
    PartyOpened,
    PartyPointsSet,
    PerkTaken,
    PointsAllotted,
    SchoolLearned,
    SkillLearned,
    ThingsNoted,
)
from tenmatsu.systems.ukiyozoshi.events.purse import ArmourWorn, ItemGained, MoneyStarted
from tenmatsu.systems.ukiyozoshi.state import Ledger


def make(character: str = "oryu", **values: Any) -> MakeCharacter:
    """Return a supporting role with 心 4 技 4 体 4 (15 points), with changes."""
    defaults: dict[str, Any] = {"character": character, "rank": "support", "shin": 4, "gi": 4, "tai": 4}
    return MakeCharacter(**{**defaults, **values})


SECOND_LEAD = make(
    rank="second",
    shin=7,
    gi=7,
    tai=6,
    skills={
        "剣術": 5,
        "拳法": 3,
        "柔術": 3,
        "体さばき": 3,
        "隠密": 2,
        "運動": 2,
        "知覚": 4,
        "読み書き": 2,
        "武家社会": 2,
    },
    perks=("居合い抜き", "崩し"),
    endurance=2,
)
"""The rulebook's own character, made with 280 points."""


def opened(points: int = 850, **options: Any) -> Play:
    """Return a table of three players with their pool."""
    return gather("oryu", "kenji", "osen", options=options).given(OpenParty(players=3, points=points))


def test_the_pool_follows_from_the_number_of_players() -> None:
    play = gather("oryu").when(OpenParty(players=4)).then(PartyOpened(players=4, points=1100))
    assert (play.state.players, play.state.party_points) == (4, 1100)


def test_the_gm_may_name_another_total() -> None:
    gather("oryu").when(OpenParty(players=4, points=900)).then(PartyOpened(players=4, points=900))


def test_the_pool_is_opened_once() -> None:
    opened().when(OpenParty(players=2)).refused("ukiyozoshi.party_open")


def test_a_pool_needs_a_player() -> None:
    gather("oryu").when(OpenParty(players=0)).refused("ukiyozoshi.no_players")


def test_a_pool_below_nothing_is_refused() -> None:
    gather("oryu").when(OpenParty(players=1, points=-1)).refused("ukiyozoshi.negative_points")


def test_the_total_can_be_changed_but_not_below_what_is_spent() -> None:
    play = opened().given(make())
    play.when(SetPartyPoints(points=14)).refused("ukiyozoshi.below_spent")
    play.when(SetPartyPoints(points=15)).then(PartyPointsSet(points=15, left=0))


def test_without_a_pool_nothing_can_be_bought() -> None:
    gather("oryu").when(make()).refused("ukiyozoshi.party_not_open")
    gather("oryu").when(AllotPoints(character="oryu", points=1)).refused("ukiyozoshi.party_not_open")
    gather("oryu").when(SetPartyPoints(points=1)).refused("ukiyozoshi.party_not_open")


def test_the_rulebooks_second_lead_costs_280_points_to_the_point() -> None:
    play = opened().given(AllotPoints(character="oryu", points=280)).when(SECOND_LEAD)
    ready = play.only(CharacterReady)
    assert (ready.spent, ready.endurance, ready.evasion, ready.body_bonus) == (280, 8, 15, 1)
    assert ready.left == 850 - 280
    assert play.state.ledgers["oryu"] == Ledger(granted=280, spent=280)


def test_the_rulebooks_second_lead_shows_every_cost() -> None:
    play = opened().when(SECOND_LEAD)
    assert (play.only(CharacterMade).cost, play.only(CharacterMade).spent) == (50, 50)
    assert (play.only(AbilitiesSet).cost, play.only(AbilitiesSet).spent) == (44 + 44 + 27, 165)
    skills = play.all(SkillLearned)
    assert (skills[0].skill, skills[0].effective, skills[0].cost, skills[0].spent) == ("剣術", 12, 30, 195)
    assert sum(skill.cost for skill in skills[1:]) == 50
    assert sum(perk.paid for perk in play.all(PerkTaken)) == 25
    assert play.only(EnduranceBought) == EnduranceBought(
        character="oryu", points=2, extra=2, cost=10, spent=280, endurance=8
    )
    figure = play.state.characters["oryu"]
    assert (figure.rank, figure.katsugeki, figure.katsugeki_limit) == ("second", 5, 7)
    assert (figure.skills["剣術"], figure.perks, figure.npc) == (5, ("居合い抜き", "崩し"), False)


@pytest.mark.parametrize("rank, start, limit", [("lead", 8, 10), ("second", 5, 7), ("support", 3, 5)])
def test_leads_start_with_8_second_leads_with_5_supporting_roles_with_3(
    rank: str, start: int, limit: int
) -> None:
    figure = opened().given(make(rank=rank)).state.characters["oryu"]
    assert (figure.katsugeki, figure.katsugeki_start, figure.katsugeki_limit) == (start, start, limit)


def test_extras_are_no_rank_for_players() -> None:
    opened().when(make(rank="extra")).refused("ukiyozoshi.rank_for_npcs")


def test_a_character_whom_the_table_does_not_know_is_refused() -> None:
    opened().when(make("nobody")).refused("ukiyozoshi.not_at_table")
    opened().when(AllotPoints(character="nobody", points=1)).refused("ukiyozoshi.not_at_table")


def test_a_character_is_made_once() -> None:
    opened().given(make()).when(make()).refused("ukiyozoshi.already_made")


def test_over_spending_is_refused_with_what_is_left() -> None:
    play = opened(20).given(make()).when(make("kenji")).refused("ukiyozoshi.overspent")
    assert play.refusal is not None
    assert (play.refusal.details["cost"], play.refusal.details["left"]) == (15, 5)
    assert "5" in play.refusal.say("ja")


def test_the_pool_is_shared_by_all() -> None:
    play = opened(40).given(make(), make("kenji"))
    play.when(BuySkill(character="oryu", skill="運動", level=4)).refused("ukiyozoshi.overspent")
    play.when(BuySkill(character="oryu", skill="運動", level=3)).only(SkillLearned)


def test_a_share_is_the_limit_of_its_character_and_is_kept_from_the_others() -> None:
    play = opened(50).when(AllotPoints(character="oryu", points=20))
    play.then(PointsAllotted(character="oryu", points=20, left=30))
    play.given(make(), make("kenji"))
    play.when(BuySkill(character="oryu", skill="運動", level=3)).refused("ukiyozoshi.overspent")
    play.when(BuySkill(character="kenji", skill="運動", level=4)).refused("ukiyozoshi.overspent")
    play.when(BuySkill(character="oryu", skill="運動", level=2)).only(SkillLearned)


def test_a_share_can_be_changed_within_what_is_free_and_not_below_what_is_spent() -> None:
    play = opened(50).given(AllotPoints(character="oryu", points=20), make(), make("kenji"))
    play.when(AllotPoints(character="oryu", points=36)).refused("ukiyozoshi.overspent")
    play.when(AllotPoints(character="oryu", points=14)).refused("ukiyozoshi.below_spent")
    play.when(AllotPoints(character="oryu", points=35)).only(PointsAllotted)


def test_an_npc_needs_no_share() -> None:
    play = opened().given(MakeNpc(character="kenji", rank="extra", shin=4, gi=4, tai=4))
    play.when(AllotPoints(character="kenji", points=1)).refused("ukiyozoshi.npc_has_no_points")


@pytest.mark.parametrize("value", [3, 11])
def test_abilities_of_players_run_from_4_to_10(value: int) -> None:
    opened().when(make(gi=value)).refused("ukiyozoshi.ability_range")


def test_a_skill_nobody_knows_is_refused() -> None:
    opened().when(make(skills={"忍術": 1})).refused("ukiyozoshi.unknown_skill")


def test_a_craft_needs_its_field_and_other_skills_take_none() -> None:
    opened().when(make(skills={"職人": 1})).refused("ukiyozoshi.skill_field")
    opened().when(make(skills={"剣術:二刀": 1})).refused("ukiyozoshi.skill_no_field")


def test_crafts_of_different_fields_are_skills_of_their_own() -> None:
    play = opened().given(make(skills={"職人:鋳物": 2, "職人:大工": 1, "読み書き": 1, "読み書き:蘭語": 2}))
    assert play.state.characters["oryu"].skills["職人:大工"] == 1


def test_the_base_ability_of_a_craft_is_agreed_on() -> None:
    play = opened().when(make(shin=6, skills={"芸能:義太夫": 2}, bases={"芸能:義太夫": "shin"}))
    learned = play.only(SkillLearned)
    assert (learned.base, learned.base_agreed, learned.effective) == ("shin", True, 8)
    play.when(BuySkill(character="oryu", skill="芸能:義太夫", level=3))
    assert play.only(SkillLearned).effective == 9


def test_the_base_ability_of_other_skills_is_fixed() -> None:
    opened().when(make(skills={"剣術": 1}, bases={"剣術": "tai"})).refused("ukiyozoshi.base_fixed")


def test_a_base_ability_needs_its_skill() -> None:
    opened().when(make(bases={"職人:鋳物": "tai"})).refused("ukiyozoshi.base_without_skill")


@pytest.mark.parametrize("level", [11, 99])
def test_a_level_beyond_the_table_is_refused(level: int) -> None:
    opened().when(make(skills={"剣術": level})).refused("ukiyozoshi.level_range")


def test_a_level_of_nothing_is_refused() -> None:
    opened().when(make(skills={"剣術": 0})).refused("ukiyozoshi.not_higher")


def test_dutch_learning_needs_literacy_in_a_western_tongue() -> None:
    opened().when(make(skills={"読み書き": 4, "蘭学": 1})).refused("ukiyozoshi.rangaku_needs_reading")


def test_dutch_learning_does_not_exceed_that_literacy_below_level_4() -> None:
    opened().when(make(skills={"蘭学": 4, "読み書き:蘭語": 3})).refused("ukiyozoshi.rangaku_level")
    opened().when(make(skills={"蘭学": 3, "読み書き:蘭語": 3})).only(CharacterReady)


def test_dutch_learning_is_free_from_literacy_4() -> None:
    opened().when(make(skills={"蘭学": 5, "読み書き:英語": 4})).only(CharacterReady)


def test_a_school_needs_a_martial_art_at_level_4() -> None:
    opened().when(make(skills={"剣術": 3, "知覚": 5}, schools=("柳生新陰流",))).refused(
        "ukiyozoshi.no_master"
    )
    play = opened().when(make(skills={"柔術": 4}, schools=("柳生新陰流",)))
    assert play.only(SchoolLearned) == SchoolLearned(
        character="oryu", school="柳生新陰流", cost=40, spent=15 + 16 + 40
    )


def test_a_perk_needs_a_martial_art_at_level_4() -> None:
    opened().when(make(perks=("崩し",))).refused("ukiyozoshi.no_master")


@pytest.mark.parametrize(
    "school, cost",
    [
        ("鹿島神当流", 20),
        ("薩摩示現流", 30),
        ("小野派一刀流", 30),
        ("柳生新陰流", 40),
        ("林崎夢想流", 20),
        ("二天一流", 50),
    ],
)
def test_the_six_schools_cost_what_the_text_says(school: str, cost: int) -> None:
    play = opened().given(make(skills={"剣術": 4})).when(LearnSchool(character="oryu", school=school))
    assert play.only(SchoolLearned).cost == cost


def test_an_unknown_school_or_perk_names_those_that_exist() -> None:
    play = opened().given(make(skills={"剣術": 4}))
    play.when(LearnSchool(character="oryu", school="北辰一刀流")).refused("ukiyozoshi.unknown_school")
    play.when(TakePerk(character="oryu", perk="燕返し")).refused("ukiyozoshi.unknown_perk")


def test_a_character_has_one_school() -> None:
    play = opened().given(make(skills={"剣術": 4}, schools=("鹿島神当流",)))
    play.when(LearnSchool(character="oryu", school="二天一流")).refused("ukiyozoshi.one_school")


def test_a_character_may_have_several_schools_where_the_table_says_so() -> None:
    play = opened(one_school="several").given(make(skills={"剣術": 4}, schools=("鹿島神当流", "二天一流")))
    assert play.state.characters["oryu"].schools == ("鹿島神当流", "二天一流")
    play.when(LearnSchool(character="oryu", school="鹿島神当流")).refused("ukiyozoshi.has_school")


def test_no_perk_is_taken_twice() -> None:
    opened().when(make(skills={"剣術": 4}, perks=("崩し", "崩し"))).refused("ukiyozoshi.has_perk")


@pytest.mark.parametrize(
    "school, perk",
    [
        ("林崎夢想流", "居合い抜き"),
        ("鹿島神当流", "三の目致命"),
        ("薩摩示現流", "初太刀三倍"),
        ("薩摩示現流", "受け越し"),
        ("薩摩示現流", "受け下手"),
        ("柳生新陰流", "攻め上手"),
        ("柳生新陰流", "受け上手"),
    ],
)
@pytest.mark.parametrize("stack", ["strongest", "both"])
def test_no_perk_repeats_what_the_school_gives(school: str, perk: str, stack: str) -> None:
    play = opened(school_perk_stack=stack)
    play.when(make(skills={"剣術": 4}, schools=(school,), perks=(perk,))).refused("ukiyozoshi.same_effect")


def test_no_school_repeats_what_a_perk_gives() -> None:
    play = opened().given(make(skills={"剣術": 4}, perks=("居合い抜き",)))
    play.when(LearnSchool(character="oryu", school="林崎夢想流")).refused("ukiyozoshi.same_effect")


def test_perks_of_another_effect_may_be_added_to_a_school() -> None:
    play = opened().given(make(skills={"剣術": 4}, schools=("薩摩示現流",), perks=("初太刀二倍", "崩し")))
    assert play.state.characters["oryu"].perks == ("初太刀二倍", "崩し")


def test_a_drawback_pays_for_perks() -> None:
    play = opened().when(make(skills={"剣術": 4}, perks=("崩し", "受け下手")))
    drawback, perk = play.all(PerkTaken)
    assert (drawback.perk, drawback.cost, drawback.paid, drawback.drawback) == ("受け下手", -10, 0, 10)
    assert (perk.perk, perk.cost, perk.paid, perk.drawback) == ("崩し", 15, 5, 0)


def test_a_drawback_pays_for_nothing_but_perks() -> None:
    play = opened(15 + 16).given(make(skills={"剣術": 4}, perks=("受け下手",)))
    play.when(BuySkill(character="oryu", skill="運動", level=1)).refused("ukiyozoshi.overspent")
    play.when(BuyEndurance(character="oryu", points=1)).refused("ukiyozoshi.overspent")
    play.when(LearnSchool(character="oryu", school="林崎夢想流")).refused("ukiyozoshi.overspent")
    play.when(TakePerk(character="oryu", perk="居合い抜き"))
    assert (play.only(PerkTaken).paid, play.state.ledgers["oryu"].drawback) == (0, 0)


def test_what_a_drawback_gained_is_kept_for_later_perks() -> None:
    own = '[perks."弱い構え"]\ncost = -20\neffects = {parry_penalty = 1}'
    play = gather("oryu", tables=own).given(OpenParty(players=1))
    play.given(make(skills={"剣術": 4}, perks=("弱い構え", "居合い抜き")))
    assert play.state.ledgers["oryu"].drawback == 10


def test_extra_endurance_costs_5_a_point_and_ends_at_tai() -> None:
    play = opened().given(make(tai=6, endurance=4)).when(BuyEndurance(character="oryu", points=2))
    play.then(
        EnduranceBought(character="oryu", points=2, extra=6, cost=10, spent=5 + 5 + 27 + 30, endurance=12)
    )
    play.when(BuyEndurance(character="oryu", points=1)).refused("ukiyozoshi.endurance_limit")


def test_endurance_is_bought_by_whole_points() -> None:
    opened().given(make()).when(BuyEndurance(character="oryu", points=0)).refused("ukiyozoshi.no_endurance")


def test_a_skill_is_raised_for_the_difference() -> None:
    play = opened().given(make(skills={"剣術": 4})).when(BuySkill(character="oryu", skill="剣術", level=5))
    play.then(
        SkillLearned(character="oryu", skill="剣術", level=5, base="gi", effective=9, cost=14, spent=15 + 30)
    )
    play.when(BuySkill(character="oryu", skill="剣術", level=5)).refused("ukiyozoshi.not_higher")


def test_an_ability_is_raised_for_the_difference_and_tai_raises_endurance() -> None:
    play = opened().given(make(tai=6)).when(RaiseAbility(character="oryu", ability="tai", to=7))
    play.then(
        AbilityRaised(character="oryu", ability="tai", to=7, cost=44 - 27, spent=5 + 5 + 44, endurance=7)
    )
    play.when(RaiseAbility(character="oryu", ability="tai", to=7)).refused("ukiyozoshi.not_higher")
    play.when(RaiseAbility(character="oryu", ability="tai", to=11)).refused("ukiyozoshi.ability_range")
    play.when(RaiseAbility(character="oryu", ability="shin", to=5))
    assert play.only(AbilityRaised).endurance == 7


def test_who_was_never_made_buys_nothing() -> None:
    for command in (
        BuySkill(character="oryu", skill="剣術", level=1),
        BuyEndurance(character="oryu", points=1),
        RaiseAbility(character="oryu", ability="shin", to=5),
        LearnSchool(character="oryu", school="二天一流"),
        TakePerk(character="oryu", perk="崩し"),
    ):
        opened().when(command).refused("ukiyozoshi.unknown_character")


@pytest.mark.parametrize(
    "standing, faces, mon",
    [
        ("町人", (4,), 400),
        ("浪人", (1,), 100),
        ("下級武士", (3, 6), 900),
        ("大店", (3,), 12_000),
        ("旗本", (6,), 24_000),
    ],
)
def test_money_at_the_start_follows_from_the_standing(
    standing: str, faces: tuple[int, ...], mon: int
) -> None:
    play = opened().when(make(standing=standing), d6(*faces))
    assert play.only(MoneyStarted) == MoneyStarted(character="oryu", standing=standing, mon=mon)
    assert play.state.characters["oryu"].money == mon


def test_without_a_standing_no_money_is_rolled() -> None:
    assert opened().when(make()).all(MoneyStarted) == []


def test_an_unknown_standing_is_refused_before_anything_is_rolled() -> None:
    opened().when(make(standing="公家")).refused("ukiyozoshi.unknown_standing")


def test_weapons_and_armour_come_with_the_character() -> None:
    play = opened().when(make(gi=6, items={"大刀": 1, "矢": 12, "鎖帷子": 1}, armour="鎖帷子"))
    assert [(item.item, item.now) for item in play.all(ItemGained)] == [
        ("大刀", 1),
        ("矢", 12),
        ("鎖帷子", 1),
    ]
    assert play.only(ArmourWorn).evasion == play.only(CharacterReady).evasion == 6 + 5 - 1
    assert play.state.characters["oryu"].belongings == {"大刀": 1, "矢": 12, "鎖帷子": 1}


def test_armour_that_is_worn_must_be_owned_and_known() -> None:
    opened().when(make(armour="具足")).refused("ukiyozoshi.not_owned")
    opened().when(make(armour="鉄兜")).refused("ukiyozoshi.unknown_armour")


def test_items_are_those_of_the_tables() -> None:
    opened().when(make(items={"提灯": 1})).refused("ukiyozoshi.unknown_item")
    opened().when(make(items={"拳": 1})).refused("ukiyozoshi.unknown_item")
    opened().when(make(items={"大刀": 0})).refused("ukiyozoshi.no_count")


def test_other_belongings_stand_in_an_event_that_can_be_redacted() -> None:
    play = opened().when(make(things=("提灯", "母の形見の櫛")))
    play.only(ThingsNoted)
    assert ThingsNoted.redactable
    assert MakeCharacter.redactable
    assert play.state.characters["oryu"].things == ("提灯", "母の形見の櫛")


def test_a_tables_own_figures_change_what_things_cost() -> None:
    play = gather("oryu", tables="[level_costs]\n1 = 1\n[ability_costs]\n4 = 0").given(OpenParty(players=1))
    assert play.when(make(skills={"運動": 1})).only(CharacterReady).spent == 1
