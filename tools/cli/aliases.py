"""`--alias NAME=ALIAS`: other names in what is given away."""

from collections.abc import Sequence

from tenmatsu.tools.cli.arguments import Parser
from tenmatsu.tools.cli.words import CliError


def take_aliases(parser: Parser) -> None:
    """Add `--alias`."""
    parser.take("--alias", metavar="NAME=ALIAS", action="append", default=[], key="named_otherwise")


def read_aliases(pairs: Sequence[str]) -> dict[str, str]:
    """Return the names with what stands in their place; `CliError` for a pair that is none."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, given, alias = pair.partition("=")
        if not given or not name:
            raise CliError("alias_wrong", pair=pair)
        found[name] = alias
    return found
