"""A publisher proves who it is by files, to real servers; what is in those files is never told."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docpages import REPOSITORY
from logged import listening, spanning
from natscluster import Cluster
from natskeys import Realm, make_key
from natstls import CERTIFICATES, start_encrypted
from publishings import Opened, in_store, in_stream, publish_all
from toytable import open_toy

from tenmatsu.engine.errors import StoreError, TenmatsuError, UsageError
from tenmatsu.engine.publishing.access import NatsAccess

USER, NARROW = make_key(), make_key()
_PERMISSIONS = re.search(
    r"^publish: (?P<publish>.+)\nsubscribe: (?P<subscribe>.+)$",
    (REPOSITORY / "docs/followers.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
assert _PERMISSIONS is not None
_GUARDED = f"""
authorization {{ users: [
  {{ nkey: {USER.public} }}
  {{ nkey: {NARROW.public}, permissions: {{
    publish: [{_PERMISSIONS["publish"]}], subscribe: [{_PERMISSIONS["subscribe"]}] }} }}
  {{ user: test, password: CANARY-password }}
] }}
"""


@pytest.fixture(scope="module")
def guarded() -> Iterator[Cluster]:
    """A server that lets one key in, and one user with a password."""
    server = Cluster(1, config=_GUARDED, user="test", password="CANARY-password")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def realm() -> Realm:
    """An operator's account."""
    return Realm()


@pytest.fixture(scope="module")
def entrusted(realm: Realm, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A server that lets in whom the account has given a JWT."""
    creds = realm.write_creds(tmp_path_factory.mktemp("creds") / "test.creds")
    server = Cluster(1, config=realm.config, user_credentials=str(creds))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def encrypted() -> Iterator[Cluster]:
    """A server that talks over TLS alone, to clients with a certificate."""
    server = start_encrypted()
    yield server
    server.stop()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """A store in a file, with one session, and what publishes it."""
    found = Opened(tmp_path)
    open_toy(found.store)
    yield found
    found.close()


def _seed_file(folder: Path, seed: str) -> str:
    path = folder / "user.nk"
    path.write_text(f"{seed}\n", encoding="utf-8")
    return str(path)


def _own_certificate() -> NatsAccess:
    return NatsAccess(
        ca=str(CERTIFICATES / "ca.pem"),
        cert=str(CERTIFICATES / "client.pem"),
        key=str(CERTIFICATES / "client.key"),
    )


def _faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the event loop complained of; the end of a connection over TLS is none."""
    said = [record.getMessage() for record in caplog.records if record.name == "asyncio"]
    return [one for one in said if not one.startswith("returning true from eof_received()")]


def test_key_that_the_server_knows_publishes(guarded: Cluster, opened: Opened, tmp_path: Path) -> None:
    publish_all(opened.publisher(guarded, "nkey", access=NatsAccess(nkey=_seed_file(tmp_path, USER.seed))))

    assert in_stream(guarded, "nkey") == in_store(opened.store)


def test_permissions_that_the_page_names_suffice(guarded: Cluster, opened: Opened, tmp_path: Path) -> None:
    access = NatsAccess(nkey=_seed_file(tmp_path, NARROW.seed))
    first = opened.publisher(guarded, "TENMATSU", subject="tenmatsu.commits", access=access, most=2)
    first.advance()
    publish_all(opened.publisher(guarded, "TENMATSU", subject="tenmatsu.commits", access=access))

    assert in_stream(guarded, "TENMATSU") == in_store(opened.store)


def test_credentials_with_a_token_publish(
    entrusted: Cluster, realm: Realm, opened: Opened, tmp_path: Path
) -> None:
    access = NatsAccess(creds=str(realm.write_creds(tmp_path / "bot.creds")))
    publish_all(opened.publisher(entrusted, "creds", access=access))

    assert in_stream(entrusted, "creds") == in_store(opened.store)


def test_certificates_publish_over_tls(encrypted: Cluster, opened: Opened) -> None:
    publish_all(opened.publisher(encrypted, "tls", access=_own_certificate()))

    assert in_stream(encrypted, "tls") == in_store(opened.store)


@pytest.mark.parametrize("known", [True, False], ids=["of nobody", "of another account"])
def test_who_is_not_let_in_is_told_so_at_once_and_nothing_secret_with_it(
    guarded: Cluster, entrusted: Cluster, opened: Opened, tmp_path: Path, *, known: bool
) -> None:
    stranger = make_key()
    creds = Realm().write_creds(tmp_path / "other.creds")
    access = NatsAccess(nkey=_seed_file(tmp_path, stranger.seed)) if known else NatsAccess(creds=str(creds))
    publisher = opened.publisher(guarded if known else entrusted, "denied", access=access)
    with listening() as kept, spanning() as spans, pytest.raises(UsageError) as caught:
        publisher.advance()
    token, seed = creds.read_text(encoding="utf-8").split("-----\n")[1:4:2]
    told = [record.getMessage() for record in kept.records] + [one.to_json() for one in spans.ended]
    told += [caught.value.say("en"), caught.value.say("ja"), repr(caught.value.details)]

    assert caught.value.code == "publish_denied"
    for secret in (stranger.seed, token.splitlines()[0], seed.splitlines()[0]):
        assert secret not in "\n".join(told)


def test_wrong_password_is_told_without_it(guarded: Cluster, opened: Opened) -> None:
    port = guarded.ports["n0"]
    publisher = opened.publisher(guarded, "wrong", servers=[f"nats://test:CANARY-wrong@127.0.0.1:{port}"])
    with listening() as kept, pytest.raises(UsageError) as caught:
        publisher.advance()

    assert caught.value.code == "publish_denied"
    assert f"nats://***@127.0.0.1:{port}" in caught.value.say("en")
    assert "CANARY" not in "\n".join([caught.value.say("ja"), *(one.getMessage() for one in kept.records)])


def test_connection_that_the_servers_ended_for_good_is_made_anew(
    guarded: Cluster, opened: Opened, tmp_path: Path
) -> None:
    path = _seed_file(tmp_path, USER.seed)
    publisher = opened.publisher(guarded, "anew", access=NatsAccess(nkey=path), most=2)
    publisher.advance()
    publisher._run(publisher._connection.close())  # pyright: ignore[reportPrivateUsage]
    publish_all(publisher)

    assert in_stream(guarded, "anew") == in_store(opened.store)


def test_credentials_are_read_anew_at_each_connection(realm: Realm, tmp_path: Path) -> None:
    path = realm.write_creds(tmp_path / "bot.creds")
    options = NatsAccess(creds=str(path)).options()
    before = options["signature_cb"]("nonce"), options["user_jwt_cb"]()
    path.write_text("-----BEGIN NATS USER JWT-----\n", encoding="utf-8")
    half_written = options["signature_cb"]("nonce"), options["user_jwt_cb"]()
    realm.write_creds(path)
    after = options["signature_cb"]("nonce"), options["user_jwt_cb"]()

    assert half_written == before
    assert after[0] != before[0]
    assert after[1].decode() in path.read_text(encoding="utf-8")


def test_server_whose_certificate_nobody_vouches_for_is_not_talked_to(
    encrypted: Cluster, opened: Opened
) -> None:
    access = NatsAccess(ca=str(CERTIFICATES / "client.pem"))
    publisher = opened.publisher(encrypted, "strange", access=access)
    with pytest.raises(UsageError) as caught:
        publisher.advance()

    assert caught.value.code == "publish_untrusted"
    assert "unable to get local issuer certificate" in caught.value.say("en")


def test_who_shows_no_certificate_where_one_is_asked_for_is_told_so_at_once(
    encrypted: Cluster, opened: Opened
) -> None:
    publisher = opened.publisher(encrypted, "bare", access=NatsAccess(ca=str(CERTIFICATES / "ca.pem")))
    with pytest.raises(UsageError) as caught:
        publisher.advance()

    assert caught.value.code == "publish_denied"


def test_publisher_whose_server_is_gone_is_closed_without_a_fault(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_encrypted()
    publisher = opened.publisher(server, "gone", access=_own_certificate(), patience=0.5)
    publisher.open()
    server.stop()
    caplog.clear()
    with pytest.raises(StoreError):
        publish_all(publisher)
    publisher._run(publisher._end())  # pyright: ignore[reportPrivateUsage]

    assert not _faults(caplog)


def test_publisher_that_still_connects_is_closed_without_a_trace(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    publisher = opened.publisher(None, "waiting", servers=["nats://127.0.0.1:1"])
    coroutine = publisher._open()  # pyright: ignore[reportPrivateUsage]
    waiting = asyncio.run_coroutine_threadsafe(coroutine, publisher._loop)  # pyright: ignore[reportPrivateUsage]
    publisher._run(asyncio.sleep(0.1))  # pyright: ignore[reportPrivateUsage]
    publisher._run(publisher._end())  # pyright: ignore[reportPrivateUsage]

    assert waiting.cancelled()
    assert not _faults(caplog)


def test_server_without_tls_is_not_taken_for_one_with_it(guarded: Cluster, opened: Opened) -> None:
    port = guarded.ports["n0"]
    publisher = opened.publisher(guarded, "plain", servers=[f"tls://test:CANARY-password@127.0.0.1:{port}"])
    with pytest.raises(UsageError) as caught:
        publisher.advance()

    assert caught.value.code == "publish_plain"
    assert "CANARY" not in caught.value.say("en")


_OTHER = make_key("account").seed


@pytest.mark.parametrize(
    "option, content, code",
    [
        ("creds", None, "file_unreadable"),
        ("creds", f"{USER.seed}\n", "publish_creds"),
        ("creds", "-----BEGIN NATS USER JWT-----\neyJ0.eyJq.c2ln\n", "publish_creds"),
        ("nkey", None, "file_unreadable"),
        ("nkey", "CANARY", "publish_nkey"),
        ("nkey", f"{_OTHER}\n", "publish_nkey"),
        ("nkey", f"SU7{USER.seed[3:]}\n", "publish_nkey"),
        ("ca", None, "file_unreadable"),
        ("ca", "CANARY", "publish_certificate"),
        ("cert", None, "file_unreadable"),
        ("cert", "CANARY", "publish_certificate"),
    ],
)
def test_file_that_holds_something_else_is_told_of_by_its_path_alone(
    opened: Opened, tmp_path: Path, option: str, content: str | None, code: str
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        opened.publisher(None, "none", servers=["nats://127.0.0.1:1"], access=_named(option, path))

    assert caught.value.code == code
    _tells_path_alone(caught.value, path, content)


def test_key_of_a_certificate_with_a_password_is_refused_and_not_asked_about(tmp_path: Path) -> None:
    access = NatsAccess(cert=str(CERTIFICATES / "client.pem"), key=str(CERTIFICATES / "client-locked.key"))
    with pytest.raises(UsageError) as caught:
        access.options()

    assert caught.value.code == "publish_certificate"


def _named(option: str, path: Path) -> NatsAccess:
    given: dict[str, Any] = {option: str(path)}
    return NatsAccess(**given)


def _tells_path_alone(error: TenmatsuError, path: Path, content: str | None) -> None:
    for lang in ("ja", "en"):
        said = error.say(lang)
        assert str(path) in said
        assert content is None or not any(line in said for line in content.splitlines())
