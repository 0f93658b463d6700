"""Write the golden transcripts of the evenings anew: `python tests/support/write_golden.py [SYSTEM…]`."""

import sys
import tempfile
from pathlib import Path

from goldenevening import EVENINGS, Evening

from tenmatsu.engine.language import LANGUAGES


def write(evening: Evening) -> None:
    """Play an evening once and write its transcripts."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "evening.db"
        evening.play(database)
        for lang in LANGUAGES:
            evening.golden_file(lang).write_text(evening.transcript(database, lang), encoding="utf-8")


if __name__ == "__main__":
    for system in sys.argv[1:] or EVENINGS:
        write(EVENINGS[system])
