"""Checks: two dice of at most the target, and the doubles that gain a card."""

from typing import Any

import msgspec
import pytest
from akatsukis import TABLES, begin, hold, lay_out, make_figure, make_npc
from kit import Dice, Play, d6
from wounds import owing, wounded

from tenmatsu.engine.contract import Circumstance
from tenmatsu.engine.errors import UsageError
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival
from tenmatsu.systems.akatsuki.events.cards import AwakeningGained, CardsSpent
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.state import Deck
from tenmatsu.systems.akatsuki.tables import load
from tenmatsu.systems.akatsuki.verdict import read_verdict

FIELDS = {"goro": "決斗", "taiku": "剛力", "tosei": "手練", "kaigu": "仁義"}


def check(**values: Any) -> RollCheck:
    """Return a check of 体躯 in the field 剛力 by kyo, with changes."""
    fields: dict[str, Any] = {"character": "kyo", "ability": "taiku", "field": "剛力", **values}
    return RollCheck(**fields)


def alone(options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a play with kyo alone: 体躯 8, one's own field 剛力."""
    return begin(options=options, kyo=make_figure(fields=FIELDS, **values))


def roll(play: Play, *faces: int, drawn: int | None = None, **values: Any) -> Checked:
    """Roll the check; where a card is drawn, say which in the row of those unseen."""
    dice: Dice = d6(*faces)
    if drawn is not None:
        dice = [*dice, (len(play.state.deck.unseen), drawn)]
    found: Checked = play.when(check(**values), dice).only(Checked)
    return found


@pytest.mark.parametrize("faces, success", [((3, 5), True), ((2, 5), True), ((4, 5), False), ((6, 6), False)])
def test_a_sum_of_at_most_the_target_succeeds(faces: tuple[int, int], success: bool) -> None:
    checked = roll(alone(), *faces)

    assert (checked.level, checked.target, checked.total) == (8, 8, sum(faces))
    assert checked.success is success
    assert checked.circumstances == ()


def test_target_is_level_gear_difficulty_effect_and_boost() -> None:
    play = alone(awakening=hold("matsu_2"))
    checked = roll(play, 5, 6, gear=2, difficulty=-3, effect=1, plus=3, cards=("matsu_2",))

    assert checked.circumstances == (
        Circumstance("gear", 2),
        Circumstance("difficulty", -3),
        Circumstance("effect", 1),
        Circumstance("boost", 3),
    )
    assert (checked.target, checked.success) == (11, True)
    assert [event.__class__ for event in play.events] == [CardsSpent, Checked]
    assert play.state.characters["kyo"].awakening == ()


@pytest.mark.parametrize(
    "level, rate", [(2, 1), (3, 0), (4, 0), (5, -1), (6, -2), (7, -2), (8, -3), (9, -4), (10, -4), (12, -5)]
)
def test_ability_of_an_npc_changes_the_target_by_its_rate(level: int, rate: int) -> None:
    play = begin(kyo=make_figure(fields=FIELDS), yakuza=make_npc(taiku=level))
    checked = roll(play, 1, 2, against="yakuza")

    assert checked.target == 8 + rate
    assert checked.circumstances == ((Circumstance("rate", rate),) if rate else ())


def test_another_ability_of_the_npc_may_count() -> None:
    play = begin(kyo=make_figure(fields=FIELDS), yakuza=make_npc(taiku=3, kaigu=9))

    assert roll(play, 1, 2, against="yakuza", against_ability="kaigu").target == 4


@pytest.mark.parametrize(
    "level, rate", [(1, 1), (13, -6), (14, -6), (19, -9), (20, -9), (21, -10), (25, -12)]
)
def test_rates_go_on_beyond_the_table(level: int, rate: int) -> None:
    assert TABLES.rate(level) == rate


def test_double_at_most_the_ability_in_ones_own_field_gains_a_card() -> None:
    play = alone()
    checked = roll(play, 4, 4, drawn=1)

    assert checked.success
    gained = play.only(AwakeningGained)
    assert (gained.why, gained.card) == ("double", "matsu_1")
    assert play.state.characters["kyo"].awakening == hold("matsu_1")
    assert play.state.deck.left == 47


def test_double_above_the_ability_gains_nothing() -> None:
    play = alone()

    assert not roll(play, 5, 5).success
    assert play.all(AwakeningGained) == []


def test_double_gains_a_card_though_the_check_fails() -> None:
    play = alone()

    assert not roll(play, 4, 4, drawn=1, difficulty=-2).success
    assert len(play.all(AwakeningGained)) == 1


def test_double_is_compared_with_the_unmodified_ability() -> None:
    play = alone()

    assert roll(play, 5, 5, gear=4).success
    assert play.all(AwakeningGained) == []


@pytest.mark.parametrize("face, gains", [(4, True), (5, True), (6, True)])
def test_double_may_be_compared_by_its_face(face: int, gains: bool) -> None:
    play = alone({"double": "face"})
    roll(play, face, face, drawn=1)

    assert bool(play.all(AwakeningGained)) is gains


def test_face_above_the_ability_gains_nothing() -> None:
    play = alone({"double": "face"}, taiku=3)
    roll(play, 4, 4)

    assert play.all(AwakeningGained) == []


@pytest.mark.parametrize(
    "field, option, gains", [("剛力", "own", True), ("気合", "own", False), ("", "own", False)]
)
def test_double_gains_in_ones_own_field_alone(field: str, option: str, gains: bool) -> None:
    play = alone({"field_check": option})
    roll(play, 2, 2, drawn=1 if gains else None, field=field)

    assert bool(play.all(AwakeningGained)) is gains


@pytest.mark.parametrize("field", ["剛力", "気合", ""])
def test_double_may_gain_in_any_check(field: str) -> None:
    play = alone({"field_check": "any"})
    roll(play, 2, 2, drawn=1, field=field)

    assert len(play.all(AwakeningGained)) == 1


def test_nothing_is_gained_where_nothing_is_left_to_draw() -> None:
    figure = make_figure(fields=FIELDS)
    play = begin(kyo=figure)
    empty = lay_out({"kyo": figure}, pile=0)
    play.given_state(msgspec.structs.replace(empty, deck=Deck()))
    roll(play, 2, 2)

    assert play.all(AwakeningGained) == []


@pytest.mark.parametrize("option, gains", [("body", True), ("never", False)])
def test_double_in_a_survival_check_by_taiku(option: str, gains: bool) -> None:
    play = owing(wounded("nonlethal", 1), options={"survival_double": option})
    play.when(RollSurvival(character="kyo"), [*d6(3, 3), *([(48, 1)] if gains else [])])

    assert bool(play.all(AwakeningGained)) is gains


def test_double_in_a_survival_check_by_fate_points_gains_nothing() -> None:
    play = owing(wounded("lethal", 1))

    assert play.when(RollSurvival(character="kyo"), d6(2, 2)).only(Checked).success
    assert play.all(AwakeningGained) == []


def test_double_in_a_survival_check_is_for_those_with_that_field() -> None:
    play = owing(wounded("nonlethal", 1, fields=FIELDS))
    play.when(RollSurvival(character="kyo"), d6(3, 3))

    assert play.all(AwakeningGained) == []


def test_double_in_a_survival_check_of_an_npc_draws_no_card_of_the_deck() -> None:
    play = owing(wounded("nonlethal", 1, npc=True))

    assert play.when(RollSurvival(character="kyo"), d6(3, 3)).only(Checked).success
    assert play.all(AwakeningGained) == []


def test_checks_that_nobody_rolls_are_refused() -> None:
    figures = {
        "kyo": make_figure(fields=FIELDS),
        "ren": make_figure(),
        "boss": make_npc(),
        "thug": make_npc(),
        "gone": make_figure(dead=True),
        "out": make_figure(unconscious=True),
    }
    play = begin(None, options=None, **figures)

    play.when(check(character="boss")).refused("akatsuki.npc_rolls_not")
    play.when(check(character="boss", against="thug")).refused("akatsuki.npc_against_npc")
    play.when(check(against="ren")).refused("akatsuki.against_player")
    play.when(check(against_ability="goro")).refused("akatsuki.against_nobody")
    play.when(check(against="nobody")).refused("akatsuki.unknown_character")
    play.when(check(character="nobody")).refused("akatsuki.unknown_character")
    play.when(check(character="gone")).refused("akatsuki.cannot_act")
    play.when(check(character="out")).refused("akatsuki.cannot_act")
    play.when(check(field="忍術")).refused("akatsuki.no_such_field")


def test_a_table_adds_its_own_fields() -> None:
    play = begin('[fields]\ntosei = ["聡明", "手練", "忍術"]\n', kyo=make_figure())

    assert play.when(check(ability="tosei", field="忍術"), d6(1, 2)).only(Checked).field == "忍術"


def test_a_table_may_add_other_numbers_of_dice_but_no_others() -> None:
    play = begin("[checks]\ndice = 3\n", kyo=make_figure())

    assert play.when(check(), d6(1, 2, 6)).only(Checked).total == 9
    with pytest.raises(UsageError):
        load(1, '[checks]\ndice = "3d10"\n')


def test_verdict_says_that_low_sums_succeed() -> None:
    verdict = read_verdict(roll(alone(), 3, 4, difficulty=-1))

    assert verdict is not None
    assert (verdict.by, verdict.what, verdict.needed, verdict.under) == ("kyo", "check", 7, True)
    assert (verdict.faces, verdict.total, verdict.success) == ((3, 4), 7, True)
    assert (verdict.dice, verdict.keep, verdict.sides) == (2, 2, 6)


def test_verdict_of_anything_else_is_none() -> None:
    assert read_verdict(AwakeningGained(character="kyo", card="matsu_1", why="start", left=47)) is None
