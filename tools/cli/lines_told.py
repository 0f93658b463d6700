"""Say which line an output is about, where that is not the one the table plays on."""

from typing import Any

from tenmatsu.engine.api import Session
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.output import write
from tenmatsu.tools.cli.words import say


def line_notice(session: Session, lang: Lang) -> str:
    """Return the sentence that stands over all that is told of a what-if or left-behind line, or nothing."""
    if session.is_current:
        return ""
    key = "line_whatif" if session.is_whatif else "line_left_behind"
    return say(key, lang, branch=session.branches[session.branch].name or session.branch)


def tell_line(session: Session, lang: Lang) -> None:
    """Write that sentence, where there is one."""
    if notice := line_notice(session, lang):
        write(notice)


def line_mark(session: Session, lang: Lang) -> str:
    """Return what stands in front of a prompt on a what-if line, nothing on any other."""
    return say("mark_whatif", lang) if session.is_whatif else ""


def plain_line(session: Session) -> dict[str, Any]:
    """Return for JSON on which line something stands, and whether that is a what-if line."""
    return {"branch": session.branch, "whatif": session.is_whatif}
