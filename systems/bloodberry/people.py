"""People of the game as they stand: abilities, traits, relations, and a character being made."""

from typing import Literal

import msgspec

Ability = Literal["passion", "grace", "maturity"]
"""情熱, 気品, 大人; of an embodied curse: 疑問, 悪意, 不安."""
RelationType = Literal["inquiry", "banter", "allure"]
"""探究, 遊話, 誘惑."""
CurseType = Literal["doubt", "malice", "unease"]
"""疑問, 悪意, 不安."""
Kind = Literal["pc", "npc", "curse"]
"""A player character, another person, an embodied curse (形ある呪い)."""
OWN = "own"
"""Stands for a name, a curse or an emotion in somebody's own words, which are in `State.words`."""


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


class Draft(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's character that is being made step by step."""

    passion: int = 0
    grace: int = 0
    maturity: int = 0
    """Abilities; 0 as long as the points are not spent."""
    traits: tuple[str, ...] = ()
    class_: str = ""


def pair(one: str, other: str) -> str:
    """Return the key of two people's relation."""
    return "|".join(sorted((one, other)))


def words_key(what: str, about: str = "", place: int = 1) -> str:
    """Return where typed words stand: `profile:age`, `curse`, `relation:b:1`, `emotion:b:2`."""
    if what in ("relation", "emotion"):
        return f"{what}:{about}:{place}"
    return f"{what}:{about}" if about else what
