"""Who may use a feat, upon whom, and that it is used."""

from tenmatsu.systems.bloodberry.decide.scening import is_present
from tenmatsu.systems.bloodberry.decide.work import Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.feats import FeatTold, FeatUsed
from tenmatsu.systems.bloodberry.people import Person


def find_gifted(work: Work, character: str, feat: str) -> Person:
    """Return whoever has a feat and may use it here, or refuse; the killed may, by 完全支配."""
    person = find_person(work, character)
    if feat not in person.feats:
        refuse(work, "no_feat", character=character, feat=feat)
    if not person.can_use_feats:
        refuse(work, "cannot_act", character=character)
    if not is_present(work.state, character):
        refuse(work, "not_in_scene", character=character)
    return person


def is_otherworldly(person: Person) -> bool:
    """Return whether somebody is not of this world: a curse, a fairy, whoever else is said to be."""
    return person.kind == "curse" or person.fairy or person.otherworldly


def open_feat(work: Work, character: str, feat: str, target: str = "", words: str = "") -> None:
    """Record that a feat is used, and what was told of it."""
    work.record(FeatUsed(character=character, feat=feat, target=target))
    if words:
        work.record(FeatTold(character=character, words=words))
