"""NPC: four ranks, no build points, 活劇点 by dice, companions."""

from typing import Any

import pytest
from edo import gather
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi.commands.checks import RollSkill
from tenmatsu.systems.ukiyozoshi.commands.party import (
    BuyEndurance,
    BuySkill,
    LearnSchool,
    MakeCharacter,
    MakeNpc,
    OpenParty,
    RaiseAbility,
    SetCompanion,
    TakePerk,
)
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiGained
from tenmatsu.systems.ukiyozoshi.events.party import (
    CharacterMade,
    CharacterReady,
    CompanionSet,
    NpcPointsRolled,
)


def npc(rank: str = "extra", **values: Any) -> MakeNpc:
    """Return an NPC with 心 4 技 5 体 6, with changes."""
    defaults: dict[str, Any] = {"character": "gonzo", "rank": rank, "shin": 4, "gi": 5, "tai": 6}
    return MakeNpc(**{**defaults, **values})


def made(command: MakeNpc, *faces: int, **options: Any) -> Play:
    """Return a table at which an NPC was made."""
    return gather("gonzo", options=options).when(command, d6(*faces))


@pytest.mark.parametrize(
    "rank, face, points",
    [("lead", 4, 4), ("second", 6, 4), ("second", 1, 0), ("support", 6, 2), ("support", 2, 0)],
)
def test_npcs_enter_with_1d6_1d6_less_2_or_1d6_less_4(rank: str, face: int, points: int) -> None:
    play = made(npc(rank), face)
    assert play.only(NpcPointsRolled).now == points
    figure = play.state.characters["gonzo"]
    assert (figure.katsugeki, figure.katsugeki_start, figure.npc) == (points, points, True)


def test_points_below_nothing_stay_as_rolled_where_the_table_says_so() -> None:
    play = made(npc("support"), 1, negative_npc_points="rolled")
    assert play.only(NpcPointsRolled) == NpcPointsRolled(character="gonzo", rolled=-3, now=-3)


def test_extras_have_no_katsugeki_and_roll_for_none() -> None:
    play = made(npc())
    assert play.all(NpcPointsRolled) == []
    assert (play.state.characters["gonzo"].katsugeki, play.state.characters["gonzo"].katsugeki_limit) == (
        0,
        0,
    )


def test_npcs_cost_nothing_and_need_no_pool() -> None:
    play = made(npc(skills={"剣術": 4}, schools=("二天一流",), perks=("崩し",), endurance=2))
    ready = play.only(CharacterReady)
    assert (ready.spent, ready.endurance, ready.evasion, ready.npc) == (0, 8, 10, True)
    assert play.only(CharacterMade).cost == 0
    assert play.state.ledgers == {}


def test_npcs_grow_without_cost() -> None:
    play = made(npc(skills={"剣術": 4}))
    play.given(
        RaiseAbility(character="gonzo", ability="gi", to=12),
        BuySkill(character="gonzo", skill="槍術", level=12),
        BuyEndurance(character="gonzo", points=6),
        LearnSchool(character="gonzo", school="林崎夢想流"),
        TakePerk(character="gonzo", perk="受け下手"),
    )
    figure = play.state.characters["gonzo"]
    assert (figure.gi, figure.skills["槍術"], figure.endurance) == (12, 12, 12)
    assert play.state.ledgers == {}


def test_abilities_of_npcs_are_not_bound_to_4_to_10_but_to_1() -> None:
    assert made(npc(shin=2, tai=13)).state.characters["gonzo"].tai == 13
    made(npc(shin=0)).refused("ukiyozoshi.npc_ability_range")


def test_a_school_binds_npcs_as_well() -> None:
    made(npc(skills={"剣術": 3}, schools=("二天一流",))).refused("ukiyozoshi.no_master")


def test_an_npc_whom_the_table_does_not_know_is_refused() -> None:
    made(npc(character="nobody")).refused("ukiyozoshi.not_at_table")


def test_an_npc_is_made_once() -> None:
    made(npc()).when(npc()).refused("ukiyozoshi.already_made")


def test_an_npc_has_money_by_its_standing() -> None:
    assert made(npc(standing="大店"), 2).state.characters["gonzo"].money == 8_000


def test_only_the_gm_makes_npcs() -> None:
    assert MakeNpc.gm_only
    assert SetCompanion.gm_only


def test_a_companion_gains_katsugeki_by_doubles() -> None:
    play = made(npc("support", skills={"剣術": 2}, companion=True), 5)
    play.when(RollSkill(character="gonzo", skill="剣術"), d6(6, 6, 1))
    assert play.only(KatsugekiGained).now == 2


def test_other_npcs_gain_none() -> None:
    play = made(npc("support", skills={"剣術": 2}), 5)
    play.when(RollSkill(character="gonzo", skill="剣術"), d6(6, 6, 1))
    assert play.all(KatsugekiGained) == []


def test_companions_gain_none_where_the_table_says_so() -> None:
    play = made(npc("support", skills={"剣術": 2}, companion=True), 5, npc_companion_gains="off")
    play.when(RollSkill(character="gonzo", skill="剣術"), d6(6, 6, 1))
    assert play.all(KatsugekiGained) == []


def test_an_npc_may_join_the_party_and_leave_it() -> None:
    play = made(npc("support"), 5)
    play.when(SetCompanion(character="gonzo", companion=True)).then(
        CompanionSet(character="gonzo", companion=True)
    )
    assert play.state.characters["gonzo"].companion
    play.given(SetCompanion(character="gonzo", companion=False))
    assert not play.state.characters["gonzo"].companion


def test_a_players_character_is_no_companion() -> None:
    play = gather("oryu").given(OpenParty(players=1))
    play.given(MakeCharacter(character="oryu", rank="support", shin=4, gi=4, tai=4))
    play.when(SetCompanion(character="oryu", companion=True)).refused("ukiyozoshi.not_an_npc")
