"""The auto-player: what it declares, how it answers, and the chances that it reckons with."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import find_rules, make_ghost
from kit import Play
from runemelees import act, close_in, fight, make_archer, mean, put, shot, strike
from runequests import TABLES, begin, hold, make_figure, make_foe

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.windows import Window
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.commands.checks import RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import DeclareIntent, LeaveMelee
from tenmatsu.systems.runequest.commands.spirits import BeginSpiritCombat
from tenmatsu.systems.runequest.decide.damaging import Formula
from tenmatsu.systems.runequest.degrees import Limits
from tenmatsu.systems.runequest.figures import Figure, Hindrance
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


def steps_of(play: Play, character: str) -> list[tuple[str, str]]:
    """Return kinds and targets of what the auto-player declares."""
    chosen = choose(play, character)
    assert isinstance(chosen, DeclareIntent)
    return [(step.kind, step.target or step.toward) for step in chosen.steps]


def hurt(figure: Figure, **places: dict[str, Any]) -> Figure:
    """Return a figure with locations changed."""
    changed = {
        name: msgspec.structs.replace(figure.locations[name], **values) for name, values in places.items()
    }
    return msgspec.structs.replace(figure, locations={**figure.locations, **changed})


# ---- what it declares ----


def test_in_reach_of_a_foe_it_strikes_and_settles_whom_when_it_is_due() -> None:
    chosen = choose(fight(), "rin")
    assert [step.kind for step in chosen.steps][:1] == ["attack"]
    assert chosen.steps[0].target == ""


def test_a_high_skill_is_split_where_that_does_more() -> None:
    figure = make_figure(skills={"broadsword": 200}, arms={"broadsword": hold("broadsword")})
    play = fight(rin=figure, jin=make_foe(skills={}, arms={}))
    assert choose(play, "rin").steps[0].parts


def test_out_of_reach_it_charges_or_goes_all_the_way_where_that_is_too_far() -> None:
    near = fight({"rin": 0, "jin": 9}, rin=make_figure(), jin=make_foe())
    assert steps_of(near, "rin") == [("move", "jin"), ("attack", "jin")]
    far = fight({"rin": 0, "jin": 60}, rin=make_figure(arms={}), jin=make_foe(armor=9))
    assert steps_of(far, "rin") == [("move", "jin")]


def test_an_archer_shoots_and_draws_a_blade_where_foes_are_upon_them() -> None:
    archer = make_archer(arms={"self_bow": hold("self_bow", "both"), "dagger": hold("dagger", "")})
    archer = msgspec.structs.replace(archer, skills={"self_bow": 60, "dagger": 60})
    far = fight({"sun": 0, "jin": 30}, sun=archer, jin=make_foe())
    assert steps_of(far, "sun")[0] == ("shoot", "jin")
    near = fight({"sun": 0, "jin": 2}, sun=archer, jin=make_foe())
    assert [kind for kind, _ in steps_of(near, "sun")] == ["ready", "attack"]


def test_it_does_not_shoot_into_a_melee_where_friends_are_struck_as_likely() -> None:
    figures = {"sun": make_archer(), "rin": make_figure(), "jin": make_foe()}
    play = fight({"sun": -20, "rin": 0, "jin": 2}, None, None, **figures)
    assert "shoot" not in [kind for kind, _ in steps_of(play, "sun")]


def test_on_the_ground_it_rises_and_strikes_or_strikes_from_there() -> None:
    play = fight({"rin": 0, "jin": 30}, rin=make_figure(prone=True), jin=make_foe())
    assert steps_of(play, "rin")[0][0] == "rise"


def test_who_cannot_fight_any_more_gets_away_and_leaves() -> None:
    out = make_figure(hindrances=(SHOCKED,))
    assert steps_of(fight(rin=out, jin=make_foe()), "rin") == [("retreat", "")]
    rider = fight(rin=out, jin=make_foe(mounted=True))
    assert steps_of(rider, "rin") == [("flee", "")]
    free = fight({"rin": 0, "jin": 30}, rin=out, jin=make_foe())
    assert choose(free, "rin") == LeaveMelee(character="rin")
    lying = msgspec.structs.replace(out, prone=True)
    assert steps_of(fight(rin=lying, jin=make_foe()), "rin") == []


def test_it_heals_a_friend_who_is_down_and_stops_their_blood_by_hand() -> None:
    down = hurt(make_figure(unconscious=True, hp=1), chest={"hp": 0, "wounds": 1, "bleeding": True})
    healer = make_figure(known={"heal": 3})
    play = fight({"rin": 0, "sun": 1, "jin": 40}, rin=healer, sun=down, jin=make_foe())
    assert steps_of(play, "rin") == [("spell", "sun")]
    play = fight({"rin": 0, "sun": 1, "jin": 40}, rin=make_figure(), sun=down, jin=make_foe())
    assert steps_of(play, "rin") == [("first_aid", "sun")]


def test_it_keeps_the_last_magic_point_and_casts_at_no_foe_behind_stronger_magic() -> None:
    poor = make_figure(known={"disruption": 1}, skills={}, arms={}, mp=1)
    play = fight({"rin": 0, "jin": 30}, rin=poor, jin=make_foe())
    assert steps_of(play, "rin")[0][0] == "move"
    rich = msgspec.structs.replace(poor, mp=10)
    play = fight({"rin": 0, "jin": 30}, rin=rich, jin=make_foe())
    assert steps_of(play, "rin") == [("spell", "jin")]


def test_it_pulls_its_weapon_out_where_it_has_nothing_else() -> None:
    spear = hold("short_spear", stuck_in="jin", stuck_at="chest")
    bare = make_figure(arms={"short_spear": spear}, skills={"short_spear": 70})
    play = fight({"rin": 0, "jin": 2}, rin=bare, jin=make_foe(unconscious=True))
    assert steps_of(play, "rin") == [("pull_weapon", "")]


def test_with_nobody_left_to_fight_it_only_defends() -> None:
    play = fight({"rin": 0, "jin": 2}, rin=make_figure(), jin=make_foe(unconscious=True))
    assert steps_of(play, "rin") == []


def test_a_spirit_becomes_visible_then_fights_the_weakest_and_goes_on() -> None:
    unseen = msgspec.structs.replace(make_ghost(Random(1)), visible=False)
    play = fight({"rin": 0, "sun": 0, "ghost": 0}, rin=make_figure(), sun=make_figure(mp=4), ghost=unseen)
    assert steps_of(play, "ghost") == [("appear", "")]
    put(play, ghost=msgspec.structs.replace(unseen, visible=True))
    assert choose(play, "ghost") == BeginSpiritCombat(character="ghost", target="sun")
    play.given(choose(play, "ghost"))
    assert steps_of(play, "ghost") == []


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


# ---- what it leaves to others ----


def test_outside_a_melee_a_player_rolls_something() -> None:
    play = begin(
        rin=make_figure(), sun=make_figure(unconscious=True), jin=make_foe(), dan=make_figure(dead=True)
    )
    assert isinstance(choose(play, "rin"), RollSkill)
    assert isinstance(choose(play, "sun"), RollCharacteristic)
    for other in ("jin", "dan", "nobody", "@gm"):
        with pytest.raises(RuleViolation) as refused:
            choose(play, other)
        assert refused.value.code == "runequest.nothing_to_choose"


def test_only_who_is_asked_or_is_to_declare_has_something_to_choose() -> None:
    play = fight().given(mean("rin"))
    with pytest.raises(RuleViolation):
        choose(play, "rin")
    play = fight().given(mean("rin", strike("jin")), mean("jin"))
    with pytest.raises(RuleViolation):
        choose(play, "jin")
    with pytest.raises(RuleViolation):
        choose(close_in(fight(), stage="resolution"), "rin")


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
