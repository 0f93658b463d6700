"""The auto-player's answers, and the chances that it reckons with."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import find_rules
from kit import Play
from runemelees import act, fight, make_archer, mean, put, shot, strike
from runequests import TABLES, hold, make_figure, make_foe
from skirmishes import make_ghost

from tenmatsu.engine.windows import Window
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.damaging import Formula
from tenmatsu.systems.runequest.degrees import Limits
from tenmatsu.systems.runequest.figures import Hindrance
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.policy_odds import (
    Body,
    Place,
    Reckoning,
    read_body,
    share_degrees,
    spread_damage,
    spread_dice,
    weigh_blow,
    weigh_damage,
    weigh_points,
)
from tenmatsu.systems.runequest.state import Choice

RULES = find_rules(SYSTEM)
SHOCKED = Hindrance(kind="shocked", at="right_arm")


def choose(play: Play, character: str) -> Any:
    return SYSTEM.choose(play.state, play.rules, character, Random(1))


# ---- what it answers ----


def test_it_strikes_the_foe_whom_a_blow_takes_furthest_from_the_fight() -> None:
    figures = {"rin": make_figure(), "jin": make_foe(armor=5), "ken": make_foe(hp=5)}
    play = fight({"rin": 0, "jin": 2, "ken": 2}, None, None, **figures)
    play.given(mean("rin", strike()), mean("jin"), mean("ken"))
    assert choose(play, "rin") == Choose(character="rin", use="do:ken")


def test_it_leaves_those_who_lie_unconscious_alone() -> None:
    play = fight({"rin": 0, "jin": 2}, rin=make_figure(), jin=make_foe())
    play.given(mean("rin", strike("jin")), mean("jin"))
    put(play, jin=make_foe(unconscious=True))
    assert choose(play, "rin") == Choose(character="rin", use="drop")


def test_it_shoots_what_it_declared_and_does_what_asks_for_no_target() -> None:
    play = fight({"sun": 0, "jin": 30}, sun=make_archer(), jin=make_foe())
    play.given(mean("sun", shot("jin")), mean("jin"))
    assert choose(play, "sun").use == "do"
    play = fight({"rin": 0, "jin": 30}, rin=make_figure(), jin=make_foe())
    play.given(mean("rin", Step(kind="other")), mean("jin"))
    assert choose(play, "rin").use == "do"


def test_it_strikes_at_the_back_of_whoever_flees() -> None:
    play = fight().given(mean("rin", Step(kind="flee")), mean("jin"))
    assert choose(play, "jin") == Choose(character="jin", use="do")


def test_it_meets_a_blow_by_what_leaves_the_least() -> None:
    def ask(**values: Any) -> str:
        play = fight(rin=make_figure(**values), jin=make_foe()).given(mean("jin", strike("rin")), mean("rin"))
        act(play, "jin")
        return str(choose(play, "rin").use)

    assert ask(skills={"broadsword": 20, "medium_shield": 90, "dodge": 10}) == "parry:medium_shield"
    assert ask(skills={"dodge": 95}, arms={}) == "dodge"


def test_it_accepts_spells_of_its_own_side_and_resists_those_of_foes() -> None:
    state = fight(rin=make_figure(), sun=make_figure(), jin=make_foe()).state
    choice = Choice(kind="accept_spell", whom="rin", options=("accept", "resist"), then="meet_spell")

    def ask(caster: str) -> str:
        casting = Casting(caster=caster, spell="heal", magic="spirit", target="rin")
        asked = msgspec.structs.replace(state, choices=(choice,), casting=casting)
        return str(SYSTEM.choose(asked, RULES, "rin", Random(1)).use)  # type: ignore[attr-defined]

    assert (ask("sun"), ask("jin")) == ("accept", "resist")


def test_it_boosts_a_spell_where_that_leaves_it_awake() -> None:
    data: dict[str, int | str] = {"spell": "disruption", "needed": 3, "most": 9}
    choice = Choice(kind="boost", whom="rin", options=("boost", "as_it_is"), then="boost_spell", data=data)
    casting = Casting(caster="rin", spell="disruption", magic="spirit", target="jin")

    def ask(mp: int) -> Any:
        state = fight(rin=make_figure(mp=mp, known={"disruption": 1}), jin=make_foe()).state
        asked = msgspec.structs.replace(state, choices=(choice,), casting=casting)
        return SYSTEM.choose(asked, RULES, "rin", Random(1))

    assert ask(5) == Choose(character="rin", use="boost", amount=3)
    assert ask(4) == Choose(character="rin", use="as_it_is")


def test_at_the_last_moment_it_heals_a_friend_and_lets_foes_die() -> None:
    play = fight(
        {"rin": 0, "sun": 1, "jin": 2},
        rin=make_figure(known={"heal": 4}),
        sun=make_figure(hp=-1),
        jin=make_foe(hp=0),
    )
    uses = ("heal:heal:jin", "heal:heal:sun")

    def ask(*options: str) -> Any:
        window = Window(kind="last_moment", asked=("rin",), options={"rin": options})
        asked = msgspec.structs.replace(play.state, windows=(window,))
        return SYSTEM.choose(asked, RULES, "rin", Random(1))

    chosen = ask(*uses)
    assert (chosen.use, chosen.amount >= 2) == ("heal:heal:sun", True)
    assert ask("heal:heal:jin").use == "pass"


def test_of_other_choices_it_takes_a_fixed_one() -> None:
    state = fight().state

    def ask(kind: Any, *options: str) -> Any:
        choice = Choice(kind=kind, whom="rin", options=options, then="nothing")
        asked = msgspec.structs.replace(state, choices=(choice,))
        return SYSTEM.choose(asked, RULES, "rin", Random(1))

    assert ask("pull_out", "pull", "leave").use == "pull"
    assert ask("spirit_beaten", "teach:heal", "control", "release").use == "control"
    assert ask("spirit_beaten", "teach:heal", "release").use == "teach:heal"
    away = ask("retreat_distance", "metres")
    assert (away.use, away.amount) == ("metres", 3)


# ---- the chances it reckons with ----


def test_the_shares_of_degrees_are_those_of_the_faces() -> None:
    limits = Limits(chance=73, critical=3, special=14, success=73, fumble=99)
    shares = share_degrees(limits)
    assert {degree: round(share * 100) for degree, share in shares.items()} == {
        "critical": 3,
        "special": 11,
        "success": 59,
        "failure": 25,
        "fumble": 2,
    }
    assert sum(shares.values()) == pytest.approx(1)


def test_the_spread_of_damage_is_that_of_its_dice() -> None:
    assert spread_dice("") == ((0, 1.0),)
    assert spread_dice("-1D4") == ((-4, 0.25), (-3, 0.25), (-2, 0.25), (-1, 0.25))
    assert dict(spread_dice("1D6+1", 2))[4] == pytest.approx(1 / 36)
    crush = Formula(dice="1D6+2", bonus=("1D4",), extra=4)
    assert (min(spread_damage(crush))[0], max(spread_damage(crush))[0]) == (8, 16)
    critical = Formula(dice="1D8+1", times=2, maximum=True)
    assert spread_damage(critical) == ((18, 1.0),)


def test_what_goes_into_a_body_weighs_by_what_it_takes_of_it() -> None:
    arm = Place(share=0.15, armor=0, hp=3, max_hp=3, limb=True)
    head = Place(share=0.1, armor=2, hp=5, max_hp=5, limb=False)
    body = Body(left=11, places=(arm, head))
    assert weigh_points(body, head, 0) == 0
    assert weigh_points(body, head, 2) == pytest.approx(2 / 11)
    assert weigh_points(body, arm, 4) == pytest.approx(0.6)
    assert weigh_points(body, arm, 7) == pytest.approx(0.9)
    assert weigh_points(body, head, 30) == 1
    plain = Formula(dice="2")
    only = Body(left=10, places=(Place(share=1.0, armor=2, hp=9, max_hp=9, limb=False),))
    assert weigh_damage(plain, 0, only, bare=False) == 0
    assert weigh_damage(plain, 0, only, bare=True) == pytest.approx(0.2)


def test_a_blow_is_worth_less_where_it_is_met_and_nothing_to_a_spirit_without_iron() -> None:
    play = fight(rin=make_figure(), jin=make_foe())
    blow = Blow(attacker="rin", target="jin", arm="broadsword")
    reckoning = Reckoning(play.state, play.rules, blow)
    weights = {use: reckoning.weigh(use).harm for use in reckoning.list_options()}
    assert weights["parry:medium_shield"] < weights["none"]
    assert weigh_blow(play.state, play.rules, blow) == min(weights.values())
    ghost = msgspec.structs.replace(make_ghost(Random(1)), visible=True)
    haunted = fight({"rin": 0, "ghost": 0}, rin=make_figure(), ghost=ghost)
    at_ghost = Blow(attacker="rin", target="ghost", arm="broadsword")
    assert weigh_blow(haunted.state, haunted.rules, at_ghost) == 0
    iron = make_figure(arms={"broadsword": hold("broadsword", iron=True)})
    haunted = fight({"rin": 0, "ghost": 0}, rin=iron, ghost=ghost)
    assert weigh_blow(haunted.state, haunted.rules, at_ghost) > 0
    assert read_body(TABLES, ghost).left == ghost.mp
