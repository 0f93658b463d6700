"""What follows when somebody answers 妖精の呪い: the judge rolled again, and an ability lost for it."""

from tenmatsu.systems.bloodberry.commands.feats import AnswerFairyCurse
from tenmatsu.systems.bloodberry.decide.fairies import CONSENT, DECLINE, FAIRY_CHOICES, FAIRY_CURSE
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES, lose
from tenmatsu.systems.bloodberry.decide.rerolls import reroll
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.feats import FairyCurseAnswered, FairyCurseAsked, FairyCursePicked
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.people import Ability

_ABILITIES: dict[str, Ability] = {ability: ability for ability in ABILITIES}


def answer_fairy_curse(work: Work, command: AnswerFairyCurse) -> None:
    """Pick as the fairy, or consent or refuse as the target."""
    choice = work.state.choices[0] if work.state.choices else None
    if choice is None or choice.whom != command.character or choice.kind not in FAIRY_CHOICES:
        refuse(work, "nothing_to_consent", character=command.character)
    if command.choice not in choice.options:
        refuse(work, "not_to_choose", character=command.character, choice=command.choice)
    if choice.kind == "fairy_pick":
        _pick(work, command.character, str(choice.data["target"]), command.choice)
    else:
        _answer(work, choice, command.choice)


def _pick(work: Work, fairy: str, target: str, ability: str) -> None:
    picked = _ABILITIES[ability]
    work.record(FairyCursePicked(character=fairy, target=target, ability=picked))
    options = (CONSENT, DECLINE)
    work.record(FairyCurseAsked(character=target, fairy=fairy, options=options, ability=picked))


def _answer(work: Work, choice: Choice, answer: str) -> None:
    """Reroll the target's side at the price of an ability; nothing happens to whoever refuses."""
    target, fairy = choice.whom, str(choice.data["fairy"])
    named = str(choice.data["ability"]) if answer == CONSENT else answer
    ability = _ABILITIES.get(named)
    work.record(FairyCurseAnswered(character=target, fairy=fairy, ability=ability or ""))
    judge = work.state.judge
    of = "" if judge is None else judge.place_of(target)
    if ability is not None and of:
        reroll(work, "active" if of == "active" else "passive", "fairy")
        lose(work, target, ability, work.rules.tables.feats[FAIRY_CURSE].cost, fairy)
