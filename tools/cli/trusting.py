"""The audit in words at the command line: whose eyes it has, and the page that it writes."""

from pathlib import Path

from tenmatsu.engine.api import EVERYTHING, AuditReport, Viewer, find_opened, viewer_of
from tenmatsu.projections.trust import PageFormat, Trust, find_trust, trust_page
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.people import find_viewer
from tenmatsu.tools.cli.words import CliError, say
from tenmatsu.tools.cli.writing import writing

_FORMATS: dict[str, PageFormat] = {".html": "html", ".md": "md", ".txt": "txt"}


def find_onlooker(context: Context, session: str, who: str | None) -> Viewer:
    """Return the viewer whose page it is; without `who` everything is shown."""
    if who is None:
        return EVERYTHING
    opened = context.session(session)
    return viewer_of(opened, find_viewer(opened, who))


def told_trust(context: Context, report: AuditReport, viewer: Viewer) -> Trust | None:
    """Return what is known of people and dice; None where a log that does not hold cannot be folded."""
    try:
        return find_trust(find_opened(context.store(), report.session), viewer)
    except Exception:  # values that somebody bent may break a system in any way
        if report.ok:
            raise
        return None


def write_page(context: Context, report: AuditReport, trust: Trust, path: Path) -> None:
    """Write the page into a file, in the format that its name tells."""
    kind = _FORMATS.get(path.suffix.lower())
    if kind is None:
        raise CliError("audit_page_kind", file=path)
    with writing(path, context.file(), replace=True) as file:
        file.write(trust_page(report, trust, context.lang, kind).encode())
    if context.json:
        write_json({"session": report.session, "file": str(path)})
    else:
        write(say("audit_page", context.lang, file=path))
