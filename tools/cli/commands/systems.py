"""`systems`: the games that are installed, and their house rules."""

import argparse
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from tenmatsu.engine.api import AnySystem, Lang, Words, find_system, system_ids
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.kinds import describe
from tenmatsu.tools.cli.output import encode_json, table, write, write_json
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take("system", metavar="ID", nargs="?", key="system_shown")
    parser.take("--words", action="store_true", key="system_words")


def _run(context: Context, args: argparse.Namespace) -> int:
    ids = system_ids() if args.system is None else [args.system]
    systems = [find_system(one) for one in ids]
    if args.words:
        return _tell_words(systems, context)
    if context.json:
        write_json([_plain(system, context) for system in systems], pretty=True)
        return 0
    if args.system is None:
        rows = [
            [
                one.id,
                one.words().name.say(context.lang),
                say("system_rules", context.lang, version=one.rules_versions[-1]),
            ]
            for one in systems
        ]
        for line in table(rows):
            write(line)
        if not systems:
            write(say("systems_none", context.lang))
        return 0
    for line in _lines(systems[0], context):
        write(line)
    return 0


def _tell_words(systems: Sequence[AnySystem], context: Context) -> int:
    """Write the words of the figures that commands take, each with its label."""
    lang = context.lang
    for system in systems:
        words = system.words()
        groups = system.vocabulary(system.tables(system.rules_versions[-1], None))
        other: Lang = "en" if lang == "ja" else "ja"
        if context.json:
            write_json(
                {
                    group: [{"word": one, "label": words.label(one, "en")} for one in found]
                    for group, found in groups.items()
                },
                pretty=True,
            )
            continue
        for group, found in groups.items():
            write(f"{words.label(group, lang)}:")
            for line in table([[f"  {one}", _labels(one, words, lang, other)] for one in found]):
                write(line)
    return 0


def _labels(word: str, words: Words, lang: Lang, other: Lang) -> str:
    """Return what a word is called, in the reader's language first where that is another than the word."""
    shown = [words.label(word, one) for one in (lang, other)]
    return " / ".join(dict.fromkeys(one for one in shown if one != word))


def _lines(system: AnySystem, context: Context) -> list[str]:
    lang, words = context.lang, system.words()
    lines = [f"{system.id}  {words.name.say(lang)}", say("system_options", lang)]
    for name, kind, default in _options(system):
        shown = default if isinstance(default, str) else encode_json(default)
        lines.append(f"  {name} = {shown}  ({describe(kind, lang)})")
        if help_ := words.option(name, lang):
            lines.append(f"      {help_}")
    lines.append(say("system_commands", lang))
    rows = [
        [f"  {kind.__struct_config__.tag}", words.command(str(kind.__struct_config__.tag), lang)]
        for kind in system.commands
    ]
    return lines + table(rows)


def _options(system: AnySystem) -> list[tuple[str, inspect.Type, Any]]:
    return [
        (field.encode_name, inspect.type_info(field.type), field.default)
        for field in msgspec.structs.fields(system.options)
    ]


def _plain(system: AnySystem, context: Context) -> dict[str, Any]:
    words = system.words()
    return {
        "id": system.id,
        "name": {"ja": words.name.ja, "en": words.name.en},
        "rules_versions": list(system.rules_versions),
        "options": [
            {
                "name": name,
                "values": describe(kind, "en"),
                "default": default,
                "help": words.option(name, context.lang),
            }
            for name, kind, default in _options(system)
        ],
        "commands": [str(kind.__struct_config__.tag) for kind in system.commands],
    }


COMMANDS = {"systems": Spec(_arguments, _run)}
