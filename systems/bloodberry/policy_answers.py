"""The auto-player's answers to what the rules ask: help, reroll, cancel what hurts, sublimate, take over."""

import msgspec

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.engine.windows import PASS
from tenmatsu.systems.bloodberry.commands.curses import AnswerTakeOver
from tenmatsu.systems.bloodberry.commands.feats import AnswerDominate, AnswerFairyCurse
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.mapping import AnswerPlace
from tenmatsu.systems.bloodberry.commands.relations import SublimateTrait, TakeWin
from tenmatsu.systems.bloodberry.commands.scenes import RuleOn
from tenmatsu.systems.bloodberry.decide.effects import aim_effect, find_change
from tenmatsu.systems.bloodberry.decide.judging import add_dice
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.windows import list_targets
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.judges import Effect, Judge
from tenmatsu.systems.bloodberry.people import Ability, Person
from tenmatsu.systems.bloodberry.policy_cards import change_card, show_highest
from tenmatsu.systems.bloodberry.policy_odds import reach, weigh
from tenmatsu.systems.bloodberry.state import State

HELP = 0.03
"""How much likelier +1D must make what one wants: it comes once a scene."""
EFFECT = 0.12
"""How much likelier an effect must: it comes once a session."""
REROLL = 0.3
"""How much likelier a reroll for vigour must."""


def answer(state: State, rules: Rulebook, choice: Pending) -> Command:
    """Answer an open choice of somebody."""
    who, person = choice.whom, state.people.get(choice.whom, Person())
    match choice.kind:
        case "before_judge" | "after_dice" | "after_result" | "answer_effect":
            return _answer_window(state, rules, choice)
        case "show_card":
            return show_highest(state, who)
        case "change":
            return change_card(state, rules, who)
        case "sublimate":
            return SublimateTrait(character=who, trait=_choose_trait(person, rules, choice.options))
        case "passive_win":
            worth = "vigour" if person.vigour < rules.tables.vigour.most else choice.options[0]
            gain = "raise" if "raise" in choice.options else worth
            return TakeWin(character=who, choice=gain)  # type: ignore[arg-type]
        case "take_over":
            return _take_over(state, rules, choice, person)
        case "fairy_curse" | "fairy_pick":
            return _answer_fairy(state, choice)
        case "dominate":
            return AnswerDominate(character=who, choice="decline")
        case "place":
            return AnswerPlace(answer="refuse")
        case _:
            return RuleOn(answer="grant")


# ---- moments of answering ----


def _answer_window(state: State, rules: Rulebook, choice: Pending) -> AnswerWindow:
    who, judge = choice.whom, state.judge
    use, target = PASS, ""
    if choice.kind == "answer_effect":
        use = _cancel(state, rules, judge, choice)
    elif judge is not None and (of := _find_side(state, judge, who)):
        if choice.kind == "after_dice":
            use = _reroll(state, rules, judge, of, choice)
        else:
            use, target = _help(state, rules, judge, of, choice)
    return AnswerWindow(character=who, use=use, target=target)


def _find_side(state: State, judge: Judge, who: str) -> str:
    """Return whose success somebody wants: their own side's, or a friend's; empty where it is no matter."""
    own = judge.place_of(who)
    if own:
        return own
    friends = [of for of in ("active", "passive") if _are_friends(state, judge, of, who)]
    return friends[0] if len(friends) == 1 else ""


def _are_friends(state: State, judge: Judge, of: str, who: str) -> bool:
    """Return whether somebody stands by a side: curses by curses, the others of a camp by each other."""
    side, me = judge.side(of), state.people.get(who)
    person = None if side is None else state.people.get(side.character)
    if side is None or person is None or me is None or (person.kind == "curse") != (me.kind == "curse"):
        return False
    camps = [camp.members for camp in state.confronting.values() if who in camp.members]
    return not camps or side.character in camps[0]


def _help(state: State, rules: Rulebook, judge: Judge, of: str, choice: Pending) -> tuple[str, str]:
    """Return the use that raises the chance of what one wants enough, the best, and for whom."""
    now, best, target = weigh(state, rules, judge, of), PASS, ""
    most = 0.0
    for option in choice.options:
        changed, whom = _imagine(state, rules, judge, choice.whom, option, of)
        if changed is None:
            continue
        gain = weigh(state, rules, changed, of) - now
        least = HELP if option.startswith("help:") else EFFECT
        if gain >= least and gain / least > most:
            most, best, target = gain / least, option, whom
    return best, target


def _imagine(
    state: State, rules: Rulebook, judge: Judge, who: str, option: str, of: str
) -> tuple[Judge | None, str]:
    """Return the judge as an option would leave it, and whom it is for; no judge where it changes none."""
    use, _, trait = option.partition(":")
    side = judge.side(of)
    if use == "help" and side is not None:
        return msgspec.structs.replace(judge, **{of: add_dice(side, trait, 1)}), ""
    if use != "effect":
        return None, ""
    row, target = rules.tables.traits.get(trait), ""
    if row is not None and row.effect == "other_dice":
        if side is None or side.character not in list_targets(rules, judge, who):
            return None, ""
        target = side.character
    return _foresee_effect(state, rules, judge, Effect(character=who, trait=trait, target=target)), target


def _foresee_effect(state: State, rules: Rulebook, judge: Judge, effect: Effect) -> Judge | None:
    """Return the judge as an effect would leave it; None where it changes nothing of it."""
    row = rules.tables.traits.get(effect.trait)
    if row is not None and row.effect == "cancel_result":
        return msgspec.structs.replace(judge, cancelled=True)
    change = find_change(state, rules, judge, aim_effect(rules, judge, effect))
    return None if change is None else msgspec.structs.replace(judge, **{change.of: change.side})


def _reroll(state: State, rules: Rulebook, judge: Judge, of: str, choice: Pending) -> str:
    if not judge.place_of(choice.whom):
        return PASS
    gain = weigh(state, rules, judge, of, again=of) - weigh(state, rules, judge, of)
    for use, least in (("wish", 0.01), ("reroll", REROLL)):
        if use in choice.options and gain >= least:
            return use
    return PASS


def _cancel(state: State, rules: Rulebook, judge: Judge | None, choice: Pending) -> str:
    """Cancel an effect that makes what one wants much less likely."""
    if judge is None or not state.effects:
        return PASS
    of = _find_side(state, judge, choice.whom)
    changed = _foresee_effect(state, rules, judge, state.effects[-1])
    if not of or changed is None:
        return PASS
    loss = weigh(state, rules, judge, of) - weigh(state, rules, changed, of)
    return choice.options[0] if loss >= EFFECT else PASS


# ---- choices of one person ----


def _choose_trait(person: Person, rules: Rulebook, options: tuple[str, ...]) -> str:
    """Return the trait whose sublimation helps most against curses, and then in relation checks."""

    def worth(trait: str) -> float:
        row, judge = rules.tables.traits[trait], rules.tables.judge
        safety = 0.0
        for type_ in rules.tables.curses:
            ability = rules.tables.ability_of(type_)
            value = person.ability(ability) + (ability == row.raises)
            weak = sum(
                rules.tables.traits[name].weakness == type_
                for name, held in person.traits.items()
                if name != trait and not held.sublimated and name in rules.tables.traits
            )
            safety += reach(2 * value - weak, 2, judge.hit, judge.sides)
        return safety

    return max(options, key=worth)


def _take_over(state: State, rules: Rulebook, choice: Pending, person: Person) -> AnswerTakeOver:
    """Take a loss over that would put another out, where it does not put oneself out."""
    victim = state.people.get(str(choice.details.get("victim", "")), Person())
    ability, amount = str(choice.details.get("ability", "")), int(choice.details.get("amount", 1))
    saves = victim.ability(ability) - amount < 1 and victim.kind == "pc"
    bears = person.ability(ability) - amount >= 1 and person.vigour >= rules.tables.vigour.take_over
    return AnswerTakeOver(character=choice.whom, choice="take" if saves and bears else "pass")


def _answer_fairy(state: State, choice: Pending) -> AnswerFairyCurse:
    """Refuse to lose an ability for a reroll; as the fairy, pick what the target has most of."""
    if "decline" in choice.options:
        return AnswerFairyCurse(character=choice.whom, choice="decline")
    target = state.people.get(str(choice.details.get("target", "")), Person())
    able: list[Ability] = [one for one in ABILITIES if one in choice.options]
    return AnswerFairyCurse(character=choice.whom, choice=max(able, key=target.ability))
