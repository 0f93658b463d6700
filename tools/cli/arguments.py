"""What may stand on the command line: the commands, the options of all, errors in one sentence."""

import argparse
import difflib
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from tenmatsu.engine.cells import wrap
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.output import write
from tenmatsu.tools.cli.words import CliError, find_lang, help_argument, help_example, help_line, say

CATALOGUE = {
    "new": "new",
    "do": "do",
    "play": "play",
    "run": "run",
    "moves": "moves",
    "log": "log",
    "show": "show",
    "replay": "replay",
    "chance": "chance",
    "undo": "timelines",
    "edit": "corrections",
    "retract": "corrections",
    "redact": "corrections",
    "alias": "corrections",
    "forget": "corrections",
    "fork": "timelines",
    "branches": "timelines",
    "mark": "marks",
    "adopt": "timelines",
    "rollout": "rollout",
    "diff": "diff",
    "whatif": "whatif",
    "roll": "dice",
    "verify-roll": "dice",
    "dice": "rings",
    "nonces": "nonces",
    "word": "nonces",
    "dispute": "disputes",
    "rule": "disputes",
    "disputes": "disputes",
    "audit": "audit",
    "verifier": "verifier",
    "turning": "turning",
    "recap": "recap",
    "export": "portable",
    "import": "portable",
    "systems": "systems",
    "sessions": "sessions",
    "token": "token",
    "db": "db",
    "follow": "follow",
    "publish": "follow",
    "doctor": "doctor",
}
"""The commands in the order of the help, and the module of each."""

_FLAGS = ("--json", "--verbose")
_VALUED = ("--db", "--lang")


class Spec(NamedTuple):
    """A command: what it takes, and what it does (given the context and the parsed arguments)."""

    arguments: "Callable[[Parser], None]"
    run: Callable[[Any, argparse.Namespace], int]


@dataclass
class Globals:
    """The options that every command has."""

    db: str | None = None
    lang: Lang = "en"
    json: bool = False
    verbose: bool = False


class HelpAsked(Exception):
    """Help was printed; there is nothing more to do."""


_WIDEST = 100
"""The columns that help takes at most."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        width = min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns)
        super().__init__(prog, max_help_position=34, width=width)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)


class Parser(argparse.ArgumentParser):
    """The parser of one command, with help and errors in the reader's language."""

    def __init__(self, command: str, lang: Lang) -> None:
        example = f"{say('help_example', lang)}\n  {help_example(command)}"
        super().__init__(
            prog=f"tenmatsu {command}",
            description=help_line(command, lang),
            epilog=example,
            add_help=False,
            allow_abbrev=False,
            formatter_class=_Formatter,
        )
        self.command = command
        self.lang: Lang = lang
        self._positionals.title = say("help_positionals", lang)
        self._optionals.title = say("help_options", lang)

    def take(self, *flags: str, key: str | None = None, **rest: Any) -> None:
        """Add an argument whose help stands in the words under `key`, its name where left out."""
        name = key or flags[-1].lstrip("-")
        words = help_argument(self.command, name, self.lang).replace("%", "%%")
        self.add_argument(*flags, help=words, **rest)

    def take_session(self) -> None:
        """Add the session, which most commands begin with."""
        self.take("session", metavar="SESSION")

    def take_actor(self) -> None:
        """Add `--as`, whoever asks or looks."""
        self.take("--as", dest="as_", metavar="WHO")

    def take_branch(self) -> None:
        """Add `--branch`."""
        self.take("--branch", metavar="B")

    def error(self, message: str) -> NoReturn:
        """Raise the one sentence that says what is wrong."""
        raise _explain(self, message)

    def format_help(self) -> str:
        """Return the help, with its headings in the reader's language."""
        text = super().format_help()
        return re.sub(r"^usage:", say("help_usage", self.lang), text, count=1)


def make_parser(command: str, spec: Spec, lang: Lang) -> Parser:
    """Return the parser of a command."""
    parser = Parser(command, lang)
    spec.arguments(parser)
    shared = parser.add_argument_group(say("help_shared", lang))
    for flag, metavar in (("--db", "URL"), ("--lang", "ja|en"), ("--json", None), ("--verbose", None)):
        words = help_argument(command, flag[2:], lang)
        if metavar is None:
            shared.add_argument(flag, action="store_true", help=words)
        else:
            shared.add_argument(flag, metavar=metavar, help=words)
    shared.add_argument("-h", "--help", action="store_true", help=help_argument(command, "help", lang))
    return parser


def parse(parser: Parser, argv: Sequence[str]) -> argparse.Namespace:
    """Return a command's arguments, options and others in any order; help is printed where asked."""
    before = list(argv)[: argv.index("--")] if "--" in argv else argv
    if "-h" in before or "--help" in before:
        write(parser.format_help().rstrip())
        raise HelpAsked
    return parser.parse_intermixed_args(argv)


def split_globals(argv: Sequence[str]) -> tuple[Globals, list[str]]:
    """Return the options that every command has, wherever they stand, and the words that are left."""
    found, rest = Globals(lang=early_lang(argv)), list[str]()
    words = iter(argv)
    for word in words:
        name, given, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif word in _FLAGS:
            setattr(found, word[2:], True)
        elif name in _VALUED:
            text = value if given else next(words, None)
            if not text or text.startswith("-"):
                raise CliError("argument_value", argument=name)
            if name == "--lang" and text not in ("ja", "en"):
                raise CliError("argument_choice", argument=name, value=text, known="ja, en")
            if name == "--db":
                found.db = text
        else:
            rest.append(word)
    return found, rest


def early_lang(argv: Sequence[str]) -> Lang:
    """Return the language before anything else is read, so that every error is said in it."""
    given: str | None = None
    for place, word in enumerate(argv):
        if word == "--":
            break
        if word.startswith("--lang="):
            given = word.partition("=")[2]
        elif word == "--lang" and place + 1 < len(argv):
            given = argv[place + 1]
    return find_lang(given)


def find_command(name: str) -> str:
    """Return the command with this name; `CliError` with near ones where there is none."""
    if name in CATALOGUE:
        return name
    near = difflib.get_close_matches(name, CATALOGUE, n=3, cutoff=0.5)
    if near:
        raise CliError("verb_unknown_near", command=name, near=", ".join(near))
    raise CliError("verb_unknown", command=name)


def top_help(lang: Lang) -> str:
    """Return the help of the program as a whole."""
    width = max(map(len, CATALOGUE)) + 2
    lines = [say("help_top", lang), "", say("help_commands", lang)]
    lines += [f"  {command:<{width}}{help_line(command, lang)}" for command in CATALOGUE]
    lines += ["", say("help_shared", lang) + ":"]
    for flag in ("--db URL", "--lang ja|en", "--json", "--verbose", "-h, --help"):
        key = flag.split()[0].strip("-,") if flag[1] == "-" else "help"
        lines.append(f"  {flag:<{width}}{help_argument('new', key, lang)}")
    lines += ["", say("help_bottom", lang)]
    return "\n".join(lines) + "\n"


_KNOWN = (
    (re.compile(r"the following arguments are required: (?P<argument>.+)"), "argument_missing"),
    (re.compile(r"argument (?P<argument>.+?): expected (?:at least )?one argument"), "argument_value"),
    (
        re.compile(
            r"argument (?P<argument>.+?): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<known>.+)\)"
        ),
        "argument_choice",
    ),
    (re.compile(r"argument (?P<argument>.+?): invalid int value: '(?P<value>.*)'"), "argument_number"),
    (re.compile(r"argument (?P<argument>.+?): not allowed with argument (?P<other>.+)"), "argument_together"),
    (
        re.compile(r"argument (?P<argument>.+?): ignored explicit argument '(?P<value>.*)'"),
        "argument_no_value",
    ),
)


def _only_needed(parser: Parser, message: str) -> str:
    """Leave out of a message about missing arguments those that may be missing."""
    start, given, names = message.partition("required: ")
    if not given:
        return message
    free = {str(action.metavar) for action in parser._actions if action.nargs in ("*", "?")}
    return start + given + ", ".join(name for name in names.split(", ") if name not in free)


def _explain(parser: Parser, message: str) -> CliError:
    if unknown := re.fullmatch(r"unrecognized arguments: (?P<given>.+)", message):
        given = unknown["given"]
        flags = [flag for action in parser._actions for flag in action.option_strings]
        near = difflib.get_close_matches(given.split()[0].partition("=")[0], flags, n=1, cutoff=0.5)
        if near:
            return CliError("argument_unknown_near", argument=given, near=near[0])
        return CliError("argument_unknown", argument=given, command=parser.command)
    message = _only_needed(parser, message)
    for pattern, code in _KNOWN:
        if match := pattern.fullmatch(message):
            details = {name: text.replace("'", "") for name, text in match.groupdict().items()}
            return CliError(code, **details, command=parser.command)
    return CliError("argument_other", message=message)
