"""Every command does on a PostgreSQL server what it does on a file."""

import io
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import canaries
import psycopg
import pytest
import sqlalchemy as sa
from canaryrecipes import RECIPES, SCRIPT
from clitools import DONE, USAGE, Run
from postgres import Server
from sentsql import find_unkeyed, listening

from tenmatsu.engine.api import find_opened, open_store, read_entries
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.tools.cli.main import main
from tenmatsu.tools.demo import __main__ as demo

OF_THE_PLACE = frozenset({"db", "doctor"})
"""Commands that tell of the database itself."""
OF_ALL_SESSIONS = frozenset({"db", "doctor", "follow"})
"""Commands that may look at tables as a whole."""
_SLOW = {"rollout": 1, "turning": 1}
"""Of their recipes so many are tried: what they play out lies in memory."""
PASSWORD = "rosebud"  # the test looks for it in what is shown


class Places:
    """The same evening in a file and on a server; each recipe finds it as it was played."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.path = folder / "evening.db"
        canaries.play(self.path)
        store = open_store(f"sqlite:///{self.path}")
        rolls = [one for one in read_entries(find_opened(store, "@last")) if one.tag == "table.rolled"]
        with store.database.reading() as connection:
            self._rows = {
                table: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
                for table in schema.metadata.sorted_tables
            }
        store.close()
        self.names = {
            "{hidden}": next(one.digest for one in rolls if one.audience == "@gm,gm"),
            "{open}": next(one.digest for one in rolls if not one.audience),
            "{view}": str(folder / "nowhere.jsonl"),
        }
        self._server = server
        self.url = server.make()

    def on_server(self) -> str:
        """Return the address of the evening on the server, made anew."""
        self._server.wipe(self.url)
        database = Database(self.url)
        with database.writing() as connection:
            for table, rows in self._rows.items():
                if rows:
                    connection.execute(sa.insert(table), rows)
        database.close()
        return self.url

    def in_file(self, folder: Path) -> str:
        """Return the address of the evening in a file of its own."""
        return f"sqlite:///{shutil.copy(self.path, folder / 'evening.db')}"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory, postgres: Server) -> Iterator[Places]:
    """The evening, played once."""
    found = Places(tmp_path_factory.mktemp("evening"), postgres)
    yield found
    postgres.give_back(found.url)


RunThere = Callable[[str, list[str], Path], Run]


@pytest.fixture
def run_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> RunThere:
    """Run the command line on a database, in a folder of its own."""

    def run(url: str, words: list[str], folder: Path) -> Run:
        (folder / "script.toml").write_text(SCRIPT, encoding="utf-8")
        monkeypatch.chdir(folder)
        monkeypatch.setenv("TENMATSU_DB", url)
        monkeypatch.setenv("TENMATSU_NONCES", str(folder / "nonces"))
        monkeypatch.setattr("sys.stdin", io.StringIO("show\nsay x\n"))
        capsys.readouterr()
        code = main([*words, "--lang", "en"])
        told = capsys.readouterr()
        return Run(code, told.out, told.err)

    return run


@pytest.mark.parametrize("command", sorted(RECIPES))
def test_command_does_on_a_server_what_it_does_on_a_file(
    command: str, places: Places, run_there: RunThere, tmp_path: Path
) -> None:
    for number, recipe in enumerate(RECIPES[command][: _SLOW.get(command)]):
        words = [command, *(places.names.get(word, word) for word in recipe)]
        runs: list[Run] = []
        for turn in range(3):
            folder = tmp_path / f"{number}-{turn}"
            folder.mkdir()
            url = places.on_server() if turn == 1 else places.in_file(folder)
            with listening() as sent:
                runs.append(run_there(url, words, folder))
            assert command in OF_ALL_SESSIONS or find_unkeyed(sent) == []
            if turn == 1 and runs[0] == runs[1]:
                break
        assert runs[1].code == runs[0].code, (words, runs[1].err)
        # what differs from one run on a file to the next is chance: dice, salts, times
        if command not in OF_THE_PLACE and len(runs) == 3:
            assert runs[2] != runs[0], words


def test_address_is_given_by_the_option_too(places: Places, run_there: RunThere, tmp_path: Path) -> None:
    url = places.on_server()

    assert "Night" in run_there("sqlite://", ["sessions", "--db", url], tmp_path).out


def test_empty_database_says_how_to_fill_it_and_is_filled(
    postgres: Server, run_there: RunThere, tmp_path: Path
) -> None:
    url = postgres.make_empty()
    asked = run_there(url, ["sessions"], tmp_path)
    assert asked.code == USAGE
    assert "tenmatsu db upgrade" in asked.err

    assert run_there(url, ["db", "upgrade"], tmp_path).code == DONE
    assert run_there(url, ["new", "Dusk", "--system", "ukiyozoshi"], tmp_path).code == DONE
    assert "Dusk" in run_there(url, ["sessions"], tmp_path).out
    assert run_there(url, ["db", "check"], tmp_path).code == DONE
    assert run_there(url, ["db", "rebuild"], tmp_path).code == DONE
    assert run_there(url, ["doctor"], tmp_path).code == DONE
    postgres.drop(url)


def test_repair_by_who_owns_no_table_says_who_can(
    places: Places, run_there: RunThere, tmp_path: Path
) -> None:
    url = places.on_server()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE ROLE player LOGIN")
        worker = sa.make_url(url).set(username="player").render_as_string(hide_password=False)
        refused = run_there(worker, ["doctor", "--repair"], tmp_path)
        admin.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO player")
    said = run_there(worker, ["doctor", "--repair"], tmp_path).out
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("DROP OWNED BY player")
        admin.execute("DROP ROLE player")

    assert refused.err.startswith("The database user may not do this in")
    assert said.startswith("! Indexes and caches could not be made anew: only the owner of the tables can.")


@pytest.mark.parametrize("words", [["doctor"], ["sessions"], ["db", "check"], ["doctor", "--json"]])
@pytest.mark.parametrize("address", ["{user}:{password}@", "{user}@", "{user}:{password}@nohost.invalid:1,"])
def test_password_is_never_shown(
    words: list[str], address: str, places: Places, run_there: RunThere, tmp_path: Path
) -> None:
    url = sa.make_url(places.on_server())
    told = address.format(user=url.username, password=PASSWORD)
    place = url.set(username=None, password=None).render_as_string().replace("///", f"//{told}/")
    shown = run_there(f"{place}&password={PASSWORD}", [*words, "--verbose"], tmp_path)

    assert PASSWORD not in shown.out + shown.err
    assert shown.out or shown.err


@pytest.mark.parametrize(
    "url", ["postgresql+none://u:{}@h/d", "postgresql://u:{}@h:x/db", "mysql://u:{}@h/d"]
)
def test_password_of_an_address_that_cannot_be_read_is_not_shown(
    url: str, run_there: RunThere, tmp_path: Path
) -> None:
    shown = run_there(url.format(PASSWORD), ["sessions"], tmp_path)

    assert shown.code == USAGE
    assert PASSWORD not in shown.out + shown.err


def test_demo_runs_on_a_server(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "FEW_GAMES", "1")
    monkeypatch.setitem(os.environ, "TENMATSU_DB", "")
    url = postgres.make()

    assert demo.main(url) == 0
    assert "$ tenmatsu recap @last" in capsys.readouterr().out
    assert not list(tmp_path.rglob("*.db"))
    postgres.give_back(url)
