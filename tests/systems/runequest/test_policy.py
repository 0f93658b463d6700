"""The auto-player: what it declares, and what it leaves to others."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import find_rules
from kit import Play
from runemelees import close_in, fight, make_archer, mean, put, strike
from runequests import begin, hold, make_figure, make_foe
from skirmishes import make_ghost

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.commands.checks import RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.rounds import DeclareIntent, LeaveMelee
from tenmatsu.systems.runequest.commands.spirits import BeginSpiritCombat
from tenmatsu.systems.runequest.figures import Figure, Hindrance

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
