"""Make a commit of a header, a command and what was recorded."""

from collections.abc import Sequence

from tenmatsu.engine.contract import Command
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.outside import Outside
from tenmatsu.events.codec import encode
from tenmatsu.events.digests import event_digests
from tenmatsu.events.envelope import (
    EVERYBODY,
    GM_ONLY,
    SALT_SIZE,
    Commit,
    Header,
    Item,
    audience_of,
    hash_items,
    hash_open,
    is_silent,
    seal,
)

MOST_BYTES = 4 << 20
"""Bytes of a command and its events: a line of a portable log has room for them, however they are written."""
MOST_EVENTS = 20_000


def _ids(audience: str) -> set[str]:
    return set(audience.removeprefix("!").split(","))


def header_audience(audiences: Sequence[str]) -> str:
    """Return who may see the header: whoever may see any event."""
    if EVERYBODY in audiences:
        return EVERYBODY
    ids = set[str]().union(*(_ids(audience) for audience in audiences))
    return audience_of(sorted(ids), silent=all(is_silent(audience) for audience in audiences))


def command_audience(audiences: Sequence[str]) -> str:
    """Return who may see the command: those who may see every event."""
    narrow = [audience for audience in audiences if audience]
    if not narrow:
        return EVERYBODY
    ids = set[str].intersection(*(_ids(audience) for audience in narrow)) or {GM_ONLY}
    return audience_of(sorted(ids), silent=all(is_silent(audience) for audience in narrow))


def make_commit(
    before: LineState, header: Header, command: Command, recorded: Sequence[Recorded], outside: Outside
) -> Commit:
    """Return the commit behind `before`; salts and pad come from outside."""
    audiences = [one.audience for one in recorded]
    try:
        asked, told = encode(header), encode(command)
        datas = [encode(one.event) for one in recorded]
    except UnicodeEncodeError as error:
        raise UsageError("text_wrong") from error
    if len(told) + sum(map(len, datas)) > MOST_BYTES or len(datas) > MOST_EVENTS:
        raise UsageError("commit_too_large", most=MOST_BYTES >> 20, events=f"{MOST_EVENTS:,}")
    salts = outside.entropy(SALT_SIZE * (len(recorded) + 3))
    cut = [salts[at : at + SALT_SIZE] for at in range(0, len(salts), SALT_SIZE)]
    found = event_digests(cut[2:-1], datas)
    if any(audiences):
        first = seal("header", asked, cut[0], header_audience(audiences))
        second = seal("command", told, cut[1], command_audience(audiences))
        pad, parts = None, zip(found, cut[2:-1], datas, audiences, strict=True)
        events = tuple(Item("event", digest, salt, data, audience) for digest, salt, data, audience in parts)
        whole = hash_items(before.hash, [first, second, *events], None)
    else:
        # nearly every commit: all of it for everybody
        first, second = seal("header", asked, cut[0]), seal("command", told, cut[1])
        pad, pairs = cut[-1], zip(found, cut[2:-1], datas, strict=True)
        events = tuple([Item("event", digest, salt, data) for digest, salt, data in pairs])
        whole = hash_open(before.hash, [first.digest, second.digest, *found], pad)
    return Commit(
        header.session,
        header.branch,
        header.number,
        before.version + 1,
        before.hash,
        whole,
        pad,
        first,
        second,
        events,
    )
