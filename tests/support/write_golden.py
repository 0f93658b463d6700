"""Write the golden transcripts of the demo's evening anew: `python tests/support/write_golden.py`."""

import tempfile
from pathlib import Path

from goldenevening import golden_file, play_demo, transcript

from tenmatsu.engine.language import LANGUAGES


def write() -> None:
    """Play the evening once and write both transcripts."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "evening.db"
        play_demo(database)
        for lang in LANGUAGES:
            golden_file(lang).write_text(transcript(database, lang), encoding="utf-8")


if __name__ == "__main__":
    write()
