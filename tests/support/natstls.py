"""A NATS server that talks over TLS alone, to clients with a certificate, and the certificates for it."""

import ssl
from pathlib import Path

from docpages import REPOSITORY
from natscluster import Cluster

CERTIFICATES: Path = REPOSITORY / "tests" / "engine" / "publishing" / "certificates"
"""Of an authority whose own key nobody has any more; good for 127.0.0.1 until 2126."""
_CONFIG = f"""
tls {{ cert_file: "{CERTIFICATES / "server.pem"}", key_file: "{CERTIFICATES / "server.key"}"
       ca_file: "{CERTIFICATES / "ca.pem"}", verify: true }}
"""


def start_encrypted() -> Cluster:
    """Return such a server, started; the tests themselves reach it by a client's certificate."""
    context = ssl.create_default_context(cafile=str(CERTIFICATES / "ca.pem"))
    context.load_cert_chain(CERTIFICATES / "client.pem", CERTIFICATES / "client.key")
    return Cluster(1, config=_CONFIG, tls=context)
