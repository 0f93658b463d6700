"""The demo's evening: what happens in it, and what other choices bring (golden in `test_evenings.py`)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from goldenevening import play_demo

from tenmatsu.engine.api import (
    Session,
    adopt,
    audit_session,
    find_difference,
    find_opened,
    fork,
    open_store,
    read_entries,
)
from tenmatsu.tools.demo.__main__ import HERO


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("demo") / "evening.db"
    play_demo(database)
    return database


@pytest.fixture
def evening(played: Path, tmp_path: Path) -> Iterator[Session]:
    """The evening, in a copy of its own."""
    copy = tmp_path / "evening.db"
    copy.write_bytes(played.read_bytes())
    store = open_store(f"sqlite:///{copy}")
    yield find_opened(store, "@last")
    store.close()


def test_three_characters_share_one_pool_to_the_last_point(evening: Session) -> None:
    game = evening.game
    spent = {name: ledger.spent for name, ledger in game.ledgers.items()}

    assert spent == {"shinkuro": 350, "koyata": 280, "ocho": 220}
    koyata = game.characters["koyata"]
    assert (koyata.shin, koyata.gi, koyata.tai, koyata.skills["剣術"]) == (7, 7, 6, 5)


def test_it_has_every_kind_of_moment_that_the_demo_promises(evening: Session) -> None:
    tags = {entry.tag for entry in read_entries(evening)}

    assert {
        "ukiyozoshi.contest_decided",
        "ukiyozoshi.lie_told",
        "ukiyozoshi.katsugeki_spent",
        "ukiyozoshi.katsugeki_gained",
        "ukiyozoshi.counter_declared",
        "ukiyozoshi.defended",
        "ukiyozoshi.died",
        "ukiyozoshi.death_cheated",
        "ukiyozoshi.wounds_treated",
        "ukiyozoshi.recovered",
        "ukiyozoshi.morning_came",
    } <= tags


def test_the_other_choice_keeps_the_hero_on_his_feet_and_touches_nothing_else(evening: Session) -> None:
    entries = list(read_entries(evening))
    fall = next(
        entry
        for entry in entries
        if entry.tag == "ukiyozoshi.died" and getattr(entry.event, "character", "") == HERO
    )
    before = max(entry.version for entry in entries if entry.number < fall.number)
    line = fork(evening, "もしも", before, actor="gm", dice="same")
    line.do({"type": "ukiyozoshi.answer_failure", "character": HERO, "choice": "success"}, actor="ren")

    assert not line.game.characters[HERO].dead
    assert line.game.characters[HERO].endurance == 2
    assert list(read_entries(evening)) == entries
    difference = find_difference(evening, line)
    assert difference.common_version == before
    assert f"{HERO}.endurance" in {change.name for change in difference.values}


def test_a_line_that_is_adopted_goes_on_with_the_rings(evening: Session) -> None:
    fork(evening, "別の夜", 254, actor="gm")
    adopt(evening, "別の夜", actor="gm")
    evening.do({"type": "ukiyozoshi.answer_failure", "character": HERO, "choice": "reroll"}, actor="ren")

    assert audit_session(evening.store, evening.id).ok
