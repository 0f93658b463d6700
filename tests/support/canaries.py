"""A session that holds a canary in every secret, and who may hear which."""

from pathlib import Path
from typing import Any, NamedTuple

import toy

from tenmatsu.engine.api import (
    Outside,
    Participant,
    Session,
    fork,
    open_session,
    open_store,
    register_system,
    undo,
)

SIDES = {"gm": 4294967291, "p1": 4294967279, "blind": 4294967231, "silent": 4294967197}
"""Dice that nothing else rolls; their faces have ten digits, so that chance finds none."""
PEOPLE = (
    Participant("gm", "Mori", "gm"),
    Participant("p1", "Taro"),
    Participant("p2", "Hana"),
    Participant("s1", "Yuki", "spectator"),
)
ALL = frozenset({"gm", "p1", "p2", "s1"})


class Canary(NamedTuple):
    """Something that only some may hear of."""

    words: tuple[str, ...]
    """What must not be found: words, sides and faces of dice, keys, names, types."""
    heard_by: frozenset[str]


class Table:
    """Plays the evening and notes what was kept from whom."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.canaries: dict[str, Canary] = {}

    def keep(self, name: str, heard_by: str, command: dict[str, Any], *words: str, actor: str = "gm") -> None:
        """Do something that only some may hear of."""
        result = self.session.do(command, actor=actor)
        found = list(words)
        for event in result.events:
            found += [str(face) for face in getattr(event, "faces", ()) if face > 10**8]
            found += [key for key in [getattr(event, "key", None)] if key]
        self.canaries[name] = Canary(tuple(found), frozenset(heard_by.split()))

    def say(self, name: str, heard_by: str, *, actor: str = "gm", kind: str = "say", **modes: Any) -> None:
        """Say a word of its own."""
        word = f"CANARY-{name}-END"
        self.keep(name, heard_by, {"type": f"table.{kind}", "text": word, **modes}, word, actor=actor)

    def roll(self, name: str, heard_by: str, *, actor: str = "gm", **modes: Any) -> None:
        """Roll dice that nothing else rolls."""
        sides = SIDES[name]
        self.keep(
            f"dice of {name}",
            heard_by,
            {"type": "table.roll", "dice": f"5d{sides}", **modes},
            str(sides),
            f"5D{sides}",
            actor=actor,
        )


def play(path: Path, outside: Outside | None = None) -> dict[str, Canary]:
    """Play the evening into a new database; return its canaries."""
    register_system(toy.SYSTEM)
    store = open_store(f"sqlite:///{path}", outside=outside)
    session = open_session(store, "Night", "toy", participants=PEOPLE)
    for player, character, name in (("p1", "a", "Oryu"), ("p2", "b", "Tatsu")):
        session.do({"type": "table.take_character", "character": character, "name": name}, actor=player)
        session.do({"type": "toy.enter", "character": character}, actor=player)
    session.do({"type": "table.open_scene", "title": "Bridge"}, actor="gm")
    session.do({"type": "table.say", "text": "en garde", "character": "a"}, actor="p1")
    table = Table(session)
    _speak(table)
    _roll(table)
    _hide(table)
    _change(table)
    session.do({"type": "table.say", "text": "well", "character": "b"}, actor="p2")
    session.do({"type": "table.roll", "dice": "2d6"}, actor="p2")
    store.close()
    return table.canaries


def _speak(table: Table) -> None:
    table.say("gm", "gm", secret=True)
    table.say("p1-to-gm", "gm p1", actor="p1", secret=True)
    table.say("p1-to-p2", "p1 p2", actor="p1", to=["p2"])
    table.say("blind", "gm", actor="p1", blind=True)
    table.say("silent", "gm", kind="narrate", silent=True)
    table.say("silent-to-p2", "gm p2", kind="narrate", silent=True, to=["p2"])
    table.say("note", "gm", kind="note", secret=True)
    table.say("guest-to-gm", "gm s1", actor="s1", secret=True, tab="chat")


def _roll(table: Table) -> None:
    table.roll("gm", "gm", secret=True)
    table.roll("p1", "gm p1", actor="p1", secret=True)
    table.roll("blind", "gm", actor="p1", blind=True)
    table.roll("silent", "gm", silent=True)
    hide = {"type": "toy.hide", "character": "a"}
    table.keep("type", "gm", hide, 'toy.hid"', "Oryu: hidden=", "Oryu: 隠れた=", "Hid(who=", actor="p1")
    remark = {"type": "table.roll", "dice": "S4D9973 CANARY-remark"}
    table.keep("notation", "gm p1", remark, "CANARY-remark", "4D9973", actor="p1")


def _hide(table: Table) -> None:
    session = table.session
    hidden = {"type": "table.take_character", "character": "canarynpc", "name": "CANARY-npc", "secret": True}
    table.keep("npc", "gm", hidden, "canarynpc", "CANARY-npc")
    session.do({"type": "toy.enter", "character": "canarynpc", "secret": True}, actor="gm")
    adjust = {"type": "table.adjust", "name": "canarynpc.hp", "value": 7417417417417, "secret": True}
    table.keep("adjustment", "gm", adjust, "7417417417417")
    other = {
        "type": "table.adjust",
        "name": "b.hp",
        "value": 7417437437431,
        "reason": "CANARY-reason",
        "secret": True,
    }
    table.keep("adjustment of b", "gm", other, "7417437437431", "CANARY-reason", "table.adjusted")
    for player in ("p1", "p2"):
        sealed: dict[str, Any] = {
            "type": "table.seal_choice",
            "plot": "road",
            "text": f"CANARY-plot-{player}",
        }
        sealed["among"] = ["p1", "p2", "gm"]
        table.keep(f"plot of {player}", player, sealed, f"CANARY-plot-{player}", actor=player)
    line = fork(session, "CANARY-line", session.version, actor="gm", secret=True)
    session.branches[line.branch] = line.branches[line.branch]
    line.do({"type": "table.open_scene", "title": "CANARY-scene"}, actor="gm")
    line.do({"type": "table.say", "text": "CANARY-on-line"}, actor="gm")
    table.canaries["line"] = Canary(("CANARY-line", "CANARY-scene", "CANARY-on-line"), frozenset({"gm"}))


def _change(table: Table) -> None:
    session = table.session
    table.say("edited", "gm", secret=True)
    what = str(session.version)
    edited = {"type": "table.edit", "what": what, "text": "CANARY-new-words"}
    table.keep("edit", "gm", edited, "CANARY-new-words")
    table.say("disputed", "gm p1", actor="p1", secret=True)
    about = session.store.commit_at(session.id, session.branch, session.state.number).hash.hex()
    dispute = {"type": "table.dispute", "about": about, "reason": "CANARY-dispute"}
    table.keep("dispute", "gm p1", dispute, "CANARY-dispute", actor="p1")
    table.say("undone", "gm", secret=True)
    undo(session, actor="gm")
    table.say("shown-to-p2", "gm p2", secret=True)
    session.do({"type": "table.reveal", "what": [str(session.version)], "to": ["p2"]}, actor="gm")
    blow = {"type": "toy.strike", "character": "canarynpc", "at": "b", "to": ["@gm"]}
    session.do(blow, actor="gm")
