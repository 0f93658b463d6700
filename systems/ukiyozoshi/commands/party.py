"""What can be asked of the party's build points (役作り点), and how characters are made from them."""

from typing import ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.rows import Ability, Rank


class OpenParty(Command, frozen=True, kw_only=True, tag="ukiyozoshi.open_party"):
    """Open the party's pool of build points, by the number of players or with a total of the table's own."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    players: int
    points: int | None = None
    """The total; None takes it from the table (役作り点表)."""


class SetPartyPoints(Command, frozen=True, kw_only=True, tag="ukiyozoshi.set_party_points"):
    """Change the total of the pool."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    points: int


class AllotPoints(Command, frozen=True, kw_only=True, tag="ukiyozoshi.allot_points"):
    """Give a character its share of the pool; from then on it can spend no more than that."""

    acts_for: ClassVar[str | None] = None
    character: str
    points: int


class Making(Command, frozen=True, kw_only=True):
    """What is chosen of any new character."""

    redactable: ClassVar[bool] = True
    character: str
    rank: Rank
    shin: int
    gi: int
    tai: int
    skills: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    """Levels by skill: `剣術`, `職人:鋳物`."""
    bases: dict[str, Ability] = msgspec.field(default_factory=dict[str, Ability])
    """The base ability agreed on for a craft or an art (職人, 芸能)."""
    schools: tuple[str, ...] = ()
    perks: tuple[str, ...] = ()
    """Of one's own style (我流特典)."""
    endurance: int = 0
    """Points of endurance to buy."""
    standing: str = ""
    """身分, which rolls the money to start with; empty keeps no account of money."""
    items: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    """Weapons, armour, ammunition and medicines, with their number."""
    armour: str = ""
    """What is worn of them."""
    things: tuple[str, ...] = ()
    """Other belongings, in one's own words."""


class MakeCharacter(Making, frozen=True, kw_only=True, tag="ukiyozoshi.make_character"):
    """Make a player's character in one go; everything is paid from the pool."""


class MakeNpc(Making, frozen=True, kw_only=True, tag="ukiyozoshi.make_npc"):
    """Make an NPC of one of the four ranks; it costs no points and rolls its 活劇点."""

    gm_only: ClassVar[bool] = True
    companion: bool = False
    """Whether it is a direct companion of the party."""


class SetCompanion(Command, frozen=True, kw_only=True, tag="ukiyozoshi.set_companion"):
    """Say that an NPC joins the party's companions or leaves them."""

    gm_only: ClassVar[bool] = True
    character: str
    companion: bool


class RaiseAbility(Command, frozen=True, kw_only=True, tag="ukiyozoshi.raise_ability"):
    """Raise 心, 技 or 体, for the difference in cost."""

    character: str
    ability: Ability
    to: int


class BuySkill(Command, frozen=True, kw_only=True, tag="ukiyozoshi.buy_skill"):
    """Learn a skill or raise its level, for the difference in cost."""

    character: str
    skill: str
    level: int
    base: Ability | None = None
    """The base ability agreed on, for a craft or an art."""


class BuyEndurance(Command, frozen=True, kw_only=True, tag="ukiyozoshi.buy_endurance"):
    """Buy points of endurance (耐久点), at most as many as 体."""

    character: str
    points: int


class LearnSchool(Command, frozen=True, kw_only=True, tag="ukiyozoshi.learn_school"):
    """Learn a school (流派); it takes a martial art at level 4."""

    character: str
    school: str


class TakePerk(Command, frozen=True, kw_only=True, tag="ukiyozoshi.take_perk"):
    """Take a perk of one's own style (我流特典), or a drawback that pays for perks."""

    character: str
    perk: str


PARTY_COMMANDS: tuple[type[Command], ...] = (
    OpenParty,
    SetPartyPoints,
    AllotPoints,
    MakeCharacter,
    MakeNpc,
    SetCompanion,
    RaiseAbility,
    BuySkill,
    BuyEndurance,
    LearnSchool,
    TakePerk,
)
