"""Sublimating traits (昇華): who has to, what they choose, what it brings."""

from typing import Any

import pytest
from bloodberries import TABLES, make_curse, make_npc
from bloodties import check, make_quiet, meet, own
from kit import Play, work_on

from tenmatsu.systems.bloodberry.commands.relations import SublimateTrait
from tenmatsu.systems.bloodberry.decide.relations import deepen_relation, list_affirming
from tenmatsu.systems.bloodberry.decide.sublimating import ask_sublimation, sublimate
from tenmatsu.systems.bloodberry.events.curses import CameBack
from tenmatsu.systems.bloodberry.events.relations import Sublimated, SublimationAsked
from tenmatsu.systems.bloodberry.people import Person, Trait

THREE = own("指輪", "狼さん", "魔女")


def succeed(strength: int = 0, options: dict[str, Any] | None = None, **people: Person) -> Play:
    """Return a play in which the check of `a` on `b` has just succeeded."""
    return check(meet(strength, options, **people), (5, 5, 5, 5), (1, 1, 1, 1))


def test_each_side_below_the_new_strength_sublimates_one_trait_the_active_side_first() -> None:
    play = succeed(a=make_quiet(traits=THREE), b=make_quiet(traits=own("教師", "自堕落")))
    play.asks("sublimate", "a", "指輪", "狼さん", "魔女")
    play.when(SublimateTrait(character="a", trait="狼さん"))
    play.then(
        Sublimated(character="a", trait="狼さん", ability="grace", gain=1, now=3, chosen=True),
    )
    play.asks("sublimate", "b", "教師", "自堕落")
    play.given(SublimateTrait(character="b", trait="教師")).settled()
    assert play.state.people["b"].traits["教師"].sublimated


def test_who_has_as_many_as_the_new_strength_sublimates_nothing() -> None:
    ripe = own("魔女", spent=("指輪", "狼さん"))
    succeed(1, a=make_quiet(traits=ripe), b=make_quiet(traits=ripe)).settled()
    succeed(0, a=make_quiet(traits=ripe), b=make_quiet(traits=ripe)).settled()


def test_one_trait_is_sublimated_or_as_many_as_it_takes() -> None:
    for reading, count in (("one", 1), ("all", 2)):
        people = {"a": make_quiet(traits=THREE), "b": make_npc()}
        play = succeed(1, {"sublimate_count": reading}, **people)
        assert play.only(SublimationAsked).count == count
        for trait in ("魔女", "指輪")[:count]:
            assert play.pending[0].details["count"] == count - play.state.people["a"].sublimated
            play.given(SublimateTrait(character="a", trait=trait))
        assert play.state.people["a"].sublimated == count
        play.settled()


def test_where_nothing_is_left_to_choose_the_rest_is_sublimated_at_once() -> None:
    play = succeed(2, a=make_quiet(traits=own("指輪", spent=("狼さん", "魔女"))))
    assert play.only(Sublimated).trait == "指輪"
    play.settled()

    work = work_on(meet(a=make_quiet(traits=own("指輪", "狼さん"))))
    ask_sublimation(work, "a", 5)
    assert work.state.people["a"].sublimated == 2
    assert not work.state.choices


def test_people_and_curses_without_traits_are_passed_over() -> None:
    for other in (make_npc(), make_curse()):
        play = succeed(a=make_npc(), b=other)
        assert not play.all(SublimationAsked)
        play.settled()


@pytest.mark.parametrize("trait", list(TABLES.traits))
def test_its_ability_rises_and_what_it_affirmed_counts_no_longer(trait: str) -> None:
    row = TABLES.traits[trait]
    work = work_on(meet(a=make_quiet(traits=own(trait))))
    before = work.state.people["a"]
    assert list_affirming(work.state, work.rules, "a", row.affirms) == {trait: 1}
    sublimate(work, "a", trait)

    after = work.state.people["a"]
    assert after.ability(row.raises) == before.ability(row.raises) + 1
    assert after.raised == {row.raises: 1}
    assert after.traits == {trait: Trait(sublimated=True)}
    assert list_affirming(work.state, work.rules, "a", row.affirms) == {}


def test_a_trait_is_sublimated_once() -> None:
    work = work_on(meet(a=make_quiet(traits=own(spent=("指輪",)))))
    sublimate(work, "a", "指輪")
    sublimate(work, "a", "魔女")
    sublimate(work, "a", "unknown")
    assert not work.recorded


def test_what_sublimation_adds_is_counted_by_ability() -> None:
    work = work_on(meet(a=make_quiet(traits=own("指輪", "教師", "狼さん"))))
    for trait in ("指輪", "教師", "狼さん"):
        sublimate(work, "a", trait)
    assert work.state.people["a"].raised == {"maturity": 2, "grace": 1}


def test_who_was_out_by_the_ability_that_rises_comes_back() -> None:
    work = work_on(meet(a=make_quiet(traits=own("狼さん"), grace=0, out=True)))
    sublimate(work, "a", "狼さん")
    assert work.recorded[-1].event == CameBack(character="a")
    assert work.state.people["a"].can_act

    still = work_on(meet(a=make_quiet(traits=own("狼さん"), grace=0, passion=0, out=True)))
    sublimate(still, "a", "狼さん")
    assert still.state.people["a"].out


def test_a_trait_that_goes_another_way_is_withdrawn_from_the_choice() -> None:
    work = work_on(meet(a=make_quiet(traits=THREE), b=make_npc()))
    deepen_relation(work, "a", "b")
    sublimate(work, "a", "狼さん")
    assert [choice.options for choice in work.state.choices] == [("指輪", "魔女")]
    sublimate(work, "a", "指輪")
    sublimate(work, "a", "魔女")
    assert not work.state.choices


def test_only_a_trait_that_is_asked_for_can_be_chosen() -> None:
    play = succeed(a=make_quiet(traits=THREE))
    play.when(SublimateTrait(character="a", trait="教師")).refused("bloodberry.not_to_sublimate")
    play.when(SublimateTrait(character="b", trait="指輪")).refused("bloodberry.nothing_to_sublimate")
    play.given(SublimateTrait(character="a", trait="指輪"))
    play.when(SublimateTrait(character="a", trait="魔女")).refused("bloodberry.nothing_to_sublimate")
