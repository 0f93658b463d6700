"""Short marks behind rolls: who witnessed them, how far they are proven."""

from collections.abc import Iterable, Mapping
from typing import Any

from tenmatsu.engine.api import Entry, Result, Rolled, Session, Viewer
from tenmatsu.engine.language import Lang
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.rolls import ROLLS, Proof, prove, rolls_of
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

Proven = tuple[Proof, tuple[str, ...], str | None]
"""How a roll stands, its witnesses, who vouches."""


def proofs_of(session: Session, viewer: Viewer, *, every: bool) -> dict[str, Proven]:
    """Return how the rolls of a line stand, by digest: of all, or nothing where nobody can be a witness."""
    if not every and not session.table.links:
        return {}
    rolls = rolls_of(catch_up(session, ROLLS, viewer))
    return {roll.digest: (roll.proof, roll.witnesses, roll.vouched) for roll in rolls}


def proofs_in(
    session: Session, result: Result, shown: Iterable[Entry], viewer: Viewer, *, every: bool
) -> dict[str, Proven]:
    """Return how the rolls of a commit stand, by digest; those of an older one are looked up in the log."""
    if result.repeated or result.commit.hash != session.state.hash:
        return proofs_of(session, viewer, every=every)
    rolls = [(one.digest, one.event) for one in shown if isinstance(one.event, Rolled)]
    rings = session.table.rings
    return {digest: (*prove(event, rings), event.vouched) for digest, event in rolls}


def proof_mark(proven: Proven | None, teller: Teller, lang: Lang, *, every: bool) -> str:
    """Return the mark of a roll, or nothing where it is not asked for."""
    if proven is None:
        return ""
    proof, witnesses, vouched = proven
    if not every and proof != "witnessed":
        return ""
    who = ("、" if lang == "ja" else ", ").join(teller.name(one) for one in witnesses or (vouched or "-",))
    return say(f"proof_mark_{proof}", lang, who=who)


def proof_marks(proofs: Mapping[str, Proven], teller: Teller, lang: Lang, *, every: bool) -> dict[str, str]:
    """Return the marks of rolls, by digest."""
    return {digest: proof_mark(proven, teller, lang, every=every) for digest, proven in proofs.items()}


def plain_proof(proven: Proven | None) -> dict[str, Any] | None:
    """Return how a roll stands for JSON, None for what is no roll."""
    if proven is None:
        return None
    return {"standing": proven[0], "witnesses": list(proven[1]), "vouched": proven[2]}
