"""How characters come into the game, and what changes on their sheets in a scenario."""

from typing import ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.figures import Ability, Side, Value


class MakeCharacter(Command, frozen=True, kw_only=True, tag="ninjaslayer.make_character"):
    """Make a player's ninja: from a model, by its figures, or with rolled abilities."""

    character: str
    model: str = ""
    """A key of `[models]`; what is given besides stands in its place."""
    rolled: bool = False
    """ランダム方式: カラテ, ニューロン, ワザマエ and ジツ are rolled."""
    karate: int | None = None
    neuron: int | None = None
    wazamae: int | None = None
    jitsu: int | None = None
    vitality: int | None = None
    """Left out: the カラテ."""
    spirit: int | None = None
    """Left out: the ニューロン."""
    legs: int | None = None
    """Left out: as it follows from the ワザマエ."""
    bonuses: dict[Value, int] = msgspec.field(default_factory=dict[Value, int])
    """Dice added to values by gear and skills."""
    reduction: int | None = None
    """ダメージ軽減."""
    skills: tuple[str, ...] = ()
    """Own skills beside the automatic ones: keys of `[skills]`, with a level as in `multi_attack:2`."""
    weapons: tuple[str, ...] = ()
    """Keys of `[weapons]`, beside bare hands and shuriken."""
    emergency: int = 0
    """緊急回避ダイス by gear, at the start of each scenario."""
    cash: int | None = None
    dkk: int = 0


class BringIn(Command, frozen=True, kw_only=True, tag="ninjaslayer.bring_in"):
    """Bring in mobs of one kind, or a boss, as a model has them; what is given stands in its place."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    characters: tuple[str, ...]
    model: str
    """A key of `[models]`."""
    side: Side = "foes"
    karate: int | None = None
    neuron: int | None = None
    wazamae: int | None = None
    jitsu: int | None = None
    vitality: int | None = None
    spirit: int | None = None
    legs: int | None = None
    reduction: int | None = None
    weapons: tuple[str, ...] | None = None
    cash: int | None = None


class GiveWeapon(Command, frozen=True, kw_only=True, tag="ninjaslayer.give_weapon"):
    """Give somebody a weapon; picked up in a scenario, it costs quick dice by its slots."""

    gm_only: ClassVar[bool] = True
    character: str
    weapon: str


class Drop(Command, frozen=True, kw_only=True, tag="ninjaslayer.drop"):
    """Let go of a weapon; the quick dice that it cost do not come back in this scenario."""

    character: str
    weapon: str


class GrantDice(Command, frozen=True, kw_only=True, tag="ninjaslayer.grant_dice"):
    """Hand out 即応ダイス or 緊急回避ダイス: a reward, or something found."""

    gm_only: ClassVar[bool] = True
    character: str
    quick: int = 0
    emergency: int = 0


class ChangeAbility(Command, frozen=True, kw_only=True, tag="ninjaslayer.change_ability"):
    """Change an ability for the battle, beside what changed it before: an effect that is no damage."""

    gm_only: ClassVar[bool] = True
    character: str
    ability: Ability
    amount: int
    """By how much more; the opposite lifts it."""


MAKING_COMMANDS: tuple[type[Command], ...] = (
    MakeCharacter,
    BringIn,
    GiveWeapon,
    Drop,
    GrantDice,
    ChangeAbility,
)
