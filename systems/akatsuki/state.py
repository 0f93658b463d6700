"""The state that the events of a session fold into: the cards, the figures, the clock, what is under way."""

from typing import Literal

import msgspec

Ability = Literal["goro", "taiku", "tosei", "kaigu"]
"""ゴロ, 体躯, 渡世, 廻逢."""
Harm = Literal["lethal", "nonlethal"]
"""殺傷, 不殺."""
Occasion = Literal["damage", "combat_end", "midnight", "hours", "once"]
"""Why a survival check (生死チェック) falls due."""
Result = Literal["players_win", "foes_win", "nobody_wins", "undecided"]
"""Which side was able to act when a fight was over; `undecided` where both were."""


CHIP = "chip_"
"""In front of a chip's printed value, where it lies as an awakening card."""


class Held(msgspec.Struct, frozen=True, gc=False):
    """An awakening card (覚醒札), or an NPC's chip that is used as one."""

    card: str
    """A card of the deck (`matsu_1`), or a chip (`chip_20`)."""
    given: bool = False
    """Whether an ally gave it (横): half its points, and it cannot be given on."""


class Fate(msgspec.Struct, frozen=True, gc=False):
    """A fate card (命運札), face down before its owner."""

    generation: int
    """Which shuffle of the deck it came from: its picture is one of those that nobody has seen of that."""
    card: str = ""
    """Its picture, where its owner may see it (option `fate_face`); empty where nobody does."""


class Deck(msgspec.Struct, frozen=True, gc=False):
    """
    The 48 花札: what nobody has seen yet, by shuffle, and the discard (捨て札場).

    No order is stored. The unseen cards of the present shuffle are those of the pile (山札) and of the fate
    cards dealt from it; those of an earlier shuffle lie face down before somebody.
    """

    unseen: tuple[str, ...] = ()
    """Of the present shuffle."""
    down: int = 0
    """How many of `unseen` lie face down before somebody."""
    older: dict[int, tuple[str, ...]] = {}
    """Of earlier shuffles, by generation: pictures of fate cards still face down."""
    generation: int = 0
    discard: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """The cards of the pile."""
        return len(self.unseen) - self.down


class Wound(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A damage card (ダメージカード): its kind and rank, and from when its times count."""

    harm: Harm
    rank: int
    treated: bool = False
    """Turned over by treatment: 重傷 in place of 重体."""
    since: int = 0
    """The minute at which it was got or changed."""


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A character as it stands now."""

    npc: bool = False
    important: bool = True
    """Whether 仏恥義理ゾンビタイム is for them: player characters and important NPCs."""
    friendly: bool = True
    """Whether they are on the players' side."""
    goro: int = 5
    taiku: int = 5
    tosei: int = 5
    kaigu: int = 5
    fields: dict[Ability, str] = {}
    """The 得意分野 chosen in each ability."""
    fate_points: int = 0
    """命運点."""
    weapons: tuple[str, ...] = ()
    """What they fight with, bare hands besides: keys of `[weapons]`; any where none is named."""
    awakening: tuple[Held, ...] = ()
    fate: tuple[Fate, ...] = ()
    fate_chips: int = 0
    """An NPC's chips that lie face down."""
    fate_values: tuple[int, ...] = ()
    """What is printed on those of them that the GM chose (option `npc_chips`)."""
    chivalry: int = 0
    """Chips of 義侠魂, worth a point each."""
    chivalry_given: int = 0
    """How many of them an ally gave, which cannot be given on."""
    points: int = 0
    """Points kept from the action under way (option `surplus`)."""
    checked: bool = False
    """Whether they were left by a check: they serve powers until the next check, which is another action."""
    lane: int | None = None
    wound: Wound | None = None
    unconscious: bool = False
    doomed: bool = False
    """Whether death is certain (死亡確定)."""
    zombie_from: int | None = None
    """The round in which zombie time begins, or began; None outside of it."""
    zombie_counters: int = 0
    dead: bool = False
    majors: int = 0
    """Major action points left in this round."""
    minors: int = 0

    def ability(self, name: str) -> int:
        """Return the level of an ability."""
        levels: dict[str, int] = {
            "goro": self.goro,
            "taiku": self.taiku,
            "tosei": self.tosei,
            "kaigu": self.kaigu,
        }
        return levels[name]

    def has_field(self, field: str) -> bool:
        """Return whether a style is one of their 得意分野."""
        return field in self.fields.values()

    @property
    def is_awake(self) -> bool:
        """Whether they can do anything at all, zombie time apart."""
        return not (self.dead or self.unconscious)


class Clock(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The game's clock, in minutes from 0:00 of the first day."""

    now: int = 0
    until: int | None = None
    """Where it is going, while checks that fall due on the way stop it."""


class Due(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A survival check (生死チェック) that is to be rolled."""

    character: str
    why: Occasion


class Attack(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack under way: declared, then defended, then taken or negated."""

    attacker: str
    """Empty where the harm comes from no attacker."""
    target: str
    weapon: str = ""
    harm: Harm
    rank: int
    stage: Literal["defend", "take"]
    choices: tuple[str, ...] = ()
    eased: int = 0
    """What an NPC that holds back adds to the target of a defence."""


class Combat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fight in rounds."""

    round: int = 1
    order: tuple[str, ...] = ()
    at: int = 0
    """The place in `order` whose turn it is."""
    left: tuple[str, ...] = ()
    """Those who left it: its end brings their checks as well."""
    ending: Result | None = None
    """Who has won, where it is over but for the checks at its end."""


class Fought(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The last fight, as it ended."""

    fighters: tuple[str, ...]
    result: Result
    rounds: int
    now: int
    """The minute of its end; what came of it is told until the clock moves on."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the game folds from its events."""

    characters: dict[str, Figure] = {}
    deck: Deck = Deck()
    chips: dict[int, int] = {}
    """
    Chips (札チップ) by what is printed on them: those that the GM holds, and the fate chips of which nobody
    has seen the print. Those that the GM chose, and all that lie face up, stand with their figures.
    """
    chivalry_chips: dict[int, int] = {}
    """Chips that lie before somebody as 義侠魂, by what is printed on them."""
    clock: Clock = Clock()
    due: tuple[Due, ...] = ()
    """Survival checks to be rolled now, in order."""
    attack: Attack | None = None
    combat: Combat | None = None
    fought: Fought | None = None

    @property
    def chips_left(self) -> int:
        """The chips that the GM holds."""
        unseen = sum(one.fate_chips - len(one.fate_values) for one in self.characters.values())
        return sum(self.chips.values()) - unseen


def printed_on(card: str) -> int | None:
    """Return what is printed on a chip, None for a card of the deck."""
    value = card.removeprefix(CHIP)
    return int(value) if value != card and value.isdecimal() else None


def pick_cards(held: tuple[Held, ...], cards: tuple[str, ...]) -> tuple[tuple[Held, ...], tuple[Held, ...]]:
    """
    Return the cards of these names, and those that are left; names that nobody holds are passed over.

    Of two chips with the same print the one got by oneself comes first.
    """
    left, picked = list(held), list[Held]()
    for card in cards:
        one = min((one for one in left if one.card == card), key=lambda one: one.given, default=None)
        if one is not None:
            left.remove(one)
            picked.append(one)
    return tuple(picked), tuple(left)
