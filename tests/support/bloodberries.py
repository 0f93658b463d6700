"""Characters of ブラッドベリー for tests, put into the state by hand."""

from collections.abc import Sequence
from typing import Any

import msgspec
from kit import Play

from tenmatsu.engine.api import Participant, Session, open_session, open_store
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.people import Person, Relation, Trait, pair
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.tables import load

TABLES = load(1)


def hold(*traits: str, sublimated: tuple[str, ...] = (), used: tuple[str, ...] = ()) -> dict[str, Trait]:
    """Return traits as somebody has them: plain, sublimated, and whose effects of those are used."""
    names = (*traits, *(name for name in sublimated if name not in traits))
    return {name: Trait(sublimated=name in sublimated, used=name in used) for name in names}


def make_person(**values: Any) -> Person:
    """
    Return a player's character with 2/2/3, vigour 1 and three traits of three classes, with changes.

    The traits are 頑張り屋, 狼さん and 忘却, the class is 探索者 with all of its feats.
    """
    defaults: dict[str, Any] = {
        "passion": 2,
        "grace": 2,
        "maturity": 3,
        "traits": hold("頑張り屋", "狼さん", "忘却"),
        "class_": "探索者",
    }
    merged: dict[str, Any] = {**defaults, **values}
    merged.setdefault("feats", TABLES.classes.get(merged["class_"], ()))
    return Person(**merged)


def make_npc(**values: Any) -> Person:
    """Return another person with 2 in every ability and neither traits nor vigour, with changes."""
    defaults: dict[str, Any] = {"kind": "npc", "passion": 2, "grace": 2, "maturity": 2, "vigour": 0}
    return Person(**{**defaults, **values})


def make_curse(**values: Any) -> Person:
    """Return an embodied curse with 疑問, 悪意 and 不安 at 2, with changes (`doubt=3`)."""
    names = {"doubt": "passion", "malice": "grace", "unease": "maturity"}
    given = {names.get(key, key): value for key, value in values.items()}
    return make_npc(**{"kind": "curse", "otherworldly": True, **given})


def relate(one: str, other: str, strength: int = 0, **values: Any) -> dict[str, Relation]:
    """Return the relation of two people under its key; `kind` and `emotions` may be given besides."""
    return {pair(one, other): Relation(strength=strength, **values)}


def begin(
    options: dict[str, Any] | None = None,
    tables: str | None = None,
    relations: dict[str, Relation] | None = None,
    **people: Person,
) -> Play:
    """Return a play with these people and relations; player characters belong to `pl_<id>`."""
    players = {name: f"pl_{name}" for name, person in people.items() if person.kind == "pc"}
    play = Play(SYSTEM, tables, players=players, **(options or {}))
    return play.given_state(State(people=people, relations=relations or {}))


def gather(*characters: str, tables: str | None = None, options: dict[str, Any] | None = None) -> Play:
    """Return a play at a table that knows these characters, none of them made yet."""
    return Play(SYSTEM, tables, players={name: f"pl_{name}" for name in characters}, **(options or {}))


def change(play: Play, **values: Any) -> Play:
    """Change fields of the play's state by hand, where the way to it does not matter."""
    return play.given_state(msgspec.structs.replace(play.state, **values))


def sit_down(traits: Sequence[str], **abilities: int) -> Session:
    """Return a session of two players, `p_a` and `p_b`, with a 探索者 each, before the first scene."""
    people = [Participant("gm", "語り部", "gm"), Participant("p_a", "葵"), Participant("p_b", "紅")]
    session = open_session(open_store(), "夜", "bloodberry", participants=people)
    for one in "ab":
        session.do({"type": "table.take_character", "character": one}, actor=f"p_{one}")
        made: dict[str, Any] = {"character": one, "traits": list(traits), **abilities}
        session.do({"type": "bloodberry.make_character", "class": "探索者", **made}, actor=f"p_{one}")
    return session


def ask_at(
    session: Session, tag: str, actor: str = "gm", dice: list[int] | None = None, **fields: Any
) -> None:
    """Ask one command at a table; a name without a full stop is the game's."""
    full = tag if "." in tag else f"bloodberry.{tag}"
    session.do({"type": full, **fields}, actor=actor, dice=dice)
