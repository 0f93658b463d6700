"""Refusals as their asker may read them: what the rules say of hidden things is said to the GM alone."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import decide, is_of_table
from tenmatsu.engine.decision import DiceSource, MoreDice
from tenmatsu.engine.dice.sources import EnteredDice
from tenmatsu.engine.errors import RuleViolation, TenmatsuError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.revealing import LogVault
from tenmatsu.engine.sight import Viewer
from tenmatsu.engine.store.finding import find_audiences
from tenmatsu.events.envelope import may_see
from tenmatsu.events.table import Rolled

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session


class _Passed(Exception):
    """A decision came to its first roll: nothing that its asker sees stands against it."""


class _NoDice:
    """Stands where dice would fall: how far a decision came is all that is asked."""

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Say that the decision came to a roll."""
        raise _Passed


def sees_all(session: "Session", viewer: Viewer, upto: int | None = None) -> bool:
    """Return whether nothing of the line's history was kept from a viewer."""
    if viewer.id is None:
        return True
    found = find_audiences(session.store.database, session.id, session.segments(upto))
    return all(may_see(audience, viewer.id, is_gm=viewer.is_gm) for audience in found)


def check_rolled(session: "Session", state: LineState, command: Command) -> None:
    """Raise what refuses a command on a state, up to its first roll; nothing is recorded."""
    vault = LogVault(session.store, session.id, session.segments())
    rules = None if is_of_table(command) else session.rules(state.table)
    with suppress(_Passed):
        decide(session.folder, state, command, _NoDice(), rules, None, vault)


def check_whatif(session: "Session", command: Command) -> None:
    """Refuse a game command on a what-if line that holds what its asker does not see: it would tell."""
    if not session.is_whatif or session.table.is_gm(command.as_):
        return
    if session.table.closed:
        raise RuleViolation("whatif_unseen")
    if not is_of_table(command) and not sees_all(session, Viewer(command.as_, is_gm=False)):
        raise RuleViolation("whatif_unseen")


def seen_refusal(
    session: "Session", command: Command, error: TenmatsuError, entered: Sequence[int] | None
) -> TenmatsuError:
    """
    Return the refusal to tell the asker of a command.

    For anybody but the GM it is the one that their own state gives, where things were kept from them; if
    that gives none, all they learn is that something unseen stands against it.
    """
    viewer = Viewer(command.as_, is_gm=False)
    if command.as_ not in session.table.seats or session.table.is_gm(command.as_):
        return error
    if sees_all(session, viewer):
        return error
    return _own_refusal(session, command, viewer, entered) or RuleViolation("refused_unseen")


def _own_refusal(
    session: "Session", command: Command, viewer: Viewer, entered: Sequence[int] | None
) -> TenmatsuError | None:
    from tenmatsu.engine.seen import state_seen

    dice: DiceSource = _NoDice() if entered is None else EnteredDice(entered, command.as_)
    vault = LogVault(session.store, session.id, session.segments())
    try:
        state = state_seen(session, viewer)
        rules = None if is_of_table(command) else session.rules(state.table)
        decide(session.folder, state, command, dice, rules, None, vault)
    except TenmatsuError as own:
        return own
    except _Passed:
        return None
    except Exception:  # noqa: BLE001  # a state with holes may break a system's decision in any way
        return None
    if isinstance(dice, EnteredDice) and dice.left:
        return RuleViolation("dice_left_over", faces=", ".join(map(str, dice.left)))
    return None
