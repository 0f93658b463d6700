"""まとめて全弾回避 (2-11): which blows one judgement evades, and which are dodged apart."""

from typing import Any

from assaulted import club, come, details, make_gang, shot, strike
from kit import d6
from ninjas import begin, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.events.dodging import DodgedApart, DodgeRolled, Evaded


def dodge(with_dice: int, choice: str = "dodge") -> Dodge:
    return Dodge(character="ren", choice=choice, with_dice=with_dice)  # type: ignore[arg-type]


def test_a_ninja_evades_what_is_not_staggered_by_one_judgement() -> None:
    play = begin(ren=make_ninja(), foe=make_boss())
    come(play, *(strike(source="jitsu", ability="jitsu") for _ in range(3)))
    assert (details(play)["together"], details(play)["left"]) == (3, 0)

    play.when(dodge(1), d6(4)).settled()

    assert play.only(Evaded).together == 3


def test_a_failure_lets_all_of_them_land() -> None:
    play = begin(ren=make_ninja(), foe=make_boss())
    come(play, *(strike(source="jitsu", ability="jitsu") for _ in range(3)))

    play.when(dodge(1), d6(3)).settled()

    assert play.state.characters["ren"].vitality == 3


def test_who_is_no_ninja_dodges_each_by_itself() -> None:
    play = begin(ren=make_ninja(ninja=False), **make_gang(2))
    come(play, club("y1"), club("y2"))
    assert (details(play)["together"], details(play)["left"]) == (1, 1)

    play.when(dodge(1), d6(4))
    assert (details(play)["attacker"], details(play)["left"]) == ("y2", 0)
    play.when(dodge(1), d6(1)).settled()
    assert play.state.characters["ren"].vitality == 5


def test_staggered_blows_are_dodged_one_by_one() -> None:
    play = begin(ren=make_ninja(), foe=make_boss())
    come(play, strike(staggered=True), strike(staggered=True))
    assert (details(play)["together"], details(play)["left"]) == (1, 1)

    play.when(dodge(2), d6(4, 1))
    assert details(play)["dice"] == 4
    play.when(dodge(4), d6(1, 1, 1, 1)).settled()
    assert play.state.characters["ren"].vitality == 5


def test_two_lions_are_evaded_one_shot_of_each_at_a_time() -> None:
    """2-11, second example: four staggered hits of two alike mobs are 2 damage twice; 2 dice, then 2 dice."""
    lions: dict[str, Any] = {name: make_mob(model="lion", vitality=2) for name in ("l1", "l2")}
    play = begin(ren=make_ninja(dodge_dice=4), **lions)
    hits = [club(name, model="lion", weapon="unarmed", staggered=True) for name in ("l1", "l1", "l2", "l2")]
    come(play, *hits)
    told = details(play)
    assert (told["together"], told["damage"], told["left"]) == (2, 2, 2)

    play.when(dodge(2), d6(4, 1))
    told = details(play)
    assert (told["together"], told["damage"], told["left"], told["dice"]) == (2, 2, 0, 2)
    play.when(dodge(2), d6(1, 3)).settled()

    assert play.state.characters["ren"].vitality == 4


def test_staggered_blows_of_mobs_of_two_kinds_are_not_evaded_together() -> None:
    play = begin(ren=make_ninja(), l1=make_mob(model="lion"), y1=make_mob())
    come(play, club("l1", model="lion", staggered=True), club("y1", staggered=True))

    assert details(play)["together"] == 1


def test_staggered_blows_of_bosses_are_never_evaded_together() -> None:
    play = begin(ren=make_ninja(), b1=make_boss(model="naraku"), b2=make_boss(model="naraku"))
    come(play, *(strike(name, model="naraku", staggered=True) for name in ("b1", "b2")))

    assert details(play)["together"] == 1


def test_mobs_of_two_kinds_at_one_initiative_are_evaded_together() -> None:
    play = begin(ren=make_ninja(), y1=make_mob(), s1=make_mob(model="sumotori"))
    come(play, club("y1"), club("s1", model="sumotori"))

    assert details(play)["together"] == 2


def test_blows_on_others_do_not_part_what_is_evaded_together() -> None:
    play = begin(ren=make_ninja(), kai=make_ninja(), **make_gang(3))
    come(play, club("y1"), club("y2", "kai"), club("y3"))
    assert (details(play)["together"], details(play)["successes"]) == (2, 2)

    play.when(dodge(1), d6(6)).asks("dodge", "kai", "dodge", "take")
    assert details(play)["together"] == 1


def test_what_cannot_be_dodged_is_not_evaded_with_the_rest() -> None:
    play = begin(ren=make_ninja(), **make_gang(3))
    come(play, club("y1"), club("y2", undodgeable=True), club("y3"))
    assert details(play)["together"] == 2

    play.when(dodge(1), d6(6)).settled()
    assert play.state.characters["ren"].vitality == 5


def test_differing_difficulties_are_dodged_together_at_the_highest() -> None:
    play = begin(ren=make_ninja(), **make_gang(2))
    come(play, shot("y1", weapon="shotgun", damage=2), shot("y2", weapon="sniper_rifle", dodge=3))
    play.asks("dodge", "ren", "dodge", "apart", "take")
    assert (details(play)["difficulty"], details(play)["together"]) == ("hard", 2)

    play.when(dodge(2), d6(4, 4)).settled()

    assert play.only(DodgeRolled).difficulty == "hard"
    assert play.state.characters["ren"].vitality == 3


def test_or_apart_each_at_its_own_the_hardest_first() -> None:
    play = begin(ren=make_ninja(), **make_gang(3))
    sniper = shot("y2", weapon="sniper_rifle", dodge=3)
    come(play, shot("y1", weapon="shotgun", damage=2), sniper, shot("y3", weapon="shotgun", damage=2))

    play.when(dodge(0, "apart"))
    assert play.only(DodgedApart) == DodgedApart(character="ren")
    play.asks("dodge", "ren", "dodge", "take")
    told = details(play)
    assert (told["difficulty"], told["damage"], told["together"], told["left"]) == ("hard", 1, 1, 2)
    play.when(dodge(1), d6(4))
    told = details(play)
    assert (told["difficulty"], told["damage"], told["together"]) == ("normal", 4, 2)
    play.when(dodge(1), d6(4)).settled()

    assert play.state.characters["ren"].vitality == 5


def test_apart_is_a_choice_without_dice() -> None:
    play = begin(ren=make_ninja(), **make_gang(2))
    come(play, shot("y1"), shot("y2", dodge=3))

    play.when(dodge(1, "apart")).refused("ninjaslayer.dice_without_dodge")


def test_what_a_skill_makes_of_the_difficulties_decides_whether_they_differ() -> None:
    play = begin(ren=make_ninja(skills=("evasive",)), **make_gang(2))
    come(play, shot("y1"), club("y2"))
    play.asks("dodge", "ren", "dodge", "apart", "take")
    assert details(play)["difficulty"] == "normal"

    play = begin(ren=make_ninja(skills=("evasive",)), **make_gang(2))
    come(play, shot("y1"), club("y2", dodge=3))
    play.asks("dodge", "ren", "dodge", "take")
