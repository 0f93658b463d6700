"""Make a commit of a header, a command and what was recorded."""

from collections.abc import Sequence

from tenmatsu.engine.contract import Command
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.outside import Outside
from tenmatsu.events.codec import encode
from tenmatsu.events.envelope import (
    EVERYBODY,
    GM_ONLY,
    SALT_SIZE,
    Commit,
    Header,
    audience_of,
    hash_items,
    is_silent,
    seal,
)


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
        events = [encode(one.event) for one in recorded]
    except UnicodeEncodeError as error:
        raise UsageError("text_wrong") from error
    salts = outside.entropy(SALT_SIZE * (len(recorded) + 3))
    cut = [salts[at : at + SALT_SIZE] for at in range(0, len(salts), SALT_SIZE)]
    items = [
        seal("header", asked, cut[0], header_audience(audiences)),
        seal("command", told, cut[1], command_audience(audiences)),
        *(
            seal("event", data, salt, audience)
            for data, salt, audience in zip(events, cut[2:], audiences, strict=False)
        ),
    ]
    pad = None if any(item.audience for item in items) else cut[-1]
    return Commit(
        session=header.session,
        branch=header.branch,
        number=header.number,
        first_version=before.version + 1,
        previous=before.hash,
        hash=hash_items(before.hash, items, pad),
        pad=pad,
        header=items[0],
        command=items[1],
        events=tuple(items[2:]),
    )
