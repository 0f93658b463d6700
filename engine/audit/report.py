"""What an audit found."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from tenmatsu.engine.errors import sentence
from tenmatsu.engine.language import Lang
from tenmatsu.events.table import Answer

Check = Literal["chain", "versions", "dice", "rules", "decode"]
CHECKS: tuple[Check, ...] = ("chain", "versions", "dice", "rules", "decode")


class Finding(msgspec.Struct, frozen=True):
    """Something that an audit says of a commit: a code of `messages.toml`, and its details."""

    commit: str
    """The commit's hash as stored, in hex; empty where it is about the whole."""
    code: str
    details: dict[str, Any] = {}

    def say(self, lang: Lang, names: Mapping[str, str] | None = None) -> str:
        """Return its sentence, with people by their names where these are known."""
        return sentence(self.code, self.details, lang, names)


class Failure(Finding, frozen=True):
    """Something that does not prove what it claims."""

    check: Check = "chain"


class Adjustment(msgspec.Struct, frozen=True):
    """A value that the GM set by hand."""

    commit: str
    version: int
    name: str
    old: int | str | bool | None
    new: int | str | bool | None
    dispute: int | None = None
    """The dispute that it answers, where a ruling corrected it."""


class DisputeFound(msgspec.Struct, frozen=True):
    """A dispute on the current timeline, and the ruling where there is one."""

    number: int
    by: str
    about: str
    """The digest of the event, or the hash of the commit, in hex."""
    commit: str
    """The hash of the commit that holds it."""
    answer: Answer | None
    ruled_by: str = ""


class Retry(msgspec.Struct, frozen=True):
    """A roll that stands for one of the same check which an undo left behind."""

    commit: str
    version: int
    digest: str
    """The digest of its event, in hex."""
    first: str
    """The digest of the roll left behind, in hex."""
    by: str
    for_: str


class Tally(msgspec.Struct):
    """What an audit counts on its way."""

    commits: int = 0
    events: int = 0
    rolls: int = 0
    witnessed: int = 0
    worded: int = 0
    alone: int = 0
    foreseeable: int = 0
    """Rolls of participants with a chain whose command brought no link: the keeper could know them before."""
    fixed: int = 0
    entered: int = 0
    retries: int = 0
    undos: int = 0
    redacted: int = 0
    """Items whose bytes were taken out, by somebody who said so."""
    undos_by: dict[str, int] = {}
    """Undos by who asked for them."""
    retries_by: dict[str, int] = {}
    """Rolls that stand for one left behind, by the person whose roll it is."""
    rerolls_by: dict[str, int] = {}
    """Rerolls that a rule gave, by person."""
    whatif_rolls: int = 0
    decided: int = 0
    """Commands decided again."""


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was checked and what was found."""

    session: str
    system: str
    tally: Tally
    failures: tuple[Failure, ...]
    unchecked: tuple[Finding, ...]
    """What could not be checked: sealed, redacted, unknown, imported. It fails nothing."""
    adjustments: tuple[Adjustment, ...]
    disputes: tuple[DisputeFound, ...] = ()
    retries: tuple[Retry, ...] = ()
    head: str
    """The hash of the current timeline's last commit, in hex."""

    @property
    def ok(self) -> bool:
        """Whether everything that could be checked holds."""
        return not self.failures

    def passed(self, check: Check) -> bool:
        """Return whether one of the five checks holds."""
        return not any(failure.check == check for failure in self.failures)
