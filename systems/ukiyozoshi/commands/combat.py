"""What can be asked in a fight, but for blows: rounds, places, movement, weapons, posture."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.state import Posture

Pay = Literal["move", "attack"]
"""What an act takes the place of: (a part of) the movement, or the attack."""


class BeginCombat(Command, frozen=True, kw_only=True, tag="ukiyozoshi.begin_combat"):
    """Begin a fight; the order of turns follows from rank, side, 技, 心 and dice."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    characters: tuple[str, ...]


class EndCombat(Command, frozen=True, kw_only=True, tag="ukiyozoshi.end_combat"):
    """End the fight."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None


class JoinCombat(Command, frozen=True, kw_only=True, tag="ukiyozoshi.join_combat"):
    """Bring somebody into the fight."""

    gm_only: ClassVar[bool] = True
    character: str


class LeaveCombat(Command, frozen=True, kw_only=True, tag="ukiyozoshi.leave_combat"):
    """Take somebody out of the fight."""

    gm_only: ClassVar[bool] = True
    character: str


class Place(Command, frozen=True, kw_only=True, tag="ukiyozoshi.place"):
    """Set somebody on a square of 1 間."""

    gm_only: ClassVar[bool] = True
    character: str
    x: int
    y: int


class SetDistance(Command, frozen=True, kw_only=True, tag="ukiyozoshi.set_distance"):
    """Say how far two stand from each other, where there is no map."""

    gm_only: ClassVar[bool] = True
    character: str
    other: str
    half_ken: Annotated[int, msgspec.Meta(ge=0)]
    """In 半間."""


class Move(Command, frozen=True, kw_only=True, tag="ukiyozoshi.move"):
    """Move: to a square, or so far towards somebody or away from them."""

    character: str
    x: int | None = None
    y: int | None = None
    ken: Annotated[int, msgspec.Meta(ge=1)] | None = None
    toward: str = ""
    away_from: str = ""


class EndTurn(Command, frozen=True, kw_only=True, tag="ukiyozoshi.end_turn"):
    """End one's turn (行動手番)."""

    character: str


class BuyAction(Command, frozen=True, kw_only=True, tag="ukiyozoshi.buy_action"):
    """Buy one more movement or attack for 1 活劇点."""

    character: str
    kind: Pay
    selfish: bool = False


class DrawWeapon(Command, frozen=True, kw_only=True, tag="ukiyozoshi.draw_weapon"):
    """Draw a weapon (抜刀): 3 間 of movement, or the attack."""

    character: str
    weapon: str
    pay: Pay = "move"


class SheatheWeapon(Command, frozen=True, kw_only=True, tag="ukiyozoshi.sheathe_weapon"):
    """Put a weapon away (納刀), at the price of drawing it."""

    character: str
    weapon: str
    pay: Pay = "move"


class DropWeapon(Command, frozen=True, kw_only=True, tag="ukiyozoshi.drop_weapon"):
    """Let a weapon fall."""

    character: str
    weapon: str


class TakePosture(Command, frozen=True, kw_only=True, tag="ukiyozoshi.take_posture"):
    """Stand, crouch (3 間 of movement), lie down or rise (the movement or the attack)."""

    character: str
    posture: Posture
    pay: Pay = "move"


class Mount(Command, frozen=True, kw_only=True, tag="ukiyozoshi.mount"):
    """Mount a horse."""

    character: str
    trained: bool = True
    """Whether the horse is trained for war."""
    pay: Pay = "move"


class Dismount(Command, frozen=True, kw_only=True, tag="ukiyozoshi.dismount"):
    """Get off the horse."""

    character: str
    pay: Pay = "move"


class SpendAction(Command, frozen=True, kw_only=True, tag="ukiyozoshi.spend_action"):
    """Do something else (その他の行動) at the price the GM names."""

    character: str
    pay: Literal["move", "attack", "part"] = "part"
    """`part`: so much of the movement as `ken` says."""
    ken: Annotated[int, msgspec.Meta(ge=0)] = 2


COMBAT_COMMANDS: tuple[type[Command], ...] = (
    BeginCombat,
    EndCombat,
    JoinCombat,
    LeaveCombat,
    Place,
    SetDistance,
    Move,
    EndTurn,
    BuyAction,
    DrawWeapon,
    SheatheWeapon,
    DropWeapon,
    TakePosture,
    Mount,
    Dismount,
    SpendAction,
)
