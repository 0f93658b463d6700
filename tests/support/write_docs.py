"""
Write what of the documentation follows from the code: output of commands, tables of commands and options.

Run by hand after a change of either: `python tests/support/write_docs.py [PAGE…]`. Ids, hashes, dates and
times become `…`; lines that a page leaves out by `…` stay left out where the rest still fits.
"""

import os
import sys
import tempfile
from pathlib import Path

from docpages import DOTS, LOCALES, PAGES, Block, Reader, Shown, blot, fits, read_blocks, read_console
from doctables import fill_tables


def write_page(page: Path) -> bool:
    """Bring a page up to date; return whether it changed."""
    before = page.read_text(encoding="utf-8")
    page.write_text(fill_tables(before), encoding="utf-8")
    lines = page.read_text(encoding="utf-8").splitlines()
    reader = Reader(page)
    moved = 0
    for block in list(read_blocks(page)):
        if block.kind != "console":
            reader.run(block)
            continue
        if block.file is not None:
            raise ValueError(block.place)
        text = _filled(reader, block).splitlines()
        start, length = block.line + moved, len(block.text.splitlines())
        lines[start : start + length] = text
        moved += len(text) - length
    reader.close()
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page.read_text(encoding="utf-8") != before


def _filled(reader: Reader, block: Block) -> str:
    told: list[str] = []
    for one in read_console(block.text):
        code, given = reader.run_command(block, one.command)
        if code not in (0, block.exit):
            raise ValueError(f"{block.place}: {one.command}: exit {code}: {given}")
        told += [*_command_lines(block, one), *_output(one.output, given)]
    return "\n".join(told) + "\n"


def _output(shown: list[str], given: list[str]) -> list[str]:
    """Return what a page shows of an output; dots that stood in a line stay there."""
    if fits(shown, given):
        return shown
    dotted = [line for line in shown if DOTS in line and line != DOTS]
    return [next((line for line in dotted if fits([line], [new])), blot(new)) for new in given]


def _command_lines(block: Block, one: Shown) -> list[str]:
    """Return the command as the page writes it, over several lines where it does so."""
    lines = block.text.splitlines()
    for place, line in enumerate(lines):
        if not line.startswith("$ "):
            continue
        end = place
        while lines[end].endswith("\\"):
            end += 1
        (found,) = read_console("\n".join(lines[place : end + 1]))
        if found.command == one.command:
            return lines[place : end + 1]
    raise ValueError(one.command)


if __name__ == "__main__":
    for key in ("LC_ALL", "LC_MESSAGES"):
        os.environ.pop(key, None)
    for chosen in [Path(text).resolve() for text in sys.argv[1:]] or PAGES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.environ["TENMATSU_DB"] = f"sqlite:///{folder}/tenmatsu.db"
            os.environ["TENMATSU_NONCES"] = f"{folder}/nonces"
            os.environ["LANG"] = LOCALES[chosen.name.endswith(".ja.md")]
            sys.stdout.write(f"{chosen.name} {'changed' if write_page(chosen) else 'as it was'}\n")
