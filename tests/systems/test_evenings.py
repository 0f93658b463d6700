"""The scripted evening of each game: told word for word as before, honest, whole, and fit for every recap."""

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from goldenevening import EVENINGS, Evening

from tenmatsu.engine.api import (
    Session,
    audit_session,
    export_log,
    find_opened,
    import_log,
    open_store,
    read_entries,
    viewer_of,
)
from tenmatsu.engine.cells import width_of
from tenmatsu.engine.contract import Look
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.projections.projection import Projection
from tenmatsu.projections.recap import FORMATS, STYLES, Format, Style, recap
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.sheets import HISTORIES
from tenmatsu.projections.walking import walk
from tenmatsu.tools.demo import find_evening

SYSTEMS = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["entry-points"]["tenmatsu.systems"]


@pytest.fixture(scope="module", params=sorted(EVENINGS))
def system(request: pytest.FixtureRequest) -> str:
    """Each built-in game."""
    return str(request.param)


@pytest.fixture(scope="module")
def script(system: str) -> Evening:
    """Its evening."""
    return EVENINGS[system]


@pytest.fixture(scope="module")
def played(script: Evening, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("evening") / "evening.db"
    script.play(database)
    return database


@pytest.fixture
def evening(played: Path, tmp_path: Path) -> Iterator[Session]:
    """The evening, in a copy of its own."""
    store = open_store(f"sqlite:///{shutil.copy(played, tmp_path / 'evening.db')}")
    yield find_opened(store, "@last")
    store.close()


def test_every_built_in_game_has_an_evening() -> None:
    assert EVENINGS.keys() == SYSTEMS.keys()
    assert EVENINGS["ukiyozoshi"].script.read_bytes() == find_evening().read_bytes()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_word_for_word_as_before(script: Evening, played: Path, lang: str) -> None:
    assert script.transcript(played, lang) == script.golden_file(lang).read_text(encoding="utf-8")


def test_it_has_its_number_of_commands_and_plays_its_game(system: str, script: Evening) -> None:
    text = tomllib.loads(script.script.read_text(encoding="utf-8"))

    assert len(text["do"]) >= script.commands
    assert text["system"] == system


def test_it_passes_every_check_of_the_audit(evening: Session) -> None:
    report = audit_session(evening.store, evening.id)

    assert report.failures == ()
    assert report.unchecked == ()
    assert report.tally.decided == report.tally.commits


def test_every_state_is_the_fold_of_the_events_before_it(evening: Session) -> None:
    for version in range(1, evening.version + 1, 23):
        state = evening.state_at(version)
        folded = evening.folder.fold(
            type(state)(), (entry.event for entry in read_entries(evening, last=version))
        )
        assert (folded.table, folded.game) == (state.table, state.game)


@pytest.mark.parametrize("projection", [ROLLS, HISTORIES], ids=lambda one: one.name)
def test_events_that_a_read_model_does_not_want_leave_it_as_it_is(
    evening: Session, projection: Projection[Any]
) -> None:
    assert projection.wants is not None
    wants = projection.wants(evening.system)
    for who in (None, *evening.table.seats):
        state = projection.start()
        for entry, context in walk(evening, viewer_of(evening, who)):
            after = projection.fold(state, entry, context)
            assert after is state or type(entry.event) in wants
            state = after


def test_it_is_exported_and_imported_with_the_same_hashes(evening: Session, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    with path.open("wb") as file:
        export_log(evening, file)
    other = open_store()
    import_log(other, path)

    assert find_opened(other, evening.id).head == evening.head
    assert audit_session(other, evening.id).ok


def test_what_it_draws_is_one_element_without_script_address_or_id_and_lines_that_fit(
    evening: Session,
) -> None:
    for version in range(1, evening.version + 1, 29):
        state = evening.state_at(version)
        if state.game is None:
            continue
        rules, draw = evening.rules(state.table), evening.system.drawings
        for lang in LANGUAGES:
            look = Look(lang=lang, names=evening.names())
            for one in ("", *state.table.characters):
                for drawing in draw(state.game, rules, one, look):
                    assert evening.system.words().label(drawing.title, "ja") != drawing.title
                    assert drawing.alt
                    assert max(map(width_of, drawing.text)) <= 80
                    for part in ET.fromstring(drawing.svg).iter():
                        assert part.tag.rpartition("}")[2] not in {
                            "script",
                            "image",
                            "use",
                            "foreignObject",
                            "a",
                        }
                        assert not {"id", "href", "onload"} & part.attrib.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_recaps_carry_the_head_no_address_and_no_unfilled_word(
    evening: Session, lang: str, style: Style
) -> None:
    told: dict[Format, str] = {form: recap(evening, style=style, format=form, lang=lang) for form in FORMATS}  # type: ignore[arg-type]

    for form, text in told.items():
        assert evening.head in text, form
        assert f"{evening.system.id}." not in text.replace(".typing", ""), form
        assert "{" not in text or form in {"json", "html"}, form
    assert "http" not in told["html"].replace('xmlns="http://www.w3.org/2000/svg"', "")
