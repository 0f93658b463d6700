"""破魔, 完全支配 and 守護: feats that change another's checks or life."""

from tenmatsu.systems.bloodberry.commands import feats as asked
from tenmatsu.systems.bloodberry.decide.barring import lower_relation
from tenmatsu.systems.bloodberry.decide.gifts import find_gifted, is_otherworldly, open_feat
from tenmatsu.systems.bloodberry.decide.judging import continue_with, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.losing import check_spending, come_back, spend
from tenmatsu.systems.bloodberry.decide.work import Work, find_person, refuse
from tenmatsu.systems.bloodberry.events import feats as f
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.people import Person, Relation, pair

EXORCISE, DOMINATE, BLESS = "破魔", "完全支配", "守護"
_MINUTES = 60


def find_other(work: Work, character: str, target: str) -> Person:
    """Return another who is there to be the target of a feat, or refuse."""
    if target == character:
        refuse(work, "not_upon_oneself", character=character)
    person = find_person(work, target)
    if person.vanished or person.killed:
        refuse(work, "no_longer_there", character=target)
    return person


def _measure_relation(work: Work, one: str, other: str) -> int:
    return (work.state.relations.get(pair(one, other)) or Relation()).strength


def exorcise(work: Work, command: asked.Exorcise) -> None:
    """Pay with the relation, and bar a type of the checks of somebody not of this world."""
    find_gifted(work, command.character, EXORCISE)
    person = find_other(work, command.character, command.target)
    if not is_otherworldly(person):
        refuse(work, "of_this_world", character=command.target)
    held, cost = (
        _measure_relation(work, command.character, command.target),
        work.rules.tables.feats[EXORCISE].cost,
    )
    if held < cost:
        refuse(work, "relation_short", character=command.target, held=held, needed=cost)
    if command.check in person.barred:
        refuse(work, "barred_already", character=command.target, check=command.check)
    open_feat(work, command.character, EXORCISE, command.target)
    lower_relation(work, command.character, command.target)
    work.record(f.CheckBarred(character=command.character, target=command.target, check=command.check))


def lift_bar(work: Work, command: asked.LiftBar) -> None:
    """Let checks of a type be usable again."""
    if find_person(work, command.target).barred.get(command.check) != command.character:
        refuse(work, "not_barred", character=command.target, check=command.check)
    work.record(
        f.BarEnded(character=command.character, target=command.target, check=command.check, why="lifted")
    )


def dominate(work: Work, command: asked.Dominate) -> None:
    """Crush a thing, or ask somebody whether they consent to die."""
    find_gifted(work, command.character, DOMINATE)
    if command.target:
        find_other(work, command.character, command.target)
    row = work.rules.tables.feats[DOMINATE]
    ability = row.cost_ability or "grace"
    check_spending(work, command.character, ability, row.cost)
    open_feat(work, command.character, DOMINATE, command.target, command.words)
    spend(work, command.character, ability, row.cost)
    if command.target:
        work.record(f.DominateAsked(character=command.target, by=command.character))
    else:
        work.record(f.FeatSettled(character=command.character, feat=DOMINATE, success=True, way="crushed"))


def answer_dominate(work: Work, command: asked.AnswerDominate) -> None:
    """Die by consent, or be held for as many hours as the achievement of a judge."""
    choices = (one for one in work.state.choices if one.kind == "dominate")
    choice = next((one for one in choices if one.whom == command.character), None)
    if choice is None:
        refuse(work, "nothing_to_consent", character=command.character)
    by, consents = str(choice.data["by"]), command.choice == "consent"
    work.record(f.DominateAnswered(character=command.character, by=by, consents=consents))
    if consents:
        work.record(f.Killed(character=command.character, by=by))
        return
    first, second = work.rules.tables.feats[DOMINATE].standards or ("grace", "grace")
    judge = Judge(
        kind="basic",
        active=make_side(by, first, second),
        purpose="dominate",
        then="dominated",
        data={"target": command.character},
    )
    start_judge(work, judge)


@continue_with("dominated")
def _hold(work: Work, judge: Judge) -> None:
    """Bar the relation checks of whoever did not consent."""
    if judge.active is None:
        return
    by, target, hours = judge.active.character, str(judge.data["target"]), judge.active.achievement
    success = hours > 0
    work.record(f.FeatSettled(character=by, feat=DOMINATE, success=success, target=target, hours=hours))
    if success:
        until = work.state.clock + _MINUTES * hours
        work.record(f.Held(character=target, by=by, hours=hours, until=until))


def bless(work: Work, command: asked.Bless) -> None:
    """Bless whom one loves for good in the ending, and vanish."""
    find_gifted(work, command.character, BLESS)
    person = find_other(work, command.character, command.target)
    row = work.rules.tables.feats[BLESS]
    if not work.state.ending:
        refuse(work, "not_ending", character=command.character)
    held = _measure_relation(work, command.character, command.target)
    if held < row.strength:
        refuse(work, "relation_short", character=command.target, held=held, needed=row.strength)
    open_feat(work, command.character, BLESS, command.target, command.words)
    work.record(
        f.Blessed(
            character=command.character,
            target=command.target,
            ability=command.ability,
            amount=row.plus,
            now=person.ability(command.ability) + row.plus,
        )
    )
    come_back(work, command.target)
