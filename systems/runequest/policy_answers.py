"""The auto-player's answers: whom what is due is aimed at, how blows are met, what comes of spells."""

from collections.abc import Iterable

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.engine.windows import PASS
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.attacks import make_blow
from tenmatsu.systems.runequest.decide.conjuring import find_cost
from tenmatsu.systems.runequest.decide.lasthealing import find_heal_points, read_use
from tenmatsu.systems.runequest.decide.missiles import make_shot
from tenmatsu.systems.runequest.decide.queueing import find_action
from tenmatsu.systems.runequest.decide.steps import STRIKES
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import are_foes
from tenmatsu.systems.runequest.melee import Action
from tenmatsu.systems.runequest.policy_odds import Reckoning, weigh_blow
from tenmatsu.systems.runequest.policy_spells import weigh_casting
from tenmatsu.systems.runequest.state import Choice, State

DO, DROP = "do", "drop"
AT = ":"
PREFERRED = ("pull", "control")
"""What is taken of other choices, the first that there is."""


def answer(state: State, rules: Rulebook, whom: str) -> Command:
    """Answer what is open: the newest window, else the first choice."""
    if state.windows:
        return _answer_window(state, rules, whom)
    choice = state.choices[0]
    if choice.kind == "act":
        return Choose(character=whom, use=_act(state, rules, choice))
    if choice.kind == "defend" and state.blow is not None:
        return Choose(character=whom, use=_defend(state, rules, state.blow, choice.options))
    if choice.kind == "accept_spell":
        return Choose(character=whom, use=_accept(state, choice))
    if choice.kind == "retreat_distance":
        return Choose(character=whom, use=choice.options[0], amount=rules.tables.round.unit)
    if choice.kind == "boost":
        return _boost(state, rules, choice)
    use = next((one for one in PREFERRED if one in choice.options), choice.options[0])
    return Choose(character=whom, use=use)


def _answer_window(state: State, rules: Rulebook, whom: str) -> Command:
    """Heal a friend who dies at the round's end, with all there is time for; let foes die."""
    window = state.windows[-1]
    found = [one for one in window.options.get(whom, ()) if one != PASS]
    use = next((one for one in found if not are_foes(state, whom, read_use(one)[1])), PASS)
    if use == PASS:
        return Choose(character=whom, use=PASS)
    least, most = find_heal_points(state, rules, whom, *read_use(use))
    spare = state.characters[whom].mp - 1
    return Choose(character=whom, use=use, amount=max(least, min(most, spare)))


def _boost(state: State, rules: Rulebook, choice: Choice) -> Command:
    """Boost a spell by what it takes, where that leaves somebody awake."""
    needed, casting = int(choice.data["needed"]), state.casting
    cost = 0 if casting is None else find_cost(state, rules, casting)["mp"]
    if needed + cost < state.characters[choice.whom].mp:
        return Choose(character=choice.whom, use="boost", amount=needed)
    return Choose(character=choice.whom, use="as_it_is")


def _act(state: State, rules: Rulebook, choice: Choice) -> str:
    """Return whom what is due is done at; what would only strike those who are down is dropped."""
    ways = [one for one in choice.options if one.partition(AT)[0] == DO]
    if choice.then == "free_blow":
        return DO
    action = find_action(state, int(choice.data.get("action", 0)))
    if action is None or not ways:
        return ways[0] if ways else DROP
    fitting = [way for way in ways if _fits(state, rules, action, way.partition(AT)[2])]
    if len(fitting) < 2:
        return fitting[0] if fitting else DROP
    return max(fitting, key=lambda way: _weigh(state, rules, action, way.partition(AT)[2]))


def _fits(state: State, rules: Rulebook, action: Action, other: str) -> bool:
    """Return whether an action is of any use at a target: those who are down are left alone."""
    step, target = action.step, action.step.target or other
    if step.kind == "spell":
        return weigh_casting(state, rules, action.character, msgspec.structs.replace(step, target=target)) > 0
    found = state.characters.get(target)
    if step.kind not in {*STRIKES, "shoot"}:
        return True
    return found is not None and found.is_awake and are_foes(state, action.character, target)


def _weigh(state: State, rules: Rulebook, action: Action, target: str) -> float:
    """Return what an action is worth at a target that the intent left open."""
    step = action.step
    if step.kind == "spell":
        return weigh_casting(state, rules, action.character, msgspec.structs.replace(step, target=target))
    shot = step.kind == "shoot"
    return weigh_blow(
        state, rules, make_shot(action, target) if shot else make_blow(state, rules, action, target)
    )


def _defend(state: State, rules: Rulebook, blow: Blow, options: Iterable[str]) -> str:
    """Return the defence that leaves the least."""
    reckoning = Reckoning(state, rules, blow)

    def weigh(use: str) -> float:
        odds = reckoning.weigh(use)
        return odds.harm + odds.cost

    return min(options, key=weigh)


def _accept(state: State, choice: Choice) -> str:
    """Accept the spells of one's own side alone."""
    caster = "" if state.casting is None else state.casting.caster
    wanted = "resist" if are_foes(state, choice.whom, caster) else "accept"
    return wanted if wanted in choice.options else choice.options[0]
