"""The state of a fight: turns, blows, the exchange under way, rounds."""

from typing import Literal

import msgspec

from tenmatsu.engine.contract import Circumstance


class Turn(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a character has done, and has bought, in this combat round."""

    moves: int = 0
    """Movements begun."""
    half_ken: int = 0
    """What is left of the movement under way, in half-ken."""
    attacks: dict[str, int] = {}
    """Attack actions used, by weapon; `*` for other acts in place of an attack."""
    defences: dict[str, int] = {}
    """Parries by weapon, sidesteps under 体さばき."""
    bought_moves: int = 0
    bought_attacks: int = 0
    bought_defences: int = 0
    free: int = 0
    """Extra actions of a school used."""
    first_blow: bool = False
    """Whether the round's first hit roll is made."""
    countered: bool = False
    """Whether a counter was declared, after which option `counter_parry` may forbid defences."""
    choked: bool = False
    """Whether a choke was tried in this turn."""
    aimed: bool = False
    """Whether a shot was aimed, which forbids movement."""
    reloading: bool = False
    """Whether the round goes into reloading a gun."""


class Blow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One blow of an exchange, from its declaration to its landing."""

    striker: str
    target: str
    weapon: str
    skill: str = ""
    style: str = "blow"
    """`blow`, `back`, `stun`, `grapple`, `throw`, `choke`, `shot`."""
    aim: Literal["", "faint", "kill"] = ""
    """What a choke aims at."""
    counter: bool = False
    bought: bool = False
    stand: bool = False
    selfish: bool = False
    forced: bool = False
    """Whether the GM demands the points that buy the hit."""
    drawn: bool = False
    """Struck in drawing (居合い)."""
    first: bool = False
    """The round's first hit roll of the striker."""
    far: bool = False
    """A shot from 遠間."""
    noticed: bool = True
    after_parry: bool = False
    """小野派: right after an own parry."""
    circumstances: tuple[Circumstance, ...] = ()
    """What the declaration changed: size, moving target and so on."""
    total: int | None = None
    margin: int | None = None
    hit: bool | None = None
    """None until the hit roll is settled."""
    done: bool = False
    """Whether it is resolved."""


class Exchange(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack under way (攻撃の四段階), with the counter if there is one."""

    attack: Blow
    counter: Blow | None = None
    stage: Literal["counter", "hit", "defend", "resist"] = "hit"
    choices: tuple[str, ...] = ()
    """What the one who is to choose may do."""
    now: Literal["attack", "counter"] = "attack"
    """The blow that is being resolved."""

    def blow(self, which: str) -> Blow | None:
        """Return the attack or the counter."""
        return self.attack if which == "attack" else self.counter


class Combat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fight in rounds of three seconds (戦闘ラウンド)."""

    round: int = 1
    order: tuple[str, ...] = ()
    at: int = 0
    """The place in `order` whose turn it is."""
    turns: dict[str, Turn] = {}
    distances: dict[str, int] = {}
    """In half-ken, by `a|b` in the order of the ids; squares go first where both stand on one."""
    after_parry: dict[str, str] = {}
    """小野派 (option `next`): the foe whose blow a character parried last."""
