"""Treatment: a damage card turned over, from 重体 to 重傷."""

from typing import Any

import pytest
from akatsukis import begin, hold, make_figure, make_npc
from kit import Play, d6
from wounds import fighting, replace, wounded

from tenmatsu.systems.akatsuki.commands.combat import LeaveCombat
from tenmatsu.systems.akatsuki.commands.damage import Treat
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock, SetClock
from tenmatsu.systems.akatsuki.events.cards import CardsSpent
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.events.combat import MajorSpent
from tenmatsu.systems.akatsuki.events.damage import WoundTreated
from tenmatsu.systems.akatsuki.state import Figure, Wound

TREAT = Treat(character="ren", patient="kyo")


def ward(kyo: Figure | None = None, **others: Figure) -> Play:
    """Return a play in which ren, with 渡世 6, may care for kyo, who has a lethal rank 3."""
    return begin(None, options=None, kyo=kyo or wounded("lethal", 3, since=90), ren=make_figure(), **others)


def test_success_turns_the_card_over() -> None:
    play = ward().when(TREAT, d6(2, 3))
    checked = play.only(Checked)

    assert (checked.purpose, checked.ability, checked.field, checked.target) == ("treat", "tosei", "手練", 6)
    turned = Wound(harm="lethal", rank=3, treated=True, since=90)
    assert play.only(WoundTreated) == WoundTreated(character="ren", patient="kyo", wound=turned)
    assert play.state.characters["kyo"].wound == turned


def test_failure_changes_nothing_and_may_be_tried_again() -> None:
    play = ward().when(TREAT, d6(3, 4))

    assert play.all(WoundTreated) == []
    assert len(play.when(TREAT, d6(1, 2)).all(WoundTreated)) == 1


def test_treatment_has_its_own_field_and_may_be_changed_and_boosted() -> None:
    play = begin(kyo=wounded("lethal", 3), ren=make_figure(awakening=hold("matsu_2")))
    command = Treat(
        character="ren",
        patient="kyo",
        way="treatment",
        difficulty=-2,
        gear=1,
        effect=1,
        plus=2,
        cards=("matsu_2",),
    )
    checked = play.when(command, d6(4, 4)).only(Checked)

    assert (checked.field, checked.target) == ("聡明", 8)
    assert play.only(CardsSpent).plus == 2


def test_one_may_care_for_ones_own_wound() -> None:
    play = ward().when(Treat(character="kyo", patient="kyo"), d6(1, 2))

    assert play.only(WoundTreated).patient == "kyo"


def test_treated_at_ten_to_midnight_nothing_falls_due() -> None:
    play = ward().given(SetClock(time="23:50"), TREAT, dice=d6(1, 2))
    play.when(AdvanceClock(hours=48)).settled()

    assert play.state.clock.now == (23 * 60 + 50) + 48 * 60


@pytest.mark.parametrize(
    "patient, code",
    [
        (make_figure(), "no_wound"),
        (wounded("lethal", 2, treated=True), "treated_already"),
        (wounded("lethal", 2, dead=True), "is_dead"),
        (wounded("lethal", 2, doomed=True, zombie_counters=3), "beyond_help"),
        (wounded("lethal", 5), "beyond_help"),
    ],
)
def test_who_needs_no_treatment_or_is_beyond_it(patient: Figure, code: str) -> None:
    ward(patient).when(TREAT).refused(f"akatsuki.{code}")


@pytest.mark.parametrize(
    "changes, code", [({"unconscious": True}, "cannot_act"), ({"dead": True}, "cannot_act")]
)
def test_who_cannot_treat(changes: dict[str, Any], code: str) -> None:
    play = begin(kyo=wounded("lethal", 3), ren=make_figure(**changes))

    play.when(TREAT).refused(f"akatsuki.{code}")


def test_npc_rolls_no_treatment_and_nobody_treats_nobody() -> None:
    play = ward(boss=make_npc())

    play.when(Treat(character="boss", patient="kyo")).refused("akatsuki.npc_rolls_not")
    play.when(Treat(character="ren", patient="nobody")).refused("akatsuki.unknown_character")


def test_wound_of_an_npc_can_be_treated() -> None:
    boss = replace(make_npc(), wound=Wound(harm="nonlethal", rank=4))
    play = ward(boss=boss).when(Treat(character="ren", patient="boss"), d6(1, 2))

    assert play.only(WoundTreated).wound.treated


def test_in_a_fight_it_is_a_major_action_on_ones_own_turn_and_near() -> None:
    play = fighting(ren=make_figure(), kyo=wounded("lethal", 3))
    assert play.when(TREAT, d6(6, 6)).only(MajorSpent).majors == 0
    play.when(TREAT).refused("akatsuki.no_major")
    play.when(Treat(character="kyo", patient="kyo")).refused("akatsuki.not_your_turn")

    far = fighting(ren=make_figure(), kyo=wounded("lethal", 3, lane=2))
    far.when(TREAT).refused("akatsuki.patient_too_far")


def test_two_who_are_not_in_the_fight_care_for_wounds_as_outside_one() -> None:
    play = fighting(a=make_figure(), b=make_npc(), ren=make_figure(), kyo=wounded("lethal", 3))
    play.given(LeaveCombat(character="ren")).when(TREAT).refused("akatsuki.patient_too_far")
    play.given(LeaveCombat(character="kyo")).when(TREAT, d6(2, 3))

    assert play.all(MajorSpent) == []
    assert play.only(WoundTreated).patient == "kyo"
