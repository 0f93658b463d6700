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
from tenmatsu.projections.turning import measure_fights
from tenmatsu.systems.bloodberry.decide.dealing import name_cards
from tenmatsu.systems.bloodberry.people import pair


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("bloodberry") / "evening.db"
    EVENINGS["bloodberry"].play(database)
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


def list_all(session: Session, tag: str, **fields: Any) -> list[Entry]:
    """Return the entries of a kind with these fields."""
    return [
        entry
        for entry in read_entries(session)
        if entry.tag == f"bloodberry.{tag}"
        and all(getattr(entry.event, name) == value for name, value in fields.items())
    ]


def find(session: Session, tag: str, **fields: Any) -> Entry:
    """Return the first of them."""
    return list_all(session, tag, **fields)[0]


def test_relation_checks_of_all_three_types_reach_the_other_in_the_interlude(evening: Session) -> None:
    decided = list_all(evening, "relation_check_decided", winner="active")

    assert [getattr(one.event, "check", "") for one in decided] == ["inquiry", "allure", "banter"]
    assert all(evening.state_at(one.version).game.scene.interlude for one in decided)


def test_each_side_sublimates_what_the_new_strength_demands_and_no_more(evening: Session) -> None:
    told = [
        (getattr(one.event, "character", ""), getattr(one.event, "trait", ""))
        for one in list_all(evening, "sublimated")
    ]

    assert told == [
        ("mio", "頑張り屋"),
        ("akari", "忘却"),
        ("akari", "教師"),
        ("mio", "やせ我慢"),
        ("kanae", "自堕落"),
    ]


def test_the_curse_is_met_by_cards_in_a_camp_of_three_and_won_at_strength_three(evening: Session) -> None:
    rises = list_all(evening, "camp_strength_changed")
    ended = find(evening, "confrontation_ended").event

    assert [getattr(one.event, "now", 0) for one in rises] == [1, 2, 3]
    assert getattr(ended, "result", "") == "players_win"
    assert list_all(evening, "hand_completed", hand="high")
    assert list_all(evening, "card_changed", character="kanae", by="muteki")
    assert list_all(evening, "curse_settled", character="mio")


def test_in_the_ending_akari_blesses_mio_at_strength_three_and_vanishes(evening: Session) -> None:
    blessed = find(evening, "blessed").event
    game = evening.game

    assert (getattr(blessed, "character", ""), getattr(blessed, "target", "")) == ("akari", "mio")
    assert game.relations[pair("akari", "mio")].strength == 3
    assert game.people["akari"].vanished
    assert (game.people["mio"].maturity, game.people["mio"].lost["maturity"]) == (3, 1)


def test_mio_takes_a_loss_over_and_akari_rerolls_for_vigour(evening: Session) -> None:
    taken = find(evening, "loss_taken_over").event
    rerolled = find(evening, "rerolled").event

    assert getattr(taken, "character", "") == "mio"
    assert getattr(rerolled, "character", "") == "akari"


def test_each_of_the_104_cards_is_in_one_place(evening: Session) -> None:
    at = find(evening, "card_changed", character="kanae").version
    for version in (at, evening.version):
        cards = evening.state_at(version).game.cards
        held = [card for hand in cards.hands.values() for card in hand]
        assert sorted([*cards.pile, *cards.discard, *held]) == sorted(name_cards(2))


def test_a_hand_is_seen_by_its_player_and_the_gm_alone(evening: Session) -> None:
    at = find(evening, "card_laid").version - 1
    seen = {}
    for who in ("gm", "haru", "rin"):
        state = state_for(evening, viewer_of(evening, who), at)
        seen[who] = {one for one, hand in state.game.cards.hands.items() if hand}

    assert seen == {"gm": {"mio", "akari", "kanae", "muteki"}, "haru": {"mio"}, "rin": {"kanae"}}


def test_rollouts_play_the_confrontation_on(evening: Session) -> None:
    begun = find(evening, "order_set")
    (choice,) = roll_out(evening, games=12, at=begun.version, seed=1, workers=1).choices

    assert sum(share.share for share in choice.results.values()) == pytest.approx(1)
    assert choice.unfinished == {}
    assert {"mio", "akari", "kanae"} <= set(choice.alive)


def test_the_confrontation_has_a_curve_that_ends_with_the_camps_victory(evening: Session) -> None:
    (curve,) = measure_fights(evening, games=4, workers=1)

    assert len(curve.points) > 10
    assert curve.result == "players_win"
    assert curve.points[-1].results["players_win"].value == 1


def test_had_akari_answered_by_oblivion_the_relation_would_not_have_deepened(
    evening: Session, database: Path
) -> None:
    at = find(evening, "passed", kind="answer_effect").version
    place = ("--db", f"sqlite:///{database}", "--lang", "en")
    command = ("bloodberry.answer", "character=akari", "use=effect:忘却")
    told = run_cli(*place, "whatif", "@last", "--at", str(at), *command)  # stops at a reroll, needless then

    assert "灯 cancels 早瀬ミオ's hard worker by oblivion" in told
    assert "strength: 灯: 2/3 → 1/3" in told


def test_under_another_reading_of_face_cards_kanae_completes_a_hand_at_once(database: Path) -> None:
    told = run_cli(
        "--db", f"sqlite:///{database}", "--lang", "en", "whatif", "@last", "--option", "face_sum=zero"
    )

    assert "周防カナエ completes a hand: a low sum" in told


@pytest.mark.parametrize("lang, web", [("ja", "関係の網"), ("en", "web of relations")])
def test_the_book_ends_with_the_web_of_relations(evening: Session, lang: Any, web: str) -> None:
    told = recap(evening, format="html", lang=lang)

    assert web in told
    assert told.count('<figure class="picture">') == 4


@pytest.mark.parametrize(
    "lang, hand, one",
    [
        ("ja", "札：早瀬ミオ〔トランプ〕　104枚から3枚（残りのうち順に", "枚のうちの"),
        ("en", "Cards: 早瀬ミオ, playing card: 3 of 104 (in turn number ", "Card: 灯, playing card: number "),
    ],
)
def test_a_book_tells_cards_as_cards_one_by_one_or_several_at_once(
    evening: Session, lang: Any, hand: str, one: str
) -> None:
    told = recap(evening, format="txt", lang=lang)

    assert hand in told
    assert one in told
    assert "D104" not in told


def test_a_novel_tells_the_words_and_what_came_of_them_without_figures(evening: Session) -> None:
    told = recap(evening, style="novel", format="txt", lang="ja")

    assert "灯の誘惑が早瀬ミオに届いた。" in told
    assert "灯は早瀬ミオに祝福を残し、この世から消えた。" in told
    assert "達成値" not in told
    assert "山札" not in told
