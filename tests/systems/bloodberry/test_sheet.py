"""What sheets and the table as a whole show."""

from typing import Any

from bloodberries import TABLES, hold, make_curse, make_npc, make_person, relate
from msgspec.structs import replace

from tenmatsu.engine.contract import Rules, Sheet
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.people import OWN, Condition, Person
from tenmatsu.systems.bloodberry.staging import Camp, Cards, FlagMap, Place, Rounds, Scene
from tenmatsu.systems.bloodberry.state import State

RULES = Rules(1, Options(), TABLES)


def values(sheet: Sheet, group: str = "") -> dict[str, Any]:
    """Return what a sheet shows, of one group where it is named."""
    return {one.key: one.value for one in sheet.entries if not group or one.group == group}


def show(person: Person, **state: Any) -> Sheet:
    """Return the sheet of a character who stands alone."""
    return SYSTEM.sheet(replace(State(people={"a": person}), **state), RULES, "a")


def test_abilities_stand_with_what_sublimation_added_and_what_was_lost() -> None:
    shown = values(show(make_person(passion=3, raised={"passion": 1}, lost={"grace": 1})), "abilities")

    assert shown == {
        "passion": 3,
        "raised:passion": 1,
        "grace": 2,
        "lost:grace": 1,
        "maturity": 3,
        "vigour": 1,
    }
    assert [one.limit for one in show(make_person()).entries if one.key == "vigour"] == [3]


def test_an_unsublimated_trait_says_what_it_affirms_and_is_weak_to_another_whether_its_effect_is_left() -> (
    None
):
    traits = hold("頑張り屋", sublimated=("狼さん", "指輪"), used=("狼さん",))
    shown = values(show(make_person(traits=traits)), "traits")

    assert shown == {
        "頑張り屋": ("unsublimated", "affirms:inquiry", "weak:doubt"),
        "狼さん": ("sublimated", "used"),
        "指輪": ("sublimated", "effect_left"),
    }


def test_class_species_feats_and_the_curse_borne_stand_with_the_person() -> None:
    shown = values(show(make_person(fairy=True, otherworldly=True, cursed=True, curse="duty")), "person")

    assert shown == {
        "class_": "探索者",
        "species": "fairy",
        "otherworldly": True,
        "feats": ("遠き夢の中へ", "明日への願い", "言葉"),
        "own_curse": "duty",
    }


def test_typed_words_stand_as_they_were_typed() -> None:
    words = {"a": {"profile:age": "二十九", "curse": "戻れない"}}
    sheet = show(make_person(cursed=True, curse=OWN), words=words)

    assert {one.key for one in sheet.entries if one.typed} == {"own_curse", "profile.age"}
    assert values(sheet)["own_curse"] == "戻れない"


def test_a_relation_stands_with_strength_name_and_feelings_both_ways() -> None:
    relations = relate("a", "b", 2, kind="腐縁", emotions={"a": ("依存", OWN), "b": ("殺意",)})
    words = {"a": {"emotion:b:2": "返事を待つ"}}
    shown = values(show(make_person(), relations=relations, words=words), "relations")

    assert shown == {
        "strength:b": 2,
        "relation:b": "腐縁",
        "feels:b": ("依存",),
        "own_feels:b": ("返事を待つ",),
        "felt:b": ("殺意",),
    }


def test_a_label_about_somebody_names_them() -> None:
    words = SYSTEM.words()

    assert words.label("strength:b", "ja", {"b": "灯"}) == "強さ:灯"
    assert words.owned("a.strength:b", "en", {"a": "ミオ", "b": "灯"}) == "ミオ's strength: 灯"


def test_conditions_hand_and_state_stand_together() -> None:
    person = make_person(
        conditions=(Condition(number=1, met=True), Condition(number=2)), out=True, absent=3, keys=("b",)
    )
    cards = Cards(hands={"a": ("s1_a",)}, counts={"a": 3})

    assert values(show(person, cards=cards), "standing") == {
        "conditions": 1,
        "hand_count": 3,
        "hand": ("s1_a",),
        "keys": ("b",),
        "out": True,
        "absent": 3,
    }


def test_a_hand_that_is_not_known_is_a_number_alone() -> None:
    assert values(show(make_person(), cards=Cards(counts={"a": 3})), "standing") == {"hand_count": 3}


def test_a_curse_shows_doubt_malice_and_unease() -> None:
    shown = values(show(make_curse(doubt=4)))

    assert (shown["kind"], shown["doubt"], shown["malice"], shown["unease"]) == ("curse", 4, 2, 2)
    assert "passion" not in shown
    assert "vigour" not in shown


def test_the_table_shows_scene_rounds_cards_and_camps() -> None:
    state = State(
        people={"a": make_person(), "b": make_person(), "k": make_curse()},
        scene=Scene(number=2, running=True, begun=True, participants=("a", "b"), actors=("a",)),
        rounds=Rounds(actors=("a", "k"), order=("k", "a"), at=1, round=2),
        cards=Cards(pile=("s1_a", "s2_a"), discard=("h1_a",), counts={"a": 1}),
        confrontation=("k",),
        confronting={"朝組": Camp(members=("a", "b"), strengths={"k": 1}, size=2)},
        clock=40,
    )
    shown = SYSTEM.overview(state, RULES)

    assert values(shown, "scene_now") == {
        "session": 1,
        "clock": 40,
        "scene": 2,
        "participants": ("a", "b"),
        "scene_actors": ("a",),
    }
    assert values(shown, "fight") == {"round": 2, "order": ("k", "a"), "turn": "a", "confronted": ("k",)}
    assert values(shown, "cards") == {"pile": 1, "discard": 1}
    assert values(shown, "camp:朝組") == {"members": ("a", "b"), "strength:k": 1}


def test_an_interlude_shows_who_comes_next() -> None:
    scene = Scene(number=1, begun=True, interlude=True, actors=("a",), next_actors=("b",), next_leads="b")

    assert values(SYSTEM.overview(State(scene=scene), RULES), "scene_now") == {
        "session": 1,
        "scene": 1,
        "interlude": True,
        "scene_actors": ("a",),
        "next_actors": ("b",),
        "next_leads": "b",
    }


def test_a_flag_map_shows_time_whereabouts_and_places() -> None:
    place = Place(
        needs=("h", "red"),
        pieces={"pc": ("h1_a",)},
        extras={"pc": ("s1_a",)},
        flags=2,
        raised=1,
        barrier=("passion", "grace"),
    )
    flags = FlagMap(
        stage="play",
        places={"灯台": place},
        camps={"pc": ("a",), "rival": ("n",)},
        order=("pc", "rival"),
        minutes=60,
        where={"pc": "灯台"},
    )
    cards = Cards(hands={"pc": ("d2_a",)}, counts={"pc": 1, "rival": 4})
    shown = SYSTEM.overview(State(map=flags, cards=cards), RULES)

    assert values(shown, "flag_map") == {
        "map_time": "01:00",
        "map_turn": "pc",
        "hand_count:pc": 1,
        "hand:pc": ("d2_a",),
        "hand_count:rival": 4,
        "where:pc": "灯台",
    }
    assert values(shown, "place:灯台") == {
        "needs": ("h", "red"),
        "pieces:pc": ("h1_a",),
        "extras:pc": ("s1_a",),
        "flags": 1,
        "barrier": ("passion", "grace"),
    }


def test_everything_that_may_be_set_by_hand_and_is_shown_has_the_same_name_and_value() -> None:
    person = make_person(lost={"grace": 1}, out=True, absent=2)
    state = State(people={"a": person, "b": make_person()}, relations=relate("a", "b", 2), clock=20)
    adjustable = SYSTEM.adjustable(state)
    shown = {f"a.{key}": value for key, value in values(SYSTEM.sheet(state, RULES, "a")).items()}
    shown |= values(SYSTEM.overview(state, RULES))
    both = shown.keys() & adjustable.keys()

    assert {"a.passion", "a.vigour", "a.lost:grace", "a.strength:b", "a.out", "a.absent", "clock"} <= both
    assert {name: shown[name] for name in both} == {name: adjustable[name] for name in both}


def test_every_key_and_word_of_a_sheet_has_a_label_in_both_languages() -> None:
    person = make_person(
        traits=hold("頑張り屋", "狼さん", "忘却", sublimated=("狼さん",)),
        raised={"grace": 1},
        lost={"grace": 1},
        cursed=True,
        curse="duty",
        fairy=True,
        otherworldly=True,
        conditions=(Condition(number=1),),
        keys=("n",),
        hosts=("n",),
        barred={"inquiry": "b"},
        checked=True,
        refreshed=True,
        out=True,
        absent=1,
        vanished=True,
        killed=True,
        no_checks_until=90,
    )
    state = State(
        people={"a": person, "n": make_npc(), "k": make_curse()},
        relations=relate("a", "n", 1, kind="双子", emotions={"a": ("依存",), "n": ("殺意",)}),
        cards=Cards(hands={"a": ("s1_a",)}, counts={"a": 1}),
        scene=Scene(
            number=1, begun=True, interlude=True, acted=("a",), next_participants=("a",), next_leads="a"
        ),
        rounds=Rounds(actors=("a",), order=("a",), actions=1, changed=("a",)),
        confrontation=("k",),
        confronting={"pc": Camp(members=("a",), strengths={"k": 0}, size=1)},
        ending=True,
    )
    sheets = [SYSTEM.sheet(state, RULES, one) for one in state.people]
    entries = [entry for sheet in (*sheets, SYSTEM.overview(state, RULES)) for entry in sheet.entries]
    words = SYSTEM.words()

    for entry in entries:
        keys = [entry.key, entry.group]
        if isinstance(entry.value, tuple):
            keys += [one for one in entry.value if one not in state.people and one != "s1_a"]
        for key in keys:
            assert words.label(key, "ja") != words.label(key, "en"), key
            assert words.label(key, "ja") != key or not key.isascii(), key


def test_nobody_has_an_empty_sheet() -> None:
    assert SYSTEM.sheet(State(), RULES, "nobody").entries == ()
