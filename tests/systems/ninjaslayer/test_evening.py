"""The scripted evening: what happens in it, what its viewers see, and what would have come otherwise."""

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

PLAYERS = ("mizu", "toru", "nagi")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("ninjaslayer") / "evening.db"
    EVENINGS["ninjaslayer"].play(database)
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
        if entry.tag == f"ninjaslayer.{tag}"
        and all(getattr(entry.event, name) == value for name, value in fields.items())
    ]


def find(session: Session, tag: str, **fields: Any) -> Entry:
    """Return the first of them."""
    return list_all(session, tag, **fields)[0]


def told(entry: Entry, *names: str) -> tuple[Any, ...]:
    """Return fields of an entry's event."""
    return tuple(getattr(entry.event, name) for name in names)


def test_a_scenario_goes_from_its_briefing_to_its_leisure(evening: Session) -> None:
    stages = [
        find(evening, tag).version
        for tag in ("scenario_begun", "play_begun", "battle_begun", "battle_ended", "play_ended")
    ]
    stages += [find(evening, tag).version for tag in ("leisure_begun", "scenario_ended")]

    assert stages == sorted(stages)
    assert evening.game.scenario.stage == "over"


def test_three_cartwheels_cross_the_gap_before_the_battle(evening: Session) -> None:
    leaps = list_all(evening, "leapt", result="success")
    begun = find(evening, "battle_begun")
    landed = list_all(evening, "moved", way="leap")

    assert [told(one, "character", "to") for one in leaps] == [("lamp", "G3"), ("tide", "G4"), ("rust", "G2")]
    assert all(one.version < begun.version for one in leaps)
    assert [told(one, "steps") for one in landed] == [(3,)] * 3
    assert evening.state_at(leaps[0].version).game.map.rows[2][4:6] == ".G"


def test_eight_mobs_and_a_boss_fight_on_a_map_with_doors(evening: Session) -> None:
    begun = find(evening, "battle_begun")
    game = evening.state_at(begun.version).game
    foes = [game.characters[one] for one in told(begun, "fighters")[0] if one not in ("rust", "lamp", "tide")]
    opened = {door for one in list_all(evening, "moved") for door in told(one, "opened")[0]}

    assert sorted(figure.kind for figure in foes) == ["boss", *["mob"] * 8]
    assert "".join(game.map.rows).count("D") == 4
    assert opened == {"F3", "K3"}
    assert len(list_all(evening, "taken_off")) == 6
    assert told(find(evening, "battle_ended"), "result", "turns") == ("players_win", 4)


def test_the_overview_names_in_order_who_is_still_in_the_battle(evening: Session) -> None:
    at = find(evening, "turn_ending", turn=3).version
    state = evening.state_at(at)
    sheet = evening.system.overview(state.game, evening.rules(state.table))
    (order,) = [entry.value for entry in sheet.entries if entry.key == "order"]

    assert order == ("tide", "lamp", "boss", "rust", "take", "sakura")


def test_a_satsubatsu_injures_lamps_arms(evening: Session) -> None:
    settled = find(evening, "critical_settled", target="lamp")
    injured = find(evening, "injured")
    after = evening.state_at(injured.version).game.characters["lamp"]

    assert told(settled, "critical", "result", "effect") == ("satsubatsu", 5, "arms_broken")
    assert told(injured, "character", "place", "count") == ("lamp", "arms", 1)
    assert (after.ability("karate"), after.ability("wazamae")) == (2, 4)


def test_spirit_holds_an_explosion_off_and_rust_comes_round_when_the_battle_ends(evening: Session) -> None:
    held = next(one for one in list_all(evening, "damage_taken", character="rust") if told(one, "spent")[0])
    fell = find(evening, "fell_unconscious", character="rust")

    assert told(held, "vitality", "spirit", "spent") == (0, 1, 1)
    assert fell.version == held.version + 1
    assert list_all(evening, "exploded", character="rust") == []
    assert told(find(evening, "revived", character="rust"), "why") == ("battle_over",)


def test_three_dkk_in_a_turn_bring_the_wasshoi_judgement_and_ninja_slayer(evening: Session) -> None:
    judged, entered = find(evening, "wasshoi_judged"), find(evening, "slayer_entered")
    before = evening.state_at(judged.version - 1).game

    assert before.battle.dkk == 3
    assert told(judged, "target", "needed", "total", "success") == ("rust", 8, 4, True)
    assert told(entered, "slayer", "entry", "target", "square", "broken") == (
        "slayer",
        "by_window",
        "rust",
        "J5",
        "K5",
    )
    assert "slayer" in evening.state_at(find(evening, "battle_ended").version - 1).game.battle.fighters


def test_the_atmosphere_rises_at_the_end_of_turn_three_and_makes_dodging_harder(evening: Session) -> None:
    declared = find(evening, "atmosphere_declared")
    turn = find(evening, "turn_begun", turn=4)
    hard = [one for one in list_all(evening, "dodge_rolled") if told(one, "difficulty") == ("hard",)]

    assert told(declared, "mode") == ("hard",)
    assert evening.state_at(declared.version).game.battle.turn == 3
    assert told(turn, "mode") == ("hard",)
    assert [told(one, "attacker") for one in hard] == [("slayer",)] * 2
    assert all(one.version > turn.version for one in hard)


def test_the_pool_is_divided_and_the_injury_is_treated_in_leisure(evening: Session) -> None:
    shares = {told(one, "character")[0]: told(one, "amount")[0] for one in list_all(evening, "cash_shared")}
    treated = find(evening, "treated")

    assert told(find(evening, "pool_divided"), "total", "left") == (20, 0)
    assert shares == {"rust": 6, "lamp": 7, "tide": 7}
    assert [told(one, "character", "amount") for one in list_all(evening, "rewarded")] == [
        ("rust", 3),
        ("lamp", 3),
        ("tide", 4),
    ]
    assert told(treated, "character", "place") == ("lamp", "arms")
    assert evening.state_at(treated.version - 1).game.characters["lamp"].untreated == ("arms",)
    assert evening.game.characters["lamp"].untreated == ()
    assert evening.game.characters["tide"].base.neuron == 6


def test_a_viewer_sees_neither_the_nms_notes_dice_and_treasure_nor_what_others_whisper(
    evening: Session,
) -> None:
    seen = {
        who: {
            entry.version
            for entry in read_entries(evening, viewer=viewer_of(evening, who))
            if entry.audience and not entry.sealed
        }
        for who in ("nm", *PLAYERS)
    }
    whispered = [one.version for one in read_entries(evening) if one.audience]

    assert len(whispered) == 4
    assert seen == {"nm": set(whispered), "mizu": set(), "toru": set(), "nagi": {whispered[2]}}
    for who in PLAYERS:
        assert state_for(evening, viewer_of(evening, who)).game == evening.game


def test_rollouts_play_the_battle_on(evening: Session) -> None:
    begun = find(evening, "turn_begun", turn=3)
    (choice,) = roll_out(evening, games=6, at=begun.version + 1, seed=1, workers=1).choices

    assert sum(share.share for share in choice.results.values()) == pytest.approx(1)
    assert choice.unfinished == {}
    assert {"rust", "lamp", "tide", "boss"} <= set(choice.alive)


def test_the_battle_has_a_curve(evening: Session) -> None:
    (curve,) = measure_fights(evening, games=1, workers=1)

    assert len(curve.points) > 10
    assert curve.result == "players_win"


def test_had_rust_taken_the_first_blow_spirit_would_have_been_spent_on_it(
    evening: Session, database: Path
) -> None:
    at = find(evening, "dodge_rolled", attacker="slayer").version
    place = ("--db", f"sqlite:///{database}", "--lang", "en")
    command = ("ninjaslayer.dodge", "character=rust", "choice=take")
    answer = run_cli(*place, "whatif", "@last", "--at", str(at), *command)

    assert "spirit 1 holds the explosion off" in answer


@pytest.mark.parametrize("lang, area, gm", [("ja", "マップ", "NM：あさぎ"), ("en", "map", "NM: あさぎ")])
def test_the_book_ends_with_the_map_and_calls_the_gm_nm(
    evening: Session, lang: Any, area: str, gm: str
) -> None:
    book = recap(evening, format="html", lang=lang)
    text = recap(evening, format="txt", lang=lang)

    assert area in book
    assert '<figure class="picture">' in book
    assert gm in text
    assert text.count("GM") == 1  # in the notice of rights alone


def test_a_novel_tells_who_came_and_who_fell_without_figures(evening: Session) -> None:
    novel = recap(evening, style="novel", format="txt", lang="ja")

    assert "ニンジャスレイヤーがJ5にエントリー！" in novel
    assert "即死! ドライドックは爆発四散した。" in novel
    assert "ペーパーランタンはドライドックを漁った。" in novel
    assert "成功数" not in novel


def test_a_digest_tells_what_befell_ninjas_and_leaves_mobs_to_the_whole_text(evening: Session) -> None:
    digest = recap(evening, style="digest", format="txt", lang="ja")

    assert "ペーパーランタンに「腕への深手」" in digest
    assert "アトモスフィアが高まる" in digest
    assert "人足" not in digest
