"""A character as the state holds it: base figures of the sheet, and how it stands now."""

from typing import Literal

import msgspec

Ability = Literal["karate", "neuron", "wazamae", "jitsu"]
"""カラテ, ニューロン, ワザマエ, ジツ."""
Weakened = Literal["karate", "neuron", "wazamae", "legs"]
"""What ability damage (能力値ダメージ) lowers, never below 1 in a scenario; `legs` is 脚力."""
Value = Literal[
    "attack", "shooting", "initiative", "hacking", "dodge", "precision", "cartwheel", "activation"
]
"""The second line of a sheet: 攻撃, 射撃, 機先, 電脳, 回避, 精密, 側転, 発動."""
Kind = Literal["pc", "boss", "mob"]
Side = Literal["players", "foes"]
Place = Literal["head", "torso", "legs", "arms"]
"""部位損傷: 頭部, 胴体, 脚部, 腕部."""


class Base(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base figures (素の能力値): what stands on the sheet and changes only between scenarios."""

    karate: int = 1
    neuron: int = 1
    wazamae: int = 1
    jitsu: int = 0
    vitality: int = 1
    """体力, the most."""
    spirit: int = 1
    """精神力, the most."""
    legs: int = 3
    """脚力: squares a move."""
    bonuses: dict[Value, int] = {}
    """Dice added to a value by gear and skills."""
    reduction: int = 0
    """ダメージ軽減."""
    skills: tuple[str, ...] = ()
    """Own skills beside the automatic ones: keys of `[skills]`."""
    weapons: tuple[str, ...] = ()
    """Owned beside bare hands and shuriken: keys of `[weapons]`."""
    emergency: int = 0
    """緊急回避ダイス at the start of a scenario, by gear."""


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A character as it stands now."""

    kind: Kind = "pc"
    ninja: bool = True
    side: Side = "players"
    model: str = ""
    """The row it was made of: mobs of one row are of one kind (同種のモブ敵)."""
    base: Base = Base()
    changed: dict[Ability, int] = {}
    """Temporary changes (一時的な修正) that are no damage: they end with the battle."""
    lost: dict[Weakened, int] = {}
    """Ability damage of this scenario, as much as took effect."""
    vitality: int = 1
    spirit: int = 1
    dodge_dice: int = 0
    """回避ダイス; below 0 by dodge-dice damage alone."""
    emergency_dice: int = 0
    """緊急回避ダイス."""
    quick_dice: int = 0
    """即応ダイス."""
    cash: int = 0
    dkk: int = 0
    wielded: str = "unarmed"
    """The weapon in hand; `unarmed` stands for 素手&スリケン."""
    injuries: dict[Place, int] = {}
    """部位損傷 of this scenario: how often each."""
    untreated: tuple[Place, ...] = ()
    """Injuries left from earlier scenarios."""
    square: str = ""
    """Where it stands, as `C4`; empty where it is not on the map."""
    unconscious: bool = False
    """気絶状態."""
    exploded: bool = False
    """爆発四散: dead, and off the map."""
    carrying: str = ""
    """The unconscious ally whom it carries, who stands on no square meanwhile."""
    removed: bool = False
    """Off the map for another reason: a mob that is out, somebody who fled."""
    focused: bool = False
    """集中状態, until the end of the attack phase."""
    spared: bool = False
    """Whether instant death leaves it unconscious, by the scenario."""
    off_balance: bool = False
    """崩れ状態, until the next own hand."""
    hampered: int = 0
    """By how much the actions of the coming attack phase are harder, after a cartwheel."""
    boosted: bool = False
    """Whether アドレナリン・ブースト was used in this battle."""
    eased: bool = False
    """Whether own dodges are easier until the phase ends, by a boost."""
    sensed: bool = False
    """Whether ニンジャ第六感 was used in this scenario."""
    used: dict[str, int] = {}
    """Skills that may not be used in two turns in a row: the turn of the last use."""
    shaken: int = 0
    """How much harder cartwheels are, by the fright of an entry."""
    shaken_until: int = 0
    """The turn with whose end that ends."""
    returns: int = 0
    """The turn at whose end ナラク・ウィズイン brings him back; 0 for none."""

    @property
    def on_map(self) -> bool:
        """Whether it stands on the map."""
        return bool(self.square) and not (self.exploded or self.removed)

    @property
    def able(self) -> bool:
        """Whether it can act: it is there and conscious."""
        return not (self.exploded or self.removed or self.unconscious)

    @property
    def dodges(self) -> bool:
        """Whether it has dodge dice at all: a mob never does."""
        return self.kind != "mob"

    def ability(self, name: Weakened | Ability) -> int:
        """Return an ability or the legs now: base and changes less the damage, at least 1 (ジツ 0)."""
        base = int(getattr(self.base, name))
        if name == "jitsu":
            return max(base + self.changed.get(name, 0), 0)
        changed = 0 if name == "legs" else self.changed.get(name, 0)
        return max(base + changed - self.lost.get(name, 0), 1)
