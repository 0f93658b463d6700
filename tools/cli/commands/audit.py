"""`audit`: prove a log, of a session in the database or of a file, and say in words what that means."""

import argparse
from pathlib import Path
from typing import Any

from tenmatsu.engine.api import (
    CHECKS,
    EVERYTHING,
    AuditReport,
    Lang,
    Value,
    audit_file,
    audit_session,
    find_system,
    system_ids,
)
from tenmatsu.projections.trust import Trust, plain_trust, trust_page
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import progress, table, write, write_json
from tenmatsu.tools.cli.texts import why_no_file
from tenmatsu.tools.cli.texts_of import tell_texts
from tenmatsu.tools.cli.trusting import find_onlooker, told_trust, write_page
from tenmatsu.tools.cli.words import CliError, say

FAILED = 5
_SHOWN = 20
"""How many of a kind of finding are written out for a person; JSON has all."""


def _arguments(parser: Parser) -> None:
    parser.take("what", metavar="SESSION|FILE", key="audited")
    parser.take("--since", metavar="HASH")
    parser.take("--id", metavar="V", key="entry")
    parser.take("--as", dest="as_", metavar="WHO", key="seen_as")
    parser.take("-o", "--output", metavar="FILE", key="page")


def _run(context: Context, args: argparse.Namespace) -> int:
    since: str | None = args.since
    if since is not None and (len(since) < 8 or not set(since.lower()) <= set("0123456789abcdef")):
        raise CliError("head_wrong", head=since)
    path = Path(args.what)
    _check_there(context, args.what)
    if args.id is not None:
        return tell_texts(context, context.session(args.what), args.id, EVERYTHING)
    wanted = args.as_ is not None or args.output is not None
    if wanted and path.is_file():
        raise CliError("audit_of_file", file=path)
    viewer = find_onlooker(context, args.what, args.as_)
    with progress(say("bar_audit", context.lang)) as ticks:
        done = 0

        def tick(commits: int) -> None:
            nonlocal done
            done += commits
            ticks(done)

        if path.is_file():
            report = audit_file(path, since=since, progress=tick)
        else:
            store = context.store()
            report = audit_session(store, store.find_session(args.what).id, since=since, progress=tick)
    trust = None if path.is_file() else told_trust(context, report, viewer)
    if args.output is not None and trust is not None:
        write_page(context, report, trust, Path(args.output))
    elif context.json:
        write_json(_plain(report, trust, context, whole=viewer.is_gm), pretty=True)
    else:
        for line in _lines(report, trust, context, whole=viewer.is_gm):
            write(line)
    return 0 if report.ok else FAILED


def _check_there(context: Context, text: str) -> None:
    """Raise `CliError` where a text names neither a file nor, by its look, a session."""
    path = Path(text)
    looks = path.suffix or len(path.parts) > 1 or path.is_dir()
    if looks and not path.is_file():
        raise CliError("audit_what", what=text, reason=why_no_file(path))
    if not path.is_file() and context.is_missing() and not text.startswith("@"):
        raise CliError("audit_what", what=text, reason=why_no_file(path))


def _plain(report: AuditReport, trust: Trust | None, context: Context, *, whole: bool) -> dict[str, Any]:
    """Return the report with what is known of people and dice; for a viewer nothing that could tell more."""
    plain = plain_report(report, context)
    if not whole:
        plain = {key: plain[key] for key in ("ok", "session", "system", "checks", "head")}
    return {**plain, "trust": plain_trust(trust) if trust is not None else None}


def _lines(report: AuditReport, trust: Trust | None, context: Context, *, whole: bool) -> list[str]:
    if trust is None and not whole:
        return [say("audit_failed", context.lang, failures=len(report.failures))]
    if trust is None:
        return report_lines(report, context)
    lines = [*_head_lines(report, context), *_unchecked_lines(report, context), ""] if whole else []
    return [*lines, *trust_page(report, trust, context.lang).splitlines()]


def plain_report(report: AuditReport, context: Context) -> dict[str, Any]:
    """Return a report for JSON, with the keys that are promised."""
    lang, tally = context.lang, report.tally
    return {
        "ok": report.ok,
        "session": report.session,
        "system": report.system,
        "commits": tally.commits,
        "events": tally.events,
        "rolls": tally.rolls,
        "checks": {check: report.passed(check) for check in CHECKS},
        "failures": [
            {"commit": one.commit, "check": one.check, "code": one.code, "message": one.say(lang)}
            for one in report.failures
        ],
        "unchecked": [
            {"commit": one.commit, "code": one.code, "message": one.say(lang)} for one in report.unchecked
        ],
        "adjustments": [
            {
                "commit": one.commit,
                "version": one.version,
                "name": one.name,
                "old": one.old,
                "new": one.new,
                "dispute": one.dispute,
            }
            for one in report.adjustments
        ],
        "disputes": [
            {
                "dispute": one.number,
                "by": one.by,
                "about": one.about,
                "commit": one.commit,
                "answer": one.answer,
                "ruled_by": one.ruled_by or None,
            }
            for one in report.disputes
        ],
        "retries": [
            {
                "commit": one.commit,
                "version": one.version,
                "roll": one.digest,
                "first": one.first,
                "by": one.by,
                "for": one.for_,
            }
            for one in report.retries
        ],
        "counts": tally,
        "head": report.head,
    }


def _head_lines(report: AuditReport, context: Context) -> list[str]:
    """Return the verdict, how much was looked at, and what fails."""
    lang, tally = context.lang, report.tally
    lines = [
        say("audit_ok" if report.ok else "audit_failed", lang, failures=len(report.failures)),
        say(
            "audit_counts",
            lang,
            commits=tally.commits,
            events=tally.events,
            rolls=tally.rolls,
            decided=tally.decided,
        ),
    ]
    lines += [
        f"✗ {_place(one.commit)}{say(f'check_{one.check}', lang)}: {one.say(lang, context.names)}"
        for one in report.failures[:_SHOWN]
    ]
    return [*lines, *_more(len(report.failures), context)]


def report_lines(report: AuditReport, context: Context) -> list[str]:
    """Return a report for a person."""
    lang, tally, lines = context.lang, report.tally, _head_lines(report, context)
    lines += table([_check_row(report, check, lang, holds=report.passed(check)) for check in CHECKS])
    dice = {
        name: getattr(tally, name)
        for name in ("witnessed", "worded", "alone", "foreseeable", "entered", "whatif_rolls")
    }
    lines += [say(f"audit_{name}", lang, count=count) for name, count in dice.items() if count]
    rest = {name: getattr(tally, name) for name in ("fixed", "retries", "undos", "redacted")}
    lines += [say(f"audit_{name}", lang, count=count) for name, count in rest.items() if count]
    for one in report.retries[:_SHOWN]:
        lines.append(say("audit_retry", lang, version=one.version, by=one.by, first=one.first[:12]))
    lines += _more(len(report.retries), context)
    lines += _people_lines(report, context)
    if report.adjustments:
        lines.append(say("audit_adjustments", lang, count=len(report.adjustments)))
        for change in report.adjustments[:_SHOWN]:
            lines.append(
                f"  {change.version}  {_adjusted(change.name, (change.old, change.new), report, context)}"
            )
        lines += _more(len(report.adjustments), context)
    lines += _unchecked_lines(report, context)
    lines.append(say("audit_head", lang, head=report.head))
    return lines


def _check_row(report: AuditReport, check: str, lang: Lang, *, holds: bool) -> list[str]:
    """Return what is known of a check: that it holds, that it failed, or that nothing could be checked."""
    label = say(f"check_{check}", lang)
    if not holds:
        return [f"  ✗ {label}", say("check_failed", lang)]
    tally = report.tally
    decided = tally.decided if check == "rules" else tally.rolls if check == "dice" else tally.commits
    if not decided and report.unchecked:
        return [f"  － {label}", say("check_unchecked", lang)]
    return [f"  ✓ {label}", say(f"check_{check}_means", lang)]


def _adjusted(name: str, values: tuple[Value, Value], report: AuditReport, context: Context) -> str:
    """Return a value set by hand in the words of its game, where that is installed."""
    lang, names = context.lang, context.names
    if report.system not in system_ids():
        return f"{name}: {values[0]} → {values[1]}"
    words, key = find_system(report.system).words(), name.rpartition(".")[2]
    ends = [words.value(key, end, lang, names) for end in values]
    return f"{words.owned(name, lang, names)}: {ends[0]} → {ends[1]}"


def _place(commit: str) -> str:
    """Return the start of a commit's hash in front of a finding; nothing where it is of none."""
    return f"{commit[:12]}  " if commit else ""


def _unchecked_lines(report: AuditReport, context: Context) -> list[str]:
    if not report.unchecked:
        return []
    lang = context.lang
    lines = [say("audit_unchecked", lang, count=len(report.unchecked))]
    lines += [f"  {_place(one.commit)}{one.say(lang, context.names)}" for one in report.unchecked[:_SHOWN]]
    return [*lines, *_more(len(report.unchecked), context)]


def _people_lines(report: AuditReport, context: Context) -> list[str]:
    """Return who took back or rolled again how often, and the disputes with their answers."""
    lang, tally, lines = context.lang, report.tally, list[str]()
    for name in ("undos_by", "retries_by", "rerolls_by"):
        counts: dict[str, int] = getattr(tally, name)
        if counts:
            people = ", ".join(f"{who} {count}" for who, count in sorted(counts.items()))
            lines.append(say(f"audit_{name}", lang, people=people))
    if report.disputes:
        lines.append(say("audit_disputes", lang, count=len(report.disputes)))
    for one in report.disputes:
        key = f"dispute_{one.answer or 'open'}"
        told = say(key, lang, dispute=one.number, who=one.by, gm=one.ruled_by)
        lines.append(f"  {one.about[:12]}  {told}".rstrip())
    return lines


def _more(count: int, context: Context) -> list[str]:
    return [say("audit_more", context.lang, count=count - _SHOWN)] if count > _SHOWN else []


COMMANDS = {"audit": Spec(_arguments, _run)}
