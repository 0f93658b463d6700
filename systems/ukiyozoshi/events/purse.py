"""What happens to money and belongings."""

from tenmatsu.events.base import Event


class MoneyStarted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.money_started"):
    """A character's standing (身分) said what they carry at the start (所持金)."""

    character: str
    standing: str
    mon: int
    """In 文."""


class MoneyPaid(Event, frozen=True, kw_only=True, tag="ukiyozoshi.money_paid"):
    """Money left a character's purse."""

    character: str
    mon: int
    now: int
    to: str = ""
    """A character, `@party`, or nobody in particular."""
    to_now: int = 0
    """What the receiver has now."""

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        if self.to == "@party":
            return "party"
        return "person" if self.to else "spent"


class MoneyDrawn(Event, frozen=True, kw_only=True, tag="ukiyozoshi.money_drawn"):
    """Money was taken out of the party's purse."""

    character: str
    mon: int
    now: int
    purse: int
    """What the party's purse still holds."""


class MoneyReceived(Event, frozen=True, kw_only=True, tag="ukiyozoshi.money_received"):
    """Money came into a character's purse."""

    character: str
    mon: int
    now: int


class ItemGained(Event, frozen=True, kw_only=True, tag="ukiyozoshi.item_gained"):
    """A character came by something."""

    character: str
    item: str
    count: int
    now: int


class ItemGiven(Event, frozen=True, kw_only=True, tag="ukiyozoshi.item_given"):
    """Something changed hands or was left behind."""

    character: str
    item: str
    count: int
    now: int
    to: str = ""
    to_now: int = 0

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return "person" if self.to else "left"


class ArmourWorn(Event, frozen=True, kw_only=True, tag="ukiyozoshi.armour_worn"):
    """Armour (甲冑) was put on or taken off."""

    character: str
    armour: str
    """Empty: taken off."""
    evasion: int
    """What evasion (回避値) is now."""

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return "on" if self.armour else "off"


PURSE_EVENTS: tuple[type[Event], ...] = (
    MoneyStarted,
    MoneyPaid,
    MoneyDrawn,
    MoneyReceived,
    ItemGained,
    ItemGiven,
    ArmourWorn,
)
