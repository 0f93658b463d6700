"""Figures in TOML: laid over by key, typed, and refused with place and reason."""

import msgspec
import pytest

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.engine.tables import check_names, hash_tables, load_tables, read_tables_text


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row with one field that must be there."""

    price: int
    tags: tuple[str, ...] = ()


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures of no game."""

    most: int
    rows: dict[str, Row]
    costs: dict[int, int]


BUILT_IN = """
most = 3
[rows.sword]
price = 10
tags = ["sharp"]
[rows.bow]
price = 7
[costs]
1 = 2
2 = 4
"""


def load(own: str | None = None) -> Figures:
    """Return the figures with a table's own laid over them."""
    return load_tables(Figures, BUILT_IN, own)


def test_without_an_own_text_the_built_in_figures_hold() -> None:
    assert load() == Figures(
        most=3, rows={"sword": Row(price=10, tags=("sharp",)), "bow": Row(price=7)}, costs={1: 2, 2: 4}
    )


def test_an_empty_own_text_changes_nothing() -> None:
    assert load("# nothing yet") == load()


def test_values_are_laid_over_key_by_key_and_lists_as_a_whole() -> None:
    own = load('most = 4\n[rows.sword]\ntags = ["long"]\n[costs]\n2 = 5\n3 = 9')
    assert own.most == 4
    assert own.rows == {"sword": Row(price=10, tags=("long",)), "bow": Row(price=7)}
    assert own.costs == {1: 2, 2: 5, 3: 9}


def test_rows_may_be_added() -> None:
    assert load("[rows.axe]\nprice = 6").rows["axe"] == Row(price=6)


@pytest.mark.parametrize(
    "own, code, details",
    [
        ("least = 1", "tables_unknown", {"place": "least", "known": "most, rows, costs"}),
        ("[rows.bow]\ncost = 1", "tables_unknown", {"place": "rows.bow.cost", "known": "price, tags"}),
        (
            "[rows.axe]\ncost = 1\nprice = 3",
            "tables_unknown",
            {"place": "rows.axe.cost", "known": "price, tags"},
        ),
        ("[rows.axe]\ntags = []", "tables_missing", {"place": "rows.axe", "field": "price"}),
        (
            "[rows.bow]\nprice = '7'",
            "tables_value",
            {"place": "rows.bow.price", "problem": "Expected int, got str"},
        ),
        ("[rows]\nbow = 7", "tables_value", {"place": "rows.bow", "problem": "Expected object, got int"}),
        ("most = 1.5", "tables_value", {"place": "most", "problem": "Expected int, got float"}),
        ("[rows.bow]\ntags = ['a', 1]", "tables_value", {"place": "rows.bow.tags.1"}),
        ("[costs]\none = 1", "tables_value", {"place": "costs.one"}),
        ("[rows.sword]\nprice = 11\n[rows.bow]\nprice = true", "tables_value", {"place": "rows.bow.price"}),
    ],
)
def test_what_does_not_fit_is_refused_with_place_and_reason(
    own: str, code: str, details: dict[str, str]
) -> None:
    with pytest.raises(UsageError) as refused:
        load(own)
    assert refused.value.code == code
    assert details.items() <= refused.value.details.items()
    for lang in LANGUAGES:
        assert details["place"] in refused.value.say(lang)


def test_what_is_no_toml_is_refused_with_its_line() -> None:
    with pytest.raises(UsageError, match="line 2") as refused:
        load("most = 3\nrows = = 4")
    assert refused.value.code == "tables_syntax"


def test_a_broken_built_in_text_is_a_fault() -> None:
    with pytest.raises(ValueError, match="most"):
        load_tables(Figures, "rows = {}\ncosts = {}")


def test_a_row_names_only_rows_that_are_there() -> None:
    check_names("rows.sword.skill", ["fencing"], ["fencing", "archery"])
    with pytest.raises(UsageError) as refused:
        check_names("rows.sword.skill", ["dancing"], ["fencing", "archery"])
    assert refused.value.details["known"] == "fencing, archery"


def test_the_hash_is_that_of_the_text_as_bytes() -> None:
    assert hash_tables("剣") == "49849adeed075911619a4d015845b4a613e6eb1e9a59c962fa94620d25e988d2"


def test_the_text_is_read_as_it_lies_in_the_package() -> None:
    assert read_tables_text("tenmatsu.engine", "messages.toml").startswith("#")


@pytest.mark.parametrize("own", ["most = 99999999999999999999", "[rows.sword]\nprice = 1000001"])
def test_a_figure_that_no_game_has_is_refused_with_its_place(own: str) -> None:
    with pytest.raises(UsageError) as caught:
        load(own)

    assert caught.value.code == "tables_size"
    assert caught.value.details["place"] in ("most", "rows.sword.price")
