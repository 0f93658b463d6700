"""The seven steps of making at a table of three, as scripts and `play` ask for them."""

from typing import Any

from tenmatsu.engine.api import Participant, Session, audit_session, open_session, open_store, read_entries
from tenmatsu.systems.bloodberry.events.making import Worded
from tenmatsu.systems.bloodberry.preparing import list_settling_moves

STEPS: tuple[dict[str, Any], ...] = (
    {"type": "write_profile", "character": "a", "topic": "joy", "text": "雨の音"},
    {"type": "set_ring", "order": ["a", "b", "c"], "relations": ["双子", "roll", "roll"], "dice": [5, 3]},
    {"type": "spend_points", "character": "a", "passion": 3, "grace": 2, "maturity": 2},
    {
        "type": "choose_traits",
        "character": "a",
        "traits": ["頑張り屋", "狼さん", "忘却"],
        "class": "月の魔女",
    },
    {"type": "choose_species", "character": "a"},
    {"type": "choose_curse", "character": "a", "curse": "roll", "dice": [1, 4]},
    {"type": "feel", "character": "a", "other": "b", "emotions": ["殺意", "roll"], "dice": [6, 5]},
    {"type": "feel", "character": "a", "other": "c", "words": ["姉のように思う"]},
)


def sit_down() -> Session:
    """Return a session at which three players have taken a character each."""
    people = [Participant("gm", "語り部", "gm"), *(Participant(f"p_{one}", one) for one in "abc")]
    session = open_session(open_store(), "夜", "bloodberry", participants=people)
    for one in "abc":
        session.do({"type": "table.take_character", "character": one}, actor=f"p_{one}")
    return session


def take_steps(session: Session) -> None:
    """Do all steps of the first character, each by who may."""
    for step in STEPS:
        fields = {key: value for key, value in step.items() if key != "dice"}
        actor = "gm" if step["type"] == "set_ring" else "p_a"
        command = {**fields, "type": f"bloodberry.{step['type']}"}
        session.do(command, actor=actor, dice=step.get("dice"))


def test_the_seven_steps_make_a_character_that_lacks_nothing() -> None:
    session = sit_down()
    take_steps(session)
    person, relations = session.game.people["a"], session.game.relations

    assert (person.class_, person.curse, person.passion) == ("月の魔女", "bound_place", 3)
    assert [relations[key].kind for key in ("a|b", "b|c", "a|c")] == ["双子", "罪悪", "腐縁"]
    assert relations["a|b"].emotions == {"a": ("殺意", "愛欲")}
    assert relations["a|c"].emotions == {"a": ("own",)}
    assert list(list_settling_moves(session.game, session.rules(), "a")) == []
    assert audit_session(session.store, session.id).ok


def test_typed_words_can_be_redacted_and_nothing_else_changes() -> None:
    session = sit_down()
    take_steps(session)
    before = session.game
    versions = [entry.version for entry in read_entries(session) if isinstance(entry.event, Worded)]
    assert len(versions) == 2
    session.do({"type": "table.redact", "what": versions}, actor="gm")

    assert session.game.words == {}
    assert (session.game.people, session.game.relations) == (before.people, before.relations)
    assert audit_session(session.store, session.id).failures == ()
