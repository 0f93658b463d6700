"""The entry point: read the command line, run one command, say what went wrong in one sentence."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.tracing import span
from tenmatsu.tools.cli.arguments import (
    CATALOGUE,
    Globals,
    HelpAsked,
    Spec,
    early_lang,
    find_command,
    make_parser,
    parse,
    split_globals,
    top_help,
)
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import fault_shown, flush, give_up_output, open_closed, write, write_error
from tenmatsu.tools.cli.words import CliError, say

DONE, FAULT, USAGE = 0, 1, 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    open_closed()
    _make_printable()
    context = Context(Globals(lang=early_lang(words), json="--json" in words))
    try:
        return _run(words, context)
    except TenmatsuError as error:
        write_error(context.lang, error.code, error.say(context.lang, context.names), as_json=context.json)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        give_up_output()
        return DONE
    except Exception as error:
        if os.environ.get("TENMATSU_DEBUG") == "1":
            raise
        what = fault_shown(error, guarded=context.guarded)
        write_error(context.lang, "fault", say("fault", context.lang, what=what), as_json=context.json)
        return FAULT
    finally:
        with suppress(KeyboardInterrupt):  # all is done but for what a collector of spans may still get
            context.close()


def _run(words: list[str], context: Context) -> int:
    """Run one command; what it wrote has left when it returns."""
    code = _run_command(words, context)
    flush()
    return code


def _run_command(words: list[str], context: Context) -> int:
    context.globals, rest = split_globals(words)
    if not rest or rest[0] in ("-h", "--help") or rest == ["help"]:
        write(top_help(context.lang).rstrip())
        return DONE if rest else USAGE
    if rest[0] == "--version":
        from importlib.metadata import version

        write(f"tenmatsu {version('tenmatsu')}")
        return DONE
    if rest[0] == "help":
        rest = [rest[1], "--help"]
    if rest[0].startswith("-"):
        raise CliError("argument_before", argument=rest[0])
    command = find_command(rest[0])
    module = import_module(f"tenmatsu.tools.cli.commands.{CATALOGUE[command]}")
    specs: dict[str, Spec] = module.COMMANDS
    spec = specs[command]
    try:
        arguments = parse(make_parser(command, spec, context.lang), rest[1:])
    except HelpAsked:
        return DONE
    if context.globals.verbose:
        context.log_to_stderr(narrow=getattr(arguments, "as_", None) is not None)
    context.make_spans()
    with span("command", name=command):
        return spec.run(context, arguments)


def _make_printable() -> None:
    """Let a terminal that lacks a letter show its code in place of stopping."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
