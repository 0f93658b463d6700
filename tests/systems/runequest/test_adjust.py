"""Values that the GM sets by hand (`table.adjusted`), and what a digest tells first."""

from random import Random
from typing import Any

import pytest
from runequests import begin, hold, make_figure, make_foe
from skirmishes import make_ghost

from tenmatsu.engine.api import UsageError, audit_session, open_session, open_store
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.adjust import ARM_NAMES, FIGURE_NAMES, LOCATION_NAMES, STATES
from tenmatsu.systems.runequest.events.attacks import Fumbled
from tenmatsu.systems.runequest.events.wounds import Died, Fainted, LimbLost, LocationChanged
from tenmatsu.systems.runequest.figures import CHARACTERISTICS
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.wording import load_words

GROUPS = ("characteristics", "locations", "armor_worn", "passions", "runes")
"""Of the sheet: what stands there is a value of its own."""


def table(**values: Any) -> State:
    """Return a table with one character who knows something of everything."""
    defaults: dict[str, Any] = {
        "passions": {"honor": 60},
        "runes": {"air": 50},
        "known": {"heal": 3},
        "arms": {"broadsword": hold("broadsword"), "self_bow": hold("self_bow", "", shots=12)},
    }
    state: State = begin(rin=make_figure(**{**defaults, **values})).state
    return state


def adjust(state: State, name: str, new: Any) -> State:
    return SYSTEM.evolve(state, Adjusted(name=name, old=None, new=new))


@pytest.mark.parametrize(
    "name, new",
    [
        ("hp", 5),
        ("hp", -3),
        ("max_hp", 20),
        ("mp", 0),
        ("max_mp", 18),
        ("rune_points", 2),
        ("max_rune_points", 4),
        ("natural_armor", 3),
        ("spirit_armor", 2),
        ("friendly", False),
        ("mounted", True),
        ("visible", False),
        ("prone", True),
        ("surprised", True),
        ("bound", True),
        ("unconscious", True),
        ("bleeding", True),
        ("dead", True),
        ("DEX", 9),
        ("broadsword", 130),
        ("honor", 70),
        ("air", 65),
        ("heal", 6),
        ("location_hp:head", -2),
        ("location_armor:chest", 5),
        ("location_wounds:left_leg", 2),
        ("location_state:right_arm", "severed"),
        ("location_bleeding:abdomen", True),
        ("arm_hp:broadsword", -1),
        ("shots:self_bow", 3),
        ("shots:self_bow", None),
        ("shots:broadsword", 1),
    ],
)
def test_a_value_is_set(name: str, new: Any) -> None:
    state = adjust(table(), f"rin.{name}", new)
    assert state != table()
    assert SYSTEM.adjustable(state)[f"rin.{name}"] == new


@pytest.mark.parametrize(
    "name, new",
    [
        ("rin.hp", "many"),
        ("rin.hp", True),
        ("rin.mp", -1),
        ("rin.dead", 1),
        ("rin.DEX", "fast"),
        ("rin.DEX", -1),
        ("rin.broadsword", -5),
        ("rin.honor", None),
        ("rin.pike", 50),
        ("rin.location_hp:tail", 3),
        ("rin.location_hp", 3),
        ("rin.location_state:head", "sore"),
        ("rin.location_armor:head", -1),
        ("rin.location_bleeding:head", 1),
        ("rin.arm_hp:maul", 3),
        ("rin.arm_hp:broadsword", None),
        ("rin.shots:self_bow", -1),
        ("rin.shots:self_bow", True),
        ("rin.secret", 1),
        ("ghost.hp", 1),
        ("hp", 1),
        ("now", 5),
    ],
)
def test_what_does_not_fit_changes_nothing(name: str, new: Any) -> None:
    state = table()
    assert adjust(state, name, new) == state


def test_every_value_is_listed_and_called_something_in_both_languages() -> None:
    values = SYSTEM.adjustable(table())
    assert {f"rin.{name}" for name in FIGURE_NAMES} <= set(values)
    assert {f"rin.{name}:head" for name in LOCATION_NAMES} <= set(values)
    assert {f"rin.{name}:self_bow" for name in ARM_NAMES} <= set(values)
    words = load_words()
    for name in values:
        key = name.partition(".")[2]
        assert key in CHARACTERISTICS or words.value_name(key, "ja") != key
        assert words.value_name(key, "en")
    assert words.owned("rin.location_hp:head", "ja", {"rin": "凛"}) == "凛の部位HP:頭"
    assert all(words.label(one, "ja") != one for one in STATES)


def test_the_sheet_shows_the_values_of_a_body_by_these_names() -> None:
    rin = make_figure(armor=2, runes={"air": 50}, passions={"honor": 60})
    play = begin(rin=rin, ghost=make_ghost(Random(1)))
    values = SYSTEM.adjustable(play.state)
    for who in ("rin", "ghost"):
        for entry in SYSTEM.sheet(play.state, play.rules, who).entries:
            if entry.group in GROUPS or entry.key in ("hp", "mp"):
                assert values[f"{who}.{entry.key}"] == entry.value


def test_the_gm_adjusts_a_value_of_a_session_and_no_other() -> None:
    store = open_store()
    session = open_session(store, "夜", "runequest")
    session.do({"type": "table.take_character", "character": "rin"}, actor="gm")
    sheets = {"template": "balanced", "homeland": "sartar", "occupation": "warrior", "cult": "orlanth"}
    session.do({"type": "runequest.make_character", "character": "rin", **sheets}, actor="gm")
    session.do({"type": "table.adjust", "name": "rin.location_hp:head", "value": 1}, actor="gm")
    assert session.game.characters["rin"].locations["head"].hp == 1
    with pytest.raises(UsageError):
        session.do({"type": "table.adjust", "name": "rin.luck", "value": 1}, actor="gm")
    assert audit_session(store, session.id).ok
    store.close()


# ---- what a digest tells ----


def test_deaths_lost_limbs_and_fumbles_are_told_those_of_foes_behind() -> None:
    state: State = begin(rin=make_figure(), jin=make_foe()).state
    events = {
        Died(character="jin", why="hp"): False,
        LimbLost(character="jin", location="left_arm", cost=2, hp=3, max_hp=11): False,
        LocationChanged(character="rin", location="left_arm", state="severed"): False,
        LocationChanged(character="rin", location="left_arm", state="useless"): True,
        Fainted(character="rin"): False,
        Fainted(character="jin"): True,
        Fumbled(character="jin", of="attack", face=3, key="lose_parry"): True,
        Fumbled(character="rin", of="attack", face=3, key="lose_parry"): False,
        Fumbled(character="nobody", of="attack", face=3, key="lose_parry"): False,
    }
    for event, minor in events.items():
        assert SYSTEM.is_minor(state, event) is minor, event
        assert str(event.__struct_config__.tag) in SYSTEM.highlights


def test_what_is_told_are_events_of_the_game() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in SYSTEM.events}
    assert SYSTEM.told | SYSTEM.highlights <= tags
    assert not SYSTEM.told & SYSTEM.highlights
