"""What happens to the party's build points (役作り点), and how characters come to be."""

from typing import ClassVar

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.rows import Ability, Rank


class PartyOpened(Event, frozen=True, kw_only=True, tag="ukiyozoshi.party_opened"):
    """The pool of build points was opened."""

    players: int
    points: int


class PartyPointsSet(Event, frozen=True, kw_only=True, tag="ukiyozoshi.party_points_set"):
    """The pool got another total."""

    points: int
    left: int


class PointsAllotted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.points_allotted"):
    """A character got its share of the pool."""

    character: str
    points: int
    left: int
    """What nobody has been given or has spent."""


class CharacterMade(Event, frozen=True, kw_only=True, tag="ukiyozoshi.character_made"):
    """A character entered the story with a rank (役格)."""

    character: str
    rank: Rank
    npc: bool = False
    companion: bool = False
    cost: int
    spent: int
    """Build points that the character has cost so far."""
    katsugeki: int
    katsugeki_start: int
    katsugeki_limit: int

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        if self.npc:
            return "companion" if self.companion else "npc"
        return "pc"


class NpcPointsRolled(Event, frozen=True, kw_only=True, tag="ukiyozoshi.npc_points_rolled"):
    """The 活劇点 that an NPC enters with were rolled."""

    character: str
    rolled: int
    """The dice with what the rank takes off."""
    now: int


class CompanionSet(Event, frozen=True, kw_only=True, tag="ukiyozoshi.companion_set"):
    """An NPC joined the party's companions or left them."""

    character: str
    companion: bool


class AbilitiesSet(Event, frozen=True, kw_only=True, tag="ukiyozoshi.abilities_set"):
    """心, 技 and 体 were chosen."""

    character: str
    shin: int
    gi: int
    tai: int
    cost: int
    spent: int
    endurance: int


class AbilityRaised(Event, frozen=True, kw_only=True, tag="ukiyozoshi.ability_raised"):
    """An ability rose."""

    character: str
    ability: Ability
    to: int
    cost: int
    spent: int
    endurance: int
    """What it is now: 体 raises it."""


class SkillLearned(Event, frozen=True, kw_only=True, tag="ukiyozoshi.skill_learned"):
    """A skill was learned or its level rose."""

    character: str
    skill: str
    level: int
    base: Ability
    base_agreed: bool = False
    """Whether the base ability was agreed on and is not the table's."""
    effective: int
    """技能実効値 before armour."""
    cost: int
    spent: int


class SchoolLearned(Event, frozen=True, kw_only=True, tag="ukiyozoshi.school_learned"):
    """A school (流派) was learned."""

    character: str
    school: str
    cost: int
    spent: int


class PerkTaken(Event, frozen=True, kw_only=True, tag="ukiyozoshi.perk_taken"):
    """A perk of one's own style (我流特典) was taken, or a drawback."""

    character: str
    perk: str
    cost: int
    paid: int
    """What of it came out of the pool."""
    drawback: int
    """What drawbacks still pay for further perks."""
    spent: int

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        if self.cost < 0:
            return "drawback"
        return "perk" if self.paid == self.cost else "helped"


class EnduranceBought(Event, frozen=True, kw_only=True, tag="ukiyozoshi.endurance_bought"):
    """Endurance (耐久点) was bought."""

    character: str
    points: int
    extra: int
    """All that was bought so far."""
    cost: int
    spent: int
    endurance: int


class ThingsNoted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.things_noted"):
    """Belongings were noted down in the player's own words."""

    redactable: ClassVar[bool] = True
    character: str
    things: tuple[str, ...]


class CharacterReady(Event, frozen=True, kw_only=True, tag="ukiyozoshi.character_ready"):
    """A character was finished: the figures that follow from the choices."""

    character: str
    endurance: int
    evasion: int
    """回避値, in the armour worn."""
    body_bonus: int
    """追加打撃."""
    katsugeki: int
    spent: int
    left: int
    """What the party has left."""
    npc: bool = False


PARTY_EVENTS: tuple[type[Event], ...] = (
    PartyOpened,
    PartyPointsSet,
    PointsAllotted,
    CharacterMade,
    NpcPointsRolled,
    CompanionSet,
    AbilitiesSet,
    AbilityRaised,
    SkillLearned,
    SchoolLearned,
    PerkTaken,
    EnduranceBought,
    ThingsNoted,
    CharacterReady,
)
