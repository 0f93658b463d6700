"""A table's own figures: each one that is replaced takes effect at the place that uses it."""

from typing import Any

import pytest
from edo import begin, begin_fight, gather, make_figure, make_mob, make_npc, make_ronin, make_swordsman
from kit import Play, d6

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, AnswerBlow, Attack, Choke, Throw
from tenmatsu.systems.ukiyozoshi.commands.checks import (
    AnswerFailure,
    PickPocket,
    RollAbility,
    RollSkill,
    SensePresence,
    Sneak,
    ThrowObject,
)
from tenmatsu.systems.ukiyozoshi.commands.health import Recover, Treat
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import CheatDeath, ComeRound
from tenmatsu.systems.ukiyozoshi.commands.learning import Converse, ReadText
from tenmatsu.systems.ukiyozoshi.commands.missiles import Shoot
from tenmatsu.systems.ukiyozoshi.commands.party import BuySkill, OpenParty
from tenmatsu.systems.ukiyozoshi.commands.purse import ReceiveMoney
from tenmatsu.systems.ukiyozoshi.commands.time import PassTime
from tenmatsu.systems.ukiyozoshi.events.blows import ChokeTightened, DamageDealt, Died, Fainted
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.health import Recovered, SeriousWoundBled
from tenmatsu.systems.ukiyozoshi.events.katsugeki import CameRound, KatsugekiSpent
from tenmatsu.systems.ukiyozoshi.events.learning import Conversed, TextRead
from tenmatsu.systems.ukiyozoshi.events.party import PartyOpened
from tenmatsu.systems.ukiyozoshi.events.purse import MoneyReceived
from tenmatsu.systems.ukiyozoshi.ruling import CombatRow, HealthRow, KatsugekiRow, ShotsRow
from tenmatsu.systems.ukiyozoshi.state import Figure, Health
from tenmatsu.systems.ukiyozoshi.tables import load

STRIKE = Attack(character="oryu", target="ronin", weapon="大刀", stand=True)
HIT = d6(4, 4, 1)


def hurt(**health: Any) -> Figure:
    """Return somebody without 活劇点 who has lost 4 of 8 endurance to wounds."""
    return make_figure(katsugeki=0, endurance=4, health=Health(wounds=4, treated=True, **health))


# ---- checks ----


@pytest.mark.parametrize(
    "command",
    [
        RollSkill(character="oryu", skill="知覚", stand=True),
        RollAbility(character="oryu", ability="shin", stand=True),
        Sneak(character="oryu", watcher="ronin", tail=True, stand=True),
        PickPocket(character="oryu", target="ronin", stand=True),
        SensePresence(character="oryu", stand=True),
        ThrowObject(character="oryu", ken=1, stand=True),
    ],
)
def test_the_usual_difficulty_is_that_of_the_figures(command: Command) -> None:
    for own, difficulty in ((None, 15), ("[checks]\ndifficulty = 99", 99)):
        play = begin(own, oryu=make_figure(skills={"知覚": 4, "掏り": 1, "手投げ": 1}), ronin=make_npc())
        chance = SYSTEM.chance(play.state, play.rules, command)
        assert chance.needed is None or difficulty - chance.needed <= 12
        dice = d6(1, 1, 1) + (d6(1, 1, 1) if isinstance(command, PickPocket) else [])
        assert play.when(command, dice).all(Checked)[0].check.difficulty == difficulty


def test_the_dice_of_checks_are_those_of_the_figures() -> None:
    own = "[checks]\ndice = 4\nunskilled_dice = 3\nkept = 3"
    play = begin(own, oryu=make_figure(katsugeki=0))
    check = play.when(RollSkill(character="oryu", skill="剣術"), d6(2, 3, 4, 1)).only(Checked).check
    assert (check.kept, check.total) == ((4, 3, 2), 21)
    check = play.when(RollSkill(character="oryu", skill="泳術"), d6(1, 1, 2)).only(Checked).check
    assert check.total == 10
    chance = SYSTEM.chance(play.state, play.rules, RollSkill(character="oryu", skill="剣術", difficulty=30))
    assert chance.odds[0].favourable == 21  # all four sixes, or three and one of four others
    assert chance.odds[0].possible == 6**4


def test_prices_of_katsugeki_are_those_of_the_figures() -> None:
    own = "[katsugeki]\nreroll = 2\nsurvive = 1\nsurvive_endurance = 3"
    play = begin(own, oryu=make_figure(), bunta=make_figure(dead=True, endurance=-1, katsugeki=1))
    play.given(RollSkill(character="oryu", skill="泳術"), dice=d6(1, 1))
    assert [play.pending[0].details[name] for name in ("reroll", "success")] == [2, 3]
    play.when(AnswerFailure(character="oryu", choice="reroll"), d6(6, 6))
    assert play.only(KatsugekiSpent).amount == 2
    play.given(CheatDeath(character="bunta")).when(ComeRound(character="bunta"))
    assert (play.only(CameRound).endurance, play.only(CameRound).wounds) == (3, 5)


# ---- fights ----


def duel(own: str, oryu: Any = None, ronin: Any = None, apart: int = 1, **options: Any) -> Play:
    return begin_fight(
        oryu or make_swordsman(), ronin or make_mob(endurance=99), tables=own, apart=apart, options=options
    )


def test_deadly_faces_are_those_of_the_figures() -> None:
    own = "[combat]\ndeadly = [5, 6]\ndeadly_more = [1]\n"
    harm = duel(own, ronin=make_mob(armour="具足", endurance=99)).when(STRIKE, HIT + d6(5, 1))
    assert (harm.only(DamageDealt).deadly, harm.only(DamageDealt).armour) == (True, 0)
    kashima = make_swordsman(schools=("鹿島神当流",))
    assert duel(own, kashima).when(STRIKE, HIT + d6(1, 1)).only(DamageDealt).deadly
    assert not duel(own, kashima).when(STRIKE, HIT + d6(3)).only(DamageDealt).deadly


def test_attacks_and_defences_of_a_round_are_those_of_the_figures() -> None:
    play = duel("[combat]\nattacks = 2\ndefences = 2\n", ronin=make_ronin(skills={"剣術": 9}))
    for _ in range(2):
        play.given(STRIKE, AnswerAttack(character="ronin", choice="none"), dice=d6(1, 1, 1))
        play.given(AnswerBlow(character="ronin", choice="parry"), dice=d6(6, 6, 1))
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")


def test_what_throws_and_chokes_need_is_a_figure_of_its_own() -> None:
    own = "[combat]\nhold_plus = 7\n[character]\nevasion = 9\n"
    held = make_mob(skills={}, held_by="oryu", endurance=99)
    throw = Throw(character="oryu", target="ronin", stand=True)
    play = duel(own, make_figure(), held, apart=0).when(throw, d6(1, 1, 1) + d6(1))
    assert play.only(Checked).check.difficulty == 12


def test_the_row_of_chokes_and_the_faint_are_those_of_the_figures() -> None:
    own = "[combat]\nchoke_faint = 1\nchoke_kill = 1\nchoke_break = 9\nfaint_dice = 1\n"
    held = make_mob(skills={}, held_by="oryu")
    faint = Choke(character="oryu", target="ronin", aim="faint", stand=True)
    play = duel(own, make_figure(), held, apart=0).when(faint, HIT + d6(5))
    assert (play.only(ChokeTightened).chokes, play.only(Fainted).minutes) == (1, 5)
    kill = Choke(character="oryu", target="ronin", aim="kill", stand=True)
    assert duel(own, make_figure(), held, apart=0).when(kill, HIT).only(Died).cause == "choke"


def test_a_rider_is_spared_what_the_figures_say() -> None:
    play = duel("[combat]\nmounted_one_ken_damage = 3\n", ronin=make_mob(mounted="trained", endurance=99))
    assert play.when(STRIKE, HIT + d6(5)).only(DamageDealt).rolled == 5


def test_the_kick_is_harder_by_what_its_own_row_says() -> None:
    play = duel('[weapons."蹴り"]\nevasion_plus = 1\n', make_figure(), apart=0)
    kick = Attack(character="oryu", target="ronin", weapon="蹴り", stand=True)
    assert play.when(kick, d6(1, 1, 1)).only(Checked).check.difficulty == 13


def test_how_far_missiles_fly_and_what_armour_does_is_in_the_figures() -> None:
    own = '[shots]\nfar_times = 3\nfar_armour = 1\nfar_damage = 0\n[missiles."半弓"]\nrange = 10\nplus = 4\n'
    archer = make_figure(
        hands=("半弓",), loaded=("半弓",), belongings={"半弓": 1, "矢": 3}, skills={"弓術": 6}
    )
    shot = Shoot(character="oryu", target="ronin", weapon="半弓", stand=True)
    play = duel(own, archer, make_mob(armour="具足", endurance=99), apart=30).when(shot, d6(6, 5, 1) + d6(4))
    assert (play.only(DamageDealt).rolled, play.only(DamageDealt).armour) == (8, 4)
    far = duel(own, archer, apart=31).when(shot).refused("ukiyozoshi.out_of_range")
    assert far.refusal is not None
    assert far.refusal.details["most"] == 30


# ---- health ----


def test_recovery_gives_and_takes_what_the_figures_say() -> None:
    own = "[health]\nrecovery_gain = 2\nrecovery_loss = 3\n"
    play = begin(own, oryu=hurt()).when(Recover(character="oryu"), d6(6, 6, 6))
    assert play.only(Recovered).change == 2
    play = begin(own, oryu=hurt(treatment_failed=True)).when(Recover(character="oryu"), d6(1, 1, 1))
    assert (play.only(Recovered).change, play.only(Recovered).wounds) == (-3, 7)


def test_serious_wounds_follow_the_figures() -> None:
    own = "[health]\nserious_part = 4\nserious_minutes = 30\nserious_loss = 2\n"
    play = duel(own, ronin=make_mob(), serious_wounds="on").when(STRIKE, HIT + d6(1))
    assert play.only(DamageDealt).serious  # 4 of 10
    play = begin(own, options={"serious_wounds": "on"}, oryu=hurt(serious=True)).when(PassTime(minutes=30))
    assert play.only(SeriousWoundBled).endurance == 2


def test_treatment_and_recovery_start_at_the_figure() -> None:
    play = begin("[health]\nrecovery = 3\n", oryu=hurt(), genan=make_figure())
    play.when(Treat(character="genan", patient="oryu", stand=True), d6(1, 1))
    assert play.only(Checked).check.difficulty == 7


# ---- knowing, money, points ----


def test_levels_of_literacy_are_those_of_the_figures() -> None:
    own = "[reading]\nmixed = 3\ntalk = 2\nrangaku = 2\n"
    skills = {"読み書き": 2, "読み書き:蘭語": 2}
    play = begin(own, oryu=make_figure(npc=True, skills=skills))
    assert not play.when(ReadText(character="oryu", script="mixed")).only(TextRead).read
    assert play.when(Converse(character="oryu", tongue="蘭語")).only(Conversed).understood
    play.given(BuySkill(character="oryu", skill="蘭学", level=5))


def test_the_rate_of_money_is_that_of_the_figures() -> None:
    own = '[coins]\n"両" = 6500\n[silver]\nmomme = 50\nmon = 6500\n'
    play = begin(own, oryu=make_figure())
    coins = ReceiveMoney(character="oryu", coins={"両": 1, "匁": 2})
    assert play.when(coins).only(MoneyReceived).mon == 6760
    wrong = begin(oryu=make_figure()).when(ReceiveMoney(character="oryu", coins={"匁": 4}))
    wrong.refused("ukiyozoshi.silver_not_whole")
    assert wrong.refusal is not None
    assert (wrong.refusal.details["step"], wrong.refusal.details["mon"]) == (3, 200)


def test_the_pool_is_that_of_the_figures() -> None:
    play = gather("oryu", tables="[party]\npoints = [10]\nfurther = 5\n").when(OpenParty(players=3))
    play.then(PartyOpened(players=3, points=20))


# ---- all of them ----


@pytest.mark.parametrize(
    "section, row",
    [("combat", CombatRow), ("shots", ShotsRow), ("health", HealthRow), ("katsugeki", KatsugekiRow)],
)
def test_every_figure_of_a_section_can_be_replaced(section: str, row: Any) -> None:
    for name in row.__struct_fields__:
        value = "[2]" if name.startswith("deadly") else "9"
        own = load(1, f"[{section}]\n{name} = {value}\n")
        assert getattr(getattr(own, section), name) == ((2,) if value == "[2]" else 9)
