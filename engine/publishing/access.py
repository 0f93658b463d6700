"""How a publisher shows NATS servers who it is, and knows that they are the right ones: by files alone."""

import base64
import re
import ssl
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from tenmatsu.engine.errors import UsageError

_JWT = re.compile(rb"^\s*(eyJ[\w-]+\.[\w-]+\.[\w-]+)\s*$", re.MULTILINE)
_SEED = re.compile(rb"^\s*(SU[A-Z2-7]{56})\s*$", re.MULTILINE)


class NatsAccess(msgspec.Struct, frozen=True, kw_only=True):
    """Paths of files; what they hold stands in no message and in no log."""

    creds: str = ""
    """A user's credentials as `nsc` writes them: a JWT, and the seed that proves it ours."""
    nkey: str = ""
    """The seed of a user's NKey; not looked at where there are credentials."""
    ca: str = ""
    """Who vouches for the servers' certificates, in PEM; the system's own where left out."""
    cert: str = ""
    """A certificate of ours for servers that ask for one, in PEM."""
    key: str = ""
    """Its key, where that stands in a file of its own."""

    def options(self) -> dict[str, Any]:
        """Return what a NATS client takes for it; `UsageError` where a file holds something else."""
        found: dict[str, Any] = {}
        if self.creds:
            login = _Login(self.creds)
            found |= {"user_jwt_cb": login.show, "signature_cb": login.sign}
        elif self.nkey:
            found["nkeys_seed_str"] = _read_seed(self.nkey, "publish_nkey").decode()
        if self.ca or self.cert:
            found["tls"] = self._certificates()
        return found

    def _certificates(self) -> ssl.SSLContext:
        path = self.ca
        try:
            context = ssl.create_default_context(cafile=path or None)
            if self.cert:
                path = self.cert
                # without a password a key that needs one would be asked about at the terminal
                context.load_cert_chain(path, self.key or None, password="")
        except ssl.SSLError as error:
            raise UsageError("publish_certificate", path=path) from error
        except OSError as error:
            raise UsageError("file_unreadable", path=path, reason=error.strerror or error) from error
        return context


class _Login:
    """A credentials file, read anew at each connection: whoever renews it need not begin us anew."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._jwt, self._seed = self._read()

    def _read(self) -> tuple[bytes, bytes]:
        return _find(self._path, _JWT, "publish_creds"), _read_seed(self._path, "publish_creds")

    def sign(self, nonce: str) -> bytes:
        """Sign what the server asks us to."""
        with suppress(UsageError):  # half written: what it held before may do once more
            self._jwt, self._seed = self._read()
        return base64.b64encode(_key_pair(self._seed).sign(nonce.encode()))

    def show(self) -> bytes:
        """Return the JWT; the client asks for it behind the signature."""
        return self._jwt


def _find(path: str, pattern: re.Pattern[bytes], code: str) -> bytes:
    """Return what a file holds by a pattern."""
    try:
        match = pattern.search(Path(path).read_bytes())
    except OSError as error:
        raise UsageError("file_unreadable", path=path, reason=error.strerror or error) from error
    if match is None:
        raise UsageError(code, path=path)
    return match[1]


def _read_seed(path: str, code: str) -> bytes:
    """Return the seed that a file holds, once it has made a key."""
    seed = _find(path, _SEED, code)
    nkeys = import_module("nkeys")
    try:
        _key_pair(seed)
    except nkeys.NkeysError as error:
        raise UsageError(code, path=path) from error
    return seed


def _key_pair(seed: bytes) -> Any:
    make: Callable[[bytearray], Any] = import_module("nkeys").from_seed
    return make(bytearray(seed))
