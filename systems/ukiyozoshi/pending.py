"""The choices that the rules give to somebody, as the state holds them."""

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.ukiyozoshi.state import Check, Coincidence, State

GM = "@gm"


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choices open now; a check stands before the attack that it belongs to."""
    if state.check is not None:
        return (_ask_check(state.check),)
    if state.coincidence is not None:
        return (_ask_coincidence(state.coincidence),)
    return ()


def _ask_check(check: Check) -> Pending:
    before = not check.faces and not check.bought
    details: dict[str, int | str] = {
        "roll": check.roll,
        "what": check.what,
        "effective": check.effective,
        "total": check.total or 0,
        "difficulty": check.difficulty if check.difficulty is not None else int(check.data.get("needed", 0)),
    }
    return Pending(
        id="check",
        kind="before_roll" if before else "after_failure",
        whom=check.character,
        options=check.choices,
        command="ukiyozoshi.answer_roll" if before else "ukiyozoshi.answer_failure",
        details=details,
    )


def _ask_coincidence(wish: Coincidence) -> Pending:
    if wish.price is None:
        return Pending(
            id="coincidence",
            kind="coincidence",
            whom=GM,
            options=("allow", "deny"),
            command="ukiyozoshi.price_coincidence",
            details={"character": wish.character},
        )
    return Pending(
        id="coincidence",
        kind="coincidence_price",
        whom=wish.character,
        options=("pay", "decline"),
        command="ukiyozoshi.answer_price",
        details={"price": wish.price},
    )
