"""Characters that came into the game, and what changed on their sheets."""

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.figures import Ability, Figure, Kind, Place


class AbilitiesRolled(Event, frozen=True, kw_only=True, tag="ninjaslayer.abilities_rolled"):
    """The four abilities of a new ninja were rolled."""

    character: str
    faces: tuple[int, ...]
    """Of カラテ, ニューロン, ワザマエ, ジツ."""
    karate: int
    neuron: int
    wazamae: int
    jitsu: int


class CharacterMade(Event, frozen=True, kw_only=True, tag="ninjaslayer.character_made"):
    """A character stands at the table, off the map as yet."""

    character: str
    kind: Kind
    figure: Figure


class GroupBrought(Event, frozen=True, kw_only=True, tag="ninjaslayer.group_brought"):
    """Several characters of one model came in."""

    characters: tuple[str, ...]
    model: str
    count: int
    figure: Figure
    """As each of them is."""


class ScenarioReset(Event, frozen=True, kw_only=True, tag="ninjaslayer.scenario_reset"):
    """What lasts for one scenario is over for somebody: damage, dice, how bad injuries are."""

    character: str
    vitality: int
    spirit: int
    quick_dice: int
    emergency_dice: int
    untreated: tuple[Place, ...] = ()
    """Injuries that stay until they are treated."""


class WeaponGiven(Event, frozen=True, kw_only=True, tag="ninjaslayer.weapon_given"):
    """Somebody has one more weapon."""

    character: str
    weapon: str
    lost: int
    """Quick dice that its slots cost."""
    quick_dice: int


class WeaponDropped(Event, frozen=True, kw_only=True, tag="ninjaslayer.weapon_dropped"):
    """Somebody let go of a weapon."""

    character: str
    weapon: str
    wielded: str
    """What is in hand then."""


class DiceGranted(Event, frozen=True, kw_only=True, tag="ninjaslayer.dice_granted"):
    """Somebody got quick dice or emergency dice."""

    character: str
    quick: int
    emergency: int
    quick_dice: int
    emergency_dice: int

    @property
    def which(self) -> str:
        """Return which of both it was, as the log tells it."""
        if self.quick and self.emergency:
            return "both"
        return "quick" if self.quick else "emergency"


class AbilityChanged(Event, frozen=True, kw_only=True, tag="ninjaslayer.ability_changed"):
    """An ability is another one until the battle ends."""

    character: str
    ability: Ability
    amount: int
    change: int
    """All temporary changes together."""
    now: int
    """The ability after it."""


MAKING_EVENTS: tuple[type[Event], ...] = (
    AbilitiesRolled,
    CharacterMade,
    GroupBrought,
    ScenarioReset,
    WeaponGiven,
    WeaponDropped,
    DiceGranted,
    AbilityChanged,
)
