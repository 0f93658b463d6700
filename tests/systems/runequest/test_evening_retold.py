"""The scripted evening under another rounding, played on, and as a book and a novel."""

import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from goldenevening import EVENINGS, run_cli

from tenmatsu.engine.api import OtherRules, Session, find_opened, open_store, read_entries, rerule, roll_out
from tenmatsu.projections.recap import recap
from tenmatsu.systems.runequest.degrees import Degree
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.rounds import RoundBegun

PARTY = {"yola", "tavi", "mira", "oshu"}
FRAYS = {("tavi", 20): 3, ("zim", 16): 5}
"""Shots into a melee, by their face: how many fight there."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("runequest") / "evening.db"
    EVENINGS["runequest"].play(database)
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


def read_checks(session: Session) -> list[Checked]:
    """Return every percentile roll of a line, in order."""
    return [entry.event for entry in read_entries(session) if isinstance(entry.event, Checked)]


def reckon_degree(checked: Checked, half: Fraction) -> Degree:
    """Return the degree of a roll by rules of our own: with a half added, fractions go to the nearest."""
    bonus = sum(one.amount for one in checked.circumstances if one.key == "packed_group")
    base = (checked.limits.chance - bonus) // FRAYS.get((checked.character, checked.face), 1)
    critical, special = (max(1, int(Fraction(max(0, base), part) + half)) for part in (20, 5))
    if checked.face >= checked.limits.fumble:
        return "fumble"
    if checked.face > max(5, min(95, checked.limits.chance)):
        return "failure"
    if checked.face <= critical:
        return "critical"
    return "special" if checked.face <= special else "success"


def test_another_rounding_changes_exactly_the_rolls_whose_degree_it_changes(
    evening: Session,
) -> None:
    checks = read_checks(evening)
    assert [reckon_degree(one, Fraction(0)) for one in checks] == [one.degree for one in checks]
    changed = [
        (one.character, one.purpose, one.face, one.degree, nearest)
        for one in checks
        if (nearest := reckon_degree(one, Fraction(1, 2))) != one.degree
    ]
    assert changed == [
        ("nol", "resist_spell", 4, "special", "critical"),
        ("oshu", "characteristic", 4, "special", "critical"),
        ("yola", "skill", 7, "success", "special"),
    ]

    found = rerule(evening, OtherRules(options={"rounding": "nearest"}), actor="gm", name="nearest")
    again = read_checks(found.line)

    assert (found.left, found.stopped) == ((), None)
    assert [
        (one.character, one.purpose, one.face, one.degree, other.degree)
        for one, other in zip(checks, again, strict=True)
        if one.degree != other.degree
    ] == changed


def test_what_if_tells_of_those_rolls_alone(database: Path) -> None:
    place = ("--db", f"sqlite:///{database}", "--lang", "en")
    told = run_cli(*place, "whatif", "@last", "--option", "rounding=nearest", "--name", "nearest")

    lines = [line.strip() for line in told.splitlines()]
    assert sum("another outcome" in line for line in lines) == 3
    assert [line for line in lines if line.startswith("nearest: ")] == [
        "nearest: ノル, overcoming resistance (resistance): 4 against 75 %, critical",
        "nearest: オシュ, a characteristic (POW): 4 against 70 %, critical",
        "nearest: ヨーラ, a skill (jump): 7 against 33 %, special",
    ]


def test_rollouts_play_the_melee_on(evening: Session) -> None:
    begun = next(
        entry
        for entry in read_entries(evening)
        if isinstance(entry.event, RoundBegun) and entry.event.round == 5
    )
    (choice,) = roll_out(evening, games=10, at=begun.version, seed=1, workers=1).choices

    assert sum(share.share for share in choice.results.values()) == pytest.approx(1)
    assert set(choice.alive) >= PARTY


def test_the_book_ends_with_the_bodies_in_both_languages(evening: Session) -> None:
    ja, en = (recap(evening, format="html", lang=lang) for lang in ("ja", "en"))

    assert ja.count('<figure class="picture">') == en.count('<figure class="picture">') == 8
    assert "右脚：HP" in ja
    assert "right leg: HP" in en


def test_a_novel_names_the_skill_that_was_rolled(evening: Session) -> None:
    told = recap(evening, style="novel", format="txt", lang="ja")

    assert "ヨーラは【跳躍】に成功した" in told
    assert "ベスは【武器の引き抜き】に失敗した" in told
    assert "【技能】" not in told
