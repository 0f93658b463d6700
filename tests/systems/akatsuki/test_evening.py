"""The scripted evening: what happens in it, and what other choices would have brought."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from goldenevening import EVENINGS, run_cli

from tenmatsu.engine.api import Entry, Session, find_opened, open_store, read_entries, roll_out
from tenmatsu.engine.history import state_for, viewer_of
from tenmatsu.projections.recap import recap
from tenmatsu.projections.turning import measure_fights, turning_points
from tenmatsu.systems.akatsuki.tables import load


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("akatsuki") / "evening.db"
    EVENINGS["akatsuki"].play(database)
    return database


@pytest.fixture
def database(played: Path, tmp_path: Path) -> Path:
    """The evening, in a copy of its own."""
    return Path(shutil.copy(played, tmp_path / "evening.db"))


@pytest.fixture
def evening(database: Path) -> Iterator[Session]:
    """Its session."""
    store = open_store(f"sqlite:///{database}")
    yield find_opened(store, "@last")
    store.close()


def find(session: Session, tag: str, **fields: Any) -> Entry:
    """Return the first entry of a kind with these fields."""
    return next(
        entry
        for entry in read_entries(session)
        if entry.tag == f"akatsuki.{tag}"
        and all(getattr(entry.event, name) == value for name, value in fields.items())
    )


def end_before(session: Session, entry: Entry) -> int:
    """Return the end of the commit before an entry's."""
    return max(one.version for one in read_entries(session) if one.number < entry.number)


def test_it_has_every_kind_of_moment_of_the_chapter(evening: Session) -> None:
    tags = {entry.tag.removeprefix("akatsuki.") for entry in read_entries(evening)}

    assert {
        "awakening_gained",
        "fate_turned",
        "cards_given",
        "cards_spent",
        "power_used",
        "chivalry_granted",
        "fate_chip_turned",
        "hit_negated",
        "lane_moved",
        "doomed",
        "died",
        "fell_unconscious",
        "came_round",
        "wound_treated",
        "time_passed",
    } <= tags


def test_a_double_in_ones_field_gained_a_card_that_was_given_and_paid_half(evening: Session) -> None:
    gained = find(evening, "awakening_gained", why="double").event
    spent = find(evening, "cards_spent", character="gin").event

    assert getattr(gained, "card", "") == "hagi_1"
    assert (getattr(spent, "cards", ()), getattr(spent, "points", 0)) == (("hagi_1",), 5)


def test_gin_dies_of_her_last_zombie_counter_in_the_round_after_her_check_failed(evening: Session) -> None:
    doomed, died = find(evening, "doomed", character="gin"), find(evening, "died", character="gin")
    there = evening.state_at(end_before(evening, died)).game

    assert (getattr(doomed.event, "zombie_from", 0), getattr(doomed.event, "zombie_counters", 0)) == (3, 4)
    assert evening.state_at(doomed.version).game.combat.round == 2
    assert there.combat.round == 3
    assert there.characters["gin"].zombie_counters == 1
    assert getattr(died.event, "why", "") == "counters"


def test_tora_is_treated_ten_minutes_before_midnight_and_owes_no_check(evening: Session) -> None:
    treated = find(evening, "wound_treated", patient="tora")
    midnight = find(evening, "time_passed", day=2, time="00:00")
    due = find(evening, "survival_due", due=evening.state_at(midnight.version + 1).game.due).event

    assert evening.state_at(treated.version).game.clock.now == 23 * 60 + 50
    assert [one.character for one in getattr(due, "due", ())] == ["kuro", "saki", "sei"]
    assert not evening.game.characters["tora"].dead


def test_all_cards_and_chips_are_in_one_place_at_the_end(evening: Session) -> None:
    game, tables = evening.game, load(1)
    figures = game.characters.values()
    held = [one.card for figure in figures for one in figure.awakening if one.card in tables.deck]

    assert sorted([*game.deck.unseen, *game.deck.discard, *held]) == sorted(tables.deck)
    chips = sum(one.card not in tables.deck for figure in figures for one in figure.awakening)
    chips += sum(figure.chivalry + figure.fate_chips for figure in figures)
    assert game.chips_left + chips == 96


def test_no_order_of_the_pile_is_in_anybodys_view(evening: Session) -> None:
    for who in ("gm", "aki", "nao"):
        state = state_for(evening, viewer_of(evening, who))
        assert state.game.deck == evening.game.deck


def test_rollouts_play_the_fight_on(evening: Session) -> None:
    begun = find(evening, "round_begun", round=2)
    (choice,) = roll_out(evening, games=20, at=begun.version, seed=1, workers=1).choices

    assert sum(share.share for share in choice.results.values()) == pytest.approx(1)
    assert choice.unfinished == {}
    assert set(choice.alive) == {"gin", "tora", "sei", "kuro", "oni", "saki"}


def test_toras_last_two_fate_cards_are_a_turning_point(evening: Session) -> None:
    (curve,) = measure_fights(evening, games=20, workers=1)

    assert len(curve.points) > 10
    assert turning_points(curve)


def test_had_gin_kept_her_last_two_cards_the_bullet_would_have_hit_all_the_same(
    evening: Session, database: Path
) -> None:
    at = find(evening, "checked", character="gin", purpose="dodge").version
    place = ("--db", f"sqlite:///{database}", "--lang", "en")
    told = run_cli(
        *place, "whatif", "@last", "--at", str(at), "akatsuki.defend", "character=gin", "choice=dodge"
    )

    assert "お銀, dodge (Goro): 7 (5,2) > 4, failure" in told
    assert "Maple: plain (1): none → 1" in told


def test_under_the_other_reading_of_doubles_more_cards_are_gained(database: Path) -> None:
    told = run_cli(
        "--db", f"sqlite:///{database}", "--lang", "en", "whatif", "@last", "--option", "double=face"
    )

    assert "A double! お銀 gains an awakening card" in told


def test_the_book_ends_with_the_cards_in_both_languages(evening: Session) -> None:
    ja, en = (recap(evening, format="html", lang=lang) for lang in ("ja", "en"))

    assert ja.count('<figure class="picture">') == en.count('<figure class="picture">') == 6
    assert "藤のカス（二）（縦）・1点" in ja
    assert "Wisteria: plain (2) (own), 1 pts" in en
