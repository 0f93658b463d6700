"""The demo's evening as a golden session: what is told, what is left, and that it proves itself."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from goldenevening import SCRIPT, golden_file, play_demo, transcript

from tenmatsu.engine.api import (
    Session,
    adopt,
    audit_session,
    export_log,
    find_difference,
    find_opened,
    fork,
    import_log,
    open_store,
    read_entries,
)
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.projections.recap import recap
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_evening_is_told_word_for_word_as_before(played: Path, lang: str) -> None:
    assert transcript(played, lang) == golden_file(lang).read_text(encoding="utf-8")


def test_it_has_at_least_eighty_commands_of_our_own() -> None:
    assert len(tomllib.loads(SCRIPT.read_text(encoding="utf-8"))["do"]) >= 80


def test_three_characters_share_one_pool_to_the_last_point(evening: Session) -> None:
    game = evening.game
    spent = {name: ledger.spent for name, ledger in game.ledgers.items()}

    assert spent == {"shinkuro": 350, "koyata": 280, "ocho": 220}
    koyata = game.characters["koyata"]
    assert (koyata.shin, koyata.gi, koyata.tai, koyata.skills["剣術"]) == (7, 7, 6, 5)


def test_the_evening_passes_every_check_of_the_audit(evening: Session) -> None:
    report = audit_session(evening.store, evening.id)

    assert report.failures == ()
    assert report.unchecked == ()
    assert report.tally.decided == report.tally.commits


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


def test_every_state_is_the_fold_of_the_events_before_it(evening: Session) -> None:
    for version in range(1, evening.version + 1, 23):
        state = evening.state_at(version)
        folded = evening.folder.fold(
            type(state)(), (entry.event for entry in read_entries(evening, last=version))
        )
        assert (folded.table, folded.game) == (state.table, state.game)


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


def test_it_is_exported_and_imported_with_the_same_hashes(evening: Session, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    with path.open("wb") as file:
        export_log(evening, file)
    other = open_store()
    import_log(other, path)

    assert find_opened(other, evening.id).head == evening.head
    assert audit_session(other, evening.id).ok


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("style", ["digest", "book"])
@pytest.mark.parametrize("form", ["md", "html", "txt"])
def test_recaps_carry_the_head_and_only_versions_that_exist(
    evening: Session, lang: str, style: str, form: str
) -> None:
    text = recap(evening, style=style, format=form, lang=lang)  # type: ignore[arg-type]

    assert evening.head in text
    assert "http" not in text
