"""What tests may ask of the machine, and the closing word on what did not run for want of it."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from postgres import Server

REPOSITORY = Path(__file__).parents[1]
PEERS = REPOSITORY.parent / "shared" / "peers"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# A slow machine is no failing law. Under CI hypothesis loads its own profile, which also fixes the examples.
settings.register_profile("local", deadline=None)
if not os.environ.get("CI"):
    settings.load_profile("local")


def _chromium() -> Path | None:
    found = (shutil.which(name) for name in CHROMIUM_NAMES)
    return next((Path(path) for path in found if path), None)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The top of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def chromium() -> Path:
    """A browser for pages that only a browser can judge; without one the test is skipped."""
    path = _chromium()
    if path is None:
        pytest.skip("no chromium")
    return path


@pytest.fixture(scope="session")
def peers() -> Path:
    """Clones of other projects to compare with; without them the test is skipped."""
    if not PEERS.is_dir():
        pytest.skip("no ../shared/peers")
    return PEERS


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server for the whole run."""
    from postgres import Server

    server = Server()
    yield server
    server.stop()


@pytest.fixture
def server_url(postgres: "Server") -> "Iterator[str]":
    """The address of an empty database of the newest schema on that server."""
    found = postgres.make()
    yield found
    postgres.give_back(found)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what did not run, so that a green line is not taken for more than it is."""
    missing: list[str] = []
    if _chromium() is None:
        missing.append("chromium is not installed: pages were not opened in a browser")
    if not PEERS.is_dir():
        missing.append("../shared/peers is not there: nothing was compared with other projects")
    skipped = Counter(
        report.longreprtext.rpartition("Skipped: ")[2].removesuffix("')") or "no reason"
        for report in terminalreporter.stats.get("skipped", [])
    )
    missing.extend(f"{count} skipped: {reason}" for reason, count in sorted(skipped.items()))
    if missing:
        terminalreporter.section("did not run")
        for line in missing:
            terminalreporter.write_line(line)
