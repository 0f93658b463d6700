"""What happens in attacks, up to the dodge."""

from typing import Literal

from tenmatsu.engine.contract import Circumstance
from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.assaults import Critical, Source

Action = Literal["melee", "shooting"]


class AttackDeclared(Event, frozen=True, kw_only=True, tag="ninjaslayer.attack_declared"):
    """Somebody said how they attack, before any die fell."""

    character: str
    action: Action
    weapon: str
    style: str = ""
    targets: tuple[str, ...]
    """Of each part; of an attack on an area all whom it may hit."""
    split: tuple[int, ...]
    """Dice of each part."""
    area: bool = False
    used: int = 0
    """Of a style that rests (2ターン連続使用不可): the turn, in a duel the hand, of this use."""

    @property
    def manner(self) -> str:
        """What its line tells: a key of its cases."""
        if self.area:
            return "area"
        action = "bare" if self.weapon == "unarmed" and not self.style else self.action
        styled = "_style" if self.style else ""
        return f"{action}{styled}{'_split' if len(self.split) > 1 else ''}"


class HatredFelt(Event, frozen=True, kw_only=True, tag="ninjaslayer.hatred_felt"):
    """The darkness of a foe's soul added dice (憎悪)."""

    character: str
    target: str
    dice: int


class AttackRolled(Event, frozen=True, kw_only=True, tag="ninjaslayer.attack_rolled"):
    """One part of an attack was rolled, or hit without a roll."""

    character: str
    action: Action
    targets: tuple[str, ...]
    """Whom it is aimed at: one, but for an attack on an area."""
    part: int = 1
    difficulty: str
    """A row of the difficulties, as it was with every change."""
    place: int
    face: int
    count: int = 1
    circumstances: tuple[Circumstance, ...] = ()
    faces: tuple[int, ...] = ()
    successes: int
    critical: Critical = ""
    damage: int
    """Base damage, where it hit."""
    crushing: int = 0
    """The highest 痛打 of weapon, style and skills, before any critical."""
    sure: bool = False
    """Whether it hits whatever the faces: an unconscious target, a mob by option `mob_auto_hit`."""

    @property
    def success(self) -> bool:
        """Whether it hit."""
        return self.successes > 0

    @property
    def result(self) -> str:
        """What came of it: a key of its line's cases."""
        if not self.faces:
            return "sure"
        hit = self.critical or ("crushing" if self.crushing else "hit")
        return f"{hit if self.success else 'miss'}{'_changed' if self.circumstances else ''}"


class MobsAttacked(Event, frozen=True, kw_only=True, tag="ninjaslayer.mobs_attacked"):
    """Mobs attack, all at once."""

    characters: tuple[str, ...]
    targets: tuple[str, ...]
    action: Action | Literal["mixed"]
    count: int
    """How many mobs."""

    @property
    def manner(self) -> str:
        """What its line tells: a key of its cases."""
        return f"{self.action}{'_alone' if self.count == 1 else ''}"


class MobsRolled(Event, frozen=True, kw_only=True, tag="ninjaslayer.mobs_rolled"):
    """One attack of each of several alike mobs on one target was rolled in one go."""

    characters: tuple[str, ...]
    target: str
    action: Action
    weapon: str
    part: int = 1
    """Which of the attacks of each it is."""
    dice: int
    """Of each mob."""
    difficulty: str
    place: int
    face: int
    count: int = 1
    circumstances: tuple[Circumstance, ...] = ()
    faces: tuple[int, ...] = ()
    """Of all, in order."""
    successes: tuple[int, ...]
    """Of each mob."""
    mobs: int
    """How many they are."""
    hits: int
    damage: int
    """Of each hit."""
    sure: bool = False

    @property
    def result(self) -> str:
        """What came of it: a key of its line's cases."""
        if self.sure and not self.faces:
            return "sure"
        return f"{'hit' if self.hits else 'miss'}{'_changed' if self.circumstances else ''}"


class Threatened(Event, frozen=True, kw_only=True, tag="ninjaslayer.threatened"):
    """Damage comes upon people by something else than an attack of the rules."""

    attacker: str = ""
    targets: tuple[str, ...]
    source: Source
    amount: int
    difficulty: str
    """Of the dodge, before the atmosphere and what the dodger brings."""
    area: bool = False
    undodgeable: bool = False
    death: bool = False

    @property
    def manner(self) -> str:
        """What its line tells: a key of its cases."""
        by = "by" if self.attacker else "nobody"
        death = "_death" if self.death else ""
        return f"{by}{death}{'_undodgeable' if self.undodgeable else ''}"

    @property
    def what(self) -> str:
        """What brings it: a key of `[labels]`."""
        return f"source.{self.source}"


class DodgeDiceLost(Event, frozen=True, kw_only=True, tag="ninjaslayer.dodge_dice_lost"):
    """Dodge dice were taken away (回避ダイスダメージ)."""

    character: str
    amount: int
    now: int
    """Dodge dice left; they may be below 0."""


ATTACKING_EVENTS: tuple[type[Event], ...] = (
    AttackDeclared,
    HatredFelt,
    AttackRolled,
    MobsAttacked,
    MobsRolled,
    Threatened,
    DodgeDiceLost,
)
