"""What is on stage: the scene, rounds with playing cards, confrontations, flag maps."""

from typing import Literal

import msgspec

from tenmatsu.systems.bloodberry.people import Ability


class Scene(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The scene under way, or the interlude behind it."""

    number: int = 0
    running: bool = False
    begun: bool = False
    """Whether the scenario has had a scene."""
    interlude: bool = False
    participants: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    """Scene actors (シーンアクター), two at most."""
    acted: tuple[str, ...] = ()
    """Who has taken a turn action since everybody last had one."""
    rewarded: tuple[str, ...] = ()
    """Scene actors who got their vigour in this interlude, or were refused it."""
    next_participants: tuple[str, ...] = ()
    """Called to the next scene."""
    next_actors: tuple[str, ...] = ()
    """The actors of the next scene: called, or their proposals were granted."""
    leads: str = ""
    """Whose player leads the scene, having proposed it."""
    next_leads: str = ""


class Rounds(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Round progress (ラウンド進行) with playing cards."""

    actors: tuple[str, ...] = ()
    """Those who act (行動者), as they were named."""
    order: tuple[str, ...] = ()
    """By initiative; empty until all cards are shown."""
    at: int = 0
    round: int = 1
    cycle: int = 1
    """How often the order has been gone through."""
    actions: int = 0
    """Turn actions that a hand has earned whoever acts now."""
    acting: str = ""
    only: tuple[str, ...] = ()
    """Upon whom alone they may act, after a change."""
    changed: tuple[str, ...] = ()
    """Who has used the change of this round."""
    discarded: str = ""
    """The card last discarded, which may be changed for; empty where none is."""
    discarded_by: str = ""
    asked: tuple[str, ...] = ()
    """Those who may still change for it, in order."""
    owes: str = ""
    """Who has discarded and takes a card once the others have passed."""
    shown: dict[str, tuple[str, ...]] = {}
    """Cards shown for the initiative; more than one where a tie had to be broken."""


class Cards(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    The 104 playing cards: what is in no hand and not played, hands, the discard.

    Whoever may not see a hand has its unknown cards among those of the pile, and knows how many it has.
    """

    pile: tuple[str, ...] = ()
    """No order is stored: a draw is a roll among them."""
    discard: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]] = {}
    """By character, or by camp in a flag map."""
    counts: dict[str, int] = {}
    """How many cards each hand has."""
    ran_out: bool = False
    """Whether the pile ran out and the GM has to say what follows (option `empty_deck`)."""

    @property
    def left(self) -> int:
        """How many cards can be drawn."""
        unknown = sum(max(0, count - len(self.hands.get(one, ()))) for one, count in self.counts.items())
        return max(0, len(self.pile) - unknown)


class Camp(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A camp (陣営) of a confrontation."""

    members: tuple[str, ...] = ()
    strengths: dict[str, int] = {}
    """Its relation to each curse."""
    size: int = 0
    """Player characters in it when it was made: the most that a relation rises to."""


class Special(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A turn action that the GM has defined for a confrontation; its words stand in events."""

    first: str = ""
    second: str = ""
    """The standards of the judge that it asks for; empty where it succeeds at once."""
    difficulty: int = 0
    gain: int = 0
    """What it adds to the relation of the camp and the curse it is aimed at."""


Result = Literal["players_win", "foes_win", "undecided"]


class Confronted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How the last confrontation ended."""

    result: Result = "undecided"
    camp: str = ""
    """The camp that won."""
    members: tuple[str, ...] = ()
    """All who took part."""
    scene: int = 0


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A place of a flag map (場所)."""

    needs: tuple[str, ...] = ()
    """Its condition: suits, colours or ranks that its pieces must have."""
    pieces: dict[str, tuple[str, ...]] = {}
    """The upright cards (場所の欠片), by camp."""
    extras: dict[str, tuple[str, ...]] = {}
    """Cards laid sideways for sub-events, by camp."""
    flags: int = 0
    """How many flags are raised there, one at each coming, in the order in which they were named."""
    raised: int = 0
    """How many of them are."""
    end: bool = False
    """Whether its last flag ends the map."""
    barrier: tuple[Ability, ...] = ()
    """The two standards of the judge that entering takes; empty where nothing bars the way."""
    entered: tuple[str, ...] = ()
    """Camps that the barrier stops no longer."""
    asked: bool = False
    """Whether the players asked for it later: it adds no cards."""


class FlagMap(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A flag map (フラグマップ) under way."""

    stage: Literal["places", "showing", "play"] = "places"
    """Places are named; camps lay down cards for the order; the camps take their turns."""
    by_cards: bool = False
    """Whether the order goes by cards shown, not by whose camps are players'."""
    places: dict[str, Place] = {}
    camps: dict[str, tuple[str, ...]] = {}
    """The members of each camp."""
    order: tuple[str, ...] = ()
    """Camps in the order of their turns."""
    at: int = 0
    laid: dict[str, int] = {}
    """Pieces that each camp has laid in these 20 minutes."""
    showing: tuple[str, ...] = ()
    """Camps that still have to lay down a card for the order."""
    put: dict[str, str] = {}
    """The cards laid down and not turned over."""
    shown: dict[str, tuple[str, ...]] = {}
    """The cards turned over."""
    minutes: int = 0
    """How long it has taken."""
    where: dict[str, str] = {}
    """At which place each camp is."""

    @property
    def now(self) -> str:
        """The camp whose turn it is."""
        return self.order[self.at] if self.at < len(self.order) else ""

    def camp_of(self, character: str) -> str:
        """Return the camp of somebody, empty where they have none."""
        return next((camp for camp, members in self.camps.items() if character in members), "")
