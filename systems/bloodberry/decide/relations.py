"""
Decide relation checks (関係判定) and what the strength of relations leads to.

A check in a confrontation is a turn action: its handler calls `verify_check` and, unless `stop_check` says
that it is barred, starts the judge of `specify_check` with the strength that the camp's relation is to reach
and a step of its own behind it.
"""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck, SublimateTrait, TakeWin, WinChoice
from tenmatsu.systems.bloodberry.decide.barring import check_free, stop_check
from tenmatsu.systems.bloodberry.decide.judging import continue_with, foresee, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.scening import in_interlude
from tenmatsu.systems.bloodberry.decide.sublimating import ask_sublimation, choose_trait, count_owed
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.bloodberry.events.relations import (
    RelationCheckBegun,
    RelationCheckDecided,
    StrengthChanged,
    VigourGained,
    WinOffered,
    WinTaken,
)
from tenmatsu.systems.bloodberry.judges import Data, Judge
from tenmatsu.systems.bloodberry.people import Ability, Person, Relation, RelationType, pair
from tenmatsu.systems.bloodberry.state import State


def find_relation(state: State, one: str, other: str) -> Relation:
    """Return the relation of two people; of strength 0 where none is known."""
    return state.relations.get(pair(one, other)) or Relation()


def set_strength(work: Work, one: str, other: str, strength: int) -> None:
    """Set the strength of a relation, within 0 and the most that it rises to."""
    before = find_relation(work.state, one, other).strength
    now = max(0, min(strength, work.rules.tables.relation.most))
    if now != before:
        work.record(StrengthChanged(one=one, other=other, change=now - before, now=now))


def gain_vigour(work: Work, character: str, amount: int = 1) -> None:
    """Give somebody vigour (気力); what exceeds the most is lost."""
    before = (work.state.people.get(character) or Person()).vigour
    now = max(before, min(before + amount, work.rules.tables.vigour.most))
    work.record(VigourGained(character=character, gained=now - before, now=now))


def deepen_relation(work: Work, one: str, other: str) -> None:
    """Raise a relation by 1, and let each of the two sublimate what that demands, `one` first."""
    before = find_relation(work.state, one, other).strength
    set_strength(work, one, other, before + 1)
    now = find_relation(work.state, one, other).strength
    if now > before:
        for character in (one, other):
            ask_sublimation(work, character, count_owed(work, character, now))


def find_needed(state: State, rules: Rulebook, one: str, other: str) -> int:
    """Return the achievement that a relation check needs: the new strength, or the highest there is."""
    return min(find_relation(state, one, other).strength + 1, rules.tables.relation.most)


def list_affirming(state: State, rules: Rulebook, character: str, check: RelationType) -> dict[str, int]:
    """Return the dice that somebody's traits add to a relation check: those that affirm it, un-sublimated."""
    person = state.people.get(character) or Person()
    rows = rules.tables.traits
    return {
        name: 1
        for name, trait in person.traits.items()
        if not trait.sublimated and name in rows and rows[name].affirms == check
    }


def specify_check(
    state: State,
    rules: Rulebook,
    *,
    character: str,
    target: str,
    check: RelationType,
    second: Ability,
    needed: int,
    then: str,
    data: Data | None = None,
    ask_all: bool = False,
) -> Judge:
    """Return a relation check as it would start; `needed` is the strength that it is to reach."""
    own = rules.tables.types[check].ability
    return Judge(
        kind="relation",
        type=check,
        active=make_side(character, own, second, list_affirming(state, rules, character, check)),
        passive=make_side(target, own, own, list_affirming(state, rules, target, check)),
        difficulty=needed,
        purpose="relation_check",
        then=then,
        data=data or {},
        open=ask_all,
    )


@foresee(RelationCheck)
def specify_relation_check(state: State, rules: Rulebook, command: RelationCheck) -> Judge:
    """Return the judge of a relation check in an interlude."""
    return specify_check(
        state,
        rules,
        character=command.character,
        target=command.target,
        check=command.check,
        second=command.second,
        needed=find_needed(state, rules, command.character, command.target),
        then="relation_checked",
        ask_all=command.open,
    )


def verify_check(work: Work, character: str, target: str, check: RelationType, second: Ability) -> Person:
    """Return who makes a relation check, or refuse one that cannot be, wherever it is made."""
    person = find_able(work, character)
    if target == character:
        refuse(work, "check_on_oneself")
    find_able(work, target)
    own = work.rules.tables.types[check].ability
    if second == own:
        refuse(work, "check_standard_twice", check=check, ability=own)
    check_free(work, character)
    return person


def check_relation(work: Work, command: RelationCheck) -> None:
    """Begin the relation check of an interlude."""
    character, target = command.character, command.target
    person = verify_check(work, character, target, command.check, command.second)
    if not in_interlude(work.state):
        refuse(work, "check_outside_interlude")
    if person.checked:
        refuse(work, "check_made", character=character)
    most = work.rules.tables.relation.most
    if work.rules.options.check_at_max == "refused" and is_at_most(work.state, work.rules, character, target):
        refuse(work, "check_at_max", character=character, target=target, most=most)
    judge = specify_relation_check(work.state, work.rules, command)
    work.record(
        RelationCheckBegun(character=character, target=target, check=command.check, needed=judge.difficulty)
    )
    if not stop_check(work, character, command.check):
        start_judge(work, judge, command.use)


def is_at_most(state: State, rules: Rulebook, one: str, other: str) -> bool:
    """Return whether a relation cannot rise any more."""
    return find_relation(state, one, other).strength >= rules.tables.relation.most


@continue_with("relation_checked")
def conclude_relation_check(work: Work, judge: Judge) -> None:
    """Let a relation check have its result: a deeper relation, or the choice of the passive side."""
    active, passive = judge.active, judge.passive
    if active is None or passive is None:
        return
    work.record(
        RelationCheckDecided(
            character=active.character,
            target=passive.character,
            check=judge.type,
            achievement=active.achievement,
            against=passive.achievement,
            needed=judge.difficulty,
            winner="cancelled" if judge.cancelled else judge.winner or "nobody",
        )
    )
    if judge.cancelled:
        return
    if judge.winner == "active":
        deepen_relation(work, active.character, passive.character)
    elif judge.winner == "passive":
        offer_win(work, passive.character, active.character)


def may_raise(state: State, rules: Rulebook, one: str, other: str) -> bool:
    """
    Return whether a passive win may raise a relation: enough traits are sublimated (option `passive_raise`).

    Who has no traits at all, as NPCs and curses, is not held to their number.
    """
    needed = find_relation(state, one, other).strength + 1
    if needed > rules.tables.relation.most:
        return False
    people = [state.people.get(one) or Person(), state.people.get(other) or Person()]
    counts = [person.sublimated for person in people if person.traits]
    if rules.options.passive_raise == "both":
        return not counts or sum(counts) >= needed
    return all(count >= needed for count in counts)


def list_gains(state: State, rules: Rulebook, winner: str, other: str) -> tuple[WinChoice, ...]:
    """Return what a passive win may bring: a relation cannot fall below 0."""
    gains: list[WinChoice] = []
    if may_raise(state, rules, winner, other):
        gains.append("raise")
    if find_relation(state, winner, other).strength > 0:
        gains.append("lower")
    return (*gains, "vigour")


def offer_win(work: Work, winner: str, other: str) -> None:
    """Ask what a passive win brings; vigour comes at once where nothing else can be chosen."""
    gains = list_gains(work.state, work.rules, winner, other)
    if len(gains) > 1:
        work.record(WinOffered(character=winner, target=other, options=gains))
    else:
        apply_win(work, winner, other, gains[0])


def apply_win(work: Work, winner: str, other: str, gain: WinChoice) -> None:
    """Give the passive side what it chose."""
    work.record(WinTaken(character=winner, target=other, choice=gain))
    strength = find_relation(work.state, winner, other).strength
    if gain == "vigour":
        gain_vigour(work, winner)
    else:
        set_strength(work, winner, other, strength + (1 if gain == "raise" else -1))


def take_win(work: Work, command: TakeWin) -> None:
    """Take what was chosen for a passive win."""
    choices = (c for c in work.state.choices if c.kind == "passive_win" and c.whom == command.character)
    choice = next(choices, None)
    if choice is None:
        refuse(work, "no_win", character=command.character)
    if command.choice not in choice.options:
        refuse(work, "not_in_win", choice=command.choice, known=choice.options)
    apply_win(work, command.character, str(choice.data.get("target", "")), command.choice)


RELATION_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    RelationCheck: check_relation,
    SublimateTrait: choose_trait,
    TakeWin: take_win,
}
"""What decides the commands of this part."""
