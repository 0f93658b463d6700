"""What sheets and the table as a whole show."""

from typing import Any, get_args, get_type_hints

import msgspec
from runemelees import close_in, fight, make_archer, mean, strike
from runequests import TABLES, hold, make_figure, make_foe

from tenmatsu.engine.contract import Rules, Sheet
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.castings import SpiritFight
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Figure, Hindrance, Spell
from tenmatsu.systems.runequest.melee import Stage
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.state import State, Treatment

RULES = Rules(1, Options(), TABLES)


def values(sheet: Sheet, group: str = "") -> dict[str, Any]:
    """Return what a sheet shows, of one group where it is named."""
    return {one.key: one.value for one in sheet.entries if not group or one.group == group}


def show(figure: Figure, **state: Any) -> Sheet:
    """Return the sheet of a character who stands alone."""
    return SYSTEM.sheet(State(characters={"rin": figure}, **state), RULES, "rin")


def change_location(figure: Figure, place: str, **changes: Any) -> Figure:
    """Return a figure with a location changed."""
    location = msgspec.structs.replace(figure.locations[place], **changes)
    return msgspec.structs.replace(figure, locations={**figure.locations, place: location})


def make_spirit(**changes: Any) -> Figure:
    """Return a figure without a body."""
    return Figure(
        npc=True, friendly=False, embodied=False, characteristics={"POW": 14, "CHA": 12}, mp=14, **changes
    )


def test_characteristics_stand_with_what_follows_from_them() -> None:
    sheet = show(make_figure(enc=5))

    assert values(sheet, "characteristics")["DEX"] == 16
    assert values(sheet, "derived") == {
        "damage_bonus": "1D4",
        "spirit_damage": "1D6+1",
        "sr_dex": 1,
        "sr_siz": 2,
        "move_units": 8,
        "healing_rate": 3,
        "encumbrance": 8,
    }


def test_a_damage_bonus_may_be_none_or_less() -> None:
    assert values(show(make_figure(STR=10, SIZ=10)))["damage_bonus"] == "±0"
    assert values(show(make_figure(STR=5, SIZ=6)))["damage_bonus"] == "−1D4"


def test_each_location_stands_with_its_points_and_limit_and_armour_apart() -> None:
    sheet = show(make_figure(armor=2))

    (head,) = (one for one in sheet.entries if one.key == "location_hp:head")
    assert (head.value, head.limit, head.group) == (5, 5, "locations")
    assert values(sheet, "armor_worn") == {f"location_armor:{place}": 2 for place in TABLES.locations}


def test_a_location_tells_what_is_wrong_with_it_what_kills_and_what_sticks() -> None:
    figure = change_location(make_figure(), "left_arm", hp=-9, state="severed", bleeding=True, mend_until=50)
    figure = change_location(figure, "chest", hp=0, dies_at=61, missiles=("self_bow",))
    shown = values(show(figure), "wounds")

    assert shown == {
        "location_state:left_arm": "severed",
        "location_bleeding:left_arm": True,
        "mend_until:left_arm": 50,
        "dies_at:chest": 61,
        "sticks:chest": ("self_bow",),
    }
    assert "dies_at:chest" not in values(show(msgspec.structs.replace(figure, dead=True)))


def test_arms_stand_by_the_hand_that_holds_them_with_strike_rank_damage_and_points() -> None:
    arms = {
        "broadsword": hold("broadsword"),
        "medium_shield": hold("medium_shield", "left"),
        "dagger": hold("dagger", ""),
        "dagger_2": hold("dagger", "", hp=0, iron=True),
        "short_spear": hold("short_spear", "", stuck_in="jin"),
    }
    shown = values(show(make_figure(arms=arms)), "arms")

    assert shown == {
        "right_hand:broadsword": ("1D8+1", "SR 5"),
        "arm_hp:broadsword": 12,
        "left_hand:medium_shield": ("1D4", "SR 6"),
        "arm_hp:medium_shield": 12,
        "at_side:dagger": ("1D4+2", "SR 7"),
        "arm_hp:dagger": 6,
        "at_side:dagger_2": ("1D4+2", "SR 7", "iron", "useless"),
        "arm_hp:dagger_2": 0,
        "stuck:short_spear": ("1D6+1", "SR 5", "jin"),
        "arm_hp:short_spear": 10,
    }


def test_a_bow_tells_its_arrows_and_whether_it_is_loaded_and_a_sling_has_no_points() -> None:
    figure = make_archer(
        arms={
            "self_bow": hold("self_bow", "both", loaded=True, shots=3),
            "sling": hold("sling", "", broken=True),
        }
    )

    assert values(show(figure), "arms") == {
        "both_hand:self_bow": ("1D6+1", "loaded"),
        "arm_hp:self_bow": 5,
        "shots:self_bow": 3,
        "at_side:sling": ("1D8", "broken_arm"),
    }


def test_skills_stand_by_category_and_spells_with_the_magic() -> None:
    figure = make_figure(
        skills={"broadsword": 60, "off:dagger": 20, "dodge": 40, "burning_lance": 55, "basket_making": 12},
        passions={"honor": 60},
        runes={"air": 70},
        known={"heal": 3, "heal_body": 1, "burning_lance": 1},
        techniques=("summon", "command"),
        mastered=("fire",),
        inscribed={"burning_lance": {"strength": 1}},
    )
    sheet = show(figure)

    assert values(sheet, "skills:weapons") == {"broadsword": 60, "off:dagger": 20}
    assert values(sheet, "skills:agility") == {"dodge": 40}
    assert values(sheet, "skills") == {"basket_making": 12}
    assert (values(sheet, "passions"), values(sheet, "runes")) == ({"honor": 60}, {"air": 70})
    assert values(sheet, "spirit_magic") == {"heal": 3}
    assert values(sheet, "rune_magic") == {"rune_cost:heal_body": 3}
    assert values(sheet, "sorcery_magic") == {
        "burning_lance": 55,
        "techniques": ("summon", "command"),
        "mastered": ("fire",),
        "free_int": 11,
        "inscribed:burning_lance": True,
    }


def test_spells_at_work_tell_what_they_come_to_and_when_they_end() -> None:
    spells = (
        Spell(spell="bladesharp", magic="spirit", amount=10, dice="2", at="broadsword", until=25),
        Spell(spell="protection", magic="spirit", amount=2),
        Spell(spell="protection", magic="spirit", amount=1),
    )

    assert values(show(make_figure(spells=spells)), "working") == {
        "works:bladesharp": ("broadsword", "+10", "2", "→ 25"),
        "works:protection": ("+2",),
        "works:protection:2": ("+1",),
    }


def test_conditions_and_hindrances_are_told_where_they_hold() -> None:
    figure = make_figure(
        prone=True,
        unconscious=True,
        wakes=40,
        bleeding=True,
        dies_at=30,
        natural_armor=3,
        max_rune_points=3,
        rune_points=1,
        hindrances=(Hindrance(kind="shocked"), Hindrance(kind="shocked", until=4)),
    )
    shown = values(show(figure), "body")

    assert shown | {"hp": 0, "mp": 0} == {
        "hp": 0,
        "mp": 0,
        "rune_points": 1,
        "natural_armor": 3,
        "prone": True,
        "unconscious": True,
        "bleeding": True,
        "dies_at": 30,
        "wakes": 40,
        "hindrances": ("hindered.shocked",),
    }


def test_a_spirit_shows_no_body() -> None:
    shown = values(show(make_spirit(prone=True, visible=False, controlled_by="jin", spirit_armor=2)))

    assert shown == {
        "friendly": False,
        "POW": 14,
        "CHA": 12,
        "spirit_damage": "1D6+1",
        "mp": 14,
        "spirit_armor": 2,
        "visible": False,
        "controlled_by": "jin",
    }


def test_everything_that_may_be_set_by_hand_and_is_shown_has_the_same_name_and_value() -> None:
    figure = make_figure(
        prone=True,
        max_rune_points=3,
        rune_points=2,
        known={"heal": 3, "heal_body": 1, "burning_lance": 1},
        skills={"broadsword": 60, "burning_lance": 40},
        passions={"honor": 60},
        runes={"air": 60},
    )
    figure = change_location(figure, "head", hp=2, bleeding=True)
    figure = change_location(figure, "left_arm", hp=-9, state="severed")
    state = State(characters={"rin": figure}, now=12)
    adjustable = SYSTEM.adjustable(state)
    shown = {f"rin.{key}": value for key, value in values(SYSTEM.sheet(state, RULES, "rin")).items()}
    shown |= values(SYSTEM.overview(state, RULES))
    both = shown.keys() & adjustable.keys()

    assert {"rin.hp", "rin.DEX", "rin.heal", "rin.air", "rin.burning_lance", "rin.arm_hp:broadsword"} <= both
    assert {"rin.location_hp:head", "rin.location_bleeding:head", "rin.location_state:left_arm"} <= both
    assert {name: shown[name] for name in both} == {name: adjustable[name] for name in both}


def test_every_key_of_a_sheet_has_a_label_in_both_languages() -> None:
    figure = change_location(
        make_figure(
            armor=1,
            npc=True,
            mounted=True,
            shaman="shaman",
            homeland="prax",
            occupation="hunter",
            cult="orlanth",
            skills=dict.fromkeys(TABLES.skills, 10) | {"off:dagger": 5, "broadsword": 10},
            passions={"honor": 60},
            runes={"air": 70},
            known=dict.fromkeys(TABLES.spells, 1),
            techniques=("summon",),
            mastered=("fire",),
            inscribed={"burning_lance": {}},
            max_rune_points=3,
            natural_armor=1,
            spirit_armor=1,
            spells=(Spell(spell="protection", magic="spirit"),),
            unconscious=True,
            wakes=3,
            dies_at=4,
            bound=True,
            surprised=True,
            bleeding=True,
            controlled_by="x",
            hindrances=(Hindrance(kind="exposed"),),
        ),
        "left_leg",
        state="severed",
        bleeding=True,
        dies_at=5,
        mend_until=9,
        missiles=("self_bow",),
    )
    play = fight(rin=figure, jin=make_foe(), kei=make_figure()).given(mean("jin", strike("rin")))
    state = msgspec.structs.replace(
        close_in(play, sr=2, ending="foes_win").state,
        now=9000,
        until=9100,
        treatments=(Treatment(healer="rin", patient="jin", location="head", purpose="heal", until=1),),
        spirit_fights=(SpiritFight(one="rin", other="jin"),),
    )
    words = SYSTEM.words()
    sheets = [SYSTEM.sheet(state, RULES, one) for one in state.characters]
    entries = [entry for sheet in (*sheets, SYSTEM.overview(state, RULES)) for entry in sheet.entries]

    keys = {key for entry in entries for key in (entry.key, entry.group)} - {*CHARACTERISTICS}
    for key in keys:
        named = key if words.label(key, "ja") != key else key.partition(":")[0]
        assert words.label(named, "ja") not in (named, words.label(named, "en")) or named.startswith("sr"), (
            key
        )


def test_every_hindrance_and_phase_has_words() -> None:
    words = SYSTEM.words()
    kinds = get_args(get_type_hints(Hindrance)["kind"])

    for key in (*(f"hindered.{kind}" for kind in kinds), *(f"stage.{stage}" for stage in get_args(Stage))):
        assert words.label(key, "ja") != key


def test_nobody_has_an_empty_sheet() -> None:
    assert SYSTEM.sheet(State(), RULES, "nobody").entries == ()
