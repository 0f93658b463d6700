"""Play the demo evening, prove it, let another line leave it before the fatal blow, and tell both."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tenmatsu.engine.api import Entry, find_opened, open_store, read_entries
from tenmatsu.tools.cli.main import main as run_command
from tenmatsu.tools.demo import DICE_SECRET, find_evening

TARGET = Path("build/demo")
HERO = "koyata"
WHATIF = "受けきった小弥太"
PARRIED = "迎え撃たずに受けた玄蕃"

FEW_GAMES = "15"
"""Games from each moment of the fight: enough to see its turning points, soon played."""

ANOTHER_CHOICE: tuple[tuple[str, ...], ...] = (
    ("ukiyozoshi.answer_failure", f"character={HERO}", "choice=success", "--as", "ren"),
    ("table.say", f"character={HERO}", "text=――受けた！　肝が冷えたぞ、伝蔵。", "--as", "ren"),
    ("ukiyozoshi.buy_action", f"character={HERO}", "kind=attack", "--as", "ren"),
    ("ukiyozoshi.attack", f"character={HERO}", "target=denzo", "weapon=大刀", "--as", "ren"),
)
"""What is played on the other line: the parry is bought, and the counter-stroke follows."""


def main(database: str | None = None) -> int:
    """
    Run the demo from nothing; each step is a command line that is shown first.

    `database` is the address of another one than the file that the demo makes.
    """
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.iterdir():
        old.unlink()
    os.environ["TENMATSU_DB"] = database or f"sqlite:///{TARGET / 'evening.db'}"
    _step("run", str(find_evening()), "--dice-secret", DICE_SECRET)
    _step("log", "@last")
    _step("show", "@last", HERO)
    _step("audit", "@last")
    version = _before_the_death()
    _step("show", "@last", HERO, "--at", str(version))
    _step("fork", "@last", WHATIF, "--at", str(version), "--dice", "same")
    for command in ANOTHER_CHOICE:
        _step("do", "@last", *command, "--branch", WHATIF)
    _step("branches", "@last")
    _step("diff", "@last", "0", WHATIF)
    _step("whatif", "@last", "--at", str(_counter()), "choice=none", "--name", PARRIED)
    _step("turning", "@last", "--games", FEW_GAMES)
    _tell()
    print(f"\n{TARGET}/:")
    for file in sorted(TARGET.iterdir()):
        print(f"  {file.name}")
    return 0


def _tell() -> None:
    """Write recaps in both languages, the portable log, and the page by which anybody checks it."""
    for lang in ("ja", "en"):
        for style, form in (("book", "md"), ("book", "html"), ("book", "txt"), ("digest", "md")):
            into = ("-o", str(TARGET / f"{style}.{lang}.{form}"))
            more = ("--turning", FEW_GAMES) if form == "html" else ()
            _step("recap", "@last", "--style", style, "--format", form, "--lang", lang, *more, *into)
    _step("export", "@last", str(TARGET / "evening.jsonl"))
    _step("audit", str(TARGET / "evening.jsonl"))
    _step("verifier", "-o", str(TARGET / "verify.html"))


def _step(*words: str) -> None:
    """Show a command line and run it; a failing one ends the demo."""
    print(f"\n$ tenmatsu {' '.join(_quoted(words))}", flush=True)
    code = run_command(list(words))
    if code != 0:
        raise SystemExit(code)


def _quoted(words: Sequence[str]) -> list[str]:
    return [f'"{word}"' if " " in word or "　" in word else word for word in words]


def _before_the_death() -> int:
    """Return the version at the end of the commit before the one in which the hero falls."""
    entries = _read()
    fall = next(one for one in entries if one.tag == "ukiyozoshi.died" and _whose(one) == HERO)
    return max(one.version for one in entries if one.number < fall.number)


def _counter() -> int:
    """Return the version at which the chief strikes back: what if he had parried instead?"""
    return max(one.version for one in _read() if one.tag == "ukiyozoshi.counter_declared")


def _whose(entry: Entry) -> str:
    return str(getattr(entry.event, "character", ""))


def _read() -> list[Entry]:
    store = open_store(os.environ["TENMATSU_DB"])
    try:
        return list(read_entries(find_opened(store, "@last")))
    finally:
        store.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
