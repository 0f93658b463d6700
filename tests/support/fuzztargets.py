"""What a fuzzer hands its bytes to: each target ends well, or in an error that has a sentence."""

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import fuzzgames
import toy
from evening import fixed_outside, open_toy, play_evening
from mending import bend, bend_value, mend, read_lines

from tenmatsu.engine.api import (
    BOTS,
    Session,
    Store,
    TenmatsuError,
    audit_session,
    evaluate,
    export_log,
    find_opened,
    find_system,
    import_log,
    parse_dice,
    register_system,
    viewer_of,
)
from tenmatsu.engine.portable import read_log
from tenmatsu.projections.recap import recap
from tenmatsu.projections.sheets import read_sheets
from tenmatsu.tools.cli.main import main
from tenmatsu.tools.demo import find_evening

register_system(toy.SYSTEM)
SAMPLES = Path(__file__).parents[1] / "engine" / "samples" / "0.1.0" / "commands.jsonl"
_BOTS = tuple(BOTS.values())
MOST_SENTENCE = 2500
"""Letters of the longest sentence that an error may say: it holds a few details, each cut short."""


def said(error: TenmatsuError) -> None:
    """Check that an error says in both languages what is wrong, in a sentence that one can read."""
    for lang in ("ja", "en"):
        sentence = error.say("ja" if lang == "ja" else "en")
        assert 0 < len(sentence) <= MOST_SENTENCE, len(sentence)
        assert error.code not in sentence.split(), sentence


STEERING = frozenset(map(chr, [*range(9), *range(11, 32), *range(0x7F, 0xA0), *range(0x202A, 0x202F)]))
"""Letters that a terminal obeys."""


class Chooser:
    """Makes choices from bytes, a zero once they are used up."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def ended(self) -> bool:
        """Whether all bytes were used."""
        return self._at >= len(self._data)

    def __call__(self, below: int) -> int:
        if below <= 1:
            return 0
        size = 1 if below <= 256 else 2
        part = self._data[self._at : self._at + size]
        self._at += size
        return int.from_bytes(part, "big") % below


def notation(data: bytes) -> None:
    """Read a text as dice in every system, and roll what can be rolled."""
    text = data.decode("utf-8", "replace")
    try:
        assert len(parse_dice(text)) <= 1000
    except TenmatsuError as error:
        said(error)
    faces = cycle(data or b"\0")
    for bot in _BOTS:
        try:
            evaluate(text, lambda sides: next(faces) % sides + 1, bot)
        except TenmatsuError as error:
            said(error)


def figures(data: bytes) -> None:
    """Read a text as a table's own figures of every game."""
    text = data.decode("utf-8", "replace")
    for name in (*fuzzgames.GAMES, "toy"):
        system = find_system(name)
        try:
            system.tables(system.rules_versions[-1], text)
        except TenmatsuError as error:
            said(error)


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="tenmatsu-fuzz-"))


def _run(*words: str, db: str = "sqlite://") -> int:
    """Run the command line; a fault is raised, an error is one sentence, the output steers no terminal."""
    os.environ["TENMATSU_DEBUG"] = "1"
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = main([*words, "--db", db])
    assert code in {0, 2, 3, 4, 5}, code
    assert (out.getvalue() + err.getvalue()).strip() or not code, words
    assert not set(out.getvalue() + err.getvalue()) & STEERING, words
    return code


def script(data: bytes) -> None:
    """Read bytes as a session script, and play what can be played."""
    path = _folder() / "script.toml"
    path.write_bytes(data)
    _run("run", str(path), "--json")


def log(data: bytes) -> None:
    """Read bytes as a portable log."""
    path = _folder() / "log.jsonl"
    path.write_bytes(data)
    try:
        read_log(path)
    except TenmatsuError as error:
        said(error)


@cache
def _evening() -> tuple[bytes, bytes]:
    session = play_evening(Store("sqlite://", fixed_outside()))
    files: list[bytes] = []
    for viewer in (None, "p1"):
        file = io.BytesIO()
        export_log(session, file, viewer_of(session, viewer))
        files.append(file.getvalue())
    return files[0], files[1]


def bent_log(data: bytes) -> None:
    """Bend an evening's log as the bytes choose, make its hashes fit, and use it as any other."""
    choose = Chooser(data)
    lines = read_lines(_evening()[choose(2)])
    for _ in range(6):
        if lines and not choose.ended:
            bend(lines, choose)
    path = _folder() / "bent.jsonl"
    path.write_bytes(mend(lines))
    store = Store("sqlite://", fixed_outside())
    try:
        use_log(store, path)
    except TenmatsuError as error:
        said(error)
    finally:
        store.close()


def use_log(store: Store, path: Path) -> None:
    """Import a log, audit it, open every line of it, tell it, and write it again."""
    report = import_log(store, path)
    audit_session(store, report.session)
    session = find_opened(store, report.session)
    for branch in session.branches:
        read_sheets(session.on(branch))
    for form in ("html", "md", "txt", "json"):
        recap(session, format=form)
    if report.view is None:
        export_log(session, io.BytesIO())


LOOKS: Sequence[tuple[str, ...]] = (
    ("log", "@last"),
    ("log", "@last", "--json"),
    ("log", "@last", "--as", "p1"),
    ("show", "@last"),
    ("show", "@last", "a"),
    ("branches", "@last"),
    ("recap", "@last", "--style", "raw"),
    ("recap", "@last", "--style", "novel", "--format", "html", "--as", "p2"),
    ("dice", "@last"),
    ("disputes", "@last"),
    ("audit", "@last"),
    ("recap", "@last", "--style", "digest", "--format", "json"),
    ("diff", "@last", "@6", "@9"),
    ("moves", "@last", "a"),
    ("sessions",),
    ("doctor",),
    ("do", "@last", "say", "text=ok"),
    ("undo", "@last"),
)
"""What one may ask of a session, whatever log it came from."""


def shown_log(data: bytes) -> None:
    """Bend a log as `bent_log` does, and ask the command line about what can be imported of it."""
    choose = Chooser(data)
    look = choose(len(LOOKS))
    lines = read_lines(_evening()[0])
    for _ in range(3):
        bend(lines, choose)
    path, database = _folder() / "shown.jsonl", _folder() / "shown.db"
    path.write_bytes(mend(lines))
    for left in _folder().glob("shown.db*"):
        left.unlink()
    db = f"sqlite:///{database}"
    if _run("import", str(path), db=db) == 0:
        _run(*LOOKS[look], db=db)


@cache
def _table() -> Session:
    session = open_toy(Store("sqlite://", fixed_outside()))
    session.do({"type": "table.say", "text": "始めよう"}, actor="p1")
    return session


@cache
def _commands() -> list[Mapping[str, Any]]:
    own = [
        {"type": "toy.strike", "character": "a", "at": "b"},
        {"type": "toy.answer", "character": "b", "choice": "dodge"},
        {"type": "toy.draw", "character": "a", "hidden": True},
    ]
    return [*map(json.loads, SAMPLES.read_text(encoding="utf-8").splitlines()), *own]


def command(data: bytes) -> None:
    """Ask a command with fields that do not fit."""
    choose, session = Chooser(data), _table()
    known = _commands()
    one = json.loads(json.dumps(known[choose(len(known))]))
    one.pop("as", None)
    fields = {"type": one.pop("type")}
    for _ in range(choose(4)):
        bend_value(one, choose)
    try:
        session.do({**one, **fields}, actor=("gm", "p1", "p2")[choose(3)])
    except TenmatsuError as error:
        said(error)
    if session.version > 150 or choose(64) == 1:
        recap(session, format="html")
        _table.cache_clear()


def game(data: bytes) -> None:
    """Ask a built-in game what its evening asked, with fields that do not fit."""
    fuzzgames.ask(Chooser(data), said)


def maps(data: bytes) -> None:
    """Read a text as a map of letters, and draw it."""
    fuzzgames.lay_map(data.decode("utf-8", "replace"), said)


def seeds(target: str) -> Sequence[bytes]:
    """Return inputs that a fuzzer starts from, beside the corpus."""
    match target:
        case "log":
            return _evening()
        case "script":
            return (find_evening().read_bytes(),)
        case "figures":
            return (b"hp = 5\n", b"[weapons.x]\nname = 'x'\n")
        case "maps":
            texts = ("###\n#.#\n#D#", "１.２\nＰ＃Ｅ", "..W..\n.FB.T\n#LO#G", "..\n...", "." * 99)
            return [one.encode() for one in texts]
        case "notation":
            typed = (
                "2D6+3>=7|S1D100<=50|5B6>=4|6R6[6]>=4|4U6[6]+2>=10|10TZ6|C(10/3U)|D66A|choice[a,b]|x3 2D6+1"
            )
            own = "NJ4@h|EV4/2|N5,3,U4[S65/665+]|NRS@2|WS8|RQG<=70|RES(12-9)M10|RSA11|3D6KH2|2d6+1d100|1D1"
            return [one.encode() for one in f"{typed}|{own}".split("|")]
        case _:
            return [bytes(range(at, at + 12)) for at in range(0, 240, 40)]


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "notation": notation,
    "figures": figures,
    "script": script,
    "log": log,
    "bent_log": bent_log,
    "shown_log": shown_log,
    "command": command,
    "game": game,
    "maps": maps,
}
"""By name; a corpus for each stands in `tests/fuzz/corpus`."""
