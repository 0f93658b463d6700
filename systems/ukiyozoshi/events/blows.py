"""What happens in an exchange of blows: declared, judged, defended, what they do."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.fight import Blow, Turn

Which = Literal["attack", "counter"]
"""The blow of an exchange that is meant."""


class BlowDeclared(Event, frozen=True, kw_only=True, tag="ukiyozoshi.blow_declared"):
    """An attack was declared."""

    blow: Blow
    turn: Turn

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return self.blow.style


class CounterOffered(Event, frozen=True, kw_only=True, tag="ukiyozoshi.counter_offered"):
    """The one attacked may declare a counter (反撃)."""

    character: str
    choices: tuple[str, ...]


class CounterDeclared(Event, frozen=True, kw_only=True, tag="ukiyozoshi.counter_declared"):
    """A counter was declared."""

    blow: Blow
    turn: Turn


class CounterDeclined(Event, frozen=True, kw_only=True, tag="ukiyozoshi.counter_declined"):
    """No counter was declared."""

    character: str


class HitJudged(Event, frozen=True, kw_only=True, tag="ukiyozoshi.hit_judged"):
    """A hit roll (命中判定) was settled."""

    which: Which
    striker: str
    target: str
    weapon: str
    total: int
    margin: int
    hit: bool
    first: bool
    """Whether it was the striker's first of the round."""


class DefenceOffered(Event, frozen=True, kw_only=True, tag="ukiyozoshi.defence_offered"):
    """The one struck at may parry, sidestep or resist."""

    which: Which
    character: str
    stage: Literal["defend", "resist"]
    choices: tuple[str, ...]


class DefenceDeclined(Event, frozen=True, kw_only=True, tag="ukiyozoshi.defence_declined"):
    """The one struck at did nothing about it."""

    character: str


class DefenceDeclared(Event, frozen=True, kw_only=True, tag="ukiyozoshi.defence_declared"):
    """A parry or sidestep was declared, or resistance against a hold."""

    character: str
    kind: Literal["parry", "sidestep", "jujutsu"]
    weapon: str = ""
    turn: Turn | None = None
    """None where it is no action."""


class Defended(Event, frozen=True, kw_only=True, tag="ukiyozoshi.defended"):
    """A blow was parried (受け) or sidestepped (体さばき), or a hold was avoided."""

    which: Which
    character: str
    striker: str
    kind: Literal["parry", "sidestep", "jujutsu"]
    weapon: str = ""
    after_parry: Literal["", "same", "next"] = ""
    """小野派: whether the counter of this exchange, or the next own attack, is harder to parry."""


class DamageDealt(Event, frozen=True, kw_only=True, tag="ukiyozoshi.damage_dealt"):
    """A damage roll (打撃判定): what it came to and what is left of the endurance."""

    striker: str
    target: str
    weapon: str
    faces: tuple[int, ...]
    plus: int
    """What weapon, 体 and skill added."""
    deadly: bool = False
    times: int = 1
    rolled: int
    """Before armour."""
    armour: int = 0
    """What armour, and for a blow through a parry 体, kept off."""
    amount: int
    endurance: int
    wounds: int
    serious: bool = False
    pierced: bool = False
    """Whether it went through a parry."""
    recoil: bool = False
    """Whether a bare-handed striker ran into the parrying weapon."""

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        if self.recoil:
            return "recoil"
        if self.pierced:
            return "pierced"
        if self.amount == 0:
            return "harmless"
        times = "_times" if self.times > 1 else ""
        armour = "_armour" if self.armour else ""
        return f"{'deadly' if self.deadly else 'plain'}{times}{armour}"


class Died(Event, frozen=True, kw_only=True, tag="ukiyozoshi.died"):
    """Somebody died."""

    character: str
    cause: Literal["wound", "neck", "choke"]
    by: str = ""


class Beaten(Event, frozen=True, kw_only=True, tag="ukiyozoshi.beaten"):
    """A wounded support NPC is out of the fight."""

    character: str


class Fainted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.fainted"):
    """Somebody lost their senses for so many minutes."""

    character: str
    minutes: int


class Grappled(Event, frozen=True, kw_only=True, tag="ukiyozoshi.grappled"):
    """Somebody got a hold of another (組みつき)."""

    character: str
    target: str


class HoldReleased(Event, frozen=True, kw_only=True, tag="ukiyozoshi.hold_released"):
    """A hold ended."""

    character: str
    target: str


class Thrown(Event, frozen=True, kw_only=True, tag="ukiyozoshi.thrown"):
    """Somebody was thrown to the ground (投げ)."""

    character: str
    target: str


class ChokeTightened(Event, frozen=True, kw_only=True, tag="ukiyozoshi.choke_tightened"):
    """A choke (絞め) succeeded, so many in a row."""

    character: str
    target: str
    aim: Literal["faint", "kill"]
    chokes: int


class ChokeSlipped(Event, frozen=True, kw_only=True, tag="ukiyozoshi.choke_slipped"):
    """The row of chokes broke off."""

    character: str
    target: str


class BlowEnded(Event, frozen=True, kw_only=True, tag="ukiyozoshi.blow_ended"):
    """A blow of an exchange is resolved."""

    which: Which
    striker: str
    target: str
    result: Literal["missed", "stopped", "defended", "landed"]


class ExchangeEnded(Event, frozen=True, kw_only=True, tag="ukiyozoshi.exchange_ended"):
    """An exchange of blows is over."""

    attacker: str
    defender: str


BLOW_EVENTS: tuple[type[Event], ...] = (
    BlowDeclared,
    CounterOffered,
    CounterDeclared,
    CounterDeclined,
    HitJudged,
    DefenceOffered,
    DefenceDeclined,
    DefenceDeclared,
    Defended,
    DamageDealt,
    Died,
    Beaten,
    Fainted,
    Grappled,
    HoldReleased,
    Thrown,
    ChokeTightened,
    ChokeSlipped,
    BlowEnded,
    ExchangeEnded,
)
