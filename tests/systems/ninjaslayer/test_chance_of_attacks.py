"""Exact chances of attacks, part by part, of mobs together, of cartwheels and of dodges."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from kit import Play, d6
from ninjas import TABLES, alter, begin, change, fight, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Chance, Circumstance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, MobAttack
from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.commands.judging import Judge, UseSixthSense
from tenmatsu.systems.ninjaslayer.commands.moving import Cartwheel, Leap
from tenmatsu.systems.ninjaslayer.events.attacking import AttackRolled, MobsRolled
from tenmatsu.systems.ninjaslayer.events.dodging import DodgeRolled
from tenmatsu.systems.ninjaslayer.pools import count_successes
from tenmatsu.systems.ninjaslayer.state import Choice

SIXES = {"namu_amida_butsu": 1, "satsubatsu": 3 * 5}


def tell(play: Play, command: Command) -> Chance:
    """Return the chance of a command."""
    return SYSTEM.chance(play.state, play.rules, command)


def odds(chance: Chance) -> dict[str, tuple[int, int]]:
    """Return the ways that lead to each outcome, and all ways."""
    return {one.outcome: (one.favourable, one.possible) for one in chance.odds}


def strike(phase: Any = "attack", foe: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a battle in which pc1 stands beside sonic and it is the hand of pc1."""
    sonic = make_boss(**{"square": "A2", **(foe or {})})
    return fight(begin(pc1=make_ninja(square="A1", **values), sonic=sonic), "pc1", "sonic", phase=phase)


def attack(*targets: str, **values: Any) -> Attack:
    """Return an attack by pc1."""
    return Attack(character="pc1", targets=targets or ("sonic",), **values)


def test_an_attack_hits_or_misses_and_a_critical_is_the_rarer_of_both() -> None:
    chance = tell(strike(karate=3), attack())

    found = {key: ways for key, (ways, _) in odds(chance).items()}
    assert found == {"hits": 216 - 27, "misses": 27, **SIXES}
    assert (chance.roll, chance.needed, chance.hits_from) == ("melee", 1, 4)


def test_each_part_of_a_split_attack_has_its_own_chance() -> None:
    chance = tell(strike(karate=7), attack("sonic", "sonic", split=(4, 3)))

    assert odds(chance)["part_hits:1"] == (6**4 - 3**4, 6**4)
    assert odds(chance)["part_hits:2"] == (6**3 - 3**3, 6**3)
    assert odds(chance)["part_satsubatsu:2"] == (15, 216)


def test_quick_dice_balance_and_focus_are_in_the_chance() -> None:
    play = strike(karate=1, focused=True, foe={"off_balance": True})

    chance = tell(play, attack(quick=1))

    assert odds(chance)["hits"] == (36 - 1, 36)
    assert chance.circumstances == (Circumstance("off_balance", -1), Circumstance("focus", -1))
    assert chance.hits_from == 2


def test_a_precise_attack_needs_three_sixes_for_a_critical_at_any_difficulty() -> None:
    play = strike(karate=1, wazamae=3, weapons=("katana",), wielded="katana", untreated=("head", "legs"))

    chance = tell(play, attack(style="precise"))

    assert odds(chance)["satsubatsu"] == (1, 216)
    assert chance.hits_from == 6


def test_no_shot_and_no_mob_has_a_critical() -> None:
    play = begin(pc1=make_ninja(square="A1"), sonic=make_boss(square="A4"))

    shot = tell(fight(play, "pc1", "sonic", phase="attack"), attack(weapon="shuriken"))

    assert set(odds(shot)) == {"hits", "misses"}
    assert shot.roll == "shooting"


def test_the_unconscious_are_hit_for_sure() -> None:
    play = strike(karate=2, foe={"unconscious": True, "now_vitality": 0})

    assert odds(tell(play, attack())) == {"hits": (1, 1), "misses": (0, 1)}


def test_an_attack_that_may_not_be_made_has_no_chance() -> None:
    with pytest.raises(RuleViolation):
        tell(strike(karate=3), attack("sonic", "sonic"))
    with pytest.raises(RuleViolation):
        tell(strike(), Attack(character="pc9", targets=("sonic",)))


def test_mobs_together_have_a_chance_for_each_number_of_hits() -> None:
    mobs = ("mob1", "mob2")
    one, other = (make_mob(wielded="unarmed", square=square) for square in ("B1", "C1"))
    play = fight(begin(pc1=make_ninja(square="C2"), mob1=one, mob2=other), mobs, "pc1", phase="attack")

    chance = tell(play, MobAttack(characters=mobs, targets=("pc1",)))

    assert odds(chance) == {"hits:0": (9, 36), "hits:1": (18, 36), "hits:2": (9, 36)}


def test_mobs_that_always_hit_have_but_one_outcome() -> None:
    play = begin(
        options={"mob_auto_hit": "on"},
        pc1=make_ninja(square="A2"),
        mob=make_mob(wielded="unarmed", square="A1"),
    )
    fight(play, "mob", "pc1", phase="attack")

    assert odds(tell(play, MobAttack(characters=("mob",), targets=("pc1",)))) == {"hits:1": (1, 1)}


def test_mobs_or_targets_that_are_unknown_have_no_chance() -> None:
    with pytest.raises(RuleViolation) as refusal:
        tell(strike(), MobAttack(characters=("mob9",), targets=("pc1",)))
    assert refusal.value.code == "ninjaslayer.unknown_character"


def test_a_cartwheel_tells_what_passes_blocked_doors_and_windows() -> None:
    play = strike(phase="move", wazamae=3, weapons=("katana",), wielded="katana")

    chance = tell(play, Cartwheel(character="pc1"))

    found = {key: ways for key, (ways, _) in odds(chance).items()}
    assert found == {"succeeds": 216 - 64, "fails": 64, "passes_windows": 1, "passes_doors": 15}
    assert chance.circumstances == (Circumstance("gear_penalty", 1),)


def test_a_leap_has_the_difficulty_that_the_nm_asked_for() -> None:
    about: dict[str, int | str] = {"to": "", "difficulty": "ultra_hard"}
    choice = Choice(kind="leap", whom="pc1", options=("leap", "stay"), about=about)
    play = change(begin(pc1=make_ninja(wazamae=2)), choices=(choice,))

    assert odds(tell(play, Leap(character="pc1", choice="leap"))) == {"succeeds": (11, 36), "fails": (25, 36)}


def dodging(*blows: Blow, **values: Any) -> Play:
    """Return a battle in which pc1 is asked to dodge these blows, in the hand of sonic."""
    play = begin(pc1=make_ninja(square="A1", **values), sonic=make_boss(square="A2"))
    fight(play, "sonic", "pc1", phase="attack")
    assault = Assault(attackers=("sonic",), blows=blows, together=len(blows), asked="dodge")
    return change(play, assaults=(assault,))


def test_a_dodge_counters_with_more_successes_than_all_the_strikes_had() -> None:
    blow = Blow(attacker="sonic", target="pc1", successes=1)
    command = Dodge(character="pc1", choice="dodge", with_dice=2, emergency=1)
    counted = Counter[str]()
    for faces in product(range(1, 7), repeat=3):
        successes = count_successes(faces, TABLES.difficulty(2))
        counted["succeeds" if successes else "fails"] += 1
        counted["counters"] += successes > 1

    chance = tell(dodging(blow), command)

    assert {key: ways for key, (ways, _) in odds(chance).items()} == dict(counted)
    assert chance.roll == "dodge"


def test_a_boost_eases_the_dodge_and_a_shot_brings_no_counter() -> None:
    shot = Blow(attacker="sonic", target="pc1", source="gun", successes=1, dodge=3)
    play = dodging(shot)

    plain = tell(play, Dodge(character="pc1", choice="dodge", with_dice=1))
    boosted = tell(play, Dodge(character="pc1", choice="dodge", with_dice=1, boost=True))

    assert odds(plain) == {"succeeds": (2, 6), "fails": (4, 6)}
    assert odds(boosted)["succeeds"] == (3, 6)


def test_a_dodge_that_nobody_asks_for_has_no_chance() -> None:
    blow = Blow(attacker="sonic", target="pc1", successes=1)
    play = dodging(blow)
    for wrong, command in (
        (strike(), Dodge(character="pc1", choice="dodge", with_dice=1)),
        (play, Dodge(character="sonic", choice="dodge", with_dice=1)),
        (play, Dodge(character="pc1", choice="take")),
    ):
        with pytest.raises(RuleViolation) as refusal:
            tell(wrong, command)
        assert refusal.value.code == "ninjaslayer.no_roll"


def test_a_sixth_sense_has_the_chance_of_the_same_pool_again() -> None:
    play = begin(pc1=make_ninja(karate=2, neuron=13, untreated=("head",)))
    ask = Judge(character="pc1", value="karate", pattern=(6, 6))
    before = tell(play, ask)
    play.given(ask, dice=d6(1, 1))

    again = tell(play, UseSixthSense(character="pc1", choice="reroll"))

    assert again == before
    with pytest.raises(RuleViolation):
        tell(play, UseSixthSense(character="pc1", choice="keep"))


def test_focus_that_a_boost_brings_is_in_the_chance() -> None:
    play = strike(karate=1)

    assert odds(tell(play, attack()))["hits"] == (3, 6)
    assert odds(tell(play, attack(boost=True)))["hits"] == (4, 6)


# ---- verdicts ----


def test_each_part_of_an_attack_and_each_dodge_is_a_verdict() -> None:
    play = alter(strike(karate=3), "sonic", dodge_dice=2).when(attack(), d6(4, 4, 1))
    part = SYSTEM.verdict(play.only(AttackRolled))
    play.when(Dodge(character="sonic", choice="dodge", with_dice=2), d6(1, 6))
    dodge = SYSTEM.verdict(play.only(DodgeRolled))

    assert part is not None
    assert dodge is not None
    assert (part.by, part.what, part.total, part.needed, part.hits_from) == ("pc1", "melee", 2, 1, 4)
    assert (dodge.by, dodge.what, dodge.total, dodge.success) == ("sonic", "dodge", 1, True)


def test_what_hits_for_sure_and_what_several_mobs_roll_is_nobodys_verdict() -> None:
    sure = AttackRolled(
        character="pc1",
        action="melee",
        targets=("sonic",),
        difficulty="normal",
        place=2,
        face=4,
        successes=1,
        damage=1,
        sure=True,
    )
    rolled = {"target": "pc1", "action": "melee", "weapon": "club", "dice": 1, "damage": 1, "hits": 1}
    place = {"difficulty": "normal", "place": 2, "face": 4}
    one = MobsRolled(characters=("a",), faces=(5,), successes=(1,), mobs=1, **rolled, **place)  # type: ignore[arg-type]
    two = MobsRolled(characters=("a", "b"), faces=(5, 1), successes=(1, 0), mobs=2, **rolled, **place)  # type: ignore[arg-type]

    assert SYSTEM.verdict(sure) is None
    assert SYSTEM.verdict(two) is None
    verdict = SYSTEM.verdict(one)
    assert verdict is not None
    assert (verdict.by, verdict.success) == ("a", True)


def test_every_outcome_has_words() -> None:
    words = SYSTEM.words()
    plain = ("hits", "misses", "satsubatsu", "namu_amida_butsu")
    keys = (*plain, *(f"part_{key}" for key in plain), "counters", "passes_windows", "passes_doors")
    assert [key for key in keys for lang in LANGUAGES if words.label(key, lang) == key and lang == "ja"] == []
    assert words.label("part_hits:2", "ja") == "命中（何発目）:2"
