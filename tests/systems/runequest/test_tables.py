"""The figures, and those of a table of players."""

import msgspec
import pytest
from runequests import TABLES, make_figure

from tenmatsu.engine.errors import UsageError
from tenmatsu.systems.runequest import derived
from tenmatsu.systems.runequest.figures import Characteristic, Figure
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.tables import load
from tenmatsu.systems.runequest.vocabulary import list_words
from tenmatsu.systems.runequest.wording import load_words


def test_every_face_of_a_d20_is_one_location() -> None:
    names = [TABLES.location_at(face) for face in range(1, 21)]

    assert names.count("head") == 2
    assert names[0] == "right_leg"
    assert names[11] == "chest"


@pytest.mark.parametrize(
    "total, leg, chest, arm", [(6, 2, 3, 1), (7, 3, 4, 2), (12, 4, 5, 3), (18, 6, 7, 5), (25, 9, 10, 8)]
)
def test_location_hit_points_go_by_the_total(total: int, leg: int, chest: int, arm: int) -> None:
    found = [derived.find_location_points(TABLES, name, total) for name in ("left_leg", "chest", "left_arm")]

    assert found == [leg, chest, arm]


def test_hit_points_are_con_changed_by_siz_and_pow() -> None:
    assert derived.find_hit_points(TABLES, {"CON": 12, "SIZ": 17, "POW": 17}) == 15
    assert derived.find_hit_points(TABLES, {"CON": 12, "SIZ": 4, "POW": 4}) == 9
    assert derived.find_hit_points(TABLES, {"CON": 12, "SIZ": 25, "POW": 25}) == 19


def test_a_big_and_strong_one_adds_dice_to_damage() -> None:
    def bonus(strength: int, siz: int) -> tuple[str, ...]:
        return derived.find_damage_bonus(TABLES, Figure(characteristics={"STR": strength, "SIZ": siz}))

    assert [bonus(6, 6), bonus(12, 12), bonus(13, 12), bonus(20, 20)] == [("-1D4",), (), ("1D4",), ("1D6",)]
    assert bonus(30, 27) == ("2D6", "1D6")


def test_pow_and_cha_are_the_damage_of_spirit_combat() -> None:
    assert derived.find_spirit_damage(TABLES, make_figure(POW=15, CHA=13)) == ("1D6+1",)


def test_dex_16_and_siz_13_are_strike_ranks_of_1_and_2() -> None:
    figure = make_figure(DEX=16, SIZ=13)

    assert (derived.find_dex_sr(TABLES, figure), derived.find_siz_sr(TABLES, figure)) == (1, 2)


def test_skills_start_from_their_base_and_the_modifier_of_their_category() -> None:
    learned: dict[Characteristic, int] = {"STR": 10, "SIZ": 12, "DEX": 17, "INT": 18, "POW": 13, "CHA": 10}

    assert derived.find_base_skill(TABLES, "broadsword", learned) == 30
    assert derived.find_base_skill(TABLES, "off:broadsword", {}) == 5
    assert derived.find_base_skill(TABLES, "read_write", {"INT": 18}) == 0
    assert derived.find_base_skill(TABLES, "nothing", {}) == 0


def test_what_one_carries_and_heals_goes_by_strength_and_constitution() -> None:
    figure = make_figure(STR=12, CON=13)

    assert derived.find_max_enc(figure) == 12
    assert derived.find_healing_rate(TABLES, figure) == 3
    assert derived.count_enc(TABLES, msgspec.structs.replace(figure, enc=2)) == 5


def test_free_int_is_what_spells_leave() -> None:
    figure = make_figure(INT=15, known={"heal": 3, "shield": 1, "burning_lance": 1})

    assert derived.find_free_int(TABLES, figure) == 13


@pytest.mark.parametrize("parry", [False, True])
def test_every_face_of_a_d100_is_one_fumble(parry: bool) -> None:
    assert [TABLES.fumble_at(face, parry=parry).key for face in (1, 86, 100)] == [
        "lose_parry",
        "shattered",
        "roll_thrice",
    ]
    assert TABLES.fumble_at(87, parry=parry).key == ("foe_hits" if parry else "hit_friend")


def test_a_table_adds_weapons_and_cults_of_its_own() -> None:
    own = load(
        1,
        """
        [weapons.obsidian_knife]
        category = "1h_dagger"
        base = 15
        damage = "1D4"
        hp = 4
        sr = 4
        specials = ["slash"]
        [cults.yelm]
        arms = ["obsidian_knife"]
        spells = ["light"]
        """,
    )

    assert own.weapons["obsidian_knife"].hp == 4
    assert own.cults["yelm"].arms == ("obsidian_knife",)
    assert "broadsword" in own.weapons


@pytest.mark.parametrize(
    "text",
    [
        '[cults.yelm]\narms = ["no_such"]',
        '[cults.yelm]\nspells = ["no_such"]',
        "[cults.yelm]\nskills = { no_such = 5 }",
        '[cults.yelm]\narmor = { tail = "leather" }',
        "[locations.head]\nhigh = 21",
        '[locations.head]\nadjacent = ["tail"]',
        '[weapons.dagger]\nskill = "no_such"',
        '[weapons.dagger]\ndamage = "a lot"',
        '[weapons.dagger]\nenc = "1/0"',
        '[fumbles]\nattack = [{ high = 99, key = "hit_self" }]',
    ],
)
def test_own_figures_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        load(1, text)


def test_every_word_of_the_figures_has_a_label() -> None:
    words = load_words()
    for kind, names in list_words(TABLES).items():
        for name in (kind, *names):
            assert words.label(name, "ja") != name, name


def test_every_reading_is_an_option() -> None:
    assert len(msgspec.structs.fields(Options)) == 29
