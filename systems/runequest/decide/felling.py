"""What takes somebody out of a fight: arms dropped, falls, unconsciousness, death."""

from tenmatsu.systems.runequest.bodies import is_out
from tenmatsu.systems.runequest.decide.queueing import disengage, lose_actions
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.wounds import (
    ArmDropped,
    Awoke,
    ConcentrationBroken,
    Death,
    Died,
    Fainted,
    Fell,
)
from tenmatsu.systems.runequest.wielding import get_row

ON_FOOT = ("move", "retreat", "flee")
"""What cannot be done lying on the ground."""


def drop_arm(work: Work, character: str, arm: str) -> None:
    """Let a weapon or shield fall out of the hand; nothing where it is in none."""
    figure = work.state.characters.get(character)
    held = None if figure is None else figure.arms.get(arm)
    if figure is None or held is None or get_row(work.rules.tables, figure, arm).natural:
        return
    if held.hand:
        work.record(ArmDropped(character=character, arm=arm, weapon=held.weapon))


def drop_all(work: Work, character: str, side: str = "") -> None:
    """Let fall what is held: everything, or what the hand of one side holds alone or with the other."""
    for arm, held in work.state.characters[character].arms.items():
        if not side or held.hand in (side, "both"):
            drop_arm(work, character, arm)


def fall(work: Work, character: str) -> None:
    """Let somebody fall to the ground; nothing where they lie there."""
    figure = work.state.characters.get(character)
    if figure is None or figure.prone or figure.dead or not figure.embodied:
        return
    work.record(Fell(character=character))
    lose(work, character, "prone", ON_FOOT)


def faint(work: Work, character: str, rounds: int | None = None) -> None:
    """Let somebody lose consciousness, for so many rounds or until treated; their actions are lost."""
    figure = work.state.characters.get(character)
    if figure is None or figure.dead:
        return
    wakes = None if rounds is None else work.state.now + rounds
    if figure.unconscious and (figure.wakes is None or (wakes is not None and wakes <= figure.wakes)):
        return
    work.record(Fainted(character=character, wakes=wakes))
    _leave_fight(work, character, "unconscious")


def awaken(work: Work, character: str, now: int | None = None) -> None:
    """Let an unconscious one come round, where nothing keeps them out and their time is over."""
    figure = work.state.characters[character]
    now = work.state.now if now is None else now
    waits = figure.wakes is not None and figure.wakes > now
    if figure.unconscious and not (figure.dead or waits or is_out(work.rules.tables, figure)):
        work.record(Awoke(character=character))


def die(work: Work, character: str, why: Death) -> None:
    """Let somebody die."""
    figure = work.state.characters.get(character)
    if figure is None or figure.dead:
        return
    work.record(Died(character=character, why=why))
    _leave_fight(work, character, "dead")


def _leave_fight(work: Work, character: str, why: str) -> None:
    if work.state.melee is not None:
        lose_actions(work, character, why=why)
        disengage(work, character)


def lose(work: Work, character: str, why: str, kinds: tuple[str, ...] = ()) -> None:
    """Take actions out of the queue for a reason, a key of `[labels]`: all, or those of these kinds."""
    if work.state.melee is not None:
        lose_actions(work, character, kinds, why)


def spoil(work: Work, character: str) -> None:
    """Break the concentration on every spell that is still to come and not of this moment."""
    melee = work.state.melee
    queue = () if melee is None else melee.queue
    batch = () if melee is None else melee.batch
    actions = tuple(
        one.id
        for one in queue
        if one.character == character
        and one.step.kind == "spell"
        and one.state in ("declared", "held", "carried")
        and not one.spoiled
        and one.id not in batch
    )
    if actions:
        work.record(ConcentrationBroken(character=character, actions=actions))
