"""Decide on secrets: open what was closed, seal choices, open a plot."""

from typing import Any

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import Fault, RuleViolation
from tenmatsu.engine.table.ids import check_id
from tenmatsu.engine.table.secrets import OpenPlot, Reveal, SealChoice
from tenmatsu.engine.vault import Vault
from tenmatsu.events.envelope import EVERYBODY, GM_ONLY, audience_of
from tenmatsu.events.table import ChoiceMade, ChoiceSealed, PlotOpened, Revealed

AnyDecision = Decision[Any, Any, Any]


def reveal(decision: AnyDecision, command: Reveal, system: AnySystem) -> None:
    """Open closed events to everybody, or to some."""
    for whom in command.to:
        if whom != GM_ONLY and whom not in decision.table.seats:
            raise RuleViolation("participant_unknown", participant=whom)
    audience = audience_of([*command.to, decision.actor]) if command.to else EVERYBODY
    items = _vault(decision).open(command.what, audience=audience, by=decision.actor, table=decision.table)
    decision.record(Revealed(by=decision.actor, items=items), audience=audience)


def seal_choice(decision: AnyDecision, command: SealChoice, system: AnySystem) -> None:
    """Record openly that a choice lies there, and what it says for whoever chose alone."""
    table, actor = decision.table, decision.actor
    check_id(command.plot)
    plot = table.plots.get(command.plot)
    if plot is not None and plot.is_open:
        raise RuleViolation("plot_is_open", plot=command.plot)
    if plot is not None and command.among and sorted(command.among) != sorted(plot.among):
        raise RuleViolation("plot_among_set", plot=command.plot)
    for whom in command.among:
        if whom not in table.seats:
            raise RuleViolation("participant_unknown", participant=whom)
    by = command.character or actor
    players = [one for one, seat in table.seats.items() if seat.role == "player" and seat.present]
    sealed = ChoiceSealed(
        plot=command.plot,
        by=by,
        participant=actor,
        among=plot.among if plot is not None else command.among or tuple(players),
        again=plot is not None and by in plot.sealed,
    )
    decision.record(sealed)
    chosen = ChoiceMade(plot=command.plot, by=by, text=command.text)
    decision.record(chosen, audience=audience_of([actor], silent=True))


def open_plot(decision: AnyDecision, command: OpenPlot, system: AnySystem) -> None:
    """Open all choices of a plot in one commit."""
    plot = decision.table.plots.get(command.plot)
    if plot is None:
        raise RuleViolation("plot_unknown", plot=command.plot)
    if plot.is_open:
        raise RuleViolation("plot_is_open", plot=command.plot)
    if not decision.is_gm and plot.missing:
        raise RuleViolation("plot_waits", plot=command.plot, whom=", ".join(plot.missing))
    if not decision.is_gm and decision.actor not in (*plot.among, *plot.sealed.values()):
        raise RuleViolation("gm_only")
    vault = _vault(decision)
    gm = next((one for one, seat in decision.table.seats.items() if seat.role == "gm"), decision.actor)
    items = vault.open(vault.choices(command.plot), audience=EVERYBODY, by=gm, table=decision.table)
    decision.record(Revealed(by=decision.actor, items=items, plot=command.plot))
    decision.record(PlotOpened(plot=command.plot, by=decision.actor))


def _vault(decision: AnyDecision) -> Vault:
    if decision.vault is None:
        raise Fault("secrets are opened with the log at hand only")
    return decision.vault
