"""A character is made in four choices, and its sheet is reckoned at once."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runemaking import choose, gather
from runequests import TABLES

from tenmatsu.systems.runequest import derived
from tenmatsu.systems.runequest.building import Sheets, build_figure
from tenmatsu.systems.runequest.commands.making import MakeCharacter
from tenmatsu.systems.runequest.events.making import FigureMade
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Characteristic, Figure
from tenmatsu.systems.runequest.sheet import make_sheet
from tenmatsu.systems.runequest.wording import load_words

OWN = """
[weapons.obsidian_knife]
category = "1h_dagger"
base = 15
damage = "1D4"
hp = 4
sr = 4
specials = ["slash"]

[cults.yelm]
skills = { obsidian_knife = 25 }
runes = { fire = 60 }
passions = { honor = 60 }
arms = ["obsidian_knife"]
armor = { head = "full_helm" }
spirit_points = 4
spells = ["light", "heal", "shield"]
rune_points = 2
"""
"""A cult and a weapon of a table of players."""


def made(command: MakeCharacter, tables: str | None = None) -> Figure:
    """Return the character that a command makes."""
    event = gather(command.character, tables=tables).when(command).only(FigureMade)
    assert isinstance(event, FigureMade)
    assert event.being == "pc"
    return event.figure


def test_a_party_of_four_is_made_in_four_choices_each() -> None:
    play = gather("rin", "jin", "sei", "mio").given(
        choose("rin", "sturdy", "sartar", "warrior", "humakt"),
        choose("jin", "nimble", "prax", "hunter", "orlanth"),
        choose("sei", "devout", "esrolia", "healer", "chalana_arroy"),
        choose("mio", "learned", "tarsh", "philosopher", "lhankor_mhy"),
    )

    party = play.state.characters
    assert list(party) == ["rin", "jin", "sei", "mio"]
    for character, figure in party.items():
        assert figure.hp == figure.max_hp == derived.find_hit_points(TABLES, figure.characteristics)
        assert figure.mp == figure.of("POW")
        assert any(arm.hand for arm in figure.arms.values())
        assert derived.count_enc(TABLES, figure) <= derived.find_max_enc(figure)
        assert figure.known
        assert make_sheet(play.state, play.rules, character).entries


@pytest.mark.parametrize("cult", TABLES.cults)
@pytest.mark.parametrize("occupation", TABLES.occupations)
def test_each_occupation_goes_with_each_cult(occupation: str, cult: str) -> None:
    for template in TABLES.templates:
        for homeland in TABLES.homelands:
            figure = made(choose("rin", template, homeland, occupation, cult))
            assert (figure.homeland, figure.occupation, figure.cult) == (homeland, occupation, cult)


def test_what_follows_from_characteristics_is_reckoned_at_once() -> None:
    rin = made(choose())

    assert [rin.of(name) for name in CHARACTERISTICS] == [16, 15, 15, 11, 12, 11, 10]
    assert (rin.max_hp, rin.max_mp, rin.max_rune_points) == (16, 11, 3)
    points = {name: location.max_hp for name, location in rin.locations.items()}
    assert points == {
        "right_leg": 6,
        "left_leg": 6,
        "abdomen": 6,
        "chest": 7,
        "right_arm": 5,
        "left_arm": 5,
        "head": 6,
    }
    assert derived.find_damage_bonus(TABLES, rin) == ("1D4",)
    assert (derived.find_dex_sr(TABLES, rin), derived.find_siz_sr(TABLES, rin)) == (3, 1)


def test_dex_16_and_siz_13_are_strike_ranks_of_1_and_2_for_whoever_is_made_so() -> None:
    rin = made(choose("rin", "balanced", "sartar", "warrior", "humakt", characteristics={"DEX": 16}))

    assert (derived.find_dex_sr(TABLES, rin), derived.find_siz_sr(TABLES, rin)) == (1, 2)


def test_skills_are_base_chance_category_and_what_three_sheets_add() -> None:
    rin, mio = made(choose()), made(choose("mio", "learned", "tarsh", "philosopher", "lhankor_mhy"))

    assert rin.skills["broadsword"] == 10 + 10 + 40 + 20
    assert rin.skills["dodge"] == 11 * 2 + 10
    assert rin.skills["track"] == 5
    assert "rapier" not in rin.skills  # never learned: half of a like skill may be better
    assert "read_write" not in rin.skills
    assert mio.skills["read_write"] == 10 + 50 + 20 + 10  # INT 18: +10 once there is something
    assert mio.skills["steel_the_flesh"] == 60 + 5  # POW 14: magic +5


def test_runes_and_passions_of_several_sheets_add_up() -> None:
    jin = made(choose("jin", "nimble", "sartar", "hunter", "orlanth"))

    assert jin.runes == {"air": 70, "movement": 40}
    assert jin.passions["devotion_orlanth"] == 60
    assert jin.passions["loyalty_clan"] == 60


def test_arms_are_owned_and_the_first_weapon_and_shield_are_in_hand() -> None:
    rin, jin = made(choose()), made(choose("jin", "nimble", "prax", "hunter", "orlanth"))

    held = {name: arm.hand for name, arm in rin.arms.items() if arm.hand}
    assert held == {"broadsword": "right", "medium_shield": "left"}
    assert (rin.arms["medium_shield"].hp, rin.arms["medium_shield"].max_hp) == (12, 12)
    assert {name: arm.hand for name, arm in jin.arms.items() if arm.hand} == {"composite_bow": "both"}
    assert {"fist", "kick", "grapple"} <= set(rin.arms)


def test_the_left_handed_hold_shields_in_the_right() -> None:
    rin = made(choose(main_hand="left"))

    assert rin.main_hand == "left"
    assert (rin.arms["broadsword"].hand, rin.arms["medium_shield"].hand) == ("left", "right")


def test_armour_is_worn_by_location_and_weighs_by_the_piece() -> None:
    rin = made(choose())

    assert {name: one.armor for name, one in rin.locations.items()} == {
        "right_leg": 2,
        "left_leg": 2,
        "abdomen": 4,
        "chest": 4,
        "right_arm": 3,
        "left_arm": 3,
        "head": 4,
    }
    assert rin.locations["chest"].worn == "light_scale"
    # 1 + 2 + 2 + 1 + 1/4 of arms; 2 + 1 + 1/2 of armour, 1 of the helm
    assert derived.count_enc(TABLES, rin) == 10
    assert derived.find_noise(TABLES, rin) == -25


def test_armour_that_is_gone_weighs_nothing() -> None:
    rin = made(choose())
    bare = {name: msgspec.structs.replace(one, armor=0) for name, one in rin.locations.items()}
    rin = msgspec.structs.replace(rin, locations=bare)

    assert derived.count_enc(TABLES, rin) == 6
    assert derived.find_noise(TABLES, rin) == 0


def test_an_assistant_shaman_and_a_sorcerer_come_with_what_they_know() -> None:
    shaman = made(choose("rin", "devout", "prax", "shaman_assistant", "orlanth"))
    mio = made(choose("mio", "learned", "tarsh", "philosopher", "lhankor_mhy"))

    assert shaman.shaman == "assistant"
    assert mio.techniques == ("command", "summon")
    assert mio.mastered == ("fire", "earth")
    assert {"steel_the_flesh", "burning_lance", "mend_flesh", "veil_of_mist"} <= set(mio.known)
    assert derived.find_free_int(TABLES, mio) == 18 - 4 - 4


def test_who_joins_is_told_with_homeland_occupation_and_cult() -> None:
    event = gather("rin").when(choose()).only(FigureMade)
    words = load_words()

    assert words.event("runequest.figure_made", event, "ja", {"rin": "リン"}) == (
        "リン（サーターの戦士、フマクトの信者）が冒険に加わる"
    )
    assert words.event("runequest.figure_made", event, "en", {"rin": "Rin"}) == (
        "Rin joins the adventure: warrior from Sartar, initiate of Humakt"
    )


# ---- spells ----


def test_spirit_spells_left_out_are_the_first_of_the_cult_as_far_as_points_go() -> None:
    rin, jin = made(choose()), made(choose("jin", "nimble", "prax", "hunter", "orlanth"))
    yelm = made(choose("rin", "sturdy", "sartar", "warrior", "yelm"), OWN)

    assert {"bladesharp": 1, "fireblade": 4}.items() <= rin.known.items()
    assert {"heal": 1, "bladesharp": 1, "demoralize": 2, "mobility": 1}.items() <= jin.known.items()
    assert "protection" not in jin.known
    assert (yelm.known["light"], yelm.known["heal"]) == (1, 3)  # what is left makes it stronger


def test_rune_spells_of_the_cult_are_known_and_spirit_spells_chosen() -> None:
    rin = made(choose(spells={"bladesharp": 3, "demoralize": 2}))

    assert rin.known == {
        "bladesharp": 3,
        "demoralize": 2,
        "shield": 1,
        "true_sword": 1,
        "multispell": 1,
        "heal_wound": 1,
    }


def test_points_of_occupation_and_cult_are_spent_together() -> None:
    sei = made(choose("sei", "devout", "esrolia", "healer", "chalana_arroy", spells={"heal": 8}))

    assert sei.known["heal"] == 2 + 6


@pytest.mark.parametrize(
    "spells, code",
    [
        ({"bladesharp": 6}, "too_many_spell_points"),
        ({"heal": 2}, "not_taught"),
        ({"true_sword": 1}, "not_taught"),
        ({"no_such": 1}, "not_taught"),
        ({"demoralize": 3}, "wrong_spell_points"),
        ({"fireblade": 2}, "wrong_spell_points"),
        ({"bladesharp": 0}, "wrong_spell_points"),
    ],
)
def test_spells_that_do_not_fit_are_refused(spells: dict[str, int], code: str) -> None:
    gather("rin").when(choose(spells=spells)).refused(f"runequest.{code}")


def test_a_sorcerer_remembers_no_more_spells_than_int() -> None:
    philosopher = ("learned", "tarsh", "philosopher", "lhankor_mhy")
    dull = choose("mio", *philosopher, characteristics={"INT": 7})
    bare = choose("mio", *philosopher, characteristics={"INT": 5}, spells={"heal": 4})

    gather("mio").when(dull).refused("runequest.too_much_to_remember")
    assert derived.find_free_int(TABLES, made(bare)) == 0


# ---- refusals ----


@pytest.mark.parametrize("place", range(4))
def test_an_unknown_sheet_is_refused(place: int) -> None:
    choices = ["sturdy", "sartar", "warrior", "humakt"]
    choices[place] = "no_such"

    gather("rin").when(choose("rin", *choices)).refused("runequest.unknown_row")


def test_whoever_is_not_at_the_table_or_made_already_is_refused() -> None:
    gather("rin").when(choose("jin")).refused("runequest.not_at_table")
    gather("rin").given(choose()).when(choose()).refused("runequest.already_made")


def test_without_a_template_all_characteristics_are_given() -> None:
    four = ("", "sartar", "warrior", "humakt")
    scores = dict.fromkeys(CHARACTERISTICS, 14)

    assert made(choose("rin", *four, characteristics=scores)).characteristics == scores
    del scores["CHA"]
    gather("rin").when(choose("rin", *four, characteristics=scores)).refused(
        "runequest.characteristics_missing"
    )


def test_a_characteristic_out_of_range_is_no_command() -> None:
    with pytest.raises(msgspec.ValidationError):
        choose(characteristics={"STR": 0})


# ---- a table's own figures ----


def test_a_table_makes_characters_of_its_own_cult_with_its_own_weapon() -> None:
    rin = made(choose("rin", "sturdy", "sartar", "healer", "yelm"), OWN)

    assert rin.cult == "yelm"
    assert rin.arms["obsidian_knife"].max_hp == 4
    assert rin.skills["obsidian_knife"] == 15 + 25
    assert rin.locations["head"].armor == 6
    assert rin.runes == {"air": 10, "fire": 60}
    assert (rin.max_rune_points, rin.known["shield"]) == (2, 1)


# ---- laws ----

scores = st.fixed_dictionaries({name: st.integers(1, 40) for name in CHARACTERISTICS})


@given(characteristics=scores)
def test_maxima_fit_the_locations_whatever_the_characteristics(
    characteristics: dict[Characteristic, int],
) -> None:
    figure = build_figure(TABLES, Sheets(characteristics=characteristics, occupation="warrior"))

    assert figure.hp == figure.max_hp >= 1
    assert figure.mp == figure.max_mp == characteristics["POW"]
    base = TABLES.derived.location_points.find(figure.max_hp)
    for name, location in figure.locations.items():
        assert location.hp == location.max_hp == max(1, base + TABLES.locations[name].points)
    assert 2 * min(one.max_hp for one in figure.locations.values()) <= max(2, figure.max_hp)
    assert all(percent >= 0 for percent in figure.skills.values())
