"""Keys and logins for real NATS servers, made as its tools `nk` and `nsc` make them."""

import base64
import json
import secrets
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

_KINDS = {"operator": "OPERATOR", "account": "ACCOUNT", "user": "USER"}


class Key(NamedTuple):
    """A key pair in the letters that NATS writes it in."""

    public: str
    seed: str

    def sign(self, words: bytes) -> bytes:
        """Sign some bytes."""
        nkeys: Any = import_module("nkeys")
        signature: bytes = nkeys.from_seed(bytearray(self.seed.encode())).sign(words)
        return signature


def make_key(kind: str = "user") -> Key:
    """Make a key pair of an operator, an account or a user."""
    nkeys: Any = import_module("nkeys")
    seed: bytes = nkeys.encode_seed(secrets.token_bytes(32), getattr(nkeys, f"PREFIX_BYTE_{_KINDS[kind]}"))
    return Key(nkeys.from_seed(bytearray(seed)).public_key.decode(), seed.decode())


def make_token(issuer: Key, subject: Key, kind: str, **claims: Any) -> str:
    """Return a JWT by which an issuer says what a key may."""
    head = {"typ": "JWT", "alg": "ed25519-nkey"}
    body: dict[str, Any] = {
        "jti": secrets.token_hex(16),
        "iat": 1,
        "iss": issuer.public,
        "sub": subject.public,
    }
    body |= {"name": kind, "nats": {"type": kind, "version": 2, **claims}}
    words = b".".join(_letters(json.dumps(part).encode()) for part in (head, body))
    return (words + b"." + _letters(issuer.sign(words))).decode()


def _letters(words: bytes) -> bytes:
    return base64.urlsafe_b64encode(words).rstrip(b"=")


class Realm:
    """An operator with one account, whose users may do all; and what a server must be told of them."""

    def __init__(self) -> None:
        self._operator, self._account, system = make_key("operator"), make_key("account"), make_key("account")
        endless = dict.fromkeys(
            ("subs", "data", "payload", "imports", "exports", "conn", "leaf", "streams", "consumer"), -1
        )
        limits = endless | {"wildcards": True, "mem_storage": -1, "disk_storage": -1}
        account = make_token(self._operator, self._account, "account", limits=limits)
        its_own = make_token(self._operator, system, "account", limits=endless | {"wildcards": True})
        self.config = f"""
operator: {make_token(self._operator, self._operator, "operator")}
system_account: {system.public}
resolver: MEMORY
resolver_preload: {{ {self._account.public}: {account}, {system.public}: {its_own} }}
"""

    def write_creds(self, path: Path) -> Path:
        """Write the credentials of a new user."""
        user = make_key()
        token = make_token(self._account, user, "user", pub={}, sub={}, subs=-1, data=-1, payload=-1)
        path.write_text(
            f"""-----BEGIN NATS USER JWT-----
{token}
------END NATS USER JWT------

************************* IMPORTANT *************************
NKEY Seed printed below can be used to sign and prove identity.
NKEYs are sensitive and should be treated as secrets.

-----BEGIN USER NKEY SEED-----
{user.seed}
------END USER NKEY SEED------

*************************************************************
""",
            encoding="utf-8",
        )
        return path
