"""What sessions tell to whom: foes who leave, treasure that nobody has found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenmatsu.engine.api import Participant, Session, Store, open_session, overview_seen
from tenmatsu.engine.history import Viewer
from tenmatsu.projections.recap import recap


def do(session: Session, tag: str, actor: str = "gm", **fields: Any) -> None:
    """Play a command of the game."""
    session.do({"type": f"ninjaslayer.{tag}", **fields}, actor=actor)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A scenario's play, with a foe on whom there is treasure."""
    store = Store(f"sqlite:///{tmp_path / 'told.db'}")
    people = [Participant("gm", "GM", "gm"), Participant("p1", "太郎")]
    session = open_session(store, "裏口", "ninjaslayer", participants=people)
    for character, owner in (("kaji", "p1"), ("ichi", "gm")):
        session.do({"type": "table.take_character", "character": character}, actor=owner)
    do(session, "make_character", actor="p1", character="kaji", model="brawler")
    do(session, "begin_scenario")
    do(session, "begin_play")
    do(session, "bring_in", characters=["ichi"], model="yakuza_club")
    do(session, "put_treasure", target="ichi", cash=3, items=["katana"])
    yield session
    store.close()


def test_a_foe_who_leaves_with_the_scenario_changes_by_nothing(session: Session) -> None:
    for tag in ("evaluate", "begin_leisure", "end_leisure", "begin_scenario"):
        do(session, tag)
    told = recap(session, style="book", format="txt", lang="ja")
    (line,) = (line for line in told.splitlines() if "シナリオ2が始まる" in line)
    assert "ichi" not in line
    assert "段階 シナリオ外→ダンゴウ" in line


def test_treasure_stands_in_the_overview_of_the_nm_alone(session: Session) -> None:
    def loot(viewer: Viewer) -> list[str]:
        return [entry.key for entry in overview_seen(session, viewer).entries if entry.group == "loot"]

    assert loot(Viewer("gm", is_gm=True)) == ["loot_of:ichi"]
    assert loot(Viewer("p1", is_gm=False)) == []
