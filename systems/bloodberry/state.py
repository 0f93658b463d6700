"""The state that the events of a session fold into."""

import msgspec

from tenmatsu.engine.windows import Window
from tenmatsu.systems.bloodberry.judges import Choice, Effect, Judge
from tenmatsu.systems.bloodberry.people import Draft, Person, Relation
from tenmatsu.systems.bloodberry.staging import Camp, Cards, Confronted, FlagMap, Rounds, Scene, Special


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the game folds from its events."""

    people: dict[str, Person] = {}
    relations: dict[str, Relation] = {}
    """By `a|b`, the ids in order."""
    ring: tuple[str, ...] = ()
    """The player characters in the order of the ring of relations; empty until it is set."""
    drafts: dict[str, Draft] = {}
    """Characters that are being made step by step."""
    words: dict[str, dict[str, str]] = {}
    """
    What people typed about a character, by `words_key`: topics of the profile, a curse, names of relations,
    emotions. For sheets alone: no rule reads it.
    """
    judge: Judge | None = None
    effects: tuple[Effect, ...] = ()
    """Announced effects, the newest last; each may be answered before it works."""
    windows: tuple[Window, ...] = ()
    """Moments of answering, the newest last."""
    choices: tuple[Choice, ...] = ()
    """Choices of one person each, in order."""
    scene: Scene = Scene()
    rounds: Rounds | None = None
    cards: Cards = Cards()
    confrontation: tuple[str, ...] = ()
    """The curses that are confronted (対峙); empty outside of one."""
    confronting: dict[str, Camp] = {}
    """The camps of the confrontation, also after its end until the next; those of a flag map stand apart."""
    turns: int = 1
    """How often turns have gone round in the confrontation, counted from 1; without round progress."""
    specials: tuple[Special, ...] = ()
    """Turn actions that the GM has defined for the confrontation."""
    confronted: Confronted | None = None
    """How the last one ended."""
    map: FlagMap | None = None
    clock: int = 0
    """Minutes since the first session began; between sessions it stands."""
    session: int = 1
    """The session of the game, counted from 1; a sitting that goes on with a scenario is none."""
    ended: bool = False
    """Whether this session of the game has ended, so that the next may begin."""
    ending: bool = False
    """Whether the ending (エンディング) is being told."""
