"""`publish` to servers that let in only whom they know: by files, never by a secret among the words."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clitools import DONE, USAGE, Cli
from natscluster import Cluster
from natskeys import make_key
from natstls import CERTIFICATES, start_encrypted

from tenmatsu.engine.api import Publisher, StoreError
from tenmatsu.tools.cli.commands import follow

USER = make_key()


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """A server that lets in one key, and the tests by a password."""
    users = f"{{ nkey: {USER.public} }}, {{ user: test, password: test }}"
    found = Cluster(1, config=f"authorization {{ users: [ {users} ] }}\n", user="test", password="test")
    yield found
    found.stop()


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    """A file with the seed of the key that is let in."""
    path = tmp_path / "bot.nk"
    path.write_text(f"{USER.seed}\n", encoding="utf-8")
    return path


def test_publish_with_a_key_of_a_file_is_let_in_and_tells_nothing_of_it(
    cli: Cli, server: Cluster, seed: Path
) -> None:
    words = ["publish", "--nats", server.servers[0], "--stream", "key", "--subject", "key.c", "--once"]
    found = cli(*words, "--nkey", seed, "--verbose")

    assert found.code == DONE
    assert found.out == "nats:key:  up to date\n"
    assert server.messages("key")
    assert USER.seed not in found.out + found.err


def test_publish_over_tls_ends_without_a_remark_of_the_event_loop(
    cli: Cli, caplog: pytest.LogCaptureFixture
) -> None:
    files = {"ca": "ca.pem", "cert": "client.pem", "key": "client.key"}
    access = [word for end, name in files.items() for word in (f"--tls-{end}", str(CERTIFICATES / name))]
    encrypted = start_encrypted()
    try:
        found = cli("publish", "--nats", encrypted.servers[0], "--once", *access)
    finally:
        encrypted.stop()

    assert (found.code, found.err) == (DONE, "")
    assert not [record.getMessage() for record in caplog.records if record.name == "asyncio"]


@pytest.mark.parametrize("once", [["--once"], []], ids=["once", "for good"])
def test_publish_that_is_not_let_in_ends_with_a_sentence(
    cli: Cli, server: Cluster, seed: Path, once: list[str]
) -> None:
    other = make_key().seed
    seed.write_text(other, encoding="utf-8")
    found = cli("publish", "--nats", server.servers[0], "--nkey", seed, "--verbose", *once)

    assert found.code == USAGE
    assert found.err.splitlines()[-1].startswith(f"The NATS servers ({server.servers[0]}) do not let us in.")
    assert other not in found.out + found.err


@pytest.mark.parametrize(
    "words, said",
    [
        (["--creds", "a", "--nkey", "b"], "--creds and --nkey do not go together."),
        (["--tls-key", "a"], "--tls-key needs --tls-cert too."),
        (["--creds", "missing.creds"], "Cannot read the file missing.creds (it is not there)."),
        (["--tls-ca", "missing.pem"], "Cannot read the file missing.pem (it is not there)."),
    ],
)
def test_publish_with_files_that_cannot_be_used_says_which(cli: Cli, words: list[str], said: str) -> None:
    found = cli("publish", "--nats", "nats://127.0.0.1:1", "--once", *words)

    assert (found.code, found.err) == (USAGE, f"{said}\n")


@pytest.mark.parametrize("once", [["--once"], []], ids=["once", "for good"])
@pytest.mark.parametrize(
    "lang, said",
    [
        ("en", "These addresses of NATS servers cannot be used: nats://[::1."),
        ("ja", "NATSサーバーのアドレス（nats://[::1）が使えません。"),
    ],
)
def test_publish_to_an_address_that_is_none_ends_with_a_sentence(
    cli: Cli, once: list[str], lang: str, said: str
) -> None:
    found = cli("publish", "--nats", "nats://[::1", "--lang", lang, *once)

    assert found.code == USAGE
    assert found.err.startswith(said)


def test_publish_for_good_says_that_servers_do_not_answer_and_waits_for_them(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_publisher: Publisher) -> None:
        raise StoreError("publish_lost", servers="nats://***@host", reason="timeout")

    def run(*_args: Any) -> None:
        """End at once."""

    monkeypatch.setattr(Publisher, "open", lost)
    monkeypatch.setattr(follow, "run_followers", run)
    found = cli("publish", "--nats", "nats://user:CANARY@host")

    assert found.code == DONE
    assert found.err.startswith("The NATS servers (nats://***@host) do not answer: timeout.")
    assert found.out.startswith("Following: nats:TENMATSU")
