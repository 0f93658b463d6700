"""Play the scripted evenings and return their transcripts, as the golden files keep them."""

import contextlib
import io
import re
from pathlib import Path
from typing import NamedTuple

from tenmatsu.tools.cli.main import main
from tenmatsu.tools.demo import DICE_SECRET

REPOSITORY = Path(__file__).parents[2]


class Evening(NamedTuple):
    """A scripted evening of a game."""

    script: Path
    golden: Path
    """The folder of its transcripts."""
    secret: str
    """What fixes its dice."""
    characters: tuple[str, ...]
    """Whose sheets at the end stand in the transcript."""
    commands: int
    """How many commands it has at least."""

    def play(self, database: Path) -> None:
        """Play it into a database."""
        run_cli("--db", f"sqlite:///{database}", "run", str(self.script), "--dice-secret", self.secret)

    def transcript(self, database: Path, lang: str) -> str:
        """Return the history and the sheets at its end in words, without dates, times and ids."""
        place = ("--db", f"sqlite:///{database}", "--lang", lang)
        parts = [run_cli(*place, "log", "@last")]
        parts += [run_cli(*place, "show", "@last", character) for character in self.characters]
        text = "\n".join(parts)
        text = re.sub(r"^―― .* ――$", "――", text, flags=re.MULTILINE)
        return re.sub(r"^( *\d+  )\d\d:\d\d:\d\d  ", r"\1", text, flags=re.MULTILINE)

    def golden_file(self, lang: str) -> Path:
        """Return where the golden transcript of a language stands."""
        return self.golden / f"evening.{lang}.txt"


def _of_a_system(system: str, secret: str, characters: tuple[str, ...], *, commands: int = 60) -> Evening:
    folder = REPOSITORY / "tests" / "systems" / system
    return Evening(folder / "evening.toml", folder, secret, characters, commands)


DEMO = Evening(
    REPOSITORY / "tools" / "demo" / "evening.toml",
    REPOSITORY / "tests" / "demo",
    DICE_SECRET,
    ("shinkuro", "koyata", "ocho"),
    commands=80,
)
EVENINGS = {
    "ukiyozoshi": DEMO,
    "akatsuki": _of_a_system("akatsuki", "616b617473756b690000000003aa0f00", ("gin", "tora", "sei", "oni")),
    "bloodberry": _of_a_system(
        "bloodberry", "626c6f6f64626572727900000000006c", ("mio", "akari", "kanae", "muteki")
    ),
    "ninjaslayer": _of_a_system(
        "ninjaslayer", "6e696e6a61736c617965720000000001", ("rust", "lamp", "tide", "slayer"), commands=100
    ),
    "runequest": _of_a_system(
        "runequest", "72756e65717565737400000000000001", ("yola", "tavi", "oshu", "shade"), commands=100
    ),
}
"""The evening of each built-in game; the demo's is that of 八百八町浮世草子."""


def run_cli(*words: str) -> str:
    """Run a command line in this process and return what it prints; anything but success is an error."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = main(list(words))
    assert code == 0, (words, code)
    return out.getvalue()


def play_demo(database: Path) -> None:
    """Play the demo's evening into a database."""
    DEMO.play(database)
