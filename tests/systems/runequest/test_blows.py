"""The course of a blow: declared, met, rolled, settled; what changes an attack; what is refused."""

from typing import Any

import msgspec
import pytest
from kit import Play
from runeblows import DAMAGE, LEFT_LEG, arm_of, duel, leg_of, make_jin, make_rin, strike, with_figure
from runemelees import act, fight, mean
from runemelees import strike as attack
from runequests import begin, hold, make_figure, make_foe

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.blows import Blow, Defence
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.attacks import find_hindrance
from tenmatsu.systems.runequest.decide.blowing import list_defences, specify_attack
from tenmatsu.systems.runequest.events.attacks import (
    BlowBegun,
    BlowDeclared,
    BlowMet,
    BlowRolled,
    BlowSettled,
    DamageRolled,
)
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.wounds import ArmDamaged, WeaponStuck, Wounded
from tenmatsu.systems.runequest.figures import Figure, Hindrance, Spell
from tenmatsu.systems.runequest.melee import Action, Melee, Step

SPEAR = {"arms": {"short_spear": hold("short_spear")}, "skills": {"short_spear": 60}, "STR": 10}
BLOW = Blow(attacker="rin", target="jin", arm="heavy_mace")


def _chance(play: Play, **values: object) -> dict[str, int]:
    """Return what changes rin's attack."""
    blow = msgspec.structs.replace(BLOW, **values)
    spec = specify_attack(play.state, play.rules, blow)
    return {one.key: one.amount for one in spec.circumstances} | spec.divisors


def _limits(play: Play, face: int = 97) -> tuple[int, int, int, int]:
    """Let rin strike at one who does not defend, and return the limits of the roll."""
    rolled = strike(play, None, (100, face)).only(Checked).limits
    return (rolled.success, rolled.special, rolled.critical, rolled.fumble)


# ---- the course -----------------------------------------------------------------------------------


def test_the_defence_is_asked_before_the_attack_is_rolled() -> None:
    play = duel().when(Strike(character="rin", target="jin"))

    play.asks("defend", "jin", "none", "parry:medium_shield", "dodge")
    assert play.pending[0].details == {"attacker": "rin", "weapon": "heavy_mace", "chance": 60}
    assert play.only(BlowDeclared).weapon == "heavy_mace"
    assert play.all(Checked) == []


def test_a_blow_goes_from_the_answer_to_the_body() -> None:
    play = strike(duel(), "none", (100, 30), *DAMAGE, LEFT_LEG)

    assert play.only(BlowMet).blow.defence == Defence(kind="none")
    assert (play.only(BlowRolled).attack.degree, play.only(BlowRolled).defended) == ("success", None)
    assert play.only(BlowSettled) == BlowSettled(attacker="rin", target="jin", outcome="hit", points=8)
    assert play.state.blow is None


def test_armour_may_stop_what_struck() -> None:
    play = strike(duel(jin=make_jin(armor=20)), "none", (100, 30), *DAMAGE, LEFT_LEG)

    assert play.only(BlowSettled).outcome == "stopped"


def test_whoever_cannot_answer_is_not_asked() -> None:
    for changes in ({"bound": True}, {"unconscious": True}, {"surprised": True}):
        strike(with_figure(duel(), "jin", **changes), None, (100, 96)).settled()
    shocked = {"hindrances": (Hindrance(kind="shocked"),)}
    strike(with_figure(duel(), "jin", **shocked), None, (100, 96)).settled()
    assert strike(duel(), None, (100, 96), how="free").only(BlowDeclared).blow.kind == "free"


def test_blows_behind_the_one_under_way_come_in_order() -> None:
    play = duel()
    waiting = (BLOW, msgspec.structs.replace(BLOW, attacker="jin", target="rin", arm="medium_shield"))
    play.given_state(msgspec.structs.replace(play.state, blows=waiting))
    strike(play, "none", (100, 90))
    assert play.only(BlowBegun) == BlowBegun(attacker="rin", target="jin")
    play.when(Choose(character="jin", use="none"), ((100, 90),))
    assert play.only(BlowBegun).attacker == "jin"
    play.when(Choose(character="rin", use="none"), ((100, 90),)).settled()
    assert play.state.blows == ()


def test_a_blow_declared_while_one_is_under_way_waits() -> None:
    play = duel()
    play.given_state(msgspec.structs.replace(play.state, blow=BLOW))
    later = BlowDeclared(blow=msgspec.structs.replace(BLOW, target="kai"), weapon="heavy_mace")

    assert play.system.evolve(play.state, later).blows == (later.blow,)


def test_a_blow_at_the_dead_or_without_a_weapon_comes_to_nothing() -> None:
    cases: tuple[dict[str, dict[str, Any]], ...] = ({"rin": {"arms": {}}}, {"jin": {"dead": True}})
    for changes in cases:
        play = duel()
        for who, values in changes.items():
            with_figure(play, who, **values)
        play.given_state(msgspec.structs.replace(play.state, blows=(BLOW,)))
        play.when(Strike(character="jin", target="rin", arm="fist") if "rin" in changes else _kai(play))
        if play.pending:
            play.when(Choose(character=play.pending[0].whom, use="none"), ((100, 90),))
        assert play.all(BlowSettled)[-1].outcome == "void"


def _kai(play: Play) -> Strike:
    """Bring somebody else in who strikes at rin."""
    figures = {**play.state.characters, "kai": make_foe(skills={"broadsword": 60})}
    play.given_state(msgspec.structs.replace(play.state, characters=figures))
    return Strike(character="kai", target="rin")


# ---- what changes an attack -----------------------------------------------------------------------


def test_unaware_targets_and_those_on_the_ground_are_easier_to_hit() -> None:
    assert _chance(with_figure(duel(), "jin", surprised=True)) == {"surprised": 40}
    assert _chance(with_figure(duel(), "jin", prone=True)) == {"prone": 40}
    play = strike(duel(), "none", (100, 97), unaware=True, plus=-10)
    assert play.only(Checked).limits.chance == 90
    both = strike(with_figure(duel(), "jin", surprised=True), None, (100, 97), unaware=True)
    assert both.only(Checked).circumstances == (Circumstance("surprised", 40),)


def test_from_the_ground_one_strikes_by_half_without_bonus_at_the_lower_locations() -> None:
    play = strike(with_figure(duel(), "rin", prone=True), "none", (100, 30), (8, 6), (10, 10))

    assert play.only(Checked).limits.chance == 30
    assert play.only(DamageRolled).points == 8
    assert play.only(Wounded).location == "abdomen"


def test_aimed_blows_go_by_half_and_come_down_where_they_are_aimed() -> None:
    play = strike(duel(), "none", (100, 30), *DAMAGE, how="aimed", location="head")

    assert play.only(Checked).limits.chance == 30
    assert play.only(Wounded).location == "head"


def test_what_passes_a_parry_of_an_aimed_blow_stays_there() -> None:
    options = {"parry_excess_location": "shield_adjacent"}
    faces = ((100, 30), (100, 30), *DAMAGE)
    play = strike(duel(options), "parry:medium_shield", *faces, how="aimed", location="head")

    assert play.only(Wounded).location == "head"


def test_a_damaged_weapon_strikes_by_half_and_does_not_parry() -> None:
    broken = {"arms": {"heavy_mace": hold("heavy_mace", hp=0)}}
    assert _chance(with_figure(duel(), "rin", **broken)) == {"broken_weapon": 2}

    jin = make_jin(arms={"medium_shield": hold("medium_shield", "left", hp=0)})
    play = duel(jin=jin).when(Strike(character="rin", target="jin"))
    play.asks("defend", "jin", "none", "parry:fist", "dodge")


def test_magic_on_a_weapon_helps_attack_and_parry() -> None:
    spell = Spell(spell="bludgeon", magic="spirit", points=2, amount=10, dice="2", at="heavy_mace")
    assert _chance(with_figure(duel(), "rin", spells=(spell,))) == {"magic": 10}

    on_shield = msgspec.structs.replace(spell, at="medium_shield")
    play = strike(
        with_figure(duel(), "jin", spells=(on_shield,)), "parry:medium_shield", (100, 90), (100, 90)
    )
    assert [one.limits.chance for one in play.all(Checked)] == [60, 70]


def test_burdens_above_the_limit_lower_attacks() -> None:
    assert _chance(with_figure(duel(), "rin", enc=13)) == {"encumbered": -10}


def test_what_is_over_100_comes_off_the_other_side() -> None:
    play = strike(
        duel(rin=make_rin(skills={"heavy_mace": 133}), jin=make_jin(skills={"medium_shield": 80})),
        "parry:medium_shield",
        (100, 97),
        (100, 97),
    )
    assert [one.limits.chance for one in play.all(Checked)] == [133, 47]

    play = strike(
        duel(rin=make_rin(skills={"heavy_mace": 142}), jin=make_jin(skills={"medium_shield": 105})),
        "parry:medium_shield",
        (100, 97),
        (100, 97),
    )
    assert [one.limits.chance for one in play.all(Checked)] == [100, 63]


@pytest.mark.parametrize("changes", [{"bound": True}, {"unconscious": True}])
def test_the_helpless_are_hit_at_95_with_degrees_from_there_and_the_fumble_of_the_skill(
    changes: dict[str, bool],
) -> None:
    assert _limits(with_figure(duel(), "jin", **changes)) == (95, 19, 4, 98)


def test_the_degrees_against_the_helpless_may_come_from_the_real_skill() -> None:
    play = with_figure(duel({"helpless_degrees": "skill"}), "jin", bound=True)
    assert _limits(play) == (95, 12, 3, 98)


def test_circumstances_count_for_the_real_skill() -> None:
    play = with_figure(with_figure(duel({"helpless_degrees": "skill"}), "jin", bound=True), "rin", prone=True)
    assert _limits(play, 96) == (95, 6, 1, 97)


# ---- impale -----------------------------------------------------------------------------------------


def _impale(parry: int, options: dict[str, str] | None = None, use: str = "parry:broadsword") -> Play:
    arms = {"broadsword": hold("broadsword", hp=4), "medium_shield": hold("medium_shield", "left", hp=4)}
    jin = make_jin(arms=arms, skills={"broadsword": 60, "medium_shield": 60})
    dice = ((6, 6),) if options else ((6, 6), (6, 6))
    return strike(
        duel(options, rin=make_rin(**SPEAR), jin=jin), use, (100, 10), (100, parry), *dice, LEFT_LEG
    )


def test_an_impale_stands_where_the_parry_is_lower() -> None:
    play = _impale(30)

    assert play.only(DamageRolled).points == 14
    assert play.only(WeaponStuck).at == "left_leg"
    play.asks("pull_out", "rin", "pull", "leave")


def test_an_impale_parried_may_never_stand() -> None:
    play = _impale(30, {"impale_when_parried": "never"})

    assert (play.only(DamageRolled).points, play.only(DamageRolled).special) == (7, None)
    assert play.all(WeaponStuck) == []


def test_a_special_parry_makes_an_ordinary_blow_of_an_impale() -> None:
    play = strike(duel(rin=make_rin(**SPEAR)), "parry:medium_shield", (100, 10), (100, 10), (6, 6), LEFT_LEG)
    assert play.all(WeaponStuck) == []


def test_an_impale_parried_with_a_shield_sticks_in_it() -> None:
    play = _impale(30, use="parry:medium_shield")

    stuck = play.only(WeaponStuck)
    assert (stuck.target, stuck.at) == ("jin", "medium_shield")
    spear = play.state.characters["rin"].arms["short_spear"]
    assert (spear.stuck_in, spear.stuck_at) == ("jin", "medium_shield")
    play.settled()


def test_it_sticks_in_a_shield_that_held_everything_too() -> None:
    jin = make_jin(arms={"medium_shield": hold("medium_shield", "left")})
    faces = ((100, 10), (100, 30), (6, 1), (6, 1))
    play = strike(duel(rin=make_rin(**SPEAR), jin=jin), "parry:medium_shield", *faces)

    assert play.only(WeaponStuck).shield == "medium_shield"
    assert play.only(BlowSettled).outcome == "parried"


@pytest.mark.parametrize(
    "weapon, parries, divisor", [("short_spear", False, {}), ("javelin", True, {"weapon_in_shield": 2})]
)
def test_a_heavy_weapon_in_it_makes_a_shield_useless_and_a_light_one_halves_its_skill(
    weapon: str, parries: bool, divisor: dict[str, int]
) -> None:
    rin = make_rin(arms={weapon: hold(weapon, stuck_in="jin", stuck_at="medium_shield")})
    play = duel(rin=rin)
    found = list_defences(play.state, play.rules, msgspec.structs.replace(BLOW, arm="fist"))
    assert ("parry:medium_shield" in found) == parries

    blow = Blow(attacker="jin", target="rin", arm="medium_shield")
    action = Action(id=1, character="jin", step=Step(kind="attack", target="rin", arm="medium_shield"), sr=6)
    assert (find_hindrance(play.state, play.rules, action, "rin") == "weapon_in_shield") != parries
    if parries:
        assert specify_attack(play.state, play.rules, blow).divisors == divisor


def test_whoever_pulls_a_weapon_out_of_themselves_does_not_defend() -> None:
    spear = hold("short_spear", stuck_in="jin", stuck_at="left_leg")
    play = fight(rin=make_figure(arms={"short_spear": spear}), jin=make_foe())
    blow = Blow(attacker="rin", target="jin", arm="fist")
    assert len(list_defences(play.state, play.rules, blow)) > 1
    play.given(mean("jin", Step(kind="pull_weapon")))

    assert list_defences(play.state, play.rules, blow) == ("none",)


# ---- spirits, in a melee, refusals -------------------------------------------------------------------


def _spirit(**values: object) -> Figure:
    return Figure(
        npc=True, friendly=False, embodied=False, characteristics={"POW": 15, "CHA": 13}, mp=15, max_mp=15
    )


def test_a_spirit_is_pushed_by_nobody_and_has_no_locations() -> None:
    play = begin(rin=make_rin(), jin=_spirit())
    strike(play, None, how="knockback").refused("runequest.no_target")
    strike(play, None, how="aimed", location="head").refused("runequest.no_target")
    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin", "jin"))))
    for kind, reason in (("knockback", "no_body"), ("aimed_blow", "no_body"), ("attack", "")):
        action = Action(id=1, character="rin", step=Step(kind=kind, target="jin"), sr=6)  # type: ignore[arg-type]
        assert find_hindrance(play.state, play.rules, action, "jin") == reason


@pytest.mark.parametrize("option, found", [("dodge", ("none", "spirit")), ("none", ("none",))])
def test_a_spirit_meets_a_physical_attack_or_does_not(option: str, found: tuple[str, ...]) -> None:
    play = begin(None, {"spirit_defence": option}, rin=make_rin(), jin=_spirit())

    assert list_defences(play.state, play.rules, BLOW) == found


def test_an_attack_of_the_queue_is_struck_and_done() -> None:
    play = fight(jin=make_foe(bound=True), rin=make_figure())
    play.given(mean("rin", attack("jin", special="impale")), mean("jin"))
    act(play, "rin", "do", ((100, 96),))

    assert play.only(BlowDeclared).blow.special == "impale"
    assert play.only(BlowSettled).outcome == "missed"


def test_what_stands_in_the_way_of_an_attack_of_the_queue() -> None:
    def hindrance(target: str = "jin", arm: str = "heavy_mace", **changes: object) -> str:
        play = with_figure(duel(), "rin", **changes)
        play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin", "jin"))))
        action = Action(id=1, character="rin", step=Step(kind="attack", target=target, arm=arm), sr=6)
        return find_hindrance(play.state, play.rules, action, target)

    assert hindrance() == hindrance(target="") == hindrance(arm="") == ""
    assert hindrance(arm="maul") == "weapon_not_at_hand"
    assert hindrance(arms={"heavy_mace": hold("heavy_mace", "")}) == "weapon_not_at_hand"
    assert hindrance(hindrances=(Hindrance(kind="shocked"),)) == "shocked"
    assert hindrance(hindrances=(Hindrance(kind="no_attack", until=3),)) == "cannot_attack"
    assert hindrance(hindrances=(Hindrance(kind="no_attack", times=1),)) == ""
    assert hindrance(target="kai") == "target_gone"


@pytest.mark.parametrize(
    "values, reason",
    [
        ({"arm": "maul"}, "not_at_hand"),
        ({"target": "rin"}, "no_target"),
        ({"arm": "self_bow"}, "not_for_melee"),
        ({"special": "slash"}, "no_such_special"),
        ({"how": "aimed"}, "aim_where"),
        ({"how": "aimed", "location": "tail"}, "aim_where"),
        ({"location": "head"}, "aim_where"),
        ({"target": "kai"}, "unknown_character"),
    ],
)
def test_what_cannot_be_struck_is_refused(values: dict[str, Any], reason: str) -> None:
    arms = {"heavy_mace": hold("heavy_mace"), "self_bow": hold("self_bow", "both")}
    play = duel(rin=make_rin(arms=arms))
    chosen: dict[str, Any] = {"character": "rin", "target": "jin", **values}
    play.when(Strike(**chosen)).refused(f"runequest.{reason}")


def test_the_dead_are_no_targets_and_in_a_melee_attacks_are_declared() -> None:
    strike(with_figure(duel(), "jin", dead=True), None).refused("runequest.no_target")
    play = fight()
    play.when(Strike(character="rin", target="jin")).refused("runequest.strike_in_melee")


def test_whoever_has_nothing_in_hand_strikes_with_the_fist() -> None:
    play = duel(rin=make_rin(arms={}, skills={"fist": 60}))
    strike(play, "none", (100, 30), (3, 2), (4, 1), LEFT_LEG)

    assert play.only(DamageRolled).weapon == "fist"
    assert leg_of(play) == 1


def test_a_parried_fist_is_hurt_by_the_weapon_that_parries() -> None:
    play = duel(rin=make_rin(arms={}, skills={"fist": 60}))
    strike(play, "parry:medium_shield", (100, 90), (100, 30), (4, 4), (4, 4))

    arm = play.state.characters["rin"].locations["right_arm"]
    assert arm.max_hp - arm.hp == 1


def test_a_weapon_that_loses_hit_points_is_told() -> None:
    play = strike(duel(), "parry:medium_shield", (100, 30), (100, 30), *DAMAGE, LEFT_LEG)

    assert play.only(ArmDamaged).points == 1
    assert arm_of(play, "jin", "medium_shield") == 3


def test_events_of_blows_that_are_not_there_change_nothing() -> None:
    play = duel()
    rolled = strike(duel(), "none", (100, 90)).only(BlowRolled)

    assert play.system.evolve(play.state, rolled) == play.state
    assert play.system.evolve(play.state, BlowBegun(attacker="rin", target="jin")) == play.state
