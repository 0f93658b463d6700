"""The choices that the rules give to somebody, as the state holds them."""

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.ukiyozoshi.fight import Exchange
from tenmatsu.systems.ukiyozoshi.state import Check, Coincidence, State

GM = "@gm"


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choices open now; a check stands before the attack that it belongs to."""
    if state.check is not None:
        return (_ask_check(state.check),)
    if state.exchange is not None and state.exchange.choices:
        return _ask_exchange(state.exchange)
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
        **{name: check.prices.get(name, 0) for name in ("buy", "reroll", "success")},
        "ways": "_".join(one for one in check.choices if one in ("reroll", "success")),
    }
    return Pending(
        id="check",
        kind="before_roll" if before else "after_failure",
        whom=check.character,
        options=check.choices,
        command="ukiyozoshi.answer_roll" if before else "ukiyozoshi.answer_failure",
        details=details,
    )


_ANSWERS = {
    "counter": "ukiyozoshi.answer_attack",
    "defend": "ukiyozoshi.answer_blow",
    "resist": "ukiyozoshi.answer_hold",
}


def _ask_exchange(exchange: Exchange) -> tuple[Pending, ...]:
    blow = exchange.attack if exchange.stage == "counter" else exchange.blow(exchange.now)
    command = _ANSWERS.get(exchange.stage)
    if blow is None or command is None:
        return ()
    details: dict[str, int | str] = {
        "striker": blow.striker,
        "weapon": blow.weapon,
        "style": blow.style,
        "total": blow.total or 0,
    }
    choice = Pending(
        id=exchange.stage,
        kind=exchange.stage,
        whom=blow.target,
        options=exchange.choices,
        command=command,
        details=details,
    )
    return (choice,)


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
