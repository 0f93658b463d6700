"""The tables of the documentation that follow from the code: commands, options, the command line."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect

from tenmatsu.engine.api import Command, TableOptions, find_system, table_words
from tenmatsu.engine.table.commands import TABLE_COMMANDS
from tenmatsu.engine.words import Words
from tenmatsu.tools.cli.arguments import CATALOGUE
from tenmatsu.tools.cli.words import help_example, help_line

CHAPTERS = {
    "ukiyozoshi": (
        "party",
        "checks",
        "katsugeki",
        "combat",
        "blows",
        "missiles",
        "purse",
        "learning",
        "time",
        "health",
    ),
    "akatsuki": ("making", "cards", "checks", "combat", "damage", "time"),
    "bloodberry": (
        "making",
        "judging",
        "relations",
        "curses",
        "feats",
        "scenes",
        "rounds",
        "confronting",
        "mapping",
    ),
    "ninjaslayer": (
        "making",
        "judging",
        "mapping",
        "moving",
        "battle",
        "attacking",
        "dodging",
        "damage",
        "scenario",
        "wasshoi",
    ),
    "runequest": (
        "making",
        "checks",
        "missiles",
        "rounds",
        "choosing",
        "attacks",
        "wounds",
        "magic",
        "spirits",
    ),
}
"""The chapters of each game, each a module of commands."""
_MARKED = re.compile(r"<!-- table: ([a-z ]+) -->\n(?:.*?\n)??<!-- end -->\n", re.DOTALL)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _kind(info: inspect.Type) -> str:
    """Return what a value may be, in the words of a table."""
    match info:
        case inspect.LiteralType(values=values):
            return " ".join(f"`{value or '-'}`" for value in values)
        case inspect.UnionType(types=types):
            return " or ".join(_kind(one) for one in types if not isinstance(one, inspect.NoneType))
        case inspect.VarTupleType(item_type=item):
            return f"list of {_kind(item)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"{_kind(key)} → {_kind(value)}"
        case inspect.BoolType():
            return "yes/no"
        case inspect.IntType(ge=low, le=high):
            if low is not None and high is not None:
                return f"{low}–{high}"
            return "number" if low is None else f"number ≥ {low}"
        case inspect.StrType():
            return "text"
        case inspect.Metadata(type=inner):
            return _kind(inner)
        case inspect.StructType(fields=fields):
            return "{" + ", ".join(field.encode_name for field in fields) + "}"
        case _:
            return "any"


_OF_CHECKS = (frozenset({"bought", "stand", "selfish", "forced"}), frozenset({"plus", "cards", "chivalry"}))
"""What every command of a game that rolls a check may say: told once, not in each row."""


def _fields(kind: type[Command]) -> str:
    told: list[str] = []
    fields = msgspec.structs.fields(kind)
    names = {field.encode_name for field in fields}
    of_checks = next((shared for shared in _OF_CHECKS if names >= shared), frozenset[str]())
    for field in fields:
        if field.encode_name == "as" or field.encode_name in of_checks:
            continue
        words = _kind(inspect.type_info(field.type))
        default = field.default
        if field.required:
            told.append(f"**`{field.encode_name}`** {words}")
        elif default in (None, "", False) or default is msgspec.NODEFAULT or default == ():
            told.append(f"`{field.encode_name}` {words}")
        else:
            shown = "yes" if default is True else default
            told.append(f"`{field.encode_name}` {words} (`{shown}`)")
    return "; ".join([*told, *(["◎"] if of_checks else [])]) or "–"


def _who(kind: type[Command]) -> str:
    return "GM" if kind.gm_only else "player" if kind.acts_for else "anybody"


def _commands(kinds: Iterable[type[Command]], words: Words) -> str:
    rows = [
        (f"`{tag}`", _who(kind), words.command(tag, "en").replace("|", "\\|"), _fields(kind))
        for kind in kinds
        for tag in (str(kind.__struct_config__.tag),)
    ]
    return _table(("command", "who", "does", "fields"), rows)


def _chapter(game: str, name: str) -> str:
    system = find_system(game)
    place = f"tenmatsu.systems.{game}.commands.{name}"
    return _commands([kind for kind in system.commands if kind.__module__ == place], system.words())


def _options(kind: type[msgspec.Struct], say: Callable[[str], tuple[str, str]]) -> str:
    rows: list[tuple[str, ...]] = []
    for field in msgspec.structs.fields(kind):
        values = get_args(field.type) if get_origin(field.type) else ()
        shown = " ".join(f"**`{value}`**" if value == field.default else f"`{value}`" for value in values)
        rows.append((f"`{field.encode_name}`", shown or f"**`{field.default}`**", *say(field.encode_name)))
    return _table(("option", "values", "meaning", "意味"), rows)


def _game_options(name: str) -> str:
    system = find_system(name.rpartition(" ")[2])
    words = system.words()
    return _options(system.options, lambda key: (words.option(key, "en"), words.option(key, "ja")))


_TABLE_OPTIONS = {
    "undo": (
        "Whether dice already seen may be undone: by anybody, by the GM, not at all",
        "見た出目を取り消せるのは誰か（free 誰でも／gm GMだけ／never 不可）",
    ),
    "undo_whose": (
        "Whose last action a player may undo: their own, or anybody's (the GM may undo any)",
        "プレイヤーが取り消せるのは誰の行動か（own 自分の最後の行動／anybody 誰のでも。GMはいつでも）",
    ),
    "entered_dice": ("Who may enter physical dice", "実物のダイスの出目を入力できるのは誰か"),
    "links": (
        "Whether open rolls of a participant with a chain of nonces need its next link",
        "乱数の鎖を封印した人の公開の判定に、次の輪が要るか",
    ),
    "dice_bot": (
        "The system whose [dice commands](dice-notation.md) are understood besides the general ones",
        "一般のコマンドのほかに通じるダイスコマンドの系統",
    ),
}


def _table_options(_name: str) -> str:
    return _options(TableOptions, lambda key: _TABLE_OPTIONS[key])


def _cli(_name: str) -> str:
    rows = [(f"`{name}`", help_line(name, "en"), f"`{help_example(name)}`") for name in CATALOGUE]
    return _table(("command", "does", "for example"), rows)


def _of_the_table(_name: str) -> str:
    return _commands(TABLE_COMMANDS, table_words())


def make_table(name: str) -> str:
    """Return the table with this name in a page's marks."""
    makers: dict[str, Callable[[str], Any]] = {
        "command line": _cli,
        "commands of the table": _of_the_table,
        "options of the table": _table_options,
        **{f"options of {game}": _game_options for game in CHAPTERS},
        **{
            f"commands of {game} {chapter}": lambda text: _chapter(*text.split()[2:])
            for game, chapters in CHAPTERS.items()
            for chapter in chapters
        },
    }
    table: str = makers[name](name)
    return table


def fill_tables(text: str) -> str:
    """Return a page with its marked tables as they follow from the code."""
    return _MARKED.sub(
        lambda match: f"<!-- table: {match[1]} -->\n{make_table(match[1])}<!-- end -->\n", text
    )
