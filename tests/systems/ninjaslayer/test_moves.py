"""What may legally be done now: answers, a hand in battle, the NM's part, what is done outside battle."""

from typing import Any

import pytest
from kit import Play
from ninjas import alter, begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Move
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.commands.moving import Move as Walk
from tenmatsu.systems.ninjaslayer.commands.scenario import Loot, RaiseAbility, Treat
from tenmatsu.systems.ninjaslayer.state import Body, Choice, Scenario

GM = "@gm"


def moves(play: Play, character: str, command: str) -> list[Move]:
    """Return the moves of one command."""
    listed = SYSTEM.moves(play.state, play.rules, character)
    return [move for move in listed if move.command == f"ninjaslayer.{command}"]


def commands(play: Play, character: str) -> set[str]:
    listed = SYSTEM.moves(play.state, play.rules, character)
    return {move.command.removeprefix("ninjaslayer.") for move in listed}


def opened(move: Move) -> set[str]:
    return {field.name for field in move.open}


# ---- answers ----


@pytest.mark.parametrize("boost", [False, True])
def test_a_dodge_names_its_dice(boost: bool) -> None:
    play = fight(begin(a=make_ninja(dodge_dice=4, emergency_dice=1), foe=make_boss()), "foe", "a")
    blow = Blow(attacker="foe", target="a")
    change(
        play, assaults=(Assault(attackers=("foe",), blows=(blow,), together=1, asked="dodge", boost=boost),)
    )
    dodge, take = moves(play, "a", "dodge")
    assert dodge.fields == {"character": "a", "choice": "dodge"}
    assert {field.name: (field.low, field.high) for field in dodge.open[:2]} == {
        "with_dice": (0, 4),
        "emergency": (0, 1),
    }
    assert ("boost" in opened(dodge)) is boost
    assert (take.fields, take.open) == ({"character": "a", "choice": "take"}, ())
    assert commands(play, "foe") == set()


def test_the_nm_answers_for_nobody() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob()), "m", "a")
    blows = (Blow(attacker="m", target="a"),) * 3
    asked = Assault(attackers=("m",), blows=blows, together=3, asked="barrage", barrages=("third",))
    change(play, assaults=(asked,))
    assert [move.fields for move in moves(play, GM, "call_barrage")] == [
        {"choice": "none"},
        {"choice": "third"},
    ]


@pytest.mark.parametrize(
    "kind, command, field",
    [
        ("deploy", "deploy", "square"),
        ("cartwheel_to", "land", "to"),
        ("settle_square", "settle_square", "choice"),
    ],
)
def test_squares_to_choose_from(kind: str, command: str, field: str) -> None:
    play = begin(a=make_ninja())
    change(play, choices=(Choice(kind=kind, whom="a", options=("A1", "B1")),))
    assert [move.fields[field] for move in moves(play, "a", command)] == ["A1", "B1"]


def test_a_leap_may_be_helped_by_quick_dice() -> None:
    play = begin(a=make_ninja(quick_dice=2))
    change(play, choices=(Choice(kind="leap", whom="a", options=("leap", "stay")),))
    leap, stay = moves(play, "a", "leap")
    assert [(field.name, field.high) for field in leap.open] == [("quick", 2)]
    assert stay.open == ()


def test_whoever_has_dice_of_one_kind_alone_must_name_them() -> None:
    def dice(**held: int) -> dict[str, tuple[int | None, int | None, bool]]:
        play = fight(begin(a=make_ninja(**held), foe=make_boss()), "foe", "a")
        blow = Blow(attacker="foe", target="a")
        change(play, assaults=(Assault(attackers=("foe",), blows=(blow,), together=1, asked="dodge"),))
        dodge, _ = moves(play, "a", "dodge")
        return {field.name: (field.low, field.high, field.required) for field in dodge.open}

    assert dice(dodge_dice=3) == {"with_dice": (1, 3, True)}
    assert dice(dodge_dice=-1, emergency_dice=2) == {"emergency": (1, 2, True)}


def test_no_quick_dice_are_offered_to_whoever_has_none() -> None:
    play = fight(begin(a=make_ninja(quick_dice=0), foe=make_boss()), "a", "foe")
    assert all(
        "quick" not in opened(move) for name in ("attack", "cartwheel") for move in moves(play, "a", name)
    )


# ---- a hand ----


def test_the_start_of_a_hand() -> None:
    play = fight(begin(a=make_ninja(weapons=("katana",)), foe=make_boss()), "a", "foe")
    assert [move.fields["weapon"] for move in moves(play, "a", "wield")] == ["katana"]
    assert {"focus", "cartwheel", "attack", "full_move", "adrenaline_boost", "take_instant", "end_turn"} <= (
        commands(play, "a")
    )
    assert [move.fields["phase"] for move in moves(play, "a", "begin_phase")] == ["move", "attack", "end"]
    switched = fight(play, "a", "foe", switched=("a",), instants={"a": "start"})
    assert moves(switched, "a", "wield") == moves(switched, "a", "take_instant") == []


def test_the_focused_do_not_move() -> None:
    play = fight(
        lay_map(begin(a=make_ninja(square="A1", focused=True), foe=make_boss(square="E1")), "....."),
        "a",
        "foe",
    )
    assert not commands(play, "a") & {"focus", "move", "cartwheel", "adrenaline_boost"}
    assert [move.fields["phase"] for move in moves(play, "a", "begin_phase")] == ["attack", "end"]


def test_where_one_may_go_and_what_is_left_of_a_full_move() -> None:
    play = lay_map(begin(a=make_ninja(square="A1", legs=3), foe=make_boss(square="F1")), "......")
    fight(play, "a", "foe")
    assert [move.fields["to"] for move in moves(play, "a", "move")] == ["B1", "C1", "D1"]
    fight(play, "a", "foe", phase="move", moved=("a",))
    assert moves(play, "a", "move") == moves(play, "a", "cartwheel") == []
    fight(play, "a", "foe", phase="attack", acted=("a",), extra={"a": 1})
    assert [move.fields["to"] for move in moves(play, "a", "move")] == ["B1"]


def test_attacks_by_weapon_style_and_number() -> None:
    play = begin(a=make_ninja(karate=7, weapons=("katana",), wielded="katana"), foe=make_boss(), m=make_mob())
    fight(play, "a", "foe", "m", phase="attack")
    attacks = moves(play, "a", "attack")
    styles = {(move.fields["weapon"], move.fields["style"]) for move in attacks}
    assert styles == {("katana", ""), ("katana", "strong"), ("katana", "precise"), ("shuriken", "")}
    strong = [move.fields.get("targets") for move in attacks if move.fields["style"] == "strong"]
    assert strong == [("foe",), ("foe", "foe"), ("m",), ("m", "m"), None]
    assert all({"split", "quick", "boost"} <= opened(move) for move in attacks)


def test_styles_whose_demands_are_not_met_are_not_listed() -> None:
    def styles(**values: Any) -> set[str]:
        skills = ("hell_tornado", "mighty_shuriken")
        play = begin(a=make_ninja(**{"skills": skills, **values}), foe=make_boss())
        fight(play, "a", "foe", phase="attack", turn=3, moved=moved)
        return {move.fields["style"] for move in moves(play, "a", "attack")}

    moved: tuple[str, ...] = ()
    assert styles() == {"", "hell_tornado", "mighty_shuriken"}
    assert styles(used={"hell_tornado": 2}) == {"", "mighty_shuriken"}
    assert styles(now_spirit=0) == {""}
    assert styles(weapons=("chainsaw",), wielded="chainsaw") == {""}
    assert styles(weapons=("chainsaw",), wielded="chainsaw", focused=True) == {"", "severing"}
    moved = ("a",)
    assert styles() == {"", "hell_tornado"}


def test_without_a_map_a_move_needs_no_square() -> None:
    play = fight(begin(a=make_ninja(), foe=make_boss()), "a", "foe")
    (move,) = moves(play, "a", "move")
    assert (move.fields, move.open) == ({"character": "a"}, ())
    play.when(Walk(character="a"))
    assert play.refusal is None


def test_an_attack_on_an_area_names_nobody() -> None:
    play = begin(a=make_ninja(skills=("hell_tornado",)), foe=make_boss())
    fight(play, "a", "foe", phase="attack")
    (tornado,) = [move for move in moves(play, "a", "attack") if move.fields["style"] == "hell_tornado"]
    assert "targets" not in {*tornado.fields, *opened(tornado)}


def test_other_actions_on_neighbours() -> None:
    play = begin(
        a=make_ninja(),
        b=make_ninja(),
        down=make_ninja(unconscious=True),
        foe=make_boss(unconscious=True),
        gone=make_ninja(removed=True),
    )
    fight(play, "a", "b", "foe", phase="attack")
    found = {
        name: [move.fields["target"] for move in moves(play, "a", name)]
        for name in ("guard", "revive", "carry_ally", "kaishaku")
    }
    assert found == {"guard": ["b"], "revive": ["down"], "carry_ally": ["down"], "kaishaku": ["foe"]}
    alter(play, "a", carrying="down")
    assert len(moves(play, "a", "put_down")) == 1
    assert moves(play, "a", "carry_ally") == []
    fight(play, "a", "b", "foe", phase="attack", acted=("a",))
    assert not commands(play, "a") & {"attack", "guard", "revive", "kaishaku", "full_move"}


def test_what_may_be_looted() -> None:
    play = begin(
        a=make_ninja(),
        down=make_boss(unconscious=True, cash=3),
        dead=make_boss(removed=True),
        friend=make_ninja(unconscious=True, cash=2),
        foe=make_boss(cash=9),
    )
    bodies = {
        "dead": Body(square="", cash=1),
        "box": Body(square="", quick=1),
        "foe": Body(square="", cash=1),
    }
    change(play, bodies={**bodies, "empty": Body(square="")})
    fight(play, "a", "foe", phase="attack")
    looted = [move.fields["target"] for move in moves(play, "a", "loot")]
    assert looted == ["dead", "box", "down"]
    for target in looted:
        play.when(Loot(character="a", target=target))
        assert play.refusal is None
        fight(play, "a", "foe", phase="attack")
    assert moves(play, "a", "loot") == []


def test_neighbours_alone() -> None:
    play = lay_map(begin(a=make_ninja(square="A1"), b=make_ninja(square="C1"), foe=make_boss()), "....")
    fight(play, "a", "b", "foe", phase="attack")
    assert moves(play, "a", "guard") == []


def test_nobody_else_has_a_hand() -> None:
    play = fight(begin(a=make_ninja(), b=make_ninja(), foe=make_boss()), "a", "b", "foe")
    assert commands(play, "b") == commands(play, "nobody") == set()


# ---- the NM ----


def test_mobs_each_by_itself_or_all_together() -> None:
    play = begin(a=make_ninja(), m=make_mob(), n=make_mob(weapons=("floppy",), wielded="floppy"))
    fight(play, ("m", "n"), "a")
    single, free = moves(play, GM, "mob_attack")
    assert single.fields == {"characters": ("m",), "targets": ("a",)}
    assert opened(free) == {"characters", "targets"}
    assert [move.fields for move in moves(play, GM, "end_turn")] == [
        {"character": "m"},
        {"character": "n"},
        {"character": "m", "together": True},
    ]
    assert "attack" not in commands(play, "m")
    assert moves(play, "m", "focus") == []


def test_mobs_may_be_focused_by_option() -> None:
    play = fight(begin({"mob_focus": "unmoved"}, a=make_ninja(), m=make_mob()), "m", "a")
    assert len(moves(play, "m", "focus")) == 1


def test_a_turns_end_is_the_nms() -> None:
    play = begin(a=make_ninja(), m=make_mob(), late=make_mob(), gone=make_mob(removed=True))
    fight(play, "a", "m", stage="turn_end")
    assert [move.fields for move in moves(play, GM, "reinforce")] == [{"characters": ("late",)}]
    assert [move.fields["mode"] for move in moves(play, GM, "set_atmosphere")] == [
        "normal",
        "hard",
        "ultra_hard",
    ]
    assert commands(play, GM) == {"end_turn_phase", "set_atmosphere", "reinforce", "end_battle"}
    fight(play, "a", "m")
    assert commands(play, GM) == {"end_battle"}
    assert commands(fight(play, "a", "m", stage="turn_end"), "a") == set()


# ---- outside battle ----


def test_outside_a_battle() -> None:
    play = lay_map(begin(a=make_ninja(square="A1", weapons=("katana",), quick_dice=2), m=make_mob()), "...")
    assert commands(play, "a") == {"judge", "wield", "move"}
    (judge,) = moves(play, "a", "judge")
    fields = {field.name: field for field in judge.open}
    assert "cartwheel" in fields["value"].choices
    assert "ultra_hard3" in fields["difficulty"].choices
    assert fields["quick"].high == 2
    (move,) = moves(play, "a", "move")
    assert move.open[0].choices == ("B1", "C1")
    assert commands(play, "m") == set()
    assert commands(begin(a=make_ninja()), "a") == {"judge"}


def test_doors_and_windows_beside_somebody() -> None:
    play = lay_map(begin(a=make_ninja(square="B2")), "WD.", "O..", "D.L", "..D")
    found = {
        name: [move.fields[field] for move in moves(play, "a", name)]
        for name, field in (("open_door", "door"), ("close_door", "door"), ("break_window", "window"))
    }
    assert found == {"open_door": ["B1", "A3"], "close_door": ["A2"], "break_window": ["A1"]}
    boss = make_boss(square="C1")
    change(play, characters={**play.state.characters, "foe": boss})
    assert [move.fields["door"] for move in moves(play, "a", "open_door")] == ["A3"]


def test_loot_is_listed_in_an_exploration_from_anywhere_until_the_play_is_over() -> None:
    play = lay_map(begin(a=make_ninja(square="A1")), "..T")
    change(play, bodies={"C1": Body(square="C1", cash=1)})
    assert [move.fields["target"] for move in moves(play, "a", "loot")] == ["C1"]
    change(play, scenario=Scenario(number=1, stage="evaluation"))
    assert moves(play, "a", "loot") == []


def test_leisure_is_listed_as_far_as_the_cash_goes() -> None:
    play = begin(a=make_ninja(cash=9, untreated=("head",)))
    assert not commands(play, "a") & {"treat", "raise_ability", "pursue"}
    change(play, scenario=Scenario(number=1, stage="leisure", pool=2))
    assert {"treat", "raise_ability", "pursue"} <= commands(play, "a")
    assert {"end_leisure", "divide_pool"} <= commands(play, GM)
    for move in (*moves(play, "a", "treat"), *moves(play, "a", "raise_ability")):
        accepted = begin(a=make_ninja(cash=9, untreated=("head",)))
        change(accepted, scenario=Scenario(number=1, stage="leisure"))
        kind = Treat if "place" in move.fields else RaiseAbility
        assert accepted.when(kind(**move.fields)).refusal is None
    alter(play, "a", cash=0)
    assert not commands(play, "a") & {"treat", "raise_ability"}


def test_the_nm_is_told_what_comes_next_outside_a_battle_and_who_stands_nowhere() -> None:
    play = lay_map(begin(a=make_ninja(), foe=make_boss(), gone=make_mob(removed=True)), ".#O")
    assert commands(play, GM) == {"evaluate", "begin_battle", "place"}
    assert [(move.fields["character"], move.open[0].choices) for move in moves(play, GM, "place")] == [
        ("a", ("A1", "C1")),
        ("foe", ("A1", "C1")),
    ]
    assert commands(begin(), GM) == set()
