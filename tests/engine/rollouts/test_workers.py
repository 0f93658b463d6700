"""Who plays the games shows nowhere: one process, several, other chunks; and nothing grows with the games."""

import msgspec
import pytest
import toy
from playout import make_brawl, open_brawl, strike_at

from tenmatsu.engine.api import Store, UsageError, find_system, roll_out
from tenmatsu.engine.rollouts import workers
from tenmatsu.engine.rollouts.job import Job, play_chunk
from tenmatsu.engine.rollouts.tally import Tally
from tenmatsu.engine.rollouts.workers import chunks, play_here, play_on_cores


def test_any_number_of_processes_gives_the_same_report(store: Store) -> None:
    session = open_brawl(store)
    reports = [roll_out(session, moves=strike_at("b", "c"), games=60, workers=count) for count in (1, 2, 3)]
    assert reports[1] == reports[0]
    assert reports[2] == reports[0]


def test_chunks_of_any_size_give_the_same_tally(store: Store) -> None:
    job = make_brawl(open_brawl(store), moves=("b", "c"))
    whole = play_here(job, 60, chunk=60)
    assert whole.choices[0].games == 60
    for size in (1, 7, 59):
        assert play_here(job, 60, chunk=size) == whole
    assert play_on_cores(job, 60, 2, chunk=7) == whole


def test_tallies_are_added_in_any_order(store: Store) -> None:
    job = make_brawl(open_brawl(store), moves=("b", "c"))
    parts = [play_chunk(job, first, 10) for first in range(0, 40, 10)]
    forth, back = Tally.of(2), Tally.of(2)
    for part in parts:
        forth.merge(part)
    for part in reversed(parts):
        back.merge(part)
    pair = Tally.of(2)
    pair.merge(parts[2])
    pair.merge(parts[3])
    nested = Tally.of(2)
    nested.merge(pair)
    nested.merge(parts[0])
    nested.merge(parts[1])
    assert forth == back == nested == play_chunk(job, 0, 40)


def test_every_game_is_played_once() -> None:
    for games in (1, 99, 100, 101, 1_234):
        for count in (1, 2, 7):
            played = [first + one for first, size in chunks(games, count) for one in range(size)]
            assert played == list(range(games))


def test_the_same_seed_gives_the_same_games_and_another_gives_others(store: Store) -> None:
    session = open_brawl(store)
    first, again, other = (roll_out(session, games=50, seed=seed) for seed in (4, 4, 5))
    assert first == again
    assert msgspec.structs.replace(other, seed=4) != first


def test_progress_is_told_up_to_the_last_game(store: Store) -> None:
    session, told = open_brawl(store), list[tuple[int, int]]()
    for count in (1, 2):
        told.clear()
        roll_out(session, games=30, workers=count, progress=lambda done, of: told.append((done, of)))
        assert told == sorted(told)
        assert told[-1] == (30, 30)


def test_what_is_kept_does_not_grow_with_the_games(store: Store) -> None:
    job = make_brawl(open_brawl(store), moves=("b", "c"))
    some = len(msgspec.json.encode(play_here(job, 150)))
    assert len(msgspec.json.encode(play_here(job, 600))) < 1.3 * some


def test_a_system_that_travels_nowhere_is_played_here_alone(store: Store) -> None:
    job = make_brawl(open_brawl(store))
    local = msgspec.structs.replace(job, system=_local_system())
    assert play_here(local, 5) == play_here(job, 5)
    with pytest.raises(UsageError) as refused:
        play_on_cores(local, 5, 2)
    assert refused.value.code == "rollout_system_here"


def _local_system() -> object:
    from dataclasses import replace

    def initial(options: toy.Options) -> toy.State:
        return toy.State()

    return replace(toy.SYSTEM, initial=initial)


def test_an_installed_system_travels_by_its_id(store: Store) -> None:
    job = make_brawl(open_brawl(store))
    assert job.to_travel().system is toy.SYSTEM
    installed = msgspec.structs.replace(job, system=find_system("ukiyozoshi"))
    assert installed.to_travel().system == "ukiyozoshi"


class Stopped(BaseException):
    """Stands for the interrupt of somebody at the keyboard."""


def test_an_interrupt_ends_the_processes(store: Store) -> None:
    import multiprocessing

    job = make_brawl(open_brawl(store))

    def stop(done: int, games: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        play_on_cores(job, 500, 2, stop, chunk=5)
    assert multiprocessing.active_children() == []


def test_few_games_start_no_process(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(job: Job, *given: object) -> Tally:
        raise AssertionError("processes were started")

    monkeypatch.setattr(workers, "play_on_cores", start)
    assert roll_out(open_brawl(store), games=20).games == 20
