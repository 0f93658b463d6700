"""An audit as a page that a suspicious player understands, in fixed phrases."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from tenmatsu.engine.audit.report import CHECKS, AuditReport
from tenmatsu.engine.language import Lang
from tenmatsu.engine.words import Phrase
from tenmatsu.projections.luck import FEW_CHECKS
from tenmatsu.projections.phrases import tidy_line
from tenmatsu.projections.recap.document import AnyBlock, Document, Heading, Notice
from tenmatsu.projections.recap.formats.markdown import render_markdown
from tenmatsu.projections.recap.formats.page import render_html
from tenmatsu.projections.recap.formats.plain import render_text
from tenmatsu.projections.recap.styles.lucktable import show_fraction
from tenmatsu.projections.rolls import Proof
from tenmatsu.projections.trust.gathering import CheckLuck, DiceLuck, DisputeSeen, PersonTrust, Trust
from tenmatsu.projections.trust.ranges import Range

PageFormat = Literal["txt", "md", "html"]
_RENDERERS: Mapping[PageFormat, Callable[[Document], str]] = {
    "txt": render_text,
    "md": render_markdown,
    "html": render_html,
}
_PROOFS: tuple[Proof, ...] = (
    "witnessed",
    "worded",
    "alone",
    "fixed",
    "entered",
    "imported",
    "scripted",
    "whatif",
    "same",
)
_COUNTS = ("rolls", "undos", "retries", "rerolls", "entered")
_LIMITS = (
    "limit_keeper",
    "limit_back",
    "limit_end",
    "limit_person",
    "limit_hand",
    "limit_helps",
    "head_keep",
)


@cache
def _phrases() -> dict[str, Phrase]:
    text = files("tenmatsu.projections.trust").joinpath("words.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Phrase])


def _say(key: str, lang: Lang, **fields: object) -> str:
    return _phrases()[key].say(lang).format_map(fields)


def trust_page(report: AuditReport, trust: Trust, lang: Lang, format_: PageFormat = "txt") -> str:
    """Return the page, of what was checked and of what is known about people and dice."""
    title = tidy_line(trust.title)
    return _RENDERERS[format_](
        Document(
            session=report.session,
            lang=lang,
            style="digest",
            title=_say("title", lang, title=title) if title else _say("untitled", lang),
            blocks=tuple(_blocks(report, trust, lang)),
            head=trust.head,
            version=trust.version,
            head_label=_say("head", lang),
            head_text=trust.head,
        )
    )


def _blocks(report: AuditReport, trust: Trust, lang: Lang) -> Iterator[AnyBlock]:
    sections = (
        ("found", _found(report, trust, lang)),
        ("checked", _checked(report, lang)),
        ("proofs", _proofs(report, trust, lang)),
        ("people", _people(trust, lang)),
        ("changes", _changes(trust, lang)),
        ("disputes", _disputes(trust, lang)),
        ("luck", _luck(trust, lang)),
        ("limits", (_say(key, lang, head=trust.head) for key in _LIMITS)),
    )
    for key, lines in sections:
        yield Heading(level=2, text=_say(key, lang), mark="■")
        told = list(lines) or [_say("none", lang)]
        yield from (Notice(text=line) for line in told)


def _found(report: AuditReport, trust: Trust, lang: Lang) -> Iterator[str]:
    failures = len(report.failures)
    if report.ok:
        yield f"✓ {_say('ok', lang)}"
    else:
        yield f"✗ {_say('failed' if trust.is_whole else 'failed_closed', lang, count=failures)}"
    if report.unchecked and trust.is_whole:
        yield _say("unchecked", lang, count=len(report.unchecked))
    for key, count in (("redacted", report.tally.redacted), ("whatif_lines", report.tally.whatif_rolls)):
        if count and trust.is_whole:
            yield _say(key, lang, count=count)
    if trust.viewer:
        yield _say("seen_by", lang, name=tidy_line(trust.viewer), count=trust.unrevealed)


def _checked(report: AuditReport, lang: Lang) -> Iterator[str]:
    for check in CHECKS:
        holds = report.passed(check)
        yield f"{'✓' if holds else '✗'} {_say(check if holds else f'{check}_wrong', lang)}"


def _proofs(report: AuditReport, trust: Trust, lang: Lang) -> Iterator[str]:
    for proof in _PROOFS:
        if trust.proofs.get(proof):
            yield _say(proof, lang, count=trust.proofs[proof])
    if trust.left_behind:
        yield _say("left_behind", lang, count=trust.left_behind)
    if report.tally.foreseeable and trust.is_whole:
        yield _say("foreseeable", lang, count=report.tally.foreseeable)


def _people(trust: Trust, lang: Lang) -> Iterator[str]:
    for person in trust.people:
        yield _person(person, lang)
    for one in trust.again:
        name = tidy_line(trust.names.get(one.by, one.by))
        yield _say("again", lang, version=one.version, name=name, first=one.first[:12])


def _person(person: PersonTrust, lang: Lang) -> str:
    counts = [_say(f"count_{key}", lang, count=getattr(person, key)) for key in _COUNTS]
    return _say("person", lang, name=tidy_line(person.name), counts=_say("comma", lang).join(counts))


def _changes(trust: Trust, lang: Lang) -> Iterator[str]:
    names = {one: tidy_line(name) for one, name in trust.names.items()}
    for one in trust.changes:
        line = _say(
            "change",
            lang,
            version=one.version,
            name=one.name,
            old=tidy_line(str(one.old)),
            new=tidy_line(str(one.new)),
            by=names.get(one.by, one.by),
        )
        yield line + (_say("reason", lang, note=tidy_line(one.note)) if one.note else _say("no_reason", lang))


def _disputes(trust: Trust, lang: Lang) -> Iterator[str]:
    names = {one: tidy_line(name) for one, name in trust.names.items()}
    for one in trust.disputes:
        yield _dispute(one, names, lang)


def _dispute(one: DisputeSeen, names: Mapping[str, str], lang: Lang) -> str:
    asked = _say(
        "dispute",
        lang,
        number=one.number,
        by=names.get(one.by, one.by),
        about=one.about[:12],
        note=tidy_line(one.note),
    )
    if one.answer is None:
        return asked + _say("answer_open", lang)
    answer, by = _say(f"answer_{one.answer}", lang), names.get(one.ruled_by, one.ruled_by)
    return asked + _say("answer", lang, answer=answer, by=by, note=tidy_line(one.ruling_note)).rstrip()


def _luck(trust: Trust, lang: Lang) -> Iterator[str]:
    ranges: list[Range | None] = []
    for person in trust.people:
        for luck in person.luck:
            ranges.append(luck.range)
            yield _dice_line(person, luck, lang)
        if person.checks is not None:
            ranges.append(person.checks.range)
            yield _checks_line(person, person.checks, lang)
    for bias in trust.biases:
        leaning, chance = _say(f"leaning_{bias.leaning}", lang), f"{bias.chance:.2f}"
        yield _say("bias", lang, sides=bias.sides, count=bias.dice, leaning=leaning, chance=chance)
    if any(one is not None for one in ranges):
        yield _say("luck_note", lang)
    if any(one is not None and not one.exact for one in ranges):
        yield _say("luck_curve", lang)


def _dice_line(person: PersonTrust, luck: DiceLuck, lang: Lang) -> str:
    kinds = " + ".join(_say("kind", lang, count=count, sides=sides) for sides, count in luck.by_sides.items())
    what = _say(f"dice_{luck.origin}", lang, count=luck.dice, kinds=kinds)
    name = tidy_line(person.name)
    if luck.range is None:
        return _say("luck_short", lang, name=name, what=what, sum=luck.sum)
    place = _say(f"place_{luck.place}", lang)
    return _say("luck_line", lang, name=name, what=what, sum=luck.sum, place=place, **_span(luck.range, lang))


def _checks_line(person: PersonTrust, luck: CheckLuck, lang: Lang) -> str:
    return _say(
        "checks_short" if luck.checks < FEW_CHECKS else "checks_line",
        lang,
        name=tidy_line(person.name),
        count=luck.checks,
        sum=luck.successes,
        place=_say(f"place_{luck.place}", lang),
        **_span(luck.range, lang),
    )


def _span(span: Range, lang: Lang) -> dict[str, str]:
    about = "" if span.exact else _say("about", lang)
    expected = show_fraction(span.expected).removesuffix("0").removesuffix(".0")
    return {"low": f"{about}{span.low}", "high": str(span.high), "expected": expected}
