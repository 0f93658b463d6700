"""Play the demo's evening and return its transcript, as the golden files keep it."""

import contextlib
import io
import re
from pathlib import Path

from tenmatsu.tools.cli.main import main
from tenmatsu.tools.demo import DICE_SECRET

REPOSITORY = Path(__file__).parents[2]
SCRIPT = REPOSITORY / "tools" / "demo" / "evening.toml"
GOLDEN = REPOSITORY / "tests" / "demo"
CHARACTERS = ("shinkuro", "koyata", "ocho")


def run_cli(*words: str) -> str:
    """Run a command line in this process and return what it prints; anything but success is an error."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = main(list(words))
    assert code == 0, (words, code)
    return out.getvalue()


def play_demo(database: Path) -> None:
    """Play the evening into a database."""
    run_cli("--db", f"sqlite:///{database}", "run", str(SCRIPT), "--dice-secret", DICE_SECRET)


def transcript(database: Path, lang: str) -> str:
    """Return the history and the sheets at its end in words, without dates, times and ids."""
    place = ("--db", f"sqlite:///{database}", "--lang", lang)
    parts = [run_cli(*place, "log", "@last")]
    parts += [run_cli(*place, "show", "@last", character) for character in CHARACTERS]
    text = "\n".join(parts)
    text = re.sub(r"^―― .* ――$", "――", text, flags=re.MULTILINE)
    return re.sub(r"^( *\d+  )\d\d:\d\d:\d\d  ", r"\1", text, flags=re.MULTILINE)


def golden_file(lang: str) -> Path:
    """Return where the golden transcript of a language stands."""
    return GOLDEN / f"evening.{lang}.txt"
