"""An attack under way, as the state holds it: what was rolled, what is still to be dodged or to land."""

from typing import Literal

import msgspec

from tenmatsu.systems.ninjaslayer.figures import Ability

Source = Literal["melee", "shuriken", "gun", "jitsu", "hacking", "other"]
"""What kind of damage: a row of the atmosphere's table; counters and wall hits count as `melee`."""
Critical = Literal["", "satsubatsu", "namu_amida_butsu"]
Asked = Literal["", "sense_part", "barrage", "dodge", "sense_dodge", "counter"]
"""What is asked now of an assault: a reroll of a part, a barrage, the dodge, a reroll of it, a counter."""
GM = "@gm"
Way = Literal["", "evaded", "landing"]
"""What becomes of the blows at the front: not decided yet, evaded, or they land one after the other."""


class Blow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One damage (1発のダメージ) that has hit and may be dodged once."""

    attacker: str
    """Empty where nobody did it: a fall, a wall, an explosion."""
    target: str
    source: Source = "melee"
    ability: Ability | Literal["legs"] = "karate"
    """What was rolled to hit."""
    weapon: str = ""
    style: str = ""
    dice: int = 0
    faces: tuple[int, ...] = ()
    needed: int = 2
    """The difficulty it was rolled at."""
    successes: int = 0
    damage: int = 1
    """Base damage (基本ダメージ); the highest crushing is added when it lands."""
    crushing: tuple[int, ...] = ()
    """痛打 by weapon, style or skill: they never add up."""
    critical: Critical = ""
    precise: bool = False
    """Whether no critical of it crushes (精密攻撃)."""
    dodge: int = 2
    """回避難易度 as a place in the ladder: atmosphere and critical included, not what the dodger brings."""
    staggered: bool = False
    """時間差: it is dodged by itself."""
    area: bool = False
    """範囲攻撃: no counter."""
    moving: bool = False
    """移動攻撃: no counter; melee for the atmosphere."""
    counter: bool = False
    """Whether it is itself a counter (カウンターカラテ)."""
    undodgeable: bool = False
    """回避不能, or its target is unconscious."""
    mob: bool = False
    """Whether a mob does it: no atmosphere, and alike ones are evaded together."""
    model: str = ""
    """The attacker's kind: mobs of one model are evaded together."""
    death: bool = False
    """即死! whatever the table says."""
    missed: bool = False
    """Whether it did not hit: it stands here only as long as its attacker may roll a part again."""


class Assault(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack under way: blows in the order in which they are settled."""

    attackers: tuple[str, ...]
    blows: tuple[Blow, ...]
    """Those not settled yet."""
    together: int = 0
    """How many blows at the front are settled as one now; 0 before that is known."""
    asked: Asked = ""
    way: Way = ""
    sensing: str = ""
    """Who may roll a part of the attack again (ニンジャ第六感): asked before the first dodge alone."""
    difficulty: str = ""
    """Of the dodge that is asked, without a boost: a key of `[labels]`."""
    varied: bool = False
    """Whether the blows at the front differ in difficulty: dodged at the highest, or apart."""
    boost: bool = False
    """Whether who dodges may use アドレナリン・ブースト."""
    apart: str = ""
    """The target who chose to dodge differing difficulties apart."""
    barraged: bool = False
    """Whether the GM has been asked for a barrage (弾幕) of the blows at the front."""
    barrages: tuple[str, ...] = ()
    """Which the GM may choose."""
    with_dice: int = 0
    """Dodge dice of the dodge just rolled."""
    emergency: int = 0
    """Emergency dodge dice of it."""
    faces: tuple[int, ...] = ()
    """Of the dodge just rolled."""
    successes: int = 0
    """Of the dodge just rolled."""
    counters: tuple[str, ...] = ()
    """Whom a counter may hit."""

    @property
    def front(self) -> tuple[Blow, ...]:
        """The blows that are settled as one now."""
        return self.blows[: self.together]

    @property
    def parts(self) -> tuple[tuple[Blow, ...], ...]:
        """Blows by the roll that they come from; those of an attack on an area have one in common."""
        rolled = [blow for blow in self.blows if blow.faces]
        areas = tuple(blow for blow in rolled if blow.area)
        found = [areas if blow.area else (blow,) for blow in rolled]
        return tuple(dict.fromkeys(found))

    @property
    def whom(self) -> str:
        """Who is asked: the GM of a barrage, the attacker of a part, else who is hit; nobody is empty."""
        if self.asked in ("", "barrage"):
            return GM if self.asked else ""
        if self.asked == "sense_part":
            return self.sensing
        return self.blows[0].target if self.blows else ""


class Landing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A blow that lands, while its attacker chooses which crushing counts."""

    blow: Blow
    crushing: tuple[int, ...] = ()
    """Those to choose from."""
    result: int = 0
    """The row of the table of satsubatsu, 1 to 6; 0 for none."""
