"""The fumble table: each row for attacks and for parries, and what its losses do afterwards."""

import msgspec
import pytest
from kit import Play, work_on
from runeblows import DAMAGE, LEFT_LEG, arm_of, duel, leg_of, make_jin, make_rin, strike, with_figure
from runemelees import act, fight, mean
from runemelees import strike as attack
from runequests import hold, make_figure, make_foe

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.commands.wounds import PassTime
from tenmatsu.systems.runequest.decide.fumblehits import find_nearest_friend
from tenmatsu.systems.runequest.decide.fumbling import roll_fumble
from tenmatsu.systems.runequest.decide.hindering import clear_sight, is_held_back
from tenmatsu.systems.runequest.events.attacks import (
    ArmAway,
    ArmorLost,
    BlowDeclared,
    Forfeited,
    Fumbled,
    Hindered,
)
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.figures import Hindrance, Spell
from tenmatsu.systems.runequest.melee import Melee

Dice = tuple[tuple[int, int], ...]
ARMS = {"heavy_mace": hold("heavy_mace"), "medium_shield": hold("medium_shield", "left")}
RIN = make_rin(armor=3, arms=ARMS)
MOST = (DAMAGE[1], LEFT_LEG)


def _fumble(face: int, *dice: tuple[int, int]) -> Play:
    """Let rin's attack fumble, outside a melee (round 0 of the clock)."""
    return strike(duel(rin=RIN), "none", (100, 100), (100, face), *dice)


def _lost(**values: int) -> tuple[Hindrance, ...]:
    return tuple(Hindrance(kind=kind, times=times) for kind, times in values.items())  # type: ignore[arg-type]


LOSSES: dict[int, tuple[str, Dice, tuple[Hindrance, ...]]] = {
    1: ("lose_parry", (), _lost(no_parry=1)),
    5: ("lose_parry", (), _lost(no_parry=1)),
    6: ("lose_attack", (), _lost(no_attack=1)),
    11: ("lose_both", (), _lost(no_attack=1, no_parry=1)),
    16: ("lose_all", (), _lost(no_attack=1, no_parry=1, no_dodge=1)),
    21: ("lose_attacks", ((3, 2),), _lost(no_attack=2)),
    26: ("lose_both_many", ((3, 3),), _lost(no_attack=3, no_parry=3)),
    31: ("shield_gone", (), ()),
    36: ("shield_and_attack", (), _lost(no_attack=1)),
    41: ("armor_gone", (LEFT_LEG,), ()),
    46: ("armor_and_both", (LEFT_LEG,), _lost(no_attack=1, no_parry=1)),
    51: (
        "fall",
        ((3, 2),),
        (Hindrance(kind="no_parry", until=1), Hindrance(kind="must_rise", until=3)),
    ),
    56: (
        "ankle",
        ((10, 1), (10, 2), (10, 3), (10, 4), (10, 5)),
        (Hindrance(kind="slowed", amount=2, until=16),),
    ),
    61: (
        "fall_and_ankle",
        ((3, 1), (10, 1), (10, 1), (10, 1), (10, 1), (10, 1)),
        (
            Hindrance(kind="no_parry", until=1),
            Hindrance(kind="must_rise", until=2),
            Hindrance(kind="slowed", amount=2, until=6),
        ),
    ),
    64: ("sight", ((3, 2),), (Hindrance(kind="attack_parry_less", amount=-25, times=2),)),
    68: ("sight_worse", ((6, 5),), (Hindrance(kind="attack_parry_less", amount=-50, times=5),)),
    71: (
        "blind",
        ((6, 4),),
        (Hindrance(kind="no_attack", until=5), Hindrance(kind="no_parry", until=5)),
    ),
    73: ("distracted", (), (Hindrance(kind="exposed", amount=25, since=1, until=2),)),
    75: ("drop", ((3, 1),), ()),
    79: ("knocked_away", ((6, 4), (8, 7)), ()),
    83: ("shattered", (), ()),
}


@pytest.mark.parametrize("face", LOSSES)
def test_a_row_that_attacks_and_parries_share(face: int) -> None:
    key, dice, hindrances = LOSSES[face]
    play = _fumble(face, *dice)

    told = play.only(Fumbled)
    assert (told.key, told.of, told.face) == (key, "attack", face)
    assert play.state.characters["rin"].hindrances == hindrances
    assert len(play.all(Hindered)) == (1 if key != "fall_and_ankle" else 2) * bool(hindrances)

    parried = strike(
        duel(jin=make_jin(armor=3)), "parry:medium_shield", (100, 90), (100, 100), (100, face), *dice
    )
    assert (parried.only(Fumbled).key, parried.only(Fumbled).of) == (key, "parry")
    assert parried.state.characters["jin"].hindrances == hindrances


@pytest.mark.parametrize("face", [31, 36])
def test_a_broken_strap_takes_the_shield_away_for_a_day(face: int) -> None:
    play = _fumble(face)

    shield = play.state.characters["rin"].arms["medium_shield"]
    assert (shield.hand, shield.away_until, arm_of(play, "rin", "medium_shield")) == ("", 7201, 12)
    assert play.only(ArmAway).until == 7201
    assert strike(duel(), "none", (100, 100), (100, face)).all(ArmAway) == []


@pytest.mark.parametrize("face", [41, 46])
def test_a_broken_buckle_takes_the_armour_of_a_location_away(face: int) -> None:
    play = _fumble(face, LEFT_LEG)

    armor = {name: place.armor for name, place in play.state.characters["rin"].locations.items()}
    assert armor.pop("left_leg") == 0
    assert set(armor.values()) == {3}
    assert play.only(ArmorLost).location == "left_leg"
    assert strike(duel(), "none", (100, 100), (100, face), LEFT_LEG).all(ArmorLost) == []


@pytest.mark.parametrize("face, dice", [(51, ((3, 2),)), (61, ((3, 2), *((10, 1),) * 5))])
def test_a_slip_lays_somebody_on_the_ground(face: int, dice: Dice) -> None:
    assert _fumble(face, *dice).state.characters["rin"].prone


def test_what_is_dropped_can_be_taken_up_in_some_rounds() -> None:
    mace = _fumble(75, (3, 2)).state.characters["rin"].arms["heavy_mace"]

    assert (mace.hand, mace.away_until) == ("", 3)


def test_what_is_knocked_away_lies_some_metres_off() -> None:
    play = _fumble(79, (6, 4), (8, 7))

    told = play.only(Fumbled)
    assert (told.weapon, told.count, told.direction) == ("heavy_mace", 4, 7)
    assert play.state.characters["rin"].arms["heavy_mace"].hand == ""


def test_what_shatters_is_beyond_repair() -> None:
    mace = _fumble(83).state.characters["rin"].arms["heavy_mace"]

    assert (mace.hp, mace.broken) == (-10, True)


@pytest.mark.parametrize(
    "magic, points, chance", [("spirit", 3, 70), ("rune", 3, 40), ("rune", 5, 0), ("sorcery", 2, 80)]
)
def test_magic_on_it_keeps_a_weapon_from_shattering(magic: str, points: int, chance: int) -> None:
    spell = Spell(spell="bladesharp", magic=magic, points=points, at="heavy_mace")  # type: ignore[arg-type]
    for face, shattered in ((chance, True), (chance + 1, False)):
        dice = ((100, face),) if chance else ()
        play = strike(
            duel(rin=msgspec.structs.replace(RIN, spells=(spell,))), "none", (100, 100), (100, 83), *dice
        )
        assert play.only(Fumbled).shattered == (shattered and chance > 0)
        assert play.state.characters["rin"].arms["heavy_mace"].broken == (shattered and chance > 0)


def test_bare_hands_lose_nothing() -> None:
    rin = make_rin(arms={}, skills={"fist": 60})
    for face, dice in ((75, ((3, 2),)), (79, ((6, 4), (8, 7))), (83, ())):
        play = strike(duel(rin=rin), "none", (100, 100), (100, face), *dice, arm="fist")
        assert play.only(Fumbled).how == "unarmed"


HITS: dict[int, tuple[str, Dice, int]] = {
    87: ("hit_friend", (*DAMAGE, LEFT_LEG), 7),
    90: ("hit_friend_maximum", MOST, 9),
    92: ("hit_friend_critical", MOST, 16),
    93: ("hit_self", (*DAMAGE, LEFT_LEG), 7),
    96: ("hit_self_maximum", MOST, 9),
    98: ("hit_self_critical", MOST, 16),
}


@pytest.mark.parametrize("face", HITS)
def test_an_attack_that_goes_astray_hits_oneself_where_no_friend_is_near(face: int) -> None:
    key, dice, points = HITS[face]
    play = _fumble(face, *dice)

    assert (play.only(Fumbled).key, play.only(Fumbled).whom) == (key, "rin")
    assert leg_of(play, "rin") == points


@pytest.mark.parametrize("face", [87, 90, 92])
def test_an_attack_that_goes_astray_hits_the_nearest_friend(face: int) -> None:
    key, dice, points = HITS[face]
    play = duel(rin=RIN, kai=make_figure(armor=3), aya=make_figure())
    melee = Melee(fighters=("rin", "jin", "aya", "kai"), places={"rin": 0, "jin": 2, "aya": 9, "kai": 1})
    play.given_state(msgspec.structs.replace(play.state, melee=melee))
    script = ScriptedDice(((100, face), *dice))
    work = work_on(play, script)
    roll_fumble(work, "rin", "heavy_mace", "attack", Blow(attacker="rin", target="jin", arm="heavy_mace"))

    assert script.left == ()
    leg = work.state.characters["kai"].locations["left_leg"]
    assert leg.max_hp - leg.hp == points
    assert next(one.event for one in work.recorded if isinstance(one.event, Fumbled)).key == key


def test_the_dead_and_foes_are_no_friends() -> None:
    play = duel(kai=make_figure(dead=True))
    melee = Melee(fighters=("rin", "jin", "kai"))
    play.given_state(msgspec.structs.replace(play.state, melee=melee))

    assert find_nearest_friend(work_on(play), "rin") == ""


FOE: dict[int, tuple[str, Dice, int]] = {
    87: ("foe_hits", (*DAMAGE, LEFT_LEG), 8),
    92: ("foe_hits", (*DAMAGE, LEFT_LEG), 8),
    93: ("foe_hits_maximum", MOST, 10),
    96: ("foe_hits_critical", MOST, 16),
    98: ("foe_hits_critical", MOST, 16),
}


@pytest.mark.parametrize("face", FOE)
def test_a_fumbled_parry_may_let_the_foe_hit_after_all(face: int) -> None:
    key, dice, points = FOE[face]
    play = strike(duel(), "parry:medium_shield", (100, 90), (100, 100), (100, face), *dice)

    assert (play.only(Fumbled).key, play.only(Fumbled).whom) == (key, "jin")
    assert leg_of(play) == points


def test_a_blow_that_did_as_much_already_does_no_more() -> None:
    play = strike(duel(), "parry:medium_shield", (100, 30), (100, 100), *DAMAGE, LEFT_LEG, (100, 87))
    assert leg_of(play) == 8


@pytest.mark.parametrize("of", ["attack", "parry"])
@pytest.mark.parametrize("face, again", [(99, 2), (100, 3)])
def test_the_last_faces_ask_for_more_rolls(of: str, face: int, again: int) -> None:
    more = ((100, 3), (100, 8), (100, 18))[:again]
    if of == "attack":
        play = _fumble(face, *more)
    else:
        play = strike(duel(), "parry:medium_shield", (100, 90), (100, 100), (100, face), *more)

    keys = [one.key for one in play.all(Fumbled)]
    first = "roll_twice" if face == 99 else "roll_thrice"
    assert keys == [first, *("lose_parry", "lose_attack", "lose_all")[:again]]


def test_more_rolls_may_ask_for_more_again() -> None:
    play = _fumble(99, (100, 99), (100, 3), (100, 3), (100, 3))

    assert len(play.all(Fumbled)) == 5


def test_a_lost_attack_is_the_next_one_and_counts_down() -> None:
    play = with_figure(duel(), "rin", hindrances=_lost(no_attack=2))

    for left in (1, 0):
        play.when(Strike(character="rin", target="jin")).settled()
        assert play.only(Forfeited).what == "no_attack"
        assert play.all(BlowDeclared) == []
        assert sum(one.times for one in play.state.characters["rin"].hindrances) == left
    play.when(Strike(character="rin", target="jin"))
    play.asks("defend", "jin", "none", "parry:medium_shield", "dodge")


def test_a_lost_attack_of_the_queue_is_lost() -> None:
    play = fight(rin=make_figure(hindrances=_lost(no_attack=1)), jin=make_foe())
    play.given(mean("rin", attack("jin")), mean("jin"))
    act(play, "rin")

    assert play.only(Forfeited).character == "rin"
    assert play.state.characters["rin"].hindrances == ()


def test_a_lost_parry_or_dodge_is_the_next_one() -> None:
    play = with_figure(duel(), "jin", hindrances=_lost(no_parry=1))
    strike(play, None, ask=())
    play.asks("defend", "jin", "none", "dodge")

    play = with_figure(duel(), "jin", hindrances=_lost(no_parry=1, no_dodge=1))
    strike(play, None, (100, 90))
    assert [one.what for one in play.all(Forfeited)] == ["no_parry", "no_dodge"]
    play.when(Strike(character="rin", target="jin"))
    play.asks("defend", "jin", "none", "parry:medium_shield", "dodge")


def test_a_blow_that_nobody_could_parry_uses_no_lost_parry_up() -> None:
    kept = _lost(no_parry=1, no_dodge=1)
    play = strike(with_figure(duel(), "jin", hindrances=kept, prone=True), None, (100, 96))
    assert [one.kind for one in play.state.characters["jin"].hindrances] == ["no_dodge"]

    play = strike(with_figure(duel(), "jin", hindrances=kept), None, (100, 90), how="free")
    assert play.state.characters["jin"].hindrances == kept

    archer = make_rin(arms={"self_bow": hold("self_bow", "both", loaded=True)}, skills={"self_bow": 60})
    play = with_figure(duel(rin=archer), "jin", hindrances=kept)
    play.when(Shoot(character="rin", target="jin", arm="self_bow"), ((100, 90),))
    assert play.state.characters["jin"].hindrances == kept


def test_whoever_sees_nothing_cannot_attack_at_all() -> None:
    blind = (Hindrance(kind="no_attack", until=3),)
    strike(with_figure(duel(), "rin", hindrances=blind), None).refused("runequest.cannot_attack")


def test_impaired_sight_lowers_attacks_and_parries() -> None:
    less = (Hindrance(kind="attack_parry_less", amount=-25, times=2),)
    play = with_figure(with_figure(duel(), "rin", hindrances=less), "jin", hindrances=less)
    strike(play, "parry:medium_shield", (100, 90), (100, 90))

    assert [one.limits.chance for one in play.all(Checked)] == [35, 35]


def test_who_is_distracted_is_open_to_foes_in_the_next_round_alone() -> None:
    exposed = (Hindrance(kind="exposed", amount=25, since=1, until=2),)
    chances = list[int]()
    for now in (0, 1, 2):
        play = with_figure(duel(), "jin", hindrances=exposed)
        play.given_state(msgspec.structs.replace(play.state, now=now))
        strike(play, "none", (100, 97))
        chances.append(play.only(Checked).limits.chance)
    assert chances == [60, 85, 60]


def test_sight_clears_by_rounds_out_of_melee() -> None:
    less = Hindrance(kind="attack_parry_less", amount=-25, times=2)
    play = with_figure(duel(), "rin", hindrances=(less, Hindrance(kind="no_dodge", times=1)))
    melee = Melee(fighters=("rin", "jin"), engaged=(("jin", "rin"),))
    engaged = msgspec.structs.replace(play.state, melee=melee)
    work = work_on(play.given_state(engaged))
    clear_sight(work)
    assert work.recorded == []

    play.given_state(msgspec.structs.replace(engaged, melee=Melee(fighters=("rin", "jin"))))
    work = work_on(play)
    clear_sight(work)
    assert work.state.characters["rin"].hindrances[0].times == 1
    clear_sight(work)
    assert [one.kind for one in work.state.characters["rin"].hindrances] == ["no_dodge"]


def test_sight_clears_as_time_passes_too() -> None:
    less = Hindrance(kind="attack_parry_less", amount=-25, times=4)
    play = with_figure(duel(), "rin", hindrances=(less,)).when(PassTime(minutes=1))

    assert not is_held_back(play.state, play.state.characters["rin"], "attack_parry_less")
