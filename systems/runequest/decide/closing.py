"""Movement that costs no strike ranks: of two who close with each other, and of riders who shoot."""

from collections.abc import Sequence

from tenmatsu.systems.runequest.decide.steps import DISTANT, count_units, list_leading
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import list_threats
from tenmatsu.systems.runequest.melee import Action, Melee, Step, pair
from tenmatsu.systems.runequest.state import State


def count_free_movement(
    state: State, rules: Rulebook, character: str, step: Step, timed: Sequence[Action]
) -> int:
    """
    Return the strike ranks of movement that do not count for this step.

    Those of two who close with each other for melee, before either did anything else; and those of a rider
    who shoots on the move. A further part, weapon or shot follows one that has them taken off already.
    """
    leading = list_leading([one.step for one in timed])
    units = 0 if any(one.step.kind == step.kind for one in timed) else count_units(leading)
    riding = step.kind == "shoot" and state.characters[character].mounted
    if not units or not (riding or (step.kind == "attack" and is_closing(state, character, step, leading))):
        return 0
    behind = timed[len(leading)] if len(timed) > len(leading) else None
    if behind is not None and behind.step.kind == "ready" and behind.step.at_once:
        return max(0, units - rules.tables.round.ready)
    return units


def is_closing(state: State, character: str, step: Step, leading: Sequence[Step]) -> bool:
    """Return whether a melee attack comes of two who close with each other alone, without shot or spell."""
    melee = state.melee
    if melee is None:
        return False
    if melee.stage == "intents":
        toward = leading[-1].toward
        others = [one for one in list_threats(state, toward) if one != character]
        alone = step.target in ("", toward) and not others and not list_threats(state, character)
        return bool(toward) and alone and not _is_distant(melee, toward)
    foes = [one if two == character else two for one, two in melee.closing if character in (one, two)]
    if step.target:
        foes = [foe for foe in foes if pair(character, foe) == pair(character, step.target)]
    return any(not _is_distant(melee, foe) for foe in foes)


def _is_distant(melee: Melee, character: str) -> bool:
    """Return whether somebody shoots or casts this round."""
    if melee.stage == "intents":
        intent = melee.intents.get(character)
        return intent is not None and any(step.kind in DISTANT for step in intent.steps)
    return any(
        one.character == character and one.step.kind in DISTANT and one.state != "lost" for one in melee.queue
    )
