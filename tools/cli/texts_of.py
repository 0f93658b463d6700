"""The history of one entry: every text that its words have had, with times, for `log`, `show` and `audit`."""

from tenmatsu.engine.api import Session, Text, Viewer, read_texts
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lines_told import tell_line
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.telling import Teller, plain_entry
from tenmatsu.tools.cli.words import say


def tell_texts(context: Context, session: Session, what: str, viewer: Viewer) -> int:
    """Write the texts of an entry, oldest first, as a viewer may see them."""
    texts = read_texts(session, what, viewer)
    if context.json:
        write_json([{"kind": one.kind, "text": one.text, **plain_entry(one.entry)} for one in texts])
        return 0
    tell_line(session, context.lang)
    teller = Teller(session, context.lang, viewer)
    for one in texts:
        write(_line(context, teller, one))
    return 0


def _line(context: Context, teller: Teller, text: Text) -> str:
    entry, lang = text.entry, context.lang
    kind = say(f"text_{text.kind}", lang)
    who = teller.name(entry.actor) if entry.actor else "-"
    said = teller.told(entry) if text.kind == "said" else text.text or ""
    return f"{entry.version}  {entry.at[:19]}{entry.at[26:]}  {kind}  {who}  {said}".rstrip()
