"""The demo: an evening in Edo as a session script, and dice that are fixed for it."""

from importlib.resources import files
from pathlib import Path

DICE_SECRET = "00112233445566778899aabbccddeeff"  # noqa: S105  # it fixes the demo's dice, and says so


def find_evening() -> Path:
    """Return the file of the demo's session script."""
    return Path(str(files(__package__).joinpath("evening.toml")))
