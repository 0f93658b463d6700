"""What a relation check won as the passive side brings."""

from typing import Any

from bloodberries import make_curse, make_npc
from bloodties import check, make_quiet, meet, own, strength_of
from kit import Play, work_on

from tenmatsu.systems.bloodberry.commands.relations import TakeWin
from tenmatsu.systems.bloodberry.decide.relations import gain_vigour
from tenmatsu.systems.bloodberry.events.relations import StrengthChanged, VigourGained, WinOffered, WinTaken
from tenmatsu.systems.bloodberry.people import Person

ONE = own("指輪", "教師", spent=("狼さん",))
TWO = own("指輪", spent=("狼さん", "やせ我慢"))
NONE = own("指輪", "狼さん", "教師")


def lose_to(strength: int = 0, options: dict[str, Any] | None = None, **people: Person) -> Play:
    """Return a play in which `b` has won the check of `a`."""
    return check(meet(strength, options, **people), (1, 1, 1, 1), (5, 1, 1, 1))


def options_of(play: Play) -> tuple[str, ...]:
    """Return what `b` may choose."""
    offered: WinOffered = play.only(WinOffered)
    play.asks("passive_win", "b", *offered.options)
    return offered.options


def test_a_raise_deepens_the_relation_and_nobody_sublimates_for_it() -> None:
    play = lose_to(0, a=make_quiet(traits=ONE), b=make_quiet(traits=ONE))
    play.when(TakeWin(character="b", choice="raise"))
    play.then(
        WinTaken(character="b", target="a", choice="raise"),
        StrengthChanged(one="b", other="a", change=1, now=1),
    )
    play.settled()


def test_to_lower_weakens_the_relation() -> None:
    play = lose_to(2)
    play.when(TakeWin(character="b", choice="lower"))
    play.then(
        WinTaken(character="b", target="a", choice="lower"),
        StrengthChanged(one="b", other="a", change=-1, now=1),
    )
    assert strength_of(play) == 1
    play.settled()


def test_vigour_is_gained_up_to_three_and_lost_beyond() -> None:
    for before, gained in ((0, 1), (2, 1), (3, 0)):
        work = work_on(meet(1, b=make_quiet(vigour=before)))
        gain_vigour(work, "b")
        assert [one.event for one in work.recorded] == [
            VigourGained(character="b", gained=gained, now=before + gained)
        ]
        assert work.state.people["b"].vigour == before + gained


def test_vigour_leaves_the_strength_as_it_is() -> None:
    play = lose_to(1)
    play.when(TakeWin(character="b", choice="vigour"))
    play.then(
        WinTaken(character="b", target="a", choice="vigour"), VigourGained(character="b", gained=1, now=1)
    )
    assert (strength_of(play), play.state.people["b"].vigour) == (1, 1)


def test_a_raise_needs_as_many_sublimated_traits_on_each_side_as_the_new_strength() -> None:
    for of_a, of_b, may in ((TWO, TWO, True), (TWO, ONE, False), (ONE, TWO, False)):
        play = lose_to(1, a=make_quiet(traits=of_a), b=make_quiet(traits=of_b))
        assert ("raise" in options_of(play)) is may


def test_a_raise_counts_each_side_or_both_added_up() -> None:
    for reading, may in (("each", False), ("both", True)):
        people: dict[str, Any] = {"a": make_quiet(traits=TWO), "b": make_quiet(traits=NONE)}
        assert ("raise" in options_of(lose_to(1, {"passive_raise": reading}, **people))) is may
    short: dict[str, Any] = {"a": make_quiet(traits=ONE), "b": make_quiet(traits=NONE)}
    assert "raise" not in options_of(lose_to(1, {"passive_raise": "both"}, **short))


def test_who_has_no_traits_is_not_held_to_their_number() -> None:
    for reading in ("each", "both"):
        for other in (make_npc(), make_curse()):
            enough: dict[str, Any] = {"a": make_quiet(traits=TWO), "b": other}
            assert "raise" in options_of(lose_to(1, {"passive_raise": reading}, **enough))
            short: dict[str, Any] = {"a": make_quiet(traits=ONE), "b": other}
            assert "raise" not in options_of(lose_to(1, {"passive_raise": reading}, **short))


def test_nothing_is_lowered_below_zero_nor_raised_above_three() -> None:
    ripe: dict[str, Any] = {"a": make_quiet(traits=TWO), "b": make_quiet(traits=TWO)}
    assert options_of(lose_to(0, **ripe)) == ("raise", "vigour")
    assert options_of(lose_to(3, **ripe)) == ("lower", "vigour")


def test_where_vigour_alone_is_left_it_comes_at_once() -> None:
    play = lose_to(0, a=make_quiet(traits=NONE), b=make_quiet(traits=NONE))
    assert play.only(WinTaken) == WinTaken(character="b", target="a", choice="vigour")
    assert play.only(VigourGained).now == 1
    play.settled()


def test_only_what_is_offered_can_be_taken() -> None:
    play = lose_to(1, a=make_quiet(traits=NONE), b=make_quiet(traits=NONE))
    play.when(TakeWin(character="b", choice="raise")).refused("bloodberry.not_in_win")
    play.when(TakeWin(character="a", choice="vigour")).refused("bloodberry.no_win")
    play.given(TakeWin(character="b", choice="vigour"))
    play.when(TakeWin(character="b", choice="vigour")).refused("bloodberry.no_win")
