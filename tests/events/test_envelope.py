"""Who may see an item."""

import pytest

from tenmatsu.events.envelope import audience_of, is_silent, may_see


@pytest.mark.parametrize(
    "audience,viewer,is_gm,sees",
    [
        ("", "p1", False, True),
        ("@gm", None, False, True),
        ("@gm", "p1", False, False),
        ("@gm", "gm", True, True),
        ("!@gm", "gm", True, True),
        ("!@gm", "p1", False, False),
        ("p1,p2", "p1", False, True),
        ("p1,p2", "gm", True, False),
        ("!p1", "p1", False, True),
        ("p10", "p1", False, False),
        ("@gm,p1", "p2", False, False),
    ],
)
def test_audience_names_who_may_see(audience: str, viewer: str | None, is_gm: bool, sees: bool) -> None:
    assert may_see(audience, viewer, is_gm=is_gm) is sees


def test_audience_holds_its_ids_once_in_the_order_of_their_bytes() -> None:
    assert audience_of(["p2", "花", "@gm", "p10", "p2"]) == "@gm,p10,p2,花"
    assert audience_of([]) == ""


def test_silent_audience_starts_with_its_sign() -> None:
    assert audience_of(["p1"], silent=True) == "!p1"
    assert is_silent("!p1")
    assert not is_silent("p1")
    assert audience_of([], silent=True) == "", "what everybody sees is silent for nobody"
