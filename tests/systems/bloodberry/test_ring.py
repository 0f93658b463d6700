"""The ring of relations, their names, and what each feels in them."""

from typing import Any

import pytest
from bloodberries import begin, change, gather, make_npc, make_person, relate
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, d6, work_on

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.commands.making import Feel, NameRelation, SetRing
from tenmatsu.systems.bloodberry.decide.feeling import most_emotions, roll_entry, set_emotion
from tenmatsu.systems.bloodberry.events.making import EmotionsSet, RelationNamed, RingSet, Worded
from tenmatsu.systems.bloodberry.people import Relation
from tenmatsu.systems.bloodberry.staging import Scene

NAMES = ("p1", "p2", "p3", "p4", "p5", "p6")


def tie_pair(options: dict[str, Any] | None = None) -> Play:
    """Return a play of two player characters with the ring set."""
    return gather("a", "b", options=options).given(SetRing(order=("a", "b")))


# ---- the ring ----


@pytest.mark.parametrize(
    "count,keys",
    [
        (1, []),
        (2, ["p1|p2"]),
        (3, ["p1|p2", "p2|p3", "p1|p3"]),
        (4, ["p1|p2", "p2|p3", "p3|p4", "p1|p4"]),
        (5, ["p1|p2", "p2|p3", "p3|p4", "p4|p5", "p1|p5"]),
        (6, ["p1|p2", "p2|p3", "p3|p4", "p4|p5", "p5|p6", "p1|p6"]),
    ],
)
def test_each_is_tied_to_the_next_and_the_last_to_the_first(count: int, keys: list[str]) -> None:
    play = gather(*NAMES[:count]).given(SetRing(order=NAMES[:count]))

    assert list(play.state.relations) == keys
    assert all(relation == Relation() for relation in play.state.relations.values())
    assert play.state.ring == NAMES[:count]


def test_small_ring_one_ties_two_by_one_relation() -> None:
    play = gather("a", "b").when(SetRing(order=("a", "b"), relations=("双子",)))

    play.then(
        RingSet(order=("a", "b"), ties=(("a", "b"),)),
        RelationNamed(character="a", other="b", relation="双子"),
    )
    assert most_emotions(work_on(play), "a", "b") == 2
    play.when(NameRelation(character="a", other="b", relation="主従", second=True))
    play.refused("bloodberry.one_relation")


def test_small_ring_two_ties_two_by_two_relations_with_a_name_each_and_emotions_for_both() -> None:
    play = gather("a", "b", options={"small_ring": "two"})
    play.given(SetRing(order=("a", "b"), relations=("双子", "roll")), dice=d6(2))
    relation = play.state.relations["a|b"]

    assert (relation.kind, relation.second_kind, relation.doubled) == ("双子", "主従", True)
    assert most_emotions(work_on(play), "a", "b") == 4
    play.when(Feel(character="a", other="b", emotions=("殺意",))).refused("bloodberry.emotions_count")
    play.when(NameRelation(character="b", other="a", words="ふたりの秘密", second=True))
    assert play.state.relations["a|b"].second_kind == "own"
    assert play.state.words["a"] == {"relation:b:2": "ふたりの秘密"}
    assert play.state.words["b"] == {"relation:a:2": "ふたりの秘密"}


@pytest.mark.parametrize(
    "order,code",
    [
        ((), "ring_size"),
        ((*NAMES, "p7"), "ring_size"),
        (("p1", "p2", "p1"), "ring_twice"),
        (("p1", "x"), "not_at_table"),
        (("p1", "n"), "ring_of_players"),
    ],
)
def test_a_ring_of_others_is_refused(order: tuple[str, ...], code: str) -> None:
    play = gather(*NAMES, "p7", "n")
    change(play, people={"n": make_npc()}).when(SetRing(order=order)).refused(f"bloodberry.{code}")


def test_a_ring_is_named_as_a_whole_or_later() -> None:
    play = gather("a", "b", "c")

    play.when(SetRing(order=("a", "b", "c"), relations=("双子",))).refused("bloodberry.ring_names")
    play.when(SetRing(order=("a", "b", "c"), relations=("双子", "親友", "roll")))
    play.refused("bloodberry.unknown_entry")


def test_a_ring_may_be_tied_anew_before_the_first_scene_and_keeps_what_still_stands() -> None:
    play = gather("a", "b", "c").given(SetRing(order=("a", "b"), relations=("双子",)))
    play.given(Feel(character="a", other="b", emotions=("永遠",)))
    play.when(SetRing(order=("a", "b", "c")))

    assert play.state.relations["a|b"] == Relation(kind="双子", emotions={"a": ("永遠",)})
    play.when(SetRing(order=("b", "c")))
    assert play.only(RingSet).loosed == (("a", "b"), ("c", "a"))
    assert list(play.state.relations) == ["b|c"]
    change(play, scene=Scene(number=1)).when(SetRing(order=("a", "b"))).refused("bloodberry.ring_stays")


def test_a_ring_that_was_never_tied_can_be_tied_in_play() -> None:
    play = change(
        begin(a=make_person(), b=make_person(), relations=relate("a", "b", 2)), scene=Scene(number=2)
    )

    play.when(SetRing(order=("a", "b"))).only(RingSet)
    assert play.state.relations["a|b"].strength == 2


# ---- names ----


@pytest.mark.parametrize("face,name", list(enumerate(["双子", "主従", "腐縁", "火傷", "罪悪", "旧縁"], 1)))
def test_a_relation_is_rolled_with_one_die(face: int, name: str) -> None:
    play = tie_pair().when(NameRelation(character="a", other="b", relation="roll"), dice=d6(face))

    play.then(RelationNamed(character="a", other="b", relation=name))
    assert play.state.relations["a|b"].kind == name


def test_a_relation_is_named_by_key_by_number_or_in_own_words() -> None:
    play = tie_pair().given(NameRelation(character="a", other="b", relation="罪悪"))
    play.given(NameRelation(character="b", other="a", relation="4"))
    assert play.state.relations["a|b"].kind == "火傷"
    play.when(NameRelation(character="b", other="a", words="幼なじみ"))

    play.then(
        RelationNamed(character="b", other="a", relation="own"),
        Worded(character="b", what="relation", other="a", text="幼なじみ"),
    )
    assert play.state.words == {"a": {"relation:b:1": "幼なじみ"}, "b": {"relation:a:1": "幼なじみ"}}
    play.given(NameRelation(character="a", other="b", relation="双子"))
    assert play.state.words == {}


@pytest.mark.parametrize(
    "values,code",
    [
        ({"other": "a"}, "relation_with_oneself"),
        ({"other": "c", "relation": "双子"}, "no_relation"),
        ({"other": "n", "relation": "双子"}, "unnamed_relation"),
        ({"other": "b"}, "no_entry"),
        ({"other": "b", "relation": "7"}, "unknown_entry"),
        ({"other": "b", "relation": "双子", "words": "幼なじみ"}, "entry_and_words"),
        ({"other": "b", "words": " "}, "no_words"),
    ],
)
def test_a_name_that_cannot_be_is_refused(values: dict[str, Any], code: str) -> None:
    play = tie_pair()
    change(play, relations={**play.state.relations, **relate("a", "n", 1)})
    play.when(NameRelation(character="a", **values)).refused(f"bloodberry.{code}")


def test_a_relation_keeps_its_name_in_play() -> None:
    play = change(tie_pair(), scene=Scene(number=1))
    play.given(NameRelation(character="a", other="b", relation="双子"))

    play.when(NameRelation(character="a", other="b", relation="主従")).refused("bloodberry.relation_stays")


# ---- emotions ----


@pytest.mark.parametrize(
    "faces,emotion",
    [
        ((1, 1), "悪意"),
        ((1, 2), "後悔"),
        ((2, 2), "義務"),
        ((1, 4), "追求"),
        ((3, 3), "服従"),
        ((1, 6), "空似"),
        ((4, 4), "依存"),
        ((4, 5), "焦燥"),
        ((5, 5), "守護"),
        ((5, 6), "愛欲"),
        ((6, 6), "永遠"),
    ],
)
def test_an_emotion_is_rolled_with_two_dice(faces: tuple[int, int], emotion: str) -> None:
    play = tie_pair().when(Feel(character="a", other="b", emotions=("roll",)), dice=d6(*faces))

    play.then(EmotionsSet(character="a", other="b", emotions=(emotion,)))


def test_the_first_emotion_of_the_table_can_only_be_chosen() -> None:
    play = tie_pair().when(Feel(character="a", other="b", emotions=("殺意", "11")))

    play.then(EmotionsSet(character="a", other="b", emotions=("殺意", "愛欲")))
    assert play.when(Feel(character="a", other="b", emotions=("1",))).only(EmotionsSet).emotions == ("殺意",)


@given(faces=st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_no_roll_gives_the_first_emotion(faces: tuple[int, int]) -> None:
    assert roll_entry(work_on(tie_pair(), ScriptedDice(d6(*faces))), "emotion", "a") != "殺意"


def test_each_of_two_feels_for_themselves() -> None:
    play = tie_pair().given(Feel(character="a", other="b", emotions=("永遠",)))
    play.given(Feel(character="b", other="a", emotions=("悪意", "依存")))

    assert play.state.relations["a|b"].emotions == {"a": ("永遠",), "b": ("悪意", "依存")}


def test_an_emotion_in_own_words_counts_as_one_of_two() -> None:
    play = tie_pair().when(Feel(character="a", other="b", emotions=("永遠",), words=("まぶしい",)))

    play.then(
        EmotionsSet(character="a", other="b", emotions=("永遠", "own")),
        Worded(character="a", what="emotion", other="b", place=2, text="まぶしい"),
    )
    assert play.state.words == {"a": {"emotion:b:2": "まぶしい"}}
    play.given(Feel(character="a", other="b", emotions=("永遠",)))
    assert play.state.words == {}


def test_a_roll_that_repeats_what_is_felt_adds_nothing() -> None:
    play = tie_pair().when(Feel(character="a", other="b", emotions=("永遠", "roll")), dice=d6(6, 6))

    assert play.only(EmotionsSet).emotions == ("永遠",)


@pytest.mark.parametrize(
    "values,code",
    [
        ({"other": "b"}, "emotions_count"),
        ({"other": "b", "emotions": ("殺意", "悪意", "後悔")}, "emotions_count"),
        ({"other": "b", "emotions": ("殺意", "悪意"), "words": ("まぶしい",)}, "emotions_count"),
        ({"other": "b", "emotions": ("殺意", "1")}, "emotion_twice"),
        ({"other": "b", "emotions": ("歓喜",)}, "unknown_entry"),
        ({"other": "b", "emotions": ("",)}, "no_entry"),
        ({"other": "b", "words": (" ",)}, "no_words"),
        ({"other": "c", "emotions": ("殺意",)}, "no_relation"),
        ({"other": "a", "emotions": ("殺意",)}, "relation_with_oneself"),
    ],
)
def test_emotions_that_cannot_be_are_refused(values: dict[str, Any], code: str) -> None:
    tie_pair().when(Feel(character="a", **values)).refused(f"bloodberry.{code}")


def test_emotions_chosen_change_only_in_interludes_once_a_scene_has_begun() -> None:
    play = tie_pair().given(Feel(character="a", other="b", emotions=("永遠",)))
    play.when(Feel(character="a", other="b", emotions=("悪意",))).only(EmotionsSet)
    change(play, scene=Scene(number=1))

    play.when(Feel(character="a", other="b", emotions=("殺意",))).refused("bloodberry.emotions_stay")
    play.when(Feel(character="b", other="a", emotions=("殺意",))).only(EmotionsSet)


# ---- one emotion changed or added, for interludes ----


def felt(*emotions: str) -> Play:
    """Return a play in which `a` feels this for `b`."""
    emotions_of = {"a": emotions} if emotions else {}
    return begin(a=make_person(), b=make_person(), relations=relate("a", "b", 1, emotions=emotions_of))


@pytest.mark.parametrize(
    "old,emotion,place,new",
    [
        ((), "永遠", None, ("永遠",)),
        (("悪意",), "永遠", None, ("悪意", "永遠")),
        (("悪意",), "12", 0, ("永遠",)),
        (("悪意", "後悔"), "永遠", 1, ("悪意", "永遠")),
        (("悪意", "後悔"), "悪意", 0, ("悪意", "後悔")),
    ],
)
def test_one_emotion_takes_the_place_of_another_or_is_added(
    old: tuple[str, ...], emotion: str, place: int | None, new: tuple[str, ...]
) -> None:
    work = work_on(felt(*old))
    set_emotion(work, "a", "b", emotion, place=place)

    assert work.state.relations["a|b"].emotions["a"] == new


def test_a_rolled_change_that_repeats_the_other_emotion_changes_nothing() -> None:
    work = work_on(felt("悪意", "永遠"), ScriptedDice(d6(6, 6)))
    set_emotion(work, "a", "b", "roll", place=0)

    assert work.state.relations["a|b"].emotions["a"] == ("悪意", "永遠")


def test_words_follow_an_emotion_of_ones_own_and_go_with_it() -> None:
    work = work_on(felt("悪意", "own"))
    set_emotion(work, "a", "b", "", words="まぶしい", place=0)
    assert work.state.words == {"a": {"emotion:b:1": "まぶしい"}}
    set_emotion(work, "a", "b", "後悔", place=0)

    assert work.state.words == {}
    assert work.state.relations["a|b"].emotions["a"] == ("後悔", "own")


@pytest.mark.parametrize(
    "emotion,place,code",
    [
        ("永遠", None, "too_many_emotions"),
        ("後悔", 0, "emotion_twice"),
        ("永遠", 2, "no_such_emotion"),
        ("永遠", -1, "no_such_emotion"),
    ],
)
def test_a_change_that_cannot_be_is_refused(emotion: str, place: int | None, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        set_emotion(work_on(felt("悪意", "後悔")), "a", "b", emotion, place=place)
    assert refused.value.code == f"bloodberry.{code}"
