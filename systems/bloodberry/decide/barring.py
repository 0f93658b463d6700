"""
Checks that somebody cannot make: a type barred by 破魔, all relation checks by 完全支配.

Whoever lets a character make a check asks, after everything else was checked:

- `check_free(work, character)`: refuses relation checks of whoever is held by 完全支配.
- `stop_check(work, character, type)`: records that the check of this type does not come about where it is
  barred, and returns so; the command then ends.
"""

from tenmatsu.systems.bloodberry.decide.work import Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.feats import BarEnded, BarHeld
from tenmatsu.systems.bloodberry.events.relations import StrengthChanged
from tenmatsu.systems.bloodberry.people import CurseType, Relation, RelationType, pair


def check_free(work: Work, character: str) -> None:
    """Refuse whoever can make no relation checks yet (完全支配)."""
    until = find_person(work, character).no_checks_until
    if until > work.state.clock:
        refuse(work, "is_held", character=character, minutes=until - work.state.clock)


def stop_check(work: Work, character: str, type_: RelationType | CurseType) -> bool:
    """Return whether 破魔 stops a check; that costs 1 of the relation, and at 0 it was the last time."""
    person = work.state.people.get(character)
    holder = "" if person is None else person.barred.get(type_, "")
    if not holder:
        return False
    work.record(BarHeld(character=holder, target=character, check=type_))
    if lower_relation(work, holder, character) == 0:
        work.record(BarEnded(character=holder, target=character, check=type_, why="spent"))
    return True


def lower_relation(work: Work, one: str, other: str) -> int:
    """Lower the strength of a relation as 破魔 does, not below 0, and return what is left."""
    cost = work.rules.tables.feats["破魔"].cost
    held = (work.state.relations.get(pair(one, other)) or Relation()).strength
    now = max(0, held - cost)
    if now != held:
        work.record(StrengthChanged(one=one, other=other, change=now - held, now=now))
    return now
