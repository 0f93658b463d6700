"""Laws of attacks: dice that are split sum to the pool, and what is refused has rolled nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st
from kit import d6
from ninjas import begin, fight, make_boss, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.decide.parts import split_pool
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, AttackRolled


@given(count=st.integers(1, 6), more=st.integers(0, 30))
def test_an_even_split_sums_to_the_pool_and_leaves_no_part_without_a_die(count: int, more: int) -> None:
    split = split_pool(count + more, count, ())
    assert sum(split) == count + more
    assert min(split) >= 1
    assert max(split) - min(split) <= 1
    assert list(split) == sorted(split, reverse=True)


@settings(max_examples=60)
@given(split=st.lists(st.integers(0, 8), min_size=1, max_size=4), quick=st.integers(0, 5))
def test_whatever_split_is_said_the_parts_sum_to_the_pool_or_nothing_is_rolled(
    split: list[int], quick: int
) -> None:
    pool = 13 + quick
    play = fight(begin(a=make_ninja(karate=13), b=make_boss()), "a", "b", phase="attack")
    fits = len(split) <= 3 and min(split) > 0 and sum(split) == pool
    command = Attack(character="a", targets=("b",) * len(split), split=tuple(split), quick=quick)
    play.when(command, d6(*[1] * pool) if fits else ())
    if not fits:
        assert play.refusal is not None
        return
    assert sum(play.only(AttackDeclared).split) == pool
    assert [len(one.faces) for one in play.all(AttackRolled)] == split


@settings(max_examples=60)
@given(data=st.data())
def test_a_split_that_fits_is_rolled_as_it_was_said(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    cuts = sorted(data.draw(st.sets(st.integers(1, 12), min_size=count - 1, max_size=count - 1)))
    split = tuple(high - low for low, high in zip((0, *cuts), (*cuts, 13), strict=True))
    faces = data.draw(st.lists(st.integers(1, 3), min_size=13, max_size=13))
    play = fight(begin(a=make_ninja(karate=13), b=make_boss()), "a", "b", phase="attack")
    play.when(Attack(character="a", targets=("b",) * count, split=split), d6(*faces))
    rolled = [one.faces for one in play.all(AttackRolled)]
    assert tuple(len(one) for one in rolled) == split
    assert [face for one in rolled for face in one] == faces
