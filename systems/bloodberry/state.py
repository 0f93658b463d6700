"""The state that the events of a session fold into: people, relations, the judge under way, scenes, cards."""

from typing import Literal

import msgspec

from tenmatsu.engine.windows import Window

Ability = Literal["passion", "grace", "maturity"]
"""情熱, 気品, 大人; of an embodied curse: 疑問, 悪意, 不安."""
RelationType = Literal["inquiry", "banter", "allure"]
"""探究, 遊話, 誘惑."""
CurseType = Literal["doubt", "malice", "unease"]
"""疑問, 悪意, 不安."""
Kind = Literal["pc", "npc", "curse"]
"""A player character, another person, an embodied curse (形ある呪い)."""
JudgeKind = Literal["basic", "opposed", "relation", "curse"]
OWN = "own"
"""Stands for a name, a curse or an emotion in somebody's own words, which are in `State.words`."""
Data = dict[str, str | int]
"""What a judge carries to the step that follows it."""


class Trait(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A basic trait (基本特技) of somebody."""

    sublimated: bool = False
    used: bool = False
    """Whether its effect was used in this session."""
    helped: bool = False
    """Whether it gave its +1D in this scene."""


class Condition(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A victory condition (勝利条件) of somebody, without its words."""

    number: int
    by_gm: bool = False
    met: bool = False


class Person(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A character as it stands now."""

    kind: Kind = "pc"
    passion: int = 1
    grace: int = 1
    maturity: int = 1
    raised: dict[str, int] = {}
    """What sublimation has added to each ability."""
    lost: dict[str, int] = {}
    """What each ability has lost and not been healed of."""
    vigour: int = 1
    """気力."""
    traits: dict[str, Trait] = {}
    class_: str = ""
    """探索者, 月の魔女, 古読み."""
    fairy: bool = False
    feats: tuple[str, ...] = ()
    """Feats of class and species."""
    cursed: bool = False
    """Whether a curse of one's own was chosen."""
    curse: str = ""
    """Which one: a key of the curse table, or `own` for one in own words."""
    otherworldly: bool = False
    """Not of this world (この世のものではない)."""
    out: bool = False
    """An ability is at 0: out until healed."""
    absent: int = 0
    """Sessions to miss."""
    vanished: bool = False
    """Gone by 守護."""
    killed: bool = False
    """By 完全支配."""
    checked: bool = False
    """Whether they made their relation check of this interlude."""
    refreshed: bool = False
    """Whether an effect was made usable again in this interlude."""
    no_checks_until: int = 0
    """The minute of the clock until which relation checks are barred (完全支配)."""
    barred: dict[str, str] = {}
    """Types of check that 破魔 has made unusable, and by whom."""
    keys: tuple[str, ...] = ()
    """Whose 合い鍵 they were handed."""
    hosts: tuple[str, ...] = ()
    """Who hides in their soul (淀みに浮かぶ泡沫の)."""
    conditions: tuple[Condition, ...] = ()
    """Victory conditions (勝利条件) held; their words stand in events."""

    def ability(self, name: str) -> int:
        """Return the value of an ability."""
        values = {"passion": self.passion, "grace": self.grace, "maturity": self.maturity}
        return values.get(name, 0)

    @property
    def sublimated(self) -> int:
        """How many traits are sublimated."""
        return sum(trait.sublimated for trait in self.traits.values())

    @property
    def can_act(self) -> bool:
        """Whether they can do anything."""
        return not (self.out or self.absent or self.vanished or self.killed)

    @property
    def can_use_feats(self) -> bool:
        """Whether they can use feats and effects: all that 完全支配 leaves to the killed."""
        return not (self.out or self.absent or self.vanished)


class Relation(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A relation (関係) of two people."""

    kind: str = ""
    """A key of the relation table, `own` for a name in own words, or empty where it has no name."""
    doubled: bool = False
    """Whether the two have a second relation, of one strength with the first (option `small_ring`)."""
    second_kind: str = ""
    """The name of that second relation."""
    strength: int = 0
    emotions: dict[str, tuple[str, ...]] = {}
    """By whoever feels them: keys of the emotion table, `own` for one in own words."""


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One side of a judge."""

    character: str
    first: str = "passion"
    second: str = "passion"
    """The two standards (基準), abilities."""
    bonus: int = 0
    """Dice added or taken off."""
    reasons: dict[str, int] = {}
    """What changed the dice, by label: traits, affirmations, weaknesses, effects."""
    dice: int = 0
    """Dice to roll, or rolled."""
    faces: tuple[int, ...] = ()
    hit: int = 5
    """The face from which dice count, as they were rolled."""
    rerolled: int = 0
    plus: int = 0
    """Fixed changes of the achievement."""
    fixed: int | None = None
    """An achievement without dice: an embodied curse's, or a difficulty."""
    acted: bool = False
    """Whether they used something before the dice."""
    given_up: bool = False
    """Whether they gave the judge up (放棄): a failure without dice."""
    failed: bool = False
    """Whether they turned their success into a failure."""
    wished: int = 0
    """Rerolls by 明日への願い in this judge."""

    @property
    def achievement(self) -> int:
        """達成値: 5 and 6 counted, and fixed changes; never below 0."""
        if self.fixed is not None:
            return max(0, self.fixed + self.plus)
        return max(0, sum(face >= self.hit for face in self.faces) + self.plus)


class Judge(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A judge (ジャッジ) under way."""

    kind: JudgeKind
    active: Side | None = None
    passive: Side | None = None
    """A basic judge has one side: active where an act is judged, passive where something befalls."""
    difficulty: int = 0
    """Of a basic judge; the strength to reach in a relation check."""
    type: str = ""
    """The type of a relation or curse check."""
    stage: Literal["before", "dice", "result"] = "before"
    asked: bool = False
    """Whether the moment of answering of this stage has come."""
    planned: dict[str, tuple[str, ...]] = {}
    """What people announced beforehand that they do before the dice."""
    fitting: tuple[str, ...] | None = None
    """The traits that fit the act, so that these alone help; None where the table judges that."""
    open: bool = False
    """Whether the sides are asked also where they can only give up or fail on purpose."""
    cancelled: bool = False
    """By 忠告バスター: the result is void."""
    winner: Literal["active", "passive", ""] = ""
    """Which side succeeds, as far as it is known; final for the step that follows."""
    purpose: str = "judge"
    """What the dice are for: a key of `[rolls]`."""
    then: str = ""
    """The step that follows, by name."""
    data: Data = {}

    def side(self, of: str) -> Side | None:
        """Return a side by its name."""
        return self.active if of == "active" else self.passive if of == "passive" else None

    def place_of(self, character: str) -> Literal["active", "passive", ""]:
        """Return which side a character is, `active` or `passive`; empty where neither."""
        if self.active is not None and self.active.character == character:
            return "active"
        return "passive" if self.passive is not None and self.passive.character == character else ""


JUDGE_WINDOWS = ("before_judge", "after_dice", "after_result")
"""The moments of answering of a judge; those of an effect, or of another rule, come before them."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A sublimation effect that was announced and may still be answered by 忘却."""

    character: str
    trait: str
    target: str = ""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A choice that a rule gives to one person."""

    kind: str
    """A key of `[pending]`: `sublimate`, `passive_win`, `take_over`, `fairy_curse`, …"""
    whom: str
    options: tuple[str, ...]
    data: Data = {}


class Draft(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's character that is being made step by step."""

    passion: int = 0
    grace: int = 0
    maturity: int = 0
    """Abilities; 0 as long as the points are not spent."""
    traits: tuple[str, ...] = ()
    class_: str = ""


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


def pair(one: str, other: str) -> str:
    """Return the key of two people's relation."""
    return "|".join(sorted((one, other)))


def words_key(what: str, about: str = "", place: int = 1) -> str:
    """Return where typed words stand: `profile:age`, `curse`, `relation:b:1`, `emotion:b:2`."""
    if what in ("relation", "emotion"):
        return f"{what}:{about}:{place}"
    return f"{what}:{about}" if about else what
